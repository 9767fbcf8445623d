package view

import (
	"strconv"
	"strings"

	"schedlab/engine/sim"
)

// Clock writes an instant as m:ss with decimals, those after the third in groups of three: "1:32.427 6".
func Clock(t sim.Time, places int) string {
	sign := ""
	if t < 0 {
		sign, t = "−", -t
	}
	whole := strconv.FormatInt(int64(t/sim.Minute), 10) + ":" + padded(int64(t%sim.Minute/sim.Second), 2)
	if places <= 0 {
		return sign + whole
	}
	digits := padded(int64(t%sim.Second), 9)[:min(places, 9)]
	for i := 3; i < len(digits); i += 4 {
		digits = digits[:i] + " " + digits[i:]
	}
	return sign + whole + "." + digits
}

// Places is how many decimals of a second an instant needs where a pixel is that long: as many as a pixel
// shows.
func Places(pixel sim.Time) int {
	places := 0
	for unit := sim.Second; places < 9 && unit/10 >= max(pixel, 1); unit /= 10 {
		places++
	}
	return places
}

func padded(n int64, width int) string {
	text := strconv.FormatInt(n, 10)
	for len(text) < width {
		text = "0" + text
	}
	return text
}

// Number writes a whole number with a comma between thousands.
func Number(n int64) string {
	if n < 0 {
		return "−" + Number(-n)
	}
	text := strconv.FormatInt(n, 10)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// Fixed writes a number with so many places and a comma between thousands.
func Fixed(v float64, places int) string {
	text := strconv.FormatFloat(v, 'f', places, 64)
	sign := ""
	if text[0] == '-' {
		sign, text = "−", text[1:]
	}
	whole := len(text)
	if places > 0 {
		whole -= places + 1
	}
	for i := whole - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return sign + text
}

// Seconds is a duration in seconds, without the unit: for columns whose head names it.
func Seconds(t sim.Time, places int) string { return Fixed(float64(t)/float64(sim.Second), places) }

// Millis is a duration in milliseconds, without the unit.
func Millis(t sim.Time, places int) string { return Fixed(float64(t)/float64(sim.Millisecond), places) }

// Span writes a duration with its unit, as exact as a person wants it: "830 ns", "12.5 µs", "4.000 ms",
// "51.6 s", "2.13 h".
func Span(t sim.Time) string {
	switch {
	case t < sim.Microsecond:
		return Number(int64(t)) + " ns"
	case t < sim.Millisecond:
		return Fixed(float64(t)/float64(sim.Microsecond), 1) + " µs"
	case t < sim.Second:
		return Millis(t, 3) + " ms"
	case t < sim.Hour:
		return Seconds(t, 1) + " s"
	}
	return Fixed(float64(t)/float64(sim.Hour), 2) + " h"
}

// counted is a number with its noun: "1 worker", "3 workers".
func counted(n int, noun string) string { return Number(int64(n)) + " " + plural(n, noun) }

func plural(n int, noun string) string {
	switch {
	case n == 1:
		return noun
	case len(noun) > 1 && noun[len(noun)-1] == 'y' && noun[len(noun)-2] != 'a':
		return noun[:len(noun)-1] + "ies"
	case len(noun) > 0 && noun[len(noun)-1] == 's':
		return noun + "es"
	}
	return noun + "s"
}

// brief writes a duration with its unit and no more places than it needs, at most three: "60 ms", "147.5 s".
func brief(t sim.Time) string {
	unit, name := sim.Second, " s"
	switch {
	case t < sim.Microsecond:
		unit, name = sim.Nanosecond, " ns"
	case t < sim.Millisecond:
		unit, name = sim.Microsecond, " µs"
	case t < sim.Second:
		unit, name = sim.Millisecond, " ms"
	case t >= sim.Hour:
		unit, name = sim.Hour, " h"
	}
	text := Fixed(float64(t)/float64(unit), 3)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".") + name
}
