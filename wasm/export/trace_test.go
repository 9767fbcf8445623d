package export

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// event is what the published format says of an event. Numbers keep their spelling: they must be exact.
type event struct {
	Ph   string         `json:"ph"`
	Name string         `json:"name"`
	Cat  string         `json:"cat"`
	Ts   json.Number    `json:"ts"`
	Dur  json.Number    `json:"dur"`
	Pid  *int64         `json:"pid"`
	Tid  *int64         `json:"tid"`
	ID   json.Number    `json:"id"`
	S    string         `json:"s"`
	Args map[string]any `json:"args"`
}

type traceText struct {
	DisplayTimeUnit string            `json:"displayTimeUnit"`
	OtherData       map[string]string `json:"otherData"`
	TraceEvents     []event           `json:"traceEvents"`
}

// nanoseconds reads a time in microseconds exactly.
func nanoseconds(t *testing.T, n json.Number) sim.Time {
	t.Helper()
	whole, fraction, _ := strings.Cut(string(n), ".")
	for len(fraction) < 3 {
		fraction += "0"
	}
	value, err := strconv.ParseInt(whole+fraction, 10, 64)
	if err != nil || len(fraction) > 3 {
		require.Fail(t, "it is no plain number of microseconds", n)
	}
	return sim.Time(value)
}

var metadata = map[string]bool{"process_name": true, "process_sort_index": true, "thread_name": true,
	"thread_sort_index": true}

// validated reads a trace and checks it against the trace event format: the JSON object form, its phases with
// the fields that each must have, scopes of instants, pairs of asynchronous events, names of all threads that
// are used, and slices of a thread in order and apart.
func validated(t *testing.T, text string) traceText {
	t.Helper()
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.DisallowUnknownFields()
	decoder.UseNumber()
	var all traceText
	require.NoError(t, decoder.Decode(&all))
	require.Contains(t, []string{"ms", "ns"}, all.DisplayTimeUnit)
	named, used, ends := map[[2]int64]bool{}, map[[2]int64]bool{}, map[[2]int64]sim.Time{}
	open := map[string]sim.Time{}
	must := func(is bool, what string, e event) {
		if !is {
			require.Fail(t, what, "%+v", e)
		}
	}
	for _, e := range all.TraceEvents {
		must(e.Pid != nil && e.Tid != nil && e.Name != "", "it lacks a process, a thread or a name", e)
		at := [2]int64{*e.Pid, *e.Tid}
		if e.Ph == "M" {
			named[at] = named[at] || e.Name == "thread_name" || e.Name == "process_name"
			must(metadata[e.Name], "no metadata of the format", e)
			continue
		}
		ts := nanoseconds(t, e.Ts)
		must(ts >= 0, "it is before the run", e)
		switch e.Ph {
		case "X":
			used[at] = true
			dur := nanoseconds(t, e.Dur)
			must(dur > 0 && ts >= ends[at], "it is empty or overlaps the slice before it", e)
			ends[at] = ts + dur
		case "C":
			must(len(e.Args) > 0, "it counts nothing", e)
			for _, value := range e.Args {
				n, err := value.(json.Number).Float64()
				must(err == nil && n >= 0, "it counts no number", e)
			}
		case "i":
			must(e.S == "g" || e.S == "p" || e.S == "t", "it has no scope", e)
		case "b":
			open[key(e)] = ts
		case "e":
			begun, is := open[key(e)]
			must(is && ts >= begun, "it ends and has not begun", e)
			delete(open, key(e))
		default:
			must(false, "no phase that we write", e)
		}
	}
	require.Empty(t, open)
	for at := range used {
		require.True(t, named[at], "thread %v has no name", at)
	}
	return all
}

func key(e event) string { return e.Cat + string(e.ID) + e.Name + strconv.Itoa(int(*e.Pid)) }

// busy adds up the slices of each lane.
func (all traceText) busy(t *testing.T) map[trace.LaneID]sim.Time {
	sums := map[trace.LaneID]sim.Time{}
	for _, e := range all.TraceEvents {
		if e.Ph == "X" {
			sums[trace.LaneID(*e.Tid-1)] += nanoseconds(t, e.Dur)
		}
	}
	return sums
}

// waits adds up what slices and instants tell of waits, by type: how often, for the resource, in the queue.
func (all traceText) waits(t *testing.T) map[string][3]sim.Time {
	sums := map[string][3]sim.Time{}
	add := func(name string, n, resource, signal sim.Time) {
		w := sums[name]
		sums[name] = [3]sim.Time{w[0] + n, w[1] + resource, w[2] + signal}
	}
	at := func(e event, name string) sim.Time {
		if n, is := e.Args[name].(json.Number); is {
			return nanoseconds(t, n)
		}
		return 0
	}
	for _, e := range all.TraceEvents {
		if name, is := e.Args["wait"].(string); is {
			add(name, 1, at(e, "resource_us"), at(e, "signal_us"))
		}
		if name, is := e.Args["no_worker"].(string); is {
			add(name, 1, at(e, "no_worker_us"), 0)
		}
	}
	return sums
}

// The sums of a trace are the ledger's, which metrics are computed from, to the nanosecond.
func TestATracesSumsAreTheRuns(t *testing.T) {
	for _, c := range []struct {
		name     string
		from, to sim.Time
		isMerged bool
	}{
		{"soft-numa-on", 0, 10 * sim.Second, false},
		{"soft-numa-on", 27_500_123_457, 31_777_001_003, false},
		{"soft-numa-on", 0, 147_500 * sim.Millisecond, true},
		{"soft-numa-off", 3_333_333_333, 9_999_999_999, false},
		{"cheap-queries-drift", 1_000_000_001, 8_000_000_003, false},
		{"short-against-long", 0, 6 * sim.Second, false},
		{"threadpool-starvation", 0, sim.Minute, false},
		{"threadpool-starvation", 17_000_000_007, 21_500_000_009, false},
		{"checkpoint-automatic", 30 * sim.Second, 45 * sim.Second, false},
		{"oltp-1024-schedulers", 0, 60 * sim.Second, true},
	} {
		s := subject(t, c.name)
		to := min(c.to, s.Run.Log.End)
		all := validated(t, Trace(s, window(s, c.from, to)).Text())
		require.Equal(t, c.isMerged, strings.Contains(all.OtherData["content2"], "more than"), c.name)
		before, after := s.Run.Log.Before(c.from), s.Run.Log.Before(to)
		sums, some := all.busy(t), false
		for lane := range after.Lanes {
			want := after.Lanes[lane].Busy - before.Lanes[lane].Busy
			require.Equal(t, want, sums[trace.LaneID(lane)], "%s, lane %d", c.name, lane)
			some = some || want > 0
		}
		require.True(t, some)
		if !c.isMerged {
			requireWaits(t, c.name, all.waits(t), [2]*trace.Ledger{before, after})
		}
	}
}

func requireWaits(t *testing.T, name string, sums map[string][3]sim.Time, ends [2]*trace.Ledger) {
	t.Helper()
	in := &ends[1].Instances[0]
	some := false
	for i, now := range in.Waits {
		was := ends[0].Instances[0].Waits[i]
		want := [3]sim.Time{sim.Time(now.Count - was.Count), now.Resource - was.Resource,
			now.Signal - was.Signal}
		require.Equal(t, want, sums[in.Layout.Causes[i]], "%s: %s", name, in.Layout.Causes[i])
		some = some || want[0] > 0
	}
	require.True(t, some, name)
}

// The measured window of the page's first scenario, as its published figures tell it: a third of the CPUs is
// busy.
func TestATracesSumsAreTheMetrics(t *testing.T) {
	s := subject(t, "soft-numa-on")
	m := s.Run.Scenario.Measure
	sum := sim.Time(0)
	for _, busy := range validated(t, Trace(s, window(s, m.From, m.To)).Text()).busy(t) {
		sum += busy
	}
	require.InDelta(t, s.Numbers["cpu.busy_s"], float64(sum)/1e9, 1e-6)
	require.Equal(t, 33.3, math.Round(1000*float64(sum)/float64(m.To-m.From)/96)/10)
}

// Workers killed while they wait have waits without a slice behind them: in the queue or without a
// worker.
func TestATraceTellsWaitsOfTheKilled(t *testing.T) {
	for _, c := range []struct {
		name, kill string
		from, to   sim.Time
	}{
		{"soft-numa-on", `actions=[{"at_ms":22003,"do":"kill","session":0}]`, 21 * sim.Second,
			23 * sim.Second},
		{"threadpool-starvation", `actions=[{"at_ms":22003,"do":"kill","session":0}]`, 0, sim.Minute},
	} {
		s := subject(t, c.name, c.kill)
		to := min(c.to, s.Run.Log.End)
		text := Trace(s, window(s, c.from, to)).Text()
		require.Contains(t, text, "stops waiting", c.name)
		requireWaits(t, c.name, validated(t, text).waits(t),
			[2]*trace.Ledger{s.Run.Log.Before(c.from), s.Run.Log.Before(to)})
	}
}

func TestATraceSaysWhatItIsOf(t *testing.T) {
	s := subject(t, "soft-numa-on")
	all := validated(t, Trace(s, window(s, 0, sim.Second)).Text())
	require.Equal(t, s.Hash(), all.OtherData["hash"])
	require.Equal(t, "1", all.OtherData["seed"])
	require.Equal(t, "Schedlab v1", all.OtherData["version"])
	names := map[string]bool{}
	for _, e := range all.TraceEvents {
		if name, is := e.Args["name"].(string); is {
			names[name] = true
		}
	}
	require.True(t, names["node 2, scheduler 16"], names)
	require.Len(t, names, 1+4+96)
}

// What a document says must not end a text of the trace.
func TestATraceKeepsTextsApart(t *testing.T) {
	s := subject(t, "soft-numa-on", `title="a\"},\n]}<script>\u0001é"`)
	all := validated(t, Trace(s, window(s, 0, sim.Second)).Text())
	require.Equal(t, "a\"},\n]}<script>\x01é", all.OtherData["title"])
}
