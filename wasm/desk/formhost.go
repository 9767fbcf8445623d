package desk

import (
	"strconv"

	"schedlab/engine/scenario"
)

// hosting is what shares a machine among guests, with its settings; nothing if nothing does.
func (b *builder) hosting(machine string) []Item {
	path := machine + ".hypervisor"
	if _, isThere := b.Get(path); !isThere {
		return nil
	}
	items := []Item{{Heading: b.say("form.hypervisor")}}
	items = append(items, b.fields(path, scenario.HypervisorFields, nil)...)
	if p, known := b.product(b.word(path + ".product")); known {
		items = append(items, b.settings(path+".settings", p.Settings)...)
	}
	return items
}

// product finds a product by its name.
func (b *builder) product(name string) (scenario.Product, bool) {
	for _, p := range b.state.Supplies.Products {
		if p.Name == name {
			return p, true
		}
	}
	return scenario.Product{}, false
}

// guests are the virtual machines. The section is empty where there can be none.
func (b *builder) guests() Section {
	section := Section{Name: "guests", Title: b.say("section.guests")}
	list := b.list("guests", "form.addGuest", b.guest)
	if len(list.Records) == 0 && b.firstHypervisor() == "" {
		return section
	}
	if b.isRead() {
		cpus := 0
		for _, g := range b.state.reading.Guests {
			cpus += g.VCPUs
		}
		section.Sum = b.say("form.vcpus", cpus)
	}
	section.Items = []Item{{List: list}}
	return section
}

func (b *builder) guest(path string, i int) Record {
	r := Record{Path: path, Title: b.word(path + ".name")}
	if r.Title == "" {
		r.Title = b.say("form.guest", strconv.Itoa(i+1))
	}
	vcpus := b.word(path + ".vcpus")
	if vcpus == "" {
		vcpus = "1"
	}
	r.Note = b.say("form.vcpus", vcpus)
	_, manyMachines := b.Get("machines")
	r.Items = b.fields(path, scenario.GuestFields, func(f scenario.Field) bool {
		return f.Name != "on" || manyMachines
	})
	if p, known := b.product(b.hypervisorOf(path)); known && p.Hosting != nil {
		r.Items = append(r.Items, b.settings(path+".settings", p.Hosting.Settings)...)
	}
	return r
}

// hypervisorOf is the name of the product that a guest runs on.
func (b *builder) hypervisorOf(guest string) string {
	if on := b.word(guest + ".on"); on != "" {
		return b.word("machines[name=" + on + "].hypervisor.product")
	}
	return b.firstHypervisor()
}

// firstHypervisor is the name of the product that shares the first machine.
func (b *builder) firstHypervisor() string {
	return b.word(b.places("machine", "machines")[0] + ".hypervisor.product")
}
