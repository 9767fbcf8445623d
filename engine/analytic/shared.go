package analytic

import "math"

// Shared solves several closed systems on one machine, such as the guests of a host, as if each had beside it
// the mean number of CPUs that the others keep busy, in proportion to which they share what the machine can
// do. Means in place of the others' states make it quick, and a little hopeful: Pair is exact.
func Shared(chains []Chain) []Result {
	results := make([]Result, len(chains))
	for range maxRounds {
		moved, busy := 0.0, 0.0
		for _, r := range results {
			busy += r.Busy
		}
		for i, c := range chains {
			c.Beside = busy - results[i].Busy
			r := c.Solve()
			moved = max(moved, math.Abs(r.Busy-results[i].Busy))
			busy += r.Busy - results[i].Busy
			results[i] = r
		}
		if moved < nearly {
			break
		}
	}
	return results
}

// maxRounds bounds the work; a change of fewer busy CPUs than nearly ends it.
const (
	maxRounds = 200
	nearly    = 1e-6
)
