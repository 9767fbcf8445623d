package scenario

import (
	"fmt"
	"strconv"
	"strings"

	"schedlab/engine/setting"
	"schedlab/engine/topology"
)

// readHypervisor reads what shares a machine among guests; the name is empty if nothing does.
func (r *reader) readHypervisor(p place) (name string, values setting.Values) {
	if !p.there {
		return "", nil
	}
	name = r.values(p, hostingSchema).Text("product")
	product, known := find(r.products, name)
	if known = known && product.Hosting != nil; !known {
		if p.member("product").tree.Kind == Text {
			r.refer(p.member("product"), name, r.hypervisorNames())
		}
		return "", nil
	}
	if settings := p.member("settings"); settings.there {
		values = r.present(settings, declared(product.Title, product.Settings))
	}
	return name, values
}

func (r *reader) hypervisorNames() *names {
	n := &names{noun: "hypervisor", plural: "hypervisors", at: map[string]int{}}
	for i := range r.products {
		if r.products[i].Hosting != nil {
			n.order = append(n.order, r.products[i].Name)
			n.at[r.products[i].Name] = i
		}
	}
	return n
}

func (r *reader) readGuests(p place) {
	for _, item := range r.items(p, MaxGuests) {
		v := r.values(item, guestSchema)
		r.named(&r.guests, item.member("name"), v.Text("name"))
		g := Guest{Name: v.Text("name"), VCPUs: int(v.Number("vcpus")), Memory: topology.NoBytes}
		if mb := v.Number("memory_mb"); mb >= 0 {
			g.Memory = topology.Bytes(mb) << 20
		}
		if on := v.Text("on"); on != "" {
			g.On = r.refer(item.member("on"), on, &r.machines)
		}
		if product, ok := r.hypervisorOf(item, g); ok && item.member("settings").there {
			g.Values = r.present(item.member("settings"), declared("a guest of "+product.Title,
				product.Hosting.Settings))
		}
		r.scenario.Guests = append(r.scenario.Guests, g)
	}
}

// hypervisorOf is the product that a guest runs on. That its machine has none is told.
func (r *reader) hypervisorOf(p place, g Guest) (Product, bool) {
	if !r.hasMachine(g.On) {
		return Product{}, false
	}
	m := &r.scenario.Machines[g.On]
	if m.Hypervisor == "" {
		if !r.isFaulty("hypervisor") {
			r.add(p.member("on"), fmt.Sprintf("machine %q has no hypervisor", clip(m.Name)),
				"give the machine a \"hypervisor\" with a \"product\": "+quoted(r.hypervisorNames().order))
		}
		return Product{}, false
	}
	return find(r.products, m.Hypervisor)
}

// isFaulty tells whether a problem's path has been told that leads through a member of that name.
func (r *reader) isFaulty(member string) bool {
	for _, p := range r.problems {
		if strings.Contains(p.Path, "."+member) {
			return true
		}
	}
	return false
}

// checkGuests lets each hypervisor judge its guests, and makes the machines that they see.
func (r *reader) checkGuests(root place) {
	for at := range r.scenario.Machines {
		m := &r.scenario.Machines[at]
		product, ok := find(r.products, m.Hypervisor)
		if !ok || !r.hasMachine(at) || len(r.problems) > 0 {
			continue
		}
		values := setting.Complete(product.Settings, m.Values)
		positions, guests := r.scenario.guestsOn(at, product.Hosting)
		for _, fault := range product.Hosting.Check(m.Hardware, values, guests) {
			r.add(r.guestPlace(root, at, fault.Path, positions), fault.Message, fault.Hint)
		}
		if len(r.problems) > 0 {
			continue
		}
		for i, position := range positions {
			r.scenario.Guests[position].Hardware = product.Hosting.Virtual(m.Hardware, values, guests[i])
		}
	}
}

// guestsOn are the guests of a machine, with complete values, and their positions.
func (s *Scenario) guestsOn(machine int, hosting *Hosting) (positions []int, guests []Guest) {
	for i, g := range s.Guests {
		if g.On != machine {
			continue
		}
		g.Values = setting.Complete(hosting.Settings, g.Values)
		positions, guests = append(positions, i), append(guests, g)
	}
	return positions, guests
}

// GuestsOn are the guests of a machine in the order of the document, with complete values. The machine has a
// hypervisor, which is among the products, as it is after Read without problems.
func (s *Scenario) GuestsOn(machine int, products []Product) []Guest {
	product, _ := find(products, s.Machines[machine].Hypervisor)
	_, guests := s.guestsOn(machine, product.Hosting)
	return guests
}

// Hosting gives the product that shares a machine and its complete values; ok is false if nothing does.
func (m Machine) Hosting(products []Product) (product Product, values setting.Values, ok bool) {
	if product, ok = find(products, m.Hypervisor); !ok {
		return Product{}, nil, false
	}
	return product, setting.Complete(product.Settings, m.Values), true
}

// guestPlace is where a hypervisor's fault stands in the document.
func (r *reader) guestPlace(root place, machine int, path string, positions []int) place {
	if rest, ok := strings.CutPrefix(path, "guests["); ok {
		number, after, _ := strings.Cut(rest, "]")
		if i, err := strconv.Atoi(number); err == nil && i >= 0 && i < len(positions) {
			return root.below("guests[" + strconv.Itoa(positions[i]) + "]" + after)
		}
	}
	own := "machine"
	if root.member("machines").there {
		own = "machines[" + strconv.Itoa(machine) + "]"
	}
	return root.below(own + ".hypervisor." + path)
}

// checkBare tells of a system that would run beside a hypervisor, on the machine itself.
func (r *reader) checkBare(p place, s System) {
	if s.Guest >= 0 || !r.hasMachine(s.On) || r.scenario.Machines[s.On].Hypervisor == "" {
		return
	}
	hint := "add a guest, and name it here"
	if len(r.guests.order) > 0 {
		hint = "the guests are " + quoted(r.guests.order)
	}
	r.add(p.member("on"), "a hypervisor has this machine: databases run in guests", hint)
}
