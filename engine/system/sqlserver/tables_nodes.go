package sqlserver

import (
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

// nodeAccounts counts by node, in the order of the layout. lookup gives the place of a group among them.
func nodeAccounts(r system.Reading) (nodes []nodeAccount, lookup []int) {
	layout, lanes := r.Layout(), r.Lanes()
	lookup = make([]int, len(layout.Groups))
	for i, g := range layout.Groups {
		if g.Level != trace.Node {
			continue
		}
		lookup[i] = len(nodes)
		nodes = append(nodes, nodeAccount{number: g.Number, memory: layout.Groups[g.Parent].Number})
	}
	for i := range lanes {
		lane, account := &layout.Lanes[i], &lanes[i]
		n, cpu := &nodes[lookup[lane.Group]], r.Machine.CPUs[lane.CPU]
		n.processorGroup = int32(cpu.Group)
		n.mask |= 1 << cpu.Bit
		n.cpus++
		if lane.Offline {
			continue
		}
		n.active |= 1 << cpu.Bit
		n.online++
		n.tasks += int64(account.Load)
		n.workers += int64(account.Load - account.Pending)
		if account.Load == account.Pending {
			n.free++
		}
	}
	return nodes, lookup
}

// nodesTable is sys.dm_os_nodes. cpu_affinity_mask counts CPUs inside the node's processor group and is signed;
// idle_scheduler_count is of schedulers without a worker, so a coordinator that waits keeps its own from being
// idle; avg_load_balance is tasks a scheduler, rounded down. Source: sql-docs, sys-dm-os-nodes-transact-sql.md.
func nodesTable() system.Table {
	c := columns("node_id node_state_desc memory_node_id cpu_affinity_mask online_scheduler_count "+
		"idle_scheduler_count active_worker_count avg_load_balance processor_group cpu_count", "node_state_desc")
	return system.Table{Name: "sys.dm_os_nodes", Title: "Nodes", Columns: c, Thing: trace.NodeThing,
		Rows: func(r system.Reading) [][]string {
			nodes, _ := nodeAccounts(r)
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
		s.number(int64(n.number)).text(state).number(int64(n.memory), int64(n.mask), n.online, n.free, n.workers,
			n.tasks/max(n.online, 1), int64(n.processorGroup), n.cpus)
	}
	return dedicatedNode(nodes, s).rows()
}

// dedicatedNode adds the node of the dedicated administrator connection, with the mask of the first node and one
// scheduler of its own, as the printout of a server of 96 CPUs in SQL Server 2012 Internals has it.
// assumed: nobody uses that connection, so its counts are 0.
func dedicatedNode(nodes []nodeAccount, s *sheet) *sheet {
	first := &nodes[0]
	return s.number(int64(max(len(nodes), maxNodes))).text("ONLINE DAC").
		number(0, int64(first.mask), 1, 1, 0, 0, int64(first.processorGroup), first.cpus)
}

// parallelWorkersTable is sys.dm_exec_query_parallel_workers.
// Source: sql-docs, sys-dm-exec-query-parallel-workers-transact-sql.md; free_worker_count may be negative.
func parallelWorkersTable() system.Table {
	c := columns("node_id scheduler_count max_worker_count reserved_worker_count free_worker_count used_worker_count")
	return system.Table{Name: "sys.dm_exec_query_parallel_workers", Title: "Workers for parallel queries", Columns: c,
		Thing: trace.NodeThing,
		Rows: func(r system.Reading) [][]string {
			nodes := parallelAccounts(r)
			return parallelRows(r, nodes, newSheet(c, len(nodes)))
		}}
}

// parallelAccounts adds what is reserved and used by parallel queries to the accounts of nodes. A query that is
// under way keeps its reservation for workers that have ended.
func parallelAccounts(r system.Reading) []nodeAccount {
	nodes, lookup := nodeAccounts(r)
	layout, first := r.Layout(), r.Ledger.Instances[r.Instance].First
	nodeOf := func(lane trace.LaneID) *nodeAccount { return &nodes[lookup[layout.Lanes[lane-first].Group]] }
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
