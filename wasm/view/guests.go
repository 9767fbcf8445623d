package view

import (
	"sort"

	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// guest is the position of the guest that a task of a hypervisor is a virtual CPU of; -1 = it is none.
func (s *Source) guest(t *trace.Task) int {
	if t.Request != trace.NoRequest {
		return -1
	}
	return s.Log.Ledger.GuestOf(t)
}

// guestName is the name of a virtual CPU's guest; empty if the task is none.
func (s *Source) guestName(t *trace.Task) string {
	guest := s.guest(t)
	if guest < 0 {
		return ""
	}
	return s.layoutAt(t.Lane).Host.Guests[guest].Name
}

// vcpuName is "vCPU 3".
func (s *Source) vcpuName(t *trace.Task) string {
	return s.nounsAt(t.Lane).Worker + " " + number(int(t.Context))
}

func (s *Source) layoutAt(lane trace.LaneID) *trace.Layout {
	return s.layoutOf(s.Floor().Lanes[lane].Instance)
}

// guestColour is the request colour that stands for a guest: those of all hosts have different ones, as long
// as there are enough.
func (s *Source) guestColour(lane trace.LaneID, guest int) int {
	before := 0
	for in := trace.InstanceID(0); in < s.Floor().Lanes[lane].Instance; in++ {
		if host := s.layoutOf(in).Host; host != nil {
			before += len(host.Guests)
		}
	}
	return (before+guest)%inks + 1
}

// vcpu is the task of the virtual CPU that a lane of a guest is; ok is false for other lanes.
func (s *Source) vcpu(lane trace.LaneID) (task trace.TaskID, ok bool) {
	if s.virtual == nil {
		s.findVirtual()
	}
	task = s.virtual[lane]
	return task, task != trace.NoTask
}

// findVirtual joins the lanes of guests with the tasks of their virtual CPUs.
func (s *Source) findVirtual() {
	type key struct {
		host  trace.InstanceID
		guest int
		cpu   int
	}
	of := map[key]trace.TaskID{}
	for id := range s.Log.Tasks {
		t := &s.Log.Tasks[id]
		if guest := s.guest(t); guest >= 0 {
			of[key{s.Floor().Lanes[t.Lane].Instance, guest, int(t.Context)}] = trace.TaskID(id)
		}
	}
	s.virtual = make([]trace.TaskID, len(s.Floor().Lanes))
	for lane := range s.virtual {
		s.virtual[lane] = trace.NoTask
		place := &s.Floor().Lanes[lane]
		host, guest, ok := s.guestOf(place.Instance)
		if !ok {
			continue
		}
		in := &s.Log.Ledger.Instances[place.Instance]
		cpu := in.Layout.Lanes[trace.LaneID(lane)-in.First].CPU
		if task, ok := of[key{host, guest, cpu}]; ok {
			s.virtual[lane] = task
		}
	}
}

// standing is a time that a virtual CPU does not run although its guest has work for it.
type standing struct {
	from, to sim.Time
	state    trace.State // Runnable = ready, CoStop, Limited
}

// standings are such times of a virtual CPU, in order. Those of all are found when one is first asked for.
func (s *Source) standings(task trace.TaskID) []standing {
	if s.stood == nil {
		f := standingFinder{source: s, now: map[trace.TaskID]standing{}, found: map[trace.TaskID][]standing{}}
		for i := range s.Log.Events {
			f.see(&s.Log.Events[i])
		}
		for task := range f.now {
			f.enter(task, s.Log.End, trace.Suspended)
		}
		s.stood = f.found
	}
	return s.stood[task]
}

// standingFinder follows the states of virtual CPUs through a log.
type standingFinder struct {
	source *Source
	now    map[trace.TaskID]standing // open ones
	found  map[trace.TaskID][]standing
}

func (f *standingFinder) see(e *trace.Event) {
	log := f.source.Log
	switch {
	case e.Kind == trace.Transition && e.Thing == trace.TaskThing:
		if task := trace.TaskID(e.Who); f.source.guest(&log.Tasks[task]) >= 0 {
			f.enter(task, e.At, e.To)
		}
	case e.Kind == trace.Rotated && f.source.layoutAt(trace.LaneID(e.Who)).Host != nil:
		for i, task := range log.Rotations[e.Value].Ring {
			if f.source.guest(&log.Tasks[task]) < 0 {
				continue
			}
			state := trace.Runnable
			if i == 0 {
				state = trace.Running
			}
			f.enter(task, e.At, state)
		}
	}
}

// enter ends what has been going on if it is something else now.
func (f *standingFinder) enter(task trace.TaskID, at sim.Time, state trace.State) {
	was, stood := f.now[task]
	if stood && was.state == state {
		return
	}
	if stood {
		if was.to = at; was.to > was.from {
			f.found[task] = append(f.found[task], was)
		}
		delete(f.now, task)
	}
	switch state {
	case trace.Runnable, trace.CoStop, trace.Limited:
		f.now[task] = standing{from: at, state: state}
	}
}

// within are the standings that overlap a span.
func within(all []standing, from, to sim.Time) []standing {
	first := sort.Search(len(all), func(i int) bool { return all[i].to > from })
	last := sort.Search(len(all), func(i int) bool { return all[i].from >= to })
	return all[first:max(first, last)]
}

// heldPattern is how a virtual CPU looks that does not run.
func heldPattern(state trace.State) (Tone, Pattern) {
	switch state {
	case trace.CoStop:
		return CoStop, Cross
	case trace.Limited:
		return Ready, Dotted
	}
	return Ready, BackHatch
}

// standsStill is how a guest's virtual CPU is called that does not run although it has work; empty if it
// runs, has nothing to do, or the lane is none.
func (s *Source) standsStill(lane trace.LaneID, ledger *trace.Ledger) string {
	task, ok := s.vcpu(lane)
	if !ok {
		return ""
	}
	account := ledger.Task(task)
	if account == nil || account.State == trace.Running || account.State == trace.Suspended {
		return ""
	}
	return "its " + s.nouns(s.Floor().Lanes[account.Lane].Instance).Worker + " is " + heldName(account.State)
}

// hosts says whether guests share a host.
func (s *Source) hosts() bool {
	for in := range s.Log.Ledger.Instances {
		if s.layoutOf(trace.InstanceID(in)).Host != nil {
			return true
		}
	}
	return false
}
