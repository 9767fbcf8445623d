package importer

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"schedlab/engine/topology"
)

const (
	numactlOfTwo = "available: 2 nodes (0-1)\nnode 0 cpus: 0 1 2 3\nnode 0 size: 10 MB\n" +
		"node 1 cpus: 4 5 6 7\nnode 1 size: 20 MB\nnode distances:\nnode 0 1\n 0: 10 21\n 1: 21 10\n"
	lscpuOfTwo = "CPU(s): 8\nOn-line CPU(s) list: 0-7\nThread(s) per core: 2\nCore(s) per socket: 2\n" +
		"Socket(s): 2\nNUMA node0 CPU(s): 0-3\nNUMA node1 CPU(s): 4-7\nModel name: Example\n"
	softNodesOfTwo = "node_id,node_state_desc,memory_node_id,cpu_affinity_mask\n0,ONLINE,0,5\n" +
		"1,ONLINE,0,10\n2,ONLINE,1,80\n3,ONLINE,1,160\n"
)

func TestOutputsOfOneMachineComplementEachOther(t *testing.T) {
	for _, text := range []string{
		numactlOfTwo + "\n" + lscpuOfTwo + "\n" + softNodesOfTwo,
		softNodesOfTwo + "\n" + lscpuOfTwo + "\n" + numactlOfTwo,
	} {
		r := parseUsable(t, text)
		assert.Equal(t, []string{"numactl", "lscpu", "dm_os_nodes"}, r.Formats)
		assert.Equal(t, "2 packages, 2 NUMA nodes, 4 cores, 8 CPUs", r.Machine.String(), "cores from lscpu")
		assert.Equal(t, topology.Bytes(20<<20), r.Machine.Nodes[1].Memory, "sizes from numactl")
		assert.Equal(t, 21, r.Machine.Distance[0][1])
		assert.Equal(t, "0@0: 0,2 | 1@0: 1,3 | 2@1: 4,6 | 3@1: 5,7", softList(r.SoftNodes))
		assert.Equal(t, "true", r.Settings[SettingSoftNUMA])
		assert.Equal(t, "Example", r.Settings[SettingModel])
		assert.NotContains(t, texts(r, Warning), "disagree")
		assert.NotContains(t, texts(r, Warning), "does not tell threads")
	}
}

func TestMatrixAndListsFromDifferentTools(t *testing.T) {
	r := parseUsable(t, lscpuOfTwo+"\nnode distances:\nnode 0 1\n 0: 10 32\n 1: 32 10\n")
	assert.Equal(t, "0: 0-3 | 1: 4-7", nodeList(r.Machine))
	assert.Equal(t, 32, r.Machine.Distance[1][0])
}

func TestDistancesTellWhichNodesShareASocket(t *testing.T) {
	r := parseUsable(t, "Thread(s) per core: 1\nCore(s) per socket: 2\nSocket(s): 2\nNUMA node0 CPU(s): 0\n"+
		"NUMA node1 CPU(s): 1\nNUMA node2 CPU(s): 2\nNUMA node3 CPU(s): 3\nnode distances:\nnode 0 1 2 3\n"+
		" 0: 10 31 21 31\n 1: 31 10 31 21\n 2: 21 31 10 31\n 3: 31 21 31 10\n")
	assert.Equal(t, r.Machine.Nodes[0].Package, r.Machine.Nodes[2].Package)
	assert.NotEqual(t, r.Machine.Nodes[0].Package, r.Machine.Nodes[1].Package)
}

func TestContradictionsAreNoted(t *testing.T) {
	r := parseUsable(t, numactlOfTwo+"NUMA node0 CPU(s): 0-2\nNUMA node1 CPU(s): 3-7\nNUMA node4 CPU(s): 8\n")
	assert.Equal(t, "0: 0-3 | 1: 4-7 | 4: 8", nodeList(r.Machine))
	assert.Contains(t, texts(r, Warning), "disagree about the CPUs of node 0-1")
	assert.Contains(t, texts(r, Warning), "Node 4 is known from lscpu only")
	assert.Nil(t, r.Machine.Distance, "the matrix lacks node 4")

	r = parseUsable(t, numactlOfTwo+"node_id,memory_node_id,cpu_affinity_mask\n0,0,3\n")
	assert.Contains(t, texts(r, Warning), "name different CPUs")
}

func TestSoftNodesMoveToTheNodesOfTheHardware(t *testing.T) {
	r := parseUsable(t, numactlOfTwo+"node_id,memory_node_id,cpu_affinity_mask\n0,1,15\n1,0,240\n2,5,0\n")
	assert.Equal(t, "0@0: 0-3 | 1@1: 4-7 | 2@5: ", softList(r.SoftNodes))
	assert.Contains(t, texts(r, Warning), "numbers memory nodes differently")
}

func TestErrorlogCompletesTheView(t *testing.T) {
	log := logged(socketEntry(2, 2, 4, 8), "Detected 64 MB of RAM.")
	r := parseUsable(t, softNodesOfTwo+"\n"+log)
	assert.Equal(t, "2 packages, 2 NUMA nodes, 4 cores, 8 CPUs", r.Machine.String())
	assert.Equal(t, topology.Bytes(32<<20), r.Machine.Nodes[0].Memory)
	assert.Equal(t, "0-1 | 2-3 | 4-5 | 6-7", coreList(r.Machine))
}
