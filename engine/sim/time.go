package sim

import (
	"math"
	"strconv"
)

// Time is simulated time, an instant or a duration, in nanoseconds. A run starts at 0.
type Time int64

// Units of Time, and Never: later than every instant.
const (
	Nanosecond  Time = 1
	Microsecond      = 1000 * Nanosecond
	Millisecond      = 1000 * Microsecond
	Second           = 1000 * Millisecond
	Minute           = 60 * Second
	Hour             = 60 * Minute
	Never       Time = math.MaxInt64
)

// String writes t exactly, in the largest unit up to seconds that gives a whole part: "92.4276s", "4ms",
// "0s".
func (t Time) String() string {
	if t == Never {
		return "never"
	}
	magnitude, buffer := uint64(t), make([]byte, 0, 24)
	if t < 0 {
		magnitude, buffer = -magnitude, append(buffer, '-')
	}
	unit, name := uint64(Second), "s"
	switch {
	case magnitude == 0 || magnitude >= uint64(Second):
	case magnitude >= uint64(Millisecond):
		unit, name = uint64(Millisecond), "ms"
	case magnitude >= uint64(Microsecond):
		unit, name = uint64(Microsecond), "µs"
	default:
		unit, name = uint64(Nanosecond), "ns"
	}
	buffer = strconv.AppendUint(buffer, magnitude/unit, 10)
	return string(append(appendFraction(buffer, magnitude%unit, unit), name...))
}

// appendFraction writes rest/unit as a point and digits without trailing zeros; nothing when rest is 0.
func appendFraction(buffer []byte, rest, unit uint64) []byte {
	if rest == 0 {
		return buffer
	}
	buffer = append(buffer, '.')
	for ; rest != 0; rest %= unit {
		unit /= 10
		buffer = append(buffer, byte('0'+rest/unit))
	}
	return buffer
}

// Phase is the order inside one instant: what ends comes first, then what arrives, then the choice of who
// runs next, and last those who only look.
type Phase uint8

// The phases of an instant, in order.
const (
	Complete Phase = iota
	Arrive
	Dispatch
	Sample
)

// String is the name of the phase, for messages.
func (p Phase) String() string {
	if p > Sample {
		return "Phase(" + strconv.Itoa(int(p)) + ")"
	}
	return [...]string{"Complete", "Arrive", "Dispatch", "Sample"}[p]
}
