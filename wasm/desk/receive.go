package desk

import "schedlab/wasm/proto"

// Received is a message of the runner.
type Received struct{ Message proto.ToPage }

// Apply takes the message. What is said of an older document than the page's is dropped, but for the fact
// that a picture was painted.
func (r Received) Apply(s *State) {
	m := r.Message
	if m.Drawn != nil {
		s.asked.drawing = false
	}
	switch {
	case m.Ready != nil:
		s.ready()
		return
	case m.Failed != nil:
		s.fail(*m.Failed)
		return
	case m.Generation == s.Generation:
		takeAll(s, m, ofTheDocument)
	}
	if m.Generation == s.RunOf {
		takeAll(s, m, ofTheRun)
	}
}

func takeAll(s *State, m proto.ToPage, takers []func(*State, proto.ToPage)) {
	for _, take := range takers {
		take(s, m)
	}
}

// ofTheDocument and ofTheRun each know one kind of message: about the document as it was last sent, or about
// the run that is looked at, which may be of an older one.
var (
	ofTheDocument = []func(*State, proto.ToPage){(*State).takeProgress, (*State).takeOpened,
		(*State).takeRefused}
	ofTheRun = []func(*State, proto.ToPage){(*State).takeVariant, (*State).takeJudged, (*State).takeDrawn,
		(*State).takeTip, (*State).takeSought, (*State).takeCopied, (*State).takePicture}
)

func (s *State) ready() {
	s.Ready = true
	if s.Waiting.On {
		s.sendOpen()
	}
}

// fail keeps the document and the reason, and asks for a new runner. It is not told to run the same again: a
// person decides that.
func (s *State) fail(f proto.Failed) {
	s.Failed = &f
	s.Ready, s.Playing = false, false
	s.Waiting, s.RunOf = Waiting{}, -1
	s.Run, s.Drawn, s.Rows, s.Series, s.Tip = nil, nil, nil, nil, nil
	s.asked = asked{}
	s.dropExport()
	s.Epoch++
	s.Effect.Replace = true
}

func (s *State) takeProgress(m proto.ToPage) {
	if m.Progress != nil && s.Waiting.On {
		s.Waiting.Progress = m.Progress
	}
}

func (s *State) takeOpened(m proto.ToPage) {
	if m.Opened == nil {
		return
	}
	before := s.Run
	s.dropExport()
	s.Variants = map[int]proto.Variant{}
	s.Run, s.RunOf, s.Claims = m.Opened, m.Generation, m.Opened.Claims
	s.Valid, s.ran = s.basis, s.sent
	s.markUnfit()
	s.Waiting = Waiting{}
	if before != nil && s.Window.Length() >= before.Duration && !s.asLooked {
		s.Window = Span{}
	}
	s.settleLook()
	s.Tip, s.Rows = nil, nil
	s.asked.fresh()
}

func (s *State) hasTable(name string) bool {
	for _, table := range s.Run.Tables {
		if table.Name == name {
			return true
		}
	}
	return false
}

// dropMissing lets go of groups that the new run does not have. Everything else keeps its number.
func (s *State) dropMissing() {
	groups := int32(len(s.Run.Groups))
	kept := s.Opened[:0:0]
	for _, group := range s.Opened {
		if group < groups {
			kept = append(kept, group)
		}
	}
	s.Opened = kept
	if s.Zoom >= groups {
		s.Zoom = -1
	}
	isGroup := s.Picked.Kind == "memory" || s.Picked.Kind == "node"
	if isGroup && s.Picked.ID >= groups || s.Picked.Kind == "scheduler" &&
		int(s.Picked.ID) >= s.Run.Schedulers {
		s.Picked = proto.Picked{}
	}
	if s.Picked.Kind == "range" && !s.asLooked {
		s.Picked = proto.Picked{} // the new run counts its own
	}
	s.Hovered = proto.Picked{}
}

func (s *State) takeRefused(m proto.ToPage) {
	if m.Refused == nil || s.fit(m.Refused.Problems) {
		return
	}
	s.Waiting = Waiting{}
	s.Problems = m.Refused.Problems
	s.Version++
}

func (s *State) takeVariant(m proto.ToPage) {
	if m.Variant != nil && !s.unfit[m.Variant.Index] {
		s.Variants[m.Variant.Index] = *m.Variant
	}
}

// takeJudged puts the claims in the place of those that waited for their figures.
func (s *State) takeJudged(m proto.ToPage) {
	if m.Judged != nil {
		s.Claims = m.Judged.Claims
	}
}

func (s *State) takeDrawn(m proto.ToPage) {
	d := m.Drawn
	if d == nil {
		return
	}
	s.Drawn = d
	if d.Series != nil {
		s.Series = d.Series
	}
	if d.Rows != nil && d.Rows.Tab == string(s.Tab) && (s.Tab != Tables || d.Rows.Table == s.Table) {
		s.Rows = d.Rows
	}
	if d.Twin != nil {
		s.Twin = d.Twin
	}
}

func (s *State) takeTip(m proto.ToPage) {
	t := m.Tip
	if t == nil {
		return
	}
	if t.Pick {
		s.pick(t.Picked)
		s.sight.picked = s.Picked // a click does not hide what the pointer rests on
		return
	}
	s.Hovered = t.Picked
	s.Tip, s.sight = t, s.inView()
	if t.Title == "" && len(t.Facts) == 0 {
		s.Tip = nil
	}
}

func (s *State) takeSought(m proto.ToPage) {
	if m.Sought == nil {
		return
	}
	if !m.Sought.Found {
		s.Notice = s.Supplies.Say.Text("notice.nothingFound")
		s.Playing = s.Playing && !s.Reduced
		return
	}
	s.Notice = m.Sought.Text
	s.moveTo(m.Sought.At)
	s.reveal()
	if m.Sought.Picked.Kind != "" {
		s.Picked = m.Sought.Picked
	}
}

func (s *State) takeCopied(m proto.ToPage) {
	if m.Copied == nil {
		return
	}
	s.Effect.Clipboard = m.Copied.Text
	s.Notice = s.Supplies.Say.Text("notice.copied", m.Copied.Rows)
}

// Died says that the runner ended without a word.
type Died struct{ Reason string }

// Apply replaces it.
func (d Died) Apply(s *State) { s.fail(proto.Failed{Message: d.Reason}) }
