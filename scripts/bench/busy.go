package main

import (
	"fmt"
	"runtime"
	"slices"
	"time"
)

// busyness tells how much longer work takes than it would on a machine that does nothing else: budgets are
// for such a machine. It is found by the same work over and over again: how long it takes on average, of how
// long it took at best.
type busyness struct {
	best  time.Duration
	parts []time.Duration
}

const (
	busyPieces = 150
	busySteps  = 400_000 // about a millisecond
)

// sample does the work some times.
func (b *busyness) sample() {
	for range busyPieces {
		began := time.Now()
		work := uint64(1)
		for range busySteps {
			work = work*0x5851f42d4c957f2d + 0x14057b7ef767814f
		}
		runtime.KeepAlive(work) // it must not be left out
		took := time.Since(began)
		b.parts = append(b.parts, took)
		if b.best == 0 || took < b.best {
			b.best = took
		}
	}
}

// factor is for the samples since the last call.
func (b *busyness) factor() float64 {
	var sum time.Duration
	for _, took := range b.parts {
		sum += took
	}
	f := float64(sum) / float64(len(b.parts)) / float64(b.best)
	b.parts = b.parts[:0]
	return max(1, f)
}

// fewBusy is what is not worth a word.
const fewBusy = 1.1

// allow adjusts what rows are compared with for a machine that was busy.
func (s *section) allow(factor float64) {
	if factor < fewBusy || !slices.ContainsFunc(s.rows, func(r row) bool { return r.timed }) {
		return
	}
	const remark = " (the machine is busy: work takes %.1f× as long, which verdicts allow for)"
	s.title += fmt.Sprintf(remark, factor)
	for i := range s.rows {
		r := &s.rows[i]
		switch {
		case !r.timed:
		case r.least:
			r.value *= factor
		default:
			r.value /= factor
		}
	}
}
