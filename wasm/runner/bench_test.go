package runner_test

import (
	"strconv"
	"testing"

	"schedlab/engine/scenario"
	"schedlab/scenarios"
	"schedlab/wasm/proto"
	"schedlab/wasm/runner"
)

// BenchmarkEdit is what the runner does at an edit of the article's scenario, by schedulers: it runs the
// document, and paints and tells all that is in view.
func BenchmarkEdit(b *testing.B) {
	for _, machine := range []struct{ schedulers, packages int }{{96, 4}, {1024, 16}, {4096, 64}} {
		b.Run(strconv.Itoa(machine.schedulers), func(b *testing.B) {
			d := articleOn(b, machine.schedulers, machine.packages)
			f := &fakeBrowser{each: 1}
			r := runner.New(f, all)
			for i := range b.N {
				d, _ = d.Set("workload.sessions[0].every_ms", scenario.Decimal(2_000_000+int64(i), 3))
				open := &proto.Open{Document: string(d.Compact())}
				r.Hear(proto.Encode(proto.ToRunner{Generation: i, Open: open}))
				for f.last().Opened == nil {
					r.Work()
				}
				draw := drawing(70_000_000_000)
				draw.Series, draw.Twin, draw.Tab = true, true, "waits"
				r.Hear(proto.Encode(proto.ToRunner{Generation: i, Draw: draw}))
				f.sent = f.sent[:0]
			}
		})
	}
}

// articleOn is the article's scenario on a machine of another size, with a procedure for each node.
func articleOn(b *testing.B, schedulers, packages int) scenario.Document {
	b.Helper()
	shipped, _ := scenarios.Find(scenarios.First)
	d, problems := scenario.ParseDocument(shipped.Text)
	for path, n := range map[string]int{"machine.packages": packages,
		"machine.cores_per_node": schedulers / packages, "workload.sessions[0].count": schedulers / 8} {
		if len(problems) == 0 {
			d, problems = d.Set(path, scenario.Int(int64(n)))
		}
	}
	if len(problems) > 0 {
		b.Fatal(problems[0])
	}
	return d
}
