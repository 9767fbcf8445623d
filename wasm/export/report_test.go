package export

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAReportSaysWhatTheRunWas(t *testing.T) {
	s := subject(t, "soft-numa-on")
	text := Report(s, whole(s)).Text()
	for _, said := range []string{
		"<h1>Soft-NUMA stacks parallel queries</h1>", "4 packages, 4 NUMA nodes, 96 cores, 96 CPUs",
		"<td>CPU busy</td>\n<td class=\"n\">about 33 %</td>\n<td class=\"n\">33.3 %</td>\n<td>predicted</td>",
		"<td>SOS_SCHEDULER_YIELD</td>\n<td class=\"n\">two hours</td>\n<td class=\"n\">2.13 h</td>",
		"disagrees: ETL steps are not modelled", "<td>Soft-NUMA off</td>\n<td class=\"n\">91.7 %</td>",
		"measured from 0:27.5 to 2:27.5", "<td>cpu.busy_pct</td>", "sys.dm_os_schedulers",
		"hash of the log " + s.Hash(), "go run ./scripts/simulate scenario.json",
		`<a href="https://schedlab.example/#soft-numa-on">`, "default-src 'none'",
	} {
		require.Contains(t, text, said)
	}
	require.Contains(t, text, "Max degree of parallelism", "a setting that differs from its default")
	require.NotContains(t, text, "src=")
	foreign := regexp.MustCompile(`(?i)(url\(|@import|<link|<script|<img|<iframe|<object)[^#]`)
	require.Empty(t, foreign.FindAllString(strings.ReplaceAll(text, "url(#", ""), -1))
}

func TestAReportListsSettingsWithTheirUnits(t *testing.T) {
	s := subject(t, "soft-numa-on", "system.settings.quantum_us=2000", "system.settings.max_dop=0")
	text := Report(s, whole(s)).Text()
	require.Regexp(t, `<td class="n">2000 µs</td>\s*<td class="n">4000 µs</td>\s*<td>quantum_us</td>`, text)
	require.NotContains(t, text, "<td>max_dop</td>", "it has its default")
}

func TestReportsOfOtherRuns(t *testing.T) {
	for _, name := range []string{"checkpoint-automatic", "threadpool-starvation", "many-databases"} {
		s := subject(t, name)
		s.Link, s.Variants, s.Claims = "", nil, nil
		text := Report(s, whole(s)).Text()
		require.NotContains(t, text, "Open it")
		require.NotContains(t, text, "Reported and simulated")
		require.NotContains(t, text, "NaN")
		require.Equal(t, strings.Count(text, "<table>"), strings.Count(text, "</table>"))
	}
}
