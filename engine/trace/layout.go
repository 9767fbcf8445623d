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
	Yield   Reason
	Series  []Series    // amounts that Counter events tell: the event's Who is the position
	Wholes  []Whole     // laws about them
	Ranges  []RangeKind // what lasts, by the Why of its RangeBegin
	Counted []Counted   // notes that are counted as metrics
	// Guest names the guest that the instance runs in; empty = on the machine itself.
	Guest string
	// Host is what is told of an instance that is a hypervisor: its lanes are the host's CPUs, its tasks
	// virtual CPUs. nil = it is a database.
	Host *HostLayout
}

// HostLayout is what metrics and pictures need to know of a hypervisor.
type HostLayout struct {
	Name   string // of the machine in the scenario
	Role   Reason // of the tasks that are virtual CPUs; others are the hypervisor's own work
	Guests []GuestLayout
	// Clock is the speed at which CPUs work, in permille of the nominal clock that figures refer to.
	Clock int64
	// Credit is what a busy CPU is accounted while a sibling is busy too, in permille of one alone.
	Credit int64
}

// GuestLayout is a guest of a hypervisor.
type GuestLayout struct {
	Name string
	CPUs int // virtual ones; their tasks have the guest's position as Branch and their number as Context
	// Overlap and System are the positions of the series, in ns, of the time that the hypervisor itself has
	// taken from its running CPUs, and has worked for it; -1 = there is none.
	Overlap, System int
	Steal           bool // the guest's own tools show the time that it was ready as steal
}

// Unit is what a series or a fact is measured in.
type Unit uint8

// Units.
const (
	Count Unit = iota // things
	Pages             // database pages
	Bytes             // bytes
	Span              // sim.Time
)

// Series is an amount that changes in steps: it has the value of its last Counter event, 0 before the first.
// It is never negative. What is told twice in an instant counts as told last.
// A product may tell amounts at intervals only; which, its description says.
type Series struct {
	// Metric is the dotted name under which the series is measured, for example buffer.dirty_pages; the
	// values of series with the same Metric are added up, or their largest taken if Largest is set.
	Metric  string
	Label   string // whose amount it is, for example a database's name; empty if there is only one
	Thing   int32  // number by which the product names it: of the database, device, …
	Group   int    // position of the memory node among the layout's groups; -1 = not of one
	Unit    Unit
	Largest bool
	// Sum says that the series only grows: its rate is what is shown.
	Sum bool
}

// Whole is a law: at the end of every instant, from the first that tells one of them, the values of the
// series Parts add up to Total.
type Whole struct {
	Name  string
	Parts []int // positions of series
	Total int64 // in their unit
}

// RangeKind says what a range is whose RangeBegin has the reason Why. Ranges of the same Metric are measured
// together: <Metric>.count, .mean_s, .max_s, .total_s, the sum of each fact as <Metric>.<fact>, and the facts
// of the longest as <Metric>.longest.<fact>.
type RangeKind struct {
	Why    Reason
	Metric string // empty = not measured, a part of another range
	Facts  []Fact
}

// Fact is a number that a Note about a range tells; the note's Why says which. A fact that is told again has
// the last value.
type Fact struct {
	Why  Reason
	Name string // last part of the metric's name, for example pages_written
	// Unit says how Value is kept. A Span is measured in the unit that the name ends with, _ms or _s; a name
	// that ends with neither gets _s.
	Unit Unit
}

// Counted is a kind of note that is counted: the number of notes with the reason Why is the metric. Kinds
// with the same Metric are counted together.
type Counted struct {
	Why    Reason
	Metric string // for example log.flushcache_lines
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
	// Core is 1 + the position of its core in the machine where lanes of a core slow each other and it is
	// counted how; 0 = it is not. The rotations of such a lane have no Next.
	Core int
	// Hidden says that only internal workers run on it; it shares its CPU with the lane of users and is drawn
	// with it.
	Hidden bool
}
