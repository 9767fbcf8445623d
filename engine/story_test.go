package engine_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/enginetest"
)

func TestStories(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txt")
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) { enginetest.RunStory(t, path) })
	}
}
