package enginetest

import (
	"fmt"
	"strconv"
	"strings"

	"schedlab/engine/setting"
	"schedlab/engine/sim"
)

// Random makes a small scenario of its own for each seed, as lines of a Draft. Settings follow the product's
// description. Times stand on a coarse grid, so that many things happen at the same instant. One of ten is
// about storage: it lasts longer, has databases, and waits for devices.
func Random(seed uint64) []string {
	g := &generator{dice: sim.NewKernel(seed).Rand("scenario")}
	g.grid = pick[int64](g, 1000, 1000, 500, 4000, 250, 333, 2000)
	g.steps = 4 + g.below(100_000/g.grid)
	if seed%10 == 1 {
		g.store()
	}
	g.machine("")
	g.system("")
	if g.once(10) {
		g.machine(" name=far")
		g.system("name=other on=far")
		g.systems = 2
	}
	g.lines = append(g.lines, "workload")
	g.workload()
	g.add("run", "duration_ms="+g.at(g.steps), "seed="+strconv.FormatUint(seed, 10))
	return g.lines
}

// generator draws the lines of a scenario.
type generator struct {
	dice    *sim.Stream
	lines   []string
	grid    int64 // µs
	steps   int64 // of the grid in the run
	cpus    int64
	pools   []string
	classes int64
	systems int64   // if there are several
	of      []int64 // system of each class
	groups  []int64 // connections of each session

	processes bool // of a database that leaves scheduling to the operating system
	storing   bool
	long      bool
	databases [][]string // names, by system
}

func (g *generator) below(n int64) int64 { return g.dice.Below(n) }

func pick[T any](g *generator, from ...T) T { return from[g.below(int64(len(from)))] }

// once in n.
func (g *generator) once(n int64) bool { return g.below(n) == 0 }

func (g *generator) add(word string, args ...string) {
	g.lines = append(g.lines, strings.TrimSpace(word+" "+strings.Join(args, " ")))
}

// at is a number of steps of the grid in milliseconds.
func (g *generator) at(steps int64) string { return milliseconds(steps * g.grid) }

func milliseconds(µs int64) string {
	text := fmt.Sprintf("%d.%03d", µs/1000, µs%1000)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

func (g *generator) machine(name string) {
	smt := pick(g, "62", "62.5", "50", "100", "33.3")
	if g.once(3) {
		g.unevenMachine(name, smt)
		return
	}
	packages, nodes, threads := 1+g.below(2), 1+g.below(2), 1+g.below(2)
	cores := 1 + g.below(4)
	if g.once(6) {
		packages, nodes, cores = 1, 1, 9+g.below(4)
	}
	g.cpus = packages * nodes * cores * threads
	g.add("machine"+name, fmt.Sprintf("packages=%d nodes_per_package=%d cores_per_node=%d", packages, nodes,
		cores),
		fmt.Sprintf("threads_per_core=%d smt_speed_pct=%s", threads, smt))
}

// unevenMachine has nodes of different sizes, threads or one each, CPUs that are off-line, nodes without
// CPUs.
func (g *generator) unevenMachine(name, smt string) {
	var nodes []string
	next := int64(0)
	threads := 1 + g.below(2)
	for i := range 1 + g.below(3) {
		if i > 0 && g.once(5) {
			nodes = append(nodes, fmt.Sprintf("node id=%d package=0 memory_mb=1024", i))
			continue
		}
		cores := 1 + g.below(4)
		lists := []string{}
		for range threads {
			lists = append(lists, fmt.Sprintf("%d-%d", next, next+cores-1))
			next += cores
		}
		nodes = append(nodes, fmt.Sprintf("node id=%d package=0 cpus=(%s)", i, strings.Join(lists, ",")))
	}
	g.cpus = next
	machine := "machine" + name + " smt_speed_pct=" + smt
	if g.once(2) && next > 1 {
		machine += fmt.Sprintf(" offline=%d", g.below(next))
	}
	g.lines = append(append(g.lines, machine), nodes...)
}

// system draws settings as the description allows.
func (g *generator) system(name string) {
	args, records := []string{}, []string{}
	if name != "" {
		args = append(args, name)
	}
	g.databases = append(g.databases, nil)
	for _, s := range product().Settings {
		switch {
		case s.Name == "databases":
			if g.storing || g.once(5) {
				records = append(records, g.databaseRecords()...)
			}
		case s.Kind == setting.List:
			if g.once(5) {
				records = append(records, g.records(s)...)
			}
		case g.storing && len(slow[s.Name]) > 0:
			args = append(args, s.Name+"="+g.slowly(s.Name))
		case g.once(3):
			args = append(args, s.Name+"="+g.value(s))
		}
	}
	g.add("system", args...)
	g.lines = append(g.lines, records...)
}

func (g *generator) records(s setting.Setting) []string {
	var lines []string
	for i := range 1 + g.below(2) {
		args := []string{}
		for _, f := range s.Fields {
			switch {
			case f.Name == "name":
				name := fmt.Sprintf("p%d", i)
				g.pools = append(g.pools, name)
				args = append(args, "name="+name)
			case f.Kind == setting.Text && len(s.Fields) > 1 && g.once(2):
			default:
				args = append(args, f.Name+"="+g.value(f))
			}
		}
		lines = append(lines, s.Name+" "+strings.Join(args, " "))
	}
	return lines
}

func (g *generator) value(s setting.Setting) string {
	switch s.Kind {
	case setting.Switch:
		return pick(g, "on", "off")
	case setting.Choice:
		return s.Choices[g.below(int64(len(s.Choices)))].Name
	case setting.Text:
		from := g.below(g.cpus)
		return fmt.Sprintf("%d-%d", from, from+g.below(g.cpus-from))
	}
	d := s.Default.Number
	n := pick(g, s.Min+g.below(9), d, d/2, d/4, 2*d, d+1, s.Min+g.below(20))
	return strconv.FormatInt(min(max(n, s.Min), s.Max), 10)
}

func (g *generator) workload() {
	g.classes = 1 + g.below(4)
	for i := range g.classes {
		g.class(i)
	}
	for i := range 1 + g.below(4) {
		g.session(i)
	}
	if g.once(3) {
		most := int64(1500)
		if g.long {
			most = 40
		}
		g.add("arrivals", "class="+g.anyClass(), fmt.Sprintf("per_s=%d", 10+g.below(most)),
			"process="+pick(g, "poisson", "fixed"), fmt.Sprintf("connections=%d", 1+g.below(6)))
	}
	for g.once(2) {
		session := g.below(int64(len(g.groups)))
		args := []string{"at_ms=" + g.at(g.below(g.steps)), fmt.Sprintf("session=s%d", session)}
		if g.once(2) {
			args = append(args, fmt.Sprintf("member=%d", g.below(g.groups[session])))
		}
		g.add(pick(g, "kill", "kill", "start"), args...)
	}
	for g.storing && g.once(2) {
		g.storageAction()
	}
}

func (g *generator) anyClass() string { return fmt.Sprintf("c%d", g.below(g.classes)) }

// law draws a time of some steps, mostly fixed.
func (g *generator) law(steps int64) string {
	switch g.below(6) {
	case 0:
		return "exponential:" + g.at(steps)
	case 1:
		return "lognormal:" + g.at(steps) + ":0.8"
	}
	return g.at(steps)
}

func (g *generator) class(i int64) {
	if g.processes {
		g.transaction(i)
		return
	}
	cpu := g.law(1 + g.below(12))
	switch {
	case g.once(6):
		cpu = "endless"
	case g.once(6):
		cpu = g.at((1 + g.below(12)) * 37)
	case g.storing:
		cpu = g.law(1 + g.below(3))
	}
	args := []string{fmt.Sprintf("name=c%d", i), "cpu_ms=" + cpu}
	system := int64(0)
	if g.systems > 1 && g.once(2) {
		system = 1
		args = append(args, "system=other")
	}
	g.of = append(g.of, system)
	some := func(n int64, name string, value string) {
		if g.once(n) {
			args = append(args, name+"="+value)
		}
	}
	some(2, "dop", strconv.FormatInt(g.below(2*g.cpus), 10))
	some(4, "branches", strconv.FormatInt(1+g.below(3), 10))
	some(4, "skew_pct", pick(g, "10", "33.3", "100"))
	some(3, "coordinator_us", pick(g, "0", "1000", "250", "4000", "1"))
	some(4, "reads", strconv.FormatInt(g.below(5), 10))
	if !g.long {
		some(4, "yield_every_us", strconv.FormatInt(pick(g, g.grid, g.grid/2, 100, 1000, 800, 3999), 10))
	}
	some(5, "cost", pick(g, "0", "4", "5", "6", "1000"))
	if g.storing {
		args = append(args, g.changes(system)...)
	} else {
		some(5, "log_kb", "4")
	}
	g.add("class", args...)
}

func (g *generator) session(i int64) {
	count := 1 + g.below(6)
	g.groups = append(g.groups, count)
	var runs []string
	first := g.below(g.classes)
	for range 1 + g.below(3) {
		class := g.below(g.classes)
		if g.of[class] != g.of[first] {
			class = first // a session stays with one system
		}
		run := fmt.Sprintf("c%d*%d", class, 1+g.below(4))
		if g.once(3) {
			run += "~" + g.law(g.below(8))
		}
		runs = append(runs, run)
	}
	args := []string{fmt.Sprintf("name=s%d count=%d", i, count), "start_ms=" + g.at(g.below(g.steps/2+1))}
	if g.once(2) {
		args = append(args, "every_ms="+g.at(g.below(6)))
	}
	if g.storing || g.once(3) {
		args = append(args, "repeat")
	}
	if len(g.pools) > 0 && g.once(2) {
		args = append(args, "pool="+pick(g, g.pools...))
	}
	if g.once(4) {
		args = append(args, fmt.Sprintf("node=%d", pick(g, 0, 0, 1, 2)))
	}
	g.add("session", append(args, "run=("+strings.Join(runs, ", ")+")")...)
}

// Story writes lines of a draft as a story that runs them.
func Story(lines []string) string {
	var b strings.Builder
	command := false
	for _, line := range lines {
		word, _, _ := strings.Cut(line, " ")
		switch word {
		case "machine", "system", "workload", "run":
			if command {
				b.WriteString("----\n\n")
			}
			command = true
		}
		b.WriteString(line + "\n")
	}
	b.WriteString("----\n")
	return b.String()
}

// Build makes a draft of lines; it panics on a line that cannot be read.
func Build(lines []string) *Draft {
	d := &Draft{}
	for _, line := range lines {
		if line == "workload" {
			continue
		}
		if err := d.Add(line); err != nil {
			panic("enginetest: " + line + ": " + err.Error())
		}
	}
	return d
}
