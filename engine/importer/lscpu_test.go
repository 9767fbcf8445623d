package importer

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"schedlab/engine/topology"
)

const oldLscpu = `Architecture:          x86_64
CPU(s):                16
On-line CPU(s) list:   0-15
Thread(s) per core:    2
Core(s) per socket:    4
Socket(s):             2
NUMA node(s):          2
Vendor ID:             GenuineIntel
Model name:            Example CPU @ 2.00GHz
L3 cache:              8192K
NUMA node0 CPU(s):     0-3,8-11
NUMA node1 CPU(s):     4-7,12-15
Flags:                 fpu vme
`

func TestLscpu(t *testing.T) {
	grouped := strings.NewReplacer("Thread", "  Thread", "Core", "  Core", "NUMA node", "  NUMA node",
		"On-line", "  On-line").Replace(oldLscpu)
	for name, text := range map[string]string{
		"flat": oldLscpu, "grouped": "\ufeff" + grouped,
		"tabs":    strings.ReplaceAll(oldLscpu, ":  ", ":\t  "),
		"quoted":  "> " + strings.ReplaceAll(oldLscpu, "\n", "\n> "),
		"CRLF":    strings.ReplaceAll(oldLscpu, "\n", "\r\n"),
		"wrapped": strings.ReplaceAll(oldLscpu, "0-3,8-11", "0-3,8-1\n1"),
		"hex":     strings.ReplaceAll(oldLscpu, "0-3,8-11", "0xf0f"),
		"strides": strings.ReplaceAll(oldLscpu, "0-3,8-11", "0-2:2,1-3:2,8-11"),
	} {
		r := parseUsable(t, text)
		assert.Equal(t, []string{"lscpu"}, r.Formats, name)
		assert.Equal(t, "0: 0-3,8-11 | 1: 4-7,12-15", nodeList(r.Machine), name)
		assert.Equal(t, "0,8 | 1,9 | 2,10 | 3,11 | 4,12 | 5,13 | 6,14 | 7,15", coreList(r.Machine), name)
		assert.Equal(t, "2 packages, 2 NUMA nodes, 8 cores, 16 CPUs", r.Machine.String(), name)
		assert.Equal(t, 1, r.Machine.Cores[4].Package, name)
		assert.Equal(t, "Example CPU @ 2.00GHz", r.Settings[SettingModel], name)
		assert.Contains(t, texts(r, Warning), "threads of one core", name)
		assert.Empty(t, r.IgnoredLines, name)
	}
}

// lscpuKeyOf are the keys that spelled writes out.
var lscpuKeyOf = map[string]string{
	"cpus": "CPU(s)", "on": "On-line CPU(s) list", "off": "Off-line CPU(s) list",
	"threads": "Thread(s) per core", "cores": "Core(s) per socket", "sockets": "Socket(s)",
	"sockets/book": "Socket(s) per book", "books": "Book(s)", "books/drawer": "Book(s) per drawer",
	"drawers": "Drawer(s)", "clusters": "Cluster(s)", "cores/cluster": "Core(s) per cluster",
	"arch": "Architecture", "vendor": "Hypervisor vendor", "model": "Model name",
}

// spelled writes "on 0-3; threads 2; node8 0-3" as lscpu would.
func spelled(short string) string {
	var text strings.Builder
	for part := range strings.SplitSeq(short, "; ") {
		name, value, _ := strings.Cut(part, " ")
		key := lscpuKeyOf[name]
		if id, ok := strings.CutPrefix(name, "node"); ok {
			key = "NUMA node" + id + " CPU(s)"
		}
		text.WriteString(key + ":  " + value + "\n")
	}
	return text.String()
}

func TestLscpuNumbering(t *testing.T) {
	for name, tc := range map[string]struct{ text, cores string }{
		"one x86 node":       {"threads 2; cpus 4; on 0-3", "0,2 | 1,3"},
		"guest":              {"threads 2; vendor KVM; on 0-3", "0-1 | 2-3"},
		"POWER":              {"arch ppc64le; threads 4; on 0-7", "0-3 | 4-7"},
		"contiguous nodes":   {"threads 2; node0 0-3; node1 4-7", "0-1 | 2-3 | 4-5 | 6-7"},
		"odd and even nodes": {"threads 2; node0 0,2,4,6; node1 1,3,5,7", "0,4 | 1,5 | 2,6 | 3,7"},
		"no fit":             {"threads 2; node0 0-2", "0 | 1 | 2"},
		"not told":           {"node0 0-1; node3", "0 | 1"},
		"from the cores":     {"cpus 4; on 0-3; threads 0; cores 2; sockets 1", "0,2 | 1,3"},
		"big and small":      {"cpus 8; on 0-7; threads 2; cores 6; sockets 1", "0-1 | 2-3 | 4 | 5 | 6 | 7"},
	} {
		r := parseUsable(t, spelled(tc.text))
		assert.Equal(t, tc.cores, coreList(r.Machine), name)
		assert.Contains(t, texts(r, Warning), "assumed", name)
	}
}

func TestLscpuOffline(t *testing.T) {
	off := func(m topology.Machine) string {
		var cpus []int
		for i, c := range m.CPUs {
			if c.Offline {
				cpus = append(cpus, i)
			}
		}
		return cpuNumbers(m, cpus)
	}
	siblings := "arch ppc64le; cpus 8; on 0,4; off 1-3,5-7; threads 1; cores 1; sockets 2; node0 0; node8 4"
	r := parseUsable(t, spelled(siblings))
	assert.Equal(t, "0-3 | 4-7", coreList(r.Machine))
	assert.Equal(t, "0: 0-3 | 8: 4-7", nodeList(r.Machine))
	assert.Equal(t, "1-3,5-7", off(r.Machine))
	assert.Contains(t, texts(r, Warning), "further threads")

	cut := strings.Replace(siblings, "1-3,5-7", "1-3,5", 1)
	r = parseUsable(t, spelled(cut))
	assert.Equal(t, "1-3,5-7", off(r.Machine))
	assert.Contains(t, texts(r, Warning), "CPUs 6-7 are assumed")

	r = parseUsable(t, spelled("cpus 4; on 0,2; node0 0-2; off 1,3"))
	assert.Equal(t, "1,3", off(r.Machine))
	assert.Contains(t, texts(r, Warning), "No node lists CPU 3")

	r = parseUsable(t, spelled("cpus 3; on 0-3"))
	assert.Contains(t, texts(r, Warning), "its lists name 4; the lists are used")
}

func TestLscpuSockets(t *testing.T) {
	for name, tc := range map[string]struct {
		text     string
		packages int
		note     string
	}{
		"two in one node": {"on 0-3; threads 1; cores 2; sockets 2; node0 0-3", 2, "spans several packages"},
		"books":           {"on 0-5; threads 1; cores 1; sockets/book 2; books 3", 6, "into 6 sockets"},
		"drawers":         {"on 0-7; cores 1; sockets/book 2; books/drawer 2; drawers 2", 8, "8 s"},
		"clusters":        {"cpus 4; cores/cluster 4; sockets -; clusters 1", 1, "not tell packages"},
		"kinds of cores": {"on 0-5; model A; threads 1; cores 4; sockets 1; model B; threads 1; cores 2; " +
			"sockets 1", 1, "2 kinds of cores"},
		"too many":    {"on 0-1; threads 1; cores 1; sockets 3", 1, "3 sockets do not fit"},
		"impossible":  {"on 0-1; threads 1; cores 1; sockets 9999", 1, "cannot be"},
		"four in two": {"cores 2; sockets 2; node0 0; node1 1; node2 2; node3 3", 2, "nodes share a package"},
		"count only":  {"cpus 2", 1, "without naming them"},
		"virtual":     {"cpus 1; on 0; vendor Xen", 1, "virtual machine (Xen)"},
	} {
		r := parseUsable(t, spelled(tc.text))
		assert.Len(t, r.Machine.Packages, tc.packages, name)
		assert.Len(t, r.Machine.Cores, len(r.Machine.CPUs), name)
		assert.Contains(t, texts(r, Warning)+texts(r, Info), tc.note, name)
	}
}

func TestLscpuNodeWithoutCPUs(t *testing.T) {
	r := parseUsable(t, "NUMA node(s): 3\nNUMA node0 CPU(s): 0-1\nNUMA node252 CPU(s):\n")
	assert.Equal(t, "0: 0-1 | 252: ", nodeList(r.Machine))
	assert.Contains(t, texts(r, Info), "only memory: node 252")
	assert.Contains(t, texts(r, Warning), "counts 3 NUMA nodes, but the text lists 2")
}

func TestLscpuLastOutputCounts(t *testing.T) {
	for _, second := range []string{
		"Architecture: x86_64\nCPU(s): 2\nOn-line CPU(s) list: 0-1\nNUMA node0 CPU(s): 0-1\n",
		"NUMA node0 CPU(s): 0-1\n",
	} {
		r := parseUsable(t, oldLscpu+"\n"+second)
		assert.Equal(t, "0: 0-1", nodeList(r.Machine))
		assert.Contains(t, texts(r, Warning), "2 outputs of lscpu")
	}
}

func TestLscpuInAnotherLanguage(t *testing.T) {
	for _, text := range []string{
		"Architektur: x86_64\nCPU(s): 8\nThread(s) pro Kern: 2\nNUMA-Knoten0 CPU(s): 0-7\n",
		"Processeur(s) : 8\nThread(s) par cœur : 2\nNœud NUMA 0 de processeur(s) : 0-7\n",
	} {
		assert.Contains(t, texts(Parse(text), Warning), "LC_ALL=C lscpu")
	}
	assert.NotContains(t, texts(Parse(oldLscpu), Warning), "LC_ALL=C")
}

func TestOtherToolsModelNamesAreNoLscpu(t *testing.T) {
	assert.Empty(t, Parse("model name: Example\nvendor id: X\n").Formats)
}
