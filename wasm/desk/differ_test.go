package desk

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWhatDiffersFromTheScenarioAsShippedIsNamed(t *testing.T) {
	s := fixture(t)
	require.Empty(t, s.Differences())
	do(s, "toggle", "system.settings.splits")
	require.Equal(t, []string{"Splits nodes"}, s.Differences())
	Edit{Path: "machine.packages", Text: "3"}.Apply(s)
	require.Equal(t, []string{"Packages", "Splits nodes"}, s.Differences(), "in the document's order")
	do(s, "remove", "workload.sessions[0]")
	require.Contains(t, s.Differences(), "Sessions")
	do(s, "undo", "")
	do(s, "undo", "")
	do(s, "undo", "")
	require.Empty(t, s.Differences())
}

func TestADefaultThatIsWrittenOutIsNoDifference(t *testing.T) {
	s := fixture(t)
	Edit{Path: "system.settings.quantum_us", Text: "5000"}.Apply(s)
	require.Equal(t, []string{"Quantum"}, s.Differences())
	Edit{Path: "system.settings.quantum_us", Text: "4000"}.Apply(s)
	require.Empty(t, s.Differences())
	Edit{Path: "title", Text: "Mine"}.Apply(s)
	require.Empty(t, s.Differences(), "a title changes no run")
}

func TestADocumentWithClaimsOfItsOwnIsHeldAgainstThem(t *testing.T) {
	s := fixture(t)
	Source{Text: strings.Replace(strings.Replace(document, `"packages": 2`, `"packages": 3`, 1), `"seed": 1`,
		`"seed": 1, "expect": [ { "metric": "cpu.busy_pct", "reported": 33, "source": "me" } ]`, 1)}.Apply(s)
	require.Empty(t, s.Problems)
	require.Empty(t, s.Differences())
}

func TestARunPlaysInAboutHalfAMinuteAtFirst(t *testing.T) {
	for length, speed := range map[int64]int64{
		0: RealTime, 2 * second: RealTime, 30 * second: RealTime, 60 * second: 2 * RealTime,
		147_500 * millisecond: 5 * RealTime, 15 * minute: 30 * RealTime, 24 * hour: Fastest,
	} {
		require.Equal(t, speed, pace(length), "%s", Length(length))
	}
	s := fixture(t)
	do(s, "slower", "")
	s.Speed = 500
	opened(s)
	require.Equal(t, int64(500), s.Speed, "an edit keeps the speed that was chosen")
}
