package runner_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/scenarios"
	"schedlab/wasm/export"
	"schedlab/wasm/output"
	"schedlab/wasm/paste"
	"schedlab/wasm/proto"
	"schedlab/wasm/runner"
)

// all is what the page's and the maker's runners can do together.
var all = runner.Skills{Files: kinds(), Import: paste.Machine, Explain: paste.Checkpoints}

func kinds() map[string]output.Maker {
	makers := export.Makers()
	makers["thumbnail"] = output.Thumbnail
	return makers
}

// maker is a runner that nobody looks at, as it was just started.
func maker() (*runner.Runner, *fakeBrowser) {
	f := &fakeBrowser{each: 1}
	return runner.New(f, runner.Skills{Files: export.Makers(), Import: paste.Machine,
		Explain: paste.Checkpoints, Unseen: true}), f
}

// opens sends a document and, at once, asks for a file of its run.
func opens(t *testing.T, r *runner.Runner, name string, e proto.Export) {
	t.Helper()
	s, ok := scenarios.Find(name)
	require.True(t, ok)
	r.Hear(proto.Encode(proto.ToRunner{Generation: 1, Open: &proto.Open{Document: string(s.Text)}}))
	asks(r, e)
}

// The run of another module is the same, so that the file is of the run that the person sees.
func TestAMakersFileIsOfTheSameRun(t *testing.T) {
	_, seen := opened(t, "dop-12-spill")
	hash, err := strconv.ParseUint(seen.sent[0].Opened.Hash, 16, 64)
	require.NoError(t, err)
	r, f := maker()
	opens(t, r, "dop-12-spill", proto.Export{Number: 1, Kind: "trace", Draw: drawing(0)})
	for r.Work() {
	}
	require.Contains(t, joined(f.parts(1)), fmt.Sprintf(`"hash":"%016x"`, hash))
	for _, m := range f.sent {
		require.True(t, m.Exported != nil || m.Progress != nil, "nobody looks at the run")
	}
}

func TestAFileWaitsForALongRun(t *testing.T) {
	r, f := maker()
	f.each = 200 // every step takes longer than a slice
	opens(t, r, "soft-numa-on", proto.Export{Number: 1, Kind: "picture"})
	require.Empty(t, f.parts(1), "the run is under way")
	f.each = 1
	for r.Work() {
	}
	require.Contains(t, joined(f.parts(1)), "</svg>")
}

// A report says what the variants gave: they are run before it, and for no other file.
func TestAReportWaitsForTheVariations(t *testing.T) {
	r, f := maker()
	opens(t, r, "soft-numa-on", proto.Export{Number: 1, Kind: "series"})
	for r.Work() {
	}
	require.NotEmpty(t, f.parts(1))
	for _, m := range f.sent {
		require.Nil(t, m.Variant)
	}
	asks(r, proto.Export{Number: 2, Kind: "report"})
	for r.Work() {
	}
	require.Contains(t, joined(f.parts(2)), "<td>Soft-NUMA off</td>\n<td class=\"n\">91.7 %</td>")
	asks(r, proto.Export{Number: 3, Kind: "report"})
	for r.Work() {
	}
	require.Equal(t, joined(f.parts(2)), joined(f.parts(3)))
}

func TestAReportThatIsGivenUpRunsNothingMore(t *testing.T) {
	r, f := maker()
	opens(t, r, "soft-numa-on", proto.Export{Number: 1, Kind: "report"})
	require.True(t, r.Work())
	asks(r, proto.Export{Number: 2})
	for r.Work() {
	}
	require.Empty(t, f.parts(1))
	asks(r, proto.Export{Number: 3, Kind: "report"})
	for r.Work() {
	}
	require.Equal(t, 1, strings.Count(joined(f.parts(3)), "<td>Soft-NUMA off</td>\n<td class=\"n\">"))
}

func TestPastedTextsAreReadWithoutARun(t *testing.T) {
	r, f := maker()
	r.Hear(proto.Encode(proto.ToRunner{Import: &proto.Import{Number: 4, Text: "CPU(s): 2\n"}}))
	require.Equal(t, 4, f.last().Imported.Number)
	require.Equal(t, 2, f.last().Imported.CPUs)
	r.Hear(proto.Encode(proto.ToRunner{Explain: &proto.Explain{Number: 5, Text: "nothing"}}))
	require.Equal(t, 5, f.last().Explained.Number)
	require.NotEmpty(t, f.last().Explained.Problems)
}

func TestWhatARunnerCannotDoIsLeftToTheMaker(t *testing.T) {
	f := &fakeBrowser{each: 1}
	r := runner.New(f, runner.Skills{Files: map[string]output.Maker{"thumbnail": output.Thumbnail}})
	opens(t, r, "soft-numa-on", proto.Export{Number: 1, Kind: "picture"})
	r.Hear(proto.Encode(proto.ToRunner{Generation: 1, Import: &proto.Import{Text: "CPU(s): 2\n"}}))
	for r.Work() {
	}
	require.Empty(t, f.parts(1))
	for _, m := range f.sent {
		require.Nil(t, m.Imported)
	}
}
