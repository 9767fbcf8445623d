package desk

// Rows says which rows of a long table are in view.
type Rows struct{ From, In int }

// Apply asks for others when the view comes near the end of those that are there.
func (r Rows) Apply(s *State) {
	if s.Rows == nil {
		return
	}
	from, to := s.Rows.First, s.Rows.First+len(s.Rows.Cells)
	if r.From >= from && r.From+r.In <= to {
		return
	}
	s.First = max(0, r.From-(rowsAsked-r.In)/2)
}
