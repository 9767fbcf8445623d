package bundle

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"schedlab/scripts/module"
)

// addModule compiles ./wasm and makes it smaller. The linker writes the version into `var version string` of
// its main package.
func (b *bundle) addModule() error {
	dir, err := os.MkdirTemp("", "schedlab-module-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	built := filepath.Join(dir, ModuleName)
	if err := b.compile(built); err != nil {
		return err
	}
	content, err := os.ReadFile(built)
	if err != nil {
		return err
	}
	content, err = module.Pack(content)
	if err != nil {
		return fmt.Errorf("making the module smaller: %w", err)
	}
	b.manifest.Module, b.manifest.Bytes = b.addHashed(ModuleName, content), len(content)
	return nil
}

// inlined are the packages in which calls of small functions are replaced by the functions: those of the hot
// paths. Everywhere else that makes code larger and nothing faster that a person could notice: runs of
// sqlserver take a twentieth longer without, and the painters of wasm/view a quarter less, as WebAssembly in
// Node.
var inlined = []string{
	"internal/runtime/...",
	"schedlab/engine/sim", "schedlab/engine/host", "schedlab/engine/trace", "schedlab/engine/workload",
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

func (b *bundle) compile(built string) error {
	// Without trimmed paths and with git's own stamp, equal sources would give different modules.
	arguments := append([]string{"build", "-trimpath", "-buildvcs=false"}, CompilerFlags()...)
	arguments = append(arguments, "-ldflags=-s -w -X main.version="+b.manifest.Version, "-o", built, "./wasm")
	command := exec.Command("go", arguments...)
	command.Dir = b.root
	command.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("compiling ./wasm for the browser: %w\n%s", err, out)
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
