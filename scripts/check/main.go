// Check runs everything that CI runs and prints, for what fails, the command to paste.
//
//	go run ./scripts/check
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"schedlab/scripts/repo"
)

// limit is how long all of it may take. What hangs fails; what is only slow, since others use the machine
// too, does not: it takes about a third of this on two idle cores.
const limit = 50 * time.Minute

func main() {
	root, err := repo.Root()
	if err != nil {
		fmt.Fprintln(os.Stderr, "check:", err)
		os.Exit(1)
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	report := newReport(os.Stdout)
	for _, stage := range stages(root) {
		runStage(ctx, stage, report)
	}
	if failed := report.summarize(); failed > 0 {
		cancel()
		os.Exit(1)
	}
}
