// Package scenarios is the shipped scenarios, each a lesson. Adding one is one file.
package scenarios

import (
	"embed"
	"sort"
	"strings"
)

//go:embed *.json
var files embed.FS

//go:embed soft-numa-on.json
var first []byte

// Scenario is a shipped document.
type Scenario struct {
	Name string // by which links and the command line name it
	Text []byte
}

// First is the name of the scenario that the page opens with.
const First = "soft-numa-on"

// Opening gives the scenario that the page opens with.
func Opening() Scenario { return Scenario{First, first} }

// All gives the shipped scenarios: the first one first, then by name.
func All() []Scenario {
	entries, err := files.ReadDir(".")
	if err != nil {
		panic("scenarios: the embedded folder cannot be read: " + err.Error())
	}
	var all []Scenario
	for _, e := range entries {
		text, err := files.ReadFile(e.Name())
		if err != nil {
			panic("scenarios: " + e.Name() + " cannot be read: " + err.Error())
		}
		all = append(all, Scenario{strings.TrimSuffix(e.Name(), ".json"), text})
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].Name == First && all[j].Name != First })
	return all
}

// Find gives the scenario of that name.
func Find(name string) (Scenario, bool) {
	for _, s := range All() {
		if s.Name == name {
			return s, true
		}
	}
	return Scenario{}, false
}
