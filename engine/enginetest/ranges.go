package enginetest

import (
	"fmt"
	"strings"

	"github.com/cockroachdb/datadriven"

	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// ranges prints what lasted, in order of its begin, with its facts that are not 0 as they were last told;
// with of=… only those whose line has that text.
func ranges(s *story, d *datadriven.TestData) (string, error) {
	from, to := s.window(d)
	wanted := ""
	if arg, ok := d.Arg("of"); ok {
		wanted = arg.Vals[0]
	}
	var out strings.Builder
	s.instances(func(id trace.InstanceID, in *trace.Instance, name string) {
		all := s.run.Log.Ranges(id)
		for i := range all {
			r := &all[i]
			line := name + rangeLine(in, r)
			if r.Begin >= from && r.Begin < to && strings.Contains(line, wanted) {
				fmt.Fprintln(&out, line)
			}
		}
	})
	return out.String(), nil
}

func rangeLine(in *trace.Instance, r *trace.Range) string {
	end := "…"
	if r.End != sim.Never {
		end = fmt.Sprint(r.End)
	}
	line := fmt.Sprintf("%v to %v %s of %d", r.Begin, end, in.Layout.Causes[r.Why], r.Of)
	var words []string
	told := map[trace.Reason]bool{}
	for _, f := range r.Facts {
		if value, _ := r.Fact(f.Why, sim.Never); !told[f.Why] && value != 0 {
			words = append(words, fmt.Sprintf("%s %d", in.Layout.Causes[f.Why], value))
		}
		told[f.Why] = true
	}
	if len(words) > 0 {
		line += ": " + strings.Join(words, ", ")
	}
	return line
}
