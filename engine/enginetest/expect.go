package enginetest

import (
	"fmt"
	"strings"

	"github.com/cockroachdb/datadriven"

	"schedlab/engine"
	"schedlab/engine/scenario"
)

// expect judges claims, one a line of input, by the engine's own judge: metric=… reported=… low=… high=…. A
// claim about the scenario with changes says so: with=(path:value, …). What is not predicted is marked.
func expect(s *story, d *datadriven.TestData) (string, error) {
	s.draft.claims = nil
	for line := range strings.SplitSeq(d.Input, "\n") {
		_, args, err := datadriven.ParseLine("claim " + line)
		if err != nil {
			return "", err
		}
		s.draft.claims = append(s.draft.claims, claim(args))
	}
	read, problems := s.draft.Scenario()
	if len(problems) > 0 {
		return problems[0].String() + "\n", nil
	}
	var out strings.Builder
	for _, row := range engine.Claims(s.draft.Document(), read, s.run.Numbers()) {
		verdict := "ok"
		if !row.OK {
			verdict = "not so"
		}
		if row.OK && row.Kind != scenario.Predicted {
			verdict = row.Kind.String()
		}
		fmt.Fprintf(&out, "%s: %v %v, simulated %.6g: %s\n", row.Metric, row.Evidence, row.Reported,
			row.Simulated, verdict)
	}
	return out.String(), nil
}

func claim(args []datadriven.CmdArg) scenario.Tree {
	var plain []datadriven.CmdArg
	set := scenario.Fields()
	for _, a := range args {
		if a.Key != "with" {
			plain = append(plain, a)
			continue
		}
		for _, change := range a.Vals {
			path, text, _ := strings.Cut(strings.TrimSpace(change), ":")
			tree, problem := scenario.ParseTree(text)
			if problem != nil {
				tree = scenario.Words(text)
			}
			set.Members = append(set.Members, scenario.Member{Name: path, Value: tree})
		}
	}
	tree := object(plain, scenario.ClaimFields)
	if len(set.Members) > 0 {
		tree.Members = append(tree.Members, scenario.Member{Name: "set", Value: set})
	}
	return tree
}
