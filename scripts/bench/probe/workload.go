package main

import (
	"schedlab/engine/enginetest/ring"
	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// workload is a reference workload, made when it is first asked for.
type workload struct {
	draw func() ring.Workload
	// plainUntil shortens the plain engine's run; 0 = the whole.
	plainUntil sim.Time
}

// rlPlainUntil leaves some two million of RL's 110 million quanta to the plain engine.
const rlPlainUntil = 10 * sim.Second

var workloads = map[string]workload{
	"R":   {draw: ring.R},
	"R2":  {draw: ring.R2},
	"R2H": {draw: ring.R2H},
	"RL":  {draw: ring.RL, plainUntil: rlPlainUntil},
}

// subject runs the workload on a bare ring of run queues, with a log whose memory it keeps.
func (w workload) subject(plain bool) subject {
	drawn := w.draw()
	if plain && w.plainUntil > 0 {
		drawn.Until = w.plainUntil
	}
	log := &trace.Log{}
	return func() func() outcome {
		log.Reset()
		run := ring.New(drawn, log, plain)
		return func() outcome {
			run.Finish()
			t := run.Totals()
			return outcome{events: run.Kernel.Fired(), totals: map[string]int64{"cpu_ns": int64(t.CPU),
				"yield_wait_ns": int64(t.YieldWait), "first_run_wait_ns": int64(t.FirstRun), "done": t.Done,
				"quanta": t.Slices}}
		}
	}
}
