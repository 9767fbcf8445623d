package module

import (
	"encoding/binary"
)

// column is numbers of 4 bytes at regular distances, which the module writes when it starts.
type column struct {
	address, stride int
	isDelta         bool // each is sent as what it is more than the one before
	values          []int
}

// columnHeader is four numbers of 4 bytes: address, stride, count, and what the number before is multiplied
// with before it is added. A count of 0 ends the columns.
const columnHeader = 16

// appendColumns writes columns as unpackColumns reads them.
func appendColumns(out []byte, columns []column) []byte {
	for _, c := range append(columns, column{}) {
		keep := 0
		if c.isDelta {
			keep = 1
		}
		for _, n := range []int{c.address, c.stride, len(c.values), keep} {
			out = binary.LittleEndian.AppendUint32(out, uint32(n))
		}
		last := 0
		for _, value := range c.values {
			out = binary.AppendUvarint(out, folded(int32(value-last*keep)))
			last = value
		}
	}
	return out
}

// folded makes small numbers of both signs small ones without a sign.
func folded(n int32) uint64 { return uint64(uint32(n<<1) ^ uint32(n>>31)) }

// unpackColumns is the body of a function that writes the columns in memory at from, and then clears them.
func unpackColumns(from, size int) []byte {
	const source, address, stride, count, keep, value, shift, b, sum, locals = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
	a := assembly{1, locals, resultI32}
	a.constant(from).op(opSet, source)
	a.op(opBlock, noResult, opLoop, noResult)
	for i, local := range []byte{address, stride, count, keep} {
		a.op(opGet, source, opLoad, 0, byte(4*i), opSet, local)
	}
	a.op(opGet, count, opIsZero, opJumpIf, 1)
	a.op(opGet, source).constant(columnHeader).op(opAdd, opSet, source)
	a.constant(0).op(opSet, sum)
	a.op(opLoop, noResult).constant(0).op(opTee, value, opSet, shift)
	a.op(opLoop, noResult)
	a.op(opGet, source, opLoadByte, 0, 0, opTee, b).constant(0x7f).op(opAnd)
	a.op(opGet, shift, opShiftLeft, opGet, value, opOr, opSet, value)
	a.op(opGet, shift).constant(7).op(opAdd, opSet, shift)
	a.op(opGet, source).constant(1).op(opAdd, opSet, source)
	a.op(opGet, b).constant(0x80).op(opAnd, opJumpIf, 0, opEnd)
	a.op(opGet, address, opGet, sum, opGet, keep, opMul)
	a.op(opGet, value).constant(1).op(opShiftRight).constant(0)
	a.op(opGet, value).constant(1).op(opAnd, opSub, opXor)
	a.op(opAdd, opTee, sum, opStore, 0, 0)
	a.op(opGet, address, opGet, stride, opAdd, opSet, address)
	a.op(opGet, count).constant(1).op(opSub, opTee, count, opJumpIf, 0, opEnd)
	a.op(opJump, 0, opEnd, opEnd)
	a.constant(from).constant(0).constant(size).op(opBulk, bulkFill, 0, opEnd)
	return a
}

// assembly is a function's body while it is written.
type assembly []byte

func (a *assembly) op(codes ...byte) *assembly {
	*a = append(*a, codes...)
	return a
}

func (a *assembly) constant(n int) *assembly {
	*a = appendSigned(append(*a, opConst), int64(n))
	return a
}
