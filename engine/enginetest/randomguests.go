package enginetest

import (
	"encoding/json"
	"fmt"

	"schedlab/engine/scenario"
	"schedlab/engine/sim"
)

// RandomGuests puts the database of a random scenario into a virtual machine, beside up to three others, one
// of which may have a database of its own: hosts, versions, co-scheduling, shares, limits, reservations and
// sizes of all kinds. ok is false for scenarios of several machines, and of CPUs that have no nodes.
func RandomGuests(seed uint64, d scenario.Document) (hosted scenario.Document, ok bool) {
	var root map[string]any
	if err := json.Unmarshal(d.Compact(), &root); err != nil {
		panic("enginetest: a random document is no JSON: " + err.Error())
	}
	machines, systems := root["machines"].([]any), root["systems"].([]any)
	if len(machines) != 1 || len(systems) != 1 {
		return scenario.Document{}, false
	}
	h := hosting{generator: &generator{dice: sim.NewKernel(seed).Rand("guests")}, root: root}
	machine := machines[0].(map[string]any)
	machine["name"] = "metal"
	machine["hypervisor"] = map[string]any{"product": "esxi", "settings": h.settings()}
	h.cpus = cpusOf(machine)
	guests := []any{h.guest(0)}
	for i := range h.below(4) {
		guests = append(guests, h.guest(1+i))
	}
	root["guests"] = guests
	system := systems[0].(map[string]any)
	system["name"], system["on"] = "db", "g0"
	if len(guests) > 1 && h.once(2) {
		h.neighbour()
	}
	text, err := json.Marshal(root)
	if err != nil {
		panic("enginetest: a random document cannot be written: " + err.Error())
	}
	hosted, problems := scenario.ParseDocument(text)
	return hosted, len(problems) == 0
}

// hosting draws what belongs to a hypervisor.
type hosting struct {
	*generator
	root map[string]any
}

// cpusOf is how many CPUs a machine in one of its two forms has about; off-line ones count.
func cpusOf(machine map[string]any) int64 {
	number := func(name string) int64 {
		if n, isThere := machine[name].(float64); isThere {
			return int64(n)
		}
		return 1
	}
	if _, isExplicit := machine["nodes"]; isExplicit {
		return 6
	}
	return number("packages") * number("nodes_per_package") * number("cores_per_node") *
		number("threads_per_core")
}

func (h *hosting) settings() map[string]any {
	s := map[string]any{"version": pick(h.generator, "6.0", "6.5", "6.7", "7.0", "8.0"),
		"coscheduling": pick(h.generator, "relaxed", "relaxed", "relaxed", "strict", "off")}
	for _, of := range []struct {
		name   string
		values []any
	}{{"quantum_ms", []any{1, 5, 20}}, {"search_width", []any{1, 2, 100}}, {"ht_balance", []any{false}},
		{"hand_off", []any{false}}, {"prefer_ht", []any{true}}, {"vnuma_min_vcpus", []any{2}},
		{"system_load_pct", []any{0, 10}}, {"system_burst_us", []any{50, 1000}},
		{"action_affinity", []any{false}}} {
		if h.once(3) {
			s[of.name] = pick(h.generator, of.values...)
		}
	}
	return s
}

func (h *hosting) guest(i int64) map[string]any {
	g := map[string]any{"name": fmt.Sprintf("g%d", i), "on": "metal", "vcpus": 1 + h.below(max(h.cpus, 1))}
	s := map[string]any{"shares": pick[any](h.generator, 500, 1000, 1000, 2000)}
	switch h.below(6) {
	case 0, 5:
		s["limit_mhz"] = 250 + 250*h.below(8)
	case 1:
		s["reservation_mhz"] = 250 * (1 + h.below(4))
	case 2:
		s["memory_stall_pct"] = 10 * h.below(5)
	case 3:
		s["talks_to"] = "all"
	}
	if h.once(3) {
		s["steal_clock"] = true
	}
	g["settings"] = s
	return g
}

// neighbour is a database in the second guest with sessions that work and wait in turn.
func (h *hosting) neighbour() {
	h.root["systems"] = append(h.root["systems"].([]any), map[string]any{"name": "beside",
		"product": "intersystems", "on": "g1"})
	load := h.root["workload"].(map[string]any)
	load["classes"] = append(ofDB(load["classes"]), map[string]any{"name": "beside", "system": "beside",
		"cpu_ms": 1 + h.below(9), "wait_ms": h.below(5)})
	load["sessions"] = append(ofDB(load["sessions"]), map[string]any{"name": "beside", "system": "beside",
		"count": 1 + h.below(12), "repeat": true, "run": []any{map[string]any{"class": "beside",
			"think_ms": h.below(8)}}})
}

// ofDB is a list whose members say that they are of the first database, unless they name one.
func ofDB(list any) []any {
	items, _ := list.([]any)
	for _, item := range items {
		if of := item.(map[string]any); of["system"] == nil {
			of["system"] = "db"
		}
	}
	return items
}
