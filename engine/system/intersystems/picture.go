package intersystems

import (
	"schedlab/engine/sim"
	"schedlab/engine/system"
	"schedlab/engine/trace"
)

// interval is the time that figures of the recent past are over.
const interval = 5 * sim.Second

// picture is what tables and captions speak of at an instant.
type picture struct {
	cpus, idle int64
	runnable   int64    // processes that have or want a CPU
	live       int64    // transactions
	span       sim.Time // of the recent past: the interval, or since the start
	busy       sim.Time // of all CPUs together in it
	done       int64    // transactions in it
	glorefs    int64    // in it
	queued     sim.Time // how long those in run queues have been there, together
}

func pictureOf(r system.Reading) picture {
	p := picture{cpus: int64(len(r.Lanes())), span: min(interval, r.At)}
	for i := range r.Lanes() {
		n := int64(len(r.Lanes()[i].Ring))
		p.runnable += n
		if n == 0 {
			p.idle++
		}
		p.busy += r.Lanes()[i].Busy
	}
	eachTask(r, func(t *trace.TaskAccount) {
		p.live++
		if t.State == trace.Runnable {
			p.queued += r.At - t.Since
		}
	})
	p.count(r.Ledger, r.Instance, 1)
	if p.span > 0 {
		before := r.Log.Before(r.At - p.span)
		first := int(before.Instances[r.Instance].First)
		for i := range r.Lanes() {
			p.busy -= before.Lanes[first+i].Busy
		}
		p.count(before, r.Instance, -1)
	}
	return p
}

// count adds what has been counted until a ledger's time, or takes it off.
func (p *picture) count(l *trace.Ledger, instance trace.InstanceID, sign int64) {
	in := &l.Instances[instance]
	for _, n := range in.Done {
		p.done += sign * n
	}
	p.glorefs += sign * in.Amounts[0]
}

// eachTask calls visit for the instance's live tasks.
func eachTask(r system.Reading, visit func(*trace.TaskAccount)) {
	first := r.Ledger.Instances[r.Instance].First
	end := first + trace.LaneID(len(r.Layout().Lanes))
	for i := range r.Ledger.Tasks {
		if t := &r.Ledger.Tasks[i]; t.State != trace.None && t.Lane >= first && t.Lane < end {
			visit(t)
		}
	}
}

// all is the time of all CPUs together in the recent past.
func (p *picture) all() sim.Time { return p.span * sim.Time(p.cpus) }

// perSecond is how often something happened a second in the recent past, rounded.
func (p *picture) perSecond(n int64) int64 {
	if p.span == 0 {
		return 0
	}
	return (n*int64(sim.Second) + int64(p.span)/2) / int64(p.span)
}
