package view

import (
	"strings"

	"schedlab/engine/trace"
)

// TwinColumns are the columns of Twin.
var TwinColumns = []Column{{"node", true}, {"scheduler", true}, {"running", false}, {"runnable", true},
	{"wait", false}}

// Twin is the floor plan as a table, for who cannot see it: a row a scheduler with the node, what runs, how
// many are runnable, and what suspended tasks wait for.
func Twin(s *Source, ledger *trace.Ledger) [][]string {
	floor := s.Floor()
	waits := make([][]string, len(floor.Lanes))
	for i := range ledger.Tasks {
		t := &ledger.Tasks[i]
		if !t.State.Waits() || s.rests(t) {
			continue
		}
		name := s.cause(floor.Lanes[t.Lane].Instance, t.Why)
		if !strings.Contains(strings.Join(waits[t.Lane], " "), name) {
			waits[t.Lane] = append(waits[t.Lane], name)
		}
	}
	rows := make([][]string, 0, len(floor.Lanes))
	for _, node := range floor.Nodes {
		for _, lane := range floor.Groups[node].Lanes {
			running, runnable := "idle", 0
			if ring := ledger.Lanes[lane].Ring; len(ring) > 0 {
				running, runnable = s.who(&ledger.Tasks[ring[0]].Task), len(ring)-1
			}
			if text := s.standsStill(lane, ledger); text != "" {
				running += ", but " + text
			}
			rows = append(rows, []string{number(int(floor.Groups[node].Number)),
				number(int(floor.Lanes[lane].Number)),
				running, number(runnable), strings.Join(waits[lane], ", ")})
		}
	}
	return rows
}
