package export

import (
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine"
	"schedlab/engine/scenario"
	"schedlab/engine/sim"
	"schedlab/scenarios"
	"schedlab/wasm/output"
	"schedlab/wasm/view"
)

// subject is a shipped scenario that has been run.
func subject(t *testing.T, name string, set ...string) *Subject {
	t.Helper()
	shipped, ok := scenarios.Find(name)
	require.True(t, ok, name)
	document, problems := scenario.ParseDocument(shipped.Text)
	require.Empty(t, problems)
	for _, text := range set {
		a, problems := scenario.ParseAssignment(text)
		require.Empty(t, problems)
		document, problems = document.Set(a.Path, a.Value)
		require.Empty(t, problems)
	}
	return subjectOf(t, document)
}

func subjectOf(t *testing.T, document scenario.Document) *Subject {
	t.Helper()
	s, problems := scenario.Read(document, engine.Products())
	require.Empty(t, problems)
	run := engine.New(s, engine.Options{}).Finish()
	numbers := run.Numbers()
	return &Subject{Run: run, Source: view.NewSource(run), Document: document, Numbers: numbers,
		Claims: engine.Claims(document, s, numbers), Version: "v1", Headline: "cpu.busy_pct",
		Link:     "https://schedlab.example/#" + "soft-numa-on",
		Variants: []output.Variant{{Name: "Soft-NUMA off", Text: "91.7 %"}}}
}

// whole is the view of a page that was just opened.
func whole(s *Subject) *Look {
	end := s.Run.Log.End
	return &Look{At: s.Run.Scenario.Measure.To, To: end,
		Plan: view.PlanPort{Width: 840, Height: 420, Zoom: -1},
		Line: view.LinePort{Width: 840, Height: 240, Ratio: 1}}
}

func window(s *Subject, from, to sim.Time) *Look {
	l := whole(s)
	l.From, l.To = from, to
	return l
}
