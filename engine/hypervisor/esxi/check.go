package esxi

import (
	"strconv"

	"schedlab/engine/hypervisor"
	"schedlab/engine/setting"
	"schedlab/engine/topology"
)

// checking is the state of looking for faults.
type checking struct {
	machine topology.Machine
	values  setting.Values
	vms     []hypervisor.VM
	faults  []setting.Fault
}

// check finds what the product would refuse: what each guest asks for, and what they ask for together.
func check(m topology.Machine, values setting.Values, vms []hypervisor.VM) []setting.Fault {
	c := checking{machine: m, values: values, vms: vms}
	for i := range vms {
		c.width(i)
		c.sockets(i)
		c.allowances(i)
	}
	c.together()
	return c.faults
}

func (c *checking) add(guest int, path, message, hint string) {
	c.faults = append(c.faults, setting.Fault{Path: "guests[" + strconv.Itoa(guest) + "]." + path,
		Message: message, Hint: hint})
}

// width refuses a guest with more virtual CPUs than the host has CPUs. Source: Cpu.AllowWideVsmp.
func (c *checking) width(i int) {
	have := 0
	for _, cpu := range c.machine.CPUs {
		if !cpu.Offline {
			have++
		}
	}
	vcpus := c.vms[i].VCPUs
	if c.values.Text(coschedulingName) == strictName && vcpus > have {
		c.add(i, "vcpus", counted(vcpus, "virtual CPU")+" can never run together on "+counted(have, "CPU"),
			"at most "+strconv.Itoa(have)+" with strict co-scheduling")
	} else if vcpus > have && !c.values.On(wideName) {
		c.add(i, "vcpus", counted(vcpus, "virtual CPU")+" on a host with "+counted(have, "CPU"),
			"at most "+strconv.Itoa(have)+", or allow guests wider than the host")
	}
}

// sockets refuses sockets that do not come out even.
func (c *checking) sockets(i int) {
	vm := &c.vms[i]
	socket := int(vm.Values.Number(socketName))
	if socket > 0 && vm.VCPUs%socket != 0 {
		c.add(i, "settings."+socketName, counted(vm.VCPUs, "virtual CPU")+" make no whole sockets of "+
			strconv.Itoa(socket), "a divisor of "+strconv.Itoa(vm.VCPUs))
	}
	if vm.Values.On(hotNUMAName) {
		switch {
		case c.values.Text(versionName) < "8.0":
			c.add(i, "settings."+hotNUMAName,
				c.values.Text(versionName)+" cannot show NUMA nodes to a guest "+
					"with CPU hot add", "from 8.0 on")
		case !vm.Values.On(hotAddName):
			c.add(i, "settings."+hotNUMAName, "CPU hot add is off", "it is for guests with CPU hot add")
		}
	}
}

// allowances refuses a reservation that a guest may not use.
func (c *checking) allowances(i int) {
	v := c.vms[i].Values
	reserved, limit := v.Number(reservationName), v.Number(limitName)
	if limit > 0 && reserved > limit {
		c.add(i, "settings."+reservationName, strconv.FormatInt(reserved, 10)+" MHz are reserved, "+
			strconv.FormatInt(limit, 10)+" may be used", "not above the limit")
	}
	if own := int64(c.vms[i].VCPUs) * c.values.Number(nominalName); reserved > own {
		c.add(i, "settings."+reservationName, counted(c.vms[i].VCPUs, "virtual CPU")+" cannot use "+
			strconv.FormatInt(reserved, 10)+" MHz", "at most "+strconv.FormatInt(own, 10)+" MHz")
	}
}

// together compares what is reserved and given with what the host has.
// simplified: the host needs no CPU and no memory for itself.
func (c *checking) together() {
	var reserved int64
	var memory topology.Bytes
	have, most := c.hostMemory(), int64(len(c.machine.Cores))*c.values.Number(nominalName)
	for i := range c.vms {
		if reserved += c.vms[i].Values.Number(reservationName); reserved > most {
			c.add(i, "settings."+reservationName, "the reservations are "+strconv.FormatInt(reserved, 10)+
				" MHz; the host has "+strconv.FormatInt(most, 10)+" MHz", "the guest would not be powered on")
			break
		}
	}
	for i := range c.vms {
		if c.vms[i].Memory != topology.NoBytes {
			memory += c.vms[i].Memory
		}
		if have > 0 && memory > have {
			c.add(i, "memory_mb", "the guests have "+gigabytes(memory)+" of memory; the host has "+
				gigabytes(have), "over-committed memory is not simulated: give them less")
			return
		}
	}
}

// hostMemory is the memory of the machine; 0 if that of a node is not known.
func (c *checking) hostMemory() (sum topology.Bytes) {
	for _, n := range c.machine.Nodes {
		if n.Memory == topology.NoBytes {
			return 0
		}
		sum += n.Memory
	}
	return sum
}

func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

func gigabytes(b topology.Bytes) string {
	return strconv.FormatInt(int64((b+(1<<30)-1)>>30), 10) + " GB"
}
