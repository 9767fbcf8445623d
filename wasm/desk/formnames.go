package desk

import (
	"slices"

	"schedlab/engine/scenario"
	"schedlab/engine/setting"
)

// referred are the lists of the document whose names a field can hold.
var referred = map[string][]string{
	"classes": {"workload.classes"}, "sessions": {"workload.sessions"}, "systems": {"systems"},
	"machines": {"machines", "guests"}, "hosts": {"machines"}, "guests": {"guests"}, "variants": {"variants"},
}

// names are what a field of the record at a path may refer to, with an empty one if it may be left out. A
// name that refers to nothing is one of them as long as it stands there. There are none of what a system
// lists itself if it lists nothing: any name will do then.
func (b *builder) names(parent string, scheme scenario.Field) []setting.Option {
	var options []setting.Option
	switch scheme.Refers {
	case "products", "hypervisors":
		for _, p := range b.state.Supplies.Products {
			if (p.Hosting != nil) != (scheme.Refers == "hypervisors") {
				continue
			}
			options = append(options, setting.Option{Name: p.Name, Title: p.Title})
		}
	case "databases", "pools":
		offered := b.offered(offer{scheme.Refers, b.systemOf(parent)})
		if len(offered) == 0 {
			return nil
		}
		options = alike(offered)
	default:
		for _, path := range referred[scheme.Refers] {
			options = append(options, alike(b.state.names(path))...)
		}
	}
	stands := b.word(parent + "." + scheme.Name)
	isThere := func(o setting.Option) bool { return o.Name == stands }
	if stands != "" && !slices.ContainsFunc(options, isThere) {
		options = append(options, setting.Option{Name: stands, Title: stands})
	}
	if scheme.Required {
		return options
	}
	leftOut := b.say("form.default")
	if scheme.Refers == "databases" {
		leftOut = b.say("form.first")
	}
	return append([]setting.Option{{Title: leftOut}}, options...)
}

func alike(names []string) []setting.Option {
	var options []setting.Option
	for _, name := range names {
		options = append(options, setting.Option{Name: name, Title: name})
	}
	return options
}

// offer is a kind of things that a system lists itself.
type offer struct {
	what   string // as a field's Refers
	system string // name; empty = the first
}

// systemOf is the name of the system that a class, an action, sessions or arrivals are about.
func (b *builder) systemOf(path string) string {
	if name := b.word(path + ".system"); name != "" {
		return name
	}
	for _, class := range []string{path + ".class", path + ".run[0].class"} {
		if name := b.word(class); name != "" {
			return b.word("workload.classes[name=" + name + "].system")
		}
	}
	return ""
}

// offered are the names that a system gives as the document was read last.
func (b *builder) offered(o offer) []string {
	if names, known := b.offers[o]; known {
		return names
	}
	var names []string
	for _, system := range b.state.reading.Systems {
		if o.system == "" || system.Name == o.system {
			names = b.listed(o.what, system)
			break
		}
	}
	if b.offers == nil {
		b.offers = map[offer][]string{}
	}
	b.offers[o] = names
	return names
}

func (b *builder) listed(what string, system scenario.System) []string {
	products := b.state.Supplies.Products
	at := slices.IndexFunc(products, func(p scenario.Product) bool { return p.Name == system.Product })
	if at < 0 {
		return nil
	}
	list := products[at].Databases
	if what == "pools" {
		list = products[at].Pools
	}
	if list == nil {
		return nil
	}
	return list(system.Complete(products))
}
