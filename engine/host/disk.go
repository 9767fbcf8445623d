package host

import "schedlab/engine/sim"

// Disk is a device that answers every request after the same time.
// simplified: no queueing and no limit of bandwidth, so a crowd of requests is served as fast as one.
type Disk struct{ Latency sim.Time }

// Answer is when a request sent now is done.
func (d Disk) Answer(now sim.Time) sim.Time { return now + max(d.Latency, sim.Nanosecond) }
