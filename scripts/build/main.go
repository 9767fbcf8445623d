// Build makes dist/, the folder that is published.
//
//	go run ./scripts/build           build
//	go run ./scripts/build -sizes    weigh what was built; exit 1 if it is over the budget
//	go run ./scripts/build -dir folder -only-this
//	                                 build this version alone, as one that is kept below v/; versions to
//	                                 come call it like this on what a tag names, so it stays as it is
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"schedlab/scripts/bundle"
	"schedlab/scripts/repo"
)

func main() {
	dir := flag.String("dir", "dist", "the folder to build, below the repository's")
	weigh := flag.Bool("sizes", false, "weigh what was built instead of building")
	alone := flag.Bool("only-this", false, "leave out the service worker and the versions that are kept")
	flag.Parse()
	build := bundle.Build
	if *alone {
		build = bundle.BuildOnly
	}
	if err := run(*dir, *weigh, build); err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
}

func run(dir string, weigh bool, build func(root, out string, log io.Writer) (bundle.Manifest, error)) error {
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
	manifest, err := build(root, dir, os.Stderr)
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
