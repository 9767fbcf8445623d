package enginetest

import (
	"fmt"
	"strings"

	"github.com/cockroachdb/datadriven"

	"schedlab/engine/trace"
)

// events prints transitions of tasks and notes about requests, in order; with of=… only those whose line has
// that text. What is noted of ranges, the command ranges tells.
func events(s *story, d *datadriven.TestData) (string, error) {
	from, to := s.window(d)
	wanted := ""
	if arg, ok := d.Arg("of"); ok {
		wanted = arg.Vals[0]
	}
	var out strings.Builder
	for _, e := range s.run.Log.Events {
		if e.At < from || e.At >= to {
			continue
		}
		if line := s.line(e); line != "" && strings.Contains(line, wanted) {
			fmt.Fprintln(&out, line)
		}
	}
	return out.String(), nil
}

func (s *story) line(e trace.Event) string {
	switch {
	case e.Kind == trace.Note && e.Thing != trace.RangeThing:
		name := s.requestName(trace.RequestID(e.Who))
		return fmt.Sprintf("%v %s %s %d", e.At, name, s.cause(e.Instance, e.Why), e.Value)
	case e.Kind == trace.Transition && e.Thing == trace.TaskThing:
		name := s.taskName(trace.TaskID(e.Who))
		line := fmt.Sprintf("%v %s on %d: %v → %v ", e.At, name, e.Where, e.From, e.To)
		return strings.TrimRight(line+s.cause(e.Instance, e.Why), " ")
	}
	return ""
}
