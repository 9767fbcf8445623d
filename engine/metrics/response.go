package metrics

import (
	"sort"
	"strconv"

	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// requests measures the requests that finished inside the window, by class and all together.
// requests.last_end_s is when the last of them ended, from the start of the run.
func (m *measuring) requests() {
	byClass := make([][]sim.Time, len(m.classes))
	var all []sim.Time
	var last sim.Time
	for _, e := range m.log.Events {
		if e.Kind != trace.Transition || e.Thing != trace.RequestThing || e.To != trace.Done ||
			e.Instance != m.instance || e.At < m.window.From || e.At >= m.window.To {
			continue
		}
		r := &m.log.Requests[e.Who]
		byClass[r.Class] = append(byClass[r.Class], e.At-r.At)
		all = append(all, e.At-r.At)
		last = e.At
	}
	m.set("requests.last_end_s", seconds(last))
	for i, name := range m.classes {
		m.responses("."+name, byClass[i])
	}
	m.responses("", all)
}

// responses sets the metrics of some response times.
func (m *measuring) responses(of string, times []sim.Time) {
	m.set("throughput"+of+".per_s", ratio(float64(len(times)), m.window.Seconds()))
	m.set("requests"+of+".finished", float64(len(times)))
	if len(times) == 0 {
		return
	}
	sort.Slice(times, func(i, j int) bool { return times[i] < times[j] })
	var sum float64
	for _, t := range times {
		sum += seconds(t)
	}
	name := "response" + of + "."
	m.set(name+"mean_ms", 1000*sum/float64(len(times)))
	m.set(name+"max_ms", 1000*seconds(times[len(times)-1]))
	for _, p := range []int{50, 95, 99} {
		m.set(name+"p"+strconv.Itoa(p)+"_ms", 1000*seconds(Percentile(times, p)))
	}
}

// Percentile is the nearest-rank percentile of sorted times: the smallest that at least p percent do not
// exceed.
func Percentile(sorted []sim.Time, p int) sim.Time {
	rank := (len(sorted)*p + 99) / 100
	return sorted[max(rank, 1)-1]
}
