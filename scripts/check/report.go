package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

// atOnce is how many steps of a stage run at the same time: the machines that run this have few cores.
const atOnce = 2

// report prints how each step went, as it ends, and keeps count.
type report struct {
	lock   sync.Mutex
	out    io.Writer
	passed map[string]bool
	failed map[string]bool
	began  time.Time
}

func newReport(out io.Writer) *report {
	return &report{out: out, passed: map[string]bool{}, failed: map[string]bool{}, began: time.Now()}
}

// runStage runs the steps of a stage and returns when all have ended.
func runStage(ctx context.Context, steps stage, r *report) {
	var running sync.WaitGroup
	free := make(chan struct{}, atOnce)
	for _, s := range steps {
		free <- struct{}{}
		running.Go(func() {
			defer func() { <-free }()
			began := time.Now()
			output, err := runStep(ctx, s, r)
			r.add(s, outcome{took: time.Since(began), output: output, err: err})
		})
	}
	running.Wait()
}

// runStep runs one step. A step that another one's failure makes impossible fails as well: it was not passed.
func runStep(ctx context.Context, s step, r *report) (string, error) {
	for _, needed := range s.needs {
		if !r.hasPassed(needed) {
			return "", fmt.Errorf("it was not run, because %q did not pass", needed)
		}
	}
	if ctx.Err() != nil {
		return "", errors.New("it was not run, because check ran out of time")
	}
	return s.run(ctx)
}

type outcome struct {
	took   time.Duration
	output string
	err    error
}

func (r *report) hasPassed(name string) bool {
	r.lock.Lock()
	defer r.lock.Unlock()
	return r.passed[name]
}

func (r *report) add(s step, o outcome) {
	r.lock.Lock()
	defer r.lock.Unlock()
	if o.err == nil {
		r.passed[s.name] = true
		fmt.Fprintf(r.out, "ok    %6.1f s  %s\n", o.took.Seconds(), s.name)
		return
	}
	r.failed[s.name] = true
	fmt.Fprintf(r.out, "FAIL  %6.1f s  %s: %v\n", o.took.Seconds(), s.name, o.err)
	if output := strings.TrimSpace(o.output); output != "" {
		fmt.Fprintf(r.out, "\n%s\n\n", output)
	}
	fmt.Fprintf(r.out, "      to repeat it:  %s\n", s.paste)
}

// summarize prints the closing line and returns how many steps failed.
func (r *report) summarize() int {
	fmt.Fprintf(r.out, "\nchecked in %.0f s\n%d passed, %d failed\n",
		time.Since(r.began).Seconds(), len(r.passed), len(r.failed))
	return len(r.failed)
}
