package sim

import "math/bits"

// Logarithm, square root, sine and power of two on integers, by tables and short series. "Unit 2^-n" says
// that the integer counts 1/2^n. Relative errors stay below 1e-7; the tests hold them against package
// math.

const (
	logBits         = 57         // unit of minusLog
	log2ePermille41 = 3172519946 // log2(e)/1000 in unit 2^-41
	ln2At32         = 2977044472 // ln 2 in unit 2^-32
	sineStepAt39    = 3373259426 // π/512 in unit 2^-39
	sineStepAt63    = 56593902016227522
	third16         = 21845 // 1/3 and 1/6 in unit 2^-16
	sixth16         = 10923
)

// logEntry serves the numbers f in (n-1, n]/256 with n = 257 + index.
type logEntry struct {
	rest  uint64 // ln(512/n), unit 2^-63
	scale uint64 // 256/n, unit 2^-32
}

var (
	logTable, ln2At57 = makeLogTable()
	rootTable         = makeRootTable()
	sineTable         = makeSineTable()
	powerTable        = makePowerTable()
)

// minusLog is -ln(x/2^64) in unit 2^-57 for x > 0. With x = f·2^(63-zeros), 1 <= f < 2, and c the next 256th
// above f, it is zeros·ln 2 + ln(2/c) - ln(f/c): only positive terms, so nothing cancels near x = 2^64.
func minusLog(x uint64) uint64 {
	zeros := bits.LeadingZeros64(x)
	x <<= zeros & 63
	entry := &logTable[x>>55&255]
	below := 1<<55 - x&(1<<55-1) // c - f, unit 2^-63
	// z = 1 - f/c in unit 2^-63, y the same in 2^-40; -ln(1-z) is about z + z²·(1/2 + z/3).
	z := below>>32*entry.scale + below&(1<<32-1)*entry.scale>>32
	y := z >> 23
	sum := entry.rest + z + (y*y>>32)*(1<<31+y*third16>>24)>>17
	return uint64(zeros)*ln2At57 + sum>>(63-logBits)
}

// makeLogTable sums ln(n/(n-1)) = 2·artanh(1/(2n-1)) downwards from n = 512, where the rest is 0.
func makeLogTable() (table [256]logEntry, ln2 uint64) {
	rest := uint64(0)
	for n := uint64(512); n > 256; n-- {
		table[n-257] = logEntry{rest: rest, scale: (256<<32 + n/2) / n}
		q := 2*n - 1
		for term, odd := uint64(1<<63)/q, uint64(1); term != 0; term, odd = term/(q*q), odd+2 {
			rest += 2 * term / odd
		}
	}
	return table, rest >> (63 - logBits)
}

// squareRoot is the root of x >= 2^62, too great by 1 at most and below 2^32.
func squareRoot(x uint64) uint64 {
	root := rootTable[x>>56]
	root = (root + x/root) >> 1
	root = (root + x/root) >> 1
	return min(root, 1<<32-1)
}

// makeRootTable holds the root of the middle of each range of numbers with the same first 8 bits.
func makeRootTable() (table [256]uint64) {
	for i := range uint64(256) {
		middle := i<<56 | 1<<55
		root := uint64(0)
		for bit := uint64(1 << 31); bit != 0; bit >>= 1 {
			if (root|bit)*(root|bit) <= middle {
				root |= bit
			}
		}
		table[i] = root
	}
	return table
}

// sine is the sine of (step + part/2^32)·π/512, in the first quarter of the circle, in unit 2^-32.
func sine(step uint8, part uint32) uint64 {
	angle := uint64(part) * sineStepAt39 >> 32 // beyond the step, unit 2^-39
	square := angle * angle >> 32              // unit 2^-46
	sin := angle - (square*angle>>46)*sixth16>>16
	cos := 1<<32 - square>>15
	return sineTable[step]*cos>>32 + sineTable[256-int(step)]*sin>>39
}

// makeSineTable turns by one step of π/512 at a time, in unit 2^-63, and keeps unit 2^-32.
func makeSineTable() (table [257]uint64) {
	one := uint64(1 << 63)
	square := times(sineStepAt63, sineStepAt63)
	cosStep := one - square/2 + times(square, square)/24 - times(square, times(square, square))/720
	sinStep := sineStepAt63 - times(square, sineStepAt63)/6 + times(square, times(square, sineStepAt63))/120
	sin, cos := uint64(0), one
	for i := range table {
		table[i] = (sin + 1<<30) >> 31
		sin, cos = times(sin, cosStep)+times(cos, sinStep), times(cos, cosStep)-times(sin, sinStep)
	}
	return table
}

// times multiplies in unit 2^-63; the product must be below 2.
func times(a, b uint64) uint64 {
	high, low := bits.Mul64(a, b)
	return high<<1 | low>>63
}

// powerOfTwo is 2^fraction in unit 2^-62; fraction is in unit 2^-32.
func powerOfTwo(fraction uint32) uint64 {
	t := uint64(fraction&(1<<24-1)) * ln2At32 >> 24 // unit 2^-40
	square := t * t
	growth := t + square>>41 + (square>>32*t>>48)*sixth16>>16 // e^t - 1
	return powerTable[fraction>>24] * (1<<31 + (growth+1<<8)>>9)
}

// makePowerTable multiplies by e^(ln 2/256) again and again, in unit 2^-63, and keeps unit 2^-31.
func makePowerTable() (table [256]uint64) {
	step := ln2At57 >> (8 - (63 - logBits))
	factor := uint64(1 << 63)
	for term, n := step, uint64(1); term != 0; term, n = times(term, step)/(n+1), n+1 {
		factor += term
	}
	power := uint64(1 << 63)
	for i := range table {
		table[i] = (power + 1<<31) >> 32
		power = times(power, factor)
	}
	return table
}
