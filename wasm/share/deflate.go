package share

import "math/bits"

// This file writes the compressed form of links, RFC 1951: one block with codes of its own. The standard
// library's writer gives texts of the same length, but makes the module ten times as much longer. Reading is
// left to the library: what comes from outside is its concern.

// Sizes of the format. Source: RFC 1951, sections 3.2.5 and 3.2.7.
const (
	shortestMatch, longestMatch = 3, 258
	farthest                    = 1 << 15
	endOfBlock                  = 256
	firstLength                 = 257
	literalCodes, distanceCodes = 286, 30
	longestCode                 = 15 // bits
	longestCodeOfLengths        = 7
)

// token is a literal byte, or a match: an earlier piece of the text to be repeated.
type token struct {
	literal  byte
	length   int // 0 = a literal
	distance int
}

// deflated compresses a text.
func deflated(text []byte) []byte {
	tokens := tokensOf(text)
	literals, distances := make([]int, literalCodes), make([]int, distanceCodes)
	literals[endOfBlock] = 1
	for _, t := range tokens {
		if t.length == 0 {
			literals[t.literal]++
			continue
		}
		literals[lengthCode(t.length).code]++
		distances[distanceCode(t.distance).code]++
	}
	first, second := newCodes(literals, longestCode), newCodes(distances, longestCode)
	w := &bitWriter{}
	w.put(1, 1) // the last block
	w.put(2, 2) // with codes of its own
	w.header(first, second)
	for _, t := range tokens {
		if t.length == 0 {
			w.symbol(first, int(t.literal))
			continue
		}
		w.extended(first, lengthCode(t.length))
		w.extended(second, distanceCode(t.distance))
	}
	w.symbol(first, endOfBlock)
	return w.end()
}

// extended is a code with more bits behind it.
type extended struct {
	code  int
	extra int // bits
	value int // of them
}

func lengthCode(length int) extended {
	v := length - shortestMatch
	switch {
	case length == longestMatch:
		return extended{code: literalCodes - 1}
	case v < 8:
		return extended{code: firstLength + v}
	}
	extra := bits.Len(uint(v)) - 3
	return extended{firstLength + 4*extra + v>>extra, extra, v & (1<<extra - 1)}
}

func distanceCode(distance int) extended {
	v := distance - 1
	if v < 4 {
		return extended{code: v}
	}
	extra := bits.Len(uint(v)) - 2
	return extended{2*extra + v>>extra, extra, v & (1<<extra - 1)}
}

// bitWriter packs bits from the lowest of each byte up.
type bitWriter struct {
	out    []byte
	buffer uint64
	filled int
}

func (w *bitWriter) put(value, count int) {
	w.buffer |= uint64(value) << w.filled
	for w.filled += count; w.filled >= 8; w.filled -= 8 {
		w.out = append(w.out, byte(w.buffer))
		w.buffer >>= 8
	}
}

func (w *bitWriter) end() []byte {
	if w.filled > 0 {
		w.out = append(w.out, byte(w.buffer))
	}
	return w.out
}

func (w *bitWriter) symbol(c codes, n int) { w.put(c.bits[n], c.lengths[n]) }

func (w *bitWriter) extended(c codes, e extended) {
	w.symbol(c, e.code)
	w.put(e.value, e.extra)
}

// lengthOrder is the order in which the code of code lengths is told. Source: RFC 1951, section 3.2.7.
var lengthOrder = [...]int{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

// header tells both codes by the lengths of their symbols.
func (w *bitWriter) header(first, second codes) {
	firsts, seconds := max(first.used(), firstLength), max(second.used(), 1)
	lengths := append(append([]int{}, first.lengths[:firsts]...), second.lengths[:seconds]...)
	runs := runsOf(lengths)
	counts := make([]int, len(lengthOrder))
	for _, r := range runs {
		counts[r.code]++
	}
	third := newCodes(counts, longestCodeOfLengths)
	told := len(lengthOrder)
	for told > 4 && third.lengths[lengthOrder[told-1]] == 0 {
		told--
	}
	w.put(firsts-firstLength, 5)
	w.put(seconds-1, 5)
	w.put(told-4, 4)
	for _, n := range lengthOrder[:told] {
		w.put(third.lengths[n], 3)
	}
	for _, r := range runs {
		w.extended(third, r)
	}
}

// runsOf writes lengths with codes for repeats: 16 = the one before 3 to 6 times, 17 and 18 = nothing 3 to 10
// and 11 to 138 times.
func runsOf(lengths []int) []extended {
	var runs []extended
	for i := 0; i < len(lengths); {
		n := 1
		for i+n < len(lengths) && lengths[i+n] == lengths[i] {
			n++
		}
		switch {
		case lengths[i] == 0 && n >= 11:
			n = min(n, 138)
			runs = append(runs, extended{18, 7, n - 11})
		case lengths[i] == 0 && n >= 3:
			runs = append(runs, extended{17, 3, n - 3})
		case i > 0 && lengths[i] == lengths[i-1] && n >= 3:
			n = min(n, 6)
			runs = append(runs, extended{16, 2, n - 3})
		default:
			n = 1
			runs = append(runs, extended{code: lengths[i]})
		}
		i += n
	}
	return runs
}
