package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine"
	"schedlab/engine/setting"
	"schedlab/engine/sim"
	"schedlab/engine/system"
)

func TestEverySystem(t *testing.T) {
	names := map[string]bool{}
	for _, s := range engine.Systems() {
		d := s.Describe()
		require.NotEmpty(t, d.Title)
		require.NotEmpty(t, d.Summary)
		require.NotEmpty(t, d.Headline)
		require.False(t, names[d.Name], "two systems are named %s", d.Name)
		names[d.Name] = true
		t.Run(d.Name, func(t *testing.T) {
			requireSettings(t, d.Settings)
			requireCauses(t, d.Causes)
			found, ok := engine.Find(d.Name)
			require.True(t, ok)
			require.Equal(t, d.Title, found.Describe().Title)
		})
	}
	_, ok := engine.Find("no such system")
	require.False(t, ok)
}

// requireSettings holds what forms, links and checks take for granted.
func requireSettings(t *testing.T, settings []setting.Setting) {
	names := map[string]bool{}
	for _, s := range settings {
		require.Regexp(t, "^[a-z][a-z0-9_]*$", s.Name)
		require.False(t, names[s.Name], "two settings are named %s", s.Name)
		names[s.Name] = true
		require.NotEmpty(t, s.Title, s.Name)
		require.NotEmpty(t, s.Help, s.Name)
		switch s.Kind {
		case setting.Number:
			require.Greater(t, s.Max, s.Min, s.Name)
			require.GreaterOrEqual(t, s.Default.Number, s.Min, s.Name)
			require.LessOrEqual(t, s.Default.Number, s.Max, s.Name)
		case setting.Choice:
			require.Contains(t, namesOf(s.Choices), s.Default.Text, s.Name)
		case setting.List:
			requireSettings(t, s.Fields)
		}
	}
}

func namesOf(options []setting.Option) []string {
	var names []string
	for _, o := range options {
		names = append(names, o.Name)
	}
	return names
}

// requireCauses: wait types come first, since accounts are kept for them alone.
func requireCauses(t *testing.T, causes []system.Cause) {
	waits := true
	names := map[string]bool{}
	for _, c := range causes {
		require.True(t, waits || !c.Wait, "%s is a wait type after others that are none", c.Name)
		waits = c.Wait
		require.False(t, names[c.Name], "two causes are named %s", c.Name)
		names[c.Name] = true
		require.NotEmpty(t, c.Help, c.Name)
	}
}

// Whatever happens, a product can say what its tables, captions and log show at any instant.
func TestEveryReadingCanBeRead(t *testing.T) {
	for i, s := range randoms(t, 170_000, 60) {
		run := finish(s)
		for _, at := range []sim.Time{0, s.Duration * sim.Time(i%10) / 10, s.Duration} {
			for instance := range run.Systems {
				requireReading(t, run.Systems[instance].Description, run.Reading(instance, run.Log.At(at)))
			}
		}
	}
}

func requireReading(t *testing.T, d system.Description, r system.Reading) {
	require.NotEmpty(t, d.Caption(r).Headline)
	if d.LogLines != nil {
		for _, line := range d.LogLines(r) {
			require.LessOrEqual(t, line.At, r.At)
			require.NotEmpty(t, line.Text)
		}
	}
	for _, table := range d.Tables {
		for _, row := range table.Rows(r) {
			require.Len(t, row, len(table.Columns), table.Name)
		}
	}
	for why, c := range d.Causes {
		if c.Wait && c.Explain != nil {
			require.NotEmpty(t, c.Explain(r, r.Ledger.Instances[r.Instance].Waits[why]), c.Name)
		}
	}
}
