package sqlserver

import (
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/host"
	"schedlab/engine/setting"
	"schedlab/engine/sim"
	"schedlab/engine/system"
	"schedlab/engine/topology"
	"schedlab/engine/trace"
	"schedlab/engine/workload"
)

// bench is a started product without a workload: connections and requests are made by hand.
type bench struct {
	*instance
	t      *testing.T
	kernel *sim.Kernel
	log    *trace.Log
	over   []workload.RequestID
}

func startBench(t *testing.T, m topology.Machine, own setting.Values) *bench {
	b := &bench{t: t, kernel: sim.NewKernel(1), log: &trace.Log{}}
	b.instance = Product.Start(system.Environment{Kernel: b.kernel, Trace: b.log, Name: "db",
		Host:     host.Host{Machine: m, CPUs: host.Bare(m, host.Full)},
		Writes:   own[databasesName].Records != nil,
		Finished: func(id workload.RequestID) { b.over = append(b.over, id) },
		Queues:   func(q host.Queues) host.RunQueues { return host.NewRotations(q) }},
		valuesOf(own)).(*instance)
	return b
}

// grid is a machine of nodes with equally many cores.
func grid(nodes, cores int) topology.Machine {
	return topology.Shape{Packages: nodes, CoresPerNode: cores}.Machine()
}

// class is a query with so many branches whose workers go on for so long.
func class(dop, branches int, cpu sim.Time) workload.Class {
	return workload.Class{Cost: 100_000, DOP: dop, Endless: cpu == sim.Never,
		Steps: []workload.Step{{Branches: branches, CPU: workload.Law{Mean: cpu},
			Coordinator: sim.Microsecond}}}
}

func (b *bench) connect(c workload.Connection) *bench {
	b.Connect(c)
	return b
}

// ask submits a request of a connection and lets so much time go by.
func (b *bench) ask(session workload.SessionID, c workload.Class, wait sim.Time) workload.RequestID {
	now := b.kernel.Now()
	id := b.log.Submit(trace.Request{At: now, Session: trace.SessionID(session)})
	b.Submit(workload.Request{ID: workload.RequestID(id), Session: session, At: now, Cost: c.Cost, DOP: c.DOP,
		Endless: c.Endless, Steps: c.Steps})
	b.pass(wait)
	return workload.RequestID(id)
}

// pass lets time go by.
func (b *bench) pass(wait sim.Time) {
	alarm := b.kernel.NewTimer(sleeper{}, 0, 0)
	until := b.kernel.Now() + wait
	b.kernel.Set(alarm, until, sim.Sample)
	for done := false; !done; {
		_, done = b.kernel.Step(1000, until+1)
	}
}

type sleeper struct{}

func (sleeper) Fire(int32, int32) {}

// workers are the schedulers of a request's parallel workers, by execution context.
func (b *bench) workers(id workload.RequestID) []int {
	var lanes []int
	for i := range b.log.Tasks {
		if task := &b.log.Tasks[i]; task.Request == trace.RequestID(id) && task.Context > 0 {
			lanes = append(lanes, int(task.Lane-b.first))
		}
	}
	return lanes
}

// nodesOf gives the nodes of a request's parallel workers with how many each has.
func (b *bench) nodesOf(id workload.RequestID) map[int]int {
	counts := map[int]int{}
	for _, lane := range b.workers(id) {
		counts[b.lanes[lane].node]++
	}
	return counts
}

// empty requires that nothing is left of any request.
func (b *bench) empty() {
	require.Zero(b.t, b.reserved)
	own := make([]int32, len(b.lanes)) // background workers stay
	for _, w := range b.storage.workers {
		if lane := b.tasks.all[w.slot].lane; int(lane) < len(own) {
			own[lane]++
		}
	}
	for i := range b.lanes {
		require.Equal(b.t, own[i], b.lanes[i].load, "load of lane %d", i)
		require.Zero(b.t, b.lanes[i].workers, "workers of lane %d", i)
		require.Empty(b.t, b.lanes[i].pending)
	}
	ledger := b.log.At(b.kernel.Now())
	require.EqualValues(b.t, len(b.storage.workers), ledger.Totals.Alive)
	require.Empty(b.t, ledger.Laws())
	for i := range ledger.Lanes {
		for _, slot := range ledger.Lanes[i].Ring {
			require.True(b.t, isOwn(&ledger.Tasks[slot]), "lane %d", i)
		}
		require.Zero(b.t, ledger.Lanes[i].Pending)
	}
}
