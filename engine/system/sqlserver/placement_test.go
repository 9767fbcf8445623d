package sqlserver

import (
	"sort"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/setting"
	"schedlab/engine/sim"
	"schedlab/engine/topology"
	"schedlab/engine/workload"
)

// TestSpreadOfTheArticle: DOP 12 on nodes of 8 takes 8 of node 0 and 4 of node 1, then 4 of node 1 and 8 of
// node 2.
func TestSpreadOfTheArticle(t *testing.T) {
	b := startBench(t, grid(12, 8), nil).connect(workload.Connection{Node: -1})
	first := b.ask(0, class(12, 1, sim.Never), sim.Second)
	second := b.ask(0, class(12, 1, sim.Never), sim.Second)
	require.Equal(t, map[int]int{0: 8, 1: 4}, b.nodesOf(first))
	require.Equal(t, map[int]int{1: 4, 2: 8}, b.nodesOf(second))
	seen := map[int]bool{}
	for _, lane := range append(b.workers(first), b.workers(second)...) {
		require.False(t, seen[lane], "node 1 has room for both")
		seen[lane] = true
	}
}

// TestNodesHit is the closed form: c cheap queries before each long one hit N / gcd(N, c + 1) of N nodes.
func TestNodesHit(t *testing.T) {
	gcd := func(a, b int) int {
		for b > 0 {
			a, b = b, a%b
		}
		return a
	}
	for _, n := range []int{1, 4, 12} {
		for cheap := range 12 {
			require.Len(t, nodesHit(t, n, cheap), n/gcd(n, cheap+1), "%d nodes, %d cheap queries", n, cheap)
		}
	}
}

// nodesHit are the nodes that long queries land on, with so many cheap ones before each.
func nodesHit(t *testing.T, nodes, cheap int) map[int]bool {
	b := startBench(t, grid(nodes, 8), nil).connect(workload.Connection{Node: -1})
	hit := map[int]bool{}
	for range 2 * nodes {
		for range cheap {
			b.ask(0, class(8, 1, sim.Microsecond), sim.Second)
		}
		for node := range b.nodesOf(b.ask(0, class(8, 1, sim.Never), sim.Second)) {
			hit[node] = true
		}
	}
	return hit
}

// TestWhatMovesTheCursor: neither a serial query nor one below the cost threshold nor a connection does.
func TestWhatMovesTheCursor(t *testing.T) {
	b := startBench(t, grid(4, 8), nil).connect(workload.Connection{Node: -1})
	b.ask(0, class(1, 1, sim.Millisecond), sim.Second)
	cheap := class(8, 1, sim.Millisecond)
	cheap.Cost = 4_999
	b.ask(0, cheap, sim.Second)
	b.connect(workload.Connection{ID: 1, Node: -1})
	require.Equal(t, map[int]int{0: 8}, b.nodesOf(b.ask(0, class(8, 1, sim.Millisecond), sim.Second)))
	require.Equal(t, map[int]int{1: 8}, b.nodesOf(b.ask(0, class(8, 1, sim.Millisecond), sim.Second)))
}

// TestOneNodeAQuery is the other reading of the text: with three queries of 8 to a node of 24 the slots go on
// inside the node, the counter does not.
func TestOneNodeAQuery(t *testing.T) {
	own := setting.Values{autoSoftName: number(0)}
	slots := startBench(t, grid(4, 24), own).connect(workload.Connection{Node: -1})
	own[cursorName] = text("nodes")
	counter := startBench(t, grid(4, 24), own).connect(workload.Connection{Node: -1})
	for i := range 12 {
		require.Equal(t, map[int]int{i / 3: 8}, slots.nodesOf(slots.ask(0, class(8, 1, sim.Never),
			sim.Second)))
		require.Equal(t, map[int]int{i % 4: 8}, counter.nodesOf(counter.ask(0, class(8, 1, sim.Never),
			sim.Second)))
	}
}

// load is the second opinion's state: schedulers by node with their loads.
type load struct {
	nodes   [][]int
	loads   []int
	highest bool
}

// cheapest gives the k least loaded of some schedulers, sorted the plain way.
func (l load) cheapest(lanes []int, k int, taken map[int]bool) []int {
	var free []int
	for _, lane := range lanes {
		if !taken[lane] {
			free = append(free, lane)
		}
	}
	sort.Slice(free, func(i, j int) bool {
		a, b := free[i], free[j]
		if l.loads[a] != l.loads[b] {
			return l.loads[a] < l.loads[b]
		}
		return (a > b) == l.highest
	})
	return free[:k]
}

// from takes dop slots from a start on, slot by slot.
func (l load) from(start, dop int) map[int]bool {
	var nodeOf []int
	for n, lanes := range l.nodes {
		for range lanes {
			nodeOf = append(nodeOf, n)
		}
	}
	taken := map[int]bool{}
	for dop > 0 {
		count, node := 0, nodeOf[start]
		for count < dop && start+count < len(nodeOf) && nodeOf[start+count] == node {
			count++
		}
		for _, lane := range l.cheapest(l.nodes[node], count, taken) {
			taken[lane] = true
		}
		dop -= count
		start = (start + count) % len(nodeOf)
	}
	return taken
}

// node takes dop schedulers of one node.
func (l load) node(node, dop int) map[int]bool {
	taken := map[int]bool{}
	for _, lane := range l.cheapest(l.nodes[node], dop, nil) {
		taken[lane] = true
	}
	return taken
}

func (l load) sum(node int) (sum int) {
	for _, lane := range l.nodes[node] {
		sum += l.loads[lane]
	}
	return sum
}

// choose is the second opinion on where a query goes: the cursor, the next node and the home scheduler are
// given.
func (l load) choose(b *bench, dop, cursor, home int) map[int]bool {
	switch b.kind {
	case full:
		return l.from(0, dop)
	case connection:
		return l.node(b.lanes[home].node, dop)
	case leastNode:
		best := -1
		for n := range l.nodes {
			if len(l.nodes[n]) >= dop && (best < 0 || l.sum(n) < l.sum(best)) {
				best = n
			}
		}
		if best >= 0 {
			return l.node(best, dop)
		}
	case nextNode:
		for i := range l.nodes {
			if n := (b.nextNode + i) % len(l.nodes); len(l.nodes[n]) >= dop {
				return l.node(n, dop)
			}
		}
	}
	return l.from(cursor, dop)
}

// TestPlacementAgainstASecondOpinion draws loads, degrees and machines; workers are never more than the nodes
// allow, so threads do not decide.
func TestPlacementAgainstASecondOpinion(t *testing.T) {
	dice := sim.NewKernel(7).Rand("placement")
	machines := []topology.Machine{grid(1, 8), grid(4, 15), grid(3, 8), grid(4, 24), grid(5, 3)}
	for try := range 1200 {
		own := setting.Values{placementName: text(placements[dice.Below(5)].Name),
			tieName: text([]string{"highest", "lowest"}[dice.Below(2)]), autoSoftName: number(dice.Below(2))}
		b := startBench(t, machines[dice.Below(int64(len(machines)))], own)
		opinion := load{highest: own[tieName].Text == "highest"}
		for n := range b.nodes {
			var lanes []int
			for _, lane := range b.nodes[n].lanes {
				lanes = append(lanes, int(lane))
			}
			opinion.nodes = append(opinion.nodes, lanes)
		}
		for i := range b.lanes {
			b.lanes[i].load = int32(dice.Below(4))
			opinion.loads = append(opinion.loads, int(b.lanes[i].load))
		}
		cursor, home := int(dice.Below(int64(b.online))), int(dice.Below(int64(b.online)))
		b.pools[0].cursor = cursor
		dop := 1 + int(dice.Below(int64(b.online)))
		if b.kind == connection {
			dop = min(dop, len(b.nodes[b.lanes[home].node].lanes))
		}
		want := opinion.choose(b, dop, cursor, home)
		lanes, _ := b.place(int32(home), dop, b.pools[0])
		got := map[int]bool{}
		for _, lane := range lanes {
			got[int(lane)] = true
		}
		require.Len(t, lanes, dop)
		require.Equal(t, want, got, "try %d: %s, dop %d from %d", try, own[placementName].Text, dop, cursor)
	}
}

// TestUseNextNodeGoesOn: each query that fits goes one node further.
func TestUseNextNodeGoesOn(t *testing.T) {
	b := startBench(t, grid(4, 8),
		setting.Values{placementName: text("next")}).connect(workload.Connection{Node: -1})
	for i := range 9 {
		require.Equal(t, map[int]int{i % 4: 5}, b.nodesOf(b.ask(0, class(5, 1, sim.Never), sim.Second)))
	}
}

// TestTraceFlags: of the article's twelve connections each gets a node of its own with trace flag 2467 or
// 2479; with 2468 the queries go where Spread would put them.
func TestTraceFlags(t *testing.T) {
	for flag, nodes := range map[string]int{"least_loaded": 12, "connection": 12, "next": 4, "spread": 4} {
		b := startBench(t, grid(4, 24), setting.Values{placementName: text(flag)})
		hit := map[int]bool{}
		for i := range workload.SessionID(12) {
			b.connect(workload.Connection{ID: i, Node: -1})
			b.ask(i, class(8, 1, sim.Microsecond), sim.Millisecond)
			b.ask(i, class(8, 1, sim.Microsecond), sim.Second)
			for node := range b.nodesOf(b.ask(i, class(8, 1, sim.Never), sim.Second)) {
				hit[node] = true
			}
		}
		require.Len(t, hit, nodes, flag)
	}
}

// TestBranchesShareSchedulers is the documentation's example: 2 branches of DOP 8 are 16 workers on 8
// schedulers.
func TestBranchesShareSchedulers(t *testing.T) {
	b := startBench(t, grid(2, 12),
		setting.Values{autoSoftName: number(0)}).connect(workload.Connection{Node: -1})
	counts := map[int]int{}
	for _, lane := range b.workers(b.ask(0, class(8, 2, sim.Never), sim.Second)) {
		counts[lane]++
	}
	require.Len(t, counts, 8)
	for lane, n := range counts {
		require.Equal(t, 2, n, "lane %d", lane)
	}
	require.Equal(t, 17, b.reserved)
}
