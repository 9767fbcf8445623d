package sim

import (
	"math/bits"
	"strconv"
)

// Stream is one sequence of random numbers: SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom
// Number Generators, OOPSLA 2014; constants as in Vigna's splitmix64.c), which is quick in WebAssembly
// too. The distributions use integers only, so every platform draws the same numbers. A method uses the
// same amount of the stream whatever its arguments (Below may draw again, rarely), so a changed mean
// shifts no other draw.
type Stream struct{ state uint64 }

// longestMean is the greatest mean of a distribution: 2.3 years, so that no result overflows.
const longestMean = 1 << 56

// longestDraw is the greatest result of LogNormal: 146 years, which can still be added to any time of a run.
const longestDraw = 1 << 62

// Rand is the stream of a name. Its numbers depend on the seed of the kernel and the name alone, not on which
// streams were made before. The same name gives the same stream, which goes on where it was.
func (k *Kernel) Rand(name string) *Stream {
	s := k.streams[name]
	if s == nil {
		s = &Stream{state: mix(k.seed + mix(hashName(name)))}
		k.streams[name] = s
	}
	return s
}

// hashName is FNV-1a, 64 bits.
func hashName(name string) uint64 {
	h := uint64(0xcbf29ce484222325)
	for i := range len(name) {
		h = (h ^ uint64(name[i])) * 0x100000001b3
	}
	return h
}

func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Uint64 is uniform over all values of 64 bits.
func (s *Stream) Uint64() uint64 {
	s.state += 0x9e3779b97f4a7c15
	return mix(s.state)
}

// Below is uniform in [0, n), without bias (Lemire: Fast Random Integer Generation in an Interval, 2019). It
// panics unless n is positive.
func (s *Stream) Below(n int64) int64 {
	if n <= 0 {
		panic("sim: random number below " + strconv.FormatInt(n, 10))
	}
	bound := uint64(n)
	high, low := bits.Mul64(s.Uint64(), bound)
	if low < bound {
		for excess := -bound % bound; low < excess; {
			high, low = bits.Mul64(s.Uint64(), bound)
		}
	}
	return int64(high)
}

// Exponential is exponentially distributed with a mean, rounded to whole nanoseconds but at least 1; 0
// when the mean is 0. It panics when the mean is negative or above 2.3 years.
func (s *Stream) Exponential(mean Time) Time {
	if uint64(mean) > longestMean {
		refuseMean(mean)
	}
	high, low := bits.Mul64(minusLog(s.Uint64()|1), uint64(mean))
	t := Time(high<<(64-logBits)|low>>logBits) + Time(low>>(logBits-1)&1)
	if t == 0 {
		return min(mean, 1)
	}
	return t
}

// Normal is standard normal, in units of 1/2^32, between -9.5 and 9.5 (Box and Muller, 1958: the square
// root of an exponential number times the sine of a uniform angle).
func (s *Stream) Normal() int64 {
	e := minusLog(s.Uint64()|1) | 1
	shift := bits.LeadingZeros64(e) &^ 1
	radius := squareRoot(e << shift) // sqrt(2E) · 2^(28+shift/2), as 2E is e · 2^-56
	v := s.Uint64()
	size := int64(radius * sine(uint8(v>>56), uint32(v>>24)) >> (28 + shift/2))
	sign := int64(v & 1)
	return (size ^ -sign) + sign
}

// LogNormal is log-normally distributed: mean is the mean of the distribution itself, sigmaPermille/1000
// the standard deviation of its logarithm. It is rounded to whole nanoseconds, at least 1, at most 146
// years; 0 when the mean is 0. It panics when the mean is negative or above 2.3 years, or sigmaPermille
// not in 0 to 3,000.
func (s *Stream) LogNormal(mean Time, sigmaPermille int64) Time {
	if uint64(mean) > longestMean {
		refuseMean(mean)
	}
	if uint64(sigmaPermille) > 3000 {
		panic("sim: log-normal with sigma of " + strconv.FormatInt(sigmaPermille, 10) +
			" permille, not 0 to 3000")
	}
	// exp(σN - σ²/2) = 2^y; the exponent first in units of 1/1000 of 2^-32, then y in units of 2^-32.
	exponent := sigmaPermille*s.Normal() - sigmaPermille*sigmaPermille<<31/1000
	y := (exponent>>24*log2ePermille41 + exponent&(1<<24-1)*log2ePermille41>>24) >> 17
	high, low := bits.Mul64(powerOfTwo(uint32(y)), uint64(mean))
	t := shiftDown(high, low, uint(62-y>>32))
	if t == 0 {
		return min(mean, 1)
	}
	return t
}

// shiftDown is the 128-bit number divided by 2^by, rounded, at most longestDraw.
func shiftDown(high, low uint64, by uint) Time {
	if by > 64 {
		return Time((high>>(by-65) + 1) >> 1)
	}
	if high>>(by-2) != 0 {
		return longestDraw
	}
	return Time(high<<(64-by)|low>>by) + Time(low>>(by-1)&1)
}

func refuseMean(mean Time) {
	panic("sim: distribution with a mean of " + mean.String() + ", not 0 to " + Time(longestMean).String())
}
