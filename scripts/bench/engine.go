package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os/exec"
	"path/filepath"
)

// The scenarios that have budgets.
const (
	article    = "soft-numa-on"
	oltp       = "oltp-1024-schedulers"
	checkpoint = "checkpoint-automatic"
	monsters   = "vm-two-monsters"
)

// Budgets of DESIGN section 12 for runs.
var (
	nativeBudgets  = budgets{article: 0.3, oltp: 5e6, checkpoint: 50, monsters: 1500}
	browserBudgets = budgets{article: 1.5, oltp: 2e6, checkpoint: 200, monsters: 4000}
)

type budgets struct {
	article    float64 // ms
	oltp       float64 // external events a second
	checkpoint float64 // ms
	monsters   float64 // ms
}

// checkpointMemory is how much memory a process may have that simulates the checkpoints, in bytes.
const checkpointMemory = 64 << 20

// reference is what the workloads come to, as seven other simulators found.
var reference = map[string]map[string]int64{
	"R": {"cpu_ns": 3_720_128_000_000, "yield_wait_ns": 6_479_488_000_000, "first_run_wait_ns": 384_000_000,
		"done": 192, "quanta": 930_192},
	"R2": {"yield_wait_ns": 4_872_853_636, "first_run_wait_ns": 11_131_159_664, "done": 200_103,
		"quanta": 231_307},
	"R2H": {"yield_wait_ns": 4_964_334_253_275, "done": 3_993_535, "quanta": 4_621_629},
	"RL":  {"quanta": 109_801_488},
}

// checkTotals says whether a run came to what is known of it.
func checkTotals(name string, totals, known map[string]int64) error {
	for what, value := range known {
		if totals[what] != value {
			return fmt.Errorf("%s: %s is %d and must be %d", name, what, totals[what], value)
		}
	}
	return nil
}

// group is what is measured in turn, with the time for it in seconds.
type group struct {
	seconds float64
	names   string
}

var nativeGroups = []group{
	{2, "R,R/plain"}, {3, "R2,R2/plain"}, {1, "R2H,R2H/plain"}, {3, "RL,RL/plain"}, {3, article}, {4, oltp},
	{3, checkpoint}, {4, monsters},
}

var wasmGroups = []group{{2, "R"}, {3, "R2"}, {2, article}, {4, oltp}, {3, checkpoint}, {6, monsters}}

type prober func(seconds float64, groups ...string) (map[string]measured, error)

// measureAll measures groups, each in a process of its own, so that none finds the memory of another.
func measureAll(run prober, groups []group) (map[string]measured, error) {
	all := map[string]measured{}
	var problems []error
	for _, g := range groups {
		found, err := run(g.seconds, g.names)
		problems = append(problems, err)
		maps.Copy(all, found)
	}
	return all, errors.Join(problems...)
}

// engine compares the leap with the plain engine and the scenarios with their budgets.
func (b *bench) engine() (section, error) {
	s := section{title: "The engine, natively: medians in one process, leap and plain in turn"}
	var err error
	b.native, err = measureAll(b.probe, nativeGroups)
	problems := []error{err}
	for _, name := range []string{"R", "R2", "R2H", "RL"} {
		leap, plain := b.native[name], b.native[name+"/plain"]
		if leap.Millis == nil || plain.Millis == nil {
			continue
		}
		problems = append(problems, checkTotals(name, leap.Totals, reference[name]))
		took, note := plain.median(), "leap and plain agree"
		if name == "RL" {
			took *= float64(leap.Totals["quanta"]) / float64(plain.Totals["quanta"])
			note = fmt.Sprintf("scaled up from %s, the %s quanta of a shorter run", millis(plain.median()),
				grouped(plain.Totals["quanta"]))
		} else {
			problems = append(problems, checkTotals(name+", plain", plain.Totals, leap.Totals))
		}
		s.rows = append(s.rows,
			row{what: name + ", leap", figure: millis(leap.median()),
				note: fmt.Sprintf("%s; %s external events, %s M a second", leap.spread(),
					grouped(leap.Events), number(leap.perSecond()/1e6))},
			row{what: name + ", plain", figure: millis(took), note: note},
			row{what: name + ", plain : leap", figure: times(took / leap.median())})
	}
	s.rows = append(s.rows, scenarioRows(b.native, nativeBudgets)...)
	return s, errors.Join(problems...)
}

// scenarioRows are the rows of the scenarios that have budgets.
func scenarioRows(all map[string]measured, most budgets) []row {
	var rows []row
	if m := all[article]; m.Millis != nil {
		rows = append(rows, row{what: article + ", full model", figure: millis(m.median()), value: m.median(),
			budget: most.article, timed: true, note: fmt.Sprintf("%s; %d external events", m.spread(),
				m.Events)})
	}
	if m := all[oltp]; m.Millis != nil {
		rows = append(rows, row{what: oltp + ", events a second", figure: number(m.perSecond()/1e6) + " M",
			value: m.perSecond(), budget: most.oltp, least: true, timed: true,
			note: fmt.Sprintf("%s events in %s", grouped(m.Events), millis(m.median()))})
	}
	if m := all[checkpoint]; m.Millis != nil {
		rows = append(rows, row{what: checkpoint + ", ten minutes", figure: millis(m.median()),
			value:  m.median(),
			budget: most.checkpoint, timed: true,
			note: fmt.Sprintf("%s; %s external events", m.spread(), grouped(m.Events))},
			row{what: checkpoint + ", memory of the process",
				figure: fmt.Sprintf("%d MB", m.Memory>>20), value: float64(m.Memory),
				budget: checkpointMemory})
	}
	if m := all[monsters]; m.Millis != nil {
		rows = append(rows, row{what: monsters + ", one minute", figure: millis(m.median()),
			value: m.median(), budget: most.monsters, timed: true,
			note: fmt.Sprintf("%s; %s external events", m.spread(), grouped(m.Events))})
	}
	return rows
}

// wasm compares the same program natively and in Node.
func (b *bench) wasm() (section, error) {
	s := section{title: "Native against WebAssembly in Node: the same program"}
	var problems []error
	if b.native == nil {
		var err error
		b.native, err = measureAll(b.probe, wasmGroups)
		problems = append(problems, err)
	}
	var err error
	b.node, err = measureAll(b.probeInNode, wasmGroups)
	problems = append(problems, err)
	for _, g := range wasmGroups {
		native, node := b.native[g.names], b.node[g.names]
		if native.Millis == nil || node.Millis == nil {
			continue
		}
		problems = append(problems, checkTotals(g.names+" as WebAssembly", node.Totals, native.Totals))
		s.rows = append(s.rows, row{what: g.names, figure: times(node.median() / native.median()),
			note: fmt.Sprintf("%s natively, %s in Node %s; same result", millis(native.median()),
				millis(node.median()), node.spread())})
	}
	return s, errors.Join(problems...)
}

// peerRepeats is how often the peer runs: three seconds each.
const peerRepeats = 3

// simgo runs the same model R on the library simgo, a process for each time.
func (b *bench) simgo() (section, error) {
	s := section{title: "R against the same model on github.com/fschuetz04/simgo, an event for each quantum"}
	program := filepath.Join(b.temp, "simgo"+executableSuffix())
	if err := b.compile("scripts/bench/simgo", program); err != nil {
		return s, err
	}
	peer := measured{Name: "simgo"}
	for range peerRepeats {
		var one struct {
			Millis float64          `json:"ms"`
			Totals map[string]int64 `json:"totals"`
		}
		text, err := exec.Command(program).Output()
		if err == nil {
			err = json.Unmarshal(text, &one)
		}
		if err == nil {
			err = checkTotals("R on simgo", one.Totals, reference["R"])
		}
		if err != nil {
			return s, err
		}
		peer.Millis = append(peer.Millis, one.Millis)
	}
	// Measured anew beside the peer: the machine may have been busier before.
	ours, err := b.probe(1, "R,R/plain")
	if err != nil {
		return s, err
	}
	s.rows = append(s.rows, row{what: "simgo", figure: millis(peer.median()),
		note: peer.spread() + "; same totals"})
	for _, name := range []string{"R", "R/plain"} {
		m := ours[name]
		s.rows = append(s.rows, row{what: "simgo : " + name, figure: times(peer.median() / m.median()),
			note: millis(m.median())})
	}
	return s, nil
}
