package desk

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"schedlab/engine/scenario"
)

// Catalogue holds the page's texts by key. A text may be given in forms for one and for other numbers.
type Catalogue map[string]message

type message struct{ one, other string }

// ReadCatalogue reads a catalogue: a flat object of texts, or of objects with "one" and "other".
func ReadCatalogue(text []byte) (Catalogue, error) {
	document, problems := scenario.ParseDocument(text)
	if len(problems) > 0 {
		return nil, errors.New("reading the texts of the page: " + problems[0].String())
	}
	c := make(Catalogue, len(document.Root.Members))
	for _, m := range document.Root.Members {
		one, hasOne := form(m.Value, "one")
		other, hasOther := form(m.Value, "other")
		if !hasOne || !hasOther {
			return nil, fmt.Errorf("reading the texts of the page: %q has neither a text nor two forms",
				m.Name)
		}
		c[m.Name] = message{one, other}
	}
	return c, nil
}

// form is the form of that name; a text is all of its forms.
func form(t scenario.Tree, name string) (string, bool) {
	if t.Kind == scenario.Object {
		t, _ = t.Member(name)
	}
	return t.Text, t.Kind == scenario.Text
}

// Text is a text with its places {0}, {1} … filled. The first whole number among the arguments chooses the
// form. A key that is not there gives itself, so that a mistake is seen and nothing is lost.
func (c Catalogue) Text(key string, arguments ...any) string {
	m, ok := c[key]
	if !ok {
		return key
	}
	if len(arguments) == 0 {
		return m.other
	}
	pairs := make([]string, 0, 2*len(arguments))
	for i, argument := range arguments {
		pairs = append(pairs, "{"+strconv.Itoa(i)+"}", written(argument))
	}
	return strings.NewReplacer(pairs...).Replace(m.form(arguments))
}

func (m message) form(arguments []any) string {
	for _, argument := range arguments {
		if n, ok := argument.(int); ok {
			if n == 1 {
				return m.one
			}
			return m.other
		}
	}
	return m.other
}

func written(argument any) string {
	switch v := argument.(type) {
	case string:
		return v
	case int:
		return Grouped(int64(v))
	case int64:
		return Grouped(v)
	}
	return fmt.Sprint(argument)
}

// Grouped writes a number with commas between thousands.
func Grouped(n int64) string {
	digits, sign := strconv.FormatInt(n, 10), ""
	if n < 0 {
		sign, digits = "-", digits[1:]
	}
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return sign + digits
}
