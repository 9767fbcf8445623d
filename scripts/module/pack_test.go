package module

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// failing is a program that fails on purpose and says where, by its own tables.
const failing = `package main

import "runtime/debug"

//go:noinline
func deepest(words []string) string { return words[len(words)] }

func main() {
	defer func() { println(recover().(error).Error()); print(string(debug.Stack())) }()
	println(deepest([]string{"a"}))
}
`

// compiled is a program as Go makes it.
func compiled(t *testing.T, program string) []byte {
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
	text := compiled(t, failing)
	packed, names, err := Pack(text, "x")
	require.NoError(t, err)
	before, after := runInNode(t, text), named(t, runInNode(t, packed), names)
	for _, shown := range []string{"index out of range [1] with length 1", "main.deepest(", "main.main("} {
		require.Contains(t, before, shown)
		require.Contains(t, after, shown)
	}
	require.Contains(t, before, "main.go:6 +0x")
	require.NotContains(t, after, "main.go")
	require.Less(t, pieces(t, packed), 2000)
	require.Greater(t, pieces(t, text), 10_000)
	_, _, err = Pack(packed, "x")
	require.Error(t, err, "its tables are not there before it starts")
}

// named puts names in the place of the numbers of a report, as the page's script does.
func named(t *testing.T, report string, names []byte) string {
	t.Helper()
	lines := strings.Split(string(names), "\n")
	return regexp.MustCompile(`\bx([0-9a-z]+)\.`).ReplaceAllStringFunc(report, func(call string) string {
		number, err := strconv.ParseInt(call[1:len(call)-1], 36, 64)
		require.NoError(t, err)
		return lines[number]
	})
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

// busy is a program that makes use of what depends on the tables of functions: it stops and goes on in the
// middle of functions, grows stacks, collects garbage, defers, recovers and calls by interfaces.
const busy = `package main

import (
	"errors"
	"fmt"
	"runtime"
	"sort"
	"strings"
	"sync"
	"time"
)

type node struct {
	left, right *node
	words       [4]string
}

func tree(depth int) *node {
	if depth == 0 {
		return &node{words: [4]string{"a", fmt.Sprint(depth), "c", "d"}}
	}
	return &node{left: tree(depth - 1), right: tree(depth - 1)}
}

func (n *node) count() int {
	if n == nil {
		return 0
	}
	return 1 + n.left.count() + n.right.count()
}

func deep(n int, pad [16]int) int {
	if n == 0 {
		runtime.GC()
		return pad[3]
	}
	pad[3] += n
	return deep(n-1, pad)
}

type failure struct{ at int }

func (f failure) Error() string { return fmt.Sprintf("failed at %d", f.at) }

func try(n int) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("recovered: %v", r)
		}
	}()
	for i := range 3 {
		defer func() { n += i }()
	}
	switch {
	case n == 1:
		panic(failure{n})
	case n == 2:
		var none *node
		return errors.New(none.words[0])
	case n == 3:
		return errors.Join(failure{n}, errors.ErrUnsupported)
	}
	return nil
}

func classify(n int) string {
	switch n % 11 {
	case 0:
		return "zero"
	case 1, 2, 3:
		return "few"
	case 4:
		if n > 50 {
			return "four of many"
		}
		return "four"
	case 9:
		return strings.Repeat("nine", n%3)
	}
	return "many"
}

func main() {
	var group sync.WaitGroup
	results := make(chan string)
	for i := range 8 {
		group.Add(1)
		go func() {
			defer group.Done()
			time.Sleep(time.Duration(8-i) * time.Millisecond)
			var pad [16]int
			results <- fmt.Sprintf("%d: %d %d %v", i, tree(i).count(), deep(1000*i, pad), try(i))
		}()
	}
	go func() { group.Wait(); close(results) }()
	var all []string
	for line := range results {
		all = append(all, line)
	}
	counts := map[string]int{}
	for n := range 1000 {
		counts[classify(n)]++
	}
	sort.Strings(all)
	fmt.Println(strings.Join(all, "\n"), counts)
	select {
	case <-time.After(time.Millisecond):
		fmt.Println("late")
	case <-make(chan int):
	}
}
`

func TestPackedModulesDoTheSame(t *testing.T) {
	text := compiled(t, busy)
	packed, _, err := Pack(text, "x")
	require.NoError(t, err)
	before, after := runInNode(t, text), runInNode(t, packed)
	require.Equal(t, before, after)
	require.Contains(t, after, "7: 255 24503500 <nil>", "which is 2⁸ − 1 nodes and the sum of 1 to 7000")
	require.Contains(t, after, "1: 3 500500 recovered: failed at 1")
	require.Contains(t, after, "late")
	require.Less(t, len(packed), len(text)*3/4)
}

func TestWhatIsNoModuleOfGoIsRefused(t *testing.T) {
	const header = "\x00asm\x01\x00\x00\x00"
	for _, text := range []string{header + "\x0b", header + "\x0b\x05\x01", header + "\x0b\x02\x01\x01",
		header + "\x0b\x07\x01\x00\x41\x08\x0b\x05a", header + "\x0b\x07\x01\x00\x41\x08\x0b\x01a"} {
		_, _, err := Pack([]byte(text), "x")
		require.Error(t, err, "%q", text)
	}
	same, _, err := Pack([]byte(header+"\x03\x01\x00\x00\x02\x01n"), "x")
	require.NoError(t, err)
	require.Equal(t, header+"\x03\x01\x00", string(same), "a module without data only loses its notes")
}
