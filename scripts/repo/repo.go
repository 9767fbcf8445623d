// Package repo tells where the repository is and which version of it this is.
package repo

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// Unversioned is the version of a tree that git knows nothing about, such as an unpacked archive.
const Unversioned = "unversioned"

var ourModule = regexp.MustCompile(`(?m)^module schedlab$`)

// Root is the folder of Schedlab's go.mod: the working directory or the nearest one above it.
func Root() (string, error) {
	start, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("finding the repository: %w", err)
	}
	for dir := start; ; dir = filepath.Dir(dir) {
		text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err == nil && ourModule.Match(text) {
			return dir, nil
		}
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return "", fmt.Errorf("finding the repository: %w", err)
		}
		if dir == filepath.Dir(dir) {
			return "", fmt.Errorf("%s is not inside Schedlab's repository: no go.mod of it is above", start)
		}
	}
}

// Version names the commit that root holds: the last tag, the commits since and the commit's short name, and
// "-dirty" for a tree with changes. It depends on the tree alone, so that equal trees build equal files.
func Version(root string) string {
	describe := exec.Command("git", "describe", "--tags", "--always", "--dirty")
	describe.Dir = root
	text, err := describe.Output()
	if err != nil {
		return Unversioned
	}
	return strings.TrimSpace(string(text))
}
