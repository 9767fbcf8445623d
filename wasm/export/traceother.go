package export

import (
	"sort"

	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// requests writes from when to when each request lasted.
func (t *traceFile) requests(f *File) {
	if t.lasting > mostLasting {
		return
	}
	for id := range t.log.Requests {
		r := &t.log.Requests[id]
		end := min(t.source.Ended(trace.RequestID(id)), t.log.End)
		if r.At < t.to && end > t.from {
			t.lasts(f, lasting{kind: "request", id: int64(id), from: r.At, to: end,
				name: t.source.Colours().Name(trace.RequestID(id)), place: place{int(r.Instance) + 1, 0}})
		}
	}
}

// ranges writes checkpoints and whatever else lasts, if they are few enough.
func (t *traceFile) ranges(f *File) {
	for i := range t.log.Ledger.Instances {
		in := trace.InstanceID(i)
		all := t.within(in)
		if len(all) > mostLasting {
			continue
		}
		for n := range all {
			t.lasts(f, lasting{kind: "range", id: int64(n), from: all[n].Begin,
				to: min(all[n].End, t.log.End), name: t.source.RangeTitle(in, &all[n]),
				place: place{i + 1, 0}})
		}
	}
}

// lines writes the lines of the products' own logs.
func (t *traceFile) lines(f *File) {
	for i := range t.log.Ledger.Instances {
		s := t.Run.Started(trace.InstanceID(i))
		if s.Description.LogLines == nil {
			continue
		}
		all := s.Description.LogLines(t.Run.Reading(i, t.log.At(t.to)))
		for count, l := range all {
			if l.At < t.from || l.At >= t.to || count > mostNotes {
				continue
			}
			r := t.begin(f, "i", l.Text)
			r.words("s", "p").at(place{i + 1, 0}).micros("ts", l.At).arguments().said("by", l.Source).end()
		}
	}
}

// level is how many workers are on the CPUs and in the queues of a node from an instant on, or by how many
// they change.
type level struct {
	at                sim.Time
	running, runnable int64
}

// loads writes, node by node, how many workers run and how many are runnable.
func (t *traceFile) loads(f *File) {
	floor := t.source.Floor()
	for _, node := range floor.Nodes {
		steps := t.levels(floor.Groups[node].Lanes)
		name := t.source.GroupName(node)
		to := place{memoryProcess + int(floor.Groups[node].Memory), 0}
		last := level{at: -1}
		for i, s := range steps {
			if i+1 < len(steps) && t.isCrowded(len(steps), s.at, steps[i+1].at) ||
				s.running == last.running && s.runnable == last.runnable && last.at >= 0 {
				continue
			}
			last = s
			r := t.begin(f, "C", name)
			r.at(to).micros("ts", s.at).arguments().number("running", s.running).
				number("runnable", s.runnable).end()
		}
	}
}

// isCrowded says whether a value of many is left out, because the next one is in the same part of the window.
func (t *traceFile) isCrowded(count int, at, next sim.Time) bool {
	part := max((t.to-t.from)/mostSteps, 1)
	return count > mostSteps && (at-t.from)/part == (next-t.from)/part
}

// levels are the steps of some lanes together, in order of time, one an instant.
func (t *traceFile) levels(lanes []trace.LaneID) []level {
	changes := []level{{at: t.from}}
	for _, lane := range lanes {
		t.pieces(lane, func(r *trace.Rotation, from, to sim.Time) {
			n := int64(len(r.Ring)) - 1
			changes = append(changes, level{from, 1, n}, level{to, -1, -n})
		})
	}
	sort.Slice(changes, func(a, b int) bool { return changes[a].at < changes[b].at })
	steps := changes[:0]
	now := level{}
	for i, c := range changes {
		now = level{c.at, now.running + c.running, now.runnable + c.runnable}
		if i+1 == len(changes) || changes[i+1].at > c.at {
			steps = append(steps, now)
		}
	}
	return steps
}

// amounts writes what the products tell of amounts, such as dirty pages: series with one name and one owner
// together.
func (t *traceFile) amounts(f *File) {
	for i := range t.log.Ledger.Instances {
		layout := &t.log.Ledger.Instances[i].Layout
		owners := map[string]int{}
		var groups [][]int
		for n, s := range layout.Series {
			key := s.Metric + "\n" + s.Label
			at, known := owners[key]
			if !known {
				at = len(groups)
				owners[key] = at
				groups = append(groups, nil)
			}
			groups[at] = append(groups[at], n)
		}
		for _, group := range groups[:min(len(groups), mostAmounts)] {
			t.amount(f, trace.InstanceID(i), group)
		}
	}
}

// mostAmounts is how many counters an instance has. assumed: a viewer shows a row each.
const mostAmounts = 200

// change is another value of a part of an amount.
type change struct {
	at    sim.Time
	part  int
	value int64
}

func (t *traceFile) amount(f *File, in trace.InstanceID, group []int) {
	first := t.log.Ledger.Instances[in].Layout.Series[group[0]]
	name := first.Metric
	if first.Label != "" {
		name += ", " + first.Label
	}
	now := make([]int64, len(group))
	var changes []change
	for part, series := range group {
		for _, s := range t.log.Samples(in, series) {
			if s.At >= t.from && s.At < t.to {
				changes = append(changes, change{s.At, part, s.Value})
			} else if s.At < t.from {
				now[part] = s.Value
			}
		}
	}
	sort.SliceStable(changes, func(a, b int) bool { return changes[a].at < changes[b].at })
	tell := func(at sim.Time) {
		r := t.begin(f, "C", name)
		r.at(place{int(in) + 1, 0}).micros("ts", at).arguments().
			number("value", together(now, first.Largest)).end()
	}
	tell(t.from)
	for i, c := range changes {
		now[c.part] = c.value
		if i+1 == len(changes) || changes[i+1].at > c.at &&
			!t.isCrowded(len(changes), c.at, changes[i+1].at) {
			tell(c.at)
		}
	}
}

// together is the sum of values, or the largest.
func together(values []int64, largest bool) (all int64) {
	for _, v := range values {
		if all += v; largest {
			all = max(all-v, v)
		}
	}
	return all
}
