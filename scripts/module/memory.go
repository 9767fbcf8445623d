package module

import (
	"bytes"
	"encoding/binary"
)

// memory is what a module's data fill before it starts, from address 0 on.
type memory struct{ bytes []byte }

// activePiece is a piece of memory 0 that is filled before the start. Source: the WebAssembly core
// specification, section 5.5.14.
const activePiece = 0

// largestMemory bounds what a broken module can ask for.
const largestMemory = 1 << 28

func (m *memory) read(r *Reader) {
	for count := r.Number(); count > 0 && !r.Failed; count-- {
		isKnown := r.Number() == activePiece && r.Byte() == opConst
		address := r.Number() // signed, but never negative: the same as without a sign
		isKnown = isKnown && r.Byte() == opEnd && address < largestMemory
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
		pieces = appendSigned(append(pieces, activePiece, opConst), int64(from))
		pieces = appendSized(append(pieces, opEnd), m.bytes[from:end])
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
