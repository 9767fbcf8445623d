package module

// function is the record of a function, in words of 4 bytes. Source: _func in Go's runtime/runtime2.go and
// the numbers in internal/abi/symtab.go, of Go 1.26.
type function struct {
	entry, name, arguments, deferred int

	frame    int // table by position: how large the frame is
	pointers int // table by position: which of the maps of pointers holds
	flags    int
	facts    [kinds]int // by kind
}

// Words of a record as the linker writes it, before the numbers of the tables by position and of the facts.
const (
	frameAt, tablesAt, flagsAt, tablesBegins = 16, 28, 40, 44
	oldRecord                                = 44 // at least
	pointersTable                            = 1  // other tables are for debuggers and other systems
)

// Kinds of facts. Those of higher numbers, and replacedCalls, tell of calls that were replaced by the
// function, of arguments and of wrappers: what a report of a crash shows besides names.
const (
	argumentPointers = iota
	localPointers
	stackObjects
	replacedCalls
	openDefers
	kinds
)

// noFact says that a function has none of the kind.
const noFact = -1

// function reads the record of the function with the number in the list.
func (t *tables) function(i int) function {
	at := t.list + t.number(t.list+listEntry*i+4)
	f := function{entry: t.number(at), name: t.number(at + 4), arguments: t.number(at + 8),
		deferred: t.number(at + 12), frame: t.number(at + frameAt)}
	ofTables, ofFacts := t.number(at+tablesAt), int(t.memory[at+flagsAt+3])
	f.flags = t.number(at+flagsAt) & 0xffffff
	if ofTables > pointersTable {
		f.pointers = t.number(at + tablesBegins + 4*pointersTable)
	}
	for kind := range f.facts {
		f.facts[kind] = noFact
		if kind < ofFacts {
			f.facts[kind] = t.number(at + tablesBegins + 4*ofTables + 4*kind)
		}
	}
	f.facts[replacedCalls] = noFact
	return f
}
