package desk

import "schedlab/wasm/share"

// Stocked says that the scenarios besides the first one have come.
type Stocked struct{ Scenarios []share.Shipped }

// Apply offers them.
func (a Stocked) Apply(s *State) {
	s.Supplies.Scenarios = a.Scenarios
	s.Shelf.pristine = nil // of names that were unknown
	s.Shelf.standing.known = false
}
