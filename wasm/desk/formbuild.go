package desk

import (
	"strconv"

	"schedlab/engine/scenario"
	"schedlab/engine/setting"
)

func (b *builder) build() {
	b.Document = b.state.Document
	b.form.Sections = []Section{
		b.machines(), b.guests(), b.systems(), b.workload(), b.actions(), b.measure(), b.about(),
	}
}

// places are where the parts of a kind stand: the short form's one, or each of the long form's list.
func (b *builder) places(one, many string) []string {
	list, isLong := b.Get(many)
	if !isLong {
		return []string{one}
	}
	paths := make([]string, len(list.Items))
	for i := range list.Items {
		paths[i] = item(many, i)
	}
	return paths
}

func item(list string, i int) string { return list + "[" + strconv.Itoa(i) + "]" }

func (b *builder) fields(parent string, schemes []scenario.Field, shown func(scenario.Field) bool) []Item {
	var items []Item
	for _, scheme := range schemes {
		if shown != nil && !shown(scheme) {
			continue
		}
		if scheme.Law {
			items = append(items, b.law(parent, scheme)...)
			continue
		}
		items = append(items, Item{Field: b.field(parent, scheme)})
	}
	return items
}

// needed leaves out names and references that mean nothing in a document of one machine and one system.
func (b *builder) needed(scheme scenario.Field) bool {
	_, manySystems := b.Get("systems")
	_, manyMachines := b.Get("machines")
	_, guests := b.Get("guests")
	switch scheme.Name {
	case "system":
		return manySystems
	case "on":
		return manyMachines || guests
	case "name":
		return false
	}
	return true
}

func (b *builder) machines() Section {
	section := Section{Name: "machine", Title: b.say("section.machine"), Sum: b.machineSum()}
	for _, path := range b.places("machine", "machines") {
		if name, ok := b.Get(path + ".name"); ok {
			section.Items = append(section.Items, Item{Heading: name.Text})
		}
		if _, isExplicit := b.Get(path + ".nodes"); isExplicit {
			section.Items = append(section.Items, b.explicit(path)...)
			section.Items = append(section.Items, b.hosting(path)...)
			continue
		}
		section.Items = append(section.Items, b.fields(path, scenario.MachineFields[:shapeFields],
			b.needed)...)
		section.Items = append(section.Items, Item{Fold: &Fold{Name: path + "/more",
			Title: b.say("form.more"),
			Items: b.fields(path, scenario.MachineFields[shapeFields:], b.needed)}})
		section.Items = append(section.Items, b.hosting(path)...)
	}
	return section
}

// shapeFields are the first of a machine's fields, which make its shape: its name and four counts.
const shapeFields = 5

// explicit is a machine as importers make it: its nodes with the numbers of their CPUs.
func (b *builder) explicit(path string) []Item {
	var items []Item
	for _, scheme := range scenario.ExplicitFields {
		_, isSet := b.Get(path + "." + scheme.Name)
		if scheme.Name == "name" || scheme.Reserved && !isSet {
			continue
		}
		items = append(items, Item{Field: b.field(path, scheme)})
	}
	nodes, _ := b.Get(path + ".nodes")
	list := List{Path: path + ".nodes"}
	for i, node := range nodes.Items {
		r := Record{Path: item(list.Path, i)}
		id, _ := node.Member("id")
		r.Title = b.say("form.node", id.Text)
		r.Items = b.fields(r.Path, scenario.NodeFields, func(f scenario.Field) bool {
			_, isSet := node.Member(f.Name)
			return isSet || f.Name == "memory_mb"
		})
		list.Records = append(list.Records, b.judged(r))
	}
	return append(items, Item{List: &list})
}

func (b *builder) machineSum() string {
	if !b.isRead() {
		return ""
	}
	cpus := 0
	for _, m := range b.state.reading.Machines {
		cpus += len(m.Hardware.CPUs)
	}
	return b.say("form.cpus", cpus)
}

func (b *builder) systems() Section {
	section := Section{Name: "system", Title: b.say("section.system")}
	for _, path := range b.places("system", "systems") {
		if name, ok := b.Get(path + ".name"); ok {
			section.Items = append(section.Items, Item{Heading: name.Text})
		}
		section.Items = append(section.Items, b.fields(path, scenario.SystemFields, b.needed)...)
		name, _ := b.Get(path + ".product")
		if p, known := b.product(name.Text); known && p.Hosting == nil {
			section.Sum = p.Title
			section.Items = append(section.Items, b.settings(path+".settings", p.Settings)...)
		}
	}
	return section
}

// settings are a product's: the main ones, then a fold for each group.
func (b *builder) settings(path string, settings []setting.Setting) []Item {
	var items []Item
	var fold *Fold
	for _, s := range inGroups(settings) {
		if s.Group != "" && (fold == nil || fold.Title != s.Group) {
			fold = &Fold{Name: path + "/" + s.Group, Title: s.Group}
			items = append(items, Item{Fold: fold})
		}
		entry := Item{}
		isChanged := false
		if s.Kind == setting.List {
			entry.List = b.records(path, s)
			isChanged = len(entry.List.Records) > 0
		} else {
			entry.Field = b.setting(path, s)
			isChanged = entry.Field.Changed
		}
		if fold == nil {
			items = append(items, entry)
			continue
		}
		fold.Items = append(fold.Items, entry)
		if isChanged {
			fold.Sum = b.say("form.changed")
		}
	}
	return items
}

func (b *builder) setting(path string, s setting.Setting) *Field {
	f := b.field(path, scenario.Field{Setting: s})
	f.Origin = s.Origin.String()
	_, isSet := b.Get(f.Path)
	f.Changed = isSet && f.Text != textOf(scenario.Field{Setting: s}.Format(s.Default))
	return f
}

// part is a field of a record. Where its default comes from is told only if somebody says so: many have none.
func (b *builder) part(path string, s setting.Setting) *Field {
	f := b.setting(path, s)
	if s.Source == "" {
		f.Origin = ""
	}
	return f
}

// inGroups orders settings by group, groups as they first occur.
func inGroups(settings []setting.Setting) []setting.Setting {
	var groups []string
	byGroup := map[string][]setting.Setting{"": nil}
	for _, s := range settings {
		if _, known := byGroup[s.Group]; !known {
			groups = append(groups, s.Group)
		}
		byGroup[s.Group] = append(byGroup[s.Group], s)
	}
	all := byGroup[""]
	for _, g := range groups {
		all = append(all, byGroup[g]...)
	}
	return all
}

// records are a setting that is a list.
func (b *builder) records(path string, s setting.Setting) *List {
	list := &List{Path: path + "." + s.Name, Add: b.say("form.addTo", s.Title)}
	value, isSet := b.Get(list.Path)
	if !isSet {
		value = scenario.Field{Setting: s}.Format(s.Default)
	}
	for i, entry := range value.Items {
		r := Record{Path: item(list.Path, i), Title: s.Title + " " + strconv.Itoa(i+1)}
		if name, ok := entry.Member("name"); ok && name.Text != "" {
			r.Title = name.Text
		}
		if count, ok := entry.Member("count"); ok && count.Text != "1" {
			r.Note = "× " + textOf(count)
		}
		for _, part := range s.Fields {
			r.Items = append(r.Items, Item{Field: b.part(r.Path, part)})
		}
		list.Records = append(list.Records, b.judged(r))
	}
	return list
}

// judged marks a record that holds a problem.
func (b *builder) judged(r Record) Record {
	for _, p := range b.state.Problems {
		if len(p.Path) >= len(r.Path) && p.Path[:len(r.Path)] == r.Path {
			r.Bad = true
		}
	}
	return r
}

func (b *builder) measure() Section {
	section := Section{Name: "measure", Title: b.say("section.measure")}
	section.Items = b.fields("measure", scenario.MeasureFields, nil)
	if read := &b.state.reading; b.isRead() {
		section.Sum = b.say("form.span", Short(int64(read.Measure.From)), Short(int64(read.Measure.To)))
	}
	return section
}

// about is the head of the document.
func (b *builder) about() Section {
	section := Section{Name: "run", Title: b.say("section.run")}
	section.Items = b.fields("", scenario.ScenarioFields,
		func(f scenario.Field) bool { return f.Name != "version" })
	if read := &b.state.reading; b.isRead() {
		section.Sum = b.say("form.run", Short(int64(read.Duration)), strconv.FormatUint(read.Seed, 10))
	}
	return section
}

// isRead says whether the document says something.
func (b *builder) isRead() bool { return len(b.state.Problems) == 0 }
