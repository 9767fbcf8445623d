package share

import (
	"strconv"

	"schedlab/engine/scenario"
)

// recordUpgraders are for records, and for what stands around the records of a library.
var recordUpgraders = upgraders{}

// Limits of what is kept. assumed: a thumbnail has some ten thousand bytes; a library of this size no longer
// fits into most browsers.
const (
	MaxRecord  = 4 * scenario.MaxText // bytes of a record's text
	MaxLibrary = 128 << 20            // of a library's
	maxRecords = 10_000
	maxTags    = 100
)

// What the texts say they are.
const (
	kindMember  = "schedlab"
	recordKind  = "scenario"
	libraryKind = "library"
)

// Text is the record as JSON, for the store and for files.
func (r Record) Text() string {
	var tags []scenario.Tree
	for _, tag := range r.Tags {
		tags = append(tags, scenario.Words(tag))
	}
	members := []scenario.Member{
		{Name: kindMember, Value: scenario.Words(recordKind)},
		{Name: "version", Value: scenario.Int(Version)},
		{Name: "id", Value: scenario.Words(r.ID)}, {Name: "revision", Value: scenario.Int(r.Revision)},
		{Name: "title", Value: scenario.Words(r.Title)}, {Name: "tags", Value: scenario.Items(tags...)},
		{Name: "created", Value: scenario.Int(r.Created)}, {Name: "changed", Value: scenario.Int(r.Changed)},
		{Name: "parent", Value: scenario.Words(r.Parent)}, {Name: "view", Value: r.View.tree()},
		{Name: "document", Value: scenario.Words(r.Document)},
	}
	if r.IsDraft {
		members = append(members, scenario.Member{Name: "draft", Value: scenario.Flag(true)})
	}
	if r.Of != "" {
		members = append(members, scenario.Member{Name: "of", Value: scenario.Words(r.Of)})
	}
	if r.Picture != "" {
		members = append(members, scenario.Member{Name: "picture", Value: scenario.Words(r.Picture)})
	}
	return string(scenario.Document{Root: scenario.Fields(members...)}.Compact())
}

// ReadRecord reads a record of any released version.
func ReadRecord(text string) (Record, *Fault) {
	tree, bad := readFile(text, recordKind)
	if bad != nil {
		return Record{}, bad
	}
	in := reader{tree: tree}
	r := Record{ID: in.name("id"), Revision: in.whole("revision", 0), IsDraft: in.flag("draft"),
		Title: in.name("title"), Created: in.whole("created", 0), Changed: in.whole("changed", 0),
		Parent: in.name("parent"), Of: in.name("of"), Document: in.text("document"),
		View: readView(in.object("view")), Picture: in.text("picture")}
	for _, tag := range in.items("tags", maxTags) {
		in.isBad = in.isBad || tag.Kind != scenario.Text || len(tag.Text) > maxName
		r.Tags = append(r.Tags, tag.Text)
	}
	if in.isBad || r.Document == "" || r.Revision < 0 {
		return Record{}, fault(fileDamaged)
	}
	return r, nil
}

// readFile reads a text of a kind and brings it to the newest version.
func readFile(text, kind string) (scenario.Tree, *Fault) {
	if len(text) > MaxRecord {
		return scenario.Tree{}, fault(fileLarge)
	}
	tree, problem := scenario.ParseLong(text, MaxRecord)
	if problem != nil {
		return scenario.Tree{}, fault(fileDamaged)
	}
	if is, _ := tree.Member(kindMember); is.Text != kind {
		return scenario.Tree{}, fault(fileForeign)
	}
	member, _ := tree.Member("version")
	version, err := strconv.Atoi(member.Text)
	switch {
	case err != nil || version < 1:
		return scenario.Tree{}, fault(fileDamaged)
	case version > recordUpgraders.newest():
		return scenario.Tree{}, fault(fileNew)
	}
	return recordUpgraders.raised(tree, version), nil
}
