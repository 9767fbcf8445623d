package view

import (
	"slices"

	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// play is the run of the design's still picture while it is recorded, a step of half a second at a time.
type play struct {
	s          *stage
	databases  []flushed
	pages      [][]int64 // by database and memory node
	due        []int     // databases that wait for their turn, with the number of their range
	waits      []int
	on         int // database; −1 = none
	whole      int
	phase      int
	ends       sim.Time
	done, goal int64
	plan       []int64 // pages of each memory node when it began
	bytes      int64
	writes     bool
}

// checkpoints is ten minutes of automatic checkpoints on four memory nodes.
func checkpoints() *stage {
	p := play{databases: drawnDatabases(), on: -1}
	p.s = poolStage(4, []string{"db 19", "db 5", "db 7", "db 12"}, []int32{19, 5, 7, 12})
	for range p.databases {
		p.pages = append(p.pages, make([]int64, 4))
	}
	const step = 500 * ms
	for at := sim.Time(0); at < 600*sim.Second; at += step {
		p.touch(at, step)
		p.checkpoint(at)
		p.tell(at)
	}
	p.s.Measure = [2]sim.Time{120 * sim.Second, 600 * sim.Second}
	p.s.Log.Close(600 * sim.Second)
	return p.s
}

func (p *play) touch(at, step sim.Time) {
	for d := range p.databases {
		o := &p.databases[d]
		made := o.perSecond*int64(at+step)/int64(sim.Second) - o.perSecond*int64(at)/int64(sim.Second)
		for n := range int64(4) {
			p.pages[d][n] += made*(n+1)/4 - made*n/4
		}
		for len(o.due) > 0 && o.due[0] <= at {
			o.due = o.due[1:]
			p.due = append(p.due, d)
			p.waits = append(p.waits, p.s.began(at, waitsForTurn, o.id))
		}
	}
}

func sum(all []int64) (s int64) {
	for _, v := range all {
		s += v
	}
	return s
}

// checkpoint goes on with the one under way, and begins the next.
func (p *play) checkpoint(at sim.Time) {
	s := p.s
	p.writes = false
	switch {
	case p.on < 0 && len(p.due) > 0:
		p.on = p.due[0]
		s.lasts(at, trace.RangeEnd, p.waits[0], waitsForTurn)
		p.due, p.waits = p.due[1:], p.waits[1:]
		p.whole = s.began(at, automatic, p.databases[p.on].id)
		p.phase = s.began(at, scanning, p.databases[p.on].id)
		p.ends, p.goal, p.done = at+scanTime, sum(p.pages[p.on]), 0
		p.plan = slices.Clone(p.pages[p.on])
	case p.on >= 0 && p.done == 0 && s.Log.Events != nil && at >= p.ends && p.ends > 0:
		s.fact(at, p.phase, plannedFact, p.goal)
		s.lasts(at, trace.RangeEnd, p.phase, scanning)
		p.phase, p.ends = s.began(at, writing, p.databases[p.on].id), 0
		s.fact(at, p.phase, plannedFact, p.goal)
	case p.on >= 0 && p.ends == 0:
		p.write(at)
	}
}

// write takes half a second's pages, memory node by memory node.
func (p *play) write(at sim.Time) {
	s, before := p.s, p.done
	p.writes = true
	p.done = min(p.goal, p.done+int64(500*ms/issue)*14/10)
	for n, from := 0, int64(0); n < 4; n++ {
		p.pages[p.on][n] -= max(min(p.done, from+p.plan[n])-max(before, from), 0)
		from += p.plan[n]
	}
	p.bytes += (p.done - before) * 8192
	s.fact(at, p.phase, pagesFact, p.done)
	if p.done < p.goal {
		return
	}
	s.lasts(at, trace.RangeEnd, p.phase, writing)
	s.fact(at, p.whole, pagesFact, p.done)
	s.fact(at, p.whole, writesFact, p.done*10/14)
	s.lasts(at, trace.RangeEnd, p.whole, automatic)
	p.on = -1
}

func (p *play) tell(at sim.Time) {
	for n := range 4 {
		dirty := int64(0)
		for d := range p.databases {
			p.s.count(at, 5*n+d, p.pages[d][n])
			dirty += p.pages[d][n]
		}
		p.s.count(at, 5*n+4, buffers/4-dirty)
	}
	queue, latency := int64(0), int64(500*sim.Microsecond)
	if p.writes {
		queue, latency = 7, int64(sim.Millisecond)
	}
	p.s.count(at, 20+queueSeries, queue)
	p.s.count(at, 20+bytesSeries, p.bytes)
	p.s.count(at, 20+latencySeries, latency)
}
