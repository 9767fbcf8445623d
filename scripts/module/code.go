package module

import (
	"bytes"
	"encoding/binary"
)

// slimCode writes the code section anew: every function does the same with less, but for those that are
// emptied.
func slimCode(section []byte, empty map[int]bool) ([]byte, error) {
	r := &Reader{Rest: section}
	count := r.Number()
	out := binary.AppendUvarint(nil, uint64(count))
	for i := 0; i < count && !r.Failed; i++ {
		body := r.Bytes(r.Number())
		if empty[i] {
			out = appendSized(out, emptyBody)
			continue
		}
		slim, err := slimFunction(body)
		if err != nil {
			return nil, err
		}
		out = appendSized(out, slim)
	}
	if r.Failed {
		return nil, ErrTruncated
	}
	return out, nil
}

func slimFunction(body []byte) ([]byte, error) {
	r := &Reader{Rest: body}
	for groups := r.Number(); groups > 0 && !r.Failed; groups-- {
		r.Number()
		r.Byte()
	}
	locals := bytes.Clone(body[:len(body)-len(r.Rest)])
	code, err := instructions(r)
	if err != nil {
		return nil, err
	}
	return appendInstructions(locals, straighten(foldAddresses(code))), nil
}

// foldAddresses adds a constant to the distance that a load or store adds to the address anyway. Go's
// compiler writes
//
//	local.get SP; i64.extend_i32_u; i64.const 8; i64.add; i32.wrap_i64; …; i64.store +0
//
// for local.get SP; …; i64.store +8. The sum never is more than 32 bits: SP lies in the memory.
func foldAddresses(code []instruction) []instruction {
	const sum = 5 // instructions
	dropped := make([]bool, len(code))
	for at := range max(0, len(code)-sum) {
		if !isSum(code[at:]) {
			continue
		}
		if user := userOf(code, at+sum); user >= 0 {
			code[user].number += code[at+2].number
			for k := at + 1; k < at+sum; k++ {
				dropped[k] = true
			}
		}
	}
	kept := code[:0]
	for k, i := range code {
		if !dropped[k] {
			kept = append(kept, i)
		}
	}
	return kept
}

func isSum(code []instruction) bool {
	const largest = 1 << 20
	return code[0].op == opGet && code[1].op == opExtend && code[2].op == opConst64 && code[2].number >= 0 &&
		code[2].number < largest && code[3].op == opAdd64 && code[4].op == opWrap
}

// userOf finds the load or store that takes the address on top of the stack, or gives -1.
func userOf(code []instruction, from int) int {
	depth := 1 // of the stack, the address included
	for at := from; at < len(code); at++ {
		i := code[at]
		takes, puts, isKnown := i.effect()
		switch {
		case !isKnown:
			return -1
		case depth > takes:
			depth += puts - takes
		case i.loads() && depth == 1 || i.stores() && depth == 2:
			return at
		default:
			return -1
		}
	}
	return -1
}
