package intersystems_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"schedlab/engine"
	"schedlab/engine/enginetest"
	"schedlab/engine/sim"
	"schedlab/engine/system"
	"schedlab/engine/system/intersystems"
)

const ms = sim.Millisecond

// play runs a story's lines.
func play(t *testing.T, lines ...string) *engine.Run {
	t.Helper()
	s, problems := enginetest.Build(lines).Scenario()
	require.Empty(t, problems)
	run := engine.New(s, engine.Options{}).Finish()
	require.Empty(t, run.Broken)
	return run
}

// queue is one CPU with three transactions of 4 ms of CPU and 6 ms without, slices of 2 ms. By hand: a 0-2,
// b 2-4, c 4-6, a 6-8, b 8-10, c 10-12; they end at 14, 16 and 18.
func queue(t *testing.T) *engine.Run {
	return play(t, "machine", "system product=intersystems os_slice_us=2000",
		"class name=t cpu_ms=4 wait_ms=6", "session count=3 run=(t)", "run duration_ms=20")
}

// cells are the rows of a table, each in one text.
func cells(run *engine.Run, name string, at sim.Time) []string {
	var rows []string
	for _, table := range intersystems.Product.Describe().Tables {
		if table.Name != name {
			continue
		}
		for _, row := range table.Rows(run.Reading(0, run.Log.At(at))) {
			rows = append(rows, strings.Join(row, "|"))
		}
	}
	return rows
}

func TestVmstatAtThePlayhead(t *testing.T) {
	run := queue(t)
	for at, want := range map[sim.Time]string{ // r b us sy id wa st
		0:       "3|0|0|0|0|0|0",
		5 * ms:  "3|0|100|0|0|0|0",
		9 * ms:  "2|0|100|0|0|0|0",
		11 * ms: "1|0|100|0|0|0|0",
		16 * ms: "0|0|75|0|25|0|0",
		20 * ms: "0|0|60|0|40|0|0",
	} {
		require.Equal(t, []string{want}, cells(run, "vmstat", at), at)
	}
}

// Only the last 5 s count: a CPU that is busy from 0 to 6 s and idle after that.
func TestVmstatForgetsWhatIsLongAgo(t *testing.T) {
	run := play(t, "machine cores_per_node=2", "system product=intersystems", "class name=t cpu_ms=6000",
		"session run=(t)", "run duration_ms=20000")
	for at, want := range map[sim.Time]string{2: "1|0|50|0|50|0|0", 5: "1|0|50|0|50|0|0",
		8: "0|0|30|0|70|0|0", 12: "0|0|0|0|100|0|0"} {
		require.Equal(t, []string{want}, cells(run, "vmstat", at*sim.Second), at)
	}
}

func TestCPUsAndProcessesAtThePlayhead(t *testing.T) {
	run := queue(t)
	require.Equal(t, []string{"0|0|100|3|2|3|2"}, cells(run, "CPUs", 5*ms))
	require.Equal(t, []string{"0|0|60|0||6|3"}, cells(run, "CPUs", 20*ms))
	require.Equal(t, []string{"0|R|t|0|5|2|3|0|1", "1|R|t|0|5|2|3|0|1", "2|R|t|0|5|1|4|0|0"},
		cells(run, "processes", 5*ms))
	require.Equal(t, []string{"0|S|t|0|9|4|4|1|1", "1|R|t|0|9|3|6|0|1", "2|R|t|0|9|2|7|0|1"},
		cells(run, "processes", 9*ms))
	require.Equal(t, []string{"1|S|t|0|15|4|6|5|1", "2|S|t|0|15|4|8|3|1"}, cells(run, "processes", 15*ms))
	require.Equal(t, []string{"preempted|3|12|12|4", "off_cpu|3|18|0|6", "process_busy|0|0|0|0"},
		cells(run, "waits", 20*ms))
}

func TestATransactionWhoseProcessIsBusyHasNoStateOfItsOwn(t *testing.T) {
	run := play(t, "machine", "system product=intersystems", "class name=t cpu_ms=4 wait_ms=8",
		"arrivals class=t process=fixed per_s=100 connections=1", "run duration_ms=50")
	require.Equal(t, []string{"0|S|t|0|11|4|0|7|0", "0|queued|t|0|1|0|0|0|0"}, cells(run, "processes", 21*ms))
}

// A caption at each kind of moment, with the numbers and why.
func TestCaptionsSayTheNumbersAndWhy(t *testing.T) {
	run := queue(t)
	one := play(t, "machine cores_per_node=2", "system product=intersystems", "class name=t cpu_ms=4",
		"session run=(t)", "session start_ms=1 run=(t)", "run duration_ms=20")
	rest := play(t, "machine cores_per_node=2", "system product=intersystems glorefs_per_transaction=0",
		"class name=t cpu_ms=1 wait_ms=9", "session count=2 repeat run=(t)", "run duration_ms=100")
	for _, c := range []struct {
		run           *engine.Run
		at            sim.Time
		headline, why string
	}{
		{run, 5 * ms, "3 processes want 1 CPU: 2 in run queues.",
			"In the mean those wait for 2.0 ms by now; 0 transactions a second, CPUs 100 % busy."},
		{run, 9 * ms, "2 processes want 1 CPU: 1 in run queues.",
			"In the mean those wait for 3.0 ms by now; 0 transactions a second, CPUs 100 % busy."},
		{run, 11 * ms, "The only CPU is at work, and nobody waits: the next process will.",
			"No transaction has ended in the last 5 s."},
		{run, 13 * ms, "All 3 transactions wait without a CPU; the only CPU is idle.",
			"No transaction has ended in the last 5 s."},
		{run, 17 * ms, "The only transaction waits without a CPU; the only CPU is idle.",
			"118 transactions and 815,294 global references a second; CPUs 71 % busy."},
		{run, 20 * ms, "No transaction is under way; the only CPU is idle.",
			"150 transactions and 1,039,500 global references a second; CPUs 60 % busy."},
		{one, ms / 2, "1 of 2 CPUs at work: no process waits for one.",
			"No transaction has ended in the last 5 s."},
		{one, 2 * ms, "All 2 CPUs are at work, and nobody waits: the next process will.",
			"No transaction has ended in the last 5 s."},
		{rest, 55 * ms, "All 2 transactions wait without a CPU; all 2 CPUs are idle.",
			"182 transactions a second; CPUs 11 % busy."},
	} {
		got := intersystems.Product.Describe().Caption(c.run.Reading(0, c.run.Log.At(c.at)))
		assert.Equal(t, system.Caption{Headline: c.headline, Why: c.why}, got, c.at)
	}
}

func TestWaitsAreExplained(t *testing.T) {
	run := queue(t)
	at := run.Reading(0, run.Log.At(20*ms))
	none := run.Reading(0, run.Log.At(0))
	var before, after []string
	for why, c := range intersystems.Product.Describe().Causes {
		if c.Explain != nil {
			before = append(before, c.Explain(none, none.Ledger.Instances[0].Waits[why]))
			after = append(after, c.Explain(at, at.Ledger.Instances[0].Waits[why]))
		}
	}
	require.Equal(t, []string{"no slice has been used up with others waiting", "no such wait is over",
		"no transaction met a busy process"}, before)
	require.Equal(t, []string{"all in run queues, mean 4.0 ms",
		"mean 6.0 ms without a CPU, then 0.0 ms in a run queue",
		"no transaction met a busy process"}, after)
}
