package engine

import (
	"sync"

	"schedlab/engine/host"
	"schedlab/engine/hypervisor"
	"schedlab/engine/hypervisor/esxi"
	"schedlab/engine/scenario"
	"schedlab/engine/setting"
	"schedlab/engine/sim"
	"schedlab/engine/system"
	"schedlab/engine/system/intersystems"
	"schedlab/engine/system/sqlserver"
	"schedlab/engine/topology"
	"schedlab/engine/trace"
	"schedlab/engine/workload"
)

// Systems are all databases that can be simulated. Adding one is a line here.
func Systems() []system.System { return []system.System{sqlserver.Product, intersystems.Product} }

// Hypervisors are all that can share a machine among guests. Adding one is a line here.
func Hypervisors() []hypervisor.Hypervisor { return []hypervisor.Hypervisor{esxi.Product} }

// entry is a system with its description, which is made once: a run asks for it several times.
type entry struct {
	system      system.System
	description system.Description
}

var entries = sync.OnceValue(func() []entry {
	var all []entry
	for _, s := range Systems() {
		all = append(all, entry{s, s.Describe()})
	}
	return all
})

var products = sync.OnceValue(func() []scenario.Product {
	var all []scenario.Product
	for _, e := range entries() {
		d := e.description
		all = append(all, scenario.Product{Name: d.Name, Title: d.Title, Settings: d.Settings,
			Headline: d.Headline, Check: e.system.Check, Nodes: e.system.Nodes,
			Pools: e.system.Pools, Databases: d.Databases, ClassFields: d.ClassFields, Plain: d.Plain})
	}
	return append(all, hostings()...)
})

// Products are what documents are checked against: the systems' descriptions as values. They are the same for
// all and must not be changed.
func Products() []scenario.Product { return products() }

// Find gives the system of that name.
func Find(name string) (system.System, bool) {
	e, ok := find(name)
	return e.system, ok
}

func find(name string) (entry, bool) {
	for _, e := range entries() {
		if e.description.Name == name {
			return e, true
		}
	}
	return entry{}, false
}

// Options change how a run is made, not what comes out of it.
type Options struct {
	Plain bool  // every quantum is an event: the oracle
	Limit int64 // bytes of log; 0 = trace.DefaultLimit
	// Log is written anew, in the memory that it has: most of the time of a run with many events would go
	// into asking for memory. Nothing that was read from it may be used any more. nil = a new log.
	Log *trace.Log
}

func (o Options) log() *trace.Log {
	log := o.Log
	if log == nil {
		log = &trace.Log{}
	}
	log.Reset()
	log.Limit = o.Limit
	return log
}

// Run is one simulation of a scenario.
type Run struct {
	Scenario scenario.Scenario
	Log      *trace.Log
	Kernel   *sim.Kernel
	Systems  []Started // by their position in the scenario, which is their instance's number too
	Hosts    []Started // the hypervisors; their instances follow those of the systems
	Driver   *workload.Driver
	Broken   []string // laws that the finished run does not keep; empty unless we have made a mistake
	Stopped  bool     // a limit was reached before the end
	done     bool
	events   int64
}

// Started is a database of a run, or a hypervisor.
type Started struct {
	Description system.Description
	Instance    system.Instance // nil for a hypervisor
	Values      setting.Values
	Hardware    topology.Machine // what it runs on; inside a guest, what that sees
	Quantum     sim.Time         // 0 = it has none
}

// Started is the database or hypervisor of an instance.
func (r *Run) Started(instance trace.InstanceID) Started {
	if at := int(instance) - len(r.Systems); at >= 0 {
		return r.Hosts[at]
	}
	return r.Systems[instance]
}

// New makes a run of a scenario without problems. Nothing has happened in it yet.
func New(s scenario.Scenario, o Options) *Run {
	r := &Run{Scenario: s, Log: o.log(), Kernel: sim.NewKernel(s.Seed)}
	writer := &desk{run: r, ordinals: make([]int32, len(s.Workload.Classes))}
	r.Driver = workload.NewDriver(r.Kernel, s.Workload, writer)
	queues := func(q host.Queues) host.RunQueues { return host.NewRotations(q) }
	if o.Plain {
		queues = func(q host.Queues) host.RunQueues { return host.NewSteps(q) }
	}
	hosts := r.boot()
	for i, named := range s.Systems {
		r.start(named, system.Environment{Kernel: r.Kernel, Host: hosts.of(named), Name: named.Name,
			Trace: r.Log, Finished: r.Driver.Finished, Queues: queues, Writes: writes(s, i),
			Resolution: r.resolution()})
	}
	hosts.begin(r)
	r.Driver.Begin()
	return r
}

// resolution is the spacing of samples.
func (r *Run) resolution() sim.Time { return max(r.Scenario.Duration/samples, sim.Millisecond) }

// samples is how many samples of an amount a run has at most: more than a screen has columns.
const samples = 2400

// writes says whether the workload changes data of a system or asks for something of its databases.
func writes(s scenario.Scenario, at int) bool {
	for _, c := range s.Workload.Classes {
		for _, step := range c.Steps {
			if c.System == at && step.Kind == workload.Commit {
				return true
			}
		}
	}
	for _, a := range s.Workload.Actions {
		if (a.Do == workload.Checkpoint || a.Do == workload.Backup) && a.System == at {
			return true
		}
	}
	return false
}

// start starts one of the scenario's systems.
func (r *Run) start(named scenario.System, env system.Environment) {
	product, ok := find(named.Product)
	if !ok {
		panic("engine: the scenario names the unknown product " + named.Product)
	}
	values := named.Complete(Products())
	started := Started{Description: product.description, Values: values,
		Hardware: r.Scenario.Hardware(named)}
	if quantum := product.description.Quantum; quantum != nil {
		started.Quantum = quantum(values)
	}
	started.Instance = product.system.Start(env, values)
	r.Systems = append(r.Systems, started)
}

// Step goes on by about so many external events. It says whether the run is complete.
func (r *Run) Step(budget int) (done bool) {
	if r.done {
		return true
	}
	fired, done := r.Kernel.Step(budget, r.Scenario.Duration)
	r.events += int64(fired)
	if !done && (r.Log.Full || r.events > scenario.MaxEvents) {
		r.Stopped, done = true, true
	}
	if done {
		r.finish()
	}
	return done
}

// stepEvents is the size of a step: small enough to stay interruptible in a browser.
const stepEvents = 2000

// Finish runs to the end.
func (r *Run) Finish() *Run {
	for !r.Step(stepEvents) {
	}
	return r
}

// Now is how far the run has come.
func (r *Run) Now() sim.Time { return r.Kernel.Now() }

func (r *Run) finish() {
	r.done = true
	end := r.Scenario.Duration
	if r.Stopped {
		end = r.Kernel.Now()
	}
	r.Log.Close(end)
	r.Broken = r.Log.Ledger.Laws()
	for i := range r.Log.Ledger.Instances {
		if laws := r.Started(trace.InstanceID(i)).Description.Laws; laws != nil {
			r.Broken = append(r.Broken, laws(r.Reading(i, &r.Log.Ledger))...)
		}
	}
}

// desk writes down what the workload asks, and passes it on to the database that it is meant for.
type desk struct {
	run      *Run
	ordinals []int32
}

func (d *desk) Connect(c workload.Connection) { d.run.Systems[c.System].Instance.Connect(c) }

func (d *desk) Submit(r workload.Request) {
	id := d.run.Log.Submit(trace.Request{At: r.At, Session: trace.SessionID(r.Session), Class: int32(r.Class),
		Ordinal: d.ordinals[r.Class], Instance: trace.InstanceID(r.System)})
	if trace.RequestID(r.ID) != id {
		panic("engine: the workload and the log count requests differently")
	}
	d.ordinals[r.Class]++
	d.run.Systems[r.System].Instance.Submit(r)
}

func (d *desk) Cancel(id workload.RequestID) {
	d.run.Systems[d.run.Log.Requests[id].Instance].Instance.Cancel(id)
}

func (d *desk) Perform(a workload.Action) { d.run.Systems[a.System].Instance.Perform(a) }

func (d *desk) Disconnect(c workload.Connection) { d.run.Systems[c.System].Instance.Disconnect(c) }

// Reading is the run of one system or hypervisor, by the number of its instance, as it was at an instant.
func (r *Run) Reading(instance int, ledger *trace.Ledger) system.Reading {
	s := r.Started(trace.InstanceID(instance))
	return system.Reading{Log: r.Log, Ledger: ledger, Instance: trace.InstanceID(instance), At: ledger.At,
		Machine: s.Hardware, Values: s.Values, Workload: &r.Scenario.Workload,
		Connections: r.Driver.Connections()}
}
