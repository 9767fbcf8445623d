package module

import (
	"bytes"
	"strconv"
	"strings"
)

// slimNames gives each function a number in the place of its name, and writes down the names that a report
// of a crash shows, a line each, in the order of the numbers. What begins with runtime keeps its name: the
// runtime looks at it.
func (t *tables) slimNames(functions []function) error {
	offsets := map[string]int{"": 0}
	written := []byte{0}
	for i := range functions {
		whole := t.memory[t.names+functions[i].name : t.sources]
		name := shownName(string(whole[:max(0, bytes.IndexByte(whole, 0))]))
		if !isKept(name) {
			number := len(t.shown)
			t.shown = append(t.shown, name)
			name = t.label + strconv.FormatInt(int64(number), 36) + "."
		}
		if _, found := offsets[name]; !found {
			offsets[name] = len(written)
			written = append(append(written, name...), 0)
		}
		functions[i].name = offsets[name]
	}
	if t.names+len(written) > t.sources {
		return errCrowded
	}
	clear(t.memory[t.names:t.sources])
	copy(t.memory[t.names:], written)
	return nil
}

// isKept says whether a name stays: it is short, or the runtime looks at it.
func isKept(name string) bool {
	return name == "" || strings.HasPrefix(name, "runtime.") || strings.HasPrefix(name, "type:.")
}

// shownName is what a report shows of a name: no types in brackets, of the runtime only what others call and
// what fails, and nothing of functions that compare and hash. What begins with runtime is told from what does
// not by the rest of the runtime. Source: funcNamePiecesForPrint and showfuncinfo in Go's
// runtime/traceback.go, of Go 1.26.
func shownName(name string) string {
	const runtime, types = "runtime.", "type:."
	if strings.HasPrefix(name, types) {
		return types
	}
	if inside, found := strings.CutPrefix(name, runtime); found && !isShown(inside) {
		return runtime
	}
	if open, end := strings.IndexByte(name, '['), strings.LastIndexByte(name, ']'); 0 <= open && open < end {
		return name[:open] + "[...]" + name[end+1:]
	}
	return name
}

// isShown claims that a report may show the function of the runtime.
func isShown(inside string) bool {
	for _, begin := range []string{"main", "go", "panic", "sigpanic", "throw", "fatal"} {
		if strings.HasPrefix(inside, begin) {
			return true
		}
	}
	last := inside[strings.LastIndexByte(inside, '.')+1:]
	return last != "" && 'A' <= last[0] && last[0] <= 'Z'
}
