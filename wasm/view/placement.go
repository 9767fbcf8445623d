package view

import (
	"slices"
	"sort"
	"strings"

	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// mostRows is how many rows of requests a table shows.
const mostRows = 500

// landed is where a request's tasks are.
type landed struct {
	request     trace.RequestID
	coordinator trace.LaneID
	workers     []trace.LaneID // of the parallel workers, in the order of their execution contexts
	branch      []int16
}

// PlacementRows lists the parallel requests that run at an instant with the schedulers of their workers, and
// charts all parallel ones until then against nodes.
func PlacementRows(s *Source, ledger *trace.Ledger) Rows {
	out := Rows{Columns: []Column{{"session", true}, {s.requestNoun(), false}, {"dop", true},
		{"coordinator", false},
		{s.schedulerNoun() + "s", false}}}
	all := s.landings(ledger.At)
	for i := range all {
		l := &all[i]
		if s.Ended(l.request) <= ledger.At || len(out.Cells) >= mostRows {
			continue
		}
		where := "–"
		if l.coordinator != trace.NoLane {
			where = s.groupName(s.Floor().Lanes[l.coordinator].Node)
		}
		out.add(Picked{PickedRequest, int32(l.request)}, number(int(s.Log.Requests[l.request].Session)),
			s.Colours().Name(l.request), number(l.dop()), where, s.laneList(l.workers))
	}
	out.Note = counted(len(out.Cells), "parallel "+s.requestNoun()) + " now, " + number(len(all)) +
		" since the start"
	out.Chart = s.chart(all, ledger.At)
	return out
}

// landings are the parallel requests that were submitted until an instant, in order.
func (s *Source) landings(at sim.Time) []landed {
	found := map[trace.RequestID]int{}
	var all []landed
	for i := range s.Log.Tasks {
		t := &s.Log.Tasks[i]
		if t.At > at {
			break
		}
		if t.Request < 0 {
			continue
		}
		k, known := found[t.Request]
		if !known {
			k = len(all)
			found[t.Request] = k
			all = append(all, landed{request: t.Request, coordinator: trace.NoLane})
		}
		if t.Context == 0 {
			all[k].coordinator = t.Lane
			continue
		}
		all[k].workers, all[k].branch = append(all[k].workers, t.Lane), append(all[k].branch, t.Branch)
	}
	all = slices.DeleteFunc(all, func(l landed) bool { return len(l.workers) == 0 })
	sort.SliceStable(all, func(a, b int) bool { return all[a].request < all[b].request })
	return all
}

// dop is the number of workers of a branch: of the largest one.
func (l *landed) dop() int {
	count, most := map[int16]int{}, 0
	for _, b := range l.branch {
		count[b]++
		most = max(most, count[b])
	}
	return most
}

// laneList is the numbers of schedulers, ascending, each once.
func (s *Source) laneList(lanes []trace.LaneID) string {
	numbers := make([]int, len(lanes))
	for i, lane := range lanes {
		numbers[i] = int(s.Floor().Lanes[lane].Number)
	}
	sort.Ints(numbers)
	texts := make([]string, 0, len(numbers))
	for _, n := range slices.Compact(numbers) {
		texts = append(texts, number(n))
	}
	return strings.Join(texts, ",")
}

// mostPlaced is how many requests the chart shows: the latest.
const mostPlaced = 240

func (s *Source) chart(all []landed, at sim.Time) *Placement {
	c := &Placement{}
	position := map[int32]int32{}
	for i, n := range s.Floor().Nodes {
		c.Nodes = append(c.Nodes, s.groupName(n))
		position[n] = int32(i)
	}
	for _, l := range all[max(0, len(all)-mostPlaced):] {
		p := Placed{Picked: Picked{PickedRequest, int32(l.request)}, Name: s.Colours().Name(l.request),
			Colour: s.Colours().Of(l.request), Long: s.Colours().Big(l.request)}
		for _, lane := range l.workers {
			if n := position[s.Floor().Lanes[lane].Node]; !slices.Contains(p.Nodes, n) {
				p.Nodes = append(p.Nodes, n)
			}
		}
		sort.Slice(p.Nodes, func(a, b int) bool { return p.Nodes[a] < p.Nodes[b] })
		c.Items = append(c.Items, p)
	}
	c.Text = s.pattern(c)
	return c
}

// pattern says on how many nodes the big and the small requests have landed.
func (s *Source) pattern(c *Placement) string {
	var long, short int
	longOn, shortOn := map[int32]bool{}, map[int32]bool{}
	for i := range c.Items {
		on := shortOn
		if c.Items[i].Long {
			on = longOn
			long++
		} else {
			short++
		}
		for _, n := range c.Items[i].Nodes {
			on[n] = true
		}
	}
	if long+short == 0 {
		return "No parallel " + s.requestNoun() + " has started yet."
	}
	var parts []string
	if long > 0 {
		parts = append(parts, number(long)+" long parallel "+plural(long,
			s.requestNoun())+" on "+number(len(longOn))+" of "+
			counted(len(c.Nodes), "node"))
	}
	if short > 0 {
		parts = append(parts, number(short)+" cheap "+plural(short, "one")+" on "+number(len(shortOn)))
	}
	return sentence(strings.Join(parts, "; ")) + "."
}
