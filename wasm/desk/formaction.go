package desk

import (
	"strconv"
	"strings"

	"schedlab/engine/scenario"
)

func (b *builder) actions() Section {
	section := Section{Name: "actions", Title: b.say("section.actions"), Sum: b.say("form.none")}
	list := b.list("actions", "form.addAction", b.action)
	if n := len(list.Records); n > 0 {
		section.Sum = strconv.Itoa(n)
	}
	section.Items = []Item{{List: list}}
	return section
}

// action shows only the fields that such an action has, and those that stand there by mistake.
func (b *builder) action(path string, _ int) Record {
	do := b.word(path + ".do")
	of := b.word(path+".session") + b.word(path+".database")
	r := Record{Path: path, Title: strings.TrimSpace(do + " " + of), Note: b.word(path+".at_ms") + " ms"}
	for _, scheme := range scenario.ActionFields {
		_, isSet := b.Get(path + "." + scheme.Name)
		has := scenario.ActionHas(do, scheme.Name)
		if !isSet && (!has || !b.needed(scheme)) {
			continue
		}
		scheme.Required = scheme.Required || has && scheme.Name == "session"
		r.Items = append(r.Items, Item{Field: b.field(path, scheme)})
	}
	return r
}

// isDoing says whether a path is that of what an action does.
func isDoing(path string) bool {
	return strings.HasPrefix(path, "actions[") && strings.HasSuffix(path, "].do")
}

// redone takes out of an action what such a one does not have, and gives it a session if it needs one: the
// action at the path does something else now.
func (s *State) redone(d scenario.Document, path string) scenario.Document {
	do, _ := d.Get(path + ".do")
	for _, scheme := range scenario.ActionFields {
		if !scenario.ActionHas(do.Text, scheme.Name) {
			d = edited(d.Remove(path + "." + scheme.Name))
		}
	}
	if _, isThere := d.Get(path + ".session"); !isThere && scenario.ActionHas(do.Text, "session") {
		d = edited(d.Set(path+".session", scenario.Words(s.firstName("workload.sessions"))))
	}
	return d
}

// edited is a document after an edit, whether it was possible or there was nothing to do.
func edited(d scenario.Document, _ []scenario.Problem) scenario.Document { return d }
