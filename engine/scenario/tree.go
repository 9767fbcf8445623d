package scenario

import (
	"strconv"
	"strings"
)

// Kind is the type of a JSON value.
type Kind uint8

// Kinds of JSON values.
const (
	Null Kind = iota
	Bool
	Number
	Text
	List
	Object
)

var kindNames = [...]string{"nothing (null)", "true or false", "a number", "text", "a list", "an object"}

// String is the kind's name in messages.
func (k Kind) String() string { return kindNames[k] }

// Tree is a JSON value. Members keep their order, numbers their spelling. Trees are never changed: an edit
// makes a new one that shares what is the same.
type Tree struct {
	Kind    Kind
	Text    string // the text; of a number its literal; of a Bool "true" or "false"
	Items   []Tree
	Members []Member
	at      int // offset in the parsed text, plus 1; 0 = made by an edit
}

// Member is a named value of an object.
type Member struct {
	Name  string
	Value Tree
	at    int // of the name
}

// Int is a whole number.
func Int(n int64) Tree { return Tree{Kind: Number, Text: strconv.FormatInt(n, 10)} }

// Decimal is the number n × 10^-decimals, written without trailing zeros.
func Decimal(n int64, decimals int) Tree {
	return Tree{Kind: Number, Text: formatDecimal(n, decimals)}
}

// Words is a text.
func Words(text string) Tree { return Tree{Kind: Text, Text: text} }

// Flag is true or false.
func Flag(on bool) Tree { return Tree{Kind: Bool, Text: strconv.FormatBool(on)} }

// Items is a list.
func Items(items ...Tree) Tree { return Tree{Kind: List, Items: items} }

// Fields is an object.
func Fields(members ...Member) Tree { return Tree{Kind: Object, Members: members} }

// Member is an object's value of the name.
func (t Tree) Member(name string) (Tree, bool) {
	if i := t.position(name); i >= 0 {
		return t.Members[i].Value, true
	}
	return Tree{}, false
}

func (t Tree) position(name string) int {
	for i := range t.Members {
		if t.Members[i].Name == name {
			return i
		}
	}
	return -1
}

// formatDecimal writes n × 10^-decimals without trailing zeros.
func formatDecimal(n int64, decimals int) string {
	digits, sign := strconv.FormatInt(n, 10), ""
	if n < 0 {
		sign, digits = "-", digits[1:]
	}
	if decimals == 0 {
		return sign + digits
	}
	if missing := decimals + 1 - len(digits); missing > 0 {
		digits = strings.Repeat("0", missing) + digits
	}
	point := len(digits) - decimals
	fraction := strings.TrimRight(digits[point:], "0")
	if fraction == "" {
		return sign + digits[:point]
	}
	return sign + digits[:point] + "." + fraction
}
