package importer

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"schedlab/engine/scenario"
	"schedlab/engine/setting"
)

// toy is a product with the settings that the scenarios use, and no other.
func toy() []scenario.Product {
	number := func(name string, least, most int64) setting.Setting {
		return setting.Setting{Name: name, Kind: setting.Number, Min: least, Max: most,
			Default: setting.Value{Number: least}}
	}
	run := number("run_pages", 1000, 128_000)
	run.Decimals = 3
	return []scenario.Product{{Name: "sqlserver", Title: "Toy", Settings: []setting.Setting{
		{Name: "version", Kind: setting.Choice, Choices: []setting.Option{{Name: "2014"}, {Name: "2017"}}},
		number("buffer_pool_mb", 0, 64<<20), number("recovery_interval_min", 0, 32767),
		number("redo_us", 1, 1_000_000), number("scan_ns", 1, 10_000), number("scan_tasks", 0, 4096),
		number("issue_us", 1, 1_000_000), number("data_latency_us", 1, 10_000_000),
		number("data_parallel", 1, 100_000), {Name: "trace_3504", Kind: setting.Switch},
		{Name: "databases", Kind: setting.List, Fields: []setting.Setting{{Name: "name", Kind: setting.Text},
			number("id", 0, 32767), number("size_mb", 1, 64<<20), number("working_set_mb", 0, 64<<20), run,
			number("target_recovery_s", 0, 86_400)}},
	}}}
}

// made is the scenario of a message, which must have no problem.
func made(t *testing.T, f FlushCache, a Assumptions) (scenario.Document, scenario.Scenario) {
	t.Helper()
	d, problems := FlushCacheScenario(f, a)
	require.Empty(t, problemTexts(problems))
	d, problems = scenario.ParseDocument(d.Bytes())
	require.Empty(t, problemTexts(problems))
	s, problems := scenario.Read(d, toy())
	require.Empty(t, problemTexts(problems))
	return d, s
}

func TestScenariosOfPublishedMessagesHaveNoProblem(t *testing.T) {
	for _, c := range published {
		for _, a := range []Assumptions{{}, {PoolMB: 100 << 10}, {RecoverySeconds: 300, ScanTasks: 8,
			ScanNs: 45}} {
			_, s := made(t, c.want, a)
			require.Len(t, s.Expect, 1, c.name)
			claim := s.Expect[0]
			assert.Equal(t, "checkpoint.max_s", claim.Metric)
			assert.Equal(t, scenario.Calibrated, claim.Kind)
			assert.InEpsilon(t, float64(c.want.Milliseconds)/1000, claim.Reported, 1e-9)
			assert.Contains(t, claim.Source, c.want.String())
			assert.LessOrEqual(t, int64(s.Duration), int64(900e9), "%s: 15 minutes", c.name)
			assert.NotEmpty(t, s.Variants)
			assert.NotEmpty(t, s.Look)
		}
	}
}

// dirtyAfter follows the mean number of dirty pages, one request after the other, as changes hit clean pages.
func dirtyAfter(requests int, pages, working float64) float64 {
	dirty := 0.0
	for range requests {
		dirty += pages * (working - dirty) / working
	}
	return dirty
}

// When the log of a cycle comes to the recovery interval, as many pages are dirty as the message counts; scan
// and writes then take as long as it says.
func TestScenariosMakeTheCheckpointOfTheMessage(t *testing.T) {
	for _, c := range published {
		for _, pool := range []int64{0, 50 << 10} {
			d, s := made(t, c.want, Assumptions{PoolMB: pool})
			settings, db := s.Systems[0].Values, s.Systems[0].Values.Records("databases")[0]
			class, rate := s.Workload.Classes[0], float64(s.Workload.Arrivals[0].Rate)/1000
			commit := class.Steps[len(class.Steps)-1]
			interval := 60e6 * float64(settings.Number("recovery_interval_min"))
			requests := interval / float64(settings.Number("redo_us")*commit.Records)
			working := float64(db.Number("working_set_mb") * bufsPerMB)
			name := fmt.Sprint(c.name, " ", string(d.Bytes()))
			dirty := dirtyAfter(int(requests+0.999), float64(commit.Dirty), working)
			assert.InEpsilon(t, c.want.Bufs, dirty, 0.03, name)
			assert.GreaterOrEqual(t, commit.Records, int64(commit.Dirty)+1, name)

			writes := dirty * 1000 / float64(db.Number("run_pages"))
			perWrite := float64(settings.Number("issue_us"))
			if device, ok := settings["data_latency_us"]; ok && settings.Number("data_parallel") == 1 {
				perWrite = float64(device.Number)
			}
			buffers := settings.Number("buffer_pool_mb") * bufsPerMB
			scan := float64(buffers*settings.Number("scan_ns")) / 1e6
			assert.InEpsilon(t, c.want.Milliseconds, scan+writes*perWrite/1000, 0.04, name)
			begin := requests / rate
			assert.Less(t, begin+1.1*float64(c.want.Milliseconds)/1000, float64(s.Duration)/1e9,
				"one ends in the run")
			assert.InDelta(t, 4, rate, 2, name)
		}
	}
}

func TestTheVerdictDecidesWhatIsFitted(t *testing.T) {
	_, s := made(t, joinedRead, Assumptions{PoolMB: threeTB})
	v := s.Systems[0].Values
	assert.EqualValues(t, 138, v.Number("issue_us"), "what 65.5 s leave after 26.6 s")
	assert.EqualValues(t, 1000, v.Number("data_latency_us"))
	assert.EqualValues(t, threeTB, v.Number("buffer_pool_mb"))
	assert.NotContains(t, v, "trace_3504", "it is logged anyway")
	assert.NotContains(t, v, "version")
	db := v.Records("databases")[0]
	assert.Equal(t, "db19", db.Text("name"))
	assert.EqualValues(t, 19, db.Number("id"))
	assert.EqualValues(t, 1396, db.Number("run_pages"))
	assert.EqualValues(t, 0, db.Number("target_recovery_s"))
	assert.Equal(t, "the cost of issuing a write was fitted to it", s.Expect[0].Why)

	_, s = made(t, slowDiskRead, Assumptions{})
	v = s.Systems[0].Values
	assert.InDelta(t, 7700, v.Number("data_latency_us"), 100, "a disk that does one write after the other")
	assert.EqualValues(t, 1, v.Number("data_parallel"))
	assert.Equal(t, "2014", v.Text("version"), "the message is of 2013")
	assert.Equal(t, "the latency of the data device was fitted to it", s.Expect[0].Why)

	_, s = made(t, alteredRead, Assumptions{})
	assert.True(t, s.Systems[0].Values.On("trace_3504"), "1.4 s are not logged otherwise")
	assert.Contains(t, s.Title, "a database")
}

// Any sane message makes a scenario, whatever its size.
func TestScenariosOfAnySize(t *testing.T) {
	for _, bufs := range []int64{1, 7, 500, 40_000, 4_235_201, mostBufs} {
		for _, ms := range []int64{50, 900, 61_000, 600_000, 7_200_000} {
			f := joinedRead
			f.Bufs, f.Writes, f.Milliseconds = bufs, (bufs+1)/2, ms
			d, problems := FlushCacheScenario(f, Assumptions{})
			if len(problems) > 0 {
				perWrite := float64(ms) * 1000 / float64(f.Writes)
				assert.True(t, perWrite < 2 || perWrite > 9e6, "%v: %v", f, problems)
				continue
			}
			_, problems = scenario.Read(d, toy())
			assert.Empty(t, problemTexts(problems), "%v", f)
		}
	}
}

func TestWhatCannotBeAScenarioIsAProblem(t *testing.T) {
	for _, c := range []struct {
		change func(*FlushCache)
		a      Assumptions
		want   string
	}{
		{func(f *FlushCache) { f.Bufs = 0 }, Assumptions{}, "1:0: the checkpoint wrote nothing or took " +
			"no time (choose a message with buffers, writes and milliseconds)"},
		{func(f *FlushCache) { f.Writes = f.Bufs + 1 }, Assumptions{}, "1:0: there are more writes " +
			"than buffers (a write has at least a page)"},
		{func(f *FlushCache) { f.Bufs = 25_000_000 }, Assumptions{}, "1:0: 25,000,000 buffers are more " +
			"than a scenario can change in a recovery interval; at most 24,000,000"},
		{func(f *FlushCache) { f.Milliseconds = 90_000_000 }, Assumptions{}, "1:0: the checkpoint took " +
			"longer than a scenario can: 24 hours"},
		{func(*FlushCache) {}, Assumptions{PoolMB: 1024}, "1:0: a buffer pool of 1 GB holds 131,072 " +
			"buffers, fewer than were written (type the size of the server's buffer pool)"},
		{func(*FlushCache) {}, Assumptions{PoolMB: 8 << 20}, "1:0: a scan of 8 TB takes 70.9 s, which " +
			"leaves no time for the writes (type a smaller buffer pool, or a faster scan)"},
		{func(f *FlushCache) { f.Writes = 3 }, Assumptions{}, "1:0: a write took 21.7 s in the mean, " +
			"more than can be simulated"},
	} {
		f := joinedRead
		c.change(&f)
		d, problems := FlushCacheScenario(f, c.a)
		assert.Equal(t, []string{c.want}, problemTexts(problems))
		assert.Empty(t, d.Root.Members)
	}
}
