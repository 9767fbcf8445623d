package host

import (
	"fmt"
	"math"

	"schedlab/engine/sim"
)

// Burst is what becomes of the requests of a stream.
type Burst struct {
	First, Last sim.Time // when the first and the last are done
	Latency     sim.Time // of all together, from sent to done; Never if they take more than 292 years
	Longest     sim.Time // latency of the slowest
}

// stream is equal requests sent evenly over a span. The first of them find the device busy and follow each
// other at its pace; once one has found it free, so do all that come after it: gaps and pace are whole ns and
// the gaps differ by 1 at most, so the pace is not longer than some gaps and shorter than others.
type stream struct {
	sent    progression
	start   sim.Time // of the first request
	pace    sim.Time
	service sim.Time
	queued  int64 // requests that find the device busy, or begin as if: the i-th at start + i·pace
}

// Stream sends n equal requests, the i-th (from 0) at from + ⌊i·(to-from)/n⌋, exactly as so many calls of
// Send would, at the cost of one. It may tell in advance or in arrears, but from is not later than now.
// simplified: what a later call sends is served behind all of it, also what is sent before the last of them;
// so a stream should be short, or end with now.
// It panics unless n is from 1 to MostRequests and to not before from.
func (d *Disk) Stream(from, to sim.Time, n, bytes int64) Burst {
	if n < 1 || n > MostRequests || to < from {
		panic(fmt.Sprintf("host: a stream of %d requests from %v to %v", n, from, to))
	}
	d.fit(bytes)
	d.settle(from)
	d.follow(from)
	s := d.plan(evenly(from, to, n))
	d.free = min(s.begins(n-1)+s.pace, endless)
	if s.queued > 0 {
		d.push(progression{base: s.start + s.service, step: s.pace, of: 1, n: s.queued})
	}
	if s.queued < n {
		rest := s.sent
		rest.base += s.service
		rest.next = s.queued
		d.push(rest)
	}
	d.sending += n
	d.streams = append(d.streams, s)
	return s.burst()
}

// plan finds out how many requests of a stream find the device busy.
func (d *Disk) plan(sent progression) stream {
	n, from := sent.n, sent.base
	s := stream{sent: sent, start: max(from, d.free), pace: d.pace, service: d.service, queued: n}
	if s.pace > 0 && int64((endless-s.start-s.service)/s.pace) < n {
		s.start, s.pace, s.service = endless, 0, 0
		return s
	}
	spare := int64(sent.step-s.pace)*n + sent.rest // how much of the span the device does not need
	if wait := int64(s.start - from); wait < spare {
		s.queued = ceilOf(wait, n, spare)
	}
	return s
}

// begins is when the device begins the i-th request.
func (s *stream) begins(i int64) sim.Time {
	if i < s.queued {
		return s.start + sim.Time(i)*s.pace
	}
	return s.sent.at(i)
}

// latency is that of the requests from the i-th on and before the k-th, together.
func (s *stream) latency(i, k int64) sim.Time {
	sum := sim.Time(k-i) * s.service
	if k = min(k, s.queued); i < k {
		sum += sim.Time(k-i)*(s.start+sim.Time(i)*s.pace) + triangle(k-i)*s.pace - s.sent.sum(i, k)
	}
	return sum
}

// burst looks at the ends: latencies only grow where the device is slower than the stream, else only shrink.
func (s *stream) burst() Burst {
	n := s.sent.n
	b := Burst{First: s.begins(0) + s.service, Last: s.begins(n-1) + s.service, Latency: sim.Never}
	b.Longest = max(b.First-s.sent.base, b.Last-s.sent.at(n-1))
	if b.Longest <= math.MaxInt64/sim.Time(n) {
		b.Latency = s.latency(0, n)
	}
	return b
}

// follow takes up what the streams under way have sent by now.
func (d *Disk) follow(now sim.Time) {
	under := d.streams[:0]
	for i := range d.streams {
		s := &d.streams[i]
		from, k := s.sent.next, s.sent.until(now)
		d.usage.Requests += k - from
		d.usage.Latency += s.latency(from, k)
		d.held -= s.sent.sum(from, k)
		d.sending -= k - from
		if s.sent.next = k; k < s.sent.n {
			under = append(under, *s)
		}
	}
	d.streams = under
}
