package importer

import (
	"math"
	"math/bits"
	"strconv"
	"strings"
)

// ratio is a × b ÷ c, rounded half up, and the largest number where that is too large or c is 0. None of them
// may be negative.
func ratio(a, b, c int64) int64 {
	high, low := bits.Mul64(uint64(a), uint64(b))
	low, carry := bits.Add64(low, uint64(c/2), 0)
	high += carry
	if c <= 0 || high >= uint64(c) {
		return math.MaxInt64
	}
	quotient, _ := bits.Div64(high, low, uint64(c))
	return int64(min(quotient, math.MaxInt64))
}

func digits(n int64) string { return strconv.FormatInt(n, 10) }

// grouped writes a number with commas between thousands.
func grouped(n int64) string {
	text := digits(n)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}

// hundredths writes a number of hundredths with two decimals, as SQL Server prints rates.
func hundredths(n int64) string { return digits(n/100) + "." + twoFigures(n%100) }

func twoFigures(n int64) string { return digits(n/10) + digits(n%10) }

// tenths writes a number of tenths, without the decimal if it is 0.
func tenths(n int64) string {
	return strings.TrimSuffix(grouped(n/10)+"."+digits(n%10), ".0")
}

// few writes hundredths with two decimals below 1 and with one from there on.
func few(n int64) string {
	if n < 100 {
		return hundredths(n)
	}
	return tenths(ratio(n, 1, 10))
}

// seconds writes milliseconds as seconds with one decimal, or as they are below one second.
func seconds(ms int64) string {
	if ms < 1000 {
		return digits(ms) + " ms"
	}
	return tenths(ratio(ms, 1, 100)) + " s"
}

// pause writes milliseconds in the largest unit of which there are ten.
func pause(ms int64) string {
	switch {
	case ms < 600_000:
		return seconds(ms)
	case ms < 36_000_000:
		return digits(ratio(ms, 1, 60_000)) + " minutes"
	}
	return grouped(ratio(ms, 1, 3_600_000)) + " hours"
}

// share writes a part of a whole in per cent.
func share(part, whole int64) string {
	permille := ratio(part, 1000, whole)
	if permille == 0 && part > 0 {
		return "less than 0.1 %"
	}
	return tenths(permille) + " %"
}

// lasting writes microseconds in a unit that suits them.
func lasting(us int64) string {
	switch {
	case us < 1000:
		return digits(us) + " µs"
	case us < 1_000_000:
		return tenths(ratio(us, 1, 100)) + " ms"
	}
	return seconds(us / 1000)
}

// size writes MiB in a unit that suits them.
func size(mb int64) string {
	switch {
	case mb < 1024:
		return digits(mb) + " MB"
	case mb < 1024*1024:
		return tenths(ratio(mb, 10, 1024)) + " GB"
	}
	return tenths(ratio(mb, 10, 1024*1024)) + " TB"
}
