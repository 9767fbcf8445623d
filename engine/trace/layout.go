package trace

// Layout is the fixed structure of a started database, outermost groups first: what a floor plan draws.
type Layout struct {
	Name   string   // of the system in the scenario
	Groups []Group  // memory nodes before the nodes inside them
	Lanes  []Lane   // node-major
	Waits  int      // how many of the causes are wait types; they come first
	Causes []string // the name of every Reason
	// Yield is the wait type of a worker that used its quantum and waits for the next; NoReason if the
	// product has none.
	Yield Reason
}

// Level says what a group is.
type Level uint8

// Levels of groups.
const (
	MemoryNode Level = iota
	Node
)

// Group is a set of lanes that belong together.
type Group struct {
	Level  Level
	Number int32 // as the product prints it
	Parent int   // position of the memory node among the groups; -1 for a memory node
	Mask   []GroupMask
}

// GroupMask is the CPUs of a group inside one processor group.
type GroupMask struct {
	ProcessorGroup int32
	Mask           uint64
}

// Lane is one scheduler.
type Lane struct {
	Number  int32 // scheduler id as the product prints it
	CPU     int   // position of its CPU in the machine
	CPUID   int32 // the CPU's number as the product prints it
	Group   int   // position of its node among the groups
	Offline bool  // the product knows it, but gives it no user work
}
