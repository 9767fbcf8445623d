package module

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
)

// tables are what a Go program knows of its functions, as it lies in memory: which function a position in
// the code belongs to, and which words of its frame are pointers. Source: moduledata, pcHeader and
// findfuncbucket in Go's runtime/symtab.go, and findfunctab in cmd/link/internal/ld/pcln.go, of Go 1.26.
type tables struct {
	memory  []byte
	count   int // of functions
	end     int // of all that the program has in memory
	names   int // address of the functions' names, which they name by their distance from here
	sources int // address of what tells of source files
	// address of the tables by position; a function names its own by their distance from here
	places  int
	list    int      // address of the functions' entries; records are named by their distance from here
	facts   int      // address of what functions name by their distance from here
	index   int      // address of the index into the list
	indexed int      // entries of the index
	label   string   // of functions in reports
	shown   []string // names of functions by their numbers
}

var errUnknownTables = errors.New("this release of Go lays out its tables of functions in another way")

// tablesBegin is the header on a machine with 8-byte words and instructions of any length.
var tablesBegin = []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8}

// Distances in the header, and in moduledata, which begins with the header's address.
const (
	countAt, namesAt, sourcesAt, placesAt, listAt, headerEnd           = 8, 32, 40, 56, 64, 72
	listWord, indexWord, firstWord, lastWord, factsWord, moduledataEnd = 128, 152, 160, 168, 320, 336
	endWord                                                            = 272
)

// Sizes in bytes, and how much of the code an entry of the index stands for.
const (
	listEntry  = 8  // of a function: its place, and where its record is
	indexEntry = 20 // a number in the list, and what to add to it for each sixteenth of what it stands for
	indexStep  = 4096
)

func findTables(memory []byte) (tables, error) {
	for at := 0; ; at++ {
		next := bytes.Index(memory[at:], tablesBegin)
		if next < 0 {
			return tables{}, errUnknownTables
		}
		at += next
		if t, ok := readTables(memory, at); ok {
			return t, nil
		}
	}
}

// readTables reads the tables whose header is at the address.
func readTables(memory []byte, header int) (tables, bool) {
	t := tables{memory: memory}
	if header+headerEnd > len(memory) {
		return t, false
	}
	t.count = t.word(header + countAt)
	t.names, t.sources = header+t.word(header+namesAt), header+t.word(header+sourcesAt)
	t.places, t.list = header+t.word(header+placesAt), header+t.word(header+listAt)
	module := t.find(header, t.list)
	if module < 0 {
		return t, false
	}
	t.facts, t.index, t.end = t.word(module+factsWord), t.word(module+indexWord), t.word(module+endWord)
	t.indexed = (t.word(module+lastWord) - t.word(module+firstWord) + indexStep - 1) / indexStep
	order := []int{header, t.names, t.sources, t.places, t.list, t.facts, t.index, len(memory)}
	fits := t.count > 0 && t.count < (t.facts-t.list)/(listEntry+oldRecord) &&
		t.indexed > 0 && t.indexed < (len(memory)-t.index)/indexEntry
	return t, slices.IsSorted(order) && fits
}

// find gives the address of moduledata, or -1.
func (t *tables) find(header, list int) int {
	begin := binary.LittleEndian.AppendUint64(nil, uint64(header))
	for at := 0; at+moduledataEnd <= len(t.memory); at += len(begin) {
		if bytes.HasPrefix(t.memory[at:], begin) && t.word(at+listWord) == list {
			return at
		}
	}
	return -1
}

func (t *tables) word(at int) int { return int(binary.LittleEndian.Uint64(t.memory[at:])) }

func (t *tables) number(at int) int { return int(int32(binary.LittleEndian.Uint32(t.memory[at:]))) }

// place is a table by position: pairs of numbers, until the first of a pair is 0; only in the first pair
// that is a value.
func place(table []byte) []byte {
	r := Reader{Rest: table}
	for isFirst := true; isFirst || len(r.Rest) > 0 && r.Rest[0] != 0; isFirst = false {
		r.Number()
		r.Number()
	}
	return table[:len(table)-len(r.Rest)+1]
}
