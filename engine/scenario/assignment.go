package scenario

import (
	"slices"
	"strings"
)

// Apply gives the document with values set, in order. Problems have the assignments' paths.
func (d Document) Apply(set []Assignment) (Document, []Problem) {
	var all []Problem
	for _, a := range set {
		next, problems := d.Set(a.Path, a.Value)
		all = append(all, problems...)
		d = next
	}
	return d, all
}

// Run gives the document of one run: with values set, and without what tells of other runs.
func (d Document) Run(set []Assignment) (Document, []Problem) {
	d, problems := d.Apply(set)
	d.Root.Members = slices.DeleteFunc(slices.Clone(d.Root.Members), func(m Member) bool {
		return m.Name != "version" && slices.Contains(fixed[:], m.Name)
	})
	return d, problems
}

// ParseAssignment reads "path=value", as a command line gives it. A value that is no JSON is text.
func ParseAssignment(text string) (Assignment, []Problem) {
	depth := 0
	for i, c := range text {
		switch {
		case c == '[':
			depth++
		case c == ']':
			depth--
		case c == '=' && depth == 0:
			value, problem := ParseTree(text[i+1:])
			if problem != nil {
				value = Words(text[i+1:])
			}
			return Assignment{Path: strings.TrimSpace(text[:i]), Value: value}, nil
		}
	}
	return Assignment{}, []Problem{{Path: text, Message: "a = and a value are missing",
		Hint: "for example system.settings.max_dop=8"}}
}

// Points are the runs of a sweep: every combination of the axes' values, the last axis changing fastest.
func Points(axes []Axis) [][]Assignment {
	points := [][]Assignment{nil}
	for _, axis := range axes {
		next := make([][]Assignment, 0, len(points)*len(axis.Values))
		for _, point := range points {
			for _, value := range axis.Values {
				next = append(next, append(slices.Clip(point), Assignment{Path: axis.Path, Value: value}))
			}
		}
		points = next
	}
	if len(axes) == 0 {
		return nil
	}
	return points
}
