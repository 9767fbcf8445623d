package tidy

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// linked are the packages that a program for the browser holds.
func linked(t *testing.T, program string) []string {
	t.Helper()
	list := exec.Command("go", "list", "-deps", program)
	list.Dir = "../.."
	list.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	text, err := list.Output()
	require.NoError(t, err)
	return strings.Fields(string(text))
}

// What is rarely needed is large: it must not come before the first picture.
func TestThePagesModuleHoldsNothingOfTheMaker(t *testing.T) {
	page, maker := linked(t, "./wasm"), linked(t, "./wasm/maker")
	for _, rare := range []string{"schedlab/engine/importer", "schedlab/wasm/export", "schedlab/wasm/paste"} {
		require.NotContains(t, page, rare)
		require.Contains(t, maker, rare)
	}
	for _, seen := range []string{"schedlab/wasm/desk", "schedlab/wasm/panel"} {
		require.Contains(t, page, seen)
		require.NotContains(t, maker, seen, "it has no page")
	}
}
