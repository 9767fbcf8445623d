package importer

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"schedlab/engine/scenario"
)

// Published messages, as their pages show them. joinedForm is Aaron Bertrand's of 2020, threeRecords
// Microsoft Tech Community's of 2012, slowDisk an MSDN blog's of 2013, reversed and stalls a public demo
// script's, mixed an answer's on a forum, altered a question's there, typed by hand. longScan and scanRow are
// Microsoft Learn's.
const (
	joinedForm = "FlushCache: cleaned up 394031 bufs with 282252 writes in 65544 ms (avoided 21 new " +
		"dirty bufs) for db 19:0 average writes per second: 4306.30 writes/sec average throughput: " +
		"46.96 MB/sec, I/O saturation: 53644, context switches 101117 last target outstanding: 639360, " +
		"avgWriteLatency 1\n"
	threeRecords = "2012-05-30 02:01:56.31 spid14s FlushCache: cleaned up 216539 bufs with 154471 " +
		"writes in " +
		`69071 ms (avoided 11796 new dirty bufs) for db 6:0
2012-05-30 02:01:56.31 spid14s average throughput: 24.49 MB/sec, I/O saturation: 68365, context switches 80348
2012-05-30 02:01:56.31 spid14s last target outstanding: 1560, avgWriteLatency 15
`
	slowDisk = "2013-09-20 03:05:16.27 spid14s     FlushCache: cleaned up 18250 bufs with 8391 writes in " +
		`65152 ms (avoided 4587 new dirty bufs) for db 9:0
2013-09-20 03:05:16.27 spid14s                 average throughput:   2.19 MB/sec, ` +
		`I/O saturation: 4791, context switches 3511
2013-09-20 03:05:16.27 spid14s                 last target outstanding: 54, avgWriteLatency 68
`
	reversed = `last target outstanding: 2, avgWriteLatency 111
average throughput:   0.19 MB/sec, I/O saturation: 1009, context switches 2085
average writes per second:   0.24 writes/sec
FlushCache: cleaned up 11208 bufs with 109 writes in 463587 ms (avoided 8791 new dirty bufs) for db 10:0
`
	mixed = "FlushCache: cleaned up 11848 bufs with 7432 writes in 97168 ms (avoided 8139 new dirty bufs) " +
		`for db 9:0
last target outstanding: 4, avgWriteLatency 32
average throughput: 0.72 MB/sec, I/O saturation: 11635, context switches 18849
`
	altered = `last target outstanding 2, avgWriteLatency 40ms
Average Throughput: 0.67 MB/sec, I/O Saturation: 79, Context Switches 201
FlushCache: cleaned up 125 Bufs with 69 writes, in 1447ms (avoided 0 new dirty bufs)
`
	longScan = "Buffer Pool scan took 14 seconds: database ID 7, command 'BACKUP DATABASE', operation " +
		"'FlushCache', scanned buffers 115, total iterated buffers 204640239, wait time 0 ms. See " +
		"'https://go.microsoft.com/fwlink/?linkid=2132602' for more information.\n"
	scanRow = "|buffer_pool_scan_complete|7|1308|BACKUP DATABASE|FlushCache|243|19932814|\n"
	stalls  = `SQL Server has encountered 40 occurrence(s) of I/O requests taking longer than 15 seconds ` +
		`to complete on file [E:\...\x.mdf] in database id 10.  The OS file handle is ` +
		"0x00000000000085B0.  The offset of the latest long I/O is: 0x0000002237e000.  The duration of the " +
		"long I/O is: 16699 ms.\n"
)

// What the messages say, typed from the figures above.
var (
	joinedRead = FlushCache{Bufs: 394031, Writes: 282252, Milliseconds: 65544, Avoided: 21, Database: 19,
		WritesPerSecond: 430630, ThroughputMBs: 4696, Saturation: 53644, ContextSwitches: 101117,
		Target: 639360, LatencyMs: 1, Line: 1}
	threeRead = FlushCache{Bufs: 216539, Writes: 154471, Milliseconds: 69071, Avoided: 11796, Database: 6,
		WritesPerSecond: Untold, ThroughputMBs: 2449, Saturation: 68365, ContextSwitches: 80348, Target: 1560,
		LatencyMs: 15, At: "2012-05-30 02:01:56.31", Spid: "spid14s", Line: 1}
	slowDiskRead = FlushCache{Bufs: 18250, Writes: 8391, Milliseconds: 65152, Avoided: 4587, Database: 9,
		WritesPerSecond: Untold, ThroughputMBs: 219, Saturation: 4791, ContextSwitches: 3511, Target: 54,
		LatencyMs: 68, At: "2013-09-20 03:05:16.27", Spid: "spid14s", Line: 1}
	reversedRead = FlushCache{Bufs: 11208, Writes: 109, Milliseconds: 463587, Avoided: 8791, Database: 10,
		WritesPerSecond: 24, ThroughputMBs: 19, Saturation: 1009, ContextSwitches: 2085, Target: 2,
		LatencyMs: 111, Line: 4}
	mixedRead = FlushCache{Bufs: 11848, Writes: 7432, Milliseconds: 97168, Avoided: 8139, Database: 9,
		WritesPerSecond: Untold, ThroughputMBs: 72, Saturation: 11635, ContextSwitches: 18849, Target: 4,
		LatencyMs: 32, Line: 1}
	alteredRead = FlushCache{Bufs: 125, Writes: 69, Milliseconds: 1447, Avoided: 0, Database: Untold,
		Suffix: Untold, WritesPerSecond: Untold, ThroughputMBs: 67, Saturation: 79, ContextSwitches: 201,
		Target:    2,
		LatencyMs: 40, Line: 3}
)

// published are the six messages with what they say.
var published = []struct {
	name, text string
	want       FlushCache
}{
	{"joined", joinedForm, joinedRead}, {"three records", threeRecords, threeRead},
	{"slow disk", slowDisk, slowDiskRead}, {"reversed", reversed, reversedRead}, {"mixed", mixed, mixedRead},
	{"altered", altered, alteredRead},
}

// one reads a text with one message and nothing wrong.
func one(t *testing.T, text string) FlushCache {
	t.Helper()
	r := ParseFlushCache(text)
	require.Empty(t, problemTexts(r.Problems))
	require.Len(t, r.Messages, 1, text)
	return r.Messages[0]
}

func problemTexts(problems []scenario.Problem) []string {
	texts := []string{}
	for _, p := range problems {
		texts = append(texts, p.String())
	}
	return texts
}

func TestPublishedMessagesAreRead(t *testing.T) {
	for _, c := range published {
		assert.Equal(t, c.want, one(t, c.text), c.name)
	}
}

// disguise is what happens to a text on its way into a form.
type flushDisguise struct {
	name  string
	apply func(string) string
}

var flushDisguises = []flushDisguise{
	{"upper case", strings.ToUpper},
	{"lower case", strings.ToLower},
	{"quoted by a mail program", func(s string) string { return "> " + strings.ReplaceAll(s, "\n", "\n> ") }},
	{"Windows line ends", func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }},
	{"spaces doubled", func(s string) string { return strings.ReplaceAll(s, " ", "  ") }},
	{"tabs", func(s string) string { return strings.ReplaceAll(s, " ", "\t") }},
	{"mark-up", func(s string) string { return strings.ReplaceAll(s, "\n", "<br>\n") }},
	{"comment", func(s string) string { return "--" + strings.ReplaceAll(s, "\n", "\n--") }},
	{"prose around",
		func(s string) string { return "We see this, why?\n" + s + "\nIt lasts. Any writes per day?" }},
	{"query around", func(s string) string {
		return "EXEC xp_readerrorlog 0, 1, N'FlushCache: cleaned up', N'%average throughput:%'\n" + s +
			"SELECT AVG(ms) AS average FROM #log WHERE LogText LIKE 'FlushCache: cleaned up%' -- target\n"
	}},
	{"byte order mark", func(s string) string { return "\ufeff" + s }},
	{"thousands apart", func(s string) string {
		return strings.ReplaceAll(s, "154471 writes",
			"154,471 writes")
	}},
}

func TestPublishedMessagesAreReadInDisguise(t *testing.T) {
	for _, d := range flushDisguises {
		for _, c := range published {
			got := one(t, d.apply(c.text))
			want := c.want
			want.Line, got.Spid = got.Line, strings.ToLower(got.Spid)
			got.At, want.At = "", ""
			assert.Equal(t, want, got, "%s: %s", d.name, c.name)
		}
	}
}

// A narrow window or mail breaks lines at any space.
func TestMessagesMayBeWrappedAtEverySpace(t *testing.T) {
	for _, c := range published {
		for _, at := range []string{"cleaned", "bufs with", "writes", "ms", "new", "for", "throughput",
			"saturation",
			"switches", "outstanding", "avgWriteLatency"} {
			wrapped := strings.ReplaceAll(c.text, " "+at, "\n"+at)
			got, want := one(t, wrapped), c.want
			want.Line = got.Line
			assert.Equal(t, want, got, "%s before %s", c.name, at)
		}
	}
}

func TestPartsMayBeMissing(t *testing.T) {
	const head = "FlushCache: cleaned up 5 bufs with 4 writes in 3 ms"
	least := untoldFlushCache()
	least.Bufs, least.Writes, least.Milliseconds, least.Line = 5, 4, 3, 1
	with := func(change func(*FlushCache)) FlushCache {
		f := least
		change(&f)
		return f
	}
	for text, want := range map[string]FlushCache{
		head:                      least,
		"cleaned " + head[20:]:    least,
		head + " (avoided 2":      with(func(f *FlushCache) { f.Avoided = 2 }),
		head + " for db 7":        with(func(f *FlushCache) { f.Database = 7 }),
		head + " for db 7:3":      with(func(f *FlushCache) { f.Database, f.Suffix = 7, 3 }),
		head + ", for database 7": with(func(f *FlushCache) { f.Database = 7 }),
		head + "\naverage throughput: 1.5 MB/sec": with(func(f *FlushCache) { f.ThroughputMBs = 150 }),
		head + "\nI/O saturation: 6, context switches 7": with(func(f *FlushCache) {
			f.Saturation, f.ContextSwitches = 6, 7
		}),
		head + "\nlast target outstanding: 9": with(func(f *FlushCache) { f.Target = 9 }),
		head + "\navgWriteLatency 8":          with(func(f *FlushCache) { f.LatencyMs = 8 }),
		head + "\nwrites per second: 0.5":     with(func(f *FlushCache) { f.WritesPerSecond = 50 }),
	} {
		assert.Equal(t, want, one(t, text), text)
	}
}

func TestMessagesPrintAsTheyAreRead(t *testing.T) {
	assert.Equal(t, strings.TrimSpace(joinedForm), joinedRead.String())
	for _, c := range published {
		again := one(t, c.want.String())
		want := c.want
		want.At, want.Spid, want.Line = "", "", 1
		assert.Equal(t, want, again, c.name)
	}
}

func TestNumbersAreReadAsTheyAreWritten(t *testing.T) {
	for text, want := range map[string]int64{"0": 0, "007": 7, "394,031": 394031, "394.031": 394031,
		"1,234,567": 1234567, "999999999999": 999999999999, "1000000000000": Untold, "12.5": Untold,
		"1234,567": Untold, "1,23,456": Untold, "1,234.567": Untold, "99999999999999999999": Untold} {
		assert.Equal(t, want, wholeNumber(text), text)
	}
	for text, want := range map[string]int64{"0.72": 72, "46.96": 4696, "46,96": 4696, "7": 700, "1.5": 150,
		"4306.30": 430630, "4,306.30": 430630, "4.306,30": 430630, "4,306": 430600, "0.999": 99,
		"1.2.3": Untold, "1000000000000.5": Untold} {
		assert.Equal(t, want, hundredthsOf(text), text)
	}
}
