package desk

import (
	"strconv"
	"strings"

	"schedlab/engine/scenario"
	"schedlab/engine/setting"
	"schedlab/wasm/proto"
)

func (b *builder) workload() Section {
	section := Section{Name: "workload", Title: b.say("section.workload")}
	var chips []proto.Chip
	if run := b.state.Run; run != nil {
		section.Sum = b.say("form.requests", run.Requests)
		chips = run.Chips
	}
	section.Items = []Item{
		{Heading: b.say("form.classes")},
		{List: b.list("workload.classes", "form.addClass", b.class)},
	}
	if len(chips) > 0 {
		section.Items = append(section.Items, Item{Chips: chips})
	}
	section.Items = append(section.Items, Item{Heading: b.say("form.sessions")},
		Item{List: b.list("workload.sessions", "form.addSession", b.session)},
		Item{Heading: b.say("form.arrivals")},
		Item{List: b.list("workload.arrivals", "form.addArrival", b.arrival)})
	return section
}

// list makes the records of a list of the document, each by the given function.
func (b *builder) list(path, add string, record func(path string, i int) Record) *List {
	list := &List{Path: path, Add: b.say(add)}
	value, _ := b.Get(path)
	for i := range value.Items {
		list.Records = append(list.Records, b.judged(record(item(path, i), i)))
	}
	return list
}

// word is a member's text, or empty.
func (b *builder) word(path string) string {
	t, _ := b.Get(path)
	return textOf(t)
}

func (b *builder) class(path string, i int) Record {
	r := Record{Path: path, Title: b.word(path + ".title"), Colour: b.colour(i)}
	if r.Title == "" {
		r.Title = b.word(path + ".name")
	}
	if dop := b.word(path + ".dop"); dop != "" && dop != "0" {
		r.Note = b.say("form.dop", dop)
	}
	product, known := b.product(b.productOf(path))
	r.Items = b.fields(path, scenario.ClassFields, func(f scenario.Field) bool {
		_, given := b.Get(path + "." + f.Name) // it has to be seen to be taken out
		return b.inWorkload(f) && (given || !known || product.Understands(f.Name))
	})
	return r
}

// productOf is the name of the product that a class goes to.
func (b *builder) productOf(class string) string {
	system := b.word(class + ".system")
	for _, path := range b.places("system", "systems") {
		if name := b.word(path + ".name"); system == "" || system == name ||
			name == "" && system == b.word(path+".product") {
			return b.word(path + ".product")
		}
	}
	return ""
}

// colour is the one that the pictures give a class; 0 if its requests have their own.
func (b *builder) colour(class int) int {
	if run := b.state.Run; run != nil && class < len(run.Classes) {
		return run.Classes[class].Colour
	}
	return 0
}

// inWorkload keeps names, which sessions and classes are told apart by.
func (b *builder) inWorkload(f scenario.Field) bool { return f.Name == "name" || b.needed(f) }

func (b *builder) session(path string, i int) Record {
	r := Record{Path: path, Title: b.word(path + ".name")}
	if r.Title == "" {
		r.Title = b.say("form.session", strconv.Itoa(i+1))
	}
	count := b.word(path + ".count")
	if count == "" {
		count = "1"
	}
	r.Note = "× " + count
	r.Items = b.fields(path, scenario.SessionFields, b.inWorkload)
	r.Items = append(r.Items, Item{Heading: b.say("form.runs")},
		Item{List: b.list(path+".run", "form.addRun", b.entry)})
	return r
}

func (b *builder) entry(path string, _ int) Record {
	r := Record{Path: path, Title: b.word(path + ".class"), Note: "× " + b.word(path+".times")}
	if b.word(path+".times") == "" {
		r.Note = "× 1"
	}
	r.Items = b.fields(path, scenario.RunFields, b.needed)
	return r
}

func (b *builder) arrival(path string, _ int) Record {
	r := Record{Path: path, Title: b.word(path + ".class"), Note: b.say("form.perSecond",
		b.word(path+".per_s"))}
	r.Items = b.fields(path, scenario.ArrivalFields, b.needed)
	return r
}

// law is a number that may be a distribution: its mean, its form, and what the form needs.
func (b *builder) law(parent string, scheme scenario.Field) []Item {
	path := parent + "." + scheme.Name
	tree, _ := b.Get(path)
	chooser := &Field{Path: path + lawMark, Text: lawOf(tree, scheme)}
	chooser.Title, chooser.Kind = b.say("form.lawOf", scheme.Title), setting.Choice
	chooser.Options = append(append([]setting.Option{}, lawChoices()...), scheme.Choices...)
	chooser.Help = b.say("form.lawHelp")
	b.form.fields[chooser.Path] = chooser
	items := []Item{}
	switch {
	case tree.Kind == scenario.Object:
		items = append(items, b.fields(path, scenario.LawFields, func(f scenario.Field) bool {
			return f.Name == "mean_ms" || f.Name == "sigma" && chooser.Text == "lognormal"
		})...)
		items[0].Field.Title = scheme.Title
	case isChoice(tree, scheme):
		chooser.Title = scheme.Title
	default:
		items = append(items, Item{Field: b.field(parent, scheme)})
	}
	return append(items, Item{Field: chooser})
}

func isChoice(t scenario.Tree, scheme scenario.Field) bool {
	for _, c := range scheme.Choices {
		if t.Kind == scenario.Text && t.Text == c.Name {
			return true
		}
	}
	return false
}

func lawChoices() []setting.Option {
	for _, f := range scenario.LawFields {
		if f.Name == "law" {
			return f.Choices
		}
	}
	return nil
}

func lawOf(t scenario.Tree, scheme scenario.Field) string {
	if t.Kind == scenario.Object {
		law, _ := t.Member("law")
		return law.Text
	}
	if isChoice(t, scheme) {
		return t.Text
	}
	return "fixed"
}

// lawValue is a distribution of another form with the mean of the one that is there.
func lawValue(now scenario.Tree, choice string, scheme scenario.Field) scenario.Tree {
	mean := scenario.Decimal(max(scheme.Default.Number, scheme.Min), scheme.Decimals)
	if m, ok := now.Member("mean_ms"); ok {
		mean = m
	} else if now.Kind == scenario.Number {
		mean = now
	}
	switch choice {
	case "fixed":
		return mean
	case "exponential", "lognormal":
		return scenario.Fields(scenario.Member{Name: "law", Value: scenario.Words(choice)},
			scenario.Member{Name: "mean_ms", Value: mean})
	}
	return scenario.Words(choice)
}

// setLaw answers the form's chooser.
func (s *State) setLaw(path, choice string) {
	path = strings.TrimSuffix(path, lawMark)
	now, _ := s.Document.Get(path)
	scheme := lawScheme(path)
	s.change("", func(d scenario.Document) (scenario.Document, []scenario.Problem) {
		return d.Set(path, lawValue(now, choice, scheme))
	})
}

func lawScheme(path string) scenario.Field {
	name := path[strings.LastIndexByte(path, '.')+1:]
	for _, schemes := range [][]scenario.Field{scenario.ClassFields, scenario.RunFields} {
		for _, scheme := range schemes {
			if scheme.Law && scheme.Name == name {
				return scheme
			}
		}
	}
	panic("desk: " + path + " is no distribution")
}
