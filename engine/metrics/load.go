package metrics

import (
	"math"

	"schedlab/engine/trace"
)

// standing counts the tasks that are alive at the end of the window, by what they are doing then:
//
//	tasks.alive      all of them, coordinators included
//	tasks.pending    without a worker
//	tasks.runnable   in a runnable queue
//	tasks.running    on a CPU
//	tasks.suspended  waiting for something else than a CPU
//	tasks.parallel   execution contexts above 0
func (m *measuring) standing() {
	var count [trace.Limited + 1]int
	alive, parallel := 0, 0
	for i := range m.after.Tasks {
		t := &m.after.Tasks[i]
		if t.State == trace.None || !m.owns(t.Lane) {
			continue
		}
		count[t.State]++
		alive++
		if t.Context > 0 {
			parallel++
		}
	}
	m.set("tasks.alive", float64(alive))
	m.set("tasks.parallel", float64(parallel))
	for _, s := range []trace.State{trace.Pending, trace.Runnable, trace.Running, trace.Suspended} {
		m.set("tasks."+s.String(), float64(count[s]))
	}
}

// owns says whether a lane is the system's.
func (m *measuring) owns(lane trace.LaneID) bool {
	at := int(lane - m.log.Ledger.Instances[m.instance].First)
	return at >= 0 && at < len(m.layout().Lanes)
}

// classCPU measures the CPU time of each query class, requests that go on included:
//
//	cpu.class.<name>.busy_s     CPU time inside the window
//	cpu.class.<name>.share_pct  of the CPU time of all classes
func (m *measuring) classCPU() {
	used, sum := make([]float64, len(m.classes)), 0.0
	for class := range used {
		used[class] = m.cpuOf(m.after, int32(class)) - m.cpuOf(m.before, int32(class))
		sum += used[class]
	}
	for class, name := range m.classes {
		m.set("cpu.class."+name+".busy_s", used[class])
		m.set("cpu.class."+name+".share_pct", 100*ratio(used[class], sum))
	}
}

// cpuOf is the CPU time in seconds that requests of a class have used until the ledger's instant.
func (m *measuring) cpuOf(ledger *trace.Ledger, class int32) float64 {
	if int(m.instance) >= len(ledger.Instances) {
		return 0
	}
	sum := ledger.Instances[m.instance].CPU[class]
	ours := map[trace.RequestID]bool{}
	for i := range ledger.Requests {
		r := &ledger.Requests[i]
		if r.Live && r.Class == class && r.Instance == m.instance {
			sum += r.CPU
			ours[r.ID] = true
		}
	}
	for i := range ledger.Tasks {
		if t := &ledger.Tasks[i]; t.State != trace.None && ours[t.Request] {
			sum += t.CPU
		}
	}
	return seconds(sum)
}

// nodeCPU compares the nodes of schedulers: cpu.busiest_node_pct and cpu.quietest_node_pct are the busy
// shares of the extremes, of the CPU time that the node has; cpu.busiest_node_times is how often the second
// goes into the first, and missing if the quietest node does nothing.
func (m *measuring) nodeCPU(byGroup []float64, lanesOf []int) {
	busiest, quietest := 0.0, math.Inf(1)
	for g, group := range m.layout().Groups {
		if group.Level != trace.Node || lanesOf[g] == 0 {
			continue
		}
		share := 100 * ratio(byGroup[g], m.window.Seconds()*float64(lanesOf[g]))
		busiest, quietest = max(busiest, share), min(quietest, share)
	}
	if math.IsInf(quietest, 1) {
		quietest = 0
	}
	m.set("cpu.busiest_node_pct", busiest)
	m.set("cpu.quietest_node_pct", quietest)
	if quietest > 0 {
		m.set("cpu.busiest_node_times", busiest/quietest)
	}
}
