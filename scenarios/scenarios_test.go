package scenarios_test

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"schedlab/engine"
	"schedlab/engine/scenario"
	"schedlab/scenarios"
)

// shipped calls test for each document, read.
func shipped(t *testing.T, test func(*testing.T, scenario.Document, scenario.Scenario)) {
	for _, file := range scenarios.All() {
		t.Run(file.Name, func(t *testing.T) {
			d, problems := scenario.ParseDocument(file.Text)
			require.Empty(t, problems)
			s, problems := scenario.Read(d, engine.Products())
			require.Empty(t, problems)
			test(t, d, s)
		})
	}
}

// The scenarios that the first milestone ships.
var names = []string{"soft-numa-on", "cheap-queries-drift", "connection-bound", "cpu-loops-12-cores",
	"dop-12-spill", "governor-affinity", "least-loaded-node", "maxdop-zero-80-cpus", "next-node",
	"oltp-1024-schedulers", "short-against-long", "soft-numa-off", "threadpool-starvation",
	"threads-two-branches", "uneven-soft-nodes",
	"sql-server-in-vm", "vm-action-affinity", "vm-limit", "vm-overcommit", "vm-ready-zero-but-slow",
	"vm-right-sizing", "vm-strict-coscheduling", "vm-two-monsters", "vm-vnuma"}

func TestAllShippedScenariosAreThereAndTheFirstIsFirst(t *testing.T) {
	var found []string
	for _, s := range scenarios.All() {
		found = append(found, s.Name)
	}
	require.NotEmpty(t, found)
	assert.Equal(t, scenarios.First, found[0])
	assert.Subset(t, found, names)
	assert.IsIncreasing(t, found[1:])
	_, ok := scenarios.Find("no such scenario")
	assert.False(t, ok)
}

func TestEachIsALesson(t *testing.T) {
	titles := map[string]bool{}
	shipped(t, func(t *testing.T, _ scenario.Document, s scenario.Scenario) {
		assert.NotEmpty(t, s.Title)
		assert.NotEmpty(t, s.Summary)
		assert.NotEmpty(t, s.Look)
		assert.False(t, titles[s.Title], "another scenario has the title %q", s.Title)
		titles[s.Title] = true
		assert.NotEmpty(t, s.Variants, "there is nothing to try")
		assert.NotEmpty(t, s.Expect, "there is nothing to compare with")
		for _, c := range s.Expect {
			assert.NotEmpty(t, c.Source, c.Metric)
			assert.NotEmpty(t, c.Label, c.Metric)
			assert.NotEmpty(t, c.Text, c.Metric)
		}
		for _, class := range s.Workload.Classes {
			assert.NotEmpty(t, class.Title, class.Name)
		}
	})
}

func TestClaimsHoldAndNoLawIsBroken(t *testing.T) {
	shipped(t, func(t *testing.T, d scenario.Document, s scenario.Scenario) {
		run := engine.New(s, engine.Options{}).Finish()
		assert.Empty(t, run.Broken)
		assert.False(t, run.Stopped, "a limit stopped it at %v", run.Now())
		for _, row := range engine.Claims(d, s, run.Numbers()) {
			assert.True(t, row.OK, "%s of %s: reported %s, simulated %v, not in %v to %v", row.Metric, row.Of,
				row.Text, row.Simulated, row.Low, row.High)
			inside := row.Simulated >= row.Low && row.Simulated <= row.High
			assert.Equal(t, row.Kind == scenario.Disagrees, !inside,
				"%s of %s: simulated %v, which does not go with %q", row.Metric, row.Of,
				row.Simulated, row.Kind)
		}
	})
}

// The ledger that the run folded and the one that is replayed from the kept events are two ways to the same
// state.
func TestAReplayGivesTheLedgerOfTheRun(t *testing.T) {
	shipped(t, func(t *testing.T, _ scenario.Document, s scenario.Scenario) {
		log := engine.New(s, engine.Options{}).Finish().Log
		replayed := log.Before(s.Duration)
		assert.Empty(t, replayed.Laws())
		assert.Equal(t, log.Ledger.Totals, replayed.Totals)
		for i, in := range log.Ledger.Instances {
			assert.Equal(t, in.Waits, replayed.Instances[i].Waits)
			assert.Equal(t, in.Done, replayed.Instances[i].Done)
			assert.Equal(t, in.CPU, replayed.Instances[i].CPU)
		}
	})
}

func TestEveryVariantAndEveryPointOfASweepRuns(t *testing.T) {
	shipped(t, func(t *testing.T, d scenario.Document, s scenario.Scenario) {
		sets := scenario.Points(s.Sweep)
		for _, v := range s.Variants {
			sets = append(sets, v.Set)
		}
		for _, set := range sets {
			changed, problems := d.Apply(set)
			require.Empty(t, problems, "%v", set)
			variation, problems := scenario.Read(changed, engine.Products())
			require.Empty(t, problems, "%v", set)
			run := engine.New(variation, engine.Options{}).Finish()
			assert.Empty(t, run.Broken, "%v", set)
			assert.False(t, run.Stopped, "%v", set)
		}
	})
}

// maxLink is the budget of a link in characters, and maxText what a document may have in bytes.
const (
	maxLink = 2000
	maxText = 6 * 1024
)

func TestDocumentsAreSmall(t *testing.T) {
	for _, file := range scenarios.All() {
		assert.LessOrEqual(t, len(file.Text), maxText, file.Name)
		var compact, packed bytes.Buffer
		require.NoError(t, json.Compact(&compact, file.Text))
		w, err := flate.NewWriter(&packed, flate.BestCompression)
		require.NoError(t, err)
		_, err = w.Write(compact.Bytes())
		require.NoError(t, err)
		require.NoError(t, w.Close())
		link := base64.RawURLEncoding.EncodeToString(packed.Bytes())
		assert.LessOrEqual(t, len(link), maxLink, file.Name)
	}
}
