package workload

import "schedlab/engine/sim"

// Target is where requests go: the started databases, with whoever writes down what is asked of them.
type Target interface {
	Connect(Connection)
	Submit(Request)
	Cancel(RequestID)
	Disconnect(Connection)
	Perform(Action) // what is asked of a database by hand, not of a session
}

// Driver plays a workload against a target.
type Driver struct {
	kernel      *sim.Kernel
	workload    Workload
	target      Target
	connections []Connection
	clients     []client
	owners      []SessionID // of the requests
	streams     []arriving
	ordinal     []int32
	think       *sim.Stream
}

// client is where a connection stands in its runs.
type client struct {
	timer   sim.TimerID
	run     int // position in Runs
	done    int // times that the run has been done
	request RequestID
	started bool
	stopped bool
}

// arriving is where a stream of arrivals stands.
type arriving struct {
	timer  sim.TimerID
	stream *sim.Stream
	first  SessionID // of its connections
	next   int       // whose turn it is
}

const noRequest RequestID = -1

// What timers of the driver stand for.
const (
	clientTimer int32 = iota
	arrivalTimer
	actionTimer
)

// NewDriver makes a driver; nothing is asked before Begin.
func NewDriver(k *sim.Kernel, w Workload, t Target) *Driver {
	d := &Driver{kernel: k, workload: w, target: t, think: k.Rand("think"),
		ordinal: make([]int32, len(w.Classes))}
	for i, s := range w.Sessions {
		for m := range s.Count {
			d.connect(Connection{Session: i, Member: m, System: s.System, Pool: s.Pool, Node: s.Node})
		}
	}
	for i, a := range w.Arrivals {
		d.streams = append(d.streams, arriving{timer: k.NewTimer(d, arrivalTimer, int32(i)),
			stream: k.Rand("arrivals " + string(rune('0'+i))), first: SessionID(len(d.connections))})
		for m := range a.Connections {
			d.connect(Connection{Session: -1, Member: m, System: w.Classes[a.Class].System, Pool: a.Pool,
				Node: -1})
		}
	}
	return d
}

func (d *Driver) connect(c Connection) {
	c.ID = SessionID(len(d.connections))
	d.connections = append(d.connections, c)
	d.clients = append(d.clients, client{timer: sim.NoTimer, request: noRequest})
}

// Begin sets the timers of everything that starts.
func (d *Driver) Begin() {
	manual := map[int]bool{}
	for i, a := range d.workload.Actions {
		d.kernel.Set(d.kernel.NewTimer(d, actionTimer, int32(i)), a.At, sim.Arrive)
		if a.Do == Start {
			manual[a.Session] = true
		}
	}
	for i := range d.clients {
		c := d.connections[i]
		if c.Session < 0 {
			continue
		}
		d.clients[i].timer = d.kernel.NewTimer(d, clientTimer, int32(i))
		if s := d.workload.Sessions[c.Session]; !manual[c.Session] {
			d.kernel.Set(d.clients[i].timer, s.Start+sim.Time(c.Member)*s.Every, sim.Arrive)
		}
	}
	for i := range d.streams {
		d.nextArrival(i, d.workload.Arrivals[i].From)
	}
}

// Connections are all connections of the workload, by SessionID.
func (d *Driver) Connections() []Connection { return d.connections }

// Fire implements sim.Handler.
func (d *Driver) Fire(what, whom int32) {
	switch what {
	case clientTimer:
		d.step(SessionID(whom))
	case arrivalTimer:
		d.arrive(int(whom))
	case actionTimer:
		d.act(d.workload.Actions[whom])
	}
}

// step submits a connection's next request.
func (d *Driver) step(id SessionID) {
	c := &d.clients[id]
	if c.stopped {
		return
	}
	conn := d.connections[id]
	if !c.started {
		c.started = true
		d.target.Connect(conn)
	}
	runs := d.workload.Sessions[conn.Session].Runs
	for c.run < len(runs) && c.done >= runs[c.run].Times {
		c.run, c.done = c.run+1, 0
	}
	if c.run >= len(runs) {
		if !d.workload.Sessions[conn.Session].Repeat || len(runs) == 0 {
			c.stopped = true
			d.target.Disconnect(conn)
			return
		}
		c.run, c.done = 0, 0
	}
	c.request = d.submit(conn, runs[c.run].Class)
}

func (d *Driver) submit(conn Connection, class int) RequestID {
	id := RequestID(len(d.owners))
	d.owners = append(d.owners, conn.ID)
	c := &d.workload.Classes[class]
	d.target.Submit(Request{ID: id, Session: conn.ID, Class: class, System: c.System, At: d.kernel.Now(),
		Cost: c.Cost, DOP: c.DOP, Pool: conn.Pool, Endless: c.Endless, Database: c.Database,
		Steps: c.Steps})
	return id
}

// Finished tells the driver that a request has ended; its connection thinks and goes on.
func (d *Driver) Finished(id RequestID) {
	owner := d.owners[id]
	c := &d.clients[owner]
	if c.timer == sim.NoTimer || c.request != id {
		return
	}
	c.request = noRequest
	if c.stopped {
		return
	}
	run := d.workload.Sessions[d.connections[owner].Session].Runs[c.run]
	c.done++
	d.kernel.Set(c.timer, d.kernel.Now()+run.Think.Draw(d.think), sim.Arrive)
}

func (d *Driver) nextArrival(i int, after sim.Time) {
	a := &d.workload.Arrivals[i]
	gap := 1000 * sim.Second / sim.Time(max(a.Rate, 1))
	if a.Process == Poisson {
		gap = max(d.streams[i].stream.Exponential(gap), 1)
	}
	if at := after + gap; a.Rate > 0 && at < a.To {
		d.kernel.Set(d.streams[i].timer, at, sim.Arrive)
	}
}

func (d *Driver) arrive(i int) {
	s, a := &d.streams[i], &d.workload.Arrivals[i]
	id := s.first + SessionID(s.next)
	s.next = (s.next + 1) % a.Connections
	if c := &d.clients[id]; !c.started {
		c.started = true
		d.target.Connect(d.connections[id])
	}
	d.submit(d.connections[id], a.Class)
	d.nextArrival(i, d.kernel.Now())
}

// act kills or starts the connections of a session, or asks something of a database.
func (d *Driver) act(a Action) {
	if a.Do == Checkpoint || a.Do == Backup {
		d.target.Perform(a)
		return
	}
	for i := range d.connections {
		c := d.connections[i]
		if c.Session != a.Session || a.Member >= 0 && c.Member != a.Member {
			continue
		}
		switch a.Do {
		case Kill:
			d.kill(c.ID)
		case Start:
			if !d.clients[i].started {
				d.kernel.Set(d.clients[i].timer, d.kernel.Now()+sim.Time(c.Member)*
					d.workload.Sessions[a.Session].Every, sim.Arrive)
			}
		}
	}
}

func (d *Driver) kill(id SessionID) {
	c := &d.clients[id]
	if c.stopped {
		return
	}
	c.stopped = true
	d.kernel.Stop(c.timer)
	if c.request != noRequest {
		d.target.Cancel(c.request)
	}
	if c.started {
		d.target.Disconnect(d.connections[id])
	}
}
