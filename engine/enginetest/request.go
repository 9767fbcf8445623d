package enginetest

import (
	"github.com/cockroachdb/datadriven"
)

// addRequest is a session of one connection that runs one class once: request class=a at_ms=5.
func addRequest(s *story, d *datadriven.TestData) (string, error) {
	var args []datadriven.CmdArg
	for _, a := range d.CmdArgs {
		switch a.Key {
		case "class":
			a.Key = "run"
		case "at_ms":
			a.Key = "start_ms"
		}
		args = append(args, a)
	}
	return "", s.draft.add("session", args)
}
