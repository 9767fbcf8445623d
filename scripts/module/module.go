// Package module reads compiled WebAssembly modules of Go's and makes them smaller.
package module

import (
	"encoding/binary"
	"errors"
)

// Sections of a module. Source: the WebAssembly core specification, section 5.5.2.
const (
	CustomSection   = 0
	TypeSection     = 1
	ImportSection   = 2
	FunctionSection = 3
	StartSection    = 8
	ElementSection  = 9
	CodeSection     = 10
	DataSection     = 11
	HeaderSize      = 8 // bytes before the first section
)

// ErrTruncated says that a module ends in the middle of something.
var ErrTruncated = errors.New("the module ends in the middle of something")

// Reader reads a module's numbers and bytes; after the end everything is empty.
type Reader struct {
	Rest   []byte
	Failed bool // more was wanted than there is
}

// Byte reads one byte.
func (r *Reader) Byte() byte {
	b := r.Bytes(1)
	if len(b) == 0 {
		return 0
	}
	return b[0]
}

// Bytes reads n bytes.
func (r *Reader) Bytes(n int) []byte {
	if n < 0 || n > len(r.Rest) {
		r.Failed, r.Rest = true, nil
		return nil
	}
	b := r.Rest[:n]
	r.Rest = r.Rest[n:]
	return b
}

// Number reads LEB128, which is what Go's binary package calls a varint without a sign.
func (r *Reader) Number() int {
	value, length := binary.Uvarint(r.Rest)
	if length <= 0 || value > 1<<32 {
		r.Failed, r.Rest = true, nil
		return 0
	}
	r.Rest = r.Rest[length:]
	return int(value)
}

// The highest bit of LEB128's groups says that more follow; with a sign, the next one of the last group is
// it.
const (
	groupBits      = 7
	groupMore      = 0x80
	groupSign      = 0x40
	largestOfGroup = 0x7f
)

// Signed reads LEB128 with a sign.
func (r *Reader) Signed() int64 {
	value, shift := int64(0), 0
	for {
		group := r.Byte()
		value |= int64(group&largestOfGroup) << shift
		shift += groupBits
		if group&groupMore != 0 {
			continue
		}
		if group&groupSign != 0 && shift < 64 {
			value |= -1 << shift
		}
		return value
	}
}

// appendSigned writes LEB128 with a sign.
func appendSigned(out []byte, value int64) []byte {
	for {
		group := byte(value & largestOfGroup)
		value >>= groupBits
		if isPositive := group&groupSign == 0; isPositive && value == 0 || !isPositive && value == -1 {
			return append(out, group)
		}
		out = append(out, group|groupMore)
	}
}

func appendSized(out, content []byte) []byte {
	return append(binary.AppendUvarint(out, uint64(len(content))), content...)
}

// Section reads a section's number and content.
func (r *Reader) Section() (id byte, body *Reader) {
	id = r.Byte()
	return id, &Reader{Rest: r.Bytes(r.Number())}
}
