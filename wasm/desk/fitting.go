package desk

import (
	"cmp"
	"slices"
	"sort"
	"strconv"
	"strings"

	"schedlab/engine/scenario"
	"schedlab/wasm/proto"
)

// fit takes out of the document what the runner refused, if all of that is in variations: a variant that does
// not fit the scenario as it is now must not keep it from running. Nobody's document is changed by that: the
// runner gets another one, and the list of variants says which do not fit.
func (s *State) fit(problems []proto.Problem) bool {
	if s.isTyped || s.unfit != nil || len(problems) == 0 {
		return false
	}
	unfit := map[int]bool{}
	var gone []string
	for _, p := range problems {
		part, _, _ := strings.Cut(strings.ReplaceAll(p.Path, ".", "["), "[")
		switch {
		case part == "variants" && strings.Contains(p.Path, "]"):
			unfit[position(p.Path)] = true
		case part == "expect" && strings.Contains(p.Path, "]"):
			gone = append(gone, p.Path[:strings.IndexByte(p.Path, ']')+1])
		case part == "sweep":
			gone = append(gone, part)
		default:
			return false
		}
	}
	s.unfit = unfit
	s.sent = without(s.sent, unfit, gone)
	s.open()
	return true
}

// position is the number in the first brackets of a path.
func position(path string) int {
	_, rest, _ := strings.Cut(path, "[")
	digits, _, _ := strings.Cut(rest, "]")
	n, _ := strconv.Atoi(digits)
	return n
}

// without empties variants, which keep their places, and removes entries: the last first, since those after
// it would move.
func without(d scenario.Document, unfit map[int]bool, gone []string) scenario.Document {
	for at := range unfit {
		if next, problems := d.Set(item("variants", at)+".set", scenario.Fields()); len(problems) == 0 {
			d = next
		}
	}
	sort.Slice(gone, func(i, k int) bool {
		a, b := gone[i], gone[k]
		return cmp.Or(position(b)-position(a), strings.Compare(a, b)) < 0
	})
	for _, path := range slices.Compact(gone) {
		if next, problems := d.Remove(path); len(problems) == 0 {
			d = next
		}
	}
	return d
}

// markUnfit says of the variants that were left out that they do not fit.
func (s *State) markUnfit() {
	for at := range s.unfit {
		s.Variants[at] = proto.Variant{Index: at, Error: s.Supplies.Say.Text("whatif.unfit")}
	}
}
