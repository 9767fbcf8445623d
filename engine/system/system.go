// Package system is the contract between the engine and the databases that it can start.
package system

import (
	"schedlab/engine/host"
	"schedlab/engine/setting"
	"schedlab/engine/sim"
	"schedlab/engine/topology"
	"schedlab/engine/trace"
	"schedlab/engine/workload"
)

// System is one database product. It is a value with no state.
type System interface {
	Describe() Description
	// Check gives what is wrong with complete values on a machine, beyond what each setting checks by itself.
	Check(topology.Machine, setting.Values) []setting.Fault
	// Nodes is how many nodes a connection may be pinned to.
	Nodes(topology.Machine, setting.Values) int
	// Pools names the resource pools that a connection may belong to; it may be nil.
	Pools(setting.Values) []string
	Start(Environment, setting.Values) Instance // values are declared, checked and complete
}

// Environment is what a started database may touch.
type Environment struct {
	Kernel   *sim.Kernel
	Host     host.Host
	Name     string                           // of the system in the scenario
	Trace    trace.Recorder                   // who is told of everything
	Finished func(workload.RequestID)         // closed sessions think and submit again
	Queues   func(host.Queues) host.RunQueues // leaping, or the oracle that steps
	// Writes says that some class of the workload changes data of this system, or an action concerns its
	// databases: without it an instance need not start what only serves writes.
	Writes bool
	// Resolution is the spacing of samples: amounts that change more often need not be told more often.
	Resolution sim.Time
}

// Instance is a started database with its background workers. A request's number is also its trace number.
type Instance interface {
	Connect(workload.Connection) // many products decide here where the session will live
	Submit(workload.Request)
	Cancel(workload.RequestID) // a killed request rolls back
	Disconnect(workload.Connection)
	Perform(workload.Action) // a checkpoint or backup asked for by hand
}
