//go:build js

package page

import (
	"schedlab/wasm/desk"
	"schedlab/wasm/proto"
	"schedlab/wasm/widget"
)

// pool is the runners that make the points of a sweep. They share the page's compiled module, start when
// there is something to do, and end with it.
type pool struct {
	page    *Page
	jobs    []proto.ToRunner
	members []*member
}

// member is a runner of the pool.
type member struct {
	runner *widget.Runner
	job    *proto.ToRunner // under way
	tried  bool            // the job has ended a runner before
}

// mostRunners bounds the memory that a sweep takes. assumed: eight runs are 2 GB of logs at the very worst.
const mostRunners = 8

// sweep does what the state asks of the pool.
func (p *Page) sweep(e desk.SweepEffects) {
	if e.Stop {
		p.pool.end()
	}
	if len(e.Jobs) == 0 {
		return
	}
	p.pool.page = p
	p.pool.jobs = append(p.pool.jobs, e.Jobs...)
	for len(p.pool.members) < min(widget.Cores(), mostRunners, len(p.pool.jobs)) {
		p.pool.start(&member{})
	}
}

// start gives a member a runner.
func (o *pool) start(m *member) {
	if m.runner == nil {
		o.members = append(o.members, m)
	}
	m.runner = widget.NewRunner(func(text string) { o.hear(m, text) },
		func(reason string) { o.died(m, reason) })
}

// hear takes what a member says: that it is ready for work, or what came of it.
func (o *pool) hear(m *member, text string) {
	message, err := proto.DecodeToPage(text)
	switch {
	case err != nil:
		o.died(m, err.Error())
		return
	case message.Failed != nil:
		o.died(m, message.Failed.Message)
		return
	case message.Measured != nil:
		m.job, m.tried = nil, false
		o.page.act(desk.Measured{Message: message})
	}
	if m.job != nil {
		m.runner.Send(proto.Encode(*m.job))
		return
	}
	o.next(m)
}

// next gives a member its next job, or ends it.
func (o *pool) next(m *member) {
	if len(o.jobs) == 0 {
		o.leave(m)
		return
	}
	job := o.jobs[0]
	m.job, o.jobs = &job, o.jobs[1:]
	m.runner.Send(proto.Encode(job))
}

func (o *pool) leave(m *member) {
	m.runner.End()
	for i := range o.members {
		if o.members[i] == m {
			o.members = append(o.members[:i], o.members[i+1:]...)
			return
		}
	}
}

// died replaces a runner that ended by itself, once for the same job; then the point has no figure.
func (o *pool) died(m *member, reason string) {
	m.runner.End()
	if m.job != nil && m.tried {
		o.page.act(desk.Measured{Message: proto.ToPage{Generation: m.job.Generation,
			Measured: &proto.Measured{Point: m.job.Measure.Point, Fault: reason}}})
		m.job = nil
	}
	m.tried = m.job != nil
	o.start(m)
}

// end ends all members, whatever they do.
func (o *pool) end() {
	for _, m := range o.members {
		m.runner.End()
	}
	o.members, o.jobs = nil, nil
}
