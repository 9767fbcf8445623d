package scenario

import "fmt"

// Names of what the short form leaves unnamed; its system has the name of its product.
const unnamedMachine = "machine"

// spellings are the names of the two forms of a document's parts.
var spellings = [...]struct{ short, long string }{{"machine", "machines"}, {"system", "systems"}}

// resolve turns the other form's spelling of a path into the document's own, so that "system.settings" and
// "systems[0].settings" both lead to the only system of any document.
func (d Document) resolve(p path) (path, *Problem) {
	for _, spelling := range spellings {
		_, short := d.Root.Member(spelling.short)
		list, long := d.Root.Member(spelling.long)
		if !p[0].member || short == long {
			continue
		}
		if long && p[0].name == spelling.short {
			return shortInLong(p, spelling.long, list)
		}
		if short && p[0].name == spelling.long && len(p) > 1 && d.only(spelling.short, p[1]) {
			return append(path{{name: spelling.short, member: true}}, p[2:]...), nil
		}
	}
	return p, nil
}

func shortInLong(p path, name string, list Tree) (path, *Problem) {
	if len(list.Items) != 1 {
		return nil, &Problem{Path: p.String(), Message: fmt.Sprintf("there are %d %s", len(list.Items), name),
			Hint: fmt.Sprintf("name one of them: %s[name=…]", name)}
	}
	return append(path{{name: name, member: true}, {}}, p[1:]...), nil
}

// only tells whether the step means the only one of the short form.
func (d Document) only(name string, s step) bool {
	if s.member || s.key == "" {
		return !s.member && s.index == 0 // and also every one
	}
	t, _ := d.Root.Member(name)
	own, ok := t.Member(s.key)
	if !ok && s.key == "name" {
		own, ok = t.Member("product")
		if name == spellings[0].short {
			own, ok = Words(unnamedMachine), true
		}
	}
	return ok && own.Text == s.value
}
