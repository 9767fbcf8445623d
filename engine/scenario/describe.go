package scenario

import "schedlab/engine/setting"

// Field describes what stands at a path, a product's setting too; ok is false where no plain field or law
// stands. Forms, help and sweeps ask it.
func (d Document) Field(text string, products []Product) (f Field, ok bool) {
	p, err := parsePath(text)
	if err != nil {
		return Field{}, false
	}
	p, problem := d.resolve(p)
	if problem != nil || !p[len(p)-1].member {
		return Field{}, false
	}
	of := part{of: rootSchema}
	for i, s := range p[:len(p)-1] {
		if !s.member {
			of = of.item()
			continue
		}
		if s.name == "settings" {
			if owner, settings, ok := d.declared(p[:i], of.of, products); ok {
				return settingAt(p[i+1:], owner, settings)
			}
		}
		if of, ok = of.below(s.name); !ok {
			return Field{}, false
		}
	}
	if of.of == nil || of.list {
		return Field{}, false
	}
	return found(of.of.field(p[len(p)-1].name))
}

// declared gives the settings that what stands at a path may have, and whose they are.
func (d Document) declared(p path, of *schema, products []Product) (owner string, all []setting.Setting,
	ok bool) {
	t, _ := d.at(p)
	switch of {
	case systemSchema, hostingSchema:
		name, _ := t.Member("product")
		product, ok := find(products, name.Text)
		return product.Title, product.Settings, ok
	case guestSchema:
		product, ok := find(products, d.hypervisorOf(t))
		if !ok || product.Hosting == nil {
			return "", nil, false
		}
		return "a guest of " + product.Title, product.Hosting.Settings, true
	}
	return "", nil, false
}

// hypervisorOf is the name of the product that a guest runs on; empty if there is none.
func (d Document) hypervisorOf(guest Tree) string {
	on, _ := guest.Member("on")
	machine, ok := d.Root.Member("machine")
	if list, long := d.Root.Member("machines"); long {
		for _, m := range list.Items {
			if name, _ := m.Member("name"); !ok || name.Text == on.Text && on.Text != "" {
				machine, ok = m, true
			}
		}
	}
	hosting, _ := machine.Member("hypervisor")
	name, _ := hosting.Member("product")
	return name.Text
}

// settingAt describes what a path leads to among settings.
func settingAt(p path, owner string, settings []setting.Setting) (Field, bool) {
	s := declared(owner, settings)
	for _, next := range p[:len(p)-1] {
		if !next.member {
			continue
		}
		list, ok := s.field(next.name)
		if !ok {
			return Field{}, false
		}
		s = declared(owner, list.Fields)
	}
	return found(s.field(p[len(p)-1].name))
}

func found(f *Field, ok bool) (Field, bool) {
	if !ok {
		return Field{}, false
	}
	return *f, true
}
