package desk

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// line is a message that was published in 2020; records is one of 2012 in three parts; mixed are parts of two
// messages, as somebody asked about in a forum.
const (
	line = "FlushCache: cleaned up 394031 bufs with 282252 writes in 65544 ms (avoided 21 new dirty bufs) " +
		"for db 19:0 average writes per second: 4306.30 writes/sec average throughput: 46.96 MB/sec, " +
		"I/O saturation: 53644, context switches 101117 last target outstanding: 639360, avgWriteLatency 1"
	mixed = "FlushCache: cleaned up 11848 bufs with 7432 writes in 97168 ms (avoided 8139 new dirty bufs) " +
		"for db 9:0\nlast target outstanding: 4, avgWriteLatency 32\n" +
		"average throughput: 0.72 MB/sec, I/O saturation: 11635, context switches 18849"
)

// saidOf is what is said of a message, as one text.
func saidOf(s *State, at int) (text string) {
	for _, statement := range s.Explain.Result.Said[at].Statements {
		text += statement.Text + "\n"
	}
	return text
}

func TestMessagesAreExplainedWithThePoolThatWasTyped(t *testing.T) {
	s := fixture(t)
	do(s, "dialog", "explain")
	require.Equal(t, "explain", s.Effect.Dialog)
	require.Equal(t, "", s.Explain.Pool, "the scenario does not tell")
	Question{Text: line, Unit: Gigabytes}.Apply(s)
	answered(s)
	require.Len(t, s.Explain.Result.Said, 1)
	require.Equal(t, "issuer-bound", s.Explain.Result.Said[0].Verdict)
	require.NotContains(t, saidOf(s, 0), "26.6 s")
	Question{Text: line, Pool: "3,072", Unit: Gigabytes}.Apply(s)
	answered(s)
	require.Contains(t, saidOf(s, 0), "26.6 s", "402,653,184 buffers of 66 ns")
	Question{Text: line, Pool: "much", Unit: Gigabytes}.Apply(s)
	answered(s)
	require.Len(t, s.Explain.Problems, 1)
	require.Contains(t, s.Explain.Problems[0].Message, "“much”")
	Question{Text: "no message", Unit: Gigabytes}.Apply(s)
	answered(s)
	require.Empty(t, s.Explain.Result.Said)
	Question{Text: "FlushCache: cleaned up many bufs", Unit: Gigabytes}.Apply(s)
	answered(s)
	require.Equal(t, 1, s.Explain.Problems[0].Line)
}

func TestThePoolOfTheScenarioStandsInTheDialog(t *testing.T) {
	for _, c := range []struct{ mb, pool, unit string }{{"3145728", "3072", "GB"}, {"1500", "1500", "MB"}} {
		s := fixture(t)
		Source{Text: `{"version":1,"title":"x","duration_ms":1000,"machine":{},"workload":{},
			"system":{"product":"base","settings":{"buffer_pool_mb":` + c.mb + `}}}`}.Apply(s)
		do(s, "dialog", "explain")
		require.Equal(t, c.pool, s.Explain.Pool)
		require.Equal(t, c.unit, s.Explain.Unit)
		Question{Text: line, Pool: "7", Unit: c.unit}.Apply(s)
		answered(s)
		do(s, "dialog", "explain")
		require.Equal(t, "7", s.Explain.Pool, "it stays as it was typed")
	}
}

func TestAScenarioIsMadeOfTheChosenMessageAndTakenBack(t *testing.T) {
	s := fixture(t)
	before := s.Document.Root.String()
	Question{Text: mixed + "\n\n" + line, Unit: Gigabytes}.Apply(s)
	answered(s)
	require.Len(t, s.Explain.Result.Said, 2)
	require.Contains(t, s.Explain.Result.Said[0].Untrusted, "average throughput")
	do(s, "choose", "1")
	s.Effect = Effects{}
	do(s, "explain", "")
	require.False(t, s.Effect.Close, "it is being made")
	answered(s)
	require.True(t, s.Effect.Close)
	require.Contains(t, s.Title(), "database 19")
	require.Empty(t, s.Name, "it is no shipped one")
	require.True(t, s.Effect.Addressed)
	require.True(t, strings.HasPrefix(s.Effect.Address, "1."), "so it is there again after a reload")
	do(s, "undo", "")
	require.Equal(t, before, s.Document.Root.String())
	require.Equal(t, "two", s.Effect.Address)
}

func TestAMessageThatMakesNoScenarioSaysWhy(t *testing.T) {
	s := fixture(t)
	Question{Text: "FlushCache: cleaned up 0 bufs with 0 writes in 10 ms (avoided 0 new dirty bufs) " +
		"for db 5:0", Unit: Gigabytes}.Apply(s)
	answered(s)
	before := s.Document.Root.String()
	do(s, "explain", "")
	answered(s)
	require.Len(t, s.Explain.Problems, 1)
	require.Equal(t, before, s.Document.Root.String())
	require.False(t, s.Effect.Close)
}

func TestACopyDoesNotKeepANumberThatOnlyOneMayHave(t *testing.T) {
	s := fixture(t)
	Source{Text: `{"version":1,"title":"x","duration_ms":1000,"machine":{},"workload":{},
		"system":{"product":"base","settings":{"pools":[{"name":"a","id":12,"share":3},
		{"name":"z"}]}}}`}.Apply(s)
	do(s, "copy", "system.settings.pools[0]")
	require.Equal(t, "12", value(s, "system.settings.pools[0].id"))
	require.Equal(t, "3", value(s, "system.settings.pools[1].share"))
	require.Empty(t, value(s, "system.settings.pools[1].id"))
	require.Equal(t, `"z"`, value(s, "system.settings.pools[2].name"))
}

func TestTheLogIsFilteredAndCopiedAsItIsSeen(t *testing.T) {
	s := fixture(t)
	do(s, "filter", "FlushCache")
	do(s, "lines", "own")
	require.Empty(t, s.wanted().Lines, "another tab is open")
	do(s, "tab", "log")
	require.Equal(t, "FlushCache", s.wanted().Lines.Text)
	require.Zero(t, s.wanted().Count, "all its rows")
	s.Effect = Effects{}
	do(s, "table.copy", "")
	require.Equal(t, s.Lines, s.Effect.Send[0].Copy.Lines)
}

func TestTablesForScreenReadersFollowNotMoreThanTwiceASecond(t *testing.T) {
	s := fixture(t)
	sent := func(now float64) (drawn, withTables bool) {
		m, ok := s.Draw(now)
		s.asked.drawing = false
		return ok, ok && m.Draw.Twin
	}
	_, tables := sent(1000)
	require.True(t, tables)
	Seek{At: second}.Apply(s)
	drawn, tables := sent(1100)
	require.True(t, drawn)
	require.False(t, tables)
	require.True(t, s.Owes())
	drawn, _ = sent(1200)
	require.False(t, drawn)
	_, tables = sent(1500)
	require.True(t, tables, "what is owed comes though nothing else has changed")
	require.False(t, s.Owes())
}
