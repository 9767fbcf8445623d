package module

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
	"strings"
)

// Pack makes a module of Go's smaller as it is sent.
//
// Go's linker cuts the data at every eight zeros into pieces with an address each: some hundred thousand,
// which compress badly, while the zeros would cost nothing. They become one again but for long empty
// stretches. Of the tables that tell about functions only what a running program needs is left (a report of
// a crash then has functions and offsets but no lines, no arguments and no calls that the compiler replaced
// by the function), and the regular part of them the module writes itself when it starts. Jumps become
// direct. Names and notes for tools go.
//
// In a report functions are called by the label and a number to the base 36, as in p1a3. with the point;
// names holds a line for each number, from 0.
func Pack(module []byte, label string) (packed, names []byte, err error) {
	p, err := readModule(module)
	if err != nil {
		return nil, nil, err
	}
	p.label = label
	if err := errors.Join(p.packCode(), p.packData()); err != nil {
		return nil, nil, err
	}
	return p.appendTo(bytes.Clone(module[:HeaderSize])), []byte(strings.Join(p.names, "\n")), nil
}

// program is a module's sections.
type program struct {
	order    []byte // by their numbers
	sections map[byte][]byte
	label    string   // of functions in reports
	names    []string // of functions by their numbers
}

func readModule(module []byte) (*program, error) {
	p := &program{sections: map[byte][]byte{}}
	r := &Reader{Rest: module[min(HeaderSize, len(module)):]}
	for len(r.Rest) > 0 {
		id, body := r.Section()
		if id != CustomSection {
			p.order = append(p.order, id)
			p.sections[id] = body.Rest
		}
	}
	if r.Failed || len(module) < HeaderSize {
		return nil, ErrTruncated
	}
	return p, nil
}

func (p *program) appendTo(out []byte) []byte {
	for _, id := range p.order {
		out = appendSized(append(out, id), p.sections[id])
	}
	return out
}

func (p *program) packCode() error {
	section, found := p.sections[CodeSection]
	if !found {
		return nil
	}
	var empty map[int]bool
	if p.sections[DataSection] != nil {
		var err error
		if empty, err = p.emptied(); err != nil {
			return err
		}
	}
	packed, err := slimCode(section, empty)
	p.sections[CodeSection] = packed
	return err
}

func (p *program) packData() error {
	section, found := p.sections[DataSection]
	if !found {
		return nil
	}
	m := &memory{}
	r := &Reader{Rest: section}
	m.read(r)
	if r.Failed {
		return ErrTruncated
	}
	t, err := findTables(m.bytes)
	if err != nil {
		return err
	}
	t.label = p.label
	columns, err := t.slim()
	if err != nil {
		return err
	}
	p.names = t.shown
	// Go's linker leaves a megabyte behind all that the program has in memory; there must be zeros in it.
	packed := appendColumns(nil, columns)
	if len(packed) > roomBehind {
		return errCrowded
	}
	m.bytes = append(m.bytes, make([]byte, t.end-len(m.bytes))...)
	m.bytes = append(m.bytes, packed...)
	p.sections[DataSection] = m.section()
	p.startWith(unpackColumns(t.end, len(packed)))
	return nil
}

// roomBehind is the room that the linker leaves behind the program's data, less a page. Source:
// writeMemorySec in cmd/link/internal/wasm/asm.go of Go 1.26.
const roomBehind = 1<<20 - 1<<16

// startWith adds a function with this body, and a start section that calls it.
func (p *program) startWith(body []byte) {
	noParametersOrResults := []byte{0x60, 0, 0}
	kind := p.add(TypeSection, noParametersOrResults)
	p.add(FunctionSection, binary.AppendUvarint(nil, uint64(kind)))
	function := p.add(CodeSection, appendSized(nil, body))
	imports := &Reader{Rest: p.sections[ImportSection]}
	p.sections[StartSection] = binary.AppendUvarint(nil, uint64(imports.Number()+function))
	p.order = slices.Insert(p.order, slices.Index(p.order, ElementSection), StartSection)
}

// add adds an item to a section and gives its number.
func (p *program) add(section byte, item []byte) int {
	r := &Reader{Rest: p.sections[section]}
	count := r.Number()
	p.sections[section] = slices.Concat(binary.AppendUvarint(nil, uint64(count+1)), r.Rest, item)
	return count
}
