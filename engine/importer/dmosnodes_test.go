package importer

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"schedlab/engine/topology"
)

// fourSoftNodes is a machine of two memory nodes of 4 CPUs, each divided in two, SMT visible, as a
// tab-separated grid with the node of the administrator's connection.
const fourSoftNodes = `node_id	node_state_desc	memory_node_id	cpu_affinity_mask	processor_group
0	ONLINE	1	5	0
1	ONLINE	1	10	0
2	ONLINE	0	80	0
3	ONLINE THREAD_RESOURCES_LOW	0	160	0
64	ONLINE DAC	1	5	0
`

func TestDMOSNodesInAnyLayout(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(fourSoftNodes), "\n")
	with := func(separator string) string { return strings.ReplaceAll(fourSoftNodes, "\t", separator) }
	quoted := `"` + strings.NewReplacer("\t", `","`, "\n", "\"\n\"").Replace(strings.Join(lines, "\n")) + `"`
	hex := strings.NewReplacer("\t5\t", "\t0x0000000000000005\t", "\t160\t", "\t0xA0\t").
		Replace(fourSoftNodes)
	fixed := fixedWidth(lines, 24)
	for name, text := range map[string]string{
		"grid":             fourSoftNodes,
		"without a header": strings.Join(lines[1:], "\n"),
		"commas":           with(","),
		"quoted commas":    quoted,
		"semicolons":       with(";"),
		"dashes of sqlcmd": lines[0] + "\n-------\t------\t---\t---\t---\n" + strings.Join(lines[1:], "\n"),
		"markdown":         "| " + strings.ReplaceAll(with(" | "), "\n", " |\n| "),
		"spaces":           with(" "),
		"fixed width":      fixed,
		"wrapped":          wrapped(fixed, 60),
		"upper case":       strings.ToUpper(fourSoftNodes),
		"hexadecimal":      hex,
		"twice":            fourSoftNodes + "\n(5 rows affected)\n\n" + fourSoftNodes,
	} {
		r := parseUsable(t, text)
		assert.Equal(t, []string{"dm_os_nodes"}, r.Formats, name)
		assert.Equal(t, "0: 4-7 | 1: 0-3", nodeList(r.Machine), name)
		assert.Equal(t, "0@1: 0,2 | 1@1: 1,3 | 2@0: 4,6 | 3@0: 5,7", softList(r.SoftNodes), name)
		assert.Equal(t, "0-1 | 2-3 | 4-5 | 6-7", coreList(r.Machine), name)
		assert.Equal(t, "true", r.Settings[SettingSoftNUMA], name)
		assert.Contains(t, texts(r, Info), "Node 64 was left out", name)
		assert.Contains(t, texts(r, Warning), "interleave", name)
		assert.Equal(t, name == "without a header", strings.Contains(texts(r, Warning), "no header"), name)
	}
}

// fixedWidth lays rows out as sqlcmd does.
func fixedWidth(lines []string, width int) string {
	var text strings.Builder
	for i, line := range lines {
		cells := strings.Split(line, "\t")
		for _, cell := range cells {
			text.WriteString(cell + strings.Repeat(" ", max(1, width+1-len(cell))))
		}
		text.WriteByte('\n')
		if i == 0 {
			text.WriteString(strings.Repeat(strings.Repeat("-", width)+" ", len(cells)) + "\n")
		}
	}
	return text.String() + "\n(5 rows affected)\n"
}

// wrapped breaks the table's lines at the last column that fits, as sqlcmd -w does.
func wrapped(fixed string, width int) string {
	var text strings.Builder
	for line := range strings.SplitSeq(fixed, "\n") {
		if len(line) > width {
			line = line[:50] + "\n" + line[50:]
		}
		text.WriteString(line + "\n")
	}
	return text.String()
}

// TestDMOSNodesBook uses the figures of a 96-CPU machine printed in SQL Server 2012 Internals: no group,
// masks repeat.
func TestDMOSNodesBook(t *testing.T) {
	r := parseUsable(t, `NODE_ID NODE_STATE_DESC MEMORY_NODE_ID CPU_AFFINITY_MASK
0 ONLINE 1 16777215
1 ONLINE 0 281474959933440
2 ONLINE 2 16777215
3 ONLINE 3 281474959933440
64 ONLINE DAC 0 16777215
`)
	assert.Equal(t, "0: 24-47 | 1: 0-23 | 2: 64-87 | 3: 88-111", nodeList(r.Machine))
	assert.Equal(t, "0@1: 0-23 | 1@0: 24-47 | 2@2: 64-87 | 3@3: 88-111", softList(r.SoftNodes))
	assert.Equal(t, "4 packages, 4 NUMA nodes, 96 cores, 96 CPUs", r.Machine.String())
	assert.Equal(t, topology.GroupID(1), r.Machine.CPUs[95].Group)
	assert.Equal(t, 47, r.Machine.CPUs[95].Bit)
	assert.Equal(t, "false", r.Settings[SettingSoftNUMA], "24 CPUs would have been divided")
	assert.Contains(t, texts(r, Warning), "2 groups")
}

func TestDMOSNodesVariants(t *testing.T) {
	for name, tc := range map[string]struct{ text, nodes, soft string }{
		"hexadecimal, other order": {"node_id cpu_mask memory_node_id node_state_desc\n" +
			"0 0x00000000000000F0 1 ONLINE\n1 0x000000000000000F 0 ONLINE\n",
			"0: 0-3 | 1: 4-7", "0@1: 4-7 | 1@0: 0-3"},
		"the same without a header": {"0 0x00000000000000F0 1 ONLINE\n1 0x000000000000000F 0 ONLINE\n",
			"0: 0-3 | 1: 4-7", "0@1: 4-7 | 1@0: 0-3"},
		"old number of the administrator's node": {"NODE_ID NODE_STATE_DESC MEMORY_NODE_ID " +
			"CPU_AFFINITY_MASK\n0 ONLINE 0 1\n32 ONLINE DAC 0 0\n", "0: 0", "0@0: 0"},
		"two groups": {"node_id,memory_node_id,cpu_affinity_mask,processor_group\n0,0,3,0\n1,1,3,1\n",
			"0: 0-1 | 1: 64-65", "0@0: 0-1 | 1@1: 64-65"},
		"negative mask": {"node_id,memory_node_id,cpu_affinity_mask,processor_group\n" +
			"0,0,-9223372036854775808,0\n", "0: 63", "0@0: 63"},
		"off-line node": {"node_id\tnode_state_desc\tmemory_node_id\tcpu_affinity_mask\n" +
			"0\tONLINE\t0\t3\n1\tOFFLINE\t1\t12\n", "0: 0-1 | 1: 2-3", "0@0: 0-1 | 1@1: 2-3 off"},
		"off-line part": {"node_id\tmemory_node_id\tcpu_affinity_mask\tonline_scheduler_mask\n0\t0\t15\t3\n",
			"0: 0-3", "0@0: 0-1 | 0@0: 2-3 off"},
		"masks of present CPUs": {"NodeStateDesc\tID\tGroupID\tCpuIds\tCpuAffinityMask\n" +
			"OFFLINE\t0\t0\t12\t0\nONLINE\t0\t0\t3\t3\n", "0: 0-3", "0@: 2-3 off | 0@: 0-1"},
		"whole view without a header": {"0\tONLINE\t0x01\t0x02\t0x03\t1\t15\t4\t4\t9\t1\t" +
			"0\t15\t1\t15\t0\t4\n", "1: 0-3", "0@1: 0-3"},
	} {
		r := parseUsable(t, tc.text)
		assert.Equal(t, tc.nodes, nodeList(r.Machine), name)
		assert.Equal(t, tc.soft, softList(r.SoftNodes), name)
	}
}

func TestDMOSNodesSaysWhatIsOdd(t *testing.T) {
	head := "node_id,node_state_desc,memory_node_id,cpu_affinity_mask,processor_group," +
		"online_scheduler_count\n"
	for name, tc := range map[string]struct{ text, note string }{
		"contiguous": {head + "0,ONLINE,0,15,0,4\n1,ONLINE,0,240,0,4\n", "every CPU is assumed to be a core"},
		"NULL mask":  {head + "0,ONLINE,0,3,0,2\n1,ONLINE,1,NULL,0,2\n", "mask of node 1"},
		"group":      {head + "0,ONLINE,0,3,0,2\n1,ONLINE,1,3,64,2\n", "group 64 of node 1 is out of range"},
		"licence":    {head + "0,ONLINE,0,15,0,2\n", "4 CPUs in its mask and 2 schedulers on-line"},
		"affinity":   {head + "0,ONLINE,0,3,0,2\n0,OFFLINE,0,12,0,0\n", "does not use CPUs 2-3"},
		"no memory":  {"node_id\tcpu_affinity_mask\n0\t3\n", "no memory_node_id"},
		"no SMT":     {head + "0,ONLINE,0,3,0,2\n", "threads per core"},
	} {
		r := parseUsable(t, tc.text)
		assert.Contains(t, texts(r, Warning), tc.note, name)
	}
	r := parseUsable(t, head+"0,ONLINE,0,3,0,2\n0,OFFLINE,0,12,0,0\n")
	assert.Equal(t, "0-1", r.Settings[SettingAffinityCPUs])
}

func TestOtherResultSetsAreNoNodes(t *testing.T) {
	for _, text := range []string{
		"scheduler_id\tcpu_id\tparent_node_id\tstatus\n0\t0\t0\tVISIBLE ONLINE\n",
		"memory_node_id\tpages_kb\n0\t1234\n64\t24\n",
		"session_id|wait_type|wait_time_ms\n53|CXPACKET|2379\n",
	} {
		assert.Empty(t, Parse(text).Formats, text)
	}
}

func TestRowsEndWithTheResultSet(t *testing.T) {
	r := parseUsable(t, "node_id\tmemory_node_id\tcpu_affinity_mask\n0\t0\t3\n\n(1 row affected)\n\n"+
		"cpu_id\tbusy\tidle\n1\t1\t12\n")
	assert.Equal(t, "0: 0-1", nodeList(r.Machine))
	assert.Equal(t, []int{4, 6, 7}, r.IgnoredLines)
}
