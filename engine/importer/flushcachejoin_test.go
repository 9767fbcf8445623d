package importer

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// logOf is an error log with n messages of three records and what else logs hold between them. Message i has
// 100 × (i+1) buffers, and each of its other numbers tells i too.
func logOf(n int, stamped bool) []string {
	var lines []string
	for i := range n {
		stamp := ""
		if stamped {
			stamp = fmt.Sprintf("2024-05-30 02:%02d:56.31 spid14s     ", i)
		}
		lines = append(lines,
			fmt.Sprintf("%sFlushCache: cleaned up %d bufs with %d writes in 1000 ms (avoided %d new "+
				"dirty bufs) for db %d:0", stamp, 100*(i+1), 50*(i+1), i, i+5),
			fmt.Sprintf("%s            average writes per second:  %d.00 writes/sec", stamp, 50*(i+1)),
			fmt.Sprintf("%s            average throughput:   %s MB/sec, I/O saturation: %d, context "+
				"switches %d",
				stamp, hundredths(78*int64(i+1)+int64(i+1)/8), i+1000, i+2000),
			fmt.Sprintf("%s            last target outstanding: %d, avgWriteLatency %d", stamp, i+3000, i+1))
	}
	return lines
}

// requireWhole finds each of the n messages with its own records.
func requireWhole(t *testing.T, n int, text, name string) {
	t.Helper()
	r := ParseFlushCache(text)
	require.Empty(t, problemTexts(r.Problems), name)
	require.Len(t, r.Messages, n, name)
	for _, m := range r.Messages {
		i := m.Bufs/100 - 1
		assert.Equal(t, []int64{i, i + 5, 5000 * (i + 1), i + 1000, i + 2000, i + 3000, i + 1},
			[]int64{m.Avoided, m.Database, m.WritesPerSecond, m.Saturation, m.ContextSwitches, m.Target,
				m.LatencyMs},
			name)
	}
	assert.True(t, slices.IsSortedFunc(r.Messages, func(a, b FlushCache) int { return a.Line - b.Line }),
		name)
}

func TestEachMessageOfALogGetsItsOwnRecords(t *testing.T) {
	for n := 1; n <= 5; n++ {
		for _, stamped := range []bool{false, true} {
			lines := logOf(n, stamped)
			name := fmt.Sprintf("%d, stamped %v", n, stamped)
			requireWhole(t, n, strings.Join(lines, "\n"), name)
			slices.Reverse(lines)
			requireWhole(t, n, strings.Join(lines, "\n"), name+", newest first")
			slices.Reverse(lines)
			requireWhole(t, n, strings.Join(lines, "\n2024-05-30 02:03:04.05 Backup      Log was "+
				"backed up.\n"),
				name+", with other entries")
		}
	}
}

// A log viewer may sort by time only: the newest message comes first, its records in their own order.
func TestMessagesNewestFirstMayHaveTheirRecordsInOrder(t *testing.T) {
	lines := logOf(4, true)
	var text []string
	for i := 3; i >= 0; i-- {
		text = append(text, lines[4*i:4*i+4]...)
	}
	requireWhole(t, 4, strings.Join(text, "\n"), "blocks")
}

// Every order of a message's records is understood, whatever the order of its neighbour's.
func TestRecordsMayComeInAnyOrder(t *testing.T) {
	lines := logOf(2, true)
	for _, first := range orders(4) {
		for _, second := range orders(4) {
			var text []string
			for _, i := range first {
				text = append(text, lines[i])
			}
			for _, i := range second {
				text = append(text, lines[4+i])
			}
			requireWhole(t, 2, strings.Join(text, "\n"), fmt.Sprint(first, second))
		}
	}
}

func orders(n int) [][]int {
	if n == 0 {
		return [][]int{{}}
	}
	var all [][]int
	for _, shorter := range orders(n - 1) {
		for at := range n {
			all = append(all, slices.Insert(slices.Clone(shorter), at, n-1))
		}
	}
	return all
}

func TestMessagesOfTwoSessionsMayAlternate(t *testing.T) {
	one, other := logOf(2, true)[:4], logOf(2, true)[4:]
	var text []string
	for i := range one {
		text = append(text, one[i], strings.Replace(other[i], "spid14s", "spid61", 1))
	}
	requireWhole(t, 2, strings.Join(text, "\n"), "alternating")
	r := ParseFlushCache(strings.Join(text, "\n"))
	assert.Equal(t, "spid14s", r.Messages[0].Spid)
	assert.Equal(t, "spid61", r.Messages[1].Spid)
}

func TestAllPublishedMessagesMayBePastedTogether(t *testing.T) {
	text, line := "", 0
	var want []FlushCache
	for _, c := range published {
		m := c.want
		m.Line += line
		text, line = text+c.text, line+strings.Count(c.text, "\n")
		want = append(want, m)
	}
	r := ParseFlushCache(text)
	assert.Empty(t, problemTexts(r.Problems))
	assert.Equal(t, want, r.Messages)
}

// A message without its last record stays without it, and takes none of its neighbour's.
func TestNeighboursDoNotLendRecords(t *testing.T) {
	lines := logOf(3, true)
	for without := range 4 {
		if without == 0 {
			continue
		}
		text := slices.Delete(slices.Clone(lines), 4+without, 5+without)
		r := ParseFlushCache(strings.Join(text, "\n"))
		require.Empty(t, problemTexts(r.Problems))
		require.Len(t, r.Messages, 3)
		m := r.Messages[1]
		missing := []int64{m.WritesPerSecond, m.ThroughputMBs, m.Target}[without-1]
		assert.EqualValues(t, Untold, missing)
		assert.EqualValues(t, 3002, r.Messages[2].Target)
	}
}

func TestRecordsWithoutAMessageAreProblems(t *testing.T) {
	r := ParseFlushCache("\n" + strings.Join(logOf(1, true)[1:], "\n"))
	assert.Empty(t, r.Messages)
	const hint = ` (paste the record "FlushCache: cleaned up …" that the log has beside it)`
	assert.Equal(t, []string{
		`2:0: the record "average writes per second" belongs to no FlushCache message` + hint,
		`3:0: the record "average throughput" belongs to no FlushCache message` + hint,
		`4:0: the record "last target outstanding" belongs to no FlushCache message` + hint,
	}, problemTexts(r.Problems))
}

func TestARecordOfAnotherTimeIsAProblem(t *testing.T) {
	lines := strings.Split(threeRecords, "\n")
	lines[2] = strings.Replace(lines[2], "02:01:56.31", "03:07:11.02", 1)
	r := ParseFlushCache(strings.Join(lines, "\n"))
	require.Len(t, r.Messages, 1)
	assert.EqualValues(t, 1560, r.Messages[0].Target)
	assert.Equal(t,
		[]string{`3:0: the record "last target outstanding" is of another time than its message in ` +
			`line 1 (it may belong to another message; paste all its records)`}, problemTexts(r.Problems))
}
