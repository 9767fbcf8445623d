package intersystems

import (
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/setting"
	"schedlab/engine/sim"
	"schedlab/engine/topology"
)

// Four CPUs for a second, three of them busy, half a second of that lost to other guests. One that is told
// sees it as st; for one that is not, only 3.5 s have passed.
func TestWhatAHypervisorTakesIsSeenAsStealOrNotAtAll(t *testing.T) {
	u := usage{all: 4 * sim.Second, busy: 3 * sim.Second, lost: sim.Second / 2}
	for shown, want := range map[bool][3]string{true: {"63", "25", "13"}, false: {"71", "29", "0"}} {
		us, id, st := shares(u, shown)
		require.Equal(t, want, [3]string{us, id, st})
	}
	us, id, st := shares(usage{}, true)
	require.Equal(t, [3]string{"0", "0", "0"}, [3]string{us, id, st}, "at the very start")
}

func checked(m topology.Machine, values setting.Values) []setting.Fault {
	return Product.Check(m, setting.Complete(settings(), values))
}

func TestSettingsThatContradictEachOther(t *testing.T) {
	m := topology.Shape{CoresPerNode: 2}.Machine()
	require.Empty(t, checked(m, nil))
	require.Empty(t, checked(m, setting.Values{tickName: number(3000)}))
	require.Empty(t, checked(m, setting.Values{tickName: number(4000), sliceName: number(0)}))
	require.Equal(t, []setting.Fault{{Path: tickName,
		Message: "slices that end at ticks are a whole number of them",
		Hint:    "let the slice be a multiple of the tick, or the tick 0: slices end to the microsecond"}},
		checked(m, setting.Values{tickName: number(4000)}))
	for i := range m.CPUs {
		m.CPUs[i].Offline = true
	}
	require.Len(t, checked(m, nil), 1)
}

// Lanes are node by node; a node without CPUs that are on-line is none, and CPUs of no known node come last.
func TestNodesAreThoseWithCPUs(t *testing.T) {
	m := topology.Shape{Packages: 3, CoresPerNode: 2}.Machine()
	for i := range m.CPUs {
		m.CPUs[i].Offline = m.CPUs[i].Node == 1
	}
	require.Equal(t, [][]int{{0, 1}, {4, 5}}, nodesOf(m))
	m.CPUs[0].Node = topology.Unknown
	require.Equal(t, [][]int{{1}, {4, 5}, {0}}, nodesOf(m))
	require.Equal(t, 3, Product.Nodes(m, nil))
	l, online := layoutOf("db", m)
	require.Equal(t, []int{1, 4, 5, 0}, online)
	require.Len(t, l.Groups, 6, "a memory node for each")
	require.Equal(t, []int{3, 4, 4, 5}, []int{l.Lanes[0].Group, l.Lanes[1].Group, l.Lanes[2].Group,
		l.Lanes[3].Group})
	require.Nil(t, Product.Pools(nil))
}

func TestNumbersAreGrouped(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567"} {
		require.Equal(t, want, grouped(n))
	}
}
