package desk

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"schedlab/engine/scenario"
	"schedlab/engine/setting"
)

// setAxis changes the field of an axis, or its values; an axis without a field goes.
func (s *State) setAxis(at int, path, values string) {
	s.catchUp()
	axes := slices.Clone(s.Sweep.Axes)
	for len(axes) <= at {
		axes = append(axes, SweepAxis{})
	}
	axis := axes[at]
	switch {
	case values != "":
		axis.Values = splitValues(values)
	case path == axis.Path:
		return
	default:
		axis.Path = path
		axis.Values = s.usualValues(path)
	}
	axes[at] = axis
	tree := scenario.Fields()
	for _, axis := range axes {
		if axis.Path == "" || slices.ContainsFunc(tree.Members, func(m scenario.Member) bool {
			return m.Name == axis.Path
		}) {
			continue
		}
		list := scenario.Items()
		for _, value := range axis.Values {
			list.Items = append(list.Items, treeOf(value))
		}
		tree.Members = append(tree.Members, scenario.Member{Name: axis.Path, Value: list})
	}
	s.change("sweep", func(d scenario.Document) (scenario.Document, []scenario.Problem) {
		if len(tree.Members) == 0 {
			return d.Remove("sweep")
		}
		return d.Set("sweep", tree)
	})
}

// treeOf is a value as somebody types it: what is no JSON is text.
func treeOf(text string) scenario.Tree {
	value, problem := scenario.ParseTree(text)
	if problem != nil {
		return scenario.Words(text)
	}
	return value
}

// mostValues bounds what a range may stand for.
const mostValues = 100

// splitValues reads "1, 2, 4" or "10..50/10", or both together.
func splitValues(text string) []string {
	var all []string
	for _, part := range strings.Split(text, ",") {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		if values, ok := rangeOf(part); ok {
			all = append(all, values...)
			continue
		}
		all = append(all, part)
	}
	return all
}

// rangeOf reads "from..to" or "from..to/step" of whole numbers.
func rangeOf(text string) (values []string, ok bool) {
	from, rest, isRange := strings.Cut(text, "..")
	to, step, stepped := strings.Cut(rest, "/")
	if !stepped {
		step = "1"
	}
	low, err := strconv.Atoi(strings.TrimSpace(from))
	high, err2 := strconv.Atoi(strings.TrimSpace(to))
	by, err3 := strconv.Atoi(strings.TrimSpace(step))
	if !isRange || err != nil || err2 != nil || err3 != nil || by < 1 || high < low ||
		(high-low)/by >= mostValues {
		return nil, false
	}
	for n := low; n <= high; n += by {
		values = append(values, strconv.Itoa(n))
	}
	return values, true
}

// usualValues are some to begin with: both of a switch, all of a choice, half to four times a number.
func (s *State) usualValues(path string) []string {
	f, known := s.field(path)
	if !known {
		return nil
	}
	if len(f.Choices) > 0 {
		var all []string
		for _, option := range f.Choices {
			all = append(all, option.Name)
		}
		return all
	}
	now := f.Text
	if n, err := strconv.Atoi(strings.ReplaceAll(now, ",", "")); err == nil {
		var all []string
		for _, v := range []int{n / 2, n, 2 * n, 4 * n} {
			if text := strconv.Itoa(v); !slices.Contains(all, text) && v > 0 {
				all = append(all, text)
			}
		}
		return all
	}
	if now == "true" || now == "false" || f.On {
		return []string{"true", "false"}
	}
	return []string{now}
}

// SweepField is a field that can be swept.
type SweepField struct{ Path, Title string }

// SweepFields are the fields of the form that hold a number, a choice or a switch, and those that are swept.
func (s *State) SweepFields() []SweepField {
	var all []SweepField
	for _, axis := range s.Sweep.Axes {
		all = append(all, SweepField{axis.Path, axis.Title})
	}
	fields := s.Form().fields
	paths := make([]string, 0, len(fields))
	for path := range fields {
		paths = append(paths, path)
	}
	sort.Strings(paths)
	for _, path := range paths {
		f := fields[path]
		isSwept := slices.ContainsFunc(all, func(known SweepField) bool { return known.Path == path })
		if f.Kind == setting.Text || f.Kind == setting.List || isSwept || strings.HasSuffix(path, lawMark) {
			continue
		}
		all = append(all, SweepField{path, f.Title + " (" + path + ")"})
	}
	return all
}
