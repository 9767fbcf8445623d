package sqlserver

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/setting"
	"schedlab/engine/sim"
	"schedlab/engine/system"
)

// The published messages, with what they print and how many pages a write they mean. Sources: Aaron Bertrand
// 2020, which prints 46.96 although its own numbers make 46.97; techcommunity ba-p/317038; blogs.msdn ggaurav
// 2013; two public repositories.
var publishedMessages = []published{
	{394031, 282252, 65544, 21, 19, "4306.30", "46.97", 53644, 101117, 639360, 1, "1.40"},
	{216539, 154471, 69071, 11796, 6, "2236.41", "24.49", 68365, 80348, 1560, 15, "1.40"},
	{12773, 2061, 96736, 11, 5, "21.31", "1.03", 3196, 2913, 14, 8, "6.20"},
	{16758, 7720, 73764, 3642, 9, "104.66", "1.77", 6115, 4409, 52, 0, "2.17"},
	{18250, 8391, 65152, 4587, 9, "128.79", "2.19", 4791, 3511, 54, 68, "2.17"},
	{36565, 2714, 70883, 123, 7, "38.29", "4.03", 3809, 9323, 10, 11, "13.47"},
	{11208, 109, 463587, 8791, 10, "0.24", "0.19", 1009, 2085, 2, 111, "102.83"},
}

// flushText is the message that the product would have logged for a published one's numbers.
func flushText(t *testing.T, version string, p published) []system.LogLine {
	tl := taleOf(t, setting.Values{versionName: text(version)})
	end := tl.checkpoint(p)
	lines := logLines(tl.over(end))
	require.Empty(t, storageLines(tl.reading(end-1)), "before its end")
	return lines[len(lines)-3:]
}

// TestFlushCacheOf2013 is the message of blogs.msdn ggaurav, character by character.
func TestFlushCacheOf2013(t *testing.T) {
	lines := flushText(t, "2014", publishedMessages[4])
	for i, want := range []string{
		"FlushCache: cleaned up 18250 bufs with 8391 writes in 65152 ms (avoided 4587 new dirty bufs) for " +
			"db 9:0",
		"            average throughput:   2.19 MB/sec, I/O saturation: 4791, context switches 3511",
		"            last target outstanding: 54, avgWriteLatency 68",
	} {
		require.Equal(t, want, lines[i].Text)
		require.Equal(t, "spid14s", lines[i].Source)
		require.Equal(t, 65152*sim.Millisecond, lines[i].At)
	}
}

// TestFlushCacheOf2012 is the message that a product's engineer explains; blanks were lost when it was
// printed.
func TestFlushCacheOf2012(t *testing.T) {
	require.Equal(t, "FlushCache: cleaned up 216539 bufs with 154471 writes in 69071 ms "+
		"(avoided 11796 new dirty bufs) for db 6:0 "+
		"average throughput: 24.49 MB/sec, I/O saturation: 68365, context switches 80348 "+
		"last target outstanding: 1560, avgWriteLatency 15", joinedText(flushText(t, "2014",
		publishedMessages[1])))
}

// TestFlushCacheOf2020 is the line of the article on indirect checkpoints.
func TestFlushCacheOf2020(t *testing.T) {
	require.Equal(t, "FlushCache: cleaned up 394031 bufs with 282252 writes in 65544 ms "+
		"(avoided 21 new dirty bufs) for db 19:0 average writes per second: 4306.30 writes/sec "+
		"average throughput: 46.97 MB/sec, I/O saturation: 53644, context switches 101117 "+
		"last target outstanding: 639360, avgWriteLatency 1", joinedText(flushText(t, "2017",
		publishedMessages[0])))
}

// joinedText is a message as people paste it: on one line, without the blanks of the log.
func joinedText(lines []system.LogLine) string {
	var words []string
	for _, l := range lines {
		words = append(words, strings.Fields(l.Text)...)
	}
	return strings.Join(words, " ")
}

// TestArithmeticOfPublishedMessages: pages × 8 KB ÷ time, and writes ÷ time.
func TestArithmeticOfPublishedMessages(t *testing.T) {
	for _, p := range publishedMessages {
		lines := flushText(t, "2016", p)
		require.Contains(t, joinedText(lines), "average writes per second: "+p.perSecond+" writes/sec "+
			"average throughput: "+p.throughput+" MB/sec")
		require.Contains(t, fieldOf(t, lines, "writes").Help, p.perWrite+" pages")
		require.NotContains(t, joinedText(flushText(t, "2014", p)), "writes per second")
	}
}

// TestAnEmptyCheckpointIsLogged: with trace flag 3504 there may be nothing to divide by.
func TestAnEmptyCheckpointIsLogged(t *testing.T) {
	text := joinedText(flushText(t, "2022", published{db: 5}))
	require.Contains(t, text, "cleaned up 0 bufs with 0 writes in 0 ms (avoided 0 new dirty bufs) for db 5:0")
	require.Contains(t, text, "0.00 writes/sec average throughput: 0.00 MB/sec")
}

// fieldOf finds what is explained under a name.
func fieldOf(t *testing.T, lines []system.LogLine, name string) system.LogField {
	for _, l := range lines {
		for _, f := range l.Fields {
			if f.Name == name {
				return f
			}
		}
	}
	require.Fail(t, "no field "+name)
	return system.LogField{}
}

// TestFieldsOfLines: each lies where its words are, and says how sure its meaning is.
func TestFieldsOfLines(t *testing.T) {
	lines := flushText(t, "2017", publishedMessages[0])
	parts := map[string]string{}
	for _, l := range lines {
		checkFields(t, l)
		for _, f := range l.Fields {
			parts[f.Name] = l.Text[f.From:f.To]
		}
	}
	require.Equal(t, map[string]string{"bufs": "cleaned up 394031 bufs", "writes": "282252 writes",
		"elapsed": "65544 ms", "avoided": "avoided 21 new dirty bufs", "database": "db 19:0",
		"writes a second": "average writes per second: 4306.30 writes/sec",
		"throughput":      "average throughput:  46.97 MB/sec", "I/O saturation": "I/O saturation: 53644",
		"context switches": "context switches 101117", "last target outstanding": "last target " +
			"outstanding: 639360",
		"write latency": "avgWriteLatency 1"}, parts)
	require.Contains(t, fieldOf(t, lines, "I/O saturation").Help, "not published")
	require.Contains(t, fieldOf(t, lines, "bufs").Help, "3.0 GB") // 394,031 × 8 KB = 3.006 GB
}

func checkFields(t *testing.T, l system.LogLine) {
	at := 0
	for _, f := range l.Fields {
		require.LessOrEqual(t, at, f.From, l.Text)
		require.Less(t, f.From, f.To)
		require.LessOrEqual(t, f.To, len(l.Text))
		require.NotEmpty(t, f.Name)
		require.Regexp(t, `\((published|documented|inferred|assumed|checked)[^()]*\)$`, f.Help)
		require.NotRegexp(t, `\s{2}|%!`, f.Help)
		at = f.To
	}
}
