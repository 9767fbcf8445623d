package enginetest

import (
	"fmt"
	"strings"

	"github.com/cockroachdb/datadriven"

	"schedlab/engine/trace"
)

// log prints the lines of the products' own logs that came inside the window; with of=… only those with that
// text.
func log(s *story, d *datadriven.TestData) (string, error) {
	from, to := s.window(d)
	wanted := ""
	if arg, ok := d.Arg("of"); ok {
		wanted = arg.Vals[0]
	}
	ledger := s.run.Log.At(to)
	var out strings.Builder
	s.instances(func(id trace.InstanceID, _ *trace.Instance, name string) {
		lines := s.run.Systems[id].Description.LogLines
		if lines == nil {
			return
		}
		for _, l := range lines(s.run.Reading(int(id), ledger)) {
			if l.At >= from && strings.Contains(l.Text, wanted) {
				fmt.Fprintf(&out, "%s%v %s %s\n", name, l.At, l.Source, l.Text)
			}
		}
	})
	return out.String(), nil
}
