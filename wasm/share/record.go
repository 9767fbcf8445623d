// Package share is what leaves the page and comes back: links, files and saved scenarios, as texts with
// versions. It is pure; reading bounds its work, since whoever wrote a text may mean harm.
package share

// Record is a saved scenario.
type Record struct {
	ID       string // made when it is first kept; it never changes
	Revision int64  // grows by one with each save; 0 = never saved
	IsDraft  bool   // kept by the page itself while somebody works, not saved by hand
	Title    string // the name it has in the list
	Tags     []string
	Created  int64  // milliseconds since 1970
	Changed  int64  // the same
	Parent   string // the shipped scenario that it was made from; "" = none
	Of       string // of a draft: ID of the record that it changes; "" = none
	Document string // JSON as it was typed or edited, perhaps with problems
	View     View
	Picture  string // SVG of the last run's floor plan; "" = none
}
