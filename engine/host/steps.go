package host

import (
	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// Steps are run queues without cleverness: every quantum is an event. They are the oracle that Rotations
// are compared with, and kept apart from them on purpose: nothing is shared but the rules.
type Steps struct {
	q      Queues
	lanes  []stepLane
	all    []stepWorker
	free   []Worker
	dirty  []int
	queued bool
	faster []int
}

type stepLane struct {
	queue  []Worker // the first is on the CPU
	start  sim.Time // of its slice
	came   sim.Time // when it came to the CPU
	works  sim.Time // when it begins to work: after the switch
	end    sim.Time // of the slice by the quantum
	speed  int64
	timer  sim.TimerID
	busy   bool
	queued bool
}

type stepWorker struct {
	Job
	left  int64 // work
	claim sim.Time
	lane  int
}

// NewSteps makes idle run queues.
func NewSteps(q Queues) *Steps {
	q.Rules = q.Rules.settled()
	s := &Steps{q: q, lanes: make([]stepLane, len(q.CPUs))}
	for i := range s.lanes {
		s.lanes[i].timer = q.Kernel.NewTimer(s, 0, int32(i))
		s.lanes[i].speed = int64(q.CPUs[i].Speed())
		q.CPUs[i].Watch(stepWatch{s, i})
	}
	return s
}

type stepWatch struct {
	s    *Steps
	lane int
}

// SpeedChanged implements SpeedWatcher.
func (w stepWatch) SpeedChanged() {
	w.s.faster = append(w.s.faster, w.lane)
	w.s.later()
}

// Lane implements RunQueues.
func (s *Steps) Lane(w Worker) int { return s.all[w].lane }

// Enqueue implements RunQueues.
func (s *Steps) Enqueue(lane int, job Job) Worker {
	var w Worker
	if n := len(s.free); n > 0 {
		w, s.free = s.free[n-1], s.free[:n-1]
	} else {
		w = Worker(len(s.all))
		s.all = append(s.all, stepWorker{})
	}
	s.all[w] = stepWorker{Job: job, left: int64(job.Work), lane: lane}
	s.join(lane, w)
	return w
}

func (s *Steps) join(lane int, w Worker) {
	l := &s.lanes[lane]
	l.queue = append(l.queue, w)
	if len(l.queue) == 1 {
		s.start(l, true)
	}
	s.mark(lane)
}

// Move implements RunQueues.
func (s *Steps) Move(w Worker, lane int) {
	from := s.all[w].lane
	l := &s.lanes[from]
	if l.queue[0] == w {
		refuseMove(w, from)
	}
	s.drop(l, w)
	s.mark(from)
	s.all[w].lane, s.all[w].claim = lane, 0
	s.join(lane, w)
}

// Waiting implements RunQueues.
func (s *Steps) Waiting(lane int, into []Worker) []Worker {
	if queue := s.lanes[lane].queue; len(queue) > 0 {
		into = append(into, queue[1:]...)
	}
	return into
}

// start puts the first of the queue on the CPU now.
func (s *Steps) start(l *stepLane, other bool) {
	now := s.q.Kernel.Now()
	l.start, l.works = now, now
	if other {
		l.came = now
		l.works += s.q.Rules.Switch
	}
	l.end = l.works + s.turn(&s.all[l.queue[0]])
	if s.q.Rules.Tick > 0 {
		l.end = s.q.Rules.ticks(now)
	}
	s.arm(l)
}

func (s *Steps) turn(w *stepWorker) sim.Time { return s.q.Rules.turn(w.Turn) }

// arm sets the timer to the end of the work or of the slice; left is as of the instant `works` or of the last
// change of speed, whichever is later.
func (s *Steps) arm(l *stepLane) {
	if l.speed == 0 {
		s.q.Kernel.Stop(l.timer)
		return
	}
	from := max(l.works, s.q.Kernel.Now())
	left := s.all[l.queue[0]].left
	done := from + sim.Time((left+l.speed-1)/l.speed)
	s.q.Kernel.Set(l.timer, min(done, l.end), sim.Complete)
}

// count takes what has been worked since `works` off what is left.
func (s *Steps) count(l *stepLane) {
	now := s.q.Kernel.Now()
	if now > l.works {
		s.all[l.queue[0]].left -= int64(now-l.works) * l.speed
		l.works = now
	}
}

// Fire implements sim.Handler.
func (s *Steps) Fire(_, lane int32) {
	l := &s.lanes[lane]
	s.count(l)
	w := l.queue[0]
	worker := &s.all[w]
	task := worker.Task
	if worker.left <= 0 && s.q.More != nil {
		if more := s.q.More.Extend(w, task); more > 0 {
			worker.left = int64(more)
			if s.q.Kernel.Now() < l.end {
				s.arm(l)
				return
			}
		}
	}
	s.mark(int(lane))
	if worker.left > 0 {
		s.yield(l, w)
		return
	}
	s.drop(l, w)
	s.free = append(s.free, w)
	s.q.Ender.Ended(w, task)
}

func (s *Steps) yield(l *stepLane, w Worker) {
	worker := &s.all[w]
	if len(l.queue) == 1 {
		s.start(l, false)
		return
	}
	if worker.claim = claimed(s.q.Rules, worker.claim, s.turn(worker)); worker.claim > 0 {
		s.start(l, false)
		return
	}
	l.queue = append(l.queue[1:], w)
	s.start(l, true)
}

// overdue lets the worker yield whose quantum has passed while its processor stood still. It claims nothing.
func (s *Steps) overdue(l *stepLane, lane int) {
	s.all[l.queue[0]].claim = 0
	l.queue = append(l.queue[1:], l.queue[0])
	s.start(l, len(l.queue) > 1)
	s.mark(lane)
}

// drop takes a worker off its queue.
func (s *Steps) drop(l *stepLane, w Worker) {
	for i, x := range l.queue {
		if x != w {
			continue
		}
		l.queue = append(l.queue[:i:i], l.queue[i+1:]...)
		switch {
		case len(l.queue) == 0:
			s.q.Kernel.Stop(l.timer)
		case i == 0:
			s.start(l, true)
		}
		return
	}
}

// Remove implements RunQueues.
func (s *Steps) Remove(w Worker) {
	lane := s.all[w].lane
	s.drop(&s.lanes[lane], w)
	s.free = append(s.free, w)
	s.mark(lane)
}

func (s *Steps) mark(lane int) {
	if l := &s.lanes[lane]; !l.queued {
		l.queued = true
		s.dirty = append(s.dirty, lane)
		s.later()
	}
}

func (s *Steps) later() {
	if !s.queued {
		s.queued = true
		s.q.Kernel.AtDispatch(s)
	}
}

// Dispatch implements sim.Dispatcher.
func (s *Steps) Dispatch() {
	for _, lane := range s.dirty {
		l := &s.lanes[lane]
		if busy := len(l.queue) > 0; busy != l.busy {
			l.busy = busy
			s.q.CPUs[lane].Load(busy)
		}
	}
	for _, lane := range s.faster {
		l := &s.lanes[lane]
		if len(l.queue) > 0 {
			s.count(l)
		}
		stood := l.speed == 0
		l.speed = int64(s.q.CPUs[lane].Speed())
		switch {
		case len(l.queue) == 0:
		case stood && l.speed > 0 && l.end <= s.q.Kernel.Now():
			s.overdue(l, lane)
		default:
			s.arm(l)
		}
	}
	s.faster = s.faster[:0]
	for _, lane := range s.dirty {
		s.lanes[lane].queued = false
		s.record(lane)
	}
	s.dirty = s.dirty[:0]
	s.queued = false
}

func (s *Steps) record(lane int) {
	l := &s.lanes[lane]
	r := trace.Rotation{At: s.q.Kernel.Now(), Start: l.start, Next: sim.Never,
		Lane: s.q.First + trace.LaneID(lane)}
	switch {
	case len(l.queue) == 0:
		r.Start = r.At
	case s.q.Rules.Preempts:
		r.Start = l.came
	}
	for _, w := range l.queue {
		r.Ring = append(r.Ring, s.all[w].Task)
	}
	s.q.Trace.Rotate(r)
}
