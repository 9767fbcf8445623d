package share

import "schedlab/engine/scenario"

// Link is what an address brings: a scenario and how somebody looked at it.
type Link struct {
	Name     string            // of the shipped scenario that Document was made from; "" = none
	Parent   scenario.Document // that scenario as it is shipped
	Document scenario.Document
	View     View
}

// Limits of links. assumed: browsers and the page itself take as much without pause; what is sent around is
// thirty times shorter.
const (
	MaxLink     = 64 << 10              // characters
	maxLinkText = scenario.MaxText >> 2 // bytes of the text that is packed into one
)

// Members of a link's text. Short ones, since each link has them.
const (
	linkParent   = "p"
	linkChanges  = "c"
	linkDocument = "d"
	linkView     = "v"
)

// Encode writes a link as what stands after # in an address: the name of a shipped scenario that is as it is
// and was not looked at closer, otherwise version, dot and packed text. A document without a shipped parent
// goes whole, but for what it expects, which nobody has published.
func Encode(l Link) string {
	whole := l.View.Equal(Whole())
	isSame := l.Name != "" && same(l.Parent.Root, l.Document.Root)
	if isSame && whole && !isPacked(l.Name) {
		return l.Name
	}
	var members []scenario.Member
	add := func(name string, value scenario.Tree) {
		members = append(members, scenario.Member{Name: name, Value: value})
	}
	switch {
	case l.Name == "":
		add(linkDocument, without(l.Document.Root, "expect"))
	default:
		add(linkParent, scenario.Words(l.Name))
		if !isSame {
			add(linkChanges, changes(l.Parent.Root, l.Document.Root))
		}
	}
	if !whole {
		add(linkView, l.View.tree())
	}
	return pack(scenario.Fields(members...))
}

// without is an object without a member.
func without(t scenario.Tree, name string) scenario.Tree {
	kept := t.Members
	t.Members = nil
	for _, m := range kept {
		if m.Name != name {
			t.Members = append(t.Members, m)
		}
	}
	return t
}

// Decode reads what stands after # in an address. What programs for mail and chat do to links is mended where
// nothing can be mistaken. shipped gives the scenarios that come with the page.
func Decode(fragment string, shipped func(name string) (scenario.Document, bool)) (Link, *Fault) {
	if len(fragment) > slack*MaxLink {
		return Link{}, fault(linkLarge, MaxLink)
	}
	if name := plain(fragment); !isPacked(mended(fragment)) {
		document, isThere := shipped(name)
		if !isThere {
			return Link{}, fault(linkUnknown, Excerpt(name))
		}
		return Link{Name: name, Parent: document, Document: document, View: Whole()}, nil
	}
	tree, bad := unpack(mended(fragment))
	if bad != nil {
		return Link{}, bad
	}
	return read(tree, shipped)
}

// slack is how much longer a link may be before it is mended: each character may have been written as three.
const slack = 4

// read makes a link of its text in the newest version.
func read(tree scenario.Tree, shipped func(string) (scenario.Document, bool)) (Link, *Fault) {
	l := Link{View: Whole()}
	in := reader{tree: tree}
	l.View = readView(in.object(linkView))
	l.Name = in.text(linkParent)
	document := in.object(linkDocument)
	changed, isChanged := tree.Member(linkChanges)
	if in.isBad || (l.Name == "") == (document.Kind != scenario.Object) {
		return Link{}, fault(linkDamaged)
	}
	if l.Name == "" {
		l.Document = scenario.Document{Root: document}
		return l, nil
	}
	var isThere bool
	if l.Parent, isThere = shipped(l.Name); !isThere {
		return Link{}, fault(linkUnknown, Excerpt(l.Name))
	}
	l.Document = l.Parent
	if isChanged {
		root, fits := patched(l.Parent.Root, changed)
		if !fits || root.Kind != scenario.Object {
			return Link{}, fault(linkUnfit, Excerpt(l.Name))
		}
		l.Document = scenario.Document{Root: root}
	}
	return l, nil
}

// mostShown is how many characters are repeated of what somebody else wrote.
const mostShown = 60

// Excerpt shortens a text that somebody else wrote, for a message.
func Excerpt(text string) string {
	if runes := []rune(text); len(runes) > mostShown {
		return string(runes[:mostShown]) + "…"
	}
	return text
}
