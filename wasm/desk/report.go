package desk

import (
	"strconv"
	"strings"

	"schedlab/wasm/proto"
)

// copyReport puts what is needed to repeat a mistake of ours on the clipboard.
func (s *State) copyReport() {
	s.Effect.Clipboard = s.Report()
	s.Notice = s.Supplies.Say.Text("notice.reportCopied")
}

// Report is what happened, with seed, version and scenario.
func (s *State) Report() string {
	var b strings.Builder
	line := func(parts ...string) { b.WriteString(strings.Join(parts, " ") + "\n") }
	line("Schedlab", s.Supplies.Version)
	for _, failed := range []*proto.Failed{s.Failed, s.Maker.Failed} {
		if failed != nil {
			line(failed.Message)
			line(failed.Stack)
		}
	}
	line("scenario", s.Name, "at", strconv.FormatInt(s.At, 10), "ns, playing", strconv.FormatBool(s.Playing))
	line("theme", string(s.Theme), "zoom", strconv.FormatInt(s.Window.From, 10),
		strconv.FormatInt(s.Window.To,
			10))
	b.Write(s.Document.Bytes())
	return b.String()
}
