package runner

import (
	"schedlab/engine"
	"schedlab/engine/metrics"
	"schedlab/engine/scenario"
	"schedlab/engine/trace"
	"schedlab/wasm/output"
	"schedlab/wasm/proto"
)

// background is the work for idle moments: the document's variants for the number that matters, then the
// variations that its claims speak of. It is done in slices, so that an edit never waits for it.
type background struct {
	shown  *shown
	hold   float64 // when it may begin: the picture of the new run comes first
	isRead bool    // what the document's variants, sweep and claims set has been tried
	jobs   []job
	run    *engine.Run // of the first job; nil = not begun
	known  map[string]metrics.Numbers
}

// job is one variation that is to be run.
type job struct {
	set     []scenario.Assignment
	variant int // position among the document's variants; none = for claims only
}

const none = -1

// holdMillis is how long a page may take to ask for the picture of a new run.
// assumed: a few frames; a page that is hidden never asks.
const holdMillis = 100

func newBackground(s *shown, hold float64) *background {
	b := &background{shown: s, hold: hold, known: map[string]metrics.Numbers{}}
	s.known, s.variants = b.known, nil
	for i, v := range s.run.Scenario.Variants {
		b.jobs = append(b.jobs, job{set: v.Set, variant: i})
	}
	note := func(set []scenario.Assignment) metrics.Numbers {
		b.jobs = append(b.jobs, job{set: set, variant: none})
		return nil
	}
	engine.Judge(s.run.Scenario, s.numbers, note)
	return b
}

// work goes on for a slice. It says whether there is more.
func (b *background) work(r *Runner) (more bool) {
	if !b.isRead {
		b.isRead = true
		r.refuse(b.shown.generation, b.shown.document)
		return true
	}
	if len(b.jobs) == 0 {
		claims := b.shown.claims(b.known, false)
		r.send(b.shown.generation, proto.ToPage{Judged: &proto.Judged{Claims: claims}})
		return false
	}
	j := b.jobs[0]
	key := engine.VariationKey(j.set)
	if _, done := b.known[key]; !done {
		if b.run == nil {
			b.run = b.begin(r, j)
			if b.run == nil {
				b.known[key] = nil
			}
			return true
		}
		if !b.step(r) {
			return true
		}
		b.known[key], b.run = b.run.Numbers(), nil
	}
	b.jobs = b.jobs[1:]
	if j.variant != none {
		b.answer(r, j.variant, b.known[key])
	}
	return true
}

// begin reads the changed document; nil if it has problems.
func (b *background) begin(r *Runner, j job) *engine.Run {
	changed, problems := b.shown.document.Run(j.set)
	if len(problems) > 0 {
		return nil
	}
	s, problems := scenario.Read(changed, engine.Products())
	if len(problems) > 0 {
		return nil
	}
	if r.side == nil {
		r.side = &trace.Log{}
	}
	return engine.New(s, engine.Options{Log: r.side})
}

// step simulates for a slice. It says whether the run is complete.
func (b *background) step(r *Runner) (done bool) {
	until := r.browser.Milliseconds() + sliceMillis
	for !b.run.Step(budget) {
		if r.browser.Milliseconds() >= until {
			return false
		}
	}
	return true
}

// answer tells the page the number of a variant.
func (b *background) answer(r *Runner, variant int, numbers metrics.Numbers) {
	answer := proto.Variant{Index: variant}
	if headline := b.shown.headline(); numbers == nil {
		answer.Error = "this variant does not fit the scenario as it is now"
	} else {
		answer.Text = metrics.Text(headline, numbers[headline])
		b.shown.variants = append(b.shown.variants, output.Variant{
			Name: b.shown.run.Scenario.Variants[variant].Name, Text: answer.Text})
	}
	r.send(b.shown.generation, proto.ToPage{Variant: &answer})
}
