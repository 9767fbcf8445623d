package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"schedlab/scripts/npm"
)

// shell runs commands in a folder with an environment.
type shell struct {
	dir string
	env []string // nil: this program's own
}

func (s shell) with(variables ...string) shell {
	return shell{dir: s.dir, env: append(os.Environ(), variables...)}
}

// step is a step of one command line of plain words, which may begin with variables (NAME=value).
func (s shell) step(name, line string, needs ...string) step {
	return step{name: name, paste: line, needs: needs, run: func(ctx context.Context) (string, error) {
		return s.output(ctx, line)
	}}
}

// failingOnOutput is a step whose command says on its output, not by its status, what is wrong.
func (s shell) failingOnOutput(name, line string) step {
	result := s.step(name, line)
	result.run = func(ctx context.Context) (string, error) {
		output, err := s.output(ctx, line)
		if err == nil && output != "" {
			err = errors.New("these files differ from what the command would write")
		}
		return output, err
	}
	return result
}

// packages is the step that installs what a package-lock.json pins.
func (s shell) packages(dir string) step {
	install := func(context.Context) (string, error) {
		var log strings.Builder
		err := npm.Install(dir, &log)
		return log.String(), err
	}
	return step{name: stepPackages, paste: "cd scripts/e2e && npm ci", run: install}
}

// browser is the step that makes sure of a browser: it installs one where it may, otherwise it says what to
// install and fails, for a test must not be left out in silence.
func (s shell) browser() step {
	const find = "node scripts/e2e/browser.mjs"
	return step{name: stepBrowser, paste: find, run: func(ctx context.Context) (string, error) {
		output, err := s.output(ctx, find)
		if err == nil || !mayInstall() {
			return output, err
		}
		for _, line := range []string{
			"apt-get update -qq",
			"apt-get install -y -qq --no-install-recommends chromium fonts-liberation",
			find,
		} {
			if output, err = s.with("DEBIAN_FRONTEND=noninteractive").output(ctx, line); err != nil {
				break
			}
		}
		return output, err
	}}
}

// mayInstall claims that this is root on a system with Debian's packages.
func mayInstall() bool {
	_, err := exec.LookPath("apt-get")
	return runtime.GOOS == "linux" && os.Geteuid() == 0 && err == nil
}

// output runs a line of plain words and returns all that it printed.
func (s shell) output(ctx context.Context, line string) (string, error) {
	words := strings.Fields(line)
	variables := 0
	for variables < len(words) && strings.Contains(words[variables], "=") {
		variables++
	}
	if variables > 0 {
		s = s.with(words[:variables]...)
	}
	return s.execute(ctx, words[variables:])
}

func (s shell) execute(ctx context.Context, words []string) (string, error) {
	command := exec.CommandContext(ctx, s.program(words[0]), words[1:]...)
	command.Dir, command.Env = s.dir, s.env
	command.WaitDelay = 10 * time.Second // a child of the command may hold its output open for ever
	output, err := command.CombinedOutput()
	if ctx.Err() != nil {
		err = errors.New("check ran out of time")
	}
	return string(output), err
}

// program finds gofmt beside the go command, where it always is: a distribution may leave it out of PATH.
func (s shell) program(name string) string {
	if name != "gofmt" {
		return name
	}
	goProgram, err := exec.LookPath("go")
	if err != nil {
		return name
	}
	if real, err := filepath.EvalSymlinks(goProgram); err == nil {
		goProgram = real
	}
	beside := filepath.Join(filepath.Dir(goProgram), name+filepath.Ext(goProgram))
	if _, err := os.Stat(beside); err != nil {
		return name
	}
	return beside
}
