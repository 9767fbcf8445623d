// Package topology describes hardware as an operating system sees it: packages, NUMA nodes, cores, CPUs,
// distances between nodes and network cards.
//
// Things refer to each other by position in the machine's slices, since positions are dense; the numbers
// that operating systems print are ids, which may have gaps, and are only shown and parsed.
package topology

import (
	"fmt"
	"strings"
)

// PackageID is the number of a physical processor package as the operating system prints it; gaps are
// normal.
type PackageID int32

// NodeID is the number of a NUMA node as the operating system prints it; gaps are normal (0, 8, 252).
type NodeID int32

// CoreID is the number of a core as the operating system prints it, unique inside its package only.
type CoreID int32

// CPUID is the number of a CPU, that is of a hardware thread, as the operating system prints it.
type CPUID int32

// GroupID is the number of a Windows processor group, a set of at most 64 CPUs.
type GroupID int32

// Bytes is an amount of memory in bytes.
type Bytes int64

// Absent values: an id that is not there, a position that is not known, a size that nobody told.
const (
	NoPackage PackageID = -1
	NoNode    NodeID    = -1
	NoCore    CoreID    = -1
	NoCPU     CPUID     = -1
	NoGroup   GroupID   = -1
	NoBytes   Bytes     = -1
	Unknown             = -1
)

// Limits of a machine; a bigger one is refused by Check.
const (
	MaxCPUs     = 4096 // assumed: the page paints that many lanes within its budget
	MaxNodes    = 256  // node numbers up to 255 occur on POWER machines with GPU memory
	MaxPackages = 256  // assumed: as many packages as nodes
	GroupSize   = 64   // CPUs in a Windows processor group, learn.microsoft.com "Processor Groups"
)

// Distances as firmware states them in its SLIT table (ACPI specification, System Locality Information
// Table): relative to 10, which is local; 255 says that the node cannot be reached.
const (
	LocalDistance  = 10
	RemoteDistance = 21 // assumed: what two-socket x86 servers print
	MinDistance    = 10
	MaxDistance    = 255
)

// Machine is the hardware of one computer. Positions in its slices are the references between its parts.
type Machine struct {
	Name     string
	Packages []Package
	Nodes    []Node
	Cores    []Core
	CPUs     []CPU
	Distance [][]int // by position of nodes, [from][to]; nil = unknown
	NICs     []NIC
}

// Package is a physical processor, what a socket holds.
type Package struct {
	ID PackageID
}

// Node is a NUMA node: memory with the CPUs that are near it. It may have no CPU (memory only) or no memory.
type Node struct {
	ID      NodeID
	Package int   // position of its package; Unknown if not told, or if the node spans several packages
	Memory  Bytes // installed memory; 0 = none, NoBytes = unknown
	CPUs    []int // positions, ascending
}

// Core is a physical core with one CPU or, with SMT, several.
type Core struct {
	ID      CoreID
	Package int   // position; Unknown if not told
	Node    int   // position; Unknown if not told
	CPUs    []int // positions of its hardware threads, ascending
}

// CPU is a hardware thread.
type CPU struct {
	ID      CPUID
	Core    int     // position
	Node    int     // position; Unknown if not told
	Offline bool    // present, but the operating system does not run anything on it
	Group   GroupID // Windows processor group; NoGroup = not assigned
	Bit     int     // place in the group's mask, 0 to 63
}

// NIC is a network card, attached to one node or, with Node Unknown, to nobody knows which.
type NIC struct {
	Name   string
	Node   int   // position
	Speed  int64 // bits per second; 0 = unknown
	Queues int   // receive queues; 0 = unknown
}

// Online returns the positions of the CPUs that run something, ascending.
func (m Machine) Online() []int {
	var online []int
	for i, c := range m.CPUs {
		if !c.Offline {
			online = append(online, i)
		}
	}
	return online
}

// Siblings returns the positions of all CPUs of the CPU's core, itself included.
func (m Machine) Siblings(cpu int) []int {
	if core := m.CPUs[cpu].Core; core >= 0 && core < len(m.Cores) {
		return m.Cores[core].CPUs
	}
	return []int{cpu}
}

// FindCPU returns the position of the CPU with the number, Unknown if there is none.
func (m Machine) FindCPU(id CPUID) int {
	for i, c := range m.CPUs {
		if c.ID == id {
			return i
		}
	}
	return Unknown
}

// FindNode returns the position of the node with the number, Unknown if there is none.
func (m Machine) FindNode(id NodeID) int {
	for i, n := range m.Nodes {
		if n.ID == id {
			return i
		}
	}
	return Unknown
}

// DistanceBetween tells the distance from a node to another one's memory, by positions. Where the machine's
// matrix is unknown, LocalDistance and RemoteDistance stand in.
func (m Machine) DistanceBetween(from, to int) int {
	switch {
	case m.Distance != nil:
		return m.Distance[from][to]
	case from == to:
		return LocalDistance
	default:
		return RemoteDistance
	}
}

// Memory adds up the memory of the nodes; complete is false if some node's is unknown.
func (m Machine) Memory() (total Bytes, complete bool) {
	complete = true
	for _, n := range m.Nodes {
		if n.Memory == NoBytes {
			complete = false
			continue
		}
		total += n.Memory
	}
	return total, complete
}

// String is a short summary: "4 packages, 4 NUMA nodes, 96 cores, 96 CPUs".
func (m Machine) String() string {
	parts := []string{
		counted(len(m.Packages), "package"), counted(len(m.Nodes), "NUMA node"),
		counted(len(m.Cores), "core"), counted(len(m.CPUs), "CPU"),
	}
	if off := len(m.CPUs) - len(m.Online()); off > 0 {
		parts = append(parts, fmt.Sprintf("%d off-line", off))
	}
	return strings.Join(parts, ", ")
}

func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
