package main

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func passing(context.Context) (string, error) { return "all well", nil }
func failing(context.Context) (string, error) { return "what went wrong", errors.New("exit status 1") }

func TestReport(t *testing.T) {
	var out strings.Builder
	r := newReport(&out)
	runStage(t.Context(), stage{
		{name: "one", run: passing},
		{name: "two", paste: "go run two", run: failing},
	}, r)
	runStage(t.Context(), stage{
		{name: "three", needs: []string{"one"}, run: passing},
		{name: "four", needs: []string{"one", "two"}, run: passing},
	}, r)
	require.Equal(t, 2, r.summarize())
	text := out.String()
	require.True(t, strings.HasSuffix(text, "\n2 passed, 2 failed\n"), text)
	require.Contains(t, text, "what went wrong")
	require.Contains(t, text, "to repeat it:  go run two")
	require.Contains(t, text, `four: it was not run, because "two" did not pass`)
	require.NotContains(t, text, "all well")
}

func TestNothingStartsAfterTheTimeIsUp(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := newReport(&strings.Builder{})
	runStage(ctx, stage{{name: "late", run: passing}}, r)
	require.Equal(t, 1, r.summarize())
}

func TestStepsOnlyNeedStepsOfEarlierStages(t *testing.T) {
	known := map[string]bool{}
	for _, steps := range stages(t.TempDir()) {
		for _, s := range steps {
			require.False(t, known[s.name], "two steps are called %q", s.name)
			require.NotEmpty(t, s.paste, s.name)
			for _, needed := range s.needs {
				require.True(t, known[needed], "%q needs %q", s.name, needed)
			}
		}
		for _, s := range steps {
			known[s.name] = true
		}
	}
}

func TestShell(t *testing.T) {
	s := shell{dir: t.TempDir()}
	output, err := s.output(t.Context(), "GOOS=plan9 GOARCH=arm go env GOOS GOARCH")
	require.NoError(t, err)
	require.Equal(t, []string{"plan9", "arm"}, strings.Fields(output))

	output, err = s.output(t.Context(), "go no-such-command")
	require.Error(t, err)
	require.Contains(t, output, "no-such-command")

	_, err = s.failingOnOutput("loud", "go env GOOS").run(t.Context())
	require.Error(t, err)
	_, err = s.failingOnOutput("quiet", "go env -unknown-").run(t.Context())
	require.Error(t, err)
}

func TestOnlyNeededVariablesReachWebAssembly(t *testing.T) {
	long := "LONG=" + strings.Repeat("x", 20000)
	kept := neededVariables([]string{"PATH=/bin", long, "GOFLAGS=-v", "Path=c"})
	slices.Sort(kept)
	require.Equal(t, []string{"GOFLAGS=-v", "PATH=/bin", "Path=c"}, kept)
}
