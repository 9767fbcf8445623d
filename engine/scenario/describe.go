package scenario

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
		if s.name == "settings" && of.of == systemSchema {
			return d.setting(p, i, products)
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

// setting describes a setting, the step after settings, of the system at the first i steps.
func (d Document) setting(p path, i int, products []Product) (Field, bool) {
	system, _ := d.at(p[:i])
	name, _ := system.Member("product")
	product, ok := find(products, name.Text)
	if !ok {
		return Field{}, false
	}
	s := declared(product.Title, product.Settings)
	for _, next := range p[i+1 : len(p)-1] {
		if !next.member {
			continue
		}
		list, ok := s.field(next.name)
		if !ok {
			return Field{}, false
		}
		s = declared(product.Title, list.Fields)
	}
	return found(s.field(p[len(p)-1].name))
}

func found(f *Field, ok bool) (Field, bool) {
	if !ok {
		return Field{}, false
	}
	return *f, true
}
