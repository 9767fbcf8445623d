package enginetest

import (
	"strconv"
	"strings"

	"github.com/cockroachdb/datadriven"

	"schedlab/engine/scenario"
	"schedlab/engine/setting"
)

// object makes an object of arguments. A field's kind decides how a value is written; one that no field
// describes is left to the document's own checks.
func object(args []datadriven.CmdArg, known ...[]scenario.Field) scenario.Tree {
	tree := scenario.Fields()
	for _, a := range args {
		tree.Members = append(tree.Members, member(a.Key, value(find(a.Key, known), a.Vals)))
	}
	return tree
}

// find gives the description of a field; as text one that is not known.
func find(name string, known [][]scenario.Field) *scenario.Field {
	for _, fields := range known {
		for i := range fields {
			if fields[i].Name == name {
				return &fields[i]
			}
		}
	}
	return &scenario.Field{Setting: setting.Setting{Kind: setting.Text}}
}

// record makes an object of arguments that settings describe.
func record(args []datadriven.CmdArg, settings []setting.Setting) scenario.Tree {
	fields := make([]scenario.Field, len(settings))
	for i := range settings {
		fields[i].Setting = settings[i]
	}
	return object(args, fields)
}

func value(field *scenario.Field, values []string) scenario.Tree {
	switch {
	case len(values) == 0:
		return scenario.Flag(true)
	case len(values) > 1:
		list := scenario.Items()
		for _, v := range values {
			list.Items = append(list.Items, scenario.Words(strings.TrimSpace(v)))
		}
		return list
	}
	text := values[0]
	switch {
	case field.Kind == setting.Switch:
		return scenario.Flag(text == "on" || text == "true")
	case field.Law && strings.Contains(text, ":"):
		return law(strings.Split(text, ":"))
	case field.Kind == setting.Number && numeric(text):
		return scenario.Tree{Kind: scenario.Number, Text: text}
	}
	return scenario.Words(text)
}

// law is a distribution from its parts: name, mean in milliseconds and, if it has one, sigma.
func law(parts []string) scenario.Tree {
	names := []string{"law", "mean_ms", "sigma"}
	tree := scenario.Fields(member(names[0], scenario.Words(parts[0])))
	for i, text := range parts[1:] {
		number := scenario.Tree{Kind: scenario.Number, Text: text}
		tree.Members = append(tree.Members, member(names[1+i], number))
	}
	return tree
}

// numeric says whether a text is a number, and no word such as endless.
func numeric(text string) bool {
	_, err := strconv.ParseFloat(text, 64)
	return err == nil
}
