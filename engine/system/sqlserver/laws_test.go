package sqlserver

import (
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/setting"
	"schedlab/engine/sim"
)

// lawful tells a checkpoint of 100 pages in 50 writes that keeps all laws, changed by what is told
// afterwards.
func lawful(t *testing.T, change func(*published)) *tale {
	tl := taleOf(t, setting.Values{databasesName: {Records: []setting.Values{
		{"name": text("d"), targetName: number(0)}}}})
	p := published{bufs: 100, writes: 50, ms: 2000}
	change(&p)
	id := tl.begin(sim.Second, automatic, 5)
	phase := tl.begin(2*sim.Second, writeRange, 5)
	tl.facts(2*sim.Second, phase, int64(factScanned), 120)
	tl.facts(3*sim.Second, phase, int64(factPages), p.bufs)
	tl.end(3*sim.Second, phase)
	tl.facts(3*sim.Second, id, int64(factPages), p.bufs, int64(factWrites), p.writes, int64(factElapsed),
		p.ms)
	tl.end(3*sim.Second, id)
	return tl
}

// sums are pages counted since the start, and those that are dirty.
type sums struct{ dirtied, written, dirty int64 }

func (tl *tale) account(at sim.Time, s sums) *tale {
	tl.amountOf(at, "buffer.pages_dirtied", s.dirtied)
	tl.amountOf(at, "buffer.pages_written", s.written)
	tl.amount(at, taleDirty, s.dirty)
	return tl
}

func TestLawsOfPages(t *testing.T) {
	same := func(*published) {}
	require.Empty(t, laws(lawful(t, same).account(4*sim.Second, sums{150, 100, 50}).over(5*sim.Second)))
	for _, c := range []struct {
		change func(*published)
		sums   sums
		says   string
	}{
		{same, sums{150, 100, 51}, "150 pages became dirty and 100 were written, but 51 are dirty"},
		{same, sums{150, 99, 51}, "checkpoints wrote 100 pages, but only 99 were written"},
		{same, sums{150, 101, 49}, "checkpoints wrote 100 pages at most, but 101 were written"},
		{func(p *published) { p.ms = 1999 }, sums{150, 100, 50},
			"the checkpoint of db 5 at 1s tells of 1999 ms"},
		{func(p *published) { p.bufs = 121 }, sums{150, 121, 29}, "writes 121 pages and has found 120"},
		{func(p *published) { p.writes = 0 }, sums{150, 100, 50}, "puts 100 pages into 0 writes"},
	} {
		broken := laws(lawful(t, c.change).account(4*sim.Second, c.sums).over(5 * sim.Second))
		require.Len(t, broken, 1, c.says)
		require.Contains(t, broken[0], "db: ")
		require.Contains(t, broken[0], c.says)
	}
}

// TestOthersMayWriteToo: where the recovery writer has worked, more is written than by checkpoints.
func TestOthersMayWriteToo(t *testing.T) {
	tl := lawful(t, func(*published) {})
	id := tl.sleeper(roleRecovery, dirtyPagePoll)
	tl.wake(3*sim.Second, id)
	require.Empty(t, laws(tl.account(4*sim.Second, sums{150, 110, 40}).over(5*sim.Second)))
}

// TestOneCheckpointAtATime: the second begins before the first has ended.
func TestOneCheckpointAtATime(t *testing.T) {
	tl := taleOf(t, nil)
	first := tl.begin(0, automatic, 5)
	tl.facts(3*sim.Second, first, int64(factElapsed), 3000)
	second := tl.begin(2*sim.Second, automatic, 6)
	tl.end(3*sim.Second, first)
	tl.end(3*sim.Second, second)
	tl.facts(3*sim.Second, second, int64(factElapsed), 1000)
	broken := laws(tl.over(4 * sim.Second))
	require.Len(t, broken, 1)
	require.Contains(t, broken[0], "the checkpoint of db 6 at 2s begins before the last one ends")
}

// behindTarget has a database whose recovery takes 61 s at an instant; the target is 60 s, so that 2,000
// pages are too many. So many became dirty since the recovery writer's last look.
func behindTarget(t *testing.T, at, wakes sim.Time, since int64) []string {
	tl := taleOf(t, setting.Values{databasesName: {Records: []setting.Values{
		{"name": text("d"), targetName: number(60)}}}})
	id := tl.sleeper(roleRecovery, dirtyPagePoll)
	const pages = 61 * 2000
	look := (at - 1) / wakePeriod * wakePeriod
	tl.account(look-sim.Millisecond, sums{pages - since, 0, pages - since})
	if wakes < at {
		tl.wake(wakes, id)
	}
	tl.account(at, sums{pages, 0, pages})
	tl.amount(at, taleRecovery, int64(61*sim.Second))
	return laws(tl.over(at + sim.Second))
}

// TestTargetsAreKeptWhileTheWriterSleeps: it looks every 100 ms, so at 1.05 s it has looked at 1.0 s.
func TestTargetsAreKeptWhileTheWriterSleeps(t *testing.T) {
	const at = 1050 * sim.Millisecond
	require.Empty(t, behindTarget(t, at, sim.Never, 2000))
	broken := behindTarget(t, at, sim.Never, 1999)
	require.Len(t, broken, 1)
	require.Contains(t, broken[0], "the recovery writer sleeps at 1.05s, although the recovery of d would "+
		"take "+
		"61.0 s, its target is 60 s, and only 1,999 pages became dirty since its last look")
	require.Empty(t, behindTarget(t, at, 1010*sim.Millisecond, 1999), "it is at work")
}

// TestNothingIsCheckedWithoutPages and of a log that is not complete.
func TestNothingIsCheckedWithoutPages(t *testing.T) {
	tl := lawful(t, func(p *published) { p.ms = 1 })
	r := tl.over(5 * sim.Second)
	require.NotEmpty(t, laws(r))
	tl.log.Full = true
	require.Empty(t, laws(r))
	b := startBench(t, grid(1, 1), nil)
	b.log.Close(sim.Second)
	require.Empty(t, laws(taleReading(b)))
}
