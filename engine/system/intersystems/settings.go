package intersystems

import "schedlab/engine/setting"

// Names of the settings, as documents spell them.
const (
	sliceName   = "os_slice_us"
	tickName    = "os_tick_us"
	glorefsName = "glorefs_per_transaction"
)

// article is where the figures of the workload come from.
const article = "Virtualizing large databases – VMware CPU capacity planning, community.intersystems.com 2017"

// glorefsMetric is the amount of global references.
const glorefsMetric = "glorefs"

func number(n int64) setting.Value { return setting.Value{Number: n} }

func settings() []setting.Setting {
	const group = "Operating system"
	return []setting.Setting{
		{Name: glorefsName, Title: "Global references of a transaction", Max: 1_000_000_000,
			Default: number(6930),
			Help: "Accesses to the database's trees that a transaction makes; they are counted when it " +
				"ends. The default is 700,000 a second at 101 transactions a second.",
			Origin: setting.Inferred, Source: article},
		// assumed: slices of the kernel's fair scheduler are 3 ms and more on machines with 8 CPUs and
		// more, and end at ticks of 1 or 4 ms; on response times and throughputs here it acts by less
		// than 1 %.
		{Name: sliceName, Title: "Time slice", Unit: "µs", Max: 1_000_000, Default: number(6000),
			Group: group,
			Help: "CPU time after which a process lets the others of its run queue go first. " +
				"0 = it keeps the CPU until it waits.",
			Origin: setting.Assumed, Source: "a round of the kernel's fair scheduler with two processes"},
		{Name: tickName, Title: "Timer tick", Unit: "µs", Max: 1_000_000, Group: group,
			Help: "Slices end at ticks of this period only, as the kernel's own do: a slice that begins " +
				"between two ticks is shorter. 0 = off, slices end exactly.",
			Origin: setting.Documented, Source: "the kernel's CONFIG_HZ: 1,000 to 10,000 µs"},
	}
}
