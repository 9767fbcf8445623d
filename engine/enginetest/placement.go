package enginetest

import (
	"fmt"
	"strings"

	"github.com/cockroachdb/datadriven"

	"schedlab/engine/trace"
)

// placement prints on which schedulers each request was put: context 0, then the parallel workers by branch.
func placement(s *story, _ *datadriven.TestData) (string, error) {
	log := s.run.Log
	lines := make([]string, len(log.Requests))
	branch := make([]int16, len(log.Requests))
	for i := range log.Tasks {
		t := &log.Tasks[i]
		if t.Request == trace.NoRequest {
			continue
		}
		in := &log.Ledger.Instances[log.Requests[t.Request].Instance]
		number := in.Layout.Lanes[t.Lane-in.First].Number
		line := &lines[t.Request]
		switch {
		case t.Context == 0:
			*line = fmt.Sprintf("%s: %d", s.requestName(t.Request), number)
		case t.Context == 1 || t.Branch != branch[t.Request]:
			*line += fmt.Sprintf(" | %d", number)
		default:
			*line += fmt.Sprintf(" %d", number)
		}
		branch[t.Request] = t.Branch
	}
	return strings.Join(lines, "\n") + "\n", nil
}
