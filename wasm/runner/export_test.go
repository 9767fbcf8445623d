package runner_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/scenarios"
	"schedlab/wasm/output"
	"schedlab/wasm/proto"
	"schedlab/wasm/runner"
)

func asks(r *runner.Runner, e proto.Export) {
	r.Hear(proto.Encode(proto.ToRunner{Generation: 1, Export: &e}))
}

// parts are the parts of a file that have been sent.
func (f *fakeBrowser) parts(number int) (all []proto.Exported) {
	for _, m := range f.sent {
		if m.Exported != nil && m.Exported.Number == number {
			all = append(all, *m.Exported)
		}
	}
	return all
}

func joined(parts []proto.Exported) (text string) {
	for _, p := range parts {
		text += p.Part
	}
	return text
}

// exported makes a file of a kind.
func exported(t *testing.T, r *runner.Runner, f *fakeBrowser, kind string) string {
	t.Helper()
	d := drawing(92_400_000_000)
	d.Tab, d.Count = "waits", 2
	asks(r, proto.Export{Number: 3, Kind: kind, Draw: d, Link: "https://lab.example/#x", Version: "v2"})
	for r.Work() {
	}
	parts := f.parts(3)
	require.NotEmpty(t, parts, kind)
	for i, p := range parts {
		require.LessOrEqual(t, len(p.Part), 256<<10)
		require.Equal(t, kind, p.Kind)
		require.Equal(t, i == len(parts)-1, p.Done)
		if i > 0 {
			require.GreaterOrEqual(t, p.Share, parts[i-1].Share)
		}
	}
	require.Equal(t, 1.0, parts[len(parts)-1].Share)
	f.sent = nil
	return joined(parts)
}

func TestFilesOfEachKindAreMade(t *testing.T) {
	r, f := opened(t, "soft-numa-on")
	for kind, has := range map[string]string{
		"thumbnail": "</svg>", "picture": "lab.example/#x", "table": "SOS_SCHEDULER_YIELD,",
		"series": "time s,CPU", "trace": `"traceEvents":[`, "report": "Schedlab v2",
	} {
		require.Contains(t, exported(t, r, f, kind), has, kind)
	}
	require.Greater(t, strings.Count(exported(t, r, f, "table"), "\r\n"), 1+2, "all rows, not those in view")
}

func TestAReportKnowsVariantsThatWereRun(t *testing.T) {
	r, f := opened(t, "soft-numa-on")
	report := exported(t, r, f, "report")
	require.Contains(t, report, "<td>Soft-NUMA off</td>\n<td class=\"n\">91.7 %</td>")
	require.Equal(t, 1, strings.Count(report, ">n/a<"), "of a metric that is not modelled")
	document, ok := output.FromSVG(report)
	require.True(t, ok)
	require.Contains(t, document, `"Soft-NUMA stacks parallel queries"`)
}

// long is a trace that takes many slices, under way.
func long(t *testing.T) (*runner.Runner, *fakeBrowser) {
	r, f := opened(t, "soft-numa-on")
	f.sent = nil
	d := drawing(0)
	d.To = 20_000_000_000
	asks(r, proto.Export{Number: 1, Kind: "trace", Draw: d})
	for range 4 {
		require.True(t, r.Work())
	}
	return r, f
}

func TestALongFileIsMadeBetweenMessages(t *testing.T) {
	r, f := long(t)
	r.Hear(proto.Encode(proto.ToRunner{Generation: 1, Draw: drawing(0)}))
	require.NotNil(t, f.last().Drawn, "a picture does not wait for the file")
	for r.Work() {
	}
	parts := f.parts(1)
	require.Greater(t, len(parts), 10)
	require.Less(t, parts[0].Share, 0.5)
	require.True(t, json.Valid([]byte(joined(parts))))
}

func TestAThumbnailGivesUpNothing(t *testing.T) {
	r, f := long(t)
	asks(r, proto.Export{Number: 2, Kind: "thumbnail"})
	require.True(t, f.last().Exported.Done, "it is made at once")
	require.Less(t, len(joined(f.parts(2))), 10_000)
	for r.Work() {
	}
	require.True(t, json.Valid([]byte(joined(f.parts(1)))))
}

func TestFilesAreGivenUp(t *testing.T) {
	for name, give := range map[string]func(*runner.Runner){
		"cancelled": func(r *runner.Runner) { asks(r, proto.Export{Number: 2}) },
		"another":   func(r *runner.Runner) { asks(r, proto.Export{Number: 2, Kind: "picture"}) },
		"a new run": func(r *runner.Runner) {
			s, _ := scenarios.Find("dop-12-spill")
			r.Hear(proto.Encode(proto.ToRunner{Generation: 2, Open: &proto.Open{Document: string(s.Text)}}))
		},
	} {
		r, f := long(t)
		give(r)
		f.sent = nil
		for r.Work() {
		}
		require.Empty(t, f.parts(1), name)
	}
}

func TestAnUnknownFileIsNotMade(t *testing.T) {
	r, f := opened(t, "soft-numa-on")
	asks(r, proto.Export{Number: 1, Kind: "nonsense"})
	require.False(t, r.Work())
	require.Empty(t, f.parts(1))
}
