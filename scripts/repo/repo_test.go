package repo

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRootIsFoundFromAnyFolderBelowIt(t *testing.T) {
	root := realDir(t)
	below := filepath.Join(root, "a", "b")
	require.NoError(t, os.MkdirAll(below, 0o755))
	write(t, filepath.Join(root, "go.mod"), "module schedlab\n\ngo 1.26\n")
	// A module of its own inside, as benchmark peers have, is not the root.
	write(t, filepath.Join(below, "go.mod"), "module schedlab/peer\n")

	t.Chdir(below)
	found, err := Root()
	require.NoError(t, err)
	require.Equal(t, root, found)
}

func TestOutsideTheRepositoryRootSaysSo(t *testing.T) {
	t.Chdir(realDir(t))
	_, err := Root()
	require.ErrorContains(t, err, "not inside Schedlab's repository")
}

func TestVersionFollowsTheTree(t *testing.T) {
	root := realDir(t)
	require.Equal(t, Unversioned, Version(root))

	git(t, root, "init", "-q")
	file := filepath.Join(root, "file")
	write(t, file, "one")
	git(t, root, "add", "file")
	git(t, root, "commit", "-q", "-m", "one")
	git(t, root, "tag", "v0.1.0")
	require.Equal(t, "v0.1.0", Version(root))

	write(t, file, "two")
	require.Equal(t, "v0.1.0-dirty", Version(root))
}

func realDir(t *testing.T) string {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	return dir
}

func write(t *testing.T, file, text string) {
	require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
}

func git(t *testing.T, dir string, args ...string) {
	settings := []string{"-c", "user.name=Test", "-c", "user.email=test@localhost", "-c", "commit.gpgsign=no"}
	command := exec.Command("git", append(settings, args...)...)
	command.Dir = dir
	out, err := command.CombinedOutput()
	require.NoError(t, err, string(out))
}
