package sqlserver

import (
	"strconv"

	"schedlab/engine/sim"
)

// numerals are the numbers that a sentence spells out.
var numerals = [...]string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
	"ten",
	"eleven", "twelve"}

// spelled writes a small number as a word.
func spelled(n int64) string {
	if n < int64(len(numerals)) {
		return numerals[n]
	}
	return grouped(n)
}

// grouped writes a number with commas for thousands.
func grouped(n int64) string {
	digits := strconv.FormatInt(n, 10)
	from := len(digits) % 3
	text := digits[:from]
	for ; from < len(digits); from += 3 {
		if text != "" {
			text += ","
		}
		text += digits[from : from+3]
	}
	return text
}

// counted is "1 worker" or "2,000 workers".
func counted(n int64, one, many string) string { return grouped(n) + " " + chosen(n, one, many) }

func chosen(n int64, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// outOf is "3 of 12 nodes", "both nodes" or "all 12 nodes".
func outOf(n, all int64, one, many string) string {
	if n == all && all > 1 {
		return every(all) + " " + many
	}
	return grouped(n) + " of " + grouped(all) + " " + chosen(all, one, many)
}

// every is "both" or "all 12".
func every(n int64) string {
	if n == 2 {
		return "both"
	}
	return "all " + grouped(n)
}

// exactMilliseconds writes a duration in ms with as many places as it has.
func exactMilliseconds(t sim.Time) string {
	return decimal(int64(t/sim.Millisecond), int64(t%sim.Millisecond), 6, 0) + " ms"
}

// seconds writes a duration in s with one place, cut off.
func seconds(t sim.Time) string {
	return grouped(int64(t/sim.Second)) + "." + strconv.FormatInt(int64(t%sim.Second/(sim.Second/10)), 10) +
		" s"
}

// lasting writes a duration as a sentence does: 65.7 s, 0.05 s, 3.2 ms; rounded to the nearest.
func lasting(t sim.Time) string {
	switch {
	case t >= sim.Second-sim.Second/200:
		tenths := int64((t + sim.Second/20) / (sim.Second / 10))
		return grouped(tenths/10) + "." + strconv.FormatInt(tenths%10, 10) + " s"
	case t >= 10*sim.Millisecond:
		return "0." + string(appendPadded(nil, int64((t+sim.Second/200)/(sim.Second/100)), 2)) + " s"
	}
	return tenthsOfMilliseconds(t)
}

// tenthsOfMilliseconds is 1.0 ms, rounded to the nearest.
func tenthsOfMilliseconds(t sim.Time) string {
	tenths := int64((t + sim.Millisecond/20) / (sim.Millisecond / 10))
	return grouped(tenths/10) + "." + strconv.FormatInt(tenths%10, 10) + " ms"
}

// size writes bytes: 1.5 GB. As the product does, it counts 1,024 MB to the GB.
func size(bytes int64) string {
	units := [...]string{"KB", "MB", "GB", "TB"}
	unit, at := int64(1<<10), 0
	for at < len(units)-1 && bytes >= unit<<10 {
		unit <<= 10
		at++
	}
	tenths := (bytes/(unit>>10)*10 + 512) / 1024
	return grouped(tenths/10) + "." + strconv.FormatInt(tenths%10, 10) + " " + units[at]
}

// decimal writes a whole and a fraction of so many digits without the zeros at its end, but at least so many.
func decimal(whole, fraction int64, digits, least int) string {
	b := appendPadded(nil, fraction, digits)
	for len(b) > least && b[len(b)-1] == '0' {
		b = b[:len(b)-1]
	}
	if len(b) == 0 {
		return grouped(whole)
	}
	return grouped(whole) + "." + string(b)
}

// moment writes an instant as m:ss.mmm, or with more places if it would not be later than another one.
func moment(t, after sim.Time) string {
	unit := sim.Millisecond
	for unit > sim.Nanosecond && t/unit*unit <= after {
		unit /= 1000
	}
	fraction := appendPadded(nil, int64(t%sim.Second/unit*unit), 9)
	for len(fraction) > 0 && fraction[len(fraction)-1] == '0' {
		fraction = fraction[:len(fraction)-1]
	}
	b := append([]byte(grouped(int64(t/sim.Minute))), ':')
	b = appendPadded(b, int64(t%sim.Minute/sim.Second), 2)
	if len(fraction) > 0 {
		b = append(append(b, '.'), fraction...)
	}
	return string(b)
}
