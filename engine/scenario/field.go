package scenario

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"schedlab/engine/setting"
)

// Field describes a member of the document for forms, checks and help, as a Setting describes a product's.
// Numbers are read with the setting's Decimals: into nanoseconds for "…_ms" with 6 and for "…_us" with 3.
type Field struct {
	setting.Setting
	// Refers names the list whose names the text is one of: "classes", "sessions", "systems", "machines" (and
	// guests), "hosts" (machines alone), "guests", "variants", "products", "hypervisors", or the "pools" or
	// "databases" of the system; empty = none.
	Refers string
	// Required says that there is no default.
	Required bool
	// Law says that a distribution (LawFields) may stand instead of a number, which is then its mean; and one
	// of Choices, if there are any.
	Law bool
	// Reserved says that the member is read by code of its own, in more forms than the kind tells.
	Reserved bool
}

// Format writes a value of the field as it stands in a document.
func (f Field) Format(v setting.Value) Tree {
	switch f.Kind {
	case setting.Number:
		return Decimal(v.Number, f.Decimals)
	case setting.Switch:
		return Flag(v.Number != 0)
	case setting.List:
		records := make([]Tree, len(v.Records))
		for i, record := range v.Records {
			records[i] = formatRecord(f.Fields, record)
		}
		return Items(records...)
	}
	return Words(v.Text)
}

func formatRecord(fields []setting.Setting, values setting.Values) Tree {
	var record Tree
	record.Kind = Object
	for _, s := range fields {
		if value, ok := values[s.Name]; ok {
			record.Members = append(record.Members, Member{Name: s.Name,
				Value: Field{Setting: s}.Format(value)})
		}
	}
	return record
}

// schema says what an object of the document may hold.
type schema struct {
	noun   string // what one such object is
	fields []Field
	parts  []part
}

// part is a member that is an object or a list.
type part struct {
	name string
	of   *schema // of the object, or of the list's items; nil = they are read by code of their own
	list bool
	free bool // any names: settings, and paths with values
}

func (s *schema) field(name string) (*Field, bool) {
	for i := range s.fields {
		if s.fields[i].Name == name {
			return &s.fields[i], true
		}
	}
	return nil, false
}

func (s *schema) part(name string) (part, bool) {
	for _, p := range s.parts {
		if p.name == name {
			return p, true
		}
	}
	return part{}, false
}

// names are all that an object may hold.
func (s *schema) names() []string {
	var names []string
	for i := range s.fields {
		names = append(names, s.fields[i].Name)
	}
	for _, p := range s.parts {
		if !slices.Contains(names, p.name) {
			names = append(names, p.name)
		}
	}
	return names
}

// fault of a number that cannot be read.
type numberFault uint8

const (
	noFault numberFault = iota
	tooFine             // more digits after the point than there may be
	tooLarge
)

// parseDecimal reads a JSON number as a whole count of 10^-decimals. What is too large is cut to the
// largest or smallest number.
func parseDecimal(literal string, decimals int) (int64, numberFault) {
	text, negative := strings.CutPrefix(literal, "-")
	digits, exponent := mantissa(text)
	digits = strings.TrimLeft(digits, "0")
	if digits == "" {
		return 0, noFault
	}
	whole := strings.TrimRight(digits, "0")
	scale := exponent + decimals + len(digits) - len(whole)
	limit := int64(math.MaxInt64)
	if negative {
		limit = -limit
	}
	switch {
	case len(whole)+scale > 19:
		return limit, tooLarge
	case scale < 0:
		return 0, tooFine
	}
	n, err := strconv.ParseInt(whole+strings.Repeat("0", scale), 10, 64)
	if err != nil {
		return limit, tooLarge
	}
	if negative {
		n = -n
	}
	return n, noFault
}

// mantissa splits a number into all its digits and the power of ten that they count.
func mantissa(text string) (digits string, exponent int) {
	const far = 1 << 20 // beyond any number that counts
	if e := strings.IndexAny(text, "eE"); e >= 0 {
		n, err := strconv.Atoi(text[e+1:])
		if err != nil || n > far || n < -far {
			n = far
			if strings.HasPrefix(text[e+1:], "-") {
				n = -far
			}
		}
		text, exponent = text[:e], n
	}
	before, after, _ := strings.Cut(text, ".")
	return before + after, exponent - len(after)
}
