package module

import (
	"encoding/binary"
	"errors"
)

// Instructions. Source: the WebAssembly core specification, section 5.4.
const (
	opBlock, opLoop, opIf, opElse, opEnd     = 0x02, 0x03, 0x04, 0x05, 0x0b
	opJump, opJumpIf, opJumpTable            = 0x0c, 0x0d, 0x0e
	opReturn, opCall, opCallIndirect         = 0x0f, 0x10, 0x11
	opDrop, opSelect                         = 0x1a, 0x1b
	opGet, opSet, opTee                      = 0x20, 0x21, 0x22
	opGetGlobal, opSetGlobal                 = 0x23, 0x24
	opLoad, opLoadByte, opLastLoad           = 0x28, 0x2d, 0x35
	opStore, opLastStore                     = 0x36, 0x3e
	opMemorySize, opMemoryGrow               = 0x3f, 0x40
	opConst, opConst64, opFloat32, opFloat64 = 0x41, 0x42, 0x43, 0x44
	opIsZero, opIsZero64, opLastCompare      = 0x45, 0x50, 0x66
	opAdd, opSub, opMul, opAnd, opOr, opXor  = 0x6a, 0x6b, 0x6c, 0x71, 0x72, 0x73
	opShiftLeft, opShiftRight, opAdd64       = 0x74, 0x76, 0x7c
	opWrap, opExtend, opLast                 = 0xa7, 0xad, 0xc4

	opBulk                   = 0xfc // a number follows
	bulkLastTrunc            = 7
	bulkCopy, bulkFill       = 10, 11
	noResult, resultI32 byte = 0x40, 0x7f
)

var errUnknownInstruction = errors.New("the module has an instruction that Go did not make before")

// instruction is one of a function's.
type instruction struct {
	op     byte
	number int64  // the local, label, constant, distance from an address or kind of result, if the op has one
	table  []int  // labels
	more   []byte // what is not read here, as it stands
}

// instructions reads the body of a function behind its locals.
func instructions(r *Reader) ([]instruction, error) {
	var all []instruction
	for len(r.Rest) > 0 {
		i, ok := readInstruction(r)
		if !ok {
			return nil, errUnknownInstruction
		}
		all = append(all, i)
	}
	if r.Failed {
		return nil, ErrTruncated
	}
	return all, nil
}

func readInstruction(r *Reader) (i instruction, ok bool) {
	i.op = r.Byte()
	switch i.kind() {
	case plain:
	case withByte:
		i.number = int64(r.Byte())
	case withNumber:
		i.number = int64(r.Number())
	case withSigned:
		i.number = r.Signed()
	case withAddress:
		r.Number() // how addresses are aligned: a hint, which nobody needs; see appendInstruction
		i.number = int64(r.Number())
	case withLabels:
		for count := r.Number(); count >= 0 && !r.Failed; count-- {
			i.table = append(i.table, r.Number())
		}
	case withMore:
		begin := r.Rest
		ok := skipMore(i.op, r)
		i.more = begin[:len(begin)-len(r.Rest)]
		return i, ok
	case unknownKind:
		return i, false
	}
	return i, true
}

func skipMore(op byte, r *Reader) bool {
	switch op {
	case opFloat32:
		r.Bytes(4)
	case opFloat64:
		r.Bytes(8)
	case opCallIndirect:
		r.Number()
		r.Number()
	case opBulk:
		number := r.Number()
		switch number {
		case bulkCopy:
			r.Bytes(2)
		case bulkFill:
			r.Bytes(1)
		}
		return number <= bulkLastTrunc || number == bulkCopy || number == bulkFill
	}
	return true
}

// kind says what follows an instruction's first byte.
type kind int

const (
	unknownKind kind = iota
	plain
	withByte
	withNumber
	withSigned
	withAddress
	withLabels
	withMore
)

func (i instruction) kind() kind {
	switch op := i.op; {
	case op == opBlock || op == opLoop || op == opIf || op == opMemorySize || op == opMemoryGrow:
		return withByte
	case op == opJump || op == opJumpIf || op == opCall || opGet <= op && op <= opSetGlobal:
		return withNumber
	case op == opConst || op == opConst64:
		return withSigned
	case i.loads() || i.stores():
		return withAddress
	case op == opJumpTable:
		return withLabels
	case op == opFloat32 || op == opFloat64 || op == opCallIndirect || op == opBulk:
		return withMore
	case op <= 1 || op == opElse || op == opEnd || op == opReturn || op == opDrop || op == opSelect ||
		opIsZero <= op && op <= opLast:
		return plain
	}
	return unknownKind
}

func (i instruction) loads() bool { return opLoad <= i.op && i.op <= opLastLoad }

func (i instruction) stores() bool { return opStore <= i.op && i.op <= opLastStore }

// is says whether it is this instruction with this number.
func (i instruction) is(op byte, number int64) bool { return i.op == op && i.number == number }

// appendInstructions writes instructions.
func appendInstructions(out []byte, all []instruction) []byte {
	for _, i := range all {
		out = appendInstruction(append(out, i.op), i)
	}
	return out
}

func appendInstruction(out []byte, i instruction) []byte {
	switch i.kind() {
	case withByte:
		return append(out, byte(i.number))
	case withNumber:
		return binary.AppendUvarint(out, uint64(i.number))
	case withSigned:
		return appendSigned(out, i.number)
	case withAddress:
		// Aligned to 1, which is always true. Compressed it is shorter by a percent: brotli takes a module
		// with fewer zeros for text, and what it expects next in a text does not come.
		return binary.AppendUvarint(append(out, 0), uint64(i.number))
	case withLabels:
		out = binary.AppendUvarint(out, uint64(len(i.table)-1))
		for _, label := range i.table {
			out = binary.AppendUvarint(out, uint64(label))
		}
		return out
	case unknownKind, plain, withMore:
		return append(out, i.more...)
	}
	return out
}

// effect is how many values an instruction takes off the stack and puts there; it is not known for calls,
// jumps and blocks.
func (i instruction) effect() (takes, puts int, isKnown bool) {
	switch op := i.op; {
	case op == opGet || op == opGetGlobal || opConst <= op && op <= opFloat64:
		return 0, 1, true
	case op == opSet || op == opSetGlobal || op == opDrop:
		return 1, 0, true
	case op == opSelect:
		return 3, 1, true
	case i.stores():
		return 2, 0, true
	case op == opTee || i.loads() || op == opIsZero || op == opIsZero64 || isOfOne(op):
		return 1, 1, true
	case opIsZero < op && op < opWrap:
		return 2, 1, true
	}
	return 0, 0, false
}

// isOfOne claims that an instruction of arithmetic takes one value.
func isOfOne(op byte) bool {
	return 0x67 <= op && op <= 0x69 || 0x79 <= op && op <= 0x7b || 0x8b <= op && op <= 0x91 ||
		0x99 <= op && op <= 0x9f || opWrap <= op && op <= opLast
}
