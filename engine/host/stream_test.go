package host_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/host"
	"schedlab/engine/sim"
)

// plainDisk does one request after the other and remembers all of them: the oracle.
type plainDisk struct {
	sheet      host.Sheet
	free       sim.Time
	sent, done []sim.Time
	told       map[int]bool // which have been taken into a usage
	taken      sim.Time
}

// up is a/b rounded up.
func up(a, b int64) sim.Time {
	if b == 0 {
		return 0
	}
	q := a / b
	if q*b < a {
		q++
	}
	return sim.Time(q)
}

func (d *plainDisk) send(at sim.Time, bytes int64) sim.Time {
	transfer := up(bytes*1_000_000_000, d.sheet.BytesPerSecond)
	start := at
	if d.free > start {
		start = d.free
	}
	d.free = start + slices.Max([]sim.Time{up(1_000_000_000, d.sheet.IOPS), transfer,
		up(int64(d.sheet.Latency), d.sheet.Parallel)})
	done := start + slices.Max([]sim.Time{d.sheet.Latency, transfer, 1})
	d.sent, d.done = append(d.sent, at), append(d.done, done)
	return done
}

func (d *plainDisk) stream(from, to sim.Time, n, bytes int64) host.Burst {
	var b host.Burst
	for i := range n {
		at := from + sim.Time(i*int64(to-from)/n)
		b.Last = d.send(at, bytes)
		if i == 0 {
			b.First = b.Last
		}
		b.Latency += b.Last - at
		b.Longest = max(b.Longest, b.Last-at)
	}
	return b
}

func (d *plainDisk) outstanding(now sim.Time) (n int64) {
	for i := range d.sent {
		if d.sent[i] <= now && d.done[i] > now {
			n++
		}
	}
	return n
}

// below looks at every instant at which something is done.
func (d *plainDisk) below(now sim.Time, limit int64) sim.Time {
	if d.outstanding(now) < limit {
		return now
	}
	ends := slices.Sorted(slices.Values(d.done))
	for _, at := range ends {
		left := int64(0)
		for _, done := range ends {
			if done > at {
				left++
			}
		}
		if at > now && left < limit {
			return at
		}
	}
	return sim.Never
}

// take counts what has been sent by now and was not told before, and how long each was outstanding.
func (d *plainDisk) take(now sim.Time) host.Usage {
	u := host.Usage{Span: now - d.taken}
	for i, from := range d.sent {
		if from > now {
			continue
		}
		to := min(now, d.done[i])
		if d.told[i] {
			u.Held += max(0, to-max(from, d.taken))
			continue
		}
		d.told[i] = true
		u.Held += to - from
		u.Requests++
		u.Latency += d.done[i] - from
	}
	d.taken = now
	return u
}

func randomSheet(r *rand.Rand) host.Sheet {
	pick := func(of ...int64) int64 { return of[r.IntN(len(of))] }
	return host.Sheet{
		Latency:        sim.Time(pick(0, 1, 333, 20_000, 80_000, 500_000)),
		Parallel:       pick(1, 2, 7, 64, 1000),
		IOPS:           pick(0, 0, 1000, 99_999, 3_000_000),
		BytesPerSecond: pick(0, 0, 1_000_000, 777_777_777, 7_000_000_000),
	}
}

// Every call on a disk is answered as the oracle does, whatever came before: single requests and streams,
// told in arrears and in advance, of all sizes, faster and slower than the device.
func TestADiskEqualsOneRequestAfterTheOther(t *testing.T) {
	for seed := range manyScripts(3000) {
		r := rand.New(rand.NewPCG(seed, 6))
		sheet := randomSheet(r)
		d, plain := host.NewDisk(sheet), &plainDisk{sheet: sheet, told: map[int]bool{}}
		unit := []int64{1, 100, 5000, 200_000}[r.IntN(4)]
		now := sim.Time(0)
		for range 60 {
			now += sim.Time(r.Int64N(20 * unit))
			want, got := askBoth(r, plain, d, span{now, unit})
			require.Equal(t, want, got, "seed %d at %v", seed, now)
		}
	}
}

// span is an instant, and how long things take about it.
type span struct {
	now  sim.Time
	unit int64
}

// askBoth calls one method of both disks.
func askBoth(r *rand.Rand, plain *plainDisk, d *host.Disk, at span) (want, got any) {
	size := []int64{0, 512, page, page, page, 60 << 10, 1 << 20}[r.IntN(7)]
	n := 1 + r.Int64N(60)
	switch r.IntN(7) {
	case 0, 1:
		return plain.send(at.now, size), d.Send(at.now, size)
	case 2, 3:
		from := max(0, at.now-sim.Time(r.Int64N(40*at.unit)))
		to := from + sim.Time(r.Int64N(60*at.unit))
		if r.IntN(8) == 0 {
			to = from
		}
		return plain.stream(from, to, n, size), d.Stream(from, to, n, size)
	case 4:
		return plain.outstanding(at.now), d.Outstanding(at.now)
	case 5:
		return plain.below(at.now, n), d.Below(at.now, n)
	}
	return plain.take(at.now), d.Take(at.now)
}

// Long streams whose gaps are just above, at and just below the device's pace, behind a queue.
func TestLongStreamsEqualTheirRequests(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for range manyScripts(300) {
		sheet := host.Sheet{Latency: sim.Time(r.IntN(5000)), Parallel: 1 + r.Int64N(50)}
		d, plain := host.NewDisk(sheet), &plainDisk{sheet: sheet}
		for range r.IntN(200) {
			d.Send(0, page)
			plain.send(0, page)
		}
		n := 1 + r.Int64N(3000)
		pace := up(int64(sheet.Latency), sheet.Parallel)
		to := sim.Time(n)*pace + sim.Time(r.Int64N(2*n+1)-n)
		if to < 0 {
			continue
		}
		what := fmt.Sprintf("%+v, %d until %v", sheet, n, to)
		require.Equal(t, plain.stream(0, to, n, page), d.Stream(0, to, n, page), what)
		at := sim.Time(r.Int64N(int64(to) + 5000))
		require.Equal(t, plain.outstanding(at), d.Outstanding(at), "%s at %v", what, at)
	}
}

// By hand: the i-th of n requests begins at i·2 µs and is sent at i µs, so it takes latency + i µs.
func TestTheLongestStream(t *testing.T) {
	const n = 1_000_000
	d := host.NewDisk(host.Sheet{Latency: 2 * us, Parallel: 1})
	b := d.Stream(0, n*us, n, page)
	require.Equal(t, host.Burst{First: 2 * us, Last: 2 * n * us, Latency: n*2*us + n*(n-1)/2*us,
		Longest: 2*us + (n-1)*us}, b)
	// The most requests there may be, spread over a day: the device is idle most of the time.
	d = host.NewDisk(host.Sheet{Latency: 3 * us, Parallel: 64})
	b = d.Stream(0, 24*sim.Hour, host.MostRequests, page)
	require.Equal(t, 3*us, b.Longest)
	require.Equal(t, host.MostRequests*3*us, b.Latency)
	const gap = 24 * float64(sim.Hour) / host.MostRequests
	require.InDelta(t, float64(3*us)/gap, float64(d.Outstanding(12*sim.Hour)), 1)
	u := d.Take(12 * sim.Hour)
	require.InDelta(t, host.MostRequests/2, float64(u.Requests), 1)
	require.InDelta(t, host.MostRequests/2*float64(3*us), float64(u.Held), float64(12*us))
}
