// Package importer reads what people paste: outputs of tools and of SQL Server, in part, quoted, wrapped,
// several after one another. It makes a machine of them and says what it read, what it left out and what
// it had to assume.
//
// Every format's reader goes through the lines and takes those that are its own, as observations; merge
// combines the observations, build makes the machine. Nothing that a text lacks is filled in without a
// Warning.
package importer

import (
	"schedlab/engine/topology"
)

// Level says how much a note matters to the person who pasted the text.
type Level uint8

// The levels, from the quietest.
const (
	Read    Level = iota // was read and is used
	Info                 // was left out on purpose, or is good to know
	Warning              // is missing, cut or inconsistent; something was assumed, as the note says
)

// String names the level for logs and tests.
func (l Level) String() string { return [...]string{"read", "info", "warning"}[l] }

// Note says something about the text or about what was made of it.
type Note struct {
	Level       Level
	First, Last int // lines of the text, from 1; 0 = it is about what no line says
	Text        string
}

// SoftNode is a scheduling node of SQL Server: with soft-NUMA a part of a memory node, otherwise all of it.
// Its number need not be that of its memory node. A node of which a part is off-line occurs twice.
type SoftNode struct {
	ID         topology.NodeID
	MemoryNode topology.NodeID // NoNode = the text does not tell
	CPUs       []topology.CPUID
	Offline    bool // SQL Server runs nothing on these CPUs: affinity or licence
}

// Result is what was made of a text.
type Result struct {
	Formats      []string // names of the formats found, in the order of Formats
	Machine      topology.Machine
	SoftNodes    []SoftNode        // as reported by the database; none if no format told
	Settings     map[string]string // what the text tells besides the machine, by the Setting names
	Notes        []Note
	Usable       bool  // the machine passes topology's Check; notes may still say what it lacks
	IgnoredLines []int // lines with text that no format took, from 1
}

// Names in Result.Settings.
const (
	SettingSoftNUMA     = "auto_soft_numa"    // "true", "false"
	SettingLicensedCPUs = "licensed_cpus"     // CPUs that the licence lets SQL Server use
	SettingAffinityCPUs = "affinity_cpus"     // CPUs that SQL Server uses, as a list, if not all
	SettingMemory       = "memory_mb"         // memory that SQL Server detected, MiB
	SettingLockedPages  = "lock_memory_pages" // "true", "false"
	SettingModel        = "cpu_model"         // as lscpu prints it
	SettingHypervisor   = "hypervisor"        // its vendor, as lscpu prints it
)

// Format is a kind of text that Parse recognises.
type Format struct {
	Name  string // stable, as in Result.Formats
	Title string
	How   string // the command or query whose output to paste
	read  func(*document) []*observation
}

// Formats returns the formats that Parse recognises, best known machine first.
func Formats() []Format {
	return []Format{
		{"numactl", "numactl --hardware", "numactl --hardware", readNumactl},
		{"lscpu", "lscpu", "LC_ALL=C lscpu", readLscpu},
		{"dm_os_nodes", "sys.dm_os_nodes", dmOSNodesQuery, readDMOSNodes},
		{"errorlog", "SQL Server error log", "EXEC sys.sp_readerrorlog 0, 1", readErrorlog},
	}
}

// Parse reads a text in any of the formats, or several of them after one another. It never fails: what it
// cannot use is told in the notes. A text of more than 8 MiB or 262,144 lines, and a machine beyond
// topology's limits, are refused with a note. UTF-16 is decoded.
func Parse(text string) Result {
	doc := newDocument(text)
	var result Result
	var seen []*observation
	for _, format := range Formats() {
		found := format.read(doc)
		if len(found) > 0 {
			result.Formats = append(result.Formats, format.Name)
			seen = append(seen, latest(doc, format, found))
		}
	}
	if len(seen) == 0 && !doc.refused {
		doc.warn(span{}, "Nothing in the text looks like the output of one of the known tools.")
	}
	if !doc.refused {
		whole := merge(doc, seen)
		result.SoftNodes, result.Settings = whole.softNodes, whole.settings
		result.Machine = build(doc, whole)
	}
	result.Usable = conclude(doc, result.Machine)
	result.Notes = doc.notes.list
	result.IgnoredLines = doc.ignored()
	return result
}

// latest takes the last of several outputs of one tool: a second one in a paste shows the state after a
// change.
func latest(doc *document, format Format, found []*observation) *observation {
	last := found[len(found)-1]
	if len(found) > 1 {
		doc.warn(last.lines, "The text has %d outputs of %s; the last one is used.",
			len(found), format.Title)
	}
	last.source = format.Title
	doc.notes.addf(Read, last.lines, "%s: %s.", format.Title, last.summary())
	return last
}

// conclude tells whether the machine can be used, and why not.
func conclude(doc *document, machine topology.Machine) bool {
	if doc.refused {
		return false
	}
	if len(machine.CPUs) == 0 {
		doc.warn(span{}, "The text names no CPUs, so there is no machine to use.")
		return false
	}
	faults := machine.Check()
	for _, f := range faults[:min(len(faults), 3)] {
		doc.warn(span{}, "The machine cannot be used: %s: %s.", f.Path, f.Message)
	}
	return len(faults) == 0
}
