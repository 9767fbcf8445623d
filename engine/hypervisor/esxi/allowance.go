package esxi

import (
	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// allowance is CPU that a guest may use, or must get, by its limit or reservation. Amounts are MHz × ns.
type allowance struct {
	mhz   int64 // 0 = there is none
	left  int64
	at    sim.Time // counted up to here
	spent bool     // of a limit: nothing is left until the next period
	due   bool
	timer sim.TimerID
}

// period is how often a limit is granted anew, and how long a reservation that is not asked for is kept.
const period = 100 * sim.Millisecond // assumed: nothing tells it

func newAllowance(mhz int64) allowance { return allowance{mhz: mhz} }

// use takes an amount off.
func (a *allowance) use(amount int64) {
	if a.mhz > 0 {
		a.left -= amount
	}
}

// grant gives a limit's amount for the period that now is in.
func (a *allowance) grant(now sim.Time) {
	if a.at == 0 || now/period > a.at/period {
		a.left = a.mhz * int64(period)
		a.at = max(now, 1)
	}
}

// earn lets a reservation grow with time.
func (a *allowance) earn(now sim.Time) {
	a.left = min(a.left+a.mhz*int64(now-a.at), a.mhz*int64(period))
	a.at = now
}

// below says whether a guest has got less than its reservation, which lets it go first.
// Source: F. Denneman, "Reservations and CPU scheduling".
func (k *vmkernel) below(g *guest) bool {
	if g.reserve.mhz == 0 {
		return false
	}
	k.chargeAll(g)
	g.reserve.earn(k.now)
	return g.reserve.left > 0
}

func (k *vmkernel) chargeAll(g *guest) {
	for id := g.from; id < g.to; id++ {
		if v := &k.vcpus[id]; v.state == trace.Running {
			k.charge(v)
		}
	}
}

// limit stops a guest that has used up what it may, and lets it go on when it may use more.
func (k *vmkernel) limit(g *guest) {
	g.limit.due = false
	k.alter(k.vcpus[g.from].guest)
	k.chargeAll(g)
	g.limit.grant(k.now)
	spent := g.limit.left <= 0
	if spent == g.limit.spent {
		return
	}
	g.limit.spent = spent
	if spent && k.rules.mode == strict {
		k.disband(g, trace.Limited)
	}
	for id := g.from; id < g.to; id++ {
		v := &k.vcpus[id]
		switch {
		case spent && v.state != trace.Suspended && v.state != trace.Limited:
			k.hold(v, trace.Limited, whyLimit)
		case !spent && v.state == trace.Limited:
			k.wake(v)
		}
	}
}

// watchLimit arms the timer for the instant when the guest will have used up what it may, or may use more.
func (k *vmkernel) watchLimit(g *guest) {
	if g.limit.mhz == 0 {
		return
	}
	if g.limit.spent {
		k.env.Kernel.Set(g.limit.timer, k.until(period), sim.Arrive)
		return
	}
	k.chargeAll(g)
	g.limit.grant(k.now)
	rate := int64(0)
	for id := g.from; id < g.to; id++ {
		if v := &k.vcpus[id]; v.state == trace.Running {
			rate += k.creditOf(&k.pcpus[v.lane]) * k.rules.mhz / alone
		}
	}
	if rate == 0 {
		k.env.Kernel.Stop(g.limit.timer)
		return
	}
	rest := max(sim.Time((g.limit.left+rate-1)/rate), sim.Microsecond)
	k.env.Kernel.Set(g.limit.timer, min(k.now+rest, k.until(period)), sim.Arrive)
}

// creditOf is what a virtual CPU on the CPU is charged now, permille.
func (k *vmkernel) creditOf(p *pcpu) int64 {
	if k.cores[p.core].busy > 1 {
		return beside
	}
	return alone
}
