package desk

import (
	"fmt"
	"strconv"
	"strings"
)

// Units of simulated time.
const (
	microsecond int64 = 1000
	millisecond       = 1000 * microsecond
	second            = 1000 * millisecond
	minute            = 60 * second
	hour              = 60 * minute
)

// Clock writes an instant as m:ss, with as many places as a step of the picture needs: tenths of a second
// for a step of milliseconds, milliseconds and microseconds for smaller ones.
func Clock(at, step int64) string {
	sign := ""
	if at < 0 {
		sign, at = "-", -at
	}
	text := fmt.Sprintf("%d:%02d", at/minute, at%minute/second)
	if at >= hour {
		text = fmt.Sprintf("%d:%02d:%02d", at/hour, at%hour/minute, at%minute/second)
	}
	switch {
	case step >= second:
		return sign + text
	case step >= 20*millisecond:
		return sign + text + fmt.Sprintf(".%d", at%second/(100*millisecond))
	case step >= millisecond:
		return sign + text + fmt.Sprintf(".%03d", at%second/millisecond)
	default:
		return sign + text + fmt.Sprintf(".%03d %03d", at%second/millisecond, at%millisecond/microsecond)
	}
}

// Short writes an instant with the places that it has.
func Short(at int64) string {
	text := Clock(at, second)
	if fraction := at % second; fraction > 0 {
		digits := strings.TrimRight(fmt.Sprintf("%09d", fraction), "0")
		text += "." + digits[:min(len(digits), 6)]
	}
	return text
}

// Length writes a span of time in the unit that suits it.
func Length(span int64) string {
	for _, unit := range []struct {
		of   int64
		name string
	}{{hour, "h"}, {minute, "min"}, {second, "s"}, {millisecond, "ms"}, {microsecond, "µs"}} {
		if span >= unit.of {
			return significant(float64(span)/float64(unit.of)) + " " + unit.name
		}
	}
	return strconv.FormatInt(span, 10) + " ns"
}

// significant writes a number with about three digits.
func significant(v float64) string {
	switch {
	case v >= 100:
		return strconv.FormatFloat(v, 'f', 0, 64)
	case v >= 10:
		return strings.TrimSuffix(strconv.FormatFloat(v, 'f', 1, 64), ".0")
	default:
		return strings.TrimSuffix(strconv.FormatFloat(v, 'f', 2, 64), ".00")
	}
}
