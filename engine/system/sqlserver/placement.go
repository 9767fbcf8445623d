package sqlserver

import "schedlab/engine/setting"

// kind is a placement decision. Source: Parallel Query Placement Decision Logic, PSS SQL 2016-03-04.
type kind uint8

const (
	spread     kind = iota // from the saved cursor, spilling over nodes
	full                   // the same from node 0
	connection             // the connection's node is the only one
	leastNode              // the least loaded node that can hold the query
	nextNode               // the next node that can hold it
)

// placements are the kinds in order of kind.
var placements = [...]setting.Option{
	{Name: "spread", Title: "spread (default)"},
	{Name: "full", Title: "full, from node 0"},
	{Name: "connection", Title: "connection bound (TF 2479)"},
	{Name: "least_loaded", Title: "least loaded node (TF 2467)"},
	{Name: "next", Title: "next node (TF 2468)"},
}

func placementOptions() []setting.Option { return placements[:] }

func kindNamed(name string) kind {
	for i, p := range placements {
		if p.Name == name {
			return kind(i)
		}
	}
	panic("sqlserver: no placement " + name)
}

// place chooses dop schedulers for the workers of a query. All its branches use the same ones.
func (s *instance) place(home int32, dop int, pool *pool) (lanes []int32, used kind) {
	s.round++ // no scheduler is taken twice, also where the slots come round to the node that they began in
	switch s.kind {
	case connection:
		return s.takeLeast(nil, pool.inNode(s.lanes[home].node), dop), connection
	case full:
		return s.takeSlots(pool, 0, dop), full
	case leastNode:
		if node := s.leastLoadedNode(pool, dop); node >= 0 {
			return s.takeLeast(nil, pool.inNode(node), dop), leastNode
		}
	case nextNode:
		if node := s.nextNodeFor(pool, dop); node >= 0 {
			s.nextNode = (node + 1) % len(s.nodes)
			return s.takeLeast(nil, pool.inNode(node), dop), nextNode
		}
	}
	return s.takeSpread(pool, dop), spread
}

// takeSpread takes slots from the cursor and moves it on.
// Source: Spread of the placement post; that the cursor counts scheduler slots is inferred from the examples
// of erikdarling.com (DOP 12 on nodes of 8: 8+4, then 4+8; three queries of DOP 8 to a node of 24).
func (s *instance) takeSpread(pool *pool, dop int) []int32 {
	total := len(pool.order)
	start := pool.cursor % total
	if s.oneNode {
		node := pool.nodes[pool.cursor%len(pool.nodes)]
		start = pool.firstSlot(s, node)
		pool.cursor = (pool.cursor + 1) % len(pool.nodes)
	} else {
		pool.cursor = (start + dop) % total
	}
	return s.takeSlots(pool, start, dop)
}

// takeSlots takes dop slots in the order of the pool from a start on. A node that is fully covered gives all
// its schedulers, a partly covered one its least loaded.
func (s *instance) takeSlots(pool *pool, start, dop int) []int32 {
	taken := make([]int32, 0, dop)
	total := len(pool.order)
	for len(taken) < dop {
		node := s.lanes[pool.order[start]].node
		room := 0
		for start+room < total && s.lanes[pool.order[start+room]].node == node {
			room++
		}
		count := min(room, dop-len(taken))
		taken = s.takeLeast(taken, pool.inNode(node), count)
		start = (start + count) % total
	}
	return taken
}

// takeLeast adds the count least loaded of the candidates, which are in order of scheduler id. Load is every
// task, that of execution context 0 included: with it the published eight doubled schedulers come out.
func (s *instance) takeLeast(taken, candidates []int32, count int) []int32 {
	for range count {
		best := s.lightest(candidates)
		if best < 0 { // more workers than schedulers: another round over the node
			s.round++
			best = s.lightest(candidates)
		}
		s.chosen[best] = s.round
		taken = append(taken, best)
	}
	return taken
}

// lightest is the least loaded candidate not yet chosen in this round; -1 if there is none.
func (s *instance) lightest(candidates []int32) int32 {
	best := int32(-1)
	for _, c := range candidates {
		if s.chosen[c] != s.round && (best < 0 || s.lighter(c, best)) {
			best = c
		}
	}
	return best
}

// lighter says whether lane a is preferred to lane b, whose id is lower.
func (s *instance) lighter(a, b int32) bool {
	if s.lanes[a].load != s.lanes[b].load {
		return s.lanes[a].load < s.lanes[b].load
	}
	return s.highest
}

// leastLoadedNode is the node with the fewest tasks among those that can hold the query without putting two
// of its workers on a scheduler; -1 if there is none. Among equals the lowest node id wins. assumed: the post
// does not say how ties end.
func (s *instance) leastLoadedNode(pool *pool, dop int) int {
	best, least := -1, 0
	for _, node := range pool.nodes {
		if !s.canHold(pool, node, dop) {
			continue
		}
		load := 0
		for _, lane := range pool.inNode(node) {
			load += int(s.lanes[lane].load)
		}
		if best < 0 || load < least {
			best, least = node, load
		}
	}
	return best
}

// nextNodeFor is the first node from the saved one on that can hold the query; -1 if there is none.
func (s *instance) nextNodeFor(pool *pool, dop int) int {
	for i := range s.nodes {
		node := (s.nextNode + i) % len(s.nodes)
		if s.canHold(pool, node, dop) {
			return node
		}
	}
	return -1
}

// canHold says whether a node has a scheduler for each worker of a branch, and threads for them.
func (s *instance) canHold(pool *pool, node, dop int) bool {
	lanes := pool.inNode(node)
	return len(lanes) >= dop && s.freeOnNode(node) >= dop
}

// freeOnNode is how many more workers a node may give. Its part of the instance's workers goes by its
// schedulers. assumed: the formula behind max_worker_count of sys.dm_exec_query_parallel_workers is not
// known.
func (s *instance) freeOnNode(node int) int {
	n := &s.nodes[node]
	used := 0
	for _, lane := range n.lanes {
		used += int(s.lanes[lane].workers)
	}
	return s.maxWorkers*len(n.lanes)/s.online - used
}
