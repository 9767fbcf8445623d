package module

import "slices"

// pool lays different pieces one behind the other.
type pool struct {
	from, alignment int // alignment 0 is none
	offsets         map[string]int
}

func (p *pool) add(piece []byte) {
	if p.offsets == nil {
		p.offsets = map[string]int{}
	}
	p.offsets[string(piece)] = 0
}

func (p *pool) find(piece []byte) int { return p.offsets[string(piece)] }

// lay gives all pieces in the order, and notes where each is.
func (p *pool) lay(order func(a, b []byte) int) []byte {
	var all [][]byte
	for piece := range p.offsets {
		all = append(all, []byte(piece))
	}
	slices.SortFunc(all, order)
	var out []byte
	for _, piece := range all {
		for p.alignment > 0 && len(out)%p.alignment != 0 {
			out = append(out, 0)
		}
		p.offsets[string(piece)] = p.from + len(out)
		out = append(out, piece...)
	}
	return out
}
