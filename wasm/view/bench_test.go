package view

import (
	"testing"

	"schedlab/engine/sim"
)

func BenchmarkPaintAll4096(b *testing.B) {
	s, tl := crowd(16, 32), &Timeline{}
	port := LinePort{Width: 846, Height: 320, Ratio: 2, From: 0, To: 10 * sim.Second}
	b.ReportAllocs()
	for b.Loop() {
		tl.source = nil
		tl.Paint(&s.Source, port, Look{})
	}
}

func BenchmarkPaintNew4096(b *testing.B) {
	s, tl := crowd(16, 32), &Timeline{}
	port := LinePort{Width: 846, Height: 320, Ratio: 2, From: 0, To: 3 * sim.Second}
	step := 16 * ms
	b.ReportAllocs()
	for b.Loop() {
		if port.From += step; port.From > 7*sim.Second || port.From < 0 {
			step = -step
		}
		port.To = port.From + 3*sim.Second
		tl.Paint(&s.Source, port, Look{})
	}
}

func BenchmarkPlan(b *testing.B) {
	for _, size := range sizes {
		b.Run(size.name, func(b *testing.B) {
			s, p := crowd(size.memories, size.nodes), &Plan{}
			ledger, buffer := s.Log.At(9*sim.Second), &Buffer{}
			b.ReportAllocs()
			for b.Loop() {
				Encode(p.Draw(&s.Source, ledger, PlanPort{Width: 846, Height: 320, Zoom: Machine}, Look{}),
					buffer)
			}
		})
	}
}

func BenchmarkSeries96(b *testing.B) {
	s := stacked()
	for b.Loop() {
		SeriesOf(&s.Source, [2]sim.Time{0, 147500 * ms}, 1000)
	}
}

func BenchmarkCursor4096(b *testing.B) {
	s := crowd(16, 32)
	c, at := NewCursor(s.Log), sim.Time(0)
	for b.Loop() {
		at = (at + 16*ms) % (10 * sim.Second)
		c.At(at)
	}
}
