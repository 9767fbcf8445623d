package module

// flow is a function while its jumps are made direct.
//
// Go's compiler cuts a function into blocks with a number each, so that a goroutine can go on in the middle
// of one; every jump sets local 0 to the number of the block and goes to a table of them at the top. A call
// may say that the goroutine stops here, and jumps to the end, where 1 is returned. Source:
// cmd/internal/obj/wasm/wasmobj.go of Go 1.26.
type flow struct {
	code []instruction
	out  []instruction
	open []int // where the blocks begin that the place is in
	// What begins the block before the end that returns 1, the loop around the table of blocks, and what
	// begins the block with each number; none is -1.
	exit, loop int
	blocks     []int
}

const noBlock = -1

// straighten makes jumps direct where they lead on, which is faster too.
func straighten(code []instruction) []instruction {
	f := &flow{code: code, exit: findExit(code), loop: noBlock}
	f.findTable()
	for at, i := range code {
		switch i.op {
		case opJumpIf:
			f.leave(i)
		case opJump:
			f.jump(i)
		case opEnd:
			f.end(at)
		default:
			f.out = append(f.out, i)
		}
		f.nest(at)
	}
	return f.out
}

// nest follows the blocks that are open.
func (f *flow) nest(at int) {
	switch f.code[at].op {
	case opBlock, opLoop, opIf:
		f.open = append(f.open, at)
	case opEnd:
		f.open = f.open[:max(0, len(f.open)-1)]
	}
}

// findExit finds the first block, if what follows it is to return 1.
func findExit(code []instruction) int {
	last := len(code) - 1
	if last < 2 || code[last-2].op != opEnd || !code[last-1].is(opConst, 1) {
		return noBlock
	}
	for at, i := range code {
		if i.is(opBlock, int64(noResult)) {
			return at
		}
		if i.op == opLoop || i.op == opIf {
			break
		}
	}
	return noBlock
}

// findTable finds the table of blocks if it is all that local 0 is for but between two values of a call.
func (f *flow) findTable() {
	defer func() { f.open = nil }()
	for at, i := range f.code {
		if i.op == opJumpTable && at > 0 && f.code[at-1].is(opGet, 0) {
			if f.loop != noBlock || !f.readTable(at) {
				f.loop = noBlock
				return
			}
		}
		f.nest(at)
	}
	if f.loop != noBlock && !f.isOnlyTable() {
		f.loop = noBlock
	}
}

// readTable reads the table; nothing but blocks may begin between the loop and it.
func (f *flow) readTable(at int) bool {
	begin := at - 2
	for begin >= 0 && f.code[begin].is(opBlock, int64(noResult)) {
		begin--
	}
	if begin < 0 || f.code[begin].op != opLoop {
		return false
	}
	f.loop = begin
	labels := f.code[at].table
	for _, label := range labels[:len(labels)-1] { // the last one is for all other numbers
		if label >= len(f.open) {
			return false
		}
		f.blocks = append(f.blocks, f.open[len(f.open)-1-label])
	}
	return true
}

// isOnlyTable claims that local 0 is read for the table only, and set before every jump to it.
func (f *flow) isOnlyTable() bool {
	f.open = nil
	readers := 0
	for at, i := range f.code {
		switch {
		case i.is(opGet, 0) && !(f.isSetBefore(at-1) && f.code[at-1].op == opConst):
			readers++
		case i.op == opJump && f.target(i) == f.loop:
			if !f.isSetBefore(at) || f.code[at-2].op != opConst {
				return false
			}
		case i.op == opJumpIf && f.target(i) == f.loop, i.op == opJumpTable && f.reaches(i.table, f.loop):
			return false
		}
		f.nest(at)
	}
	return readers == 1
}

// isSetBefore claims that the instruction before sets local 0.
func (f *flow) isSetBefore(at int) bool { return at >= 2 && f.code[at-1].is(opSet, 0) }

// target is the beginning of the block that a jump names, or noBlock for the function itself.
func (f *flow) target(i instruction) int {
	if int(i.number) >= len(f.open) {
		return noBlock
	}
	return f.open[len(f.open)-1-int(i.number)]
}

func (f *flow) reaches(labels []int, block int) bool {
	for _, label := range labels {
		if f.target(instruction{number: int64(label)}) == block {
			return true
		}
	}
	return false
}

// leave writes a conditional jump: to the exit it becomes a return, the same bytes at every call.
func (f *flow) leave(i instruction) {
	if f.exit == noBlock || f.target(i) != f.exit {
		f.out = append(f.out, i)
		return
	}
	f.out = append(f.out, instruction{op: opIf, number: int64(noResult)}, instruction{op: opConst, number: 1},
		instruction{op: opReturn}, instruction{op: opEnd})
}

// jump writes a jump: by the table to a block whose end is ahead, it goes there.
func (f *flow) jump(i instruction) {
	if f.loop != noBlock && f.target(i) == f.loop {
		set := len(f.out) - 2
		if label := f.label(f.out[set].number); label >= 0 {
			f.out = f.out[:set]
			i.number = int64(label)
		}
	}
	f.out = append(f.out, i)
}

// label finds the block with the number among those that are open, or gives -1.
func (f *flow) label(number int64) int {
	if number < 0 || number >= int64(len(f.blocks)) {
		return -1
	}
	for label := range f.open {
		if f.open[len(f.open)-1-label] == f.blocks[number] {
			return label
		}
	}
	return -1
}

// end writes the end of a block: if it is a condition's with nothing but a jump, that becomes conditional.
func (f *flow) end(at int) {
	last := len(f.out) - 1
	isJump := last > 0 && f.out[last].op == opJump && f.out[last].number > 0 &&
		f.out[last-1].is(opIf, int64(noResult))
	if !isJump || f.code[f.open[len(f.open)-1]].op != opIf {
		f.out = append(f.out, f.code[at])
		return
	}
	f.out = append(f.out[:last-1], instruction{op: opJumpIf, number: f.out[last].number - 1})
}
