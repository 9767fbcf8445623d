package main

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"schedlab/wasm/proto"
)

func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		row     row
		verdict string
	}{
		{row{value: 7}, ""},
		{row{value: 4, budget: 4}, "ok"},
		{row{value: 4.5, budget: 4}, "over, within 20 %"},
		{row{value: 4.9, budget: 4}, "MISSED"},
		{row{value: 5e6, budget: 5e6, least: true}, "ok"},
		{row{value: 4.4e6, budget: 5e6, least: true}, "over, within 20 %"},
		{row{value: 4e6, budget: 5e6, least: true}, "MISSED"},
		{row{value: 0, budget: 5e6, least: true}, "MISSED"},
	} {
		require.Equal(t, c.verdict, c.row.verdict(), c.row)
	}
}

func TestABusyMachineIsAllowedFor(t *testing.T) {
	s := section{rows: []row{
		{value: 6, budget: 4, timed: true},
		{value: 2e6, budget: 4e6, least: true, timed: true},
		{value: 6, budget: 4}, // bytes do not depend on the machine
	}}
	s.allow(2)
	require.Equal(t, "ok", s.rows[0].verdict())
	require.Equal(t, "ok", s.rows[1].verdict())
	require.Equal(t, "MISSED", s.rows[2].verdict())
	require.Contains(t, s.title, "2.0×")
	require.Len(t, missed([]section{s}), 1)
}

func TestBusynessIsTheMeanOfTheBest(t *testing.T) {
	b := busyness{best: time.Millisecond, parts: []time.Duration{time.Millisecond, 3 * time.Millisecond}}
	require.Equal(t, 2.0, b.factor())
	require.Empty(t, b.parts)
}

func TestNumbersHaveThreeDigits(t *testing.T) {
	for want, v := range map[string]float64{"0.0333": 0.03333, "1.5": 1.5, "12,346": 12345.6, "33": 33,
		"0": 0, "1,200,000": 1.2e6, "100": 99.99999999} {
		require.Equal(t, want, number(v))
	}
}

func TestQuantiles(t *testing.T) {
	values := []float64{5, 1, 4, 2, 3}
	require.Equal(t, 3.0, median(values))
	require.Equal(t, 5.0, quantile(values, 0.95))
	require.Equal(t, 1.0, quantile(values, 0))
}

func TestTheProbeIsRead(t *testing.T) {
	all, err := parseProbe(`{"name":"R","ms":[2,1,3],"events":4000,"totals":{"done":192}}` + "\n")
	require.NoError(t, err)
	require.Equal(t, 2.0, all["R"].median())
	require.Equal(t, 2e6, all["R"].perSecond())
	require.NoError(t, checkTotals("R", all["R"].Totals, map[string]int64{"done": 192}))
	require.Error(t, checkTotals("R", all["R"].Totals, map[string]int64{"done": 191}))
	_, err = parseProbe("panic: what")
	require.Error(t, err)
}

// A module of two functions and one import, as the specification writes modules down.
func TestTheLedgerReadsAModule(t *testing.T) {
	names := "\x02\x01\x14schedlab_engine.Step\x02\x10runtime.mallocgc"
	sub := "\x01" + string(rune(len(names))) + names
	custom := "\x04name" + sub
	module := "\x00asm\x01\x00\x00\x00" +
		"\x02\x08\x01\x01m\x01f\x00\x00\x00" + // imports: one
		"\x0a\x08\x02\x02ab\x03abc" + "" + // bodies of two and three bytes
		"\x0b\x03\x01xy" +
		"\x00" + string(rune(len(custom))) + custom
	costs, err := packageCosts([]byte(module))
	require.NoError(t, err)
	require.Equal(t, map[string]int{"engine": 2, "runtime": 3, "(data: types, tables, strings)": 3}, costs)
	_, err = packageCosts([]byte(module[:len(module)-3]))
	require.Error(t, err)
	require.Contains(t, strings.Join(ledgerLines(costs), "\n"), "37.5 %  runtime")
}

func TestPackagesOfFunctions(t *testing.T) {
	for function, want := range map[string]string{
		"schedlab_engine_sim.__Kernel_.Step":                        "engine_sim",
		"slices.Grow_go.shape.struct_schedlab_engine_trace.Event__": "slices",
		"honnef.co_go_js_dom_v2.wrapEvent":                          "honnef",
		"wasm_pc_f_loop":                                            "(generated)",
	} {
		require.Equal(t, want, packageOf(function))
	}
}

func TestDocumentsOfAllSizesAreValid(t *testing.T) {
	for _, size := range pageSizes {
		texts, err := size.documents()
		require.NoError(t, err)
		require.Len(t, texts, editsMeasured+1)
		require.NotEqual(t, texts[1], texts[2])
	}
}

// What the benchmark sends is what the runner reads, and answers are told apart as the page does.
func TestMessagesAreThoseOfThePage(t *testing.T) {
	m := messagesFor([]string{"a", "{}"})
	open, err := proto.DecodeToRunner(m.Opens[1])
	require.NoError(t, err)
	require.Equal(t, proto.ToRunner{Generation: 2, Open: &proto.Open{Document: "{}"}}, open)
	require.Len(t, m.Draws, 16)
	for key, text := range m.Draws {
		for _, place := range []string{"770001 ", "770002 ", "770003 ", "770004 ", "770005 "} {
			require.Equal(t, 1, strings.Count(text, place), "%s in %s", place, key)
		}
		draw, err := proto.DecodeToRunner(text)
		require.NoError(t, err)
		require.Equal(t, key[0] == '1', draw.Draw.Playing)
		require.Equal(t, key[3] == '1', draw.Draw.Tab == "waits")
	}
	for kind, at := range m.Kinds {
		require.Contains(t, []string{"ready", "opened", "refused", "drawn", "failed"}, kind)
		require.GreaterOrEqual(t, at, 0)
	}
	require.Len(t, m.Kinds, 5)
}
