package desk

import (
	"strconv"
	"strings"

	"schedlab/engine/importer"
	"schedlab/engine/scenario"
	"schedlab/wasm/proto"
)

// Explain is the dialog in which a person pastes what a database logged of its checkpoints.
type Explain struct {
	Text     string
	Pool     string // size of the buffer pool as it was typed
	Unit     string // of it: MB or GB
	Found    importer.FlushCaches
	Said     []importer.Explanation // of the messages, in their order
	Chosen   int                    // the message that a scenario is to be made of
	Problems []proto.Problem
	Read     int  // grows with every text that was read
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
	x.read(s.Supplies.Say)
}

// Question is what stands in the dialog now.
type Question struct{ Text, Pool, Unit string }

// Apply reads and explains it.
func (q Question) Apply(s *State) {
	x := &s.Explain
	if q == (Question{x.Text, x.Pool, x.Unit}) {
		return
	}
	if q.Text != x.Text {
		x.Text, x.Chosen = q.Text, 0
		x.Found = importer.FlushCaches{}
		if strings.TrimSpace(q.Text) != "" {
			x.Found = importer.ParseFlushCache(q.Text)
		}
	}
	x.isTyped = x.isTyped || q.Pool != x.Pool || q.Unit != x.Unit
	x.Pool, x.Unit = q.Pool, q.Unit
	x.read(s.Supplies.Say)
}

// read explains the messages anew.
func (x *Explain) read(say Catalogue) {
	x.Read++
	x.Said, x.Problems = nil, told(x.Found.Problems)
	if _, ok := x.pool(); !ok {
		x.Problems = append(x.Problems, proto.Problem{Message: say.Text("explain.noPool", x.Pool)})
	}
	for _, f := range x.Found.Messages {
		x.Said = append(x.Said, importer.Explain(f, x.assume(f)))
	}
}

// assume is what the text and the dialog's field tell besides a message.
func (x *Explain) assume(f importer.FlushCache) importer.Assumptions {
	a := x.Found.Assume(f)
	if mb, ok := x.pool(); ok && mb > 0 && (x.isTyped || a.PoolMB == 0) {
		a.PoolMB, a.PoolSource = mb, ""
	}
	return a
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

// useExplained makes a scenario of the chosen message, in the place of the document.
func (s *State) useExplained() {
	x := &s.Explain
	if x.Chosen >= len(x.Found.Messages) {
		return
	}
	f := x.Found.Messages[x.Chosen]
	document, problems := importer.FlushCacheScenario(f, x.assume(f))
	if len(problems) == 0 {
		document, problems = scenario.ParseDocument(document.Bytes())
	}
	if len(problems) > 0 {
		x.read(s.Supplies.Say)
		x.Problems = append(x.Problems, told(problems)...)
		return
	}
	s.Effect.Close = true
	s.begin("", document)
	s.Notice = s.Supplies.Say.Text("notice.made")
}
