package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"schedlab/engine/enginetest"
)

// The log of a run is the same for ever and on every platform: the hashes were written natively, and are
// compared natively and in WebAssembly; those of the shipped scenarios are in their goldens. Where a change
// is meant, `go test ./engine -run Hashes -rewrite` writes them anew.
func TestHashesAreTheSameEverywhere(t *testing.T) {
	datadriven.RunTest(t, "testdata/hashes/hashes.txt", func(t *testing.T, d *datadriven.TestData) string {
		var out strings.Builder
		switch d.Cmd {
		case "random":
			var from, count int
			d.ScanArgs(t, "from", &from)
			d.ScanArgs(t, "count", &count)
			for i, s := range randoms(t, uint64(from), count) {
				fmt.Fprintf(&out, "%016x %d\n", finish(s).Log.Hash(), i)
			}
		case "processes":
			for i, s := range processes(t, 220_000, 20) {
				fmt.Fprintf(&out, "%016x %d\n", finish(s).Log.Hash(), i)
			}
		case "lines":
			for i := range 3 {
				fmt.Fprintln(&out, strings.Join(enginetest.Random(uint64(i))[:2], " "))
			}
		}
		return out.String()
	})
}
