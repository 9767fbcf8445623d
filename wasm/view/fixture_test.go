package view

import (
	"schedlab/engine/sim"
	"schedlab/engine/system"
	"schedlab/engine/topology"
	"schedlab/engine/trace"
	"schedlab/engine/workload"
)

const (
	ms      = sim.Millisecond
	quantum = 4 * ms
)

// stage is a log under construction: lanes whose workers take quanta in turn.
type stage struct {
	Source
	classes []int32 // requests made so far, by class
	of      []int64 // whose the ranges are
}

// Wait types of the fixtures.
const (
	yieldWait trace.Reason = iota
	consumerWait
	poolWait
	downgraded // a note
)

// newStage has memory nodes with nodes of 8 lanes each.
func newStage(memories, nodes int) *stage {
	s := &stage{classes: make([]int32, 2)}
	s.Quantum = quantum
	s.Machine = topology.Machine{Name: "m"}
	layout := trace.Layout{Name: "db", Waits: 3, Causes: []string{"YIELD", "CONSUMER", "POOL", "dop lowered"},
		Yield: yieldWait}
	for m := range memories {
		layout.Groups = append(layout.Groups, trace.Group{Level: trace.MemoryNode, Number: int32(m),
			Parent: -1})
	}
	for n := range memories * nodes {
		layout.Groups = append(layout.Groups, trace.Group{Level: trace.Node, Number: int32(n),
			Parent: n / nodes})
		for range 8 {
			cpu := len(layout.Lanes)
			layout.Lanes = append(layout.Lanes, trace.Lane{Number: int32(cpu), CPU: cpu, CPUID: int32(cpu),
				Group: memories + n})
			s.Machine.CPUs = append(s.Machine.CPUs, topology.CPU{ID: topology.CPUID(cpu), Core: cpu})
		}
	}
	s.Log = &trace.Log{}
	s.Log.Declare(layout)
	s.Workload.Classes = []workload.Class{
		{Name: "cheap", Steps: []workload.Step{{CPU: workload.Law{Mean: 20 * ms}}}},
		{Name: "long", Endless: true, DOP: 8},
	}
	s.Description = system.Description{Nouns: system.Nouns{Request: "query"}, Causes: []system.Cause{
		{Name: "YIELD", Wait: true, Help: "used its quantum"}, {Name: "CONSUMER", Wait: true,
			Help: "waits for rows"},
		{Name: "POOL", Wait: true, Help: "no worker is free"}, {Name: "dop lowered"}}}
	return s
}

// submit makes a request of a class.
func (s *stage) submit(at sim.Time, session trace.SessionID, class int32) trace.RequestID {
	s.classes[class]++
	return s.Log.Submit(trace.Request{At: at, Session: session, Class: class, Ordinal: s.classes[class] - 1})
}

// task makes a runnable task; it is on no ring yet.
func (s *stage) task(at sim.Time, r trace.RequestID, lane trace.LaneID, context int32) trace.TaskID {
	id := s.Log.Open(trace.Task{At: at, Request: r, Lane: lane, Context: context})
	s.move(at, id, trace.None, trace.Runnable)
	return id
}

func (s *stage) move(at sim.Time, id trace.TaskID, from, to trace.State) {
	s.because(at, id, [2]trace.State{from, to}, trace.NoReason)
}

func (s *stage) because(at sim.Time, id trace.TaskID, change [2]trace.State, why trace.Reason) {
	s.Log.Record(trace.Event{At: at, Kind: trace.Transition, Thing: trace.TaskThing, Who: int32(id),
		Where: s.Log.Tasks[id].Lane, Why: why, From: change[0], To: change[1]})
}

// turn gives the ring of a lane at an instant, with the begin and the end of the slice under way.
func (s *stage) turn(lane trace.LaneID, at sim.Time) trace.Rotation {
	of := s.Log.Lane(lane)
	if len(of) == 0 {
		return trace.Rotation{At: at, Lane: lane, Start: at, Next: at + quantum, Slice: quantum}
	}
	r := s.Log.Rotations[of[len(of)-1]]
	ring := append([]trace.TaskID(nil), r.Ring...)
	for len(ring) > 0 && r.Next <= at {
		r.Start, r.Next = r.Next, r.Next+quantum
		ring = append(ring[1:], ring[0])
	}
	if len(ring) == 0 {
		r.Start, r.Next = at, at+quantum
	}
	r.At, r.Ring = at, ring
	return r
}

// run puts a new worker at the tail of a lane's ring.
func (s *stage) run(at sim.Time, r trace.RequestID, lane trace.LaneID, context int32) trace.TaskID {
	id := s.task(at, r, lane, context)
	next := s.turn(lane, at)
	next.Ring = append(next.Ring, id)
	s.Log.Rotate(next)
	return id
}

// leave takes a worker off its lane for good, or lets it wait.
func (s *stage) leave(at sim.Time, id trace.TaskID, to trace.State, why trace.Reason) {
	lane := s.Log.Tasks[id].Lane
	next := s.turn(lane, at)
	first := next.Ring[0] == id
	var ring []trace.TaskID
	for _, t := range next.Ring {
		if t != id {
			ring = append(ring, t)
		}
	}
	from := trace.Runnable
	if first {
		from, next.Start, next.Next = trace.Running, at, at+quantum
	}
	s.because(at, id, [2]trace.State{from, to}, why)
	next.Ring = ring
	s.Log.Rotate(next)
}

// finish ends a request.
func (s *stage) finish(at sim.Time, r trace.RequestID) {
	s.Log.Record(trace.Event{At: at, Kind: trace.Transition, Thing: trace.RequestThing, Who: int32(r),
		Where: trace.NoLane, Why: trace.NoReason, From: trace.Running, To: trace.Done})
}

// stacked is the shipped scenario's story on 12 nodes of 8 schedulers: 12 sessions, 2.5 s apart, run two
// cheap parallel queries of 20 ms and one endless one; every query goes to the next node, eight workers
// each, so that the long ones fall on every third node. Coordinators wait on the last scheduler of node k.
func stacked() *stage {
	s := newStage(4, 3)
	node := 0
	for k := range 12 {
		at := sim.Time(k)*2500*ms + 1300*sim.Microsecond
		s.Connections = append(s.Connections, workload.Connection{ID: workload.SessionID(k), Session: 0,
			Member: k})
		for range 2 {
			s.cheap(at, k, node%12)
			node++
			at += 25 * ms
		}
		s.long(at, k, node%12)
		node++
	}
	s.Measure = [2]sim.Time{27500 * ms, 147500 * ms}
	s.Log.Close(147500 * ms)
	return s
}

func (s *stage) cheap(at sim.Time, session, node int) {
	r := s.submit(at, trace.SessionID(session), 0)
	var all []trace.TaskID
	for i := range 8 {
		all = append(all, s.run(at, r, trace.LaneID(8*node+i), int32(i+1)))
	}
	end := at + 20*ms
	for _, id := range all {
		s.leave(end, id, trace.Done, trace.NoReason)
	}
	s.finish(end, r)
}

func (s *stage) long(at sim.Time, session, node int) {
	r := s.submit(at, trace.SessionID(session), 1)
	coordinator := s.run(at, r, trace.LaneID(8*(session%12)+7), 0)
	s.leave(at+sim.Microsecond, coordinator, trace.Suspended, consumerWait)
	for i := range 8 {
		s.run(at+sim.Time(i)*470*sim.Microsecond+2*sim.Microsecond, r, trace.LaneID(8*node+i), int32(i+1))
	}
}

// crowd has some memory nodes with some nodes; every third node runs endless requests of eight workers, one
// to four of them on each scheduler, and waits.
func crowd(memories, nodes int) *stage {
	s := newStage(memories, nodes)
	for k := range 4 {
		for n := range memories * nodes {
			if k < n%3*(1+n%2) {
				s.endless(sim.Time(k)*sim.Second+sim.Time(n)*ms, n)
			}
		}
	}
	s.Measure = [2]sim.Time{sim.Second, 10 * sim.Second}
	s.Log.Close(10 * sim.Second)
	return s
}

// endless starts a request whose eight workers never end, at once, on a node.
func (s *stage) endless(at sim.Time, node int) {
	r := s.submit(at, trace.SessionID(node), 1)
	c := s.run(at, r, trace.LaneID(8*node+7), 0)
	s.leave(at+sim.Microsecond, c, trace.Suspended, consumerWait)
	for i := range 8 {
		s.run(at+2*sim.Microsecond, r, trace.LaneID(8*node+i), int32(i+1))
	}
}
