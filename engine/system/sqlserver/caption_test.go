package sqlserver_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"schedlab/engine/sim"
	"schedlab/engine/system"
	"schedlab/engine/trace"
)

func TestCaptionsOfTheArticle(t *testing.T) {
	run := article(t, "")
	c := caption(at(run, moment))
	require.Equal(t, "12 long queries sit on 4 of 12 soft-NUMA nodes; 64 of 96 CPUs idle.", c.Headline)
	require.Equal(t, "On the 32 busy CPUs three workers take turns: "+
		"4 ms on the CPU, then 8 ms in the runnable queue.", c.Why)
	c = caption(at(run, sim.Second))
	require.Equal(t, "1 long query sits on 1 of 12 soft-NUMA nodes; 88 of 96 CPUs idle.", c.Headline)
	require.Equal(t, "Each of the 8 busy CPUs has one worker: nobody waits in a runnable queue.", c.Why)
	c = caption(at(run, 13*sim.Second))
	require.Equal(t, "6 long queries sit on 4 of 12 soft-NUMA nodes; 64 of 96 CPUs idle.", c.Headline)
	require.Equal(t, "16 of the 32 busy CPUs have one worker each, 16 have two in turn.", c.Why)
}

// TestCaptionsWithoutSoftNUMA: 80 CPUs have a worker, 8 two, and 8 only a coordinator.
func TestCaptionsWithoutSoftNUMA(t *testing.T) {
	c := caption(at(article(t, "auto_soft_numa=false"), 140*sim.Second))
	require.Equal(t, "12 long queries sit on all 4 memory nodes; 8 of 96 CPUs idle.", c.Headline)
	require.Regexp(t, `^80 of the 88 busy CPUs have one worker each, 8 have two in turn\. `+
		`Nothing changes from 0:27\.[5-9]\d* to the end\.$`, c.Why)
}

func TestCaptions(t *testing.T) {
	one := func(lines ...string) func(sim.Time) system.Caption {
		run := runOf(t, lines...)
		return func(now sim.Time) system.Caption { return caption(at(run, now)) }
	}
	late := one("machine cores_per_node=4", "system", "class name=order cpu_ms=10 dop=1",
		"session start_ms=2500 run=order", "session start_ms=4000.125 run=order", "run duration_ms=9000")
	require.Equal(t, "Nothing runs until 0:02.5.", late(0).Headline)
	require.Equal(t, "No CPU is busy.", late(0).Why)
	require.Equal(t, "1 serial order query keeps 1 of 4 CPUs busy; no worker runnable.",
		late(2505*sim.Millisecond).Headline)
	require.Equal(t, "Nothing runs until 0:04.", late(3*sim.Second).Headline)
	require.Equal(t, "Nothing runs until 0:04.0001.", late(4 * sim.Second).Headline[:28]+".")
	require.Equal(t, "Nothing runs any more: 2 requests are over; all 4 CPUs idle.",
		late(8*sim.Second).Headline)
	require.Equal(t, "Until now the CPUs were busy 0.0 % of the time.", late(8*sim.Second).Why)

	starved := one("machine cores_per_node=2", "system max_workers=2", "class name=a cpu_ms=50 dop=1",
		"session count=5 run=a", "run duration_ms=400")
	require.Equal(t, "3 tasks wait for a worker; 2 of 2 workers in use.",
		starved(10*sim.Millisecond).Headline)
	require.Contains(t, starved(10*sim.Millisecond).Why, "THREADPOOL")
	require.Equal(t, "1 task waits for a worker; 2 of 2 workers in use.",
		starved(70*sim.Millisecond).Headline)

	stack := one("machine cores_per_node=1", "system", "class name=loop cpu_ms=endless",
		"session count=3 run=loop",
		"run duration_ms=1000")
	require.Equal(t, "3 serial loop queries keep the only CPU busy; 2 workers runnable.",
		stack(500*sim.Millisecond).Headline)
	require.Equal(t, "On the busy CPU three workers take turns: "+
		"4 ms on the CPU, then 8 ms in the runnable queue.", stack(500*sim.Millisecond).Why)

	read := one("machine cores_per_node=2", "system data_latency_us=5000",
		"class name=scan cpu_ms=1 reads=9 dop=1",
		"session count=2 run=scan", "run duration_ms=100")
	require.Equal(t, "2 scan queries wait; both CPUs idle.", read(sim.Millisecond).Headline)
	require.Equal(t, "Suspended: 2 for page reads.", read(sim.Millisecond).Why)

	mix := one("machine cores_per_node=8", "system max_dop=4", "class name=p cpu_ms=endless",
		"class name=s cpu_ms=endless cost=1", "session count=2 run=p", "session run=s",
		"run duration_ms=1000")
	require.Regexp(t, `^2 parallel and 1 serial query run; (\d of 8 CPUs idle|all 8 CPUs busy)\.$`,
		mix(sim.Second/2).Headline)

	oltp := one("machine cores_per_node=8", "system", "class name=order cpu_ms=1 dop=1",
		"arrivals class=order per_s=2000 connections=50", "run duration_ms=2000")
	require.Regexp(t, `^(1,9\d\d|2,0\d\d) requests a second so far; \d of 8 CPUs busy, `+
		`(no|\d+) workers? runnable\.$`,
		oltp(1999*sim.Millisecond).Headline)
}

// facts are what captions may speak of, counted in the plainest way.
type facts struct {
	cpus, busy, queued, pending, workers   int64
	live, parallel, nodes, used, suspended int64
	dirty, forLog                          int64
	ring                                   map[int64]int64
	parallelRequests                       map[trace.RequestID]bool
	usedNodes                              map[int]bool
}

func factsOf(r system.Reading) facts {
	f := facts{ring: map[int64]int64{}, parallelRequests: map[trace.RequestID]bool{},
		usedNodes: map[int]bool{}}
	nodes := map[int]bool{}
	for i, lane := range r.Layout().Lanes {
		if lane.Offline || lane.Hidden {
			continue
		}
		f.cpus++
		nodes[lane.Group] = true
		if n := int64(len(r.Lanes()[i].Ring)); n > 0 {
			f.busy++
			f.queued += n - 1
			f.ring[n]++
		}
	}
	f.nodes = int64(len(nodes))
	for _, task := range r.Ledger.Tasks {
		if task.State == trace.None || task.Task.Request == trace.NoRequest {
			continue
		}
		if task.State == trace.Pending {
			f.pending++
		} else {
			f.workers++
		}
		if task.State == trace.Suspended {
			f.suspended++
		}
		if task.Context > 0 {
			f.parallelRequests[task.Request] = true
			f.usedNodes[r.Layout().Lanes[task.Lane].Group] = true
		}
	}
	for _, q := range r.Ledger.Requests {
		if q.Live {
			f.live++
		}
	}
	f.parallel, f.used = int64(len(f.parallelRequests)), int64(len(f.usedNodes))
	f.addStorage(r)
	return f
}

// addStorage counts pages and who waits for the log.
func (f *facts) addStorage(r system.Reading) {
	in := &r.Ledger.Instances[r.Instance]
	for i, s := range in.Layout.Series {
		if s.Metric == "buffer.dirty_pages" {
			f.dirty += in.Amounts[i]
		}
	}
	for _, task := range r.Ledger.Tasks {
		if task.State == trace.Suspended && task.Task.Request != trace.NoRequest &&
			in.Layout.Causes[task.Why] == "WRITELOG" {
			f.forLog++
		}
	}
}

// claims are what the sentences say: a pattern, and the facts that its numbers must be.
var claims = []struct {
	pattern *regexp.Regexp
	are     func(facts) []int64
}{
	{regexp.MustCompile(`; (\S+) of (\S+) CPUs? idle\.$`),
		func(f facts) []int64 { return []int64{f.cpus - f.busy, f.cpus} }},
	{regexp.MustCompile(`; (?:all )?(\S+) CPUs? idle\.$`),
		func(f facts) []int64 { return []int64{f.cpus - f.busy} }},
	{regexp.MustCompile(`; (?:all )?(\S+) CPUs? busy\.$`), func(f facts) []int64 { return []int64{f.busy} }},
	{regexp.MustCompile(`^(\S+) .*sits? on (\S+) of (\S+) (?:soft-NUMA|memory) nodes`),
		func(f facts) []int64 { return []int64{f.parallel, f.used, f.nodes} }},
	{regexp.MustCompile(`^(\S+) .*sits? on (?:all )?(\S+) (?:soft-NUMA|memory) nodes`),
		func(f facts) []int64 { return []int64{f.parallel, f.used} }},
	{regexp.MustCompile(`^(\S+) parallel and (\S+) (?:serial|other)`),
		func(f facts) []int64 { return []int64{f.parallel, f.live - f.parallel} }},
	{regexp.MustCompile(`keeps? (?:all )?(\S+) CPUs busy`), func(f facts) []int64 { return []int64{f.busy} }},
	{regexp.MustCompile(`keeps? (\S+) of (\S+) CPUs? busy`),
		func(f facts) []int64 { return []int64{f.busy, f.cpus} }},
	{regexp.MustCompile(`^(\S+) (?:.* )?quer(?:y|ies) keeps? `),
		func(f facts) []int64 { return []int64{f.live} }},
	{regexp.MustCompile(`^(\S+) (?:.* )?quer(?:y|ies) waits?; `),
		func(f facts) []int64 { return []int64{f.live} }},
	{regexp.MustCompile(` (\S+) workers? runnable\.$`), func(f facts) []int64 { return []int64{f.queued} }},
	{regexp.MustCompile(`; (\S+) of (\S+) CPUs? busy, `),
		func(f facts) []int64 { return []int64{f.busy, f.cpus} }},
	{regexp.MustCompile(`^(\S+) tasks? waits? for a worker; (\S+) of`),
		func(f facts) []int64 { return []int64{f.pending, f.workers} }},
	{regexp.MustCompile(`the (\S+) busy CPUs`), func(f facts) []int64 { return []int64{f.busy} }},
	{regexp.MustCompile(`(\S+) waits? in runnable queues`),
		func(f facts) []int64 { return []int64{f.queued} }},
	{regexp.MustCompile(`^(\S+) pages? (?:is|are) dirty; `),
		func(f facts) []int64 { return []int64{f.dirty} }},
	{regexp.MustCompile(`^(?:All )?(\S+) (?:of \S+ )?requests wait for the log; `),
		func(f facts) []int64 { return []int64{f.forLog} }},
	{regexp.MustCompile(`although (\S+) of (\S+) CPUs`),
		func(f facts) []int64 { return []int64{f.cpus - f.busy, f.cpus} }},
}

var words = map[string]int64{"both": 2, "no": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5,
	"six": 6, "seven": 7,
	"eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12}

func numberOf(t *testing.T, word string) int64 {
	if n, ok := words[strings.ToLower(word)]; ok {
		return n
	}
	n, err := strconv.ParseInt(strings.ReplaceAll(word, ",", ""), 10, 64)
	require.NoError(t, err)
	return n
}

// TestCaptionsAreTrue at any moment of random runs.
func TestCaptionsAreTrue(t *testing.T) {
	spoken := map[*regexp.Regexp]int{}
	for seed := uint64(1000); seed < 1250; seed++ {
		run, story := randomRun(seed)
		if run == nil {
			continue
		}
		for i := range sim.Time(12) {
			r := at(run, run.Log.End*i/11)
			for _, claim := range checkCaption(t, r, caption(r), story) {
				spoken[claim]++
			}
		}
	}
	for _, claim := range claims {
		require.Positive(t, spoken[claim.pattern], "never said: %s", claim.pattern)
	}
}

// checkCaption holds a caption against the facts; it gives the patterns of the claims that were made.
func checkCaption(t *testing.T, r system.Reading, c system.Caption, story string) (made []*regexp.Regexp) {
	f := factsOf(r)
	where := c.Headline + " " + c.Why + "\n" + r.At.String() + "\n" + story
	require.LessOrEqual(t, utf8.RuneCountInString(c.Headline), 80, where)
	require.LessOrEqual(t, utf8.RuneCountInString(c.Why), 110, where)
	require.Regexp(t, `^[A-Z0-9].*\.$`, c.Headline)
	require.Regexp(t, `^[A-Z0-9].*\.$`, c.Why, where)
	require.NotRegexp(t, `\b1 (workers|CPUs|queries|tasks|nodes|requests)\b| {2}|%!`, c.Headline+" "+c.Why,
		where)
	for _, claim := range claims {
		for _, sentence := range []string{c.Headline, c.Why} {
			found := claim.pattern.FindStringSubmatch(sentence)
			if found == nil {
				continue
			}
			made = append(made, claim.pattern)
			for i, want := range claim.are(f) {
				require.Equal(t, want, numberOf(t, found[i+1]), "%s: %s", claim.pattern, where)
			}
		}
	}
	checkRings(t, f, c.Why, where)
	switch {
	case strings.HasPrefix(c.Headline, "Nothing runs"):
		require.Zero(t, f.live, where)
	case strings.Contains(c.Headline, "wait; "), strings.Contains(c.Headline, "waits; "):
		require.Zero(t, f.busy, where)
	}
	return made
}

var (
	evenly   = regexp.MustCompile(`busy CPUs? (\S+) workers take turns`)
	unevenly = regexp.MustCompile(`^(\S+) of the \S+ busy CPUs (?:has|have) (\S+) workers?(?: each)?, ` +
		`(\S+) (?:has|have) (\S+) in turn`)
	between = regexp.MustCompile(`busy CPUs have (\S+) to (\S+) workers each`)
)

// checkRings holds what is said of the workers on busy CPUs against the rings.
func checkRings(t *testing.T, f facts, why, where string) {
	if m := evenly.FindStringSubmatch(why); m != nil {
		require.Equal(t, map[int64]int64{numberOf(t, m[1]): f.busy}, f.ring, where)
	}
	if m := unevenly.FindStringSubmatch(why); m != nil {
		require.Equal(t, map[int64]int64{numberOf(t, m[2]): numberOf(t, m[1]),
			numberOf(t, m[4]): numberOf(t, m[3])},
			f.ring, where)
	}
	if m := between.FindStringSubmatch(why); m != nil {
		require.Positive(t, f.ring[numberOf(t, m[1])], where)
		require.Positive(t, f.ring[numberOf(t, m[2])], where)
	}
	if strings.Contains(why, "nobody waits in a runnable queue") {
		require.Equal(t, map[int64]int64{1: f.busy}, f.ring, where)
	}
}

// TestWhatIsSaidOfTurnsComesTrue: where the second sentence tells the time on the CPU and in the queue, the
// slices that follow are so long, and each worker comes back after them.
func TestWhatIsSaidOfTurnsComesTrue(t *testing.T) {
	said := regexp.MustCompile(`workers take turns: (\S+) ms on the CPU, then (\S+) ms`)
	run := article(t, "")
	for now := 30 * sim.Second; now < 31*sim.Second; now += 50 * sim.Millisecond {
		m := said.FindStringSubmatch(caption(at(run, now)).Why)
		require.Equal(t, []string{"4", "8"}, m[1:])
		for _, lane := range []trace.LaneID{16, 47, 95} {
			ends := map[trace.TaskID]sim.Time{}
			run.Log.Expand(lane, now, now+100*sim.Millisecond, func(s trace.Slice) {
				require.Equal(t, 4*sim.Millisecond, s.To-s.From)
				if end, ran := ends[s.Task]; ran {
					require.Equal(t, 8*sim.Millisecond, s.From-end)
				}
				ends[s.Task] = s.To
			})
			require.Len(t, ends, 3)
		}
	}
}

// TestNothingChanges: no event follows the moment that the caption names.
func TestNothingChanges(t *testing.T) {
	run := article(t, "auto_soft_numa=false")
	why := caption(at(run, 100*sim.Second)).Why
	m := regexp.MustCompile(`from 0:(\S+) to the end`).FindStringSubmatch(why)
	since, err := strconv.ParseFloat(m[1], 64)
	require.NoError(t, err)
	require.Equal(t, len(run.Log.Events), run.Log.EventAfter(sim.Time(since*1e9)-1))
	require.NotContains(t, caption(at(run, 26*sim.Second)).Why, "Nothing changes")
}
