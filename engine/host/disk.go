package host

import (
	"fmt"
	"math"

	"schedlab/engine/sim"
)

// Sheet is a storage device as its data sheet tells it. Limits of 0 are none.
type Sheet struct {
	Latency        sim.Time // of a small request to the idle device
	Parallel       int64    // requests served at a time, 1 and more
	IOPS           int64    // requests a second
	BytesPerSecond int64
}

// Disk is a storage device. It begins one request after the other, first come, first served, in the order
// of the calls; after one of some size it begins the next no sooner than the longest of these times:
//
//	⌈1 s/IOPS⌉   ⌈size/BytesPerSecond⌉   ⌈Latency/Parallel⌉
//
// each in whole ns, rounded up, so that no limit is ever exceeded. A request is done after the Latency, or
// ⌈size/BytesPerSecond⌉ if that is longer, and 1 ns at least. So with n requests outstanding all the time
// each takes Latency × max(1, n/Parallel), and requests are done in the order in which they have begun.
// Reads and writes are alike.
//
// simplified: requests that are served in parallel are spread evenly, so the last of a crowd that finds the
// device idle takes up to twice the latency.
type Disk struct {
	sheet   Sheet
	gap     sim.Time // between two beginnings whatever the size
	size    int64    // of the request sent last
	pace    sim.Time // for that size
	service sim.Time
	free    sim.Time // when the next request can begin
	queue   []progression
	first   int   // in queue; what is before is done
	given   int64 // requests in queue, those of streams under way included
	sending int64 // requests of streams that are not sent yet
	streams []stream
	held    sim.Time // instants when requests were done less instants when they were sent
	usage   Usage    // since the last Take: what has been sent
	since   sim.Time // the last Take
	before  sim.Time // all time outstanding until then, modulo 2^64
}

// endless is later than any run ends: 36 years. Queues that reach farther are not told apart.
const endless sim.Time = 1 << 60

// MostRequests is how many requests a stream has at most.
const MostRequests = 1 << 31

// NewDisk makes an idle device. It panics when the sheet has no parallelism, or negative numbers or such as
// are above 10^18.
func NewDisk(s Sheet) *Disk {
	if s.Parallel < 1 || min(int64(s.Latency), s.IOPS, s.BytesPerSecond) < 0 ||
		max(int64(s.Latency), s.Parallel, s.IOPS, s.BytesPerSecond) > int64(endless) {
		panic(fmt.Sprintf("host: no disk has the sheet %+v", s))
	}
	d := &Disk{sheet: s, gap: sim.Time(ceil(int64(s.Latency), s.Parallel))}
	if s.IOPS > 0 {
		d.gap = max(d.gap, sim.Time(ceil(int64(sim.Second), s.IOPS)))
	}
	d.pace, d.service = d.gap, max(s.Latency, sim.Nanosecond)
	return d
}

// fit makes pace and service those of a size.
func (d *Disk) fit(bytes int64) {
	if bytes == d.size {
		return
	}
	if bytes < 0 || bytes > math.MaxInt64/int64(2*sim.Second) {
		panic(fmt.Sprintf("host: a request of %d bytes", bytes))
	}
	d.size = bytes
	d.pace, d.service = d.gap, max(d.sheet.Latency, sim.Nanosecond)
	if d.sheet.BytesPerSecond > 0 {
		transfer := sim.Time(ceil(bytes*int64(sim.Second), d.sheet.BytesPerSecond))
		d.pace, d.service = max(d.pace, transfer), max(d.service, transfer)
	}
}

// Send sends a request of some bytes now and says when it is done.
func (d *Disk) Send(now sim.Time, bytes int64) (done sim.Time) {
	d.fit(bytes)
	d.settle(now)
	start := max(now, d.free)
	done = min(start+d.service, endless)
	d.free = min(start+d.pace, endless)
	d.usage.Requests++
	d.usage.Latency += done - now
	d.held -= now
	d.push(progression{base: done, of: 1, n: 1})
	return done
}

// push adds instants at which requests are done, behind the others.
func (d *Disk) push(p progression) {
	d.given += p.n - p.next
	if p.rest == 0 {
		p.base, p.next, p.n = p.at(p.next), 0, p.n-p.next
	}
	if n := len(d.queue); n > d.first && d.queue[n-1].extend(p) {
		return
	}
	if n := len(d.queue); n == cap(d.queue) && 2*d.first >= n {
		d.queue = d.queue[:copy(d.queue, d.queue[d.first:])]
		d.first = 0
	}
	d.queue = append(d.queue, p)
}

// settle takes up what is done by now.
func (d *Disk) settle(now sim.Time) {
	for d.first < len(d.queue) {
		p := &d.queue[d.first]
		if p.at(p.next) > now {
			return
		}
		k := p.until(now)
		d.held += p.sum(p.next, k)
		d.given -= k - p.next
		p.next = k
		if k < p.n {
			return
		}
		d.first++
	}
	d.queue, d.first = d.queue[:0], 0
}

// Outstanding is how many requests have been sent by now and are not done. What is done now is done. Time
// must not go back from one call to the next.
func (d *Disk) Outstanding(now sim.Time) int64 {
	d.settle(now)
	d.follow(now)
	return d.given - d.sending
}

// Below is when fewer than limit requests are outstanding, now or later, if nothing more is sent; later the
// requests that a stream under way has still to send count as sent. It is Never for a limit below 1.
func (d *Disk) Below(now sim.Time, limit int64) sim.Time {
	if d.Outstanding(now) < limit {
		return now
	}
	if limit <= 0 {
		return sim.Never
	}
	last := d.given - limit // the last that has to be done, counted from the first that is not
	for i := d.first; ; i++ {
		p := &d.queue[i]
		if last < p.n-p.next {
			return p.at(p.next + last)
		}
		last -= p.n - p.next
	}
}

// Usage is what a device has done between two calls of Take.
type Usage struct {
	Requests int64    // sent
	Latency  sim.Time // of these together, from sent to done, also where that is still to come
	Held     sim.Time // all requests' time outstanding within the span, together
	Span     sim.Time // between the two calls
}

// Mean is the mean latency of the requests sent, in whole ns rounded down; 0 if there are none.
func (u Usage) Mean() sim.Time { return u.Latency / sim.Time(max(u.Requests, 1)) }

// Outstanding is how many requests were outstanding in the mean over the span, rounded to the nearest: the
// area under Disk.Outstanding divided by the span, as Little's law has it.
func (u Usage) Outstanding() int64 { return int64((u.Held + u.Span/2) / max(u.Span, 1)) }

// Take is the usage since the last Take, or since 0. Time must not go back.
func (d *Disk) Take(now sim.Time) Usage {
	outstanding := d.Outstanding(now)
	total := sim.Time(outstanding)*now + d.held
	u := d.usage
	u.Held, u.Span = total-d.before, now-d.since
	d.usage, d.before, d.since = Usage{}, total, now
	return u
}
