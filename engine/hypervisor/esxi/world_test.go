package esxi

import (
	"maps"

	"schedlab/engine/host"
	"schedlab/engine/hypervisor"
	"schedlab/engine/setting"
	"schedlab/engine/sim"
	"schedlab/engine/topology"
	"schedlab/engine/trace"
)

// bench is a host with guests at work.
type bench struct {
	*sim.Kernel
	*vmkernel
	log  *trace.Log
	toys []*toy
}

// plan says what a bench is made of. What is not said is as the settings' defaults are.
type plan struct {
	seed    uint64
	shape   topology.Shape
	smt     host.Speed // of each thread of a busy core
	offline []int      // CPUs
	values  setting.Values
	guests  []guestPlan
	adapt   func(*vmkernel)
}

type guestPlan struct {
	vcpus  int
	load   load
	values setting.Values
}

// seedHost is the host of the seed: 2 nodes of 12 cores of 2 threads.
var seedHost = topology.Shape{Packages: 2, CoresPerNode: 12, ThreadsPerCore: 2}

func number(n int64) setting.Value { return setting.Value{Number: n} }
func text(s string) setting.Value  { return setting.Value{Text: s} }

func hostDefaults() setting.Values {
	return setting.Complete(hostSettings(), setting.Values{"version": text("6.0"), "turbo_pct": number(1118)})
}

func guestDefaults() setting.Values { return setting.Complete(guestSettings(), nil) }

func newBench(p plan) *bench {
	b := &bench{Kernel: sim.NewKernel(p.seed + 1), log: &trace.Log{}}
	if p.shape.CoresPerNode == 0 {
		p.shape = seedHost
	}
	if p.smt == 0 {
		p.smt = 650
	}
	values := hostDefaults()
	maps.Copy(values, p.values)
	m := p.shape.Machine()
	for _, at := range p.offline {
		m.CPUs[at].Offline = true
	}
	var vms []hypervisor.VM
	for i, g := range p.guests {
		vm := hypervisor.VM{Name: string(rune('a' + i)), VCPUs: g.vcpus, Memory: topology.NoBytes,
			Values: guestDefaults()}
		maps.Copy(vm.Values, g.values)
		vms = append(vms, vm)
	}
	b.vmkernel = boot(hypervisor.Environment{Kernel: b.Kernel, Name: "host", Trace: b.log,
		Host:       host.Host{Machine: m, CPUs: host.Bare(m, p.smt)},
		Resolution: 100 * sim.Millisecond}, values, vms)
	if p.adapt != nil {
		p.adapt(b.vmkernel)
	}
	for i, h := range b.Guests() {
		if p.guests[i].load.sessions == 0 {
			continue
		}
		b.toys = append(b.toys, newToy(b.Kernel, vms[i].Name, h, p.guests[i].load))
	}
	b.Begin()
	return b
}

// run lets the bench go on until an instant.
func (b *bench) run(until sim.Time) {
	for done := false; !done; {
		_, done = b.Step(2000, until)
	}
}

// figures are what is read of a guest: percentages of elapsed time of all its virtual CPUs.
type figures struct {
	guest, ready, costop, limited, used, run float64
	throughput, response, queue              float64
}

// measured runs the bench and reads the figures of each guest and of the host.
func (b *bench) measured(from, to sim.Time) (all []figures, h hostFigures) {
	b.run(from)
	for _, t := range b.toys {
		t.measure(from)
	}
	b.run(to)
	b.log.Close(to)
	return b.figures(from, to), b.hostFigures(from, to)
}

type hostFigures struct{ util, core, usage float64 }

func (b *bench) figures(from, to sim.Time) (all []figures) {
	first, last := b.log.Before(from), &b.log.Ledger
	for i := range b.guests {
		var f figures
		one, two := first.VirtualCPUs(b.in, i), last.VirtualCPUs(b.in, i)
		var run, ready, costop, limited, idle, shared sim.Time
		for v := range one {
			s, e := spent(one[v], from), spent(two[v], to)
			run += e[0] - s[0]
			ready += e[1] - s[1]
			costop += e[2] - s[2]
			limited += e[3] - s[3]
			idle += e[4] - s[4]
			shared += two[v].Shared - one[v].Shared
		}
		whole := float64(to-from) * float64(len(one))
		f.guest = 100 * float64(run) / float64(run+idle)
		f.run, f.ready, f.costop, f.limited = 100*float64(run)/whole, 100*float64(ready)/whole,
			100*float64(costop)/whole, 100*float64(limited)/whole
		f.used = 100 * (float64(run) - float64(shared)*float64(alone-beside)/alone) / whole
		if i < len(b.toys) {
			f.work(b.toys[i], to-from)
		}
		all = append(all, f)
	}
	return all
}

// work reads what a guest has got done: per second, in ms, and how many compute or wait for a processor.
func (f *figures) work(t *toy, span sim.Time) {
	t.count(0)
	f.throughput = float64(t.done) / (float64(span) / float64(sim.Second))
	f.response = float64(t.load.waits+t.response/max(sim.Time(t.done), 1)) / float64(sim.Millisecond)
	f.queue = float64(t.area) / float64(span)
}

// spent is the time of a virtual CPU until an instant: run, ready, co-stop, limited, idle.
func spent(t *trace.TaskAccount, at sim.Time) [5]sim.Time {
	all := [5]sim.Time{t.CPU, t.Runnable, t.CoStop, t.Limited, t.Suspended}
	if i, stands := map[trace.State]int{trace.Runnable: 1, trace.CoStop: 2, trace.Limited: 3,
		trace.Suspended: 4}[t.State]; stands {
		all[i] += at - t.Since
	}
	return all
}

func (b *bench) hostFigures(from, to sim.Time) (h hostFigures) {
	first, last := b.log.Before(from), &b.log.Ledger
	var busy, any sim.Time
	for i := range last.Lanes {
		busy += last.Lanes[i].Busy - first.Lanes[i].Busy
	}
	for i := range last.Cores {
		any += last.Cores[i].Any - first.Cores[i].Any
	}
	h.util = 100 * float64(busy) / float64(to-from) / float64(len(last.Lanes))
	h.core = 100 * float64(any) / float64(to-from) / float64(len(last.Cores))
	h.usage = min(100, h.core*float64(b.rules.clock)/1000)
	return h
}
