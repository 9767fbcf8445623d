package importer

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"schedlab/engine/topology"
)

func socketEntry(sockets, cores, cpus, used int) string {
	return fmt.Sprintf("SQL Server detected %d sockets with %d cores per socket and %d logical processors "+
		"per socket, %d total logical processors; using %d logical processors based on SQL Server licensing."+
		" This is an informational message; no user action is required.",
		sockets, cores, cpus, sockets*cpus, used)
}

func nodeEntryText(node int, mask uint64, group int) string {
	text := topology.FormatMask(mask, topology.GroupID(group))
	return fmt.Sprintf("Node configuration: node %d: CPU mask: %s Active CPU mask: %s. This message "+
		"provides a description of the NUMA configuration for this computer.", node, text, text)
}

const softEntry = "Automatic soft-NUMA was enabled because SQL Server has detected hardware NUMA nodes " +
	"with greater than 8 physical cores."

// logged puts time stamps before entries.
func logged(entries ...string) string {
	var text strings.Builder
	for i, entry := range entries {
		fmt.Fprintf(&text, "2024-01-02 03:04:%02d.50 Server      %s\n", i, entry)
	}
	return text.String()
}

// softStart is a start on 2 sockets of 12 cores with 2 threads, the case of Microsoft's soft-NUMA page.
func softStart() []string {
	return []string{
		"Microsoft SQL Server 2022 (RTM)\n\tCopyright (C) 2022 Microsoft Corporation",
		socketEntry(2, 12, 24, 48), "Detected 2048 MB of RAM. This is an informational message.",
		"Using locked pages in the memory manager.", softEntry,
		nodeEntryText(0, 0x555555, 0), nodeEntryText(1, 0xaaaaaa, 0),
		nodeEntryText(2, 0x555555000000, 0), nodeEntryText(3, 0xaaaaaa000000, 0),
	}
}

func TestErrorlogWithSoftNUMA(t *testing.T) {
	entries := softStart()
	backwards := slices.Clone(strings.Split(strings.TrimSpace(logged(entries...)), "\n"))
	slices.Reverse(backwards)
	plain := logged(entries...)
	narrow := strings.NewReplacer("per socket and", "per\nsocket and", "Active CPU", "Active\nCPU")
	for name, text := range map[string]string{
		"as logged":        plain,
		"no time stamps":   strings.Join(entries, "\n"),
		"in a container":   "db-1  | " + strings.ReplaceAll(plain, "\n", "\ndb-1  | "),
		"quoted":           "> " + strings.ReplaceAll(plain, "\n", "\n> "),
		"blank lines":      strings.ReplaceAll(plain, "\n", "\n\n"),
		"newest first":     strings.Join(backwards, "\n"),
		"wrapped":          narrow.Replace(plain),
		"carriage returns": strings.ReplaceAll(plain, "\n", "\r\n"),
		"other case":       strings.ToUpper(plain),
	} {
		r := parseUsable(t, text)
		assert.Equal(t, []string{"errorlog"}, r.Formats, name)
		assert.Equal(t, "2 packages, 2 NUMA nodes, 24 cores, 48 CPUs", r.Machine.String(), name)
		assert.Equal(t, "0: 0-23 | 1: 24-47", nodeList(r.Machine), name)
		assert.Equal(t, "0@0: 0-22:2 | 1@0: 1-23:2 | 2@1: 24-46:2 | 3@1: 25-47:2",
			softList(r.SoftNodes), name)
		assert.Equal(t, []int{0, 1}, r.Machine.Siblings(1), name)
		assert.Equal(t, map[string]string{
			SettingSoftNUMA: "true", SettingMemory: "2048", SettingLockedPages: "true",
		}, r.Settings, name)
		assert.Equal(t, topology.Bytes(1024<<20), r.Machine.Nodes[1].Memory, name)
		assert.Contains(t, texts(r, Warning), "equal parts", name)
		assert.Contains(t, texts(r, Warning), "Soft-NUMA hides the hardware nodes", name)
		assert.Equal(t, name == "newest first", strings.Contains(texts(r, Info), "backwards"), name)
	}
}

func TestErrorlogCases(t *testing.T) {
	for name, tc := range map[string]struct {
		entries     []string
		nodes, soft string
		note        string
	}{
		"hardware nodes": {[]string{socketEntry(2, 2, 2, 4), nodeEntryText(0, 3, 0), nodeEntryText(1, 12, 0)},
			"0: 0-1 | 1: 2-3", "0@0: 0-1 | 1@1: 2-3", ""},
		"two groups": {[]string{nodeEntryText(0, 3, 0), nodeEntryText(1, 1<<63, 1)},
			"0: 0-1 | 1: 127", "0@0: 0-1 | 1@1: 127", "lacks the beginning"},
		"before 2012": {[]string{"Detected 4 CPUs. This is an informational message.",
			"Multinode configuration: node 0: CPU mask: 0x0000000c Active CPU mask: 0x0000000c.",
			"Multinode configuration: node 1: CPU mask: 0x00000003 Active CPU mask: 0x00000003."},
			"0: 2-3 | 1: 0-1", "0@0: 2-3 | 1@1: 0-1", "lacks the beginning"},
		"affinity": {[]string{"Node configuration: node 0: CPU mask: 0x000000000000000f:0 Active CPU mask: " +
			"0x0000000000000003:0."}, "0: 0-3", "0@0: 0-1 | 0@0: 2-3 off", "does not use CPUs 2-3"},
		"node without active CPUs": {[]string{nodeEntryText(0, 3, 0),
			"Node configuration: node 1: CPU mask: 0x000000000c:0 Active CPU mask: 0x0000000000:0."},
			"0: 0-1 | 1: 2-3", "0@0: 0-1 | 1@1: 2-3 off", "does not use CPUs 2-3"},
		"soft nodes without the entry": {[]string{nodeEntryText(0, 5, 0), nodeEntryText(1, 10, 0)},
			"0: 0-3", "0@0: 0,2 | 1@0: 1,3", "soft-NUMA is assumed"},
		"contiguous soft nodes": {[]string{softEntry, nodeEntryText(0, 3, 0), nodeEntryText(1, 12, 0)},
			"0: 0-3", "0@0: 0-1 | 1@0: 2-3", "1 is assumed from the masks"},
		"sockets only": {[]string{socketEntry(2, 1, 2, 4)}, "0: 0-1 | 1: 2-3", "", "every socket is assumed"},
		"licence": {[]string{socketEntry(2, 2, 2, 2)}, "0: 0-1 | 1: 2-3", "",
			"lets SQL Server use 2 of 4 CPUs"},
		"missing entry": {[]string{socketEntry(1, 4, 4, 4), nodeEntryText(1, 12, 0)}, "1: 2-3", "1@1: 2-3",
			"have 2 of 4 CPUs"},
		"counts that disagree": {[]string{strings.Replace(socketEntry(3, 1, 2, 6), "6 total", "5 total", 1)},
			"0: 0-4", "", "are not the 5 CPUs"},
		"cut entry": {[]string{nodeEntryText(0, 3, 0), "Node configuration: node 1: CPU ma"},
			"0: 0-1", "0@0: 0-1", "lacks the beginning"},
		"damaged mask": {[]string{nodeEntryText(0, 3, 0), "Node configuration: node 1: CPU mask: 0x0000z:0"},
			"0: 0-1", "0@0: 0-1", "masks of node 1"},
		"later start": {[]string{socketEntry(1, 8, 8, 8), nodeEntryText(0, 255, 0), socketEntry(1, 2, 2, 2),
			nodeEntryText(0, 3, 0)}, "0: 0-1", "0@0: 0-1", "2 outputs"},
	} {
		r := parseUsable(t, logged(tc.entries...))
		assert.Equal(t, tc.nodes, nodeList(r.Machine), name)
		assert.Equal(t, tc.soft, softList(r.SoftNodes), name)
		assert.Contains(t, texts(r, Warning), tc.note, name)
	}
}

func TestErrorlogLicenceIsASetting(t *testing.T) {
	r := parseUsable(t, socketEntry(4, 10, 20, 40))
	assert.Equal(t, "40", r.Settings[SettingLicensedCPUs])
	assert.Equal(t, "4 packages, 4 NUMA nodes, 40 cores, 80 CPUs", r.Machine.String())
	assert.Contains(t, texts(r, Info), "whether soft-NUMA is on")
}

func TestErrorlogOfCheckpointsOnly(t *testing.T) {
	r := Parse("FlushCache: cleaned up 12 bufs with 3 writes in 5 ms (avoided 0 dirty bufs) for db 7:0\n" +
		"average throughput: 0.67 MB/sec, I/O saturation: 79, context switches 201\n" +
		"last target outstanding: 2, avgWriteLatency 40\n")
	assert.False(t, r.Usable)
	assert.Equal(t, []string{"errorlog"}, r.Formats)
	assert.Contains(t, texts(r, Info), "FlushCache")
	assert.Empty(t, r.IgnoredLines)
}

func TestErrorlogDamagedSocketEntry(t *testing.T) {
	r := Parse("SQL Server detected 2 sockets with 12 cores per")
	assert.False(t, r.Usable)
	assert.Contains(t, texts(r, Warning), "cut or damaged")
}

func TestTimeStamps(t *testing.T) {
	for text, want := range map[string]string{
		"2024-01-02 03:04:05.67 spid5s":        "2024-01-02 03:04:05.67",
		"2024-01-02T03:04:05Z":                 "2024-01-02 03:04:05",
		"2024-01-02 03:04:05.67\tServer\tText": "2024-01-02 03:04:05.67",
		"02/01/2024 03:04:05,Server,Unknown,x": "2024-02-01 03:04:05",
		"25/01/2024 23:04:05,Server,Unknown,x": "2024-01-25 23:04:05",
		"5/6/2024 7:00:02 PM\tServer":          "2024-05-06 19:00:02",
		"5/6/2024 12:00:02 AM\tServer":         "2024-05-06 00:00:02",
		"06.05.2024 07:00:02;Server":           "2024-05-06 07:00:02",
		"06.05.2024 07:00:02 Server":           "2024-05-06 07:00:02",
		"2024-01-02":                           "",
		"2024-01-02 24:04:05":                  "",
		"1.2.3 4:5:6":                          "",
		"nowhere near a time stamp":            "",
		"":                                     "",
	} {
		assert.Equal(t, want, timeStamp(text), text)
	}
}
