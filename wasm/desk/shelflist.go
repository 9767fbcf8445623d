package desk

import (
	"slices"
	"sort"
	"strings"

	"schedlab/wasm/share"
)

// ShelfList is what of the library is shown, and in which order.
type ShelfList struct {
	Search, Tag string
	Sort        ShelfSort
	AllDrafts   bool
	Said        string // what came of an import
}

// ShelfSort is an order of the library.
type ShelfSort string

// Orders of the library.
const (
	ByChange   ShelfSort = "changed" // the newest first; also what "" means
	ByName     ShelfSort = "name"
	ByCreation ShelfSort = "created" // the newest first
)

// ShelfSorts lists them.
var ShelfSorts = []ShelfSort{ByChange, ByName, ByCreation}

// shownDrafts is how many drafts of gone pages are listed at first. assumed: nobody looks for
// older ones often.
const shownDrafts = 20

// Shelved are the saved scenarios that the list shows, in its order.
func (s *State) Shelved() []*share.Record {
	words := strings.Fields(strings.ToLower(s.Shelf.List.Search))
	var all []*share.Record
	for _, r := range s.Shelf.Records {
		if s.Shelf.List.Tag != "" && !slices.Contains(r.Tags, s.Shelf.List.Tag) {
			continue
		}
		if holdsAll(r, words) {
			all = append(all, r)
		}
	}
	arrange(all, orders[s.Shelf.List.Sort])
	return all
}

func arrange(records []*share.Record, order func(a, b *share.Record) int) {
	sort.Slice(records, func(a, b int) bool { return order(records[a], records[b]) < 0 })
}

// holdsAll says whether name, tags or text hold each of the words.
func holdsAll(r *share.Record, words []string) bool {
	if len(words) == 0 {
		return true
	}
	text := strings.ToLower(r.Title + "\n" + strings.Join(r.Tags, "\n") + "\n" + r.Parent + "\n" + r.Document)
	for _, word := range words {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}

var orders = map[ShelfSort]func(a, b *share.Record) int{
	"": byChange, ByChange: byChange,
	ByName: func(a, b *share.Record) int {
		if c := strings.Compare(strings.ToLower(a.Title), strings.ToLower(b.Title)); c != 0 {
			return c
		}
		return strings.Compare(a.ID, b.ID)
	},
	ByCreation: func(a, b *share.Record) int { return newer(a.Created, b.Created, a, b) },
}

func byChange(a, b *share.Record) int { return newer(a.Changed, b.Changed, a, b) }

func newer(a, b int64, first, second *share.Record) int {
	switch {
	case a > b:
		return -1
	case a < b:
		return 1
	}
	return strings.Compare(first.ID, second.ID)
}

// ShelvedDrafts are the drafts that the list shows, and how many older ones it does not.
func (s *State) ShelvedDrafts() (shown []*share.Record, more int) {
	drafts := s.Shelf.Drafts
	if s.Shelf.List.AllDrafts || len(drafts) <= shownDrafts {
		return drafts, 0
	}
	return drafts[:shownDrafts], len(drafts) - shownDrafts
}

// ShelfTags are all tags of saved scenarios, in order.
func (s *State) ShelfTags() []string {
	seen := map[string]bool{}
	var tags []string
	for _, r := range s.Shelf.Records {
		for _, tag := range r.Tags {
			if !seen[tag] {
				seen[tag] = true
				tags = append(tags, tag)
			}
		}
	}
	slices.Sort(tags)
	return tags
}

// Recent are the saved scenarios that were changed last.
func (s *State) Recent(most int) []*share.Record {
	all := make([]*share.Record, 0, len(s.Shelf.Records))
	for _, r := range s.Shelf.Records {
		all = append(all, r)
	}
	arrange(all, byChange)
	return all[:min(most, len(all))]
}

// ShippedTitle is the title of a shipped scenario, or empty.
func (s *State) ShippedTitle(name string) string {
	for _, shipped := range s.Supplies.Scenarios {
		if shipped.Name == name {
			return shipped.Title
		}
	}
	return ""
}
