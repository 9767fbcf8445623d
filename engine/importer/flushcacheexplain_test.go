package importer

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// said are the texts of a topic's statements.
func said(e Explanation, topic string) string {
	var texts []string
	for _, s := range e.Statements {
		if s.Topic == topic {
			texts = append(texts, s.Text)
		}
	}
	return strings.Join(texts, "\n")
}

const threeTB = 3 << 20 // MB, the memory of the server of joinedForm

// The figures stand in the reference's table of published lines, or follow from it with a pocket calculator.
func TestNumbersFollowFromTheMessages(t *testing.T) {
	for _, c := range []struct {
		f                       FlushCache
		pool                    int64
		pages, throughput, rate int64
		scan, perWrite, largest int64 // ms, µs, GB
		depth, writing          int64
		verdict                 Verdict
	}{
		{joinedRead, threeTB, 140, 4697, 430630, 26575, 138, 7576, 431, 724, IssuerBound},
		{threeRead, 0, 140, 2449, 223641, Untold, 447, 7984, 3355, 3355, IssuerBound},
		{slowDiskRead, 0, 217, 219, 12879, Untold, 7765, 7531, 876, 876, DiskBound},
		{reversedRead, 0, 10283, 19, 24, Untold, 4253092, 53588, 3, 3, DiskBound},
		{mixedRead, 0, 159, 95, 7649, Untold, 13074, 11231, 245, 245, DiskBound},
		{alteredRead, 0, 181, 67, 4768, Untold, 20971, 167, 191, 191, DiskBound},
	} {
		e := Explain(c.f, Assumptions{PoolMB: c.pool})
		assert.Equal(t, c.pages, e.PagesPerWrite, "pages a write of %v", c.f)
		assert.Equal(t, c.throughput, e.ThroughputMBs, "MB/s of %v", c.f)
		assert.Equal(t, c.rate, e.WritesPerSecond, "writes/s of %v", c.f)
		assert.Equal(t, c.scan, e.ScanMs, "scan of %v", c.f)
		assert.Equal(t, c.perWrite, e.PerWriteUs, "µs a write of %v", c.f)
		assert.InDelta(t, c.largest, e.LargestPoolMB/1024, 1, "pool of %v", c.f)
		assert.Equal(t, c.depth, e.Depth, "depth of %v", c.f)
		assert.Equal(t, c.writing, e.DepthWriting, "depth while writing of %v", c.f)
		assert.Equal(t, c.verdict, e.Verdict, "%v", c.f)
		assert.Equal(t, c.f == mixedRead, len(e.Untrusted) > 0, "%v", c.f)
	}
}

func TestTheJoinedMessageIsExplained(t *testing.T) {
	e := Explain(joinedRead, Assumptions{PoolMB: threeTB, IntervalSeconds: 75})
	for topic, want := range map[string]string{
		TopicVerdict: "The disk was not the limit. About 4.3 to 7.2 writes were outstanding, although " +
			"the checkpoint allowed itself 639,360: the time went into looking at buffers and into " +
			"issuing writes.",
		TopicConsistency: "The printed rates agree with the counts.",
		TopicPages: "A write had 1.40 pages in the mean: 11.2 KB.\nSo few neighbours are dirty when " +
			"changes fall at random, as in transaction processing.",
		TopicRates: "3 GB in 65.5 s: 46.97 MB/sec and 4306.30 writes a second.",
		TopicScan: "An automatic checkpoint looks at every buffer of the pool for one database, " +
			"however few of its pages are dirty.\nA scan of 3 TB at 66 ns a buffer takes 26.6 s: 40.5 " +
			"% of the time.",
		TopicWrites: "39 s are left for 282,252 writes: one every 138 µs.",
		TopicDepth:  "About 4.3 to 7.2 writes were outstanding in the mean, if each took 1 ms.",
		TopicLogged: "It is logged because it took longer than the recovery interval (60 s).",
		TopicAvoided: "21 pages became dirty while it ran and were left for the next one: less than " +
			"0.1 % of those written.",
		TopicSlowIO: "",
		TopicIndirect: "An indirect checkpoint has no scan: each database keeps lists of its dirty " +
			"pages.\nWith a target of 60 s about 120,000 pages (938 MB) may be dirty, if recovery " +
			"redoes 2,000 pages a second; this checkpoint found 394,031.\nThe same pages, written all " +
			"the time, are 5253.75 a second instead of 6011.70 while a checkpoint runs.\nThe pages are " +
			"written all the time instead of in one burst; pages that are changed often may be written " +
			"more often.",
	} {
		assert.Equal(t, want, said(e, topic), topic)
	}
}

func TestAnInconsistentMessageIsExplained(t *testing.T) {
	e := Explain(mixedRead, Assumptions{})
	assert.Equal(t, []string{"average throughput", "I/O saturation", "context switches",
		"last target outstanding", "avgWriteLatency"}, e.Untrusted)
	// 0.72 MiB/s × 97.168 s = 69.96 MiB = 8,955 pages of 8 KiB.
	assert.Equal(t, "The records do not belong together: 11,848 buffers in 97.2 s are 0.95 MB/sec, but "+
		"0.72 is printed, which would be 8,955 buffers. Probably two messages were mixed; throughput, "+
		"I/O saturation and context switches are of one record and stand or fall together.\nOf which "+
		"message the target and the latency are, nothing tells; what is concluded from them may be "+
		"wrong.", said(e, TopicConsistency))
	assert.Contains(t, said(e, TopicVerdict), "If its last record is of this message, the disk was the "+
		"limit.")

	f := joinedRead
	f.ThroughputMBs = 4600
	e = Explain(f, Assumptions{})
	assert.Contains(t, said(e, TopicConsistency), "The writes a second agree, so writes and "+
		"milliseconds can be")
	f.WritesPerSecond = 5
	assert.Contains(t, Explain(f, Assumptions{}).Untrusted, "average writes per second")
	f = joinedRead
	f.Writes = f.Bufs + 1
	assert.Subset(t, Explain(f, Assumptions{}).Untrusted, []string{"bufs", "writes"})
	f.Writes = f.Bufs / 200
	assert.Contains(t, said(Explain(f, Assumptions{}), TopicConsistency), "but 128 (1 MB) is the most")
}

func TestMoreThan32PagesProveTheVersion(t *testing.T) {
	e := Explain(reversedRead, Assumptions{SlowIOs: 40})
	assert.Equal(t, "A write had 102.83 pages in the mean: 822.6 KB.\nMore than 32 pages (256 KB) "+
		"proves a version from 2016 on, which writes up to 128 pages (1 MB) at once. Runs so long come "+
		"from loads and index builds.",
		said(e, TopicPages))
	assert.Contains(t, said(e, TopicVerdict), "take longer than 50 ms.")
	assert.Equal(t, "About 0.03 writes were outstanding in the mean, if each took 111 ms.\nEven one "+
		"after the other 109 writes of 111 ms take 12.1 s only: most of them were slower than the last "+
		"ones, or the checkpoint waited for something else.", said(e, TopicDepth))
	assert.Equal(t, "The text also tells of 40 I/O requests that took longer than 15 s: the disk stalled.",
		said(e, TopicSlowIO))
	old := Explain(reversedRead, Assumptions{Era: Before2016})
	assert.Contains(t, said(old, TopicConsistency), "Before 2016 a write has 32 pages (256 KB) at "+
		"most, not 102.83.")
	assert.Contains(t, said(Explain(slowDiskRead, Assumptions{}), TopicVerdict),
		"take longer than 20 ms.", "2013")
	assert.Contains(t, said(Explain(alteredRead, Assumptions{}), TopicVerdict), "20 (before 2016) or 50 ms.")
}

func TestShortCheckpointsAreLoggedForAnotherReason(t *testing.T) {
	assert.Equal(t, "It took no longer than the recovery interval (60 s), so trace flag 3504 was on or "+
		"the interval is shorter.", said(Explain(alteredRead, Assumptions{}), TopicLogged))
	assert.Contains(t, said(Explain(joinedRead, Assumptions{RecoverySeconds: 300}), TopicLogged), "(300 s)")
}

// The verdict by target and latency: published rows, then the borders of the rules.
func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		writes, ms, target, latency int64
		era                         Era
		want                        Verdict
	}{
		{2061, 96736, 14, 8, Before2016, Unclear}, // MSDN blog, 2013
		{7720, 73764, 52, 0, Before2016, Unclear}, // the same
		{2714, 70883, 10, 11, AnyEra, Unclear},    // a public log filter
		{7432, 97168, 4, 32, From2016, DiskBound}, // 2.4 of 4 outstanding
		{7432, 97168, 40, 32, From2016, Unclear},  // 32 ms is far from 50
		{7432, 97168, 4, 40, From2016, DiskBound}, // 40 is near
		{7432, 97168, 4000, 40, From2016, IssuerBound},
		{7432, 97168, 4000, 50, From2016, DiskBound},
		{7432, 97168, 4000, 20, Before2016, DiskBound},
		{1000, 1000, 100, 10, From2016, IssuerBound}, // 10 of 100 outstanding
		{1000, 1000, 100, 11, From2016, Unclear},
		{10000, 1000, 100, 4, From2016, Unclear},
		{10000, 1000, 100, 5, From2016, DiskBound}, // 50 of 100
		{1000, 1000, Untold, 10, From2016, Unclear},
		{1000, 1000, 10, Untold, From2016, Unclear},
		{1000, 0, 10, 10, From2016, Unclear},
	} {
		f := FlushCache{Bufs: 2 * c.writes, Writes: c.writes, Milliseconds: c.ms, Target: c.target,
			LatencyMs: c.latency, WritesPerSecond: Untold, ThroughputMBs: Untold}
		e := Explain(f, Assumptions{Era: c.era})
		assert.Equal(t, c.want, e.Verdict, "%+v", c)
		assert.NotEmpty(t, said(e, TopicVerdict))
	}
}

func TestTheTextTellsPoolAndScan(t *testing.T) {
	r := ParseFlushCache(joinedForm + longScan + scanRow + stalls)
	a := r.Assume(r.Messages[0])
	// 204,640,239 buffers of 8 KiB are 1,598,751.9 MiB; 14 s for them are 68.4 ns each.
	assert.Equal(t, Assumptions{PoolMB: 1598752, ScanNs: 68,
		PoolSource: "the message about a scan in line 2"}, a)
	e := Explain(r.Messages[0], a)
	assert.InDelta(t, 14000, e.ScanMs, 100)
	assert.EqualValues(t, 40, r.Assume(reversedRead).SlowIOs, "of database 10")
	assert.Equal(t, Assumptions{}, FlushCaches{}.Assume(joinedRead))
}

func TestAScanLongerThanTheCheckpointIsTold(t *testing.T) {
	e := Explain(threeRead, Assumptions{PoolMB: 9 << 20})
	assert.Contains(t, said(e, TopicScan), "A scan of 9 TB at 66 ns a buffer takes 79.7 s, longer than "+
		"the whole")
	assert.EqualValues(t, Untold, e.PerWriteUs)
	assert.Empty(t, said(e, TopicWrites))
	shared := Explain(threeRead, Assumptions{PoolMB: 9 << 20, ScanTasks: 4})
	assert.InDelta(t, e.ScanMs/4, shared.ScanMs, 1)
}

func TestEachStatementHasABasisAndASource(t *testing.T) {
	for _, c := range published {
		last := -1
		order := []string{TopicConsistency, TopicVerdict, TopicPages, TopicRates, TopicScan, TopicWrites,
			TopicDepth, TopicLogged, TopicAvoided, TopicSlowIO, TopicIndirect}
		for _, s := range Explain(c.want, Assumptions{PoolMB: 1 << 10, IntervalSeconds: 60}).Statements {
			require.Contains(t, order, s.Topic)
			at := 0
			for order[at] != s.Topic {
				at++
			}
			assert.GreaterOrEqual(t, at, last, s.Topic)
			last = at
			assert.NotEmpty(t, s.Source, s.Text)
			assert.Contains(t, "arithmetic published inferred assumed", s.Basis.String())
			assert.Regexp(t, `^[A-Z0-9].*\.$`, s.Text)
			assert.Less(t, len(s.Text), 400)
		}
	}
	assert.Equal(t, "unclear issuer-bound disk-bound",
		Unclear.String()+" "+IssuerBound.String()+" "+DiskBound.String())
}

func TestRatioIsExact(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		a, b, c := random.Int64()>>random.IntN(63), random.Int64()>>random.IntN(63),
			random.Int64()>>random.IntN(63)+1
		want := new(big.Int).Mul(big.NewInt(a), big.NewInt(b))
		want.Add(want, big.NewInt(c/2)).Quo(want, big.NewInt(c))
		if !want.IsInt64() {
			want.SetInt64(math.MaxInt64)
		}
		assert.Equal(t, want.Int64(), ratio(a, b, c), "%d × %d ÷ %d", a, b, c)
	}
	assert.EqualValues(t, math.MaxInt64, ratio(1, 1, 0))
}

func TestNumbersAreWrittenForPeople(t *testing.T) {
	for got, want := range map[string]string{
		grouped(0): "0", grouped(999): "999", grouped(1000): "1,000", grouped(1234567): "1,234,567",
		hundredths(5): "0.05", hundredths(430630): "4306.30", tenths(10): "1", tenths(12345): "1,234.5",
		few(3): "0.03", few(724): "7.2", seconds(999): "999 ms", seconds(65544): "65.5 s",
		lasting(138): "138 µs", lasting(7765): "7.8 ms", lasting(4253092): "4.3 s",
		pause(599_999): "600 s", pause(1_267_907): "21 minutes", pause(1_229_827_000): "342 hours",
		share(1, 3): "33.3 %", share(1, 9999): "less than 0.1 %", share(0, 5): "0 %",
		size(938): "938 MB", size(1536): "1.5 GB", size(threeTB): "3 TB",
	} {
		assert.Equal(t, want, got)
	}
}
