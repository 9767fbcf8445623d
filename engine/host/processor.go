package host

import "schedlab/engine/topology"

// Speed is how fast a processor works now, in permille of nominal. Full is nominal speed; 0 stands still.
type Speed int64

// Full is nominal speed.
const Full Speed = 1000

// Work is an amount of computing: nanoseconds at nominal speed × 1000. It divides exactly at any speed.
type Work int64

// Endless work is not finished within the longest run, whatever the speed (26 days at full speed).
const Endless Work = 1 << 61

// Processor is a source of CPU time whose speed is piecewise constant. A bare CPU and a virtual one look
// alike from above; a change of speed is an external event for whoever runs on it, so rotations still leap.
type Processor interface {
	Load(busy bool) // is there work? A busy SMT sibling slows the other; an idle vCPU halts
	Speed() Speed
	Watch(SpeedWatcher) // told of each change
}

// SpeedWatcher is told that the speed of the processor it watches has changed; it is called at the end of an
// instant, with everything that happens then already done.
type SpeedWatcher interface{ SpeedChanged() }

// Host is what a database is started on.
type Host struct {
	Machine topology.Machine
	CPUs    []Processor // by position in Machine.CPUs
}

// bareCPU is a hardware thread.
type bareCPU struct {
	busy    bool
	speed   Speed
	core    *bareCore
	watcher SpeedWatcher
}

// bareCore slows its threads while more than one of them is busy.
type bareCore struct {
	threads []*bareCPU
	busy    int
	shared  Speed // of each thread while several are busy
}

// Bare makes the processors of a machine on bare metal. While several threads of a core are busy, each works
// at the speed given.
func Bare(m topology.Machine, shared Speed) []Processor {
	cpus, all := make([]Processor, len(m.CPUs)), make([]bareCPU, len(m.CPUs))
	cores, threads := make([]bareCore, len(m.Cores)), make([]*bareCPU, 0, len(m.CPUs))
	for i, core := range m.Cores {
		first := len(threads)
		for _, at := range core.CPUs {
			all[at] = bareCPU{speed: Full, core: &cores[i]}
			cpus[at] = &all[at]
			threads = append(threads, &all[at])
		}
		cores[i] = bareCore{shared: shared, threads: threads[first:]}
	}
	return cpus
}

func (c *bareCPU) Speed() Speed         { return c.speed }
func (c *bareCPU) Watch(w SpeedWatcher) { c.watcher = w }

func (c *bareCPU) Load(busy bool) {
	if busy == c.busy {
		return
	}
	c.busy = busy
	if busy {
		c.core.busy++
	} else {
		c.core.busy--
	}
	c.core.settle()
}

func (c *bareCore) settle() {
	speed := Full
	if c.busy > 1 {
		speed = c.shared
	}
	for _, t := range c.threads {
		if t.speed == speed {
			continue
		}
		t.speed = speed
		if t.watcher != nil {
			t.watcher.SpeedChanged()
		}
	}
}
