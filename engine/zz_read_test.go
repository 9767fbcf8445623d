package engine_test

import (
	"testing"

	"schedlab/engine"
	"schedlab/engine/scenario"
	"schedlab/scenarios"
)

func benchDoc(b *testing.B, set ...string) scenario.Document {
	s, _ := scenarios.Find("soft-numa-on")
	d, _ := scenario.ParseDocument(s.Text)
	for _, t := range set {
		a, _ := scenario.ParseAssignment(t)
		d, _ = d.Set(a.Path, a.Value)
	}
	return d
}

func BenchmarkRead96(b *testing.B) {
	d := benchDoc(b)
	p := engine.Products()
	for b.Loop() {
		scenario.Read(d, p)
	}
}

func BenchmarkRead4096(b *testing.B) {
	d := benchDoc(b, "machine.packages=16", "machine.cores_per_node=256")
	p := engine.Products()
	for b.Loop() {
		scenario.Read(d, p)
	}
}

func BenchmarkRunOn(b *testing.B) {
	d := benchDoc(b)
	s, _ := scenario.Read(d, engine.Products())
	for b.Loop() {
		engine.New(s, engine.Options{}).Finish()
	}
}

func BenchmarkRun4096(b *testing.B) {
	d := benchDoc(b, "machine.packages=16", "machine.cores_per_node=256")
	s, _ := scenario.Read(d, engine.Products())
	for b.Loop() {
		engine.New(s, engine.Options{}).Finish().Numbers()
	}
}
