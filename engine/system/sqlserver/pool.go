package sqlserver

import "schedlab/engine/setting"

// pool is a resource pool of the Resource Governor: the schedulers that its sessions may use.
type pool struct {
	name   string
	maxDOP int
	order  []int32   // its lanes, node-major
	nodes  []int     // nodes that it has lanes in
	lanes  [][]int32 // its lanes by node
	cursor int       // of Spread, in slots of this pool
}

// newPool makes a pool of the lanes that keep says.
func newPool(s *instance, name string, keep func(lane int32) bool) *pool {
	p := &pool{name: name, lanes: make([][]int32, len(s.nodes))}
	for n := range s.nodes {
		for _, lane := range s.nodes[n].lanes {
			if keep(lane) {
				p.order = append(p.order, lane)
				p.lanes[n] = append(p.lanes[n], lane)
			}
		}
		if len(p.lanes[n]) > 0 {
			p.nodes = append(p.nodes, n)
		}
	}
	return p
}

// poolOf makes the pool that a record describes. AFFINITY SCHEDULER names scheduler ids, AFFINITY NUMANODE
// hardware nodes; a pool with neither may use all.
func poolOf(s *instance, record setting.Values) *pool {
	schedulers, _ := parseRanges(record.Text("schedulers"))
	hardware, _ := parseRanges(record.Text("numa_nodes"))
	p := newPool(s, record.Text("name"), func(lane int32) bool {
		if len(schedulers) == 0 && len(hardware) == 0 {
			return true
		}
		return contains(schedulers, int(lane)) || contains(hardware, s.nodes[s.lanes[lane].node].hardware)
	})
	p.maxDOP = int(record.Number("max_dop"))
	return p
}

func contains(numbers []int, n int) bool {
	for _, m := range numbers {
		if m == n {
			return true
		}
	}
	return false
}

func (p *pool) inNode(node int) []int32 { return p.lanes[node] }

func (p *pool) firstSlot(s *instance, node int) int {
	for i, lane := range p.order {
		if s.lanes[lane].node == node {
			return i
		}
	}
	panic("sqlserver: pool " + p.name + " has no scheduler in the node that its cursor names")
}
