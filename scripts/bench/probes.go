package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// measured is a line of the probe: see probe/main.go.
type measured struct {
	Name   string           `json:"name"`
	Millis []float64        `json:"ms"`
	Events int64            `json:"events"`
	Totals map[string]int64 `json:"totals"`
	Memory uint64           `json:"memory"` // of the process, bytes
}

func (m measured) median() float64 { return median(m.Millis) }

// perSecond is external events a second, at the median.
func (m measured) perSecond() float64 { return float64(m.Events) / m.median() * 1000 }

// spread is the least and the most, since the machine may be busy.
func (m measured) spread() string {
	least, most := quantile(m.Millis, 0), quantile(m.Millis, 1)
	return fmt.Sprintf("[%s–%s] of %d", number(least), number(most), len(m.Millis))
}

func (b *bench) nativeProbe() string {
	return filepath.Join(b.temp, "probe"+executableSuffix())
}

func executableSuffix() string {
	if filepath.Separator == '\\' {
		return ".exe"
	}
	return ""
}

func (b *bench) wasmProbe() string { return filepath.Join(b.temp, "probe.wasm") }

// compileProbe compiles the program that measures twice, natively and for WebAssembly.
func (b *bench) compileProbe() error {
	if err := b.compile("scripts/bench/probe", b.nativeProbe()); err != nil {
		return err
	}
	return b.compile("scripts/bench/probe", b.wasmProbe(), "GOOS=js", "GOARCH=wasm")
}

// compile builds the program in a folder, which may be a module of its own.
func (b *bench) compile(folder, to string, variables ...string) error {
	command := exec.Command("go", "build", "-trimpath", "-o", to, ".")
	command.Dir = filepath.Join(b.root, filepath.FromSlash(folder))
	command.Env = append(os.Environ(), variables...)
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("compiling %s: %w\n%s", folder, err, out)
	}
	return nil
}

// probe runs the program natively.
func (b *bench) probe(seconds float64, groups ...string) (map[string]measured, error) {
	return readProbe(exec.Command(b.nativeProbe(), probeArguments(seconds, groups)...))
}

// probeInNode runs it in Node, by Go's own script for that.
func (b *bench) probeInNode(seconds float64, groups ...string) (map[string]measured, error) {
	script, err := goScript("wasm_exec_node.js")
	if err != nil {
		return nil, err
	}
	arguments := append([]string{script, b.wasmProbe()}, probeArguments(seconds, groups)...)
	command := exec.Command("node", arguments...)
	command.Env = []string{"PATH=" + os.Getenv("PATH")} // the module's arguments and environment share 12 KB
	return readProbe(command)
}

// goScript is a file of the Go toolchain's folder for WebAssembly.
func goScript(name string) (string, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return "", fmt.Errorf("asking Go where it is: %w", err)
	}
	return filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", name), nil
}

func probeArguments(seconds float64, groups []string) []string {
	return append([]string{"-seconds", strconv.FormatFloat(seconds, 'f', -1, 64)}, groups...)
}

func readProbe(command *exec.Cmd) (map[string]measured, error) {
	var complaint bytes.Buffer
	command.Stderr = &complaint
	text, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", filepath.Base(command.Path), err, complaint.String())
	}
	return parseProbe(string(text))
}

func parseProbe(text string) (map[string]measured, error) {
	all := map[string]measured{}
	for line := range strings.Lines(text) {
		var m measured
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			return nil, fmt.Errorf("the probe printed %q: %w", line, err)
		}
		all[m.Name] = m
	}
	return all, nil
}
