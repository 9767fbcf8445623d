package scenario

import "fmt"

// Version is the newest version of documents, the one that is written.
const Version = 1

// upgraders[v-1] makes a document of version v+1 from one of version v. A document of any released version
// loads for ever: testdata keeps some of each.
var upgraders = []func(Document) Document{}

// upgrade brings a document to the newest version. The problem is nil, or says that the version is not one.
func upgrade(d Document) (Document, *Problem) {
	tree, ok := d.Root.Member("version")
	if !ok {
		return d, &Problem{Path: "version", Message: "is missing", Hint: fmt.Sprintf(`"version": %d`,
			Version)}
	}
	problem := Problem{Path: "version"}
	problem.Line, problem.Column = d.place(tree.at)
	if tree.Kind != Number {
		problem.Message = "expected a whole number, got " + tree.Kind.String()
		return d, &problem
	}
	version, _ := parseDecimal(tree.Text, 0)
	switch {
	case version > Version:
		problem.Message = fmt.Sprintf("version %s is newer than this Schedlab, which reads up to %d",
			clip(tree.Text), Version)
		problem.Hint = "a newer Schedlab reads it"
		return d, &problem
	case version < 1 || tree.Text != fmt.Sprint(version):
		problem.Message = fmt.Sprintf("there is no version %s", clip(tree.Text))
		problem.Hint = fmt.Sprintf("versions go from 1 to %d", Version)
		return d, &problem
	}
	for _, up := range upgraders[version-1:] {
		d = up(d)
	}
	return d, nil
}
