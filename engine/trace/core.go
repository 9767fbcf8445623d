package trace

import "schedlab/engine/sim"

// CoreAccount counts how the lanes of a core are busy together.
type CoreAccount struct {
	Any    sim.Time // while at least one lane is busy
	Shared sim.Time // while several are
	busy   int32    // lanes now
	mark   sim.Time // counted up to here
	lanes  []LaneID // never changed after the declaration
}

// declareCores joins the lanes of an instance that have the same Core.
func (l *Ledger) declareCores(layout Layout, first LaneID) {
	at := map[int]int32{}
	for i := range layout.Lanes {
		core := layout.Lanes[i].Core
		if core == 0 {
			continue
		}
		known, ok := at[core]
		if !ok {
			known = int32(len(l.Cores))
			at[core] = known
			l.Cores = append(l.Cores, CoreAccount{})
		}
		l.Lanes[first+LaneID(i)].core = known + 1
		l.Cores[known].lanes = append(l.Cores[known].lanes, first+LaneID(i))
	}
}

// turned notes that a lane has become busy or idle. What its siblings have done until now is counted as it
// was until now.
func (l *Ledger) turned(id LaneID, isBusy bool, at sim.Time) {
	lane := &l.Lanes[id]
	if lane.core == 0 {
		return
	}
	core := &l.Cores[lane.core-1]
	for _, sibling := range core.lanes {
		if sibling != id {
			l.settleLane(sibling, at, at)
		}
	}
	core.settle(at)
	if isBusy {
		core.busy++
	} else {
		core.busy--
	}
}

// settle counts up to an instant.
func (c *CoreAccount) settle(at sim.Time) {
	if c.busy > 0 {
		c.Any += at - c.mark
	}
	if c.busy > 1 {
		c.Shared += at - c.mark
	}
	c.mark = at
}

// share counts CPU time of a task on a lane: it is shared while a sibling of the lane is busy too.
func (l *Ledger) share(lane *LaneAccount, t *TaskAccount, span sim.Time) {
	if lane.core > 0 && l.Cores[lane.core-1].busy > 1 {
		t.Shared += span
	}
}

// CoreOf gives the account of the core that a lane is of; nil if the instance does not tell it.
func (l *Ledger) CoreOf(lane LaneID) *CoreAccount {
	if core := l.Lanes[lane].core; core > 0 {
		return &l.Cores[core-1]
	}
	return nil
}

// VirtualCPUs gives the accounts of a guest's virtual CPUs, by their numbers: those of the tasks of the
// hypervisor that have the guest's position as Branch.
func (l *Ledger) VirtualCPUs(instance InstanceID, guest int) []*TaskAccount {
	in := &l.Instances[instance]
	all := make([]*TaskAccount, in.Layout.Host.Guests[guest].CPUs)
	for i := range l.Tasks {
		t := &l.Tasks[i]
		isOne := t.State != None && l.instance(t.Lane) == in && in.guestOf(&t.Task) == guest
		if isOne && int(t.Context) < len(all) {
			all[t.Context] = t
		}
	}
	return all
}

// Guest finds a guest by its name: the hypervisor that it is on and its position there. There is none on bare
// metal.
func (l *Ledger) Guest(name string) (instance InstanceID, guest int, ok bool) {
	for i := range l.Instances {
		host := l.Instances[i].Layout.Host
		if host == nil {
			continue
		}
		for at := range host.Guests {
			if host.Guests[at].Name == name {
				return InstanceID(i), at, true
			}
		}
	}
	return 0, 0, false
}

// guestOf is the position of the guest that a task of a hypervisor is a virtual CPU of; -1 = it is none.
func (in *Instance) guestOf(t *Task) int {
	if in.Layout.Host == nil || t.Request != NoRequest || t.Role != in.Layout.Host.Role {
		return -1
	}
	return int(t.Branch)
}

// GuestOf is the position of the guest that a task is a virtual CPU of; -1 = it is none.
func (l *Ledger) GuestOf(t *Task) int { return l.instance(t.Lane).guestOf(t) }

// Task is the account of a live task by its number; nil if it is not alive.
// simplified: it looks at all live tasks; what needs many of them should remember their slots.
func (l *Ledger) Task(id TaskID) *TaskAccount {
	for i := range l.Tasks {
		if t := &l.Tasks[i]; t.State != None && t.ID == id {
			return t
		}
	}
	return nil
}
