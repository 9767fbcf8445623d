package view

import (
	"sort"

	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// mostWaits is how many wait types a chart tells from each other.
const mostWaits = 8

// SeriesOf computes exact means over n columns of a span. Time after the end of the run does not count.
func SeriesOf(s *Source, span [2]sim.Time, n int) Series {
	n = max(n, 1)
	span[1] = max(span[1], span[0]+sim.Time(n))
	g := grid{from: span[0], span: span[1] - span[0], columns: n}
	out := Series{From: span[0], To: span[1], At: make([]float64, n)}
	for i := range out.At {
		out.At[i] = float64(g.edge(i)) / float64(sim.Second)
	}
	floor, end := s.Floor(), s.Log.End
	// What databases do is told apart from what the hosts below them do with it.
	running, runnable, ready, online := newMeans(g), newMeans(g), newMeans(g), 0
	for _, node := range floor.Nodes {
		busy := newMeans(g)
		queue := &runnable
		if floor.Groups[node].Host {
			queue = &ready
		}
		for _, lane := range floor.Groups[node].Lanes {
			laneMeans(s.Log, lane, [2]*means{&busy, queue})
		}
		count := floor.Groups[node].Online
		if !floor.Groups[node].Host {
			running.addUp(&busy)
			online += count
		}
		out.Nodes = append(out.Nodes, busy.values(100/float64(max(count, 1)), end))
	}
	out.Running, out.Runnable = running.values(1, end), runnable.values(1, end)
	out.Busy = running.values(100/float64(max(online, 1)), end)
	out.Waits = waitSeries(s, g)
	return out
}

// laneMeans adds one lane's running task and its queue.
func laneMeans(log *trace.Log, lane trace.LaneID, to [2]*means) {
	of := log.Lane(lane)
	for i := max(log.RotationAt(lane, to[0].from), 0); i < len(of); i++ {
		r := &log.Rotations[of[i]]
		if r.At >= to[0].end() {
			return
		}
		end := log.End
		if i+1 < len(of) {
			end = log.Rotations[of[i+1]].At
		}
		if n := int64(len(r.Ring)); n > 0 {
			to[0].add(r.At, end, 1)
			to[1].add(r.At, end, n-1)
		}
	}
}

// waiters counts the tasks of each wait type while time goes on. The wait types of all instances are numbered
// one after the other.
type waiters struct {
	source *Source
	first  []int // of each instance's wait types
	means  []means
	level  []int64
	since  []sim.Time
	why    []int32 // by task; −1 = not waiting
	g      grid
}

func waitSeries(s *Source, g grid) []Wait {
	w := waiters{source: s, g: g, why: filled(nil, len(s.Log.Tasks))}
	for i := range s.Log.Ledger.Instances {
		w.first = append(w.first, len(w.level))
		for range s.Log.Ledger.Instances[i].Layout.Waits {
			w.level, w.since = append(w.level, 0), append(w.since, g.from)
			w.means = append(w.means, means{})
		}
	}
	w.begin(s.Log.Before(max(g.from, 0)))
	events := s.Log.Events
	for i := s.Log.EventAfter(max(g.from, 0) - 1); i < len(events) && events[i].At < g.end(); i++ {
		if e := &events[i]; e.Kind == trace.Transition && e.Thing == trace.TaskThing {
			w.event(e)
		}
	}
	for i := range w.level {
		w.settle(i, min(g.end(), s.Log.End))
	}
	return w.lines()
}

// begin takes up the tasks that wait when the span begins.
func (w *waiters) begin(ledger *trace.Ledger) {
	for i := range ledger.Tasks {
		if t := &ledger.Tasks[i]; t.State.Waits() {
			w.enter(int32(t.ID), w.index(t.Lane, t.Why), w.g.from)
		}
	}
}

func (w *waiters) event(e *trace.Event) {
	if i := w.why[e.Who]; i >= 0 {
		w.settle(int(i), e.At)
		w.level[i]--
		w.why[e.Who] = -1
	}
	if e.To.Waits() {
		w.enter(e.Who, w.index(w.source.Log.Tasks[e.Who].Lane, e.Why), e.At)
	}
}

// index numbers a wait type; −1 if the reason is none.
func (w *waiters) index(lane trace.LaneID, why trace.Reason) int {
	in := w.source.Floor().Lanes[lane].Instance
	if int(why) >= w.source.Log.Ledger.Instances[in].Layout.Waits || w.source.isIdle(in, why) {
		return -1
	}
	return w.first[in] + int(why)
}

func (w *waiters) enter(task int32, wait int, at sim.Time) {
	if wait < 0 {
		return
	}
	w.settle(wait, at)
	w.level[wait]++
	w.why[task] = int32(wait)
}

func (w *waiters) settle(wait int, at sim.Time) {
	if w.level[wait] > 0 {
		if w.means[wait].part == nil {
			w.means[wait] = newMeans(w.g)
		}
		w.means[wait].add(w.since[wait], at, w.level[wait])
	}
	w.since[wait] = at
}

// lines are the wait types that occur, the busiest first.
func (w *waiters) lines() (lines []Wait) {
	sums := map[string]float64{}
	for in := range w.first {
		layout := &w.source.Log.Ledger.Instances[in].Layout
		for i := range layout.Waits {
			m := &w.means[w.first[in]+i]
			if m.part == nil {
				continue
			}
			line := Wait{w.source.prefix(trace.InstanceID(in)) + layout.Causes[i], m.values(1,
				w.source.Log.End)}
			for _, v := range line.Values {
				sums[line.Name] += v
			}
			lines = append(lines, line)
		}
	}
	sort.SliceStable(lines, func(a, b int) bool { return sums[lines[a].Name] > sums[lines[b].Name] })
	return lines[:min(len(lines), mostWaits)]
}

// NowOf are the values of a state.
func NowOf(s *Source, ledger *trace.Ledger) Now {
	now := Now{}
	floor, online := s.Floor(), 0
	for _, node := range floor.Nodes {
		busy := 0
		for _, lane := range floor.Groups[node].Lanes {
			account := &ledger.Lanes[lane]
			if len(account.Ring) == 0 {
				continue
			}
			busy++
			if !floor.Groups[node].Host {
				now.Runnable += len(account.Ring) - 1
				now.Yields += rate(account)
			}
		}
		count := floor.Groups[node].Online
		if !floor.Groups[node].Host {
			now.Running, online = now.Running+busy, online+count
		}
		now.Nodes = append(now.Nodes, 100*float64(busy)/float64(max(count, 1)))
	}
	now.Busy = 100 * float64(now.Running) / float64(max(online, 1))
	for i := range ledger.Tasks {
		t := &ledger.Tasks[i]
		switch {
		case t.State == trace.Suspended && !s.rests(t):
			now.Waiting++
		case t.State == trace.Pending:
			now.Pending++
		}
	}
	return now
}

// rate is how many yields a second a lane has while its rotation goes on.
func rate(account *trace.LaneAccount) float64 {
	if account.Next == sim.Never || account.Slice <= 0 {
		return 0
	}
	return float64(sim.Second) / float64(account.Slice)
}
