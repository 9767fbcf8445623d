package module

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"slices"
)

var errCrowded = errors.New("the tables of functions do not fit where they were")

// Words of a record as it is written here: two tables by position, and facts up to the stack's objects.
const (
	tablesKept, factsKept = 2, stackObjects + 1
	newRecord             = tablesBegins + 4*(tablesKept+factsKept)
)

// slim writes the tables anew where they are, as little as a running program needs of them. The regular part
// it gives back, to be written when the module starts.
func (t *tables) slim() ([]column, error) {
	functions := make([]function, t.count)
	for i := range functions {
		functions[i] = t.function(i)
	}
	end := t.number(t.list + listEntry*t.count)
	index := t.readIndex()
	err := errors.Join(t.slimNames(functions), t.slimPlaces(functions), t.slimFacts(functions))
	clear(t.memory[t.list : t.list+listEntry*(t.count+1)])
	clear(t.memory[t.list+listEntry*(t.count+1) : t.facts])
	columns := []column{{t.index, indexEntry, true, index}}
	list, err2 := t.listColumns(functions, end)
	columns = append(columns, list...)
	return append(columns, t.recordColumns(functions)...), errors.Join(err, err2)
}

// readIndex reads the index and clears it. A number too low is as good: the program goes on from there.
func (t *tables) readIndex() []int {
	numbers := make([]int, t.indexed)
	for i := range numbers {
		entry := t.memory[t.index+indexEntry*i:][:indexEntry]
		numbers[i] = int(binary.LittleEndian.Uint32(entry)) + int(entry[4])
		clear(entry[:5])
	}
	return numbers
}

// listColumns are the functions' places, with the one behind the last, and where their records are. A
// function with defers of the open kind has a longer record, behind the others.
func (t *tables) listColumns(functions []function, end int) ([]column, error) {
	entries, records := []int{}, []int{}
	free := listEntry*(t.count+1) + newRecord*t.count
	var longer []byte
	for i, f := range functions {
		entries = append(entries, f.entry)
		at := listEntry*(t.count+1) + newRecord*i
		if f.facts[openDefers] != noFact {
			at = free + len(longer)
			for _, word := range f.words(kinds) {
				longer = binary.LittleEndian.AppendUint32(longer, uint32(word))
			}
		}
		records = append(records, at)
	}
	if t.list+free+len(longer) > t.facts {
		return nil, errCrowded
	}
	copy(t.memory[t.list+free:], longer)
	return []column{
		{t.list, listEntry, true, append(entries, end)},
		{t.list + 4, listEntry, true, records},
	}, nil
}

// words are a record with facts of the first kinds.
func (f function) words(kinds int) []int {
	words := []int{f.entry, f.name, f.arguments, f.deferred, f.frame, 0, 0, tablesKept, 0, 0,
		f.flags | kinds<<24, 0, f.pointers}
	return append(words, f.facts[:kinds]...)
}

// recordColumns are the words of the functions' records, but for those that are always zero.
func (t *tables) recordColumns(functions []function) []column {
	const rising = 2 // the first words, from function to function
	columns := make([]column, newRecord/4)
	for word := range columns {
		address := t.list + listEntry*(t.count+1) + 4*word
		columns[word] = column{address, newRecord, word < rising, make([]int, t.count)}
	}
	for i, f := range functions {
		for word, value := range f.words(factsKept) {
			columns[word].values[i] = value
		}
	}
	return slices.DeleteFunc(columns, func(c column) bool { return slices.Max(c.values) == 0 })
}

// slimPlaces keeps the tables by position that a running program needs. Alike ones stand together.
func (t *tables) slimPlaces(functions []function) error {
	kept := pool{from: 1} // 0 says that there is none
	each := func(visit func(*int)) {
		for i := range functions {
			for _, offset := range []*int{&functions[i].frame, &functions[i].pointers} {
				if *offset != 0 {
					visit(offset)
				}
			}
		}
	}
	each(func(offset *int) { kept.add(place(t.memory[t.places+*offset:])) })
	written := kept.lay(bytes.Compare)
	each(func(offset *int) { *offset = kept.find(place(t.memory[t.places+*offset:])) })
	if t.places+1+len(written) > t.list {
		return errCrowded
	}
	clear(t.memory[t.sources:t.list])
	copy(t.memory[t.places+1:], written)
	return nil
}

// slimFacts keeps the facts that a running program needs.
func (t *tables) slimFacts(functions []function) error {
	first, last := t.index, 0
	kept := pool{alignment: 4}
	each := func(visit func(kind int, offset *int)) {
		for i := range functions {
			for kind := range kinds {
				if offset := &functions[i].facts[kind]; *offset != noFact {
					visit(kind, offset)
				}
			}
		}
	}
	each(func(kind int, offset *int) {
		fact := t.fact(kind, *offset)
		kept.add(fact)
		first, last = min(first, *offset), max(last, *offset+len(fact))
	})
	kept.from = (first + 3) &^ 3
	written := kept.lay(func(a, b []byte) int {
		return cmp.Or(cmp.Compare(len(a), len(b)), bytes.Compare(a, b))
	})
	each(func(kind int, offset *int) { *offset = kept.find(t.fact(kind, *offset)) })
	if t.facts+kept.from+len(written) > t.index {
		return errCrowded
	}
	clear(t.memory[t.facts+first : t.facts+last])
	copy(t.memory[t.facts+kept.from:], written)
	return nil
}

// fact is what a function names by its distance from the facts. Source: stackmap in Go's runtime/symtab.go,
// stackObjectRecord in runtime/stack.go, initOpenCodedDefers in runtime/panic.go.
func (t *tables) fact(kind, offset int) []byte {
	const object = 16
	at := t.facts + offset
	size := 0
	switch kind {
	case argumentPointers, localPointers:
		size = 8 + t.number(at)*((t.number(at+4)+7)/8)
	case stackObjects:
		size = 8 + object*t.word(at)
	case openDefers:
		r := Reader{Rest: t.memory[at:]}
		r.Number()
		r.Number()
		size = len(t.memory) - at - len(r.Rest)
	}
	return t.memory[at : at+size]
}
