package enginetest

import (
	"fmt"
	"strings"

	"github.com/cockroachdb/datadriven"

	"schedlab/engine"
)

// run plays what has been built, in both engines. With limit_kb it stops at so much log.
func run(s *story, d *datadriven.TestData) (string, error) {
	limit := int64(0)
	var head []datadriven.CmdArg
	for _, a := range d.CmdArgs {
		if a.Key != "limit_kb" {
			head = append(head, a)
			continue
		}
		if _, err := fmt.Sscan(a.Vals[0], &limit); err != nil {
			return "", err
		}
		limit <<= 10
	}
	if err := s.draft.add("run", head); err != nil {
		return "", err
	}
	s.document = s.draft.Document()
	scenario, problems := s.draft.Scenario()
	var out strings.Builder
	for _, p := range problems {
		fmt.Fprintln(&out, p)
	}
	if len(problems) > 0 {
		return out.String(), nil
	}
	s.run = engine.New(scenario, engine.Options{Limit: limit}).Finish()
	t := s.run.Log.Ledger.Totals
	fmt.Fprintf(&out, "%d of %d requests finished\n", t.Finished, t.Submitted)
	broken := s.run.Broken
	if s.run.Stopped {
		fmt.Fprintf(&out, "stopped at a limit, %v\n", s.run.Log.End)
	} else {
		broken = append(broken, Compare(s.run, engine.New(scenario, engine.Options{Plain: true}).Finish())...)
	}
	for _, b := range broken {
		fmt.Fprintln(&out, b)
	}
	return out.String(), nil
}
