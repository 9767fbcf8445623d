package runner

import (
	"schedlab/engine"
	"schedlab/engine/scenario"
	"schedlab/wasm/proto"
)

// gauge is a run of which only the figures are wanted: a point of a sweep.
type gauge struct {
	generation, point int
	run               *engine.Run
}

// measure begins a run for its figures. It is in nobody's way: a runner of the pool has nothing else to do.
func (r *Runner) measure(generation int, m *proto.Measure) {
	r.gauge = &gauge{generation: generation, point: m.Point}
	s, problems := scenario.Parse([]byte(m.Document), engine.Products())
	if len(problems) > 0 {
		r.measured(proto.Measured{Fault: problems[0].String()})
		return
	}
	r.gauge.run = engine.New(s, engine.Options{Log: r.side})
	r.side = r.gauge.run.Log
}

// gaugeOn goes on with that run for a while.
func (r *Runner) gaugeOn() {
	run, until := r.gauge.run, r.browser.Milliseconds()+sliceMillis
	for !run.Step(budget) {
		if r.browser.Milliseconds() >= until {
			return
		}
	}
	m := proto.Measured{Metrics: run.Numbers()}
	switch {
	case run.Stopped:
		m = proto.Measured{Fault: "the run reached a limit before its end"}
	case len(run.Broken) > 0:
		m = proto.Measured{Fault: "a law does not hold: " + run.Broken[0]}
	}
	r.measured(m)
}

// measured tells the figures of the point under way, or why there are none.
func (r *Runner) measured(m proto.Measured) {
	g := r.gauge
	r.gauge = nil
	m.Point = g.point
	r.send(g.generation, proto.ToPage{Measured: &m})
}
