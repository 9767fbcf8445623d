package desk

import (
	"strconv"
	"strings"

	"schedlab/engine/scenario"
	"schedlab/wasm/proto"
)

// Explain is the dialog in which a person pastes what a database logged of its checkpoints.
type Explain struct {
	Text     string
	Pool     string          // size of the buffer pool as it was typed
	Unit     string          // of it: MB or GB
	Result   proto.Explained // of the last text that was read
	Chosen   int             // the message that a scenario is to be made of
	Problems []proto.Problem
	Reading  Reading
	Read     int  // grows with what is to be shown
	isTyped  bool // the size of the pool was typed: it counts more than what the text tells
}

// Units of the size of a pool.
const (
	Megabytes = "MB"
	Gigabytes = "GB"
)

// mbPerGB is how they are counted: in binary steps, as the product does.
const mbPerGB = 1024

// poolPath is the setting whose value stands in the dialog at first.
const poolPath = "system.settings.buffer_pool_mb"

// openExplain has the scenario's buffer pool in the field unless another was typed.
func (s *State) openExplain() {
	x := &s.Explain
	if x.isTyped {
		return
	}
	x.Pool, x.Unit = "", Gigabytes
	pool, _ := s.Document.Get(poolPath)
	if mb, err := strconv.ParseInt(pool.Text, 10, 64); err == nil && mb > 0 {
		x.Pool, x.Unit = pool.Text, Megabytes
		if mb%mbPerGB == 0 {
			x.Pool, x.Unit = strconv.FormatInt(mb/mbPerGB, 10), Gigabytes
		}
	}
	s.explain(none)
}

// Question is what stands in the dialog now.
type Question struct{ Text, Pool, Unit string }

// Apply has it read and explained.
func (q Question) Apply(s *State) {
	x := &s.Explain
	if q == (Question{x.Text, x.Pool, x.Unit}) && x.Reading.Fault == "" {
		return
	}
	if q.Text != x.Text {
		x.Text, x.Chosen = q.Text, 0
	}
	x.isTyped = x.isTyped || q.Pool != x.Pool || q.Unit != x.Unit
	x.Pool, x.Unit = q.Pool, q.Unit
	s.explain(none)
}

// none is no position in a list.
const none = -1

// explain asks what the messages mean; of the one at a position, if there is one, a scenario is made.
func (s *State) explain(made int) {
	x := &s.Explain
	if strings.TrimSpace(x.Text) == "" {
		x.Reading.rest()
		x.Result = proto.Explained{}
	} else {
		mb, _ := x.pool()
		s.toMaker(proto.ToRunner{Explain: &proto.Explain{Number: x.Reading.ask(), Text: x.Text, PoolMB: mb,
			Typed: x.isTyped, Made: made}})
	}
	x.settle(s.Supplies.Say)
}

// settle lists the problems of what was read and of what was typed.
func (x *Explain) settle(say Catalogue) {
	x.Read++
	x.Problems = x.Result.Problems
	if _, ok := x.pool(); !ok {
		x.Problems = append(x.Problems[:len(x.Problems):len(x.Problems)],
			proto.Problem{Message: say.Text("explain.noPool", x.Pool)})
	}
}

// pool is the size that was typed in MB, 0 if none was.
func (x *Explain) pool() (mb int64, ok bool) {
	text := strings.ReplaceAll(strings.TrimSpace(x.Pool), ",", "")
	if text == "" {
		return 0, true
	}
	size, err := strconv.ParseFloat(text, 64)
	if x.Unit == Gigabytes {
		size *= mbPerGB
	}
	if err != nil || !(size >= 1 && size <= 1<<40) {
		return 0, false
	}
	return int64(size), true
}

// useExplained asks for a scenario of the chosen message.
func (s *State) useExplained() {
	if x := &s.Explain; x.Chosen < len(x.Result.Said) && !x.Reading.Waits {
		s.explain(x.Chosen)
	}
}

// takeExplained puts the scenario in the place of the document, if one was wanted and could be made.
func (s *State) takeExplained(m proto.Explained) {
	x := &s.Explain
	if !x.Reading.takes(m.Number) {
		return
	}
	x.Result = m
	x.settle(s.Supplies.Say)
	if m.Scenario == "" {
		return
	}
	document, problems := scenario.ParseDocument([]byte(m.Scenario))
	if len(problems) > 0 {
		x.Problems = append(x.Problems, told(problems)...)
		return
	}
	s.Effect.Close = true
	s.begin("", document)
	s.Notice = s.Supplies.Say.Text("notice.made")
}
