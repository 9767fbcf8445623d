package view

import (
	"sort"

	"schedlab/engine/sim"
	"schedlab/engine/system"
	"schedlab/engine/trace"
)

// owners are whose amounts and ranges an instance's figures show: each label of the series that are drawn as
// areas or a strip, in order of first appearance. An owner may stand for several things with numbers that
// follow each other, such as databases that are alike.
type owners struct {
	list   []owner
	metric string // of the amounts that owners are told by
	places map[string]int
}

type owner struct {
	label  string
	thing  int64 // number of its first thing
	tone   Tone
	series []int // its amounts, by memory node
	most   int64 // the largest value of one of its series
	many   bool  // ranges name more than its first thing
}

func newOwners(s *Source, in trace.InstanceID) *owners {
	o := &owners{places: map[string]int{}}
	for _, f := range s.Description.Figures {
		if o.metric == "" && (f.Kind == system.Strip || f.Kind == system.Areas) {
			o.metric = f.Of
		}
	}
	for i, series := range s.layoutOf(in).Series {
		if series.Metric != o.metric || series.Label == "" {
			continue
		}
		at, known := o.places[series.Label]
		if !known {
			at = len(o.list)
			o.places[series.Label] = at
			o.list = append(o.list, owner{label: series.Label, thing: int64(series.Thing)})
		}
		o.list[at].series = append(o.list[at].series, i)
	}
	o.colour(s, in)
	for _, r := range s.Log.Ranges(in) {
		if at := o.of(r.Of); at >= 0 && o.list[at].thing != r.Of {
			o.list[at].many = true
		}
	}
	return o
}

// colour gives the owners the request colours in their order; of more than twelve, the eleven with the
// largest amounts.
func (o *owners) colour(s *Source, in trace.InstanceID) {
	kept := make([]int, len(o.list))
	for i := range o.list {
		kept[i] = i
		for _, series := range o.list[i].series {
			for _, sample := range s.Log.Samples(in, series) {
				o.list[i].most = max(o.list[i].most, sample.Value)
			}
		}
	}
	if len(kept) > inks {
		sort.SliceStable(kept, func(a, b int) bool { return o.list[kept[a]].most > o.list[kept[b]].most })
		kept = kept[:inks-1]
		sort.Slice(kept, func(a, b int) bool { return kept[a] < kept[b] })
	}
	for i := range o.list {
		o.list[i].tone = RequestTone(0)
	}
	for colour, i := range kept {
		o.list[i].tone = RequestTone(colour + 1)
	}
}

// tone is the tone of a label; a label that is no owner's, or of one that has none of its own, is "other".
func (o *owners) tone(label string) Tone {
	if at, known := o.places[label]; known {
		return o.list[at].tone
	}
	return RequestTone(0)
}

// number is the colour of a tone, 1 to 12; 0 = other.
func (t Tone) number() int {
	if t >= Q1 && t <= Q12 {
		return int(t-Q1) + 1
	}
	return 0
}

// of is the owner of a thing: the one with the largest number that is not above it; −1 = nobody's.
func (o *owners) of(thing int64) int {
	best := -1
	for i := range o.list {
		if o.list[i].thing <= thing && (best < 0 || o.list[i].thing > o.list[best].thing) {
			best = i
		}
	}
	return best
}

// name is what a thing is called: its owner's label, with a number if that stands for several.
func (o *owners) name(thing int64) string {
	at := o.of(thing)
	if at < 0 {
		return Number(thing)
	}
	if !o.list[at].many {
		return o.list[at].label
	}
	return o.list[at].label + " " + Number(thing-o.list[at].thing+1)
}

// legend lists the owners that have a colour of their own and ever an amount.
func (f *figure) legend(list []Legend) []Legend {
	others := 0
	for i := range f.owners.list {
		o := &f.owners.list[i]
		switch {
		case o.most == 0:
		case o.tone.number() > 0:
			list = append(list, Legend{o.tone.Name(), o.label})
		default:
			others++
		}
	}
	if others > 0 {
		list = append(list, Legend{RequestTone(0).Name(), counted(others, "other")})
	}
	return list
}

// total is an owner's amount at an instant, over all memory nodes.
func (s *Source) total(in trace.InstanceID, o *owner, at sim.Time) (sum int64) {
	for _, i := range o.series {
		sum += amountAt(s.Log.Samples(in, i), at)
	}
	return sum
}

// amountAt is the value of a series at an instant.
func amountAt(list []trace.Sample, at sim.Time) int64 {
	i := sort.Search(len(list), func(i int) bool { return list[i].At > at })
	if i == 0 {
		return 0
	}
	return list[i-1].Value
}
