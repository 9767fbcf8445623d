// Package hypervisor is the contract between the engine and what shares one host among virtual machines. A
// host goes in, guests' hosts come out: a database inside a guest does not know that its CPUs are virtual.
package hypervisor

import (
	"schedlab/engine/host"
	"schedlab/engine/setting"
	"schedlab/engine/sim"
	"schedlab/engine/system"
	"schedlab/engine/topology"
	"schedlab/engine/trace"
)

// Hypervisor is one product. It is a value with no state.
type Hypervisor interface {
	Describe() Description
	// Check gives what is wrong with complete values and guests on a machine, beyond what each setting checks
	// by itself. Paths are relative to the machine's "hypervisor" ("settings.version") or begin with the
	// guest, as in "guests[2].vcpus", where 2 is the position among the VMs given.
	Check(topology.Machine, setting.Values, []VM) []setting.Fault
	// Virtual is the machine that a guest sees. The VM has no faults.
	Virtual(topology.Machine, setting.Values, VM) topology.Machine
	Boot(Environment, setting.Values, []VM) Booted // values are declared, checked and complete
}

// Description is what others need to know of a hypervisor. Its lanes are the host's CPUs, its tasks virtual
// CPUs, its waits what keeps these from running.
type Description struct {
	system.Description
	Guest []setting.Setting // of each guest
	// Plain says whether guests get of the host's cores in proportion to what they keep busy, whatever else
	// the values say: closed forms describe them. nil = never. See analytic.Shared.
	Plain func(setting.Values, []VM) bool
}

// VM is a virtual machine as the document tells it.
type VM struct {
	Name   string
	VCPUs  int
	Memory topology.Bytes // NoBytes = not told
	Values setting.Values // complete
}

// Environment is what a booted hypervisor may touch.
type Environment struct {
	Kernel *sim.Kernel
	Host   host.Host // the bare machine
	Name   string    // of the machine in the scenario
	Trace  trace.Recorder
	// Resolution is the spacing of samples: amounts that change more often need not be told more often.
	Resolution sim.Time
}

// Booted is a hypervisor at work.
type Booted interface {
	Guests() []host.Host // by position of the VMs; their processors are idle
	// Begin declares the layout and opens the virtual CPUs, once all databases have been started.
	Begin()
}
