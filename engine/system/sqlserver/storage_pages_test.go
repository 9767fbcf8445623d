package sqlserver

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/sim"
)

// onePool is a pool of one memory node that is warm with a database of so many pages, none of them dirty.
func onePool(pages int64) (*bufferPool, *database) {
	p := &bufferPool{buffers: 2 * pages, nodes: []poolNode{{total: 2 * pages, free: 2 * pages}}, of: []int{0}}
	all := []database{{pages: pages, dirty: make([]int64, 1)}}
	p.warm(all)
	return p, &all[0]
}

// change lets a commit of so many changes happen, without anything that follows from it.
func change(p *bufferPool, db *database, changes int64) {
	db.total += db.touch(p, 0, changes)
}

// randomPages is a database whose every page is kept: changes fall on pages at random, and so does what is
// written.
type randomPages struct {
	dice  *sim.Stream
	dirty []bool
	total int64
}

func (r *randomPages) change(changes int64) {
	for range changes {
		at := r.dice.Below(int64(len(r.dirty)))
		if !r.dirty[at] {
			r.dirty[at] = true
			r.total++
		}
	}
}

func (r *randomPages) write(pages int64) {
	for left := min(pages, r.total); left > 0; {
		if at := r.dice.Below(int64(len(r.dirty))); r.dirty[at] {
			r.dirty[at] = false
			r.total--
			left--
		}
	}
}

// Counted pages become dirty as random ones do in the mean of many runs, also while some are written: within
// 4 % and a page.
func TestPagesBecomeDirtyAsRandomOnesDo(t *testing.T) {
	const runs = 40
	for _, c := range []struct{ pages, changes, commits, written int64 }{
		{100, 1, 300, 0}, {100, 7, 60, 0}, {1000, 40, 100, 0}, {1000, 300, 12, 100}, {1000, 3000, 2, 700},
		{50, 5, 100, 3}, {5000, 100, 200, 60}, {3, 1, 9, 0},
	} {
		p, db := onePool(c.pages)
		brutes := make([]randomPages, runs)
		for i := range brutes {
			dice := sim.NewKernel(uint64(i + 1)).Rand("pages")
			brutes[i] = randomPages{dice: dice, dirty: make([]bool, c.pages)}
		}
		for commit := range c.commits {
			change(p, db, c.changes)
			var sum int64
			for i := range brutes {
				brutes[i].change(c.changes)
				sum += brutes[i].total
				brutes[i].write(c.written)
			}
			mean := float64(sum) / runs
			require.InDelta(t, mean, float64(db.total), 1+0.04*mean, "%+v, commit %d", c, commit)
			written := min(c.written, db.total)
			db.clean(p, written, nil)
			db.total -= written
		}
	}
}

// Of one page nothing is left to chance, nor of the first change of any number, nor once all are dirty.
func TestPagesThatAreCertain(t *testing.T) {
	p, db := onePool(1)
	change(p, db, 1)
	require.EqualValues(t, 1, db.total)
	change(p, db, 1_000_000)
	require.EqualValues(t, 1, db.total)
	for pages := int64(1); pages < 50; pages++ {
		p, db = onePool(pages)
		change(p, db, 1)
		require.EqualValues(t, 1, db.total)
		change(p, db, 1000*pages)
		require.EqualValues(t, pages, db.total)
		change(p, db, 3)
		require.EqualValues(t, pages, db.total)
		require.Equal(t, poolNode{total: 2 * pages, free: pages}, p.nodes[0])
	}
}

// requireConserved holds the law of each memory node.
func requireConserved(t *testing.T, p *bufferPool, dbs []database) {
	for n, node := range p.nodes {
		dirty := int64(0)
		for i := range dbs {
			require.GreaterOrEqual(t, dbs[i].dirty[n], int64(0))
			dirty += dbs[i].dirty[n]
		}
		require.GreaterOrEqual(t, min(node.clean, node.free), int64(0))
		require.Equal(t, node.total, dirty+node.clean+node.free, "node %d", n)
	}
	for i := range dbs {
		sum := int64(0)
		for _, n := range dbs[i].dirty {
			sum += n
		}
		require.Equal(t, dbs[i].total, sum)
		require.LessOrEqual(t, sum, dbs[i].pages)
	}
}

// Whatever happens to pages, each is dirty, clean or free, in every memory node.
func TestPagesAreConserved(t *testing.T) {
	dice := sim.NewKernel(5).Rand("pages")
	for range 200 {
		nodes := 1 + dice.Below(4)
		p := &bufferPool{}
		for range nodes {
			total := 1 + dice.Below(300)
			p.nodes = append(p.nodes, poolNode{total: total, free: total})
			p.buffers += total
		}
		dbs := make([]database, 1+dice.Below(3))
		for i := range dbs {
			dbs[i] = database{pages: 1 + dice.Below(p.buffers), dirty: make([]int64, nodes)}
		}
		p.warm(dbs)
		for range 100 {
			happen(dice, p, &dbs[dice.Below(int64(len(dbs)))])
			requireConserved(t, p, dbs)
		}
	}
}

// happen lets something happen to pages of a database: changes, writes, with or without a scan, or a read.
func happen(dice *sim.Stream, p *bufferPool, db *database) {
	node := int(dice.Below(int64(len(p.nodes))))
	written := dice.Below(db.total + 1)
	switch dice.Below(4) {
	case 0:
		db.total += db.touch(p, node, dice.Below(60))
	case 1:
		db.clean(p, written, nil)
		db.total -= written
	case 2:
		db.clean(p, written, append([]int64(nil), db.dirty...))
		db.total -= written
	default:
		p.read(node)
	}
}

// What a scan has met is written in its order: all of the first node before any of the next. What became
// dirty meanwhile stays.
func TestAScanWritesInItsOrder(t *testing.T) {
	p := &bufferPool{nodes: []poolNode{{total: 50, clean: 10}, {total: 50, clean: 20}, {total: 50}}}
	db := &database{pages: 150, dirty: []int64{40, 30, 50}, total: 120}
	met := []int64{30, 30, 50} // ten more have become dirty in the first node since
	db.clean(p, 45, met)
	require.Equal(t, []int64{10, 15, 50}, db.dirty)
	require.Equal(t, []int64{40, 35, 0}, []int64{p.nodes[0].clean, p.nodes[1].clean, p.nodes[2].clean})
	db.clean(p, 65, met)
	require.Equal(t, []int64{10, 0, 0}, db.dirty)
}

// datedPages keeps for each dirty page when it became dirty, in order.
type datedPages []sim.Time

func (d datedPages) until(at sim.Time) (n int64) {
	for _, since := range d {
		if since <= at {
			n++
		}
	}
	return n
}

// Ages in buckets tell of at least the pages that are too old, and of none that is younger by more than a
// bucket.
func TestAgesEqualADumbList(t *testing.T) {
	dice := sim.NewKernel(6).Rand("ages")
	for _, target := range []sim.Time{sim.Second, 2 * sim.Second, 60 * sim.Second} {
		db := &database{target: target, ages: ages{width: max(target/ageBuckets, wakePeriod)}}
		var dumb datedPages
		now := sim.Time(0)
		for range 3000 {
			now += sim.Time(dice.Below(int64(target / 50)))
			for range dice.Below(4) {
				dumb = append(dumb, now)
				db.remember(now, 1)
			}
			old := db.older(now)
			require.GreaterOrEqual(t, old, dumb.until(now-target))
			require.LessOrEqual(t, old, dumb.until(now-target+db.ages.width))
			if written := min(old, dice.Below(20)); written > 0 {
				db.ages.forget(written)
				dumb = dumb[written:]
			}
		}
		require.Less(t, len(db.ages.runs), 500, "what is over is forgotten")
	}
}

// The longest list is told as by a count of each scheduler's own, while the load does not move.
func TestTheLongestListEqualsADumbCount(t *testing.T) {
	dice := sim.NewKernel(7).Rand("lists")
	l := dirtyLists{of: make([]int64, 8)}
	require.Zero(t, l.longestOf(0))
	counts := make([]int64, 8)
	total := int64(0)
	for range 200_000 {
		lane, pages := min(dice.Below(8), dice.Below(8)), 1+dice.Below(40)
		l.add(int32(lane), pages)
		counts[lane] += pages
		total += pages
	}
	require.InEpsilon(t, float64(counts[0]), float64(l.longestOf(total)), 0.02)
	require.Less(t, l.sum, int64(1<<20))
}

// A target of outstanding writes: halved while writes are slow, down to 2; a tenth more while they are not,
// and 1 at least.
func TestATargetIsSteered(t *testing.T) {
	f := flush{target: 100, limit: 20 * sim.Millisecond}
	for _, want := range []int64{50, 25, 12, 6, 3, 2, 2} {
		f.steer(20*sim.Millisecond + 1)
		require.Equal(t, want, f.target)
	}
	for _, want := range []int64{3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 22, 24} {
		f.steer(20 * sim.Millisecond)
		require.Equal(t, want, f.target)
	}
	for range 200 {
		f.steer(0)
	}
	require.EqualValues(t, 639_360, f.target)
	unlimited := flush{}
	unlimited.steer(sim.Minute)
	require.Zero(t, unlimited.target)
}

// -k and CHECKPOINT n decide when the next chunk may begin: with a tenth of the pages written, after a tenth
// of the time that all would take.
func TestWhenTheNextChunkMayBegin(t *testing.T) {
	for _, c := range []struct {
		f    flush
		want sim.Time
	}{
		{flush{total: 1000, written: 100}, 0},
		{flush{total: 1000, written: 100, pace: 10 * sim.Second}, sim.Second},
		{flush{total: 1280, written: 128, cap: 1 << 20}, sim.Second},
		{flush{total: 1280, written: 128, cap: 1 << 20, pace: 5 * sim.Second}, sim.Second},
		{flush{total: 1280, written: 128, cap: 1 << 20, pace: 20 * sim.Second}, 2 * sim.Second},
		{flush{total: 50_000_000, written: 25_000_000, cap: 100 << 20, pace: sim.Hour},
			1_953_125 * sim.Millisecond},
	} {
		c.f.from = 7 * sim.Second
		got := c.f.earliest() - c.f.from
		require.InDelta(t, float64(c.want), float64(got), float64(2*sim.Millisecond), fmt.Sprintf("%+v", c.f))
	}
}
