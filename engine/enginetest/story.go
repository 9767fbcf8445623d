package enginetest

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"schedlab/engine"
	"schedlab/engine/scenario"
	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// RunStory plays a story: a text file whose commands build a scenario, run it and ask what happened.
//
//	build: machine system workload session request   (lines of a Draft; workload takes several as input)
//	play:  run                                        (prints broken laws, and how the plain engine differs)
//	ask:   events gantt times waits schedulers nodes placement pages ranges series log
//	       expect
func RunStory(t *testing.T, path string) {
	s := &story{draft: &Draft{}}
	datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
		command, ok := commands[d.Cmd]
		if !ok {
			t.Fatalf("%s: there is no command %q", d.Pos, d.Cmd)
		}
		if command.asks && s.run == nil {
			t.Fatalf("%s: nothing has run yet", d.Pos)
		}
		text, err := command.do(s, d)
		if err != nil {
			t.Fatalf("%s: %v", d.Pos, err)
		}
		if lines := strings.Count(text, "\n"); lines > maxLines {
			t.Errorf("%s: %d lines of output, at most %d can be read", d.Pos, lines, maxLines)
		}
		return text
	})
}

// maxLines of what a command prints (DESIGN section 9).
const maxLines = 60

// story is what has been told so far.
type story struct {
	draft    *Draft
	document scenario.Document
	run      *engine.Run
}

// command is a word of the stories' language.
type command struct {
	do   func(*story, *datadriven.TestData) (string, error)
	asks bool
}

var commands = map[string]command{
	"machine": {do: build}, "system": {do: build}, "session": {do: build}, "measure": {do: build},
	"workload":   {do: addWorkload},
	"request":    {do: addRequest},
	"run":        {do: run},
	"events":     {do: events, asks: true},
	"gantt":      {do: gantt, asks: true},
	"times":      {do: times, asks: true},
	"waits":      {do: waits, asks: true},
	"schedulers": {do: schedulers, asks: true},
	"nodes":      {do: nodes, asks: true},
	"placement":  {do: placement, asks: true},
	"pages":      {do: pages, asks: true},
	"ranges":     {do: ranges, asks: true},
	"series":     {do: series, asks: true},
	"log":        {do: log, asks: true},
	"expect":     {do: expect, asks: true},
}

// build adds the command itself and each line of its input to the draft.
func build(s *story, d *datadriven.TestData) (string, error) {
	if err := s.draft.add(d.Cmd, d.CmdArgs); err != nil {
		return "", err
	}
	return addWorkload(s, d)
}

// addWorkload adds the lines of the input to the draft.
func addWorkload(s *story, d *datadriven.TestData) (string, error) {
	for line := range strings.SplitSeq(d.Input, "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		if err := s.draft.Add(line); err != nil {
			return "", err
		}
	}
	return "", nil
}

// milliArg reads an argument in milliseconds, or gives what holds without it.
func milliArg(d *datadriven.TestData, name string, otherwise sim.Time) sim.Time {
	arg, ok := d.Arg(name)
	if !ok {
		return otherwise
	}
	ms, err := strconv.ParseFloat(arg.Vals[0], 64)
	if err != nil {
		panic("enginetest: " + d.Pos + ": " + name + " is no number: " + arg.Vals[0])
	}
	return sim.Time(ms*1e6 + 0.5)
}

// window reads from_ms and to_ms; the whole run without them.
func (s *story) window(d *datadriven.TestData) (from, to sim.Time) {
	return milliArg(d, "from_ms", 0), milliArg(d, "to_ms", s.run.Log.End)
}

// requestName is a request as stories name it: class#ordinal, or its letter in a short run.
func (s *story) requestName(id trace.RequestID) string {
	r := &s.run.Log.Requests[id]
	return fmt.Sprintf("%s#%d", s.run.Scenario.Workload.Classes[r.Class].Name, r.Ordinal)
}

// taskName adds the execution context. A worker of the server's own has its role for a name.
func (s *story) taskName(id trace.TaskID) string {
	t := &s.run.Log.Tasks[id]
	if t.Request == trace.NoRequest {
		return s.cause(s.instanceOf(t.Lane), t.Role)
	}
	return fmt.Sprintf("%s/%d", s.requestName(t.Request), t.Context)
}

// cause is the name of a reason.
func (s *story) cause(in trace.InstanceID, why trace.Reason) string {
	if why == trace.NoReason {
		return ""
	}
	return s.run.Log.Ledger.Instances[in].Layout.Causes[why]
}

// instanceOf is the system that a lane belongs to.
func (s *story) instanceOf(lane trace.LaneID) trace.InstanceID {
	all := s.run.Log.Ledger.Instances
	at := len(all) - 1
	for all[at].First > lane {
		at--
	}
	return trace.InstanceID(at)
}

// instances calls visit for each system, with its name if there are several.
func (s *story) instances(visit func(id trace.InstanceID, in *trace.Instance, name string)) {
	all := s.run.Log.Ledger.Instances
	for i := range all {
		name := ""
		if len(all) > 1 {
			name = all[i].Layout.Name + " "
		}
		visit(trace.InstanceID(i), &all[i], name)
	}
}
