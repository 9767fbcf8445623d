package linux

import (
	"sort"

	"schedlab/engine/host"
	"schedlab/engine/trace"
)

// build finds out which CPUs are near each other.
func (s *Scheduler) build() {
	m := &s.c.Machine
	s.nodes = make([]node, len(m.Nodes)+1) // the last is of CPUs whose node nobody knows
	s.cores = make([]int32, len(m.Cores))
	for lane, at := range s.c.Online {
		of := m.CPUs[at].Node
		if of < 0 {
			of = len(m.Nodes)
		}
		n := &s.nodes[of]
		s.cpus[lane] = cpu{node: int32(of), core: int32(m.CPUs[at].Core), at: int32(len(n.lanes))}
		n.lanes = append(n.lanes, int32(lane))
		n.idle++
	}
	for of := range s.nodes {
		near := make([]int32, len(s.nodes))
		for i := range near {
			near[i] = int32(i)
		}
		sort.SliceStable(near, func(i, j int) bool {
			return s.distance(of, int(near[i])) < s.distance(of, int(near[j]))
		})
		s.nodes[of].near = near
	}
}

// distance is 0 from a node to itself; to CPUs whose node nobody knows it is farther than anything.
func (s *Scheduler) distance(from, to int) int {
	const unknown = 1 << 16
	switch n := len(s.c.Machine.Nodes); {
	case from == to:
		return 0
	case from == n || to == n:
		return unknown
	}
	return s.c.Machine.DistanceBetween(from, to)
}

// place chooses the CPU of a thread that wakes up: its last one if that is idle; else an idle one, near
// first, of an idle core before one whose sibling works; else the shortest queue of its last CPU's node, the
// last CPU itself among equals.
// Source: select_idle_sibling in the kernel's sched/fair.c, where a node stands for a last-level cache.
// simplified: the kernel looks at idle CPUs of the same cache only and at a few of them, and leaves the rest
// to its balancer, which comes every few ms; here other nodes follow at once, and all is seen.
func (s *Scheduler) place(th *thread) int32 {
	last := &s.cpus[th.lane]
	if last.length == 0 {
		return th.lane
	}
	if s.idle > 0 {
		if lane := s.findIdle(th, last); lane >= 0 {
			return lane
		}
	}
	return s.shortest(th, last)
}

// findIdle gives an idle CPU that a thread may use; -1 = there is none.
func (s *Scheduler) findIdle(th *thread, last *cpu) int32 {
	for _, of := range s.nodes[last.node].near {
		n := &s.nodes[of]
		if n.idle == 0 {
			continue
		}
		found, at := int32(-1), int32(-1)
		if of == last.node {
			at = last.at
		}
		for range n.lanes {
			if at++; int(at) >= len(n.lanes) {
				at = 0
			}
			lane := n.lanes[at]
			c := &s.cpus[lane]
			switch {
			case c.length > 0 || !th.mask.Allows(lane):
			case s.cores[c.core] == 0:
				return lane
			case found < 0:
				found = lane
			}
		}
		if found >= 0 {
			return found
		}
	}
	return -1
}

// shortest gives the CPU with the fewest threads, of the nearest node that has any for the thread.
func (s *Scheduler) shortest(th *thread, last *cpu) int32 {
	for _, of := range s.nodes[last.node].near {
		best := int32(-1)
		if of == last.node {
			best = th.lane
		}
		for _, lane := range s.nodes[of].lanes {
			if th.mask.Allows(lane) && (best < 0 || s.cpus[lane].length < s.cpus[best].length) {
				best = lane
			}
		}
		if best >= 0 {
			return best
		}
	}
	panic("linux: a thread may run on no lane")
}

// Fire implements sim.Handler: CPUs have become idle in this instant, and all that ends or arrives in it has
// done so. Those that are still idle take a thread that waits elsewhere.
func (s *Scheduler) Fire(_, _ int32) {
	for _, lane := range s.vacated {
		if s.waiting > 0 && s.cpus[lane].length == 0 {
			s.pull(lane)
		}
	}
	s.vacated = s.vacated[:0]
}

// pull lets an idle CPU take the thread that has waited longest in the longest queue, of the nearest among
// equals.
// Source: newidle_balance in the kernel's sched/fair.c, pull_rt_task in sched/rt.c.
// simplified: the kernel weighs what the move costs against how long the CPU is going to be idle; here it
// always pays, which keeps the machine work-conserving where all threads may run everywhere. A CPU that finds
// nobody who may run on it looks again only when it becomes idle the next time.
func (s *Scheduler) pull(lane int32) {
	longest, taken := int32(1), host.NoWorker
	for _, of := range s.nodes[s.cpus[lane].node].near {
		for _, from := range s.nodes[of].lanes {
			if s.cpus[from].length <= longest {
				continue
			}
			if w := s.allowed(from, lane); w != host.NoWorker {
				longest, taken = s.cpus[from].length, w
			}
		}
	}
	if taken != host.NoWorker {
		s.take(taken, lane)
	}
}

// take puts a thread that waits into an idle CPU's queue, where it goes on at once.
func (s *Scheduler) take(w host.Worker, lane int32) {
	th := &s.threads[s.byWorker[w]]
	th.counts.Pulls++
	from := th.lane
	s.rehome(th, lane)
	s.move(th, trace.Runnable, trace.NoReason)
	s.queues.Move(w, int(lane))
	s.leave(from)
	s.enter(lane)
}

// allowed gives the first of those that wait in a queue and may run on another lane.
func (s *Scheduler) allowed(from, on int32) host.Worker {
	s.scratch = s.queues.Waiting(int(from), s.scratch[:0])
	for _, w := range s.scratch {
		if s.threads[s.byWorker[w]].mask.Allows(on) {
			return w
		}
	}
	return host.NoWorker
}
