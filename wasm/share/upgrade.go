package share

import "schedlab/engine/scenario"

// upgraders bring texts of older versions to the newest, a version a step: the one at v-1 makes version v+1
// of version v.
type upgraders []func(scenario.Tree) scenario.Tree

// newest is the newest version that can be read.
func (u upgraders) newest() int { return len(u) + 1 }

// raised is a text of a version in the newest one.
func (u upgraders) raised(tree scenario.Tree, version int) scenario.Tree {
	for _, up := range u[version-1:] {
		tree = up(tree)
	}
	return tree
}
