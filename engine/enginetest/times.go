package enginetest

import (
	"fmt"
	"strings"

	"github.com/cockroachdb/datadriven"

	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// times prints when each request came and ended. With tasks it prints the accounts of the tasks alive at
// the end.
func times(s *story, d *datadriven.TestData) (string, error) {
	var out strings.Builder
	if d.HasArg("tasks") {
		s.tasks(&out)
		return out.String(), nil
	}
	ends := map[int32]sim.Time{}
	for _, e := range s.run.Log.Events {
		if e.Kind == trace.Transition && e.Thing == trace.RequestThing && e.To == trace.Done {
			ends[e.Who] = e.At
		}
	}
	for id := range s.run.Log.Requests {
		name, at := s.requestName(trace.RequestID(id)), s.run.Log.Requests[id].At
		if end, ended := ends[int32(id)]; ended {
			fmt.Fprintf(&out, "%s from %v to %v: %v\n", name, at, end, end-at)
		} else {
			fmt.Fprintf(&out, "%s from %v\n", name, at)
		}
	}
	return out.String(), nil
}

func (s *story) tasks(out *strings.Builder) {
	ledger := &s.run.Log.Ledger
	slots := map[trace.TaskID]*trace.TaskAccount{}
	for i := range ledger.Tasks {
		slots[ledger.Tasks[i].ID] = &ledger.Tasks[i]
	}
	for id := range s.run.Log.Tasks {
		t, known := slots[trace.TaskID(id)]
		if !known || t.State == trace.None {
			continue
		}
		fmt.Fprintf(out, "%s on %d %v: cpu %v, runnable %v, suspended %v, pending %v, yields %d\n",
			s.taskName(t.ID), t.Lane, t.State, t.CPU, t.Runnable, t.Suspended, t.Pending, t.Yields)
	}
}
