package importer

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"schedlab/engine/topology"
)

// sound checks what holds for every text, however damaged.
func sound(t *testing.T, text string) {
	r := Parse(text)
	faults := r.Machine.Check()
	assert.Equal(t, r.Usable, len(faults) == 0 && len(r.Machine.CPUs) > 0 && !refused(r))
	if len(r.Machine.Online()) > 0 {
		assert.Empty(t, faults, "a machine with CPUs is sound")
	}
	assert.LessOrEqual(t, len(r.Machine.CPUs), topology.MaxCPUs)
	assert.LessOrEqual(t, len(r.Notes), maxNotes+1)
	lines := strings.Count(strings.ReplaceAll(text, "\r", "\n"), "\n") + 1
	for _, n := range r.Notes {
		assert.NotEmpty(t, n.Text)
		assert.LessOrEqual(t, n.First, n.Last)
		assert.LessOrEqual(t, n.Last, lines)
	}
	if len(r.Formats) == 0 {
		assert.False(t, r.Usable)
	}
	assert.Equal(t, r, Parse(text), "the same text gives the same result")
}

func refused(r Result) bool { return strings.Contains(texts(r, Warning), "It was refused.") }

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"", gappedNodes, oldLscpu, fourSoftNodes, logged(softStart()...),
		numactlOfTwo + lscpuOfTwo + softNodesOfTwo,
		"\xff\xfen\x00o\x00", strings.ReplaceAll(gappedNodes, "\n", "<br>"),
	} {
		f.Add(seed)
	}
	f.Fuzz(sound)
}

func FuzzNumactl(f *testing.F) {
	f.Add("0 1 2 ... 15", "64 MB", "0 8", "10 21", "21 10")
	f.Add("0-65535", "n MB", "0 0", "", "255 254")
	f.Fuzz(func(t *testing.T, cpus, size, header, first, second string) {
		sound(t, "available: 2 nodes (0,8)\nnode 0 cpus: "+cpus+"\nnode 0 size: "+size+
			"\nnode 8 cpus: 1 2\nnode distances:\nnode "+header+"\n 0: "+first+"\n 8: "+second+"\n")
	})
}

func FuzzLscpu(f *testing.F) {
	f.Add("8", "0-7", "", "2", "4", "1", "0-3,4-7:2")
	f.Add("160", "0,8", "1-7,1\n9", "0", "5", "-", "0x0f")
	f.Fuzz(func(t *testing.T, total, online, offline, threads, cores, sockets, node string) {
		sound(t, "CPU(s): "+total+"\nOn-line CPU(s) list: "+online+"\nOff-line CPU(s) list: "+offline+
			"\nThread(s) per core: "+threads+"\nCore(s) per socket: "+cores+"\nSocket(s): "+sockets+
			"\nNUMA node0 CPU(s): "+node+"\nNUMA node8 CPU(s): 1\n")
	})
}

func FuzzDMOSNodes(f *testing.F) {
	f.Add("\t", "0", "ONLINE", "0", "-1", "0")
	f.Add(",", "64", "ONLINE DAC", "NULL", "0x8000000000000000", "63")
	f.Fuzz(func(t *testing.T, separator, id, state, memory, mask, group string) {
		row := strings.Join([]string{id, state, memory, mask, group}, separator)
		header := strings.Join([]string{
			"node_id", "node_state_desc", "memory_node_id", "cpu_affinity_mask", "processor_group",
		}, separator)
		sound(t, header+"\n"+row+"\n")
		sound(t, row+"\n"+strings.Join([]string{"1", "ONLINE", "0", "5", "0"}, separator)+"\n")
	})
}

func FuzzErrorlog(f *testing.F) {
	f.Add(2, 12, 24, 48, 48, 0, "0x0000000000555555:0")
	f.Add(0, -1, 1<<40, 9, 9, 64, "0xffffffffffffffff:63.")
	f.Fuzz(func(t *testing.T, sockets, cores, cpus, total, used, node int, mask string) {
		text := socketEntry(sockets, cores, cpus, used)
		sound(t, logged(text, nodeEntryText(node, uint64(total), used&63), softEntry,
			"Node configuration: node 1: CPU mask: "+mask+" Active CPU mask: 0x1:0."))
	})
}
