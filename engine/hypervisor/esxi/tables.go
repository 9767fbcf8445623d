package esxi

import (
	"strconv"

	"schedlab/engine/sim"
	"schedlab/engine/system"
	"schedlab/engine/trace"
)

func whole(n int64) string { return strconv.FormatInt(n, 10) }

// tables are the screens of the tools.
func tables() []system.Table {
	return []system.Table{
		{Name: "esxtop, virtual machines", Title: "esxtop's CPU screen over the last 5 s; a machine's row " +
			"adds up its virtual CPUs", Columns: numbers("NAME", "NWLD", "%USED", "%RUN", "%SYS", "%WAIT",
			"%RDY", "%IDLE", "%OVRLP", "%CSTP", "%MLMTD", "%LAT_C"), Rows: machineRows},
		{Name: "guest and host",
			Title: "what the guest's own tools show beside what the host knows, last 5 s; " +
				"per virtual CPU", Columns: numbers("machine", "guest: busy %", "guest: st %", "host: run %",
				"ready %", "co-stop %", "idle %", "used %", "lost %"), Rows: besideRows},
		{Name: "esxtop, physical CPUs",
			Title: "a row a thread: in use by the clock it works at, not halted, " +
				"and its core with any thread not halted; last 5 s",
			Columns: keyed(numbers("PCPU", "USED(%)", "UTIL(%)", "CORE UTIL(%)", "runs", "queue")),
			Rows:    threadRows, Thing: trace.LaneThing},
		{Name: "vCenter, CPU ready",
			Title: "the real-time chart's summation over 20 s, and what it is in per " +
				"cent of each virtual CPU", Columns: numbers("machine", "vCPUs", "cpu.ready.summation, ms",
				"per vCPU, ms", "per vCPU, %", "worst vCPU, %"), Rows: readyRows},
	}
}

// numbers are columns of which all but the first hold numbers.
func numbers(names ...string) []system.Column {
	columns := make([]system.Column, len(names))
	for i, name := range names {
		columns[i] = system.Column{Name: name, Numeric: i > 0}
	}
	return columns
}

// keyed makes the first column the one that rows are picked by.
func keyed(columns []system.Column) []system.Column {
	columns[0].Key, columns[0].Numeric = true, true
	return columns
}

// machineRows are a row for each machine, and below it one for each of its virtual CPUs.
func machineRows(r system.Reading) [][]string {
	before := past(r)
	clock := r.Layout().Host.Clock
	var rows [][]string
	for guest, g := range r.Layout().Host.Guests {
		all, each := guestCounters(r, before, guest)
		rows = append(rows, all.row(g.Name, g.CPUs, clock))
		for i, c := range each {
			rows = append(rows, c.row("  vmx-vcpu-"+strconv.Itoa(i), 1, clock))
		}
	}
	return rows
}

func (c counters) row(name string, worlds int, clock int64) []string {
	row := []string{name, strconv.Itoa(worlds)}
	for _, part := range []sim.Time{c.used(clock), c.run, c.system, c.idle, c.ready, c.idle, c.overlap,
		c.costop,
		c.limited, c.latency()} {
		row = append(row, hundredths(part, c.span))
	}
	return row
}

func besideRows(r system.Reading) [][]string {
	before := past(r)
	host := r.Layout().Host
	var rows [][]string
	for guest, g := range host.Guests {
		c, _ := guestCounters(r, before, guest)
		all := c.span * sim.Time(g.CPUs)
		busy, of := c.seen()
		steal := "–"
		if g.Steal {
			steal, of = tenths(c.ready, all), of+c.ready
		}
		rows = append(rows, []string{g.Name, tenths(busy, of), steal, tenths(c.run, all), tenths(c.ready,
			all),
			tenths(c.costop, all), tenths(c.idle, all), tenths(c.used(host.Clock), all),
			tenths(c.latency(), all)})
	}
	return rows
}

func threadRows(r system.Reading) [][]string {
	before := past(r)
	span := r.At - before.At
	var rows [][]string
	for i, t := range threadsOf(r, before) {
		lane := r.Layout().Lanes[i]
		account := &r.Lanes()[i]
		runs, queue := "–", 0
		if len(account.Ring) > 0 {
			runs, queue = nameOf(r, &r.Ledger.Tasks[account.Ring[0]].Task), len(account.Ring)-1
		}
		rows = append(rows, []string{strconv.Itoa(int(lane.Number)), tenths(t.used, span), tenths(t.util,
			span),
			tenths(t.core, span), runs, strconv.Itoa(queue)})
	}
	return rows
}

// nameOf is a virtual CPU's guest and number; the hypervisor's own work has one name.
func nameOf(r system.Reading, t *trace.Task) string {
	guest := r.Ledger.GuestOf(t)
	if guest < 0 {
		return "system"
	}
	return r.Layout().Host.Guests[guest].Name + ":" + strconv.Itoa(int(t.Context))
}

// summation is how long vCenter's real-time charts count.
const summation = 20 * sim.Second

func readyRows(r system.Reading) [][]string {
	before := r.Log.Before(max(r.At-summation, 0))
	var rows [][]string
	for guest, g := range r.Layout().Host.Guests {
		all, each := guestCounters(r, before, guest)
		worst := sim.Time(0)
		for _, c := range each {
			worst = max(worst, c.ready)
		}
		rows = append(rows, []string{g.Name, strconv.Itoa(g.CPUs), whole(int64(all.ready / sim.Millisecond)),
			whole(int64(all.ready / sim.Time(g.CPUs) / sim.Millisecond)),
			hundredths(all.ready, all.span*sim.Time(g.CPUs)), hundredths(worst, all.span)})
	}
	return rows
}
