package importer

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"schedlab/engine/topology"
)

// nodeList writes what the nodes hold as "0: 0-3 | 8: 4-7 | 252: ".
func nodeList(m topology.Machine) string {
	var parts []string
	for _, n := range m.Nodes {
		parts = append(parts, topology.FormatList([]topology.NodeID{n.ID})+": "+cpuNumbers(m, n.CPUs))
	}
	return strings.Join(parts, " | ")
}

// coreList writes the CPUs of each core as "0,4 | 1,5".
func coreList(m topology.Machine) string {
	var parts []string
	for _, c := range m.Cores {
		parts = append(parts, cpuNumbers(m, c.CPUs))
	}
	return strings.Join(parts, " | ")
}

func cpuNumbers(m topology.Machine, cpus []int) string {
	var ids []topology.CPUID
	for _, cpu := range cpus {
		ids = append(ids, m.CPUs[cpu].ID)
	}
	return topology.FormatList(ids)
}

// softList writes scheduling nodes as "0@1: 0-3 | 2@0: 4-7 off".
func softList(nodes []SoftNode) string {
	var parts []string
	for _, n := range nodes {
		text := topology.FormatList([]topology.NodeID{n.ID}) + "@"
		if n.MemoryNode != topology.NoNode {
			text += topology.FormatList([]topology.NodeID{n.MemoryNode})
		}
		text += ": " + topology.FormatList(n.CPUs)
		if n.Offline {
			text += " off"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, " | ")
}

func texts(r Result, level Level) string {
	var all []string
	for _, n := range r.Notes {
		if n.Level == level {
			all = append(all, n.Text)
		}
	}
	return strings.Join(all, "\n")
}

func parseUsable(t *testing.T, text string) Result {
	t.Helper()
	r := Parse(text)
	require.True(t, r.Usable, texts(r, Warning))
	require.Empty(t, r.Machine.Check())
	return r
}

func TestNothingKnown(t *testing.T) {
	r := Parse("Dear all,\n\nplease find attached nothing.\n")
	assert.False(t, r.Usable)
	assert.Empty(t, r.Formats)
	assert.Equal(t, []int{1, 3}, r.IgnoredLines)
	assert.Contains(t, texts(r, Warning), "known tools")
	assert.False(t, Parse("").Usable)
}

func TestRefusals(t *testing.T) {
	for name, tc := range map[string]struct{ text, note string }{
		"long":         {strings.Repeat("x", 8<<20+1), "longer than 8 MiB"},
		"lines":        {strings.Repeat("\n", 1<<18), "262,144 lines"},
		"CPUs":         {"available: 1 nodes (0)\nnode 0 cpus: 0-4096\n", "more than 4096 CPUs"},
		"counted CPUs": {"CPU(s): 5000\n", "more than 4096 CPUs"},
		"numbers":      {manyNodes(20, "0-65535"), "million CPU numbers"},
		"nodes":        {manyNodes(300, "0"), "more than 256 NUMA nodes"},
		"broken lines": {strings.Repeat(strings.Repeat("<br>", 1<<14-1)+"\n", 20), "262,144 lines"},
		"outputs":      {strings.Repeat("available: 1 nodes (0)\n", 65), "64 outputs"},
	} {
		r := Parse(tc.text)
		assert.False(t, r.Usable, name)
		assert.Empty(t, r.Machine.CPUs, name)
		assert.Contains(t, texts(r, Warning), tc.note, name)
	}
	parseUsable(t, "available: 1 nodes (0)\nnode 0 cpus: 0-4095\n")
}

// TestWorkIsBounded would take a minute if work grew with the square of the text.
func TestWorkIsBounded(t *testing.T) {
	for _, line := range []string{
		"--\n", "0: 10\n1 2\n", "node 0 cpus: 1\n2\n", "detected \n", "node configuration: node \n",
		"-- --\nx\n", "1\tONLINE\t1\t-1\n", "NUMA node1 CPU(s): 1\n", ">>>>>>>>\n",
		"node 1 2\n 1 2 3\n1 2 3 4\n", "0: 1 2\n", "0 ONLINE 0 15 0 4 4\n(1 row)\n",
	} {
		r := Parse(strings.Repeat(line, 30_000))
		assert.LessOrEqual(t, len(r.Machine.CPUs), 64, line)
	}
}

func manyNodes(n int, cpus string) string {
	var text strings.Builder
	for i := range n {
		id := topology.FormatList([]topology.NodeID{topology.NodeID(i)})
		text.WriteString("node " + id + " cpus: " + cpus + "\n")
	}
	return text.String()
}

func TestALineThatIsTooLongIsSkipped(t *testing.T) {
	r := parseUsable(t, "node 0 cpus: 0 1\n"+strings.Repeat("0 ", 40000)+"\nnode 1 cpus: 2 3\n")
	assert.Equal(t, "0: 0-1 | 1: 2-3", nodeList(r.Machine))
	assert.Contains(t, texts(r, Warning), "longer than 65,536 characters")
}

func TestDecode(t *testing.T) {
	want := "node 0 cpus: 0 1\r\n"
	little, big := "", ""
	for _, b := range []byte(want) {
		little += string(rune(b)) + "\x00"
		big += "\x00" + string(rune(b))
	}
	for name, data := range map[string]string{
		"UTF-8": want, "UTF-8 with mark": "\xef\xbb\xbf" + want,
		"UTF-16 LE": "\xff\xfe" + little, "UTF-16 BE": "\xfe\xff" + big,
		"LE without mark": little, "BE without mark": big,
		"odd byte at the end": "\xff\xfe" + little + "x",
	} {
		assert.Equal(t, want, Decode([]byte(data)), name)
	}
	assert.Equal(t, "n\ufffdud", Decode([]byte("n\x9cud")))
	assert.Equal(t, "GB", Decode([]byte("G\x00B")), "sysfs snapshots end values with zero bytes")
}

func TestUTF16IsDecodedByParse(t *testing.T) {
	text := ""
	for _, b := range []byte("available: 1 nodes (0)\r\nnode 0 cpus: 0 1\r\nnode 0 size: 64 MB\r\n") {
		text += string(rune(b)) + "\x00"
	}
	r := parseUsable(t, "\xff\xfe"+text)
	assert.Equal(t, "0: 0-1", nodeList(r.Machine))
}

func TestFormatsSayHowToGetThem(t *testing.T) {
	names := map[string]bool{}
	for _, f := range Formats() {
		assert.NotEmpty(t, f.Title)
		assert.NotEmpty(t, f.How)
		names[f.Name] = true
	}
	assert.Len(t, names, 4)
	assert.Equal(t, "read info warning", Read.String()+" "+Info.String()+" "+Warning.String())
}

func TestNotesAreBounded(t *testing.T) {
	var text strings.Builder
	text.WriteString("available: 1 nodes (0)\n")
	for i := range 250 {
		id := topology.FormatList([]topology.NodeID{topology.NodeID(i)})
		text.WriteString("node " + id + " cpus: ? ...\nnode " + id + " size: none\n")
	}
	r := Parse(text.String())
	assert.LessOrEqual(t, len(r.Notes), 201)
	assert.Equal(t, "There are more notes than are shown.", r.Notes[len(r.Notes)-1].Text)
}

func TestIgnoredLinesLeaveOutWhatWasRead(t *testing.T) {
	r := parseUsable(t, "$ numactl -H\navailable: 1 nodes (0)\nnode 0 cpus: 0\nnode 0 size: 5 MB\n\nlogout\n")
	assert.Equal(t, []int{1, 6}, r.IgnoredLines)
}
