package sqlserver

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/setting"
	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// TestScanMessage is message 898 as its documentation shows it.
func TestScanMessage(t *testing.T) {
	const want = "Buffer Pool scan took 14 seconds: database ID 7, command 'BACKUP DATABASE', " +
		"operation 'FlushCache', scanned buffers 115, total iterated buffers 204640239, wait time 0 ms. " +
		"See 'https://go.microsoft.com/fwlink/?linkid=2132602' for more information."
	for kind, command := range map[trace.Reason]string{internal: "BACKUP DATABASE", manual: "CHECKPOINT",
		automatic: "CHECKPOINT"} {
		tl := taleOf(t, nil)
		id := tl.begin(0, kind, 7)
		phase := tl.begin(0, scanRange, 7)
		at := 14*sim.Second + 120*sim.Millisecond
		tl.facts(at, phase, int64(factScanned), 115, int64(factIterated), 204_640_239, int64(scanLogged), 14)
		tl.end(at, phase)
		tl.end(at, id)
		lines := storageLines(tl.over(at))
		require.Len(t, lines, 1)
		require.Equal(t, regexp.MustCompile(`BACKUP DATABASE`).ReplaceAllString(want, command), lines[0].Text)
		require.Equal(t, at, lines[0].At)
		checkFields(t, lines[0])
		require.Contains(t, fieldOf(t, lines, "scan").Help, "69.00 ns") // 14.12 s ÷ 204,640,239
		require.Contains(t, fieldOf(t, lines, "total iterated buffers").Help, "1.5 TB")
	}
}

// TestSlowMessage is message 833 of a public log, but for path, handle and offset.
func TestSlowMessage(t *testing.T) {
	const want = "SQL Server has encountered 1 occurrence(s) of I/O requests taking longer than 15 seconds " +
		"to complete on file [D:\\Data\\x.mdf] in database id 10.  The OS file handle is " +
		"0x0000000000000000.  " +
		"The offset of the latest long I/O is: 0x00000000000000.  The duration of the long I/O is: 16699 ms."
	tl := taleOf(t, setting.Values{databasesName: {Records: []setting.Values{
		{"name": text("x"), "id": number(10)}}}})
	id := tl.begin(sim.Second, slowRange, 10)
	tl.facts(sim.Second, id, int64(slowLogged), 16699)
	tl.end(sim.Second, id)
	lines := storageLines(tl.over(2 * sim.Second))
	require.Len(t, lines, 1)
	require.Equal(t, want, lines[0].Text)
	checkFields(t, lines[0])
}

// TestLinesAreInOrderOfTime: the scan's message before those of its checkpoint, and all after the start.
func TestLinesAreInOrderOfTime(t *testing.T) {
	tl := taleOf(t, nil)
	id := tl.begin(sim.Second, automatic, 5)
	phase := tl.begin(sim.Second, scanRange, 5)
	slow := tl.begin(2*sim.Second, slowRange, 5)
	tl.facts(2*sim.Second, slow, int64(slowLogged), 15000)
	tl.end(2*sim.Second, slow)
	tl.facts(30*sim.Second, phase, int64(scanLogged), 29)
	tl.end(30*sim.Second, phase)
	tl.facts(70*sim.Second, id, int64(flushLogged), 1)
	tl.end(70*sim.Second, id)
	lines := logLines(tl.over(80 * sim.Second))
	require.Len(t, lines, 2+1+1+3)
	for i, want := range []sim.Time{0, 0, 2, 30, 70, 70, 70} {
		require.Equal(t, want*sim.Second, lines[i].At)
	}
	require.Len(t, logLines(tl.reading(30*sim.Second-1)), 3)
}
