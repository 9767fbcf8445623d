package ring

import (
	"math"

	"schedlab/engine/sim"
)

// Endless is CPU time that no run is long enough for.
const Endless = sim.Time(math.MaxInt64)

// Query is one parallel query: so many workers with so much CPU time each.
type Query struct {
	Workers int
	CPU     sim.Time
}

// Client runs its queries one after the other, the first at Start.
type Client struct {
	Start   sim.Time
	Queries []Query
}

// Arrival is a task that comes by itself.
type Arrival struct {
	At, CPU sim.Time
	Lane    int32
}

// Workload is what a ring is asked to do. Clients are put on nodes in turn, the workers of a query one a
// lane.
type Workload struct {
	Name           string
	Nodes, PerNode int
	Until          sim.Time
	Clients        []Client
	Arrivals       []Arrival // in order of time
}

// Totals are what a run comes to. The slices and waits that its end cuts are counted in part.
type Totals struct {
	CPU, YieldWait, FirstRun sim.Time
	Done, Slices             int64
}

// R is the article's machine: 12 clients on 96 lanes, two short queries and an endless one each, 120 s.
func R() Workload { return clients("R", 12, 12, 2500*sim.Millisecond) }

// RL is R's shape on 4,096 lanes.
func RL() Workload { return clients("RL", 512, 512, 50*sim.Millisecond) }

func clients(name string, nodes, count int, every sim.Time) Workload {
	w := Workload{Name: name, Nodes: nodes, PerNode: 8, Until: 120 * sim.Second}
	short := Query{Workers: 8, CPU: sim.Millisecond}
	for i := range count {
		w.Clients = append(w.Clients, Client{Start: sim.Time(i) * every,
			Queries: []Query{short, short, {Workers: 8, CPU: Endless}}})
	}
	return w
}

// R2 is 20,000 independent tasks a second of 2 ms on 1,024 lanes, which are 4 % busy; 10 s.
func R2() Workload { return poisson("R2", 128, 20_000, 1).drawn(10 * sim.Second) }

// R2H is R2 at twenty times the rate: the lanes are 78 % busy.
func R2H() Workload { return poisson("R2H", 128, 400_000, 2).drawn(10 * sim.Second) }

// R3 is R2 for 120 s with four endless workers on every lane.
func R3() Workload {
	w := poisson("R3", 128, 20_000, 3).drawn(120 * sim.Second)
	for range 4 * 128 {
		w.Clients = append(w.Clients, Client{Queries: []Query{{Workers: 8, CPU: Endless}}})
	}
	return w
}

// R4 is 8 lanes with a tenth more work than they can do: queues grow to hundreds.
func R4() Workload { return poisson("R4", 1, 4400, 4).drawn(10 * sim.Second) }

// stream is arrivals at a rate a second, each with exponential work of 2 ms on a lane drawn evenly.
type stream struct {
	name  string
	nodes int
	rate  float64
	dice  splitMix
}

func poisson(name string, nodes int, rate float64, seed uint64) stream {
	return stream{name, nodes, rate, splitMix(seed)}
}

// drawn draws in floating point, as the reference did: its totals are for these very numbers.
func (s stream) drawn(until sim.Time) Workload {
	const mean = 2e6 // ns
	w := Workload{Name: s.name, Nodes: s.nodes, PerNode: 8, Until: until}
	lanes := uint64(s.nodes * w.PerNode)
	expected := int(s.rate * float64(until) / 1e9)
	w.Arrivals = make([]Arrival, 0, expected+expected/50)
	for t := 0.0; ; {
		t += s.dice.exponential(1e9 / s.rate)
		if sim.Time(t) >= until {
			return w
		}
		a := Arrival{At: sim.Time(t), CPU: max(sim.Time(s.dice.exponential(mean)), 1)}
		a.Lane = int32(s.dice.next() % lanes)
		w.Arrivals = append(w.Arrivals, a)
	}
}

// splitMix is the reference's generator. Source: Steele, Lea, Flood, Fast Splittable Pseudorandom Number
// Generators, OOPSLA 2014.
type splitMix uint64

func (r *splitMix) next() uint64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

func (r *splitMix) exponential(mean float64) float64 {
	uniform := (float64(r.next()>>11) + 0.5) / (1 << 53)
	return -math.Log(uniform) * mean
}
