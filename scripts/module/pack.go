package module

import (
	"bytes"
	"encoding/binary"
	"errors"
)

// Pack makes a module of Go's smaller as it is sent.
//
// Go's linker cuts the data at every eight zeros into pieces with an address each: some hundred thousand,
// which compress badly, while the zeros would cost nothing. They become one again but for long empty
// stretches. And the tables of source lines go: a report of a crash then has functions and offsets but no
// lines, which a build of the same version still tells.
func Pack(module []byte) ([]byte, error) {
	r := &Reader{Rest: module[min(HeaderSize, len(module)):]}
	out := bytes.Clone(module[:len(module)-len(r.Rest)])
	for len(r.Rest) > 0 {
		id, body := r.Section()
		content := body.Rest
		if id == DataSection {
			m := &memory{}
			m.read(body)
			r.Failed = r.Failed || body.Failed
			if err := dropLines(m.bytes); err != nil && !r.Failed {
				return nil, err
			}
			content = m.section()
		}
		out = appendSized(append(out, id), content)
	}
	if r.Failed {
		return nil, ErrTruncated
	}
	return out, nil
}

func appendSized(out, content []byte) []byte {
	return append(binary.AppendUvarint(out, uint64(len(content))), content...)
}

// memory is what a module's data fill before it starts, from address 0 on.
type memory struct{ bytes []byte }

// Instructions around a piece's address. Source: the WebAssembly core specification, sections 5.4.7 and
// 5.5.14.
const (
	activePiece   = 0 // of memory 0
	constant      = 0x41
	endOfConstant = 0x0b
)

// largestMemory bounds what a broken module can ask for.
const largestMemory = 1 << 28

func (m *memory) read(r *Reader) {
	for count := r.Number(); count > 0 && !r.Failed; count-- {
		isKnown := r.Number() == activePiece && r.Byte() == constant
		address := r.Number() // signed, but never negative: the same as without a sign
		isKnown = isKnown && r.Byte() == endOfConstant && address < largestMemory
		piece := r.Bytes(r.Number())
		if !isKnown {
			r.Failed = true
			return
		}
		if end := address + len(piece); end > len(m.bytes) {
			m.bytes = append(m.bytes, make([]byte, end-len(m.bytes))...)
		}
		copy(m.bytes[address:], piece)
	}
}

// longGap is how many zeros are left out. assumed: fewer cost less than the address behind them.
const longGap = 64

// section writes the data anew.
func (m *memory) section() []byte {
	var pieces []byte
	count := uint64(0)
	for from := 0; ; {
		from += zeros(m.bytes[from:])
		if from == len(m.bytes) {
			break
		}
		end := from + untilGap(m.bytes[from:])
		pieces = appendAddress(append(pieces, activePiece, constant), from)
		pieces = appendSized(append(pieces, endOfConstant), m.bytes[from:end])
		count++
		from = end
	}
	return append(binary.AppendUvarint(nil, count), pieces...)
}

func zeros(data []byte) int { return len(data) - len(bytes.TrimLeft(data, "\x00")) }

// untilGap is where the first long gap or the zeros at the end begin.
func untilGap(data []byte) int {
	if gap := bytes.Index(data, make([]byte, longGap)); gap >= 0 {
		return gap
	}
	return len(bytes.TrimRight(data, "\x00"))
}

// appendAddress writes LEB128 with a sign: the highest bit of the last group tells it.
func appendAddress(out []byte, address int) []byte {
	const sign, more = 0x40, 0x80
	out = binary.AppendUvarint(out, uint64(address))
	if last := len(out) - 1; out[last]&sign != 0 {
		out[last] |= more
		out = append(out, 0)
	}
	return out
}

// lines are the tables of a Go program that tell about its functions. Source: pcHeader in Go's
// runtime/symtab.go and _func in runtime/runtime2.go, of Go 1.20 to 1.26.
type lines struct {
	memory    []byte
	count     int
	tables    int // where the tables by position begin; a function names its own by their distance from here
	functions int
}

// The header of the tables on a machine with 8-byte words and instructions of any length.
var tablesBegin = []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8}

// Places in the header and in a function's record.
const (
	countAt, tablesAt, functionsAt, headerEnd = 8, 56, 64, 72

	stackTable, fileTable, lineTable, countOfOthers, others = 16, 20, 24, 28, 44
)

func dropLines(memory []byte) error {
	for at := 0; ; at++ {
		next := bytes.Index(memory[at:], tablesBegin)
		if next < 0 {
			return errors.New("this release of Go lays out its tables of functions in another way")
		}
		at += next
		if l, ok := readLines(memory, at); ok {
			l.drop()
			return nil
		}
	}
}

func readLines(memory []byte, at int) (lines, bool) {
	word := func(offset int) int { return int(binary.LittleEndian.Uint64(memory[at+offset:])) }
	if at+headerEnd > len(memory) {
		return lines{}, false
	}
	l := lines{memory: memory, count: word(countAt), tables: at + word(tablesAt),
		functions: at + word(functionsAt)}
	fits := at < l.tables && l.tables < l.functions && l.functions < len(memory) && l.count > 0 &&
		l.count < (len(memory)-l.functions)/others
	return l, fits
}

func (l lines) number(at int) int { return int(binary.LittleEndian.Uint32(l.memory[at:])) }

// drop makes each function's tables of files and lines number 0, which is none, and empties them unless they
// serve as another table too: equal ones are kept once.
func (l lines) drop() {
	needed, dropped := map[int]bool{0: true}, map[int]bool{}
	for i := range l.count {
		function := l.functions + l.number(l.functions+8*i+4)
		needed[l.number(function+stackTable)] = true
		for k := range l.number(function + countOfOthers) {
			needed[l.number(function+others+4*k)] = true
		}
		for _, table := range []int{function + fileTable, function + lineTable} {
			dropped[l.number(table)] = true
			clear(l.memory[table : table+4])
		}
	}
	for table := range dropped {
		if !needed[table] {
			at := l.tables + table
			clear(l.memory[at : at+tableLength(l.memory[at:])])
		}
	}
}

// tableLength is how long a table by position is: pairs of numbers, until the first of a pair is 0; only in
// the first pair that is a value.
func tableLength(table []byte) int {
	r := Reader{Rest: table}
	for isFirst := true; isFirst || len(r.Rest) > 0 && r.Rest[0] != 0; isFirst = false {
		r.Number()
		r.Number()
	}
	return len(table) - len(r.Rest)
}
