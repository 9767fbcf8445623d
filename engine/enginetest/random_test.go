package enginetest_test

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine"
	"schedlab/engine/enginetest"
)

// randomScenarios is how many scenarios the leap is compared on with the plain engine.
func randomScenarios() uint64 {
	if runtime.GOOS == "js" {
		return 1000
	}
	return 20_000
}

func TestLeapEqualsPlainOnRandomScenarios(t *testing.T) {
	const parts = 8
	for part := range uint64(parts) {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			for run, seed := uint64(0), part; run < randomScenarios()/parts; seed += parts {
				if compareRandom(t, seed) {
					run++
				}
			}
		})
	}
}

// compareRandom says whether the seed gives a scenario without problems.
func compareRandom(t *testing.T, seed uint64) bool {
	lines := enginetest.Random(seed)
	s, problems := enginetest.Build(lines).Scenario()
	if len(problems) > 0 {
		return false
	}
	leap := engine.New(s, engine.Options{}).Finish()
	plain := engine.New(s, engine.Options{Plain: true}).Finish()
	broken := append(leap.Broken, enginetest.Compare(leap, plain)...)
	require.Empty(t, broken, "seed %d\n%s", seed, enginetest.Story(lines))
	return true
}
