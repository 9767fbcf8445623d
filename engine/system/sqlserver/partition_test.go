package sqlserver

import (
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/setting"
	"schedlab/engine/topology"
)

// valuesOf are the defaults with some settings of their own.
func valuesOf(own setting.Values) setting.Values { return setting.Complete(settings(), own) }

func text(t string) setting.Value { return setting.Value{Text: t} }

// sizesOf are the sizes of the nodes that a machine is cut into.
func sizesOf(m topology.Machine, own setting.Values) []int {
	var sizes []int
	for _, n := range partition(m, valuesOf(own)) {
		sizes = append(sizes, len(n.cpus))
	}
	return sizes
}

func oneNode(cores, threads int) topology.Machine {
	return topology.Shape{CoresPerNode: cores, ThreadsPerCore: threads}.Machine()
}

// TestPartitionTable is the table of published and derived cases: for a hardware node of so many cores, the
// nodes if SMT is hidden or off, if two CPUs of a core are recognised, and in the older range of sizes.
func TestPartitionTable(t *testing.T) {
	for _, row := range []struct {
		cores                   int
		hidden, visible, legacy []int
	}{
		{8, []int{8}, []int{16}, []int{8}},
		{9, []int{5, 4}, []int{9, 9}, []int{9}},
		{10, []int{5, 5}, []int{10, 10}, []int{5, 5}},
		{12, []int{6, 6}, []int{12, 12}, []int{6, 6}},
		{14, []int{7, 7}, []int{14, 14}, []int{7, 7}},
		{15, []int{8, 7}, []int{15, 15}, []int{8, 7}},
		{16, []int{8, 8}, []int{16, 16}, []int{8, 8}},
		{17, []int{6, 6, 5}, []int{12, 11, 11}, []int{9, 8}},
		{18, []int{6, 6, 6}, []int{12, 12, 12}, []int{6, 6, 6}},
		{20, []int{7, 7, 6}, []int{14, 13, 13}, []int{7, 7, 6}},
		{22, []int{8, 7, 7}, []int{15, 15, 14}, []int{8, 7, 7}},
		{24, []int{8, 8, 8}, []int{16, 16, 16}, []int{8, 8, 8}},
		{28, []int{7, 7, 7, 7}, []int{14, 14, 14, 14}, []int{7, 7, 7, 7}},
		{32, []int{8, 8, 8, 8}, []int{16, 16, 16, 16}, []int{8, 8, 8, 8}},
		{36, []int{8, 7, 7, 7, 7}, []int{15, 15, 14, 14, 14}, []int{8, 7, 7, 7, 7}},
		{48, []int{8, 8, 8, 8, 8, 8}, []int{16, 16, 16, 16, 16, 16}, []int{8, 8, 8, 8, 8, 8}},
		{64, []int{8, 8, 8, 8, 8, 8, 8, 8}, []int{16, 16, 16, 16, 16, 16, 16, 16},
			[]int{8, 8, 8, 8, 8, 8, 8, 8}},
	} {
		invisible := setting.Values{smtVisibleName: number(0)}
		require.Equal(t, row.hidden, sizesOf(oneNode(row.cores, 1), nil), "%d cores without SMT", row.cores)
		require.Equal(t, row.hidden, sizesOf(oneNode(row.cores, 1), invisible), "%d cores, SMT hidden",
			row.cores)
		require.Equal(t, row.visible, sizesOf(oneNode(row.cores, 2), nil), "%d cores with SMT", row.cores)
		require.Equal(t, row.legacy, sizesOf(oneNode(row.cores, 1), setting.Values{legacyName: on}),
			"%d cores in the older range", row.cores)
		require.Equal(t, []int{row.cores}, sizesOf(oneNode(row.cores, 1),
			setting.Values{autoSoftName: number(0)}))
	}
}

// TestHiddenSiblingsCountAsCores: a virtual machine of 12 cores with 24 CPUs looks like 24 cores.
func TestHiddenSiblingsCountAsCores(t *testing.T) {
	require.Equal(t, []int{8, 8, 8}, sizesOf(oneNode(12, 2), setting.Values{smtVisibleName: number(0)}))
}

func TestSiblingsGoToDifferentNodes(t *testing.T) {
	for _, cores := range []int{9, 12, 16, 20, 28} {
		m := oneNode(cores, 2)
		for _, n := range partition(m, valuesOf(nil)) {
			seen := map[int]bool{}
			for _, at := range n.cpus {
				require.False(t, seen[m.CPUs[at].Core], "%d cores: two threads of a core in one node", cores)
				seen[m.CPUs[at].Core] = true
			}
		}
	}
}

// masksOf are the masks of the nodes in a layout, each with its processor group.
func masksOf(m topology.Machine, own setting.Values) []string {
	var masks []string
	for _, g := range newLayout("", m, partition(m, valuesOf(own))).Groups {
		if g.Parent < 0 {
			continue
		}
		for _, part := range g.Mask {
			masks = append(masks, topology.FormatMask(part.Mask, topology.GroupID(part.ProcessorGroup)))
		}
	}
	return masks
}

// TestMasksOfTheDocumentedLog is the documentation's error log: two sockets of 12 cores with SMT.
func TestMasksOfTheDocumentedLog(t *testing.T) {
	m := topology.Shape{Packages: 2, CoresPerNode: 12, ThreadsPerCore: 2}.Machine()
	require.Equal(t, []string{"0x0000000000555555:0", "0x0000000000aaaaaa:0", "0x0000555555000000:0",
		"0x0000aaaaaa000000:0"}, masksOf(m, nil))
}

// TestVirtualMachineOfFourTimesFifteen alternates nodes of 8 and 7.
func TestVirtualMachineOfFourTimesFifteen(t *testing.T) {
	m := topology.Shape{Packages: 4, CoresPerNode: 15}.Machine()
	require.Equal(t, []int{8, 7, 8, 7, 8, 7, 8, 7}, sizesOf(m, nil))
}

// TestTwoProcessorGroups: of 4 × 24 CPUs two hardware nodes fit into a group of 64. The sample of the book
// has the masks 16777215 and 281474959933440.
func TestTwoProcessorGroups(t *testing.T) {
	m := topology.Shape{Packages: 4, CoresPerNode: 24}.Machine()
	require.Equal(t, []string{"0x0000000000ffffff:0", "0x0000ffffff000000:0", "0x0000000000ffffff:1",
		"0x0000ffffff000000:1"}, masksOf(m, setting.Values{autoSoftName: number(0)}))
	require.Equal(t, []string{"0x00000000000000ff:0", "0x000000000000ff00:0", "0x0000000000ff0000:0"},
		masksOf(m, nil)[:3])
}

// TestManualNodes is the registry example: sockets of 18 cores in nodes of 6 with the masks 0x3f, 0xfc0,
// 0x3f000.
func TestManualNodes(t *testing.T) {
	m := topology.Shape{CoresPerNode: 18}.Machine()
	manual := setting.Values{manualName: setting.Value{Records: []setting.Values{
		{"cpus": text("0 TO 5")}, {"cpus": text("6 TO 11")}, {"cpus": text("12 TO 17")}}}}
	require.Equal(t, []string{"0x000000000000003f:0", "0x0000000000000fc0:0", "0x000000000003f000:0"},
		masksOf(m, manual))
}

func TestManualNodesThatAreIncompleteOrWrong(t *testing.T) {
	m := topology.Shape{Packages: 2, CoresPerNode: 4}.Machine()
	for _, c := range []struct {
		cpus []string
		want []string
	}{
		{[]string{"0,1"}, []string{"0x0000000000000003:0", "0x000000000000000c:0", "0x00000000000000f0:0"}},
		{[]string{"2 TO 5"}, []string{"0x000000000000000c:0", "0x0000000000000003:0", "0x0000000000000030:0",
			"0x00000000000000c0:0"}},
		{[]string{"1,1", "1-2"}, []string{"0x0000000000000002:0", "0x0000000000000004:0",
			"0x0000000000000009:0",
			"0x00000000000000f0:0"}},
		{[]string{"100"}, []string{"0x000000000000000f:0", "0x00000000000000f0:0"}},
	} {
		var records []setting.Values
		for _, cpus := range c.cpus {
			records = append(records, setting.Values{"cpus": text(cpus)})
		}
		require.Equal(t, c.want, masksOf(m, setting.Values{manualName: setting.Value{Records: records}}),
			"nodes %v", c.cpus)
	}
}

// TestAffinityShrinksNodes: cores that the mask takes away do not count, and a node of 8 that are left is
// whole.
func TestAffinityShrinksNodes(t *testing.T) {
	m := topology.Shape{Packages: 2, CoresPerNode: 12}.Machine()
	own := setting.Values{affinityName: text("0 TO 7, 12-23")}
	require.Equal(t, []int{8, 6, 6}, sizesOf(m, own))
	layout := newLayout("", m, partition(m, valuesOf(own)))
	require.Len(t, layout.Lanes, 24)
	for i, lane := range layout.Lanes {
		require.EqualValues(t, i, lane.Number)
		require.Equal(t, i >= 20, lane.Offline)
		if lane.Offline {
			require.Contains(t, []int32{8, 9, 10, 11}, lane.CPUID)
			require.EqualValues(t, 0, layout.Groups[lane.Group].Number)
		}
	}
	require.Empty(t, sizesOf(m, setting.Values{affinityName: text("24 TO 30")}))
}

// TestCPUNumbersHaveGaps: groups of 36 CPUs number 0 to 35 and 64 to 99, as published.
func TestCPUNumbersHaveGaps(t *testing.T) {
	m := topology.Shape{Packages: 2, CoresPerNode: 36}.Machine()
	layout := newLayout("", m, partition(m, valuesOf(nil)))
	require.EqualValues(t, 35, layout.Lanes[35].CPUID)
	require.EqualValues(t, 64, layout.Lanes[36].CPUID)
	require.Equal(t, []int{36}, sizesOf(m, setting.Values{affinityName: text("64 TO 99"),
		autoSoftName: number(0)}))
}

func TestNodesNeverExceedTheMaximum(t *testing.T) {
	for _, shape := range []topology.Shape{
		{Packages: 16, CoresPerNode: 64}, {Packages: 64, CoresPerNode: 64}, {Packages: 32, CoresPerNode: 20},
		{Packages: 9, CoresPerNode: 64}, {Packages: 32, CoresPerNode: 32, ThreadsPerCore: 2},
	} {
		m := shape.Machine()
		sizes := sizesOf(m, nil)
		require.LessOrEqual(t, len(sizes), 64, "%+v", shape)
		total, least, most := 0, sizes[0], 0
		for _, n := range sizes {
			total, least, most = total+n, min(least, n), max(most, n)
		}
		require.Equal(t, len(m.CPUs), total)
		require.LessOrEqual(t, most-least, max(shape.ThreadsPerCore, 1), "%+v is cut evenly", shape)
	}
}

// TestMaxWorkers is the documentation's table.
func TestMaxWorkers(t *testing.T) {
	for cpus, want := range map[int]int{1: 512, 4: 512, 8: 576, 16: 704, 32: 960, 64: 1472, 96: 3456,
		128: 4480,
		256: 8576} {
		require.Equal(t, want, maxWorkers(0, cpus), "%d CPUs", cpus)
	}
	require.Equal(t, 1000, maxWorkers(1000, 96))
}

func TestRangesOfCPUs(t *testing.T) {
	for in, want := range map[string][]int{"": nil, "3": {3}, "0 TO 3, 8": {0, 1, 2, 3, 8},
		"0-2,4 to 5": {0, 1, 2, 4, 5},
		" 7 , 7 ":    {7, 7}} {
		got, wrong := parseRanges(in)
		require.Empty(t, wrong, in)
		require.Equal(t, want, got, in)
	}
	for _, bad := range []string{"x", "-3", "3-", "5 TO 2", "1 2", "0 TO 99999999", "1..3"} {
		require.NotEmpty(t, checkCPUs(bad), bad)
	}
}
