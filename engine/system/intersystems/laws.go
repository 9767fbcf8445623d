package intersystems

import (
	"schedlab/engine/sim"
	"schedlab/engine/system"
	"schedlab/engine/trace"
)

// laws gives what a finished run does not keep of what the product promises:
//
//   - each transaction that ended has made its global references, nobody else has
//   - the operating system is work-conserving: no CPU is idle at the end of an instant while a process waits
//     for one, where none is bound to a node
//
// Of a run that was stopped because its log was full nothing is checked: the log has not all of it.
func laws(r system.Reading) []string {
	if r.Log.Full {
		return nil
	}
	var broken []string
	in := &r.Ledger.Instances[r.Instance]
	var done int64
	for _, n := range in.Done {
		done += n
	}
	killed := killedOf(r)
	if want := (done - killed) * r.Values.Number(glorefsName); want != in.Amounts[0] {
		broken = append(broken, in.Layout.Name+": "+grouped(done-killed)+" transactions make "+grouped(want)+
			" global references, not "+grouped(in.Amounts[0]))
	}
	if at := idleBesideQueue(r); at != sim.Never {
		broken = append(broken, in.Layout.Name+": a CPU is idle at "+at.String()+
			" although a process waits for one")
	}
	return broken
}

// killedOf counts transactions that were killed.
func killedOf(r system.Reading) (count int64) {
	for i := range r.Log.Events {
		e := &r.Log.Events[i]
		if e.Instance == r.Instance && e.Thing == trace.TaskThing && e.Kind == trace.Transition &&
			e.To == trace.Done && e.Why == killed {
			count++
		}
	}
	return count
}

// idleBesideQueue is the first instant in which a CPU stays idle beside a queue; sim.Never if there is none.
func idleBesideQueue(r system.Reading) sim.Time {
	for i := range r.Workload.Sessions {
		if s := &r.Workload.Sessions[i]; s.Node >= 0 && s.System == int(r.Instance) {
			return sim.Never
		}
	}
	first, n := r.Ledger.Instances[r.Instance].First, len(r.Lanes())
	length := make([]int, n)
	idle, queued, at := n, 0, sim.Time(0)
	for i := range r.Log.Rotations {
		of := &r.Log.Rotations[i]
		if of.At > at && idle > 0 && queued > 0 {
			return at
		}
		lane := int(of.Lane - first)
		if at = of.At; lane < 0 || lane >= n {
			continue
		}
		was, is := length[lane], len(of.Ring)
		length[lane] = is
		idle += boolean(is == 0) - boolean(was == 0)
		queued += max(is-1, 0) - max(was-1, 0)
	}
	return sim.Never
}

func boolean(holds bool) int {
	if holds {
		return 1
	}
	return 0
}
