// Package npm installs the packages of a folder as its lock file pins them.
package npm

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
)

// The stamp holds the hash of the lock file that node_modules was installed from: modification times do not
// survive a checkout.
const stampName = ".schedlab-installed"

// Install makes dir/node_modules what dir/package-lock.json says, unless it is already. What npm says goes to
// log.
func Install(dir string, log io.Writer) error {
	installed, err := Installed(dir)
	if err != nil || installed {
		return err
	}
	program, err := exec.LookPath("npm")
	if err != nil {
		return fmt.Errorf("npm was not found: install Node.js, which brings it (%w)", err)
	}
	command := exec.Command(program, "ci", "--ignore-scripts", "--no-audit", "--no-fund")
	command.Dir = dir
	command.Stdout, command.Stderr = log, log
	if err := command.Run(); err != nil {
		return fmt.Errorf("npm ci in %s: %w", dir, err)
	}
	hash, err := lockHash(dir)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(stampPath(dir)), 0o755); err != nil {
		return err
	}
	return os.WriteFile(stampPath(dir), []byte(hash), 0o644)
}

// Installed claims that Install has nothing to do.
func Installed(dir string) (bool, error) {
	hash, err := lockHash(dir)
	if err != nil {
		return false, err
	}
	stamp, err := os.ReadFile(stampPath(dir))
	if errors.Is(err, os.ErrNotExist) {
		return false, nil
	}
	return string(stamp) == hash, err
}

func stampPath(dir string) string { return filepath.Join(dir, "node_modules", stampName) }

func lockHash(dir string) (string, error) {
	text, err := os.ReadFile(filepath.Join(dir, "package-lock.json"))
	if err != nil {
		return "", fmt.Errorf("npm packages are pinned by a lock file: %w", err)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), nil
}
