package view

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"schedlab/engine/sim"
	"schedlab/engine/system"
	"schedlab/engine/topology"
	"schedlab/engine/trace"
)

// Causes of the hand-made hypervisor.
const (
	hostReady trace.Reason = iota
	hostIdle
	hostStop
	hostLimit
	hostRole
)

// guests is a database with one endless request on each of two virtual CPUs of guest "vm", on a host of one
// core with two threads. Both run from 10 ms on; the second is co-stopped from 40 to 50 ms, ready on the
// first's thread from 50 to 60, and then runs on its own thread again; at 90 ms it is limited.
func guests() *Source {
	log := &trace.Log{}
	log.Declare(trace.Layout{Name: "db", Waits: 1, Causes: []string{"YIELD"}, Guest: "vm",
		Groups: []trace.Group{{Level: trace.MemoryNode, Parent: -1}},
		Lanes:  []trace.Lane{{Number: 0, CPU: 0}, {Number: 1, CPU: 1}}})
	log.Declare(trace.Layout{Name: "esx", Waits: 4, Yield: hostReady,
		Causes: []string{"READY", "IDLE", "CO-STOP", "LIMIT", "vCPU"},
		Groups: []trace.Group{{Level: trace.MemoryNode, Parent: -1}},
		Lanes:  []trace.Lane{{Number: 0, CPU: 0, Core: 1}, {Number: 1, CPU: 1, Core: 1}},
		Host: &trace.HostLayout{Name: "esx", Role: hostRole, Clock: 1000, Credit: 625,
			Guests: []trace.GuestLayout{{Name: "vm", CPUs: 2, Overlap: -1, System: -1}}}})
	h := hostScript{log}
	for i := range 2 {
		id := log.Open(trace.Task{Request: trace.NoRequest, Lane: trace.LaneID(2 + i), Context: int32(i),
			Role: hostRole})
		h.goes(0, id, trace.LaneID(2+i), [2]trace.State{trace.None, trace.Suspended})
	}
	for i := range 2 {
		r := log.Submit(trace.Request{At: 10 * ms, Session: trace.SessionID(i)})
		id := log.Open(trace.Task{At: 10 * ms, Request: r, Lane: trace.LaneID(i)})
		h.goes(10*ms, id, trace.LaneID(i), [2]trace.State{trace.None, trace.Runnable})
		h.shows(10*ms, trace.LaneID(i), id)
		h.goes(10*ms, trace.TaskID(i), trace.LaneID(2+i), [2]trace.State{trace.Suspended, trace.Runnable})
		h.shows(10*ms, trace.LaneID(2+i), trace.TaskID(i))
	}
	h.goes(40*ms, 1, 3, [2]trace.State{trace.Running, trace.CoStop})
	h.shows(40*ms, 3)
	h.goes(50*ms, 1, 2, [2]trace.State{trace.CoStop, trace.Runnable})
	h.Rotate(trace.Rotation{At: 50 * ms, Start: 10 * ms, Next: sim.Never, Lane: 2,
		Ring: []trace.TaskID{0, 1}})
	h.goes(60*ms, 1, 3, [2]trace.State{trace.Runnable, trace.Runnable})
	h.Rotate(trace.Rotation{At: 60 * ms, Start: 10 * ms, Next: sim.Never, Lane: 2, Ring: []trace.TaskID{0}})
	h.shows(60*ms, 3, 1)
	h.goes(90*ms, 1, 3, [2]trace.State{trace.Running, trace.Limited})
	h.shows(90*ms, 3)
	log.Close(100 * ms)
	two := topology.Shape{Packages: 1, NodesPerPackage: 1, CoresPerNode: 1, ThreadsPerCore: 2}.Machine()
	return &Source{Log: log, Machine: two, Quantum: 4 * ms, Others: []Part{{Machine: two,
		Description: system.Description{Nouns: system.Nouns{Scheduler: "pCPU", Worker: "vCPU"},
			Causes: []system.Cause{{}, {Idle: true}, {Help: "ahead"}}}}}}
}

type hostScript struct{ *trace.Log }

func (h hostScript) goes(at sim.Time, id trace.TaskID, lane trace.LaneID, way [2]trace.State) {
	why := map[trace.State]trace.Reason{trace.Suspended: hostIdle, trace.CoStop: hostStop,
		trace.Limited: hostLimit}[way[1]]
	h.Record(trace.Event{At: at, Kind: trace.Transition, Thing: trace.TaskThing, Who: int32(id), Where: lane,
		Why: why, From: way[0], To: way[1]})
}

func (h hostScript) shows(at sim.Time, lane trace.LaneID, ring ...trace.TaskID) {
	h.Rotate(trace.Rotation{At: at, Start: at, Next: sim.Never, Lane: lane, Ring: ring})
}

func TestTheFixtureOfGuestsKeepsTheLaws(t *testing.T) {
	assert.Empty(t, guests().Log.Ledger.Laws())
}

func TestAVirtualCPUIsCalledByItsGuest(t *testing.T) {
	s := guests()
	vcpu, query := &s.Log.Tasks[1], &s.Log.Tasks[2]
	assert.Equal(t, "vm", s.who(vcpu))
	assert.Equal(t, "vm, vCPU 1", s.whoFull(vcpu, ", "))
	assert.Equal(t, "1", s.whoShort(vcpu))
	assert.Equal(t, RequestTone(1), s.whoTone(vcpu))
	assert.Equal(t, "Q1", s.who(query))
	assert.Equal(t, "pCPU 1", s.laneName(3))
	assert.Equal(t, "scheduler 1", s.laneName(1))
	assert.Equal(t, s.partyOf(vcpu), s.partyOf(&s.Log.Tasks[0]), "both belong to the guest")
	assert.True(t, s.partyOf(vcpu).before(s.partyOf(query)))
	for lane, want := range map[trace.LaneID]trace.TaskID{0: 0, 1: 1, 2: trace.NoTask, 3: trace.NoTask} {
		got, ok := s.vcpu(lane)
		assert.Equal(t, want, got)
		assert.Equal(t, want != trace.NoTask, ok)
	}
}

func TestTimesThatAVirtualCPUStandsStill(t *testing.T) {
	s := guests()
	assert.Empty(t, s.standings(0))
	all := []standing{{40 * ms, 50 * ms, trace.CoStop}, {50 * ms, 60 * ms, trace.Runnable},
		{90 * ms, 100 * ms, trace.Limited}}
	assert.Equal(t, all, s.standings(1))
	for _, c := range []struct {
		from, to sim.Time
		want     []standing
	}{{0, 40 * ms, nil}, {0, 41 * ms, all[:1]}, {45 * ms, 55 * ms, all[:2]}, {50 * ms, 60 * ms, all[1:2]},
		{60 * ms, 90 * ms, nil}, {95 * ms, 200 * ms, all[2:]}} {
		assert.Equal(t, c.want, append([]standing(nil), within(all, c.from, c.to)...))
	}
	for at, want := range map[sim.Time]string{30 * ms: "", 45 * ms: "its vCPU is co-stop",
		55 * ms: "its vCPU is ready", 70 * ms: "", 95 * ms: "its vCPU is held back by the limit"} {
		assert.Equal(t, want, s.standsStill(1, s.Log.At(at)), "at %v", at)
	}
}

func TestGuestsStandAboveTheirHost(t *testing.T) {
	s := guests()
	var p Plan
	p.Draw(s, s.Log.At(30*ms), PlanPort{Width: 900, Zoom: Machine}, Look{})
	require.Len(t, p.geo.seats, 4)
	for _, upper := range p.geo.seats[:2] {
		for _, lower := range p.geo.seats[2:] {
			assert.Less(t, upper.all.y+upper.all.h, lower.all.y)
		}
	}
	assert.LessOrEqual(t, p.geo.seats[3].all.y+p.geo.seats[3].all.h, p.geo.height)
}

// joined says which scheduler of the guest and which CPU of the host a line joins.
func joined(p *Plan, l Line) (pair [2]int, ok bool) {
	for i := range 4 {
		from, to := p.geo.seats[i/2].cpu, p.geo.seats[2+i%2].cpu
		if l.X1 == from.x+from.w/2 && l.X2 == to.x+to.w/2 && l.Y2 == to.y {
			return [2]int{i / 2, i % 2}, true
		}
	}
	return pair, false
}

func TestLinesJoinVirtualCPUsWithWhereTheyRun(t *testing.T) {
	s := guests()
	var p Plan
	port := PlanPort{Width: 900, Zoom: Machine}
	ends := func(at sim.Time, look Look) (pairs [][2]int, ink []float32) {
		for _, l := range p.Draw(s, s.Log.At(at), port, look).Lines {
			if pair, ok := joined(&p, l); ok {
				pairs, ink = append(pairs, pair), append(ink, l.Opacity)
			}
		}
		return pairs, ink
	}
	pairs, ink := ends(30*ms, Look{})
	assert.Equal(t, [][2]int{{0, 0}, {1, 1}}, pairs)
	assert.Equal(t, []float32{linkInk, linkInk}, ink)
	pairs, ink = ends(30*ms, Look{Picked: Picked{PickedScheduler, 3}})
	assert.Equal(t, [][2]int{{0, 0}, {1, 1}}, pairs)
	assert.Equal(t, []float32{linkFaint, 1}, ink)
	pairs, _ = ends(45*ms, Look{})
	assert.Equal(t, [][2]int{{0, 0}}, pairs, "what is co-stopped runs nowhere")
	pairs, _ = ends(75*ms, Look{})
	assert.Equal(t, [][2]int{{0, 0}, {1, 1}}, pairs, "it is back on its own thread")
}

func TestMarksOfVirtualCPUsThatStandStill(t *testing.T) {
	s := guests()
	var p Plan
	port := PlanPort{Width: 900, Zoom: Machine}
	marks := func(at sim.Time) (found []Pattern) {
		for _, b := range p.Draw(s, s.Log.At(at), port, Look{}).Boxes {
			seat := p.geo.seats[1].cpu
			if b.X == seat.x+.5 && b.Y == seat.y+.5 && (b.Fill == Ready || b.Fill == CoStop) {
				found = append(found, b.Pattern)
			}
		}
		return found
	}
	assert.Empty(t, marks(30*ms))
	assert.Equal(t, []Pattern{Cross}, marks(45*ms))
	assert.Equal(t, []Pattern{BackHatch}, marks(55*ms))
	assert.Equal(t, []Pattern{Dotted}, marks(95*ms))
}

func TestFiguresOfDatabasesLeaveTheHostOut(t *testing.T) {
	s := guests()
	now := NowOf(s, s.Log.At(55*ms))
	assert.Equal(t, [3]int{2, 0, 0}, [3]int{now.Running, now.Runnable, now.Waiting}, "as the guest sees it")
	assert.Equal(t, []float64{100, 50}, now.Nodes, "one of the host's threads runs")
	assert.InDelta(t, 100, now.Busy, 1e-9)
	v := SeriesOf(s, [2]sim.Time{0, 100 * ms}, 10)
	assert.InDelta(t, 2, v.Running[5], 1e-9)
	assert.InDelta(t, 0, v.Runnable[5], 1e-9)
	assert.InDelta(t, 50, v.Nodes[1][4], 1e-9)
	rows := Twin(s, s.Log.At(55*ms))
	assert.Equal(t, "Q2, but its vCPU is ready", rows[1][2])
	assert.Equal(t, "vm", rows[2][2])
}

func TestTheTimelineShowsWhenAVirtualCPUStandsStill(t *testing.T) {
	s := guests()
	var line Timeline
	line.Paint(s, LinePort{Width: Gutter + 100, Height: 400, Ratio: 1, To: 100 * ms}, Look{Theme: Light})
	tones := func(row int, from, to int) map[Tone]bool {
		seen, r := map[Tone]bool{}, line.rows[row]
		for i := range (to - from) * r.ink {
			pixel := line.Pixels[(r.y+i%r.ink)*line.Width+from+i/r.ink]
			for _, tone := range []Tone{Ready, CoStop} {
				if pixel == line.paint.solid[tone] {
					seen[tone] = true
				}
			}
		}
		return seen
	}
	assert.Empty(t, tones(0, 0, 100), "the first runs all the time")
	assert.Empty(t, tones(1, 0, 40))
	assert.Equal(t, map[Tone]bool{CoStop: true}, tones(1, 40, 50))
	assert.Equal(t, map[Tone]bool{Ready: true}, tones(1, 51, 60))
	assert.Empty(t, tones(1, 61, 90))
	assert.Equal(t, map[Tone]bool{Ready: true}, tones(1, 91, 100), "the limit")
	assert.Empty(t, tones(2, 0, 100), "the host's own lanes show who runs")
}

func TestWaitTypesOfTwoProductsAreToldApart(t *testing.T) {
	s := guests()
	picked := pickedWait(1, hostStop)
	in, why := waitOf(picked.ID)
	assert.Equal(t, trace.InstanceID(1), in)
	assert.Equal(t, hostStop, why)
	s.Measure = [2]sim.Time{0, 100 * ms}
	got := InspectOf(s, s.Log.At(99*ms), picked)
	require.NotNil(t, got)
	assert.Equal(t, "esx: CO-STOP", got.Title)
	assert.Equal(t, "ahead", got.Sub)
	assert.Equal(t, "POOL", InspectOf(&stacked().Source, stacked().Log.At(ms), pickedWait(0, poolWait)).Title)
}
