package sqlserver

import (
	"sort"

	"schedlab/engine/system"
	"schedlab/engine/trace"
)

// nodeAccount is what is counted for a node.
type nodeAccount struct {
	number, memory int32
	processorGroup int32
	mask           uint64 // of all its CPUs, off-line ones too
	active         uint64 // of the CPUs that it may use
	cpus, online   int64  // schedulers, and those that take user work
	free           int64  // on-line schedulers without a worker
	tasks, workers int64
	parallel       int64 // workers of parallel queries
	reserved       int64 // by parallel queries, and main workers of all requests
}

// nodeAccounts counts visible schedulers by node, in the order of their numbers; if parted, a node that
// reaches over several processor groups has an account for each. of is each lane's place among the accounts.
func nodeAccounts(r system.Reading, parted bool) (nodes []nodeAccount, of []int) {
	layout, lanes := r.Layout(), r.Lanes()
	nodes, of = emptyAccounts(r, parted)
	for i := range lanes {
		if layout.Lanes[i].Hidden {
			continue
		}
		n, cpu := &nodes[of[i]], r.Machine.CPUs[layout.Lanes[i].CPU]
		n.mask |= 1 << cpu.Bit
		n.cpus++
		if layout.Lanes[i].Offline {
			continue
		}
		account := &lanes[i]
		n.active |= 1 << cpu.Bit
		n.online++
		n.tasks += int64(account.Load)
		n.workers += int64(account.Load - account.Pending)
		if account.Load == account.Pending {
			n.free++
		}
	}
	return nodes, of
}

func emptyAccounts(r system.Reading, parted bool) (nodes []nodeAccount, of []int) {
	type key struct{ number, group int32 }
	layout := r.Layout()
	place := map[key]int{}
	keyOf := func(lane *trace.Lane) key {
		k := key{number: layout.Groups[lane.Group].Number}
		if parted {
			k.group = int32(r.Machine.CPUs[lane.CPU].Group)
		}
		return k
	}
	for i := range layout.Lanes {
		lane := &layout.Lanes[i]
		k := keyOf(lane)
		if _, isKnown := place[k]; !isKnown {
			place[k] = 0
			memory := layout.Groups[layout.Groups[lane.Group].Parent].Number
			nodes = append(nodes, nodeAccount{number: k.number, memory: memory, processorGroup: k.group})
		}
	}
	sort.Slice(nodes, func(i, k int) bool {
		a, b := &nodes[i], &nodes[k]
		return a.number < b.number || a.number == b.number && a.processorGroup < b.processorGroup
	})
	for i := range nodes {
		place[key{nodes[i].number, nodes[i].processorGroup}] = i
	}
	of = make([]int, len(layout.Lanes))
	for i := range layout.Lanes {
		of[i] = place[keyOf(&layout.Lanes[i])]
	}
	return nodes, of
}

// nodesTable is sys.dm_os_nodes. cpu_affinity_mask counts CPUs inside a processor group and is signed; a node
// that reaches over several groups has a row for each; idle_scheduler_count is of schedulers without a
// worker, so a coordinator that waits keeps its own from being idle; avg_load_balance is tasks a scheduler,
// rounded down. Source: sql-docs, sys-dm-os-nodes-transact-sql.md.
func nodesTable() system.Table {
	c := columns("node_id node_state_desc memory_node_id cpu_affinity_mask online_scheduler_count "+
		"idle_scheduler_count active_worker_count avg_load_balance processor_group cpu_count",
		"node_state_desc")
	return system.Table{Name: "sys.dm_os_nodes", Title: "Nodes", Columns: c, Thing: trace.NodeThing,
		Rows: func(r system.Reading) [][]string {
			nodes, _ := nodeAccounts(r, true)
			return nodeRows(nodes, newSheet(c, len(nodes)+1))
		}}
}

func nodeRows(nodes []nodeAccount, s *sheet) [][]string {
	for i := range nodes {
		n := &nodes[i]
		state := "ONLINE"
		if n.online == 0 {
			state = "OFFLINE"
		}
		s.number(int64(n.number)).text(state).number(int64(n.memory), int64(n.mask), n.online, n.free,
			n.workers, n.tasks/max(n.online, 1), int64(n.processorGroup), n.cpus)
	}
	return dedicatedNode(nodes, s).rows()
}

// dedicatedNode adds the node of the dedicated administrator connection, with the mask of the first node and
// one scheduler of its own, as the printout of a server of 96 CPUs in SQL Server 2012 Internals has it.
// assumed: nobody uses that connection, so its counts are 0.
func dedicatedNode(nodes []nodeAccount, s *sheet) *sheet {
	first := &nodes[0]
	return s.number(max(int64(nodes[len(nodes)-1].number)+1, maxNodes)).text("ONLINE DAC").
		number(0, int64(first.mask), 1, 1, 0, 0, int64(first.processorGroup), first.cpus)
}

// parallelWorkersTable is sys.dm_exec_query_parallel_workers.
// Source: sql-docs, sys-dm-exec-query-parallel-workers-transact-sql.md; free_worker_count may be negative.
func parallelWorkersTable() system.Table {
	c := columns("node_id scheduler_count max_worker_count reserved_worker_count free_worker_count " +
		"used_worker_count")
	return system.Table{Name: "sys.dm_exec_query_parallel_workers", Title: "Workers for parallel queries",
		Columns: c,
		Thing:   trace.NodeThing,
		Rows: func(r system.Reading) [][]string {
			nodes := parallelAccounts(r)
			return parallelRows(r, nodes, newSheet(c, len(nodes)))
		}}
}

// parallelAccounts adds what is reserved and used by parallel queries to the accounts of nodes. A query that
// is under way keeps its reservation for workers that have ended.
func parallelAccounts(r system.Reading) []nodeAccount {
	nodes, of := nodeAccounts(r, false)
	first := r.Ledger.Instances[r.Instance].First
	nodeOf := func(lane trace.LaneID) *nodeAccount { return &nodes[of[lane-first]] }
	queries := liveQueries(r)
	for i := range queries {
		q := &queries[i]
		nodeOf(q.main).reserved++
		for _, lane := range q.started {
			nodeOf(lane).reserved++
		}
		for _, w := range q.workers {
			if w.state != trace.Pending {
				nodeOf(w.lane).parallel++
			}
		}
	}
	return nodes
}

// parallelRows gives each node the part of the instance's workers that its schedulers have.
// assumed: the formula of max_worker_count is not told; placement uses the same.
func parallelRows(r system.Reading, nodes []nodeAccount, s *sheet) [][]string {
	online := int64(0)
	for i := range nodes {
		online += nodes[i].online
	}
	all := int64(maxWorkers(r.Values.Number(maxWorkersName), int(online)))
	for i := range nodes {
		n := &nodes[i]
		if n.online == 0 {
			continue
		}
		most := all * n.online / online
		s.number(int64(n.number), n.online, most, n.reserved, most-n.reserved, n.parallel)
	}
	return s.rows()
}
