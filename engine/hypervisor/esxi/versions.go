package esxi

import "schedlab/engine/sim"

// constants are what a version of the scheduler goes by. Times are ns.
// Source: advanced options of the versions as public dumps list them (names in the comments).
type constants struct {
	name         string   // as documents have it
	quantum      sim.Time // Cpu.Quantum
	costop       sim.Time // Cpu.CoschedCostopThreshold: lead at which a virtual CPU is held back
	costart      sim.Time // Cpu.CoschedCostartThreshold: lead below which it may go on
	poll         sim.Time // Cpu.CoschedPollUsec: how often skew is looked at
	boundLag     int64    // Cpu.BoundLagQuanta: how far behind a virtual CPU may fall, in quanta
	searchWidth  int      // Cpu.WakeupMigrateIdlePcpus, PcpuMigrateIdlePcpus: CPUs looked at
	wholeCore    sim.Time // Cpu.HTWholeCoreThreshold: how far behind one must be to get a core alone
	htBalance    sim.Time // Cpu.HTRebalancePeriod
	cacheBalance sim.Time // Cpu.L3RebalancePeriod
	nodeBalance  sim.Time // Cpu.PcpuMigratePeriod, of packages and the host
	numaPeriod   sim.Time // Numa.RebalancePeriod
	numaTrigger  int64    // Numa.MigImbalanceThreshold, percent
	pageRate     int64    // pages of 4 KB that may move a second, Numa.PageMigRateMax
	followsCores bool     // cores per socket make virtual nodes, as until 6.0
}

// versions are in the order of their release.
var versions = []constants{
	base("6.0", func(c *constants) {
		c.quantum, c.wholeCore, c.nodeBalance = 50*sim.Millisecond, 200*sim.Millisecond, 100*sim.Millisecond
		c.pageRate, c.followsCores = 16_000, true
	}),
	base("6.5", nil), base("6.7", nil), base("7.0", nil), base("8.0", nil),
	base("9.0", func(c *constants) { c.pageRate = 32_000 }),
}

// base is a version with what most of them have, and what is different about it.
func base(name string, differ func(*constants)) constants {
	c := constants{name: name, quantum: 200 * sim.Millisecond, costop: 3 * sim.Millisecond,
		costart: 2 * sim.Millisecond, poll: sim.Millisecond, boundLag: 8, searchWidth: 4,
		wholeCore: 800 * sim.Millisecond, htBalance: 5 * sim.Millisecond, cacheBalance: 20 * sim.Millisecond,
		nodeBalance: 2 * sim.Second, numaPeriod: 2 * sim.Second, numaTrigger: 10, pageRate: 8_000}
	if differ != nil {
		differ(&c)
	}
	return c
}

// versionOf is the version of that name, which is one of the setting's choices.
func versionOf(name string) constants {
	for _, c := range versions {
		if c.name == name {
			return c
		}
	}
	panic("esxi: no version " + name)
}
