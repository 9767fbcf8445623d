// Command simgo runs the reference workload R on the simulation library simgo: a process for each scheduler
// and each client, an event for each quantum. It prints its time and the totals, which must be those of
// Schedlab.
package main

import (
	"encoding/json"
	"os"
	"runtime"
	"time"

	"github.com/fschuetz04/simgo"
)

// Times are nanoseconds in the library's floating-point clock: whole numbers below 2^53 are exact in it.
const (
	millisecond = 1e6
	quantum     = 4 * millisecond
	horizon     = 120_000 * millisecond
	endless     = 1e18
	nodes       = 12
	perNode     = 8
)

type worker struct {
	left    float64 // CPU time
	since   float64 // when it began to wait
	ran     bool
	stopped *simgo.Event // when its client has nothing left to wait for
	open    *int         // workers of its query that are not done
}

type scheduler struct {
	queue []*worker // the first is on the CPU while it runs
	idle  *simgo.Event
	start float64 // of the slice under way; negative = none
}

type totals struct {
	CPU          float64 `json:"cpu_ns"`
	YieldWait    float64 `json:"yield_wait_ns"`
	FirstRunWait float64 `json:"first_run_wait_ns"`
	Done         int     `json:"done"`
	Quanta       int     `json:"quanta"`
}

type model struct {
	simulation *simgo.Simulation
	schedulers [nodes * perNode]scheduler
	cursor     int // node of the next query
	totals     totals
}

func main() {
	began := time.Now()
	m := run()
	out := struct {
		Millis float64 `json:"ms"`
		Totals totals  `json:"totals"`
	}{float64(time.Since(began).Nanoseconds()) / millisecond, m.totals}
	if err := json.NewEncoder(os.Stdout).Encode(out); err != nil {
		os.Exit(1)
	}
	runtime.KeepAlive(m) // the library's finalizers abort what is not reachable any more
}

func run() *model {
	m := &model{simulation: simgo.NewSimulation()}
	for i := range m.schedulers {
		m.simulation.Process(m.schedulers[i].serve(m))
	}
	for i := range nodes {
		m.simulation.Process(m.client(float64(i) * 2500 * millisecond))
	}
	m.simulation.RunUntil(horizon)
	m.cut()
	return m
}

// client runs two cheap queries and an endless one, each with a worker on each scheduler of the next node.
func (m *model) client(start float64) func(simgo.Process) {
	return func(p simgo.Process) {
		p.Wait(p.Timeout(start))
		for _, cpu := range []float64{millisecond, millisecond, endless} {
			p.Wait(p.Timeout(0)) // slices that end in this instant end first
			p.Wait(m.query(cpu))
		}
	}
}

func (m *model) query(cpu float64) *simgo.Event {
	open, stopped := perNode, m.simulation.Event()
	node := m.cursor
	m.cursor = (m.cursor + 1) % nodes
	for i := range perNode {
		s := &m.schedulers[node*perNode+i]
		w := &worker{left: cpu, since: m.simulation.Now(), stopped: stopped, open: &open}
		s.queue = append(s.queue, w)
		if s.idle != nil {
			s.idle.Trigger()
			s.idle = nil
		}
	}
	return stopped
}

func (s *scheduler) serve(m *model) func(simgo.Process) {
	return func(p simgo.Process) {
		for {
			s.start = -1
			for len(s.queue) == 0 {
				s.idle = p.Event()
				p.Wait(s.idle)
			}
			w := s.queue[0]
			m.totals.Quanta++
			m.waited(w)
			s.start = p.Now()
			slice := min(quantum, w.left)
			p.Wait(p.Timeout(slice))
			m.totals.CPU += slice
			w.left -= slice
			s.queue = s.queue[1:]
			w.since = p.Now()
			if w.left > 0 {
				s.queue = append(s.queue, w)
			} else {
				m.done(w)
			}
		}
	}
}

func (m *model) waited(w *worker) {
	wait := m.simulation.Now() - w.since
	if w.ran {
		m.totals.YieldWait += wait
	} else {
		m.totals.FirstRunWait += wait
	}
	w.ran = true
}

func (m *model) done(w *worker) {
	m.totals.Done++
	*w.open--
	if *w.open == 0 {
		w.stopped.Trigger()
	}
}

// cut counts in part what the horizon cuts: slices and waits that are going on.
func (m *model) cut() {
	for i := range m.schedulers {
		s := &m.schedulers[i]
		for at, w := range s.queue {
			if at == 0 && s.start >= 0 {
				m.totals.CPU += horizon - s.start
			} else {
				m.waited(w)
			}
		}
	}
}
