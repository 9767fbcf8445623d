package scenario

import (
	"fmt"
	"math"

	"schedlab/engine/workload"
)

// Events that a run needs for each part of a request. They follow what the engine records.
const (
	eventsPerRequest = 4 // arrival, connection, answer, thinking
	eventsPerWorker  = 4 // placed, dispatched, done, the next one dispatched
	eventsPerRead    = 3 // issued, answered, dispatched
	eventsPerTurn    = 1
	// A commit's pages are dirtied, and its log is handed to a log writer, which is dispatched, issues the
	// write and is told of its end, which wakes who commits. With many commits a write serves several.
	eventsPerCommit = 10
	eventsPerPhase  = 5 // begun, ended, woken, and taken to another CPU in between
	eventsPerAction = 4 // told, and what it does first
)

// estimate is the work of a scenario, and what makes most of it.
type estimate struct {
	scenario *Scenario
	total    int64
	most     int64
	path     string
	what     string
}

// EstimateEvents tells about how many events a run of the scenario needs, and the path of what makes most of
// them. Rotations leap, so that work alone costs nothing; a request of unknown parallelism counts as serial.
// simplified: writes of checkpoints are not counted, since how many pages are dirty is known only to the run.
func EstimateEvents(s Scenario) (events int64, path string) {
	e := estimateOf(&s)
	return e.total, e.path
}

func estimateOf(s *Scenario) estimate {
	e := estimate{scenario: s}
	for i := range s.Workload.Sessions {
		e.session(i)
	}
	for i, a := range s.Workload.Arrivals {
		// The rate is per 1,000 s, which are 10^12 ns.
		requests := times(a.Rate, int64(a.To-a.From)/1000) / (1_000_000_000)
		e.count(times(requests+1, e.perRequest(a.Class)), fmt.Sprintf("workload.arrivals[%d]", i), "per_s")
	}
	e.count(eventsPerAction*int64(len(s.Workload.Actions)), "actions", "their number")
	return e
}

// checkWork compares the estimate with the limit.
func (r *reader) checkWork() {
	e := estimateOf(&r.scenario)
	if e.total <= MaxEvents {
		return
	}
	at := place{tree: r.document.Root, there: true}.below(e.path)
	r.add(at, fmt.Sprintf("the run needs about %s events; at most %s", millions(e.total),
		millions(MaxEvents)),
		fmt.Sprintf("this makes %s of them: lower %s or shorten duration_ms", millions(e.most), e.what))
}

func millions(n int64) string {
	if n >= math.MaxInt64/2 {
		return "countless"
	}
	return grouped((n+500_000)/1_000_000) + " million"
}

func (e *estimate) count(events int64, path, what string) {
	e.total = plus(e.total, events)
	if events > e.most {
		e.most, e.path, e.what = events, path, what
	}
}

// session counts what each entry of a session's runs makes: never more requests than fit into the run one
// after the other, nor more than the CPUs can serve.
func (e *estimate) session(i int) {
	s := &e.scenario.Workload.Sessions[i]
	left := int64(e.scenario.Duration - s.Start)
	if left <= 0 {
		return
	}
	passes := int64(1)
	if s.Repeat {
		var pass int64
		for _, run := range s.Runs {
			pass = plus(pass, times(int64(run.Times), e.least(run)))
		}
		passes += left / max(pass, 1)
	}
	for j, run := range s.Runs {
		cpu, count := e.cpu(run.Class), int64(s.Count)
		requests := min(times(int64(run.Times), passes), left/e.least(run)+1)
		served := times(left, e.cpus(s.System))/cpu + count
		e.count(times(min(times(requests, count), served), e.perRequest(run.Class)),
			fmt.Sprintf("workload.sessions[%d].run[%d]", i, j), "times or count, or raise think_ms,")
	}
}

// cpu is the mean CPU time of a request.
func (e *estimate) cpu(class int) int64 {
	c := &e.scenario.Workload.Classes[class]
	if c.Endless {
		return int64(e.scenario.Duration)
	}
	var cpu int64
	for i := range c.Steps {
		cpu += int64(c.Steps[i].CPU.Mean)
	}
	return max(cpu, 1)
}

// least is the mean time from one request of an entry to the next if nobody is in its way.
func (e *estimate) least(run workload.Run) int64 {
	sum := e.cpu(run.Class) + int64(run.Think.Mean)
	steps := e.scenario.Workload.Classes[run.Class].Steps
	for i := range steps {
		sum += int64(steps[i].Pause.Mean)
	}
	return sum
}

// cpus counts what a system can use.
func (e *estimate) cpus(system int) int64 {
	hardware := e.scenario.Hardware(e.scenario.Systems[system])
	online := int64(0)
	for i := range hardware.CPUs {
		if !hardware.CPUs[i].Offline {
			online++
		}
	}
	return online
}

// perRequest is the number of events of one request of a class.
func (e *estimate) perRequest(class int) int64 {
	c := &e.scenario.Workload.Classes[class]
	step := c.Steps[0]
	worker := int64(eventsPerWorker)
	worker = plus(worker, times(eventsPerRead, step.Reads))
	if step.Turn > 0 {
		worker = plus(worker, eventsPerTurn*e.cpu(class)/int64(step.Turn))
	}
	all := int64(eventsPerRequest)
	for i := range c.Steps {
		switch c.Steps[i].Kind {
		case workload.Commit:
			all += eventsPerCommit
		case workload.Wait:
			all += eventsPerPhase
		}
	}
	return plus(all, times(worker, int64(max(c.DOP, 1)*step.Branches)))
}

// times and plus are of numbers that are not negative; what is too large becomes the largest.
func times(a, b int64) int64 {
	if a > 0 && b > math.MaxInt64/a {
		return math.MaxInt64
	}
	return a * b
}

func plus(a, b int64) int64 {
	if b > math.MaxInt64-a {
		return math.MaxInt64
	}
	return a + b
}
