// Package analytic computes what a run should show by closed forms and chains of states: second opinions for
// tests, and previews where they are exact enough. Floats are allowed here, and nothing of it feeds a run.
// The solvers are deterministic: the same numbers in the same order on every platform.
package analytic

import (
	"schedlab/engine/sim"
	"schedlab/engine/topology"
)

// Capacity is how much work so many busy CPUs do together, in CPUs that are alone on their cores.
type Capacity struct {
	Cores int
	// Thread is the speed of each thread of a core whose threads are both busy; 1 alone.
	Thread float64
}

// CapacityOf is that of a machine's cores, whose threads work at the speed, in permille, while both are busy.
func CapacityOf(m topology.Machine, permille int64) Capacity {
	return Capacity{Cores: len(m.Cores), Thread: float64(permille) / 1000}
}

// Of spreads the busy CPUs over the cores first, then over their second threads.
func (c Capacity) Of(busy float64) float64 {
	cores := float64(c.Cores)
	if busy <= cores {
		return busy
	}
	return cores + (min(busy, 2*cores)-cores)*(2*c.Thread-1)
}

// Chain is a closed system: sessions that are away for a time, then want a demand of work from one of some
// CPUs, again and again, all times exponential. Without second threads it is the machine repairman's
// M/M/c//N. Source: birth–death chains, any textbook on queueing; the rates are births (N-m)/away and deaths
// c(b)/demand, with b = min(m, CPUs) of the m that want work.
type Chain struct {
	Sessions     int
	CPUs         int // of the system: those of a guest may be fewer or more than the host's cores
	Capacity     Capacity
	Beside       float64 // CPUs of the same machine that others keep busy: the capacity is shared with them
	Demand, Away sim.Time
}

// Result is the mean of a system in equilibrium.
type Result struct {
	Throughput float64 // a second
	Response   float64 // seconds from wanting work to having had it; waits elsewhere are part of Away
	Busy       float64 // CPUs
	Busied     float64 // Busy as a share of all CPUs
	Runnable   float64 // sessions that have or want a CPU
}

// Solve gives the equilibrium.
func (c Chain) Solve() Result {
	p := c.distribution()
	var r Result
	for m, share := range p {
		busy := float64(min(m, c.CPUs))
		r.Runnable += share * float64(m)
		r.Busy += share * busy
		r.Throughput += share * c.deaths(m)
	}
	return r.complete(c.CPUs)
}

func (r Result) complete(cpus int) Result {
	r.Busied = r.Busy / float64(cpus)
	if r.Throughput > 0 {
		r.Response = r.Runnable / r.Throughput // Little
	}
	return r
}

// distribution is the share of time with so many sessions that want work.
func (c Chain) distribution() []float64 {
	p := make([]float64, c.Sessions+1)
	p[0] = 1
	sum := 1.0
	for m := range c.Sessions {
		p[m+1] = p[m] * c.births(m) / c.deaths(m+1)
		if sum += p[m+1]; sum > huge {
			for i := range p[:m+2] {
				p[i] /= huge
			}
			sum /= huge
		}
	}
	for m := range p {
		p[m] /= sum
	}
	return p
}

// huge keeps the numbers of long chains within a float's range.
const huge = 1e100

func (c Chain) births(m int) float64 { return float64(c.Sessions-m) / seconds(c.Away) }

func (c Chain) deaths(m int) float64 {
	busy := float64(min(m, c.CPUs))
	if busy == 0 {
		return 0
	}
	return c.Capacity.Of(busy+c.Beside) * busy / (busy + c.Beside) / seconds(c.Demand)
}

func seconds(t sim.Time) float64 { return float64(t) / float64(sim.Second) }
