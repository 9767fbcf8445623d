package esxi

import (
	"schedlab/engine/setting"
	"schedlab/engine/sim"
)

// rules are a version's constants with what the settings make of them.
type rules struct {
	constants
	mode    coscheduling
	handOff bool
	spread  bool  // from shared cores to idle ones
	affine  bool  // guests that talk are drawn together
	remote  int64 // latency of remote memory, percent of that of local
	system  int64 // work of the hypervisor, permille of what guests use
	burst   sim.Time
	clock   int64 // permille of the nominal one
	mhz     int64 // at that clock
}

// coscheduling is how the virtual CPUs of a guest are kept together.
type coscheduling uint8

const (
	relaxed coscheduling = iota // those that are ahead are held back
	strict                      // all run, or none
	off
)

// What the accounts are kept with.
const (
	alone = 1000 // permille that a virtual CPU is charged on a core that it has for itself
	// beside is what it is charged while the core's other thread is busy: ESXi takes a core with both threads
	// busy for 1.25 of one. Source: VMware operations guide, "CPU Used".
	beside = 625
	// pullPeriod is how often CPUs without work look for waiting ones.
	pullPeriod = sim.Millisecond // assumed: nothing tells it
	// interrupts: one burst in so many comes as an interrupt on the CPU that it happens to be sent to.
	// assumed: guides tell overlap apart from system time and do not say how much it is.
	interrupts = 5
)

// newRules reads the settings.
func newRules(values setting.Values) rules {
	r := rules{constants: versionOf(values.Text("version")), handOff: values.On("hand_off"),
		spread: values.On("ht_balance"), affine: values.On("action_affinity"),
		remote: values.Number("remote_latency_pct"), system: values.Number("system_load_pct"),
		burst: sim.Time(values.Number("system_burst_us")) * sim.Microsecond,
		clock: values.Number("turbo_pct")}
	r.mhz = values.Number("nominal_mhz") * r.clock / 1000
	switch values.Text("coscheduling") {
	case "strict":
		r.mode = strict
	case "off":
		r.mode = off
	}
	if width := values.Number("search_width"); width > 0 {
		r.searchWidth = int(width)
	}
	if quantum := values.Number("quantum_ms"); quantum > 0 {
		r.quantum = sim.Time(quantum) * sim.Millisecond
	}
	return r
}
