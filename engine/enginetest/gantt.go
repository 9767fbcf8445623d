package enginetest

import (
	"fmt"
	"strings"

	"github.com/cockroachdb/datadriven"

	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// gantt draws who is on the CPU of each scheduler: a column a step (step_ms, 1 by itself), the letter of
// the request whose task is there when the step begins, a point where nobody is. Requests are a, b, c… in
// the order of their submission; # is a worker of the server's own. With tasks, letters are those of tasks,
// in the order in which they appeared.
func gantt(s *story, d *datadriven.TestData) (string, error) {
	from, to := s.window(d)
	step := milliArg(d, "step_ms", sim.Millisecond)
	var out strings.Builder
	for lane := range s.run.Log.Ledger.Lanes {
		columns := []byte(strings.Repeat(".", int((to-from+step-1)/step)))
		s.run.Log.Expand(trace.LaneID(lane), from, to, func(slice trace.Slice) {
			number := int(s.run.Log.Tasks[slice.Task].Request)
			if d.HasArg("tasks") {
				number = int(slice.Task)
			}
			first := max(slice.From-from+step-1, 0) / step
			for at := first; at*step+from < slice.To && int(at) < len(columns); at++ {
				columns[at] = letter(number)
			}
		})
		fmt.Fprintf(&out, "%d %s\n", lane, columns)
	}
	return out.String(), nil
}

// letter stands for a request or a task; the server's own have no number.
func letter(number int) byte {
	if number < 0 {
		return '#'
	}
	return "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"[number%52]
}
