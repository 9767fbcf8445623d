package engine

import (
	"sync"

	"schedlab/engine/host"
	"schedlab/engine/hypervisor"
	"schedlab/engine/scenario"
	"schedlab/engine/setting"
	"schedlab/engine/topology"
	"schedlab/engine/trace"
)

// hosting is a hypervisor with its description.
type hosting struct {
	hypervisor  hypervisor.Hypervisor
	description hypervisor.Description
}

var hostingEntries = sync.OnceValue(func() []hosting {
	var all []hosting
	for _, h := range Hypervisors() {
		all = append(all, hosting{h, h.Describe()})
	}
	return all
})

// hostings are the hypervisors as documents are checked against them.
func hostings() []scenario.Product {
	var all []scenario.Product
	for _, e := range hostingEntries() {
		h := e.hypervisor
		check := func(m topology.Machine, v setting.Values, guests []scenario.Guest) []setting.Fault {
			return h.Check(m, v, machinesOf(guests))
		}
		virtual := func(m topology.Machine, v setting.Values, g scenario.Guest) topology.Machine {
			return h.Virtual(m, v, machinesOf([]scenario.Guest{g})[0])
		}
		plain := func(v setting.Values, guests []scenario.Guest) bool {
			return e.description.Plain != nil && e.description.Plain(v, machinesOf(guests))
		}
		all = append(all, scenario.Product{Name: e.description.Name, Title: e.description.Title,
			Settings: e.description.Settings, Hosting: &scenario.Hosting{Settings: e.description.Guest,
				Check: check, Virtual: virtual, Plain: plain}})
	}
	return all
}

// machinesOf are guests as their hypervisor is told of them.
func machinesOf(guests []scenario.Guest) []hypervisor.VM {
	all := make([]hypervisor.VM, len(guests))
	for i, g := range guests {
		all[i] = hypervisor.VM{Name: g.Name, VCPUs: g.VCPUs, Memory: g.Memory, Values: g.Values}
	}
	return all
}

func findHosting(name string) hosting {
	for _, e := range hostingEntries() {
		if e.description.Name == name {
			return e
		}
	}
	panic("engine: the scenario names the unknown hypervisor " + name)
}

// hosts are what the databases of a run can be started on.
type hosts struct {
	machines []host.Host
	guests   []host.Host // by position in the scenario
	booted   []hypervisor.Booted
}

// boot builds the machines, and boots the hypervisors that share them.
func (r *Run) boot() hosts {
	s := &r.Scenario
	h := hosts{machines: make([]host.Host, len(s.Machines)), guests: make([]host.Host, len(s.Guests))}
	for i, m := range s.Machines {
		h.machines[i] = host.Host{Machine: m.Hardware, CPUs: host.Bare(m.Hardware, host.Speed(m.SMTSpeed))}
		if m.Hypervisor != "" {
			r.share(&h, i)
		}
	}
	return h
}

// share boots the hypervisor of a machine.
func (r *Run) share(h *hosts, machine int) {
	s := &r.Scenario
	m := &s.Machines[machine]
	e := findHosting(m.Hypervisor)
	values := setting.Complete(e.description.Settings, m.Values)
	booted := e.hypervisor.Boot(hypervisor.Environment{Kernel: r.Kernel, Host: h.machines[machine],
		Name: m.Name, Trace: r.Log, Resolution: r.resolution()}, values,
		machinesOf(s.GuestsOn(machine, Products())))
	hosts := booted.Guests()
	for i, g := range s.Guests {
		if g.On == machine {
			h.guests[i], hosts = hosts[0], hosts[1:]
		}
	}
	h.booted = append(h.booted, booted)
	r.Hosts = append(r.Hosts, Started{Description: e.description.Description, Values: values,
		Hardware: m.Hardware})
}

// of is what a system is started on.
func (h *hosts) of(s scenario.System) host.Host {
	if s.Guest >= 0 {
		return h.guests[s.Guest]
	}
	return h.machines[s.On]
}

// begin lets the hypervisors begin, once all databases have been started: their instances come first.
func (h *hosts) begin(r *Run) {
	for i, s := range r.Scenario.Systems {
		if s.Guest >= 0 {
			r.Log.Inside(trace.InstanceID(i), r.Scenario.Guests[s.Guest].Name)
		}
	}
	for _, booted := range h.booted {
		booted.Begin()
	}
}
