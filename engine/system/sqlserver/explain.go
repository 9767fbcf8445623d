package sqlserver

import (
	"schedlab/engine/sim"
	"schedlab/engine/system"
	"schedlab/engine/trace"
)

// waiters are the tasks that wait for something now, with the time that they have waited so far.
type waiters struct {
	count int64
	soFar sim.Time
}

// waitersOf counts the instance's tasks in a state because of a wait type, those that keep is true of.
func waitersOf(r system.Reading, state trace.State, why trace.Reason, keep func(context int32) bool) waiters {
	first := r.Ledger.Instances[r.Instance].First
	end := first + trace.LaneID(len(r.Layout().Lanes))
	var w waiters
	for i := range r.Ledger.Tasks {
		t := &r.Ledger.Tasks[i]
		if t.State == state && t.Why == why && t.Lane >= first && t.Lane < end && keep(t.Context) {
			w.count++
			w.soFar += r.At - t.Since
		}
	}
	return w
}

func anyContext(int32) bool          { return true }
func coordinates(context int32) bool { return context == 0 }
func works(context int32) bool       { return context > 0 }

// reading is "12 coordinators wait for rows, 778.8 s so far".
func (w waiters) reading(one, many string) string {
	return counted(w.count, one, many) + ", " + seconds(w.soFar) + " so far"
}

// explainYield tells the mean wait in quanta. Among n workers that use whole quanta it is n - 1 of them.
// Source: Randal, Knee-Jerk Wait Statistics: SOS_SCHEDULER_YIELD, sqlperformance.com: all of it is signal
// wait.
func explainYield(r system.Reading, a trace.WaitAccount) string {
	const fact = "all signal: no resource is missing"
	quantum := sim.Time(r.Values.Number(quantumName)) * sim.Microsecond
	if a.Count == 0 {
		return "no wait after a yield is over"
	}
	tenths := (int64(a.Signal/sim.Time(a.Count))*10 + int64(quantum)/2) / int64(quantum)
	switch {
	case a.Signal == 0:
		return fact + ", nobody else wants the CPU"
	case tenths == 0:
		return fact + ", mean below 0.1 quanta"
	case tenths == 10:
		return fact + ", mean 1 quantum"
	}
	return fact + ", mean " + decimal(tenths/10, tenths%10, 1, 0) + " quanta"
}

func explainPacket(r system.Reading, a trace.WaitAccount) string {
	coordinators := waitersOf(r, trace.Suspended, cxPacket, coordinates)
	workers := waitersOf(r, trace.Suspended, cxPacket, works)
	switch {
	case coordinators.count > 0:
		return coordinators.reading("coordinator waits for rows", "coordinators wait for rows")
	case workers.count > 0:
		return workers.reading("worker waits for slower ones", "workers wait for slower ones")
	case a.Count == 0:
		return "no worker has waited for slower ones"
	}
	return counted(a.Count, "wait", "waits") + " for slower workers, mean " + mean(a.Resource, a.Count)
}

func explainConsumer(r system.Reading, a trace.WaitAccount) string {
	now := waitersOf(r, trace.Suspended, cxConsumer, anyContext)
	switch {
	case !hasConsumer(r.Values):
		return "not in this version: counted as CXPACKET"
	case now.count > 0:
		return now.reading("coordinator waits for rows", "coordinators wait for rows")
	case a.Count == 0:
		return "no coordinator has waited for rows"
	}
	return "normal: coordinators wait while their workers work"
}

func explainThreadPool(r system.Reading, _ trace.WaitAccount) string {
	var p picture
	p.countLanes(r)
	text := p.workersInUse(r)
	if p.pending > 0 {
		text += "; " + counted(p.pending, "task waits", "tasks wait") + " for one"
	}
	return text
}

func explainRead(r system.Reading, a trace.WaitAccount) string {
	return explainDevice(a, waitersOf(r, trace.Suspended, pageIOLatch, anyContext), "page")
}

// explainDevice parts the mean wait into the device's time and that until the CPU was free.
func explainDevice(a trace.WaitAccount, now waiters, what string) string {
	if a.Count == 0 {
		return counted(now.count, "task waits", "tasks wait") + " for a " + what
	}
	return mean(a.Resource, a.Count) + " for the " + what + ", then " + mean(a.Signal, a.Count) +
		" for the CPU"
}

// mean is a mean time in ms, cut off after µs.
func mean(total sim.Time, count int64) string {
	return exactMilliseconds(total / sim.Time(count) / sim.Microsecond * sim.Microsecond)
}
