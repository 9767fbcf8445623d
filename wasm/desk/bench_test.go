package desk

import (
	"schedlab/wasm/share"
	"testing"

	"schedlab/engine"
	"schedlab/scenarios"
)

// BenchmarkEdit is what the page itself does at each key that is typed in a field.
func BenchmarkEdit(b *testing.B) {
	first, _ := scenarios.Find(scenarios.First)
	shipped := []share.Shipped{share.NewShipped(first.Name, first.Text)}
	s := New(Supplies{Products: engine.Products(), Scenarios: shipped})
	s.Show(first.Name)
	texts := []string{"3", "4"}
	for i := range b.N {
		Edit{Path: "machine.packages", Text: texts[i%2]}.Apply(s)
		s.Form()
	}
}

// BenchmarkForm is the making of the editor's content alone.
func BenchmarkForm(b *testing.B) {
	first, _ := scenarios.Find(scenarios.First)
	shipped := []share.Shipped{share.NewShipped(first.Name, first.Text)}
	s := New(Supplies{Products: engine.Products(), Scenarios: shipped})
	s.Show(first.Name)
	for range b.N {
		s.Version++
		s.Form()
	}
}
