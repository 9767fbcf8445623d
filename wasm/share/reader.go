package share

import (
	"slices"
	"strconv"

	"schedlab/engine/scenario"
)

// reader takes values out of an object. What is missing is empty; what is of another kind or longer than it
// may be makes it bad.
type reader struct {
	tree  scenario.Tree
	isBad bool
}

func (r *reader) member(name string, kind scenario.Kind) (scenario.Tree, bool) {
	value, isThere := r.tree.Member(name)
	if isThere && value.Kind != kind {
		r.isBad = true
		return scenario.Tree{}, false
	}
	return value, isThere
}

func (r *reader) object(name string) scenario.Tree {
	value, _ := r.member(name, scenario.Object)
	return value
}

func (r *reader) text(name string) string {
	value, _ := r.member(name, scenario.Text)
	return value.Text
}

// name reads a text of at most maxName bytes.
func (r *reader) name(name string) string {
	text := r.text(name)
	r.isBad = r.isBad || len(text) > maxName
	return text
}

// whole reads a whole number; it is the given one if it is missing.
func (r *reader) whole(name string, missing int64) int64 {
	value, isThere := r.member(name, scenario.Number)
	if !isThere {
		return missing
	}
	return r.number(value)
}

func (r *reader) number(t scenario.Tree) int64 {
	n, err := strconv.ParseInt(t.Text, 10, 64)
	r.isBad = r.isBad || t.Kind != scenario.Number || err != nil
	return n
}

func (r *reader) small(t scenario.Tree) int32 {
	n := r.number(t)
	r.isBad = r.isBad || int64(int32(n)) != n
	return int32(n)
}

func (r *reader) items(name string, most int) []scenario.Tree {
	value, _ := r.member(name, scenario.List)
	if len(value.Items) > most {
		r.isBad = true
		return nil
	}
	return value.Items
}

func (r *reader) flag(name string) bool {
	value, _ := r.member(name, scenario.Bool)
	return value.Text == "true"
}

// same says whether two values are written alike: with members in one order, and numbers spelled in one way.
func same(a, b scenario.Tree) bool {
	return a.Kind == b.Kind && a.Text == b.Text && slices.EqualFunc(a.Items, b.Items, same) &&
		slices.EqualFunc(a.Members, b.Members, func(x, y scenario.Member) bool {
			return x.Name == y.Name && same(x.Value, y.Value)
		})
}
