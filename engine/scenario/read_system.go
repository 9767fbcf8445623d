package scenario

import (
	"schedlab/engine/setting"
)

func (r *reader) readSystems(root place) {
	for _, p := range r.forms(root, "system", "systems", MaxSystems) {
		r.readSystem(p)
	}
	if len(r.scenario.Systems) > 0 && r.scenario.Headline == "" {
		product, _ := find(r.products, r.scenario.Systems[0].Product)
		r.scenario.Headline = product.Headline
	}
}

func (r *reader) readSystem(p place) {
	before := len(r.problems)
	v := r.values(p, systemSchema)
	s := System{Name: v.Text("name"), Product: v.Text("product"), Guest: -1, Values: setting.Values{}}
	if s.Name == "" {
		s.Name = s.Product
	}
	r.named(&r.systems, p.member("name"), s.Name)
	if on := v.Text("on"); on != "" {
		s.On, s.Guest = r.host(p.member("on"), on)
	}
	if len(r.problems) == before {
		r.checkBare(p, s)
	}
	product, known := find(r.products, s.Product)
	known = known && product.Hosting == nil
	if !known && p.member("product").tree.Kind == Text {
		r.refer(p.member("product"), s.Product, r.productNames())
	}
	if settings := p.member("settings"); settings.there && known {
		s.Values = r.present(settings, declared(product.Title, product.Settings))
	}
	r.scenario.Systems = append(r.scenario.Systems, s)
	if sound := known && len(r.problems) == before && r.isHosted(s); sound {
		r.checkProduct(p.member("settings"), s, product)
	}
	r.sound = append(r.sound, known && len(r.problems) == before && r.isHosted(s))
}

// host finds the machine, and the guest if it is one, that a system runs on.
func (r *reader) host(p place, name string) (machine, guest int) {
	if at, ok := r.guests.at[name]; ok {
		return r.scenario.Guests[at].On, at
	}
	return r.refer(p, name, &r.machines), -1
}

// hasMachine tells whether the machine at a position could be built.
func (r *reader) hasMachine(position int) bool {
	return position >= 0 && position < len(r.scenario.Machines) &&
		len(r.scenario.Machines[position].Hardware.CPUs) > 0
}

// isHosted tells whether what the system runs on could be built.
func (r *reader) isHosted(s System) bool {
	return r.hasMachine(s.On) && len(r.scenario.Hardware(s).CPUs) > 0
}

func (r *reader) productNames() *names {
	n := &names{noun: "product", plural: "products", at: map[string]int{}}
	for i := range r.products {
		if r.products[i].Hosting != nil {
			continue
		}
		n.order = append(n.order, r.products[i].Name)
		n.at[r.products[i].Name] = i
	}
	return n
}

// checkProduct asks the product itself, with complete values.
func (r *reader) checkProduct(p place, s System, product Product) {
	if product.Check == nil {
		return
	}
	values := setting.Complete(product.Settings, s.Values)
	for _, fault := range product.Check(r.scenario.Hardware(s), values) {
		r.add(p.below(fault.Path), fault.Message, fault.Hint)
	}
}

// below is the place that a relative path leads to, or the nearest one on the way that is there.
func (p place) below(text string) place {
	steps, err := parsePath(text)
	if err != nil {
		return p
	}
	for _, s := range steps {
		next, ok := p.tree.follow(s)
		if !ok {
			next = Tree{at: p.tree.at}
		}
		p = place{tree: next, path: p.path + s.text(p.path == ""), there: ok}
	}
	return p
}
