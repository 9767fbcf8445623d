package share

import (
	"slices"

	"schedlab/engine/scenario"
)

// Limits of views. assumed: far above what the page itself can come to.
const (
	maxName   = 1000 // bytes
	maxOpened = 4096 // groups, as many as CPUs
)

// Equal says whether two views are the same.
func (v View) Equal(other View) bool {
	opened := slices.Equal(v.Opened, other.Opened)
	v.Opened, other.Opened = nil, nil
	return opened && v.same(other)
}

func (v View) same(o View) bool {
	return v.At == o.At && v.From == o.From && v.To == o.To && v.Kind == o.Kind && v.ID == o.ID &&
		v.Zoom == o.Zoom && v.Colour == o.Colour && v.Tab == o.Tab && v.Table == o.Table && v.Speed == o.Speed
}

// tree writes what differs from the whole view. Names are short: links have them.
func (v View) tree() scenario.Tree {
	var members []scenario.Member
	add := func(differs bool, name string, value scenario.Tree) {
		if differs {
			members = append(members, scenario.Member{Name: name, Value: value})
		}
	}
	var opened []scenario.Tree
	for _, group := range v.Opened {
		opened = append(opened, scenario.Int(int64(group)))
	}
	add(v.At >= 0, "t", scenario.Int(v.At))
	add(v.From != 0 || v.To != 0, "w", scenario.Items(scenario.Int(v.From), scenario.Int(v.To)))
	add(v.Kind != "", "k", scenario.Items(scenario.Words(v.Kind), scenario.Int(int64(v.ID))))
	add(v.Zoom >= 0, "z", scenario.Int(int64(v.Zoom)))
	add(len(opened) > 0, "o", scenario.Items(opened...))
	add(v.Colour != "", "c", scenario.Words(v.Colour))
	add(v.Tab != "", "b", scenario.Words(v.Tab))
	add(v.Table != "", "l", scenario.Words(v.Table))
	add(v.Speed != 0, "s", scenario.Int(v.Speed))
	return scenario.Fields(members...)
}

// readView reads a view. One that makes no sense is the whole view: it is not worth losing a scenario for.
func readView(tree scenario.Tree) View {
	in := reader{tree: tree}
	v := View{At: in.whole("t", -1), Colour: in.name("c"), Tab: in.name("b"), Table: in.name("l"),
		Speed: in.whole("s", 0)}
	zoom := in.whole("z", -1)
	v.Zoom = int32(zoom)
	window, picked := in.items("w", 2), in.items("k", 2)
	if len(window) == 2 {
		v.From, v.To = in.number(window[0]), in.number(window[1])
	}
	if len(picked) == 2 && picked[0].Text != "" {
		v.Kind, v.ID = picked[0].Text, in.small(picked[1])
	}
	for _, group := range in.items("o", maxOpened) {
		v.Opened = append(v.Opened, in.small(group))
	}
	if in.isBad || int64(v.Zoom) != zoom || v.isOdd() {
		return Whole()
	}
	return v
}

func (v View) isOdd() bool {
	return v.At < -1 || v.From < 0 || v.To < v.From || v.Zoom < -1 || v.ID < 0 || v.Speed < 0 ||
		len(v.Kind) > maxName || slices.ContainsFunc(v.Opened, func(group int32) bool { return group < 0 })
}
