package share

import "math/bits"

// codes are the bits of symbols: seldom ones have longer codes. A symbol that does not occur has none.
type codes struct {
	lengths []int
	bits    []int // as they are written, the first bit lowest
}

// used is the number of symbols up to the last that has a code.
func (c codes) used() int {
	n := len(c.lengths)
	for n > 0 && c.lengths[n-1] == 0 {
		n--
	}
	return n
}

// newCodes makes codes of at most so many bits for symbols that occur so many times. Counts that are too far
// apart for the limit are brought closer.
func newCodes(counts []int, limit int) codes {
	lengths := depths(counts)
	for longest(lengths) > limit {
		for i, n := range counts {
			counts[i] = (n + 1) / 2
		}
		lengths = depths(counts)
	}
	c := codes{lengths: lengths, bits: make([]int, len(lengths))}
	next := 0
	for length := 1; length <= limit; length++ {
		for i := range lengths {
			if lengths[i] == length {
				c.bits[i] = int(bits.Reverse16(uint16(next)) >> (16 - length))
				next++
			}
		}
		next <<= 1
	}
	return c
}

func longest(lengths []int) int {
	most := 0
	for _, length := range lengths {
		most = max(most, length)
	}
	return most
}

// depths are how deep symbols lie in Huffman's tree: the two least frequent nodes are joined until one is
// left.
func depths(counts []int) []int {
	var weights []int // of nodes; of those that were joined, 0
	var parents []int
	var symbols []int
	for symbol, count := range counts {
		if count > 0 {
			weights, symbols = append(weights, count), append(symbols, symbol)
		}
	}
	lengths := make([]int, len(counts))
	if len(symbols) == 1 {
		lengths[symbols[0]] = 1
	}
	parents = make([]int, 2*len(weights))
	for range len(weights) - 1 {
		a := least(weights)
		weight := weights[a]
		weights[a] = 0
		b := least(weights)
		parents[a], parents[b] = len(weights), len(weights)
		weights = append(weights, weight+weights[b])
		weights[b] = 0
	}
	for i, symbol := range symbols {
		for node := i; parents[node] != 0; node = parents[node] {
			lengths[symbol]++
		}
	}
	return lengths
}

// least is the position of the smallest weight above 0.
func least(weights []int) int {
	at := -1
	for i, weight := range weights {
		if weight > 0 && (at < 0 || weight < weights[at]) {
			at = i
		}
	}
	return at
}

// Bounds of the search for matches. assumed: more finds hardly longer ones in texts of a few thousand bytes.
const (
	hashBits     = 14
	mostTried    = 256
	isLongEnough = 64
)

// tokensOf finds repeated pieces of a text. A match waits for the one that begins a byte later: the longer of
// the two is taken.
func tokensOf(text []byte) []token {
	f := finder{text: text, before: make([]int32, len(text))}
	var tokens []token
	for i := 0; i < len(text); {
		length, distance := f.find(i)
		f.note(i)
		if length >= shortestMatch && length < isLongEnough {
			if later, _ := f.find(i + 1); later > length {
				length = 0
			}
		}
		if length < shortestMatch {
			tokens = append(tokens, token{literal: text[i]})
			i++
			continue
		}
		tokens = append(tokens, token{length: length, distance: distance})
		for end := i + length; i+1 < end; {
			i++
			f.note(i)
		}
		i++
	}
	return tokens
}

// finder remembers where the text has which three bytes. Positions are plus 1; 0 = none.
type finder struct {
	text   []byte
	last   [1 << hashBits]int32
	before []int32
}

func (f *finder) hash(i int) uint32 {
	const odd = 0x9e3779b1 // Source: Knuth's multiplicative hashing, 2^32 over the golden ratio
	three := uint32(f.text[i]) | uint32(f.text[i+1])<<8 | uint32(f.text[i+2])<<16
	return three * odd >> (32 - hashBits)
}

func (f *finder) note(i int) {
	if i+shortestMatch <= len(f.text) {
		h := f.hash(i)
		f.before[i], f.last[h] = f.last[h], int32(i+1)
	}
}

// find gives the longest piece before i that is repeated there.
func (f *finder) find(i int) (length, distance int) {
	if i+shortestMatch > len(f.text) {
		return 0, 0
	}
	at := int(f.last[f.hash(i)])
	for range mostTried {
		if at == 0 || i-(at-1) > farthest {
			break
		}
		if n := f.common(at-1, i); n > length {
			length, distance = n, i-(at-1)
		}
		at = int(f.before[at-1])
	}
	return length, distance
}

func (f *finder) common(a, b int) int {
	n := 0
	for b+n < len(f.text) && n < longestMatch && f.text[a+n] == f.text[b+n] {
		n++
	}
	return n
}
