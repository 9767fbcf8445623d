package view

import (
	"math"
	"strings"

	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// amount writes a number of things in few places: "7", "7.2", "4,303", "46.3 k", "463 k", "402.7 M".
func amount(v float64) string {
	switch {
	case v >= 999_950_000:
		return rounded(v/1e9, 1000) + " G"
	case v >= 999_500:
		return rounded(v/1e6, 1000) + " M"
	case v >= 10_000:
		return rounded(v/1e3, 100) + " k"
	}
	return rounded(v, 100)
}

// likeAmount writes a part of an amount in the same unit, if it is not too small for it: "0.26 M" of "402.7
// M".
func likeAmount(part, whole float64) string {
	text := amount(whole)
	for _, u := range []struct {
		size float64
		name string
	}{{1e9, " G"}, {1e6, " M"}, {1e3, " k"}} {
		if strings.HasSuffix(text, u.name) && part < u.size && part >= u.size/100 {
			return Fixed(part/u.size, 2) + u.name
		}
	}
	return amount(part)
}

// rounded writes a value with one place, two if it is small; none if it is whole or as large as a bound.
func rounded(v, bound float64) string {
	switch {
	case v >= bound || v == math.Trunc(v):
		return Fixed(v, 0)
	case v < 1:
		return Fixed(v, 2)
	}
	return Fixed(v, 1)
}

// size writes a number of bytes: "512 B", "8 KB", "46.9 MB". The units are powers of 1,024, as products print
// them.
func size(v float64) string {
	unit := 0
	for v >= 1000 && unit < len(byteUnits)-1 {
		v /= 1024
		unit++
	}
	return rounded(v, 100) + byteUnits[unit]
}

var byteUnits = []string{" B", " KB", " MB", " GB", " TB"}

// lasts writes a duration with at most one place: "830 ns", "12.5 µs", "1.0 ms", "65.4 s", "2.1 h".
func lasts(v float64) string {
	scale, unit := sim.Nanosecond, " ns"
	switch {
	case v >= float64(sim.Hour):
		scale, unit = sim.Hour, " h"
	case v >= float64(sim.Second):
		scale, unit = sim.Second, " s"
	case v >= float64(sim.Millisecond):
		scale, unit = sim.Millisecond, " ms"
	case v >= float64(sim.Microsecond):
		scale, unit = sim.Microsecond, " µs"
	}
	digits := 1
	if scale < sim.Second && v >= 100*float64(scale) {
		digits = 0
	}
	return Fixed(v/float64(scale), digits) + unit
}

// valueText writes a value of a unit.
func valueText(v float64, unit trace.Unit, rate bool) string {
	text := ""
	switch unit {
	case trace.Bytes:
		text = size(v)
	case trace.Span:
		text = lasts(v)
		if v == 0 {
			text = "0"
		}
	default:
		text = amount(v)
	}
	if rate {
		return text + "/s"
	}
	return text
}

// exactText writes a whole value of a unit with all its places.
func exactText(v int64, unit trace.Unit) string {
	switch unit {
	case trace.Bytes:
		return size(float64(v))
	case trace.Span:
		return Span(sim.Time(v))
	}
	return Number(v)
}

// roundStep is the least of 1, 2 and 5 times a power of ten that is not below v; of bytes, in their largest
// unit.
func roundStep(v float64, unit trace.Unit) float64 {
	if v <= 0 {
		return 1
	}
	base := 1.0
	if unit == trace.Bytes {
		for base*1024 <= v {
			base *= 1024
		}
	}
	power := base * math.Pow(10, math.Floor(math.Log10(v/base)))
	for _, times := range []float64{1, 2, 5} {
		if power*times >= v*(1-1e-9) {
			return power * times
		}
	}
	return power * 10
}

// wrapped breaks a text into at most two lines of a width; what does not fit is cut.
func wrapped(text string, width float32) []string {
	if textWidth(text, 11, 500) <= width {
		return []string{text}
	}
	words := strings.Fields(text)
	first := ""
	for len(words) > 1 && textWidth(first+words[0], 11, 500) <= width {
		first += words[0] + " "
		words = words[1:]
	}
	rest := cut(strings.Join(words, " "), width, 11)
	if first == "" {
		return []string{rest}
	}
	return []string{strings.TrimSpace(first), rest}
}

// cut shortens a text to a width.
func cut(text string, width, fontSize float32) string {
	if textWidth(text, fontSize, 500) <= width {
		return text
	}
	runes := []rune(text)
	for len(runes) > 1 && textWidth(string(runes)+"…", fontSize, 500) > width {
		runes = runes[:len(runes)-1]
	}
	return strings.TrimSpace(string(runes)) + "…"
}
