// Command probe measures runs in process and prints a line of JSON for each thing that it measured. It is the
// same program natively, in Node and in a browser's Web Worker.
//
//	probe [-seconds s] GROUP…
//
// A group is one subject, or several apart by commas, which are then measured in turn: A B A B. A subject is
// the name of a shipped scenario, or of a reference workload (R, R2, R2H, RL), with /plain for the engine
// that makes every quantum an event.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"
)

// A subject prepares a run. What is prepared runs once; it tells the external events that it took and what
// came out of it.
type subject func() (run func() outcome)

type outcome struct {
	events int64
	totals map[string]int64
}

// measured is one line of the output.
type measured struct {
	Name   string           `json:"name"`
	Millis []float64        `json:"ms"` // of one run, once for each round
	Events int64            `json:"events"`
	Totals map[string]int64 `json:"totals"`
	Memory uint64           `json:"memory"` // bytes that the process had from the operating system
}

const (
	mostRounds = 60
	fewRounds  = 3
	// batchMillis is how long a round takes at least. assumed: long against a clock that ticks every 0.1 ms,
	// short against the time that a busy operating system takes a process off its CPU for.
	batchMillis = 4
	mostBatch   = 64
)

func main() {
	seconds := flag.Float64("seconds", 2, "time for each group; slow ones take up to three times as long")
	flag.Parse()
	limit := time.Duration(*seconds * float64(time.Second))
	for _, group := range flag.Args() {
		if err := measure(strings.Split(group, ","), limit); err != nil {
			fmt.Fprintln(os.Stderr, "probe:", err)
			os.Exit(1)
		}
	}
}

func measure(names []string, limit time.Duration) error {
	all := make([]probe, len(names))
	for i, name := range names {
		s, err := find(name)
		if err != nil {
			return err
		}
		all[i] = probe{subject: s, batch: 1, measured: measured{Name: name}}
	}
	began := time.Now()
	for round := 0; round < mostRounds && goesOn(round, time.Since(began), limit); round++ {
		for i := range all {
			all[i].round()
		}
	}
	for i := range all {
		all[i].dropCold()
		var memory runtime.MemStats
		runtime.ReadMemStats(&memory)
		all[i].measured.Memory = memory.Sys
		line, err := json.Marshal(all[i].measured)
		if err != nil {
			return err
		}
		fmt.Println(string(line))
	}
	return nil
}

// goesOn says whether there is another round: the first ones are cold, so a few are made of what is slow.
func goesOn(round int, took, limit time.Duration) bool {
	return took < limit || round < fewRounds && took < fewRounds*limit || round == 0
}

type probe struct {
	subject  subject
	batch    int
	measured measured
}

// round times a batch of runs. While a batch is too short to be timed it is made longer, which also warms up
// the code and, in a browser, has it compiled well.
func (p *probe) round() {
	for {
		took, last := p.time()
		p.measured.Events, p.measured.Totals = last.events, last.totals
		each := took / float64(p.batch)
		if took >= batchMillis || p.batch == mostBatch {
			p.measured.Millis = append(p.measured.Millis, each)
			return
		}
		p.batch = min(mostBatch, 2*p.batch)
	}
}

// dropCold forgets the first third of the rounds, where caches are cold and WebAssembly is not compiled well
// yet.
func (p *probe) dropCold() {
	m := &p.measured
	m.Millis = m.Millis[len(m.Millis)/3:]
}

// time is of one batch, in milliseconds, without what prepares its runs. What others left is collected first.
func (p *probe) time() (millis float64, last outcome) {
	runtime.GC()
	var took time.Duration
	for range p.batch {
		run := p.subject()
		began := time.Now()
		last = run()
		took += time.Since(began)
	}
	return float64(took.Nanoseconds()) / 1e6, last
}
