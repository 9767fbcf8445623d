package intersystems

import (
	"strconv"

	"schedlab/engine/sim"
	"schedlab/engine/system"
	"schedlab/engine/trace"
)

// Reasons: wait types first, then other causes.
const (
	preempted trace.Reason = iota
	offCPU
	processBusy
	waitCount = iota
)

// killed is why a task ends whose session was killed.
const killed = trace.Reason(waitCount)

func causes() []system.Cause {
	return []system.Cause{
		{Name: "preempted", Wait: true, Explain: explainPreempted,
			Help: "A process used its slice and waits in a run queue for the next one: an involuntary " +
				"context switch."},
		{Name: "off_cpu", Wait: true, Explain: explainOffCPU,
			Help: "A transaction waits for something else than a CPU: devices, the journal, the network. " +
				"Its signal part is the run queue after that."},
		{Name: "process_busy", Wait: true, Explain: explainBusy,
			Help: "A transaction waits for its connection's process, which still serves the one before."},
		{Name: "killed", Help: "The session was killed."},
	}
}

func explainPreempted(r system.Reading, a trace.WaitAccount) string {
	if a.Count == 0 {
		return "no slice has been used up with others waiting"
	}
	if a.Signal == 0 {
		return "nobody else wanted the CPU"
	}
	return "all in run queues, mean " + milliseconds(a.Signal/sim.Time(a.Count)) + " ms"
}

func explainOffCPU(r system.Reading, a trace.WaitAccount) string {
	if a.Count == 0 {
		return "no such wait is over"
	}
	n := sim.Time(a.Count)
	return "mean " + milliseconds(a.Resource/n) + " ms without a CPU, then " + milliseconds(a.Signal/n) +
		" ms in a run queue"
}

func explainBusy(r system.Reading, a trace.WaitAccount) string {
	if a.Count == 0 {
		return "no transaction met a busy process"
	}
	return "more transactions come than the processes can serve"
}

// milliseconds writes a time in ms with one place.
func milliseconds(t sim.Time) string {
	tenths := int64((t + sim.Millisecond/20) / (sim.Millisecond / 10))
	return strconv.FormatInt(tenths/10, 10) + "." + strconv.FormatInt(tenths%10, 10)
}
