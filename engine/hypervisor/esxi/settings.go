package esxi

import "schedlab/engine/setting"

// Names of the settings, as documents spell them.
const (
	versionName      = "version"
	coschedulingName = "coscheduling"
	strictName       = "strict"
	systemName       = "system_load_pct"
	burstName        = "system_burst_us"
	turboName        = "turbo_pct"
	nominalName      = "nominal_mhz"
	widthName        = "search_width"
	remoteName       = "remote_latency_pct"
	affinityName     = "action_affinity"
	htBalanceName    = "ht_balance"
	quantumName      = "quantum_ms"
	handOffName      = "hand_off"
	preferName       = "prefer_ht"
	followName       = "follow_cores_per_socket"
	leastName        = "vnuma_min_vcpus"
	wideName         = "wide_smp"

	sharesName      = "shares"
	reservationName = "reservation_mhz"
	limitName       = "limit_mhz"
	stallName       = "memory_stall_pct"
	talksName       = "talks_to"
	socketName      = "cores_per_socket"
	hotAddName      = "hot_add"
	hotNUMAName     = "vnuma_on_hot_add"
	stealName       = "steal_clock"
)

const (
	optionDumps  = "dumps of advanced options, lamw/esxi-advanced-and-kernel-settings"
	article      = "Virtualizing large databases, M. Oldfield, InterSystems 2017"
	deepDive     = "NUMA Deep Dive 5, F. Denneman 2016"
	decoupling   = "Decoupling of cores per socket, F. Denneman 2016"
	hotAddPost   = "CPU hot add and vNUMA, F. Denneman 2017"
	epycPost     = "AMD EPYC and the CPU scheduler, F. Denneman 2019"
	reservations = "Reservations and CPU scheduling, F. Denneman 2010"
	guide        = "VMware operations guide, I. Rahabok"
	virtualNUMA  = "VirtualMachineVirtualNuma, vSphere 8 API"
	schedulerV51 = "The CPU Scheduler in VMware vSphere 5.1"
	stealCommit  = "Linux commit ab02bb3f55f5 (2020)"
)

var on = setting.Value{Number: 1}

func value(n int64) setting.Value { return setting.Value{Number: n} }

func hostSettings() []setting.Setting {
	all := append(mainSettings(), nodeSettings()...)
	return append(all, schedulerSettings()...)
}

func mainSettings() []setting.Setting {
	var options []setting.Option
	for _, v := range versions {
		options = append(options, setting.Option{Name: v.name, Title: v.name})
	}
	return []setting.Setting{
		{Name: versionName, Title: "Version", Kind: setting.Choice, Choices: options,
			Default: setting.Value{Text: "8.0"}, Origin: setting.Documented, Source: optionDumps,
			Help: "Decides the quantum, how often nodes are balanced, and what cores per socket mean."},
		{Name: coschedulingName, Title: "Co-scheduling", Kind: setting.Choice, Choices: []setting.Option{
			{Name: "relaxed", Title: "relaxed"}, {Name: strictName, Title: "strict, as in ESX 2"},
			{Name: "off", Title: "off (what if)"}}, Default: setting.Value{Text: "relaxed"},
			Origin: setting.Documented, Source: schedulerV51,
			Help: "Relaxed holds back a virtual CPU that is ahead of its siblings. Strict starts and stops " +
				"all of a guest together: it needs a free CPU for each of them at once."},
		{Name: nominalName, Title: "Nominal clock", Unit: "MHz", Min: 100, Max: 10_000, Default: value(2500),
			Origin: setting.Documented, Source: article,
			Help: "What usage, limits and reservations refer to."},
		{Name: turboName, Title: "Clock while at work", Unit: "%", Decimals: 1, Min: 100, Max: 3000,
			Default: value(1000), Origin: setting.Inferred,
			Source: article + ": 85 % on the host beside 76 % in the guest ask for 111.8",
			Help: "Turbo or power saving, against the nominal clock. It changes figures of usage only: the " +
				"work of a request is told at the clock that it runs at."},
	}
}

func nodeSettings() []setting.Setting {
	const group = "NUMA"
	return []setting.Setting{
		{Name: preferName, Title: "Prefer hyper-threads", Kind: setting.Switch, Group: group,
			Origin: setting.Documented, Source: deepDive,
			Help: "Numa.PreferHT: a node holds as many virtual CPUs as it has threads, not cores."},
		{Name: followName, Title: "Cores per socket make nodes", Kind: setting.Switch, Group: group,
			Origin: setting.Documented, Source: decoupling,
			Help: "Numa.FollowCoresPerSocket: the rule of 6.0 and before, for later versions."},
		{Name: leastName, Title: "Virtual NUMA from", Unit: "vCPUs", Min: 2, Max: 4096, Default: value(9),
			Group: group, Origin: setting.Documented, Source: epycPost,
			Help: "numa.vcpu.min: a guest with fewer virtual CPUs sees one node."},
		{Name: remoteName, Title: "Remote memory", Unit: "%", Min: 100, Max: 1000, Default: value(173),
			Group: group, Origin: setting.Published, Source: epycPost + ": 130 ns against 75 ns",
			Help: "Latency of another node's memory, where local memory is 100."},
		{Name: affinityName, Title: "Action affinity", Kind: setting.Switch, Default: on, Group: group,
			Origin: setting.Documented, Source: "VMware knowledge base 2097369",
			Help: "Numa.LocalityWeightActionAffinity: guests that talk to each other are drawn to one " +
				"node, " +
				"although they wait for CPUs there."},
		{Name: wideName, Title: "Allow guests wider than the host", Kind: setting.Switch, Group: group,
			Origin: setting.Documented, Source: optionDumps, Help: "Cpu.AllowWideVsmp."},
	}
}

func schedulerSettings() []setting.Setting {
	const group = "Scheduler"
	return []setting.Setting{
		{Name: quantumName, Title: "Quantum", Unit: "ms", Max: 1000, Group: group, Origin: setting.Documented,
			Source: optionDumps, Help: "Cpu.Quantum; 0 = the version's, 50 ms in 6.0 and 200 ms later."},
		{Name: widthName, Title: "CPUs looked at", Max: 4096, Group: group, Origin: setting.Documented,
			Source: optionDumps, Help: "How many random CPUs are looked at for an idle one; 0 = the " +
				"version's, 4."},
		{Name: htBalanceName, Title: "Spread over cores", Kind: setting.Switch, Default: on, Group: group,
			Origin: setting.Documented, Source: optionDumps,
			Help: "Moves virtual CPUs from shared cores to idle ones, every 5 ms."},
		{Name: handOffName, Title: "Hand-off", Kind: setting.Switch, Default: on, Group: group,
			Origin: setting.Documented, Source: optionDumps,
			Help: "Cpu.CoschedHandoffLLC: one that is held back gives its CPU to the sibling furthest " +
				"behind."},
		{Name: systemName, Title: "Work of the hypervisor", Unit: "%", Decimals: 1, Max: 1000,
			Default: value(20), Group: group, Origin: setting.Assumed, Fixed: true,
			Help: "CPU that it needs itself, of what its guests use."},
		{Name: burstName, Title: "A piece of it", Unit: "µs", Min: 10, Max: 100_000, Default: value(200),
			Group: group, Origin: setting.Assumed, Fixed: true, Help: "How long one goes on."},
	}
}

func guestSettings() []setting.Setting {
	const topologyGroup, loadGroup = "Topology", "Load"
	return []setting.Setting{
		{Name: sharesName, Title: "Shares", Unit: "per vCPU", Min: 1, Max: 100_000, Default: value(1000),
			Origin: setting.Documented, Source: reservations,
			Help: "Who has fewer CPU time for its shares goes first. Low is 500, normal 1000, high 2000."},
		{Name: reservationName, Title: "Reservation", Unit: "MHz", Max: 100_000_000,
			Origin: setting.Documented, Source: reservations,
			Help: "Below it, the guest goes before all others; what it does not use is for them."},
		{Name: limitName, Title: "Limit", Unit: "MHz", Max: 100_000_000, Origin: setting.Documented,
			Source: guide, Help: "What the guest may use at most; 0 = no limit. Waiting for it is ready " +
				"time too."},
		{Name: stealName, Title: "Steal clock", Kind: setting.Switch, Origin: setting.Documented,
			Source: stealCommit, Help: "stealclock.enable: the guest's tools show ready time as steal."},
		{Name: socketName, Title: "Cores per socket", Max: 4096, Group: topologyGroup,
			Origin: setting.Documented, Source: decoupling,
			Help: "0 = one core a socket where that makes no nodes."},
		{Name: preferName, Title: "Prefer hyper-threads", Kind: setting.Switch, Group: topologyGroup,
			Origin: setting.Documented, Source: deepDive, Help: "numa.vcpu.preferHT."},
		{Name: hotAddName, Title: "CPU hot add", Kind: setting.Switch, Group: topologyGroup,
			Origin: setting.Documented, Source: hotAddPost,
			Help: "A guest wider than a node sees one node then, with its memory spread over all of them."},
		{Name: hotNUMAName, Title: "Virtual NUMA with hot add", Kind: setting.Switch, Group: topologyGroup,
			Origin: setting.Documented, Source: virtualNUMA, Help: "exposeVnumaOnCpuHotadd, from 8.0 on."},
		{Name: stallName, Title: "Memory stalls", Unit: "%", Decimals: 1, Max: 1000, Group: loadGroup,
			Origin: setting.Assumed, Fixed: true,
			Help: "Part of its CPU time that waits for memory, and is longer with memory of another node."},
		{Name: talksName, Title: "Talks to", Kind: setting.Text, Max: 60, Group: loadGroup,
			Origin: setting.Documented, Source: "VMware knowledge base 2097369", Fixed: true,
			Help: "Guests with the same word here exchange much with each other."},
	}
}
