package importer

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestLongScansAreReadBesideMessages(t *testing.T) {
	r := ParseFlushCache(threeRecords + "2012-05-30 02:02:00.00 spid61 " + longScan + scanRow)
	require.Empty(t, problemTexts(r.Problems))
	require.Len(t, r.Messages, 1)
	assert.Equal(t, []PoolScan{
		{Database: 7, Milliseconds: 14000, Command: "BACKUP DATABASE", Operation: "FlushCache", Scanned: 115,
			Iterated: 204640239, At: "2012-05-30 02:02:00.00", Line: 4},
		{Database: 7, Milliseconds: 1308, Command: "BACKUP DATABASE", Operation: "FlushCache", Scanned: 243,
			Iterated: 19932814, WaitMilliseconds: Untold, Line: 5},
	}, r.Scans)
}

func TestScansMayBeWrappedAndSpaced(t *testing.T) {
	want := ParseFlushCache(longScan).Scans
	require.Len(t, want, 1)
	want[0].Line = 3
	assert.Equal(t, want, ParseFlushCache(strings.ReplaceAll(longScan, " ", "\n ")).Scans)
	assert.Equal(t, ParseFlushCache(scanRow).Scans, ParseFlushCache(strings.ReplaceAll(scanRow, "|",
		" | ")).Scans)
	cut := ParseFlushCache(strings.Split(longScan, ", total")[0])
	assert.Equal(t, []string{"1:0: the message about a scan lacks the number of buffers that it looked " +
		"at (it " +
		`reads "total iterated buffers 204640239")`}, problemTexts(cut.Problems))
	assert.Empty(t, cut.Scans)
}

func TestSlowIOIsReadBesideMessages(t *testing.T) {
	want := SlowIO{Requests: 40, Seconds: 15, File: `E:\...\x.mdf`, Database: 10,
		LongestMilliseconds: 16699, Line: 5}
	r := ParseFlushCache(reversed + stalls)
	require.Empty(t, problemTexts(r.Problems))
	assert.Equal(t, []SlowIO{want}, r.Slow)
	require.Len(t, r.Messages, 1)
	want.Line = 1
	older := "SQL Server has encountered 3 occurrence(s) of I/O requests taking longer than 15 seconds " +
		"to complete " +
		`on file [D:\2019\a.ldf] in database [2019 sales] (12).  The OS file handle is 0x0000000000000704.`
	assert.Equal(t, []SlowIO{want, {Requests: 3, Seconds: 15, File: `D:\2019\a.ldf`, Database: 12,
		LongestMilliseconds: Untold, Line: 2}}, ParseFlushCache(stalls+older).Slow)
}

func TestWhatLooksLikeAMessageButCannotBeReadIsAProblem(t *testing.T) {
	for text, want := range map[string]string{
		"FlushCache: cleaned up": `the text ends where the number of buffers is expected`,
		"FlushCache: cleaned up <bufs> bufs with <writes> writes": `"bufs" stands where the number of ` +
			`buffers is expected`,
		"FlushCache: cleaned up 5 bufs with many writes in 3 ms": `"many" stands where the number of ` +
			`writes is expected`,
		"cleaned up 5 bufs with 4 writes in 3 weeks": `"3" stands before "weeks" where the number of ` +
			`milliseconds is expected`,
		"FlushCache: cleaned up 5000000000000 bufs with 4 writes": `"5000000000000" stands where the ` +
			`number of buffers is expected`,
	} {
		r := ParseFlushCache("\n" + text)
		assert.Empty(t, r.Messages)
		assert.Equal(t, []string{"2:0: the FlushCache message cannot be read: " + want + " (" + wholeMessage +
			")"}, problemTexts(r.Problems), text)
	}
	r := ParseFlushCache("DirtyPageMgr::ForceCatchupOrFlushCache: 5 pages\n" + joinedForm)
	assert.Len(t, r.Messages, 1)
	assert.Equal(t, []string{"1:0: the line is of an indirect checkpoint (ForceCatchupOrFlushCache); " +
		"what its fields mean is not published (FlushCache messages of automatic checkpoints can be " +
		"explained)"},
		problemTexts(r.Problems))
}

func TestOtherTextsHoldNoMessage(t *testing.T) {
	none := []string{"no FlushCache message is in the text (" + wholeMessage + ")"}
	for _, text := range []string{"SELECT 1", "We cleaned up 14 files in 3 ms",
		"EXEC sp_cycle_errorlog -- FlushCache",
		"average writes: 7, average throughput of the disk: 5 MB/sec", "a scan took long, the target is 5",
		"WHERE LogText LIKE 'FlushCache: cleaned up%'", "encountered 5 errors",
		"the bandwidth saturation is 7"} {
		r := ParseFlushCache(text)
		assert.Empty(t, r.Messages, text)
		assert.Equal(t, none, problemTexts(r.Problems), text)
	}
	assert.Equal(t, FlushCaches{}, ParseFlushCache(""))
	assert.Equal(t, FlushCaches{}, ParseFlushCache(" \r\n\t"))
	assert.Equal(t, []string{"The text is longer than 8 MiB. It was refused. (paste the part that " +
		"tells of checkpoints)"}, problemTexts(ParseFlushCache(strings.Repeat("x", maxText+1)).Problems))
}

func TestMessagesHaveALimit(t *testing.T) {
	for _, text := range []string{strings.Join(logOf(1, false), "\n") + "\n", longScan, stalls} {
		r := ParseFlushCache(strings.Repeat(text, maxFlushCaches))
		assert.Empty(t, problemTexts(r.Problems))
		assert.Equal(t, maxFlushCaches, len(r.Messages)+len(r.Scans)+len(r.Slow))
		r = ParseFlushCache(strings.Repeat(text, maxFlushCaches+5))
		assert.Equal(t, maxFlushCaches, len(r.Messages)+len(r.Scans)+len(r.Slow))
		require.Len(t, r.Problems, 1)
		assert.Contains(t, r.Problems[0].Message, "the text has more messages than are read at a time")
	}
	r := ParseFlushCache(strings.Repeat("FlushCache: cleaned up x\n", 1000))
	assert.Len(t, r.Problems, maxFlushProblems)
}

// Texts made to be slow cost about as much as any other of their length.
func TestWorkOnHostileTextIsBounded(t *testing.T) {
	for _, part := range []string{"cleaned\n", "cleaned up 1 bufs ", "flushcache cleaned up 1 " +
		"bufs\n\n\n\n\n\n",
		"average throughput ", "average throughput 1 ", "spid1 target outstanding 1 ",
		"saturation 1 context ",
		"buffer_pool_scan_complete 1 1 a ", "scan took 1 seconds database id ",
		"encountered 1 occurrence s of ",
		strings.TrimSuffix(stalls, "\n")[:90] + " ", "1", "1,", "1,111,", "a", "_", "\n", "%", "\xff",
		"2024-05-30 02:00:00 spid1 avgwritelatency 1 ", "encountered " + strings.Repeat("\n", 50)} {
		text := strings.Repeat(part, 1<<20/len(part))
		start := time.Now()
		r := ParseFlushCache(text)
		assert.Less(t, time.Since(start), 2*time.Second, "%.40q", part)
		assert.LessOrEqual(t, len(r.Problems), maxFlushProblems)
	}
}

// soundFlush checks what holds for every text, however damaged.
func soundFlush(t *testing.T, text string) {
	r := ParseFlushCache(text)
	lines := strings.Count(strings.ReplaceAll(text, "\r", "\n"), "\n") + 1
	assert.LessOrEqual(t, len(r.Problems), maxFlushProblems)
	for _, p := range r.Problems {
		assert.NotEmpty(t, p.Message)
		assert.LessOrEqual(t, p.Line, lines)
	}
	for _, m := range r.Messages {
		assert.GreaterOrEqual(t, min(m.Bufs, m.Writes, m.Milliseconds), int64(0))
		assert.GreaterOrEqual(t, m.Line, 1)
		assert.LessOrEqual(t, m.Line, lines)
		a := r.Assume(m)
		for _, s := range Explain(m, a).Statements {
			assert.NotContains(t, s.Text, "-1")
			assert.NotContains(t, s.Text, "%!")
			assert.NotEmpty(t, s.Source)
		}
		d, problems := FlushCacheScenario(m, a)
		assert.Equal(t, len(problems) > 0, len(d.Root.Members) == 0)
	}
	assert.Equal(t, r, ParseFlushCache(text), "the same text gives the same result")
}

func FuzzFlushCache(f *testing.F) {
	for _, c := range published {
		f.Add(c.text)
	}
	f.Add(longScan + scanRow + stalls)
	f.Add(strings.Join(logOf(3, true), "\n"))
	f.Fuzz(soundFlush)
}

func FuzzFlushCacheNumbers(f *testing.F) {
	f.Add("394031", "282252", "65544", "21", "4306.30", "46.96", "639360", "1")
	f.Add("0", "0", "0", "999999999999", "999999999999.99", "0", "999999999999", "999999999999")
	f.Add("999999999999", "1", "999999999999", "1", "0", "0", "0", "0")
	f.Fuzz(func(t *testing.T, bufs, writes, ms, avoided, rate, throughput, target, latency string) {
		soundFlush(t,
			"FlushCache: cleaned up "+bufs+" bufs with "+writes+" writes in "+ms+" ms (avoided "+avoided+
				" new dirty bufs) for db 19:0 average writes per second: "+rate+
				" writes/sec average throughput: "+throughput+" MB/sec, I/O saturation: 5, context "+
				"switches 6 last target outstanding: "+target+
				", avgWriteLatency "+latency+"\n"+longScan)
	})
}
