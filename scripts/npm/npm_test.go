package npm

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// A lock file without packages lets npm work without a network.
const emptyLock = `{"name": "empty", "lockfileVersion": 3, "packages": {"": {"name": "empty"}}}`

func TestInstallIsRepeatedOnlyWhenTheLockFileChanges(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "package.json", `{"name": "empty", "private": true}`)
	write(t, dir, "package-lock.json", emptyLock)
	requireInstalled(t, dir, false)

	require.NoError(t, Install(dir, io.Discard))
	requireInstalled(t, dir, true)

	write(t, dir, "package-lock.json", emptyLock+"\n")
	requireInstalled(t, dir, false)
}

func TestInstallWithoutALockFileSaysSo(t *testing.T) {
	require.ErrorContains(t, Install(t.TempDir(), io.Discard), "pinned by a lock file")
}

func requireInstalled(t *testing.T, dir string, want bool) {
	t.Helper()
	got, err := Installed(dir)
	require.NoError(t, err)
	require.Equal(t, want, got)
}

func write(t *testing.T, dir, name, text string) {
	require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
}
