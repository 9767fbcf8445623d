package paste

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/importer"
	"schedlab/engine/scenario"
	"schedlab/wasm/proto"
)

const numactl = `available: 2 nodes (0-1)
node 0 cpus: 0 1 2 3
node 0 size: 16384 MB
node 1 cpus: 4 5 6 7
node distances:
node   0   1
  0:  10  21
  1:  21  10
`

const softNodes = "node_id\tnode_state_desc\tmemory_node_id\tcpu_affinity_mask\tonline_scheduler_count\n" +
	"0\tONLINE\t0\t3\t2\n1\tONLINE\t0\t12\t2\n2\tONLINE\t1\t240\t4\n"

func numbers(p proto.NodePart) (ids []int32) {
	for _, c := range p.CPUs {
		ids = append(ids, c.ID)
	}
	return ids
}

func TestAMachineIsToldAsThePageShowsIt(t *testing.T) {
	m := Machine(&proto.Import{Number: 7, Text: numactl})
	require.Equal(t, 7, m.Number)
	require.True(t, m.Usable)
	require.Equal(t, []int{1, 8, 8}, []int{len(m.Distances), m.Cores, m.CPUs})
	require.Equal(t, []int{21}, m.Distances)
	require.Len(t, m.Nodes, 2)
	require.EqualValues(t, 16, m.Nodes[0].MemoryGB)
	require.EqualValues(t, untold, m.Nodes[1].MemoryGB)
	require.Len(t, m.Nodes[1].Parts, 1)
	require.EqualValues(t, untold, m.Nodes[1].Parts[0].Soft)
	require.Equal(t, []int32{4, 5, 6, 7}, numbers(m.Nodes[1].Parts[0]))
	machine, problems := scenario.ParseDocument([]byte(m.Machine))
	require.Empty(t, problems)
	nodes, _ := machine.Get("nodes")
	require.Len(t, nodes.Items, 2)
	found := map[string]bool{}
	for _, f := range m.Formats {
		require.NotEmpty(t, f.How)
		found[f.Title] = f.Found
	}
	require.Equal(t, map[string]bool{"numactl --hardware": true, "lscpu": false, "sys.dm_os_nodes": false,
		"SQL Server error log": false}, found)
	require.Contains(t, m.Notes, proto.Note{Level: "read", First: 1, Last: 8,
		Text: "numactl --hardware: 2 NUMA nodes, 8 CPUs, distances."})
}

func TestNodesOfTheDatabaseAreShownWhereThereAreSeveral(t *testing.T) {
	m := Machine(&proto.Import{Text: numactl + "\n" + softNodes})
	require.True(t, m.Usable)
	require.Equal(t, []proto.Switch{{Name: "auto_soft_numa", On: true}}, m.Switches)
	require.Len(t, m.Nodes[0].Parts, 2)
	require.EqualValues(t, 1, m.Nodes[0].Parts[1].Soft)
	require.Equal(t, []int32{2, 3}, numbers(m.Nodes[0].Parts[1]))
	require.Len(t, m.Nodes[1].Parts, 1, "one node of the database is the whole of it")
}

func TestWithoutATextTheFormatsAreTold(t *testing.T) {
	m := Machine(&proto.Import{})
	require.Len(t, m.Formats, len(importer.Formats()))
	require.False(t, m.Usable)
	require.Empty(t, m.Notes)
	require.Empty(t, m.Machine)
	require.NotEmpty(t, Machine(&proto.Import{Text: "nothing of use"}).Notes)
}

// line is a message that was published in 2020; the verdict and the scan are those of its explanation.
const line = "FlushCache: cleaned up 394031 bufs with 282252 writes in 65544 ms (avoided 21 new dirty " +
	"bufs) for db 19:0 average writes per second: 4306.30 writes/sec average throughput: 46.96 MB/sec, " +
	"I/O saturation: 53644, context switches 101117 last target outstanding: 639360, avgWriteLatency 1"

func explain(text string) *proto.Explain { return &proto.Explain{Number: 3, Text: text, Made: -1} }

// all is what is said of a message, as one text.
func all(s proto.Said) string {
	var b strings.Builder
	for _, statement := range s.Statements {
		b.WriteString(statement.Topic + ": " + statement.Text + "\n")
	}
	return b.String()
}

func TestAMessageIsExplained(t *testing.T) {
	x := Checkpoints(explain(line))
	require.Equal(t, 3, x.Number)
	require.Empty(t, x.Problems)
	require.Equal(t, 1, x.Messages)
	said := x.Said[0]
	require.Equal(t, []int64{1, 19, 394031, 65544}, []int64{int64(said.Line), said.Database, said.Bufs,
		said.Milliseconds})
	require.Equal(t, "issuer-bound", said.Verdict)
	require.NotContains(t, all(said), "26.6 s", "nobody told the size of the pool")
	for _, s := range said.Statements {
		require.Contains(t, []string{"arithmetic", "published", "inferred", "assumed"}, s.Basis)
	}
	told := explain(line)
	told.PoolMB = 3 << 20
	require.Contains(t, all(Checkpoints(told).Said[0]), "26.6 s", "402,653,184 buffers of 66 ns")
	require.Empty(t, x.Scenario)
}

// scan tells of a pool of 128 GB.
const scan = "Buffer Pool scan took 14 seconds: database ID 19, command 'CHECKPOINT', operation " +
	"'FlushCache', scanned buffers 204640239, total iterated buffers 16777216, wait time 122 ms."

func TestWhatAPersonTypesCountsMoreThanTheText(t *testing.T) {
	m := explain(scan + "\n" + line)
	m.PoolMB = 1 << 20
	require.Contains(t, all(Checkpoints(m).Said[0]), "128 GB", "it only stood in the field")
	m.Typed = true
	require.Contains(t, all(Checkpoints(m).Said[0]), "1 TB")
}

func TestOnlyTheFirstMessagesAreExplained(t *testing.T) {
	x := Checkpoints(explain(strings.Repeat(line+"\n\n", 30)))
	require.Equal(t, 30, x.Messages)
	require.Len(t, x.Said, mostSaid)
}

func TestAScenarioIsMadeOfTheChosenMessage(t *testing.T) {
	m := explain("FlushCache: cleaned up 0 bufs with 0 writes in 10 ms (avoided 0 new dirty bufs) for " +
		"db 5:0\n\n" + line)
	m.Made = 1
	x := Checkpoints(m)
	require.Empty(t, x.Problems)
	document, problems := scenario.ParseDocument([]byte(x.Scenario))
	require.Empty(t, problems)
	title, _ := document.Get("title")
	require.Contains(t, title.Text, "database 19")
	m.Made = 0
	require.NotEmpty(t, Checkpoints(m).Problems, "nothing was written")
	require.Empty(t, Checkpoints(m).Scenario)
	m.Made = 2
	require.Empty(t, Checkpoints(m).Scenario)
}

func TestNothingIsSaidOfNothing(t *testing.T) {
	x := Checkpoints(explain(" \n"))
	require.Empty(t, x.Said)
	require.Empty(t, x.Problems)
	require.NotEmpty(t, Checkpoints(explain("no message")).Problems)
}
