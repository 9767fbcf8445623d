package bundle

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// addModule compiles ./wasm. The linker writes the version into `var version string` of its main package.
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
	b.manifest.Module = b.addHashed(ModuleName, content)
	return nil
}

func (b *bundle) compile(built string) error {
	// Without trimmed paths and with git's own stamp, equal sources would give different modules.
	command := exec.Command("go", "build", "-trimpath", "-buildvcs=false",
		"-ldflags=-s -w -X main.version="+b.manifest.Version, "-o", built, "./wasm")
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
