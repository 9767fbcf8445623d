// Package scenario reads the product's documents: everything that a run starts from, as JSON that a person
// can write. A Document is the text as an ordered tree, which forms edit; a Scenario is what it says;
// Problems are all that keeps it from saying something, each with its place.
package scenario

import (
	"slices"

	"schedlab/engine/setting"
	"schedlab/engine/sim"
	"schedlab/engine/topology"
	"schedlab/engine/workload"
)

// Base names the scenario itself among its variants, for claims.
const Base = "base"

// Limits of a scenario. They keep every document, also a hostile one, from hanging or exhausting a browser.
const (
	MaxText        = 1 << 20       // bytes of a document
	MaxDepth       = 64            // of values inside values
	MaxDuration    = 24 * sim.Hour // simulated
	MaxMachines    = 16
	MaxGuests      = 64
	MaxSystems     = 16
	MaxLinks       = 64
	MaxClasses     = 100
	MaxSessions    = 10_000 // groups
	MaxConnections = 10_000 // of all sessions and arrivals together
	MaxRuns        = 100    // entries of one session
	MaxArrivals    = 16     // streams
	MaxActions     = 1_000
	MaxVariants    = 20
	MaxAssignments = 100 // of one variant
	MaxAxes        = 8
	MaxPoints      = 1_000 // runs of a sweep
	MaxClaims      = 200
	MaxRecords     = 1_000 // of one list in a product's settings
	MaxProblems    = 100   // that are told at once
	// MaxEvents bounds the estimated work of a run, and the engine holds a run to it.
	MaxEvents = 50_000_000
)

// Scenario is all inputs of a run, checked and in the long form. References are positions.
type Scenario struct {
	Version              int
	Title, Summary, Look string // Look tells what to watch
	Seed                 uint64
	Duration             sim.Time
	Measure              Window // of metrics
	Machines             []Machine
	Guests               []Guest
	Systems              []System
	Network              []Link
	Workload             workload.Workload
	Variants             []Variant
	Sweep                []Axis
	Headline             string // metric by which variants are compared
	Expect               []Claim
}

// Window is a span of simulated time.
type Window struct{ From, To sim.Time }

// Machine is a named computer.
type Machine struct {
	Name     string
	Hardware topology.Machine
	SMTSpeed int64 // permille of nominal speed of each CPU of a core while its sibling is busy too
	// Hypervisor is the name of the product that shares it among guests; empty = databases run on the machine
	// itself. Values are its settings that are set.
	Hypervisor string
	Values     setting.Values
}

// Guest is a virtual machine.
type Guest struct {
	Name     string
	On       int // position of its machine
	VCPUs    int
	Memory   topology.Bytes   // NoBytes = not told
	Values   setting.Values   // that are set
	Hardware topology.Machine // what the guest sees
}

// System is a database on a machine.
type System struct {
	Name    string
	Product string // name of the product's description
	On      int    // position of its machine
	Guest   int    // position of its guest; -1 = on the machine itself
	Values  setting.Values
}

// Complete gives the values that are set, with the product's defaults for the others. The product must be
// among the products, as it is after Read without problems.
func (s System) Complete(products []Product) setting.Values {
	product, _ := find(products, s.Product)
	return setting.Complete(product.Settings, s.Values)
}

// Hardware is what a system runs on: its guest's virtual machine, or the machine itself.
func (s *Scenario) Hardware(of System) topology.Machine {
	if of.Guest >= 0 {
		return s.Guests[of.Guest].Hardware
	}
	return s.Machines[of.On].Hardware
}

// Link joins two machines or guests, by name. Links are read and checked, but not simulated yet.
type Link struct {
	From, To string
	Latency  sim.Time
	Speed    int64 // megabits per second; 0 = unlimited
}

// Variant is a named set of changes to the scenario.
type Variant struct {
	Name    string
	Summary string // why somebody would try it
	Set     []Assignment
}

// Assignment gives the value at a path.
type Assignment struct {
	Path  string
	Value Tree
}

// Axis is a range of values that a sweep tries at a path.
type Axis struct {
	Path   string
	Values []Tree
}

// Claim is a figure that somebody reported, beside which the simulated one is shown.
type Claim struct {
	Metric     string
	Of         string       // Base or a variant
	Set        []Assignment // on top of it
	RelativeTo string       // Base or a variant; empty = the figure itself is claimed, not a change of it
	Reported   float64
	Text       string // the reported figure as it is written
	Unit       string
	Low, High  float64 // what is accepted as the same
	Kind       ClaimKind
	Why        string // which constant was fitted, or why the model does not reproduce it
	Evidence   Evidence
	Source     string
	Label      string
}

// ClaimKind says how a claim and the model belong together.
type ClaimKind uint8

// Kinds of claims.
const (
	Predicted  ClaimKind = iota // nothing was tuned to it
	Calibrated                  // a constant was fitted to it; Why says which
	Disagrees                   // the model does not reproduce it; Why says why
)

var claimKinds = [...]string{"predicted", "calibrated", "disagrees"}

// String is the kind's word in documents.
func (k ClaimKind) String() string { return claimKinds[k] }

// Evidence says where a claim comes from.
type Evidence uint8

// Evidence, from print or from an instrument.
const (
	Published Evidence = iota
	Measured
)

var evidences = [...]string{"published", "measured"}

// String is the word in documents.
func (e Evidence) String() string { return evidences[e] }

// Product is what must be known of a database to check documents that use it.
type Product struct {
	Name, Title string
	Settings    []setting.Setting
	Headline    string // metric by which variants are compared unless the scenario names another
	// Check finds what is wrong with complete values on a machine beyond what each setting checks; nil =
	// nothing.
	Check func(topology.Machine, setting.Values) []setting.Fault
	// Nodes tells how many nodes a session may name; nil = as many as the machine has NUMA nodes.
	Nodes func(topology.Machine, setting.Values) int
	// Pools names the resource pools that a session may belong to; nil = any name will do.
	Pools func(setting.Values) []string
	// Databases names what a class or an action may name; nil, or none listed = any name will do.
	Databases func(setting.Values) []string
	// ClassFields names the members of a query class that it understands, besides name, title, system and
	// cpu_ms: which kinds of steps it can do, and what it knows of them. nil = all but those of a wait.
	ClassFields []string
	// Plain says that closed forms describe the product: see system.Description.
	Plain bool
	// Hosting is what only a hypervisor has; nil = the product is a database.
	Hosting *Hosting
}

// Hosting is what must be known of a hypervisor to check documents that use it. Guests have complete values
// here.
type Hosting struct {
	Settings []setting.Setting // of each guest
	// Check finds what is wrong with the machine's guests and the hypervisor's complete values. Paths are
	// relative to the machine's "hypervisor", or begin with "guests[i]", i the position among those given.
	Check func(topology.Machine, setting.Values, []Guest) []setting.Fault
	// Virtual is the machine that a guest without faults sees.
	Virtual func(topology.Machine, setting.Values, Guest) topology.Machine
	// Plain says whether these guests share the machine as closed forms have it: see hypervisor.Description.
	Plain func(setting.Values, []Guest) bool
}

// Understands says whether a member of a query class means anything to the product.
func (p *Product) Understands(name string) bool {
	switch {
	case name == "name" || name == "title" || name == "system" || name == "cpu_ms":
		return true
	case p.ClassFields == nil:
		return !slices.Contains(waitFields, name)
	}
	return slices.Contains(p.ClassFields, name)
}

func find(products []Product, name string) (Product, bool) {
	for i := range products {
		if products[i].Name == name {
			return products[i], true
		}
	}
	return Product{}, false
}

// Parse reads a document's text. With problems, the scenario must not be run.
func Parse(text []byte, products []Product) (Scenario, []Problem) {
	document, problems := ParseDocument(text)
	if len(problems) > 0 {
		return Scenario{}, problems
	}
	return Read(document, products)
}
