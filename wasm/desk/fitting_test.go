package desk

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/scenario"
	"schedlab/wasm/proto"
)

// refuse answers as the runner does, which reads variations too.
func refuse(t *testing.T, s *State) {
	t.Helper()
	document, problems := scenario.ParseDocument([]byte(lastOpen(s)))
	require.Empty(t, problems)
	_, problems = scenario.Read(document, s.Supplies.Products)
	if len(problems) == 0 {
		opened(s)
		return
	}
	receive(s, proto.ToPage{Refused: &proto.Refused{Problems: told(problems)}})
}

// lastOpen is the document that the runner was asked to run last.
func lastOpen(s *State) string {
	for i := len(s.Effect.Send) - 1; i >= 0; i-- {
		if open := s.Effect.Send[i].Open; open != nil {
			return open.Document
		}
	}
	return ""
}

const speaking = `"variants": [ { "name": "Split", "set": { "system.settings.splits": true } },
	{ "name": "More", "set": { "workload.sessions[name=clients].count": 9 } } ],
	"sweep": { "workload.sessions[name=clients].count": [1, 2] },
	"expect": [ { "metric": "cpu.busy_pct", "reported": 5, "source": "a" },
		{ "metric": "cpu.busy_pct", "reported": 5, "set": { "workload.sessions[name=clients].count": 9 },
			"source": "b" } ] }`

func TestAVariantThatDoesNotFitKeepsNothingFromRunning(t *testing.T) {
	s := fixture(t)
	Source{Text: document[:strings.Index(document, `"variants"`)] + speaking}.Apply(s)
	refuse(t, s)
	require.Empty(t, s.Problems)
	do(s, "remove", "workload.sessions[0]")
	edited := s.Document
	refuse(t, s)
	require.Empty(t, s.Problems, "it was sent again without them")
	require.NotContains(t, lastOpen(s), "clients")
	refuse(t, s)
	require.False(t, s.Waiting.On)
	require.Equal(t, edited, s.Document, "nothing of the document is lost")
	require.Equal(t, edited, s.Valid)
	require.NotEmpty(t, s.Variants[1].Error)
	require.Empty(t, s.Variants[0].Error)
	receive(s, proto.ToPage{Variant: &proto.Variant{Index: 1, Text: "42 %"}})
	require.Empty(t, s.Variants[1].Text, "that is the scenario itself")
	do(s, "undo", "")
	refuse(t, s)
	require.Empty(t, s.Variants[1].Error)
}

func TestProblemsOfVariantsThatWereTypedAreTold(t *testing.T) {
	s := fixture(t)
	Source{Text: strings.Replace(document, `"machine.packages": 4`, `"machine.packages": -4`, 1)}.Apply(s)
	refuse(t, s)
	require.Len(t, s.Problems, 1)
	require.Contains(t, s.Problems[0].Path, "variants[0]")
	require.Equal(t, "What if", s.FieldTitle(s.Problems[0].Path))
}
