package bundle

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"sync"

	"schedlab/scripts/module"
)

// programs are the main packages of the modules, with the names of those.
// The label stands before the numbers of its functions in reports.
var programs = []struct{ dir, name, label string }{{"wasm", ModuleName, "p"},
	{"wasm/maker", MakerName, "m"}}

// addModules compiles the programs and makes the modules smaller, both at a time. The linker writes the
// version into `var version string` of a main package that has one.
func (b *bundle) addModules() error {
	dir, err := os.MkdirTemp("", "schedlab-modules-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := b.compile(dir); err != nil {
		return err
	}
	var group sync.WaitGroup
	packed, problems := make([]packedModule, len(programs)), make([]error, len(programs))
	for i, p := range programs {
		group.Go(func() { packed[i], problems[i] = pack(filepath.Join(dir, path.Base(p.dir)), p.label) })
	}
	group.Wait()
	if err := errors.Join(problems...); err != nil {
		return err
	}
	m := &b.manifest
	m.Module, m.Bytes = b.addHashed(ModuleName, packed[0].code), len(packed[0].code)
	m.Maker, m.MakerBytes = b.addHashed(MakerName, packed[1].code), len(packed[1].code)
	m.Names = map[string]string{}
	for i, p := range programs {
		m.Names[p.label] = b.addHashed("functions-"+p.label+".txt", packed[i].names)
	}
	return nil
}

// packedModule is a module, and the names of its functions for reports.
type packedModule struct{ code, names []byte }

func pack(file, label string) (p packedModule, err error) {
	content, err := os.ReadFile(file)
	if err != nil {
		return p, err
	}
	if p.code, p.names, err = module.Pack(content, label); err != nil {
		return p, fmt.Errorf("making the module %s smaller: %w", filepath.Base(file), err)
	}
	return p, nil
}

// inlined are the packages in which calls of small functions are replaced by the functions: those of the hot
// paths. Everywhere else that makes code larger and nothing faster that a person could notice: runs of
// sqlserver take a twentieth longer without, and the painters of wasm/view a quarter less, as WebAssembly in
// Node.
var inlined = []string{
	"internal/runtime/maps",
	"schedlab/engine/sim", "schedlab/engine/host",
}

// CompilerFlags turn inlining off but for the packages above; of several flags the last that fits a package
// wins. Go's runtime is also spared the checks of its own indexes and pointers: they tell of mistakes in the
// runtime, not in what runs on it.
func CompilerFlags() []string {
	flags := []string{"-gcflags=all=-l"}
	for _, name := range inlined {
		flags = append(flags, "-gcflags="+name+"=")
	}
	return append(flags, "-gcflags=runtime=-B -d=disablenil")
}

// compile compiles all programs with one command, which compiles once what they share. Each module gets the
// name of its program's folder.
func (b *bundle) compile(dir string) error {
	// Without trimmed paths and with git's own stamp, equal sources would give different modules.
	arguments := append([]string{"build", "-trimpath", "-buildvcs=false"}, CompilerFlags()...)
	arguments = append(arguments, "-ldflags=-s -w -X main.version="+b.manifest.Version, "-o", dir)
	for _, p := range programs {
		arguments = append(arguments, "./"+p.dir)
	}
	command := exec.Command("go", arguments...)
	command.Dir = b.root
	command.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("compiling the modules for the browser: %w\n%s", err, out)
	}
	return nil
}

// readGoScript reads the building toolchain's script that runs its modules: it must be of the same release.
func readGoScript() (string, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return "", fmt.Errorf("asking Go where it is: %w", err)
	}
	text, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return "", fmt.Errorf("the Go toolchain lacks its script for browsers: %w", err)
	}
	return string(text), nil
}
