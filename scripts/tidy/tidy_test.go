package tidy

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/scripts/repo"
)

// TestTidy keeps the house style of this repository.
func TestTidy(t *testing.T) {
	tree := repository(t)
	for _, rule := range Rules {
		t.Run(rule.Name, func(t *testing.T) {
			for _, broken := range rule.Broken(tree) {
				t.Error(broken)
			}
		})
	}
}

// TestDeps keeps the direction of imports by the table in README.md's map of the code.
func TestDeps(t *testing.T) {
	broken, err := BrokenImports(repository(t))
	require.NoError(t, err)
	for _, b := range broken {
		t.Error(b)
	}
}

func repository(t *testing.T) Tree {
	root, err := repo.Root()
	require.NoError(t, err)
	tree, err := Load(os.DirFS(root))
	require.NoError(t, err)
	require.NotEmpty(t, tree.Go)
	return tree
}
