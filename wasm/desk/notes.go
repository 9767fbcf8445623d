package desk

// Resized says what the pictures may use now.
type Resized struct{ Sizes Sizes }

// Apply takes the sizes. A picture that is not seen at the moment has none and keeps its last.
func (r Resized) Apply(s *State) {
	if r.Sizes.Plan <= 0 || r.Sizes.Line <= 0 {
		return
	}
	s.Sizes = r.Sizes
}

// SystemDark says what the system's theme is.
type SystemDark struct{ Is bool }

// Apply follows it unless a person chose.
func (d SystemDark) Apply(s *State) {
	s.systemDark = d.Is
	s.settleTheme()
}

func (s *State) settleTheme() { s.Dark = s.Theme == Dark || s.Theme == Auto && s.systemDark }

// ReducedMotion says whether motion is wanted.
type ReducedMotion struct{ Is bool }

// Apply follows it.
func (r ReducedMotion) Apply(s *State) { s.Reduced = r.Is }

// Phone says whether the window shows one screen at a time.
type Phone struct{ Is bool }

// Apply follows it.
func (p Phone) Apply(s *State) { s.Phone = p.Is && s.Embedded == nil }

// OutOfSight says that the page is hidden.
type OutOfSight struct{}

// Apply pauses.
func (OutOfSight) Apply(s *State) { s.Playing = false }

// NextTab opens a neighbour of the open tab.
type NextTab struct{ By int }

// Apply opens it.
func (n NextTab) Apply(s *State) {
	for i, tab := range Tabs {
		if tab == s.Tab {
			s.openTab(Tabs[(i+n.By+len(Tabs))%len(Tabs)])
			return
		}
	}
}

// Notice tells something short.
type Notice struct{ Text string }

// Apply tells it.
func (n Notice) Apply(s *State) { s.Notice = n.Text }
