package host_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/host"
	"schedlab/engine/sim"
)

const (
	us   = sim.Microsecond
	page = 8 << 10
)

// sends sends as many requests at one instant and tells when they are done.
func sends(d *host.Disk, now sim.Time, sizes ...int64) []sim.Time {
	var all []sim.Time
	for _, size := range sizes {
		all = append(all, d.Send(now, size))
	}
	return all
}

func TestDisksByHand(t *testing.T) {
	for _, c := range []struct {
		name  string
		sheet host.Sheet
		sizes []int64
		done  []sim.Time // all sent at 1 ms
	}{
		{"one at a time", host.Sheet{Latency: 500 * us, Parallel: 1}, []int64{page, page, page},
			[]sim.Time{1500 * us, 2000 * us, 2500 * us}},
		{"four at a time", host.Sheet{Latency: 500 * us, Parallel: 4}, []int64{page, 9 * page, page},
			[]sim.Time{1500 * us, 1625 * us, 1750 * us}},
		{"three at a time: thirds are rounded up", host.Sheet{Latency: 500 * us, Parallel: 3},
			[]int64{page, page, page}, []sim.Time{1500 * us, 1500*us + 166_667, 1500*us + 333_334}},
		{"10,000 a second", host.Sheet{Latency: 500 * us, Parallel: 64, IOPS: 10_000}, []int64{page, page},
			[]sim.Time{1500 * us, 1600 * us}},
		{"3 a second", host.Sheet{Latency: 1, Parallel: 64, IOPS: 3}, []int64{1, 1},
			[]sim.Time{ms + 1, ms + 1 + 333_333_334}},
		{"8 KiB at 8,192,000 bytes a second take 1 ms, in which nothing else begins",
			host.Sheet{Latency: 100 * us, Parallel: 64, BytesPerSecond: 8_192_000}, []int64{page, page, 1},
			[]sim.Time{2 * ms, 3 * ms, 3*ms + 100*us}},
		{"a transfer that is shorter than the latency is part of it",
			host.Sheet{Latency: 2 * ms, Parallel: 64, BytesPerSecond: 8_192_000}, []int64{page, page},
			[]sim.Time{3 * ms, 4 * ms}},
		{"the tightest limit counts", host.Sheet{Latency: 100 * us, Parallel: 2, IOPS: 10_000,
			BytesPerSecond: 1 << 20}, []int64{1 << 20, 64, 64},
			[]sim.Time{ms + sim.Second, ms + sim.Second + 100*us, ms + sim.Second + 200*us}},
		{"no limit at all", host.Sheet{Parallel: 1}, []int64{page, 1 << 30}, []sim.Time{ms + 1, ms + 1}},
		{"nothing to transfer", host.Sheet{Latency: 10 * us, Parallel: 1, BytesPerSecond: 1}, []int64{0, 0},
			[]sim.Time{1010 * us, 1020 * us}},
	} {
		require.Equal(t, c.done, sends(host.NewDisk(c.sheet), ms, c.sizes...), c.name)
	}
}

func TestADiskRecovers(t *testing.T) {
	d := host.NewDisk(host.Sheet{Latency: 400 * us, Parallel: 4})
	require.Equal(t, 400*us, d.Send(0, page))
	require.Equal(t, 500*us, d.Send(0, page))
	require.Equal(t, 600*us, d.Send(150*us, page), "it begins at 200, as the others at 0 and 100")
	require.Equal(t, 1400*us, d.Send(1000*us, page))
	require.Equal(t, 1500*us, d.Send(1001*us, page))
}

// With n requests outstanding all the time each takes latency × max(1, n/parallel): the law of the reference
// for a device that queues. The crowd at the beginning is left out.
func TestLatencyFollowsWhatIsOutstanding(t *testing.T) {
	const latency, parallel = 512 * us, 16
	for _, n := range []int{1, 8, 15, 16, 17, 32, 100, 1000} {
		d := host.NewDisk(host.Sheet{Latency: latency, Parallel: parallel})
		var sent []sim.Time // of those outstanding, in order of their ends
		var done []sim.Time
		for range n {
			sent, done = append(sent, 0), append(done, d.Send(0, page))
		}
		for range 20 * n {
			now := done[0]
			took := now - sent[0]
			if now > 10*latency*sim.Time(max(1, n/parallel)) {
				require.Equal(t, latency*max(parallel, sim.Time(n))/parallel, took, "%d outstanding", n)
			}
			sent, done = append(sent[1:], now), append(done[1:], d.Send(now, page))
			require.Equal(t, int64(n), d.Outstanding(now))
		}
	}
}

func TestNoLimitIsExceeded(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	sheet := host.Sheet{Latency: 90 * us, Parallel: 7, IOPS: 333_333, BytesPerSecond: 700_000_001}
	d := host.NewDisk(sheet)
	bytes, n, last := int64(0), int64(0), sim.Time(0)
	for now := sim.Time(0); now < sim.Second/10; now += sim.Time(r.IntN(3000)) {
		size := []int64{512, page, 60 << 10, 1 << 20}[r.IntN(4)]
		last = d.Send(now, size)
		bytes, n = bytes+size, n+1
	}
	seconds := float64(last) / float64(sim.Second)
	require.InEpsilon(t, float64(sheet.BytesPerSecond), float64(bytes)/seconds, 0.03, "it was what was short")
	require.Less(t, float64(bytes)/seconds, float64(sheet.BytesPerSecond))
	require.Less(t, float64(n)/seconds, float64(sheet.IOPS))
}

func TestBelowIsWhenAThrottledIssuerWakes(t *testing.T) {
	d := host.NewDisk(host.Sheet{Latency: 400 * us, Parallel: 4})
	require.Equal(t, sim.Time(0), d.Below(0, 1))
	sends(d, 0, page, page, page, page, page) // done at 400, 500, … 800
	require.Equal(t, int64(5), d.Outstanding(399*us))
	require.Equal(t, 399*us, d.Below(399*us, 6))
	require.Equal(t, 400*us, d.Below(399*us, 5))
	require.Equal(t, 700*us, d.Below(399*us, 2))
	require.Equal(t, 800*us, d.Below(399*us, 1))
	require.Equal(t, sim.Never, d.Below(399*us, 0))
	require.Equal(t, int64(4), d.Outstanding(400*us), "what is done now is done")
	require.Equal(t, 400*us, d.Below(400*us, 5))
	require.Equal(t, int64(0), d.Outstanding(800*us))
}

func TestUsage(t *testing.T) {
	d := host.NewDisk(host.Sheet{Latency: 400 * us, Parallel: 4})
	require.Equal(t, host.Usage{Span: ms}, d.Take(ms))
	require.Zero(t, host.Usage{}.Mean()+sim.Time(host.Usage{}.Outstanding()))
	sends(d, ms, page, page) // done at 1.4 and 1.5 ms
	u := d.Take(1200 * us)
	require.Equal(t, host.Usage{Requests: 2, Latency: 900 * us, Held: 400 * us, Span: 200 * us}, u)
	require.Equal(t, 450*us, u.Mean())
	require.Equal(t, int64(2), u.Outstanding())
	u = d.Take(2200 * us)
	require.Equal(t, host.Usage{Held: 500 * us, Span: ms}, u, "0.2 of the first, 0.3 of the second")
	require.Equal(t, int64(1), u.Outstanding(), "a half is rounded up")
}

func TestWhatNoDiskIs(t *testing.T) {
	for _, s := range []host.Sheet{{}, {Latency: -1, Parallel: 1}, {Parallel: 1, IOPS: -1},
		{Parallel: 1, BytesPerSecond: -1}, {Latency: sim.Never, Parallel: 1},
		{Parallel: 1 << 62}, {Parallel: 1, IOPS: 1 << 62}, {Parallel: 1, BytesPerSecond: 1 << 62}} {
		require.Panics(t, func() { host.NewDisk(s) }, "%+v", s)
	}
	d := host.NewDisk(host.Sheet{Parallel: 1})
	require.PanicsWithValue(t, "host: a request of -1 bytes", func() { d.Send(0, -1) })
	require.Panics(t, func() { d.Send(0, 1<<40) })
	const none = "host: a stream of 0 requests from 0s to 1ms"
	require.PanicsWithValue(t, none, func() { d.Stream(0, ms, 0, 1) })
	require.Panics(t, func() { d.Stream(ms, 0, 1, 1) })
	require.Panics(t, func() { d.Stream(0, ms, host.MostRequests+1, 1) })
}

// A queue that no run lives to see the end of is no mishap: a document may ask for it.
func TestAQueueOfYears(t *testing.T) {
	d := host.NewDisk(host.Sheet{Parallel: 1, BytesPerSecond: 1})
	last := sim.Time(0)
	for range 20 {
		done := d.Send(0, 1<<30) // 34 years
		require.GreaterOrEqual(t, done, last)
		last = done
	}
	require.Equal(t, int64(20), d.Outstanding(24*sim.Hour))
	b := d.Stream(0, ms, 1_000_000, page)
	require.Equal(t, last, b.Last)
	require.Equal(t, sim.Never, b.Latency)
	require.Equal(t, int64(1_000_020), d.Outstanding(24*sim.Hour))
	require.Equal(t, last, d.Below(24*sim.Hour, 1_000_000))
}

// What a busy device remembers does not grow, and sending allocates nothing: 2.6 million requests a second,
// single ones of two sizes and streams, with and without a queue.
func TestADiskAllocatesNothing(t *testing.T) {
	fast := host.NewDisk(host.Sheet{Latency: 80 * us, Parallel: 256, IOPS: 3_000_000})
	slow := host.NewDisk(host.Sheet{Latency: 80 * us, Parallel: 4})
	r := rand.New(rand.NewPCG(1, 1))
	now := sim.Time(0)
	work := func() {
		for range 1000 {
			now += sim.Time(r.IntN(770))
			fast.Send(now, []int64{page, 60 << 10}[r.IntN(2)])
			slow.Send(now, page)
		}
		fast.Stream(now-100*us, now, 50, page)
		fast.Take(now)
		slow.Stream(now-100*us, now, 50, page)
		slow.Below(now, 100)
		slow.Take(now)
	}
	for range 100 {
		work()
	}
	require.Zero(t, testing.AllocsPerRun(500, work))
	require.Less(t, fast.Outstanding(now), int64(1000))
	require.Greater(t, slow.Outstanding(now), int64(500_000))
}
