package enginetest

import (
	"fmt"
	"strconv"

	"schedlab/engine/sim"
)

// RandomProcesses makes a small scenario of a database that leaves scheduling to the operating system, as
// Random does of the first product: transactions of several phases, slices of all kinds, processes that are
// bound to nodes, connections whose process is busy.
func RandomProcesses(seed uint64) []string {
	g := &generator{dice: sim.NewKernel(seed).Rand("processes"), processes: true}
	g.grid = pick[int64](g, 1000, 1000, 500, 4000, 250, 333, 2000)
	g.steps = 4 + g.below(100_000/g.grid)
	g.machine("")
	g.kernel()
	g.lines = append(g.lines, "workload")
	g.workload()
	g.add("run", "duration_ms="+g.at(g.steps), "seed="+strconv.FormatUint(seed, 10))
	return g.lines
}

// kernel draws the system with the slices of its host.
func (g *generator) kernel() {
	args := []string{"product=intersystems"}
	slice := pick[int64](g, 6000, 4000, 1000, 0, 250, g.grid)
	args = append(args, "os_slice_us="+strconv.FormatInt(slice, 10))
	if g.once(2) {
		args = append(args, "os_tick_us="+strconv.FormatInt(pick(g, slice, slice/2, 1), 10))
	}
	if g.once(3) {
		args = append(args, fmt.Sprintf("glorefs_per_transaction=%d", g.below(3)))
	}
	g.add("system", args...)
}

// transaction is a class of such a database.
func (g *generator) transaction(i int64) {
	g.of = append(g.of, 0)
	args := []string{fmt.Sprintf("name=c%d", i)}
	if g.once(8) {
		g.add("class", append(args, "cpu_ms=endless")...)
		return
	}
	cpu := g.law(1 + g.below(12))
	if g.once(6) {
		cpu = g.at((1 + g.below(12)) * 37)
	}
	g.add("class", append(append(args, "cpu_ms="+cpu), g.waits()...)...)
}

// waits of a class, if it has any.
func (g *generator) waits() (args []string) {
	if !g.once(4) {
		args = append(args, "wait_ms="+g.law(g.below(12)))
		if g.once(2) {
			args = append(args, fmt.Sprintf("phases=%d", 1+g.below(5)))
		}
	}
	return args
}
