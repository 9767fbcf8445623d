// Build makes dist/, the folder that is published.
//
//	go run ./scripts/build           build
//	go run ./scripts/build -sizes    weigh what was built; exit 1 if it is over the budget
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"schedlab/scripts/bundle"
	"schedlab/scripts/repo"
)

func main() {
	dir := flag.String("dir", "dist", "the folder to build, below the repository's")
	weigh := flag.Bool("sizes", false, "weigh what was built instead of building")
	flag.Parse()
	if err := run(*dir, *weigh); err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
}

func run(dir string, weigh bool) error {
	root, err := repo.Root()
	if err != nil {
		return err
	}
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(root, dir)
	}
	if weigh {
		return printSizes(dir)
	}
	manifest, err := bundle.Build(root, dir, os.Stderr)
	if err != nil {
		return err
	}
	fmt.Printf("built %s in %s\n", manifest.Version, dir)
	return nil
}

func printSizes(dir string) error {
	sizes, err := bundle.Measure(dir)
	if err != nil {
		return err
	}
	if err := bundle.PrintSizes(os.Stdout, sizes); err != nil {
		return err
	}
	if total := bundle.FirstPicture(sizes); total > bundle.FirstPictureBudget {
		return fmt.Errorf("%d bytes to the first picture, of %d at most", total, bundle.FirstPictureBudget)
	}
	return nil
}
