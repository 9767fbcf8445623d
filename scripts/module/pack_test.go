package module

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// program fails on purpose and says where, by its own tables.
const program = `package main

import "runtime/debug"

//go:noinline
func deepest(words []string) string { return words[len(words)] }

func main() {
	defer func() { println(recover().(error).Error()); print(string(debug.Stack())) }()
	println(deepest([]string{"a"}))
}
`

// compiled is the program as Go makes it.
func compiled(t *testing.T) []byte {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "main.go"), []byte(program), 0o600))
	command := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", "main.wasm", "main.go")
	command.Dir = dir
	command.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=", "GO111MODULE=off")
	out, err := command.CombinedOutput()
	require.NoError(t, err, string(out))
	text, err := os.ReadFile(filepath.Join(dir, "main.wasm"))
	require.NoError(t, err)
	return text
}

// runInNode runs a module and gives what it prints.
func runInNode(t *testing.T, text []byte) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "main.wasm")
	require.NoError(t, os.WriteFile(file, text, 0o600))
	root, err := exec.Command("go", "env", "GOROOT").Output()
	require.NoError(t, err)
	script := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec_node.js")
	command := exec.Command("node", script, file)
	command.Env = []string{"PATH=" + os.Getenv("PATH")}
	out, err := command.CombinedOutput()
	require.NoError(t, err, string(out))
	return string(out)
}

func TestPackedModulesRunAndNameFunctions(t *testing.T) {
	text := compiled(t)
	packed, err := Pack(text)
	require.NoError(t, err)
	before, after := runInNode(t, text), runInNode(t, packed)
	for _, shown := range []string{"index out of range [1] with length 1", "main.deepest(", "main.main()"} {
		require.Contains(t, before, shown)
		require.Contains(t, after, shown)
	}
	require.Contains(t, before, "main.go:6 +0x")
	require.NotContains(t, after, "main.go")
	require.Less(t, pieces(t, packed), 2000)
	require.Greater(t, pieces(t, text), 10_000)
	again, err := Pack(packed)
	require.NoError(t, err)
	require.Equal(t, packed, again)
}

// pieces counts the pieces of a module's data.
func pieces(t *testing.T, text []byte) int {
	t.Helper()
	r := &Reader{Rest: text[HeaderSize:]}
	for len(r.Rest) > 0 {
		if id, body := r.Section(); id == DataSection {
			return body.Number()
		}
	}
	t.Fatal("the module has no data")
	return 0
}

func TestDataKeepTheirPlaces(t *testing.T) {
	long := strings.Repeat("\x00", longGap)
	for _, bytes := range []string{"", long, "a", "a" + long + "b", long + "a\x00b" + long, "a\x00\x00b",
		long + long + long + "c", strings.Repeat("x", 9000) + long + "y"} {
		m := memory{bytes: []byte(bytes)}
		var again memory
		r := &Reader{Rest: m.section()}
		again.read(r)
		require.False(t, r.Failed)
		require.Empty(t, r.Rest)
		require.Equal(t, strings.TrimRight(bytes, "\x00"), string(again.bytes))
	}
}

func TestWhatIsNoModuleOfGoIsRefused(t *testing.T) {
	const header = "\x00asm\x01\x00\x00\x00"
	for _, text := range []string{header + "\x0b", header + "\x0b\x05\x01", header + "\x0b\x02\x01\x01",
		header + "\x0b\x07\x01\x00\x41\x08\x0b\x05a", header + "\x0b\x07\x01\x00\x41\x08\x0b\x01a"} {
		_, err := Pack([]byte(text))
		require.Error(t, err, "%q", text)
	}
	same, err := Pack([]byte(header + "\x03\x01\x00"))
	require.NoError(t, err)
	require.Equal(t, header+"\x03\x01\x00", string(same), "a module without data stays as it is")
}
