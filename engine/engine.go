package engine

import (
	"sync"

	"schedlab/engine/host"
	"schedlab/engine/scenario"
	"schedlab/engine/setting"
	"schedlab/engine/sim"
	"schedlab/engine/system"
	"schedlab/engine/system/sqlserver"
	"schedlab/engine/trace"
	"schedlab/engine/workload"
)

// Systems are all databases that can be simulated. Adding one is a line here.
func Systems() []system.System { return []system.System{sqlserver.Product} }

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
			Pools: e.system.Pools, Databases: d.Databases})
	}
	return all
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
	Systems  []Started
	Driver   *workload.Driver
	Broken   []string // laws that the finished run does not keep; empty unless we have made a mistake
	Stopped  bool     // a limit was reached before the end
	done     bool
	events   int64
}

// Started is a database of a run.
type Started struct {
	Description system.Description
	Instance    system.Instance
	Values      setting.Values
	Machine     int
	Quantum     sim.Time // 0 = it has none
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
	hosts := make([]host.Host, len(s.Machines))
	for i, m := range s.Machines {
		hosts[i] = host.Host{Machine: m.Hardware, CPUs: host.Bare(m.Hardware, host.Speed(m.SMTSpeed))}
	}
	for i, named := range s.Systems {
		r.start(named, system.Environment{Kernel: r.Kernel, Host: hosts[named.On], Name: named.Name,
			Trace: r.Log, Finished: r.Driver.Finished, Queues: queues, Writes: writes(s, i),
			Resolution: max(s.Duration/samples, sim.Millisecond)})
	}
	r.Driver.Begin()
	return r
}

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
	started := Started{Description: product.description, Values: values, Machine: named.On}
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
	for i := range r.Systems {
		if laws := r.Systems[i].Description.Laws; laws != nil {
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

// Reading is the run of one system as it was at an instant.
func (r *Run) Reading(instance int, ledger *trace.Ledger) system.Reading {
	s := r.Systems[instance]
	return system.Reading{Log: r.Log, Ledger: ledger, Instance: trace.InstanceID(instance), At: ledger.At,
		Machine: r.Scenario.Machines[s.Machine].Hardware, Values: s.Values, Workload: &r.Scenario.Workload,
		Connections: r.Driver.Connections()}
}
