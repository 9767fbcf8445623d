package desk

import (
	"strconv"

	"schedlab/engine/scenario"
	"schedlab/engine/setting"
)

// Nudge is an arrow key in the field of a number: one more or one less.
type Nudge struct {
	Path string
	By   int64
}

// Apply changes the number if it is a whole one and stays in its range.
func (n Nudge) Apply(s *State) {
	f, known := s.field(n.Path)
	if !known || f.Kind != setting.Number {
		return
	}
	value, err := strconv.ParseInt(f.Text, 10, 64)
	if err != nil {
		return
	}
	next := value + n.By
	unit := int64(1)
	for range f.Decimals {
		unit *= 10
	}
	if next*unit < f.Min || f.Max > 0 && next*unit > f.Max {
		return
	}
	s.Effect.Rewrite = n.Path
	s.change(n.Path, func(d scenario.Document) (scenario.Document, []scenario.Problem) {
		return d.Set(n.Path, scenario.Int(next))
	})
}
