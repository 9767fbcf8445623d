// Package setting is the knobs of a product as data: what a form shows, what a document may set, what is
// checked. All products share it.
package setting

// Kind is the type of a setting's value.
type Kind uint8

// Kinds.
const (
	Number Kind = iota // an integer
	Switch             // on or off
	Choice             // one of Choices
	Text               // text with a checker
	List               // records, each with Fields
)

// Origin says how well a default is known.
type Origin uint8

// Origins, from best to worst.
const (
	Documented Origin = iota // the product's documentation
	Published                // a vendor engineer's or another author's article
	Inferred                 // follows from published figures
	Assumed                  // nobody says it
)

var originNames = [...]string{"doc", "blog", "inferred", "assumed"}

// String is the short word that stands beside a field.
func (o Origin) String() string { return originNames[o] }

// Setting is one knob.
type Setting struct {
	Name   string // in documents: snake_case with the unit as suffix, for example quantum_us
	Title  string
	Kind   Kind
	Unit   string
	Help   string // one or two sentences: what it does
	Source string // where the default comes from, for the reader
	Origin Origin
	Group  string // heading under which a form puts it; empty = the main ones
	// Decimals are the digits that a Number may have after its point, in documents and forms. Min, Max,
	// Default and the value itself are whole counts of 10^-Decimals: with 3, a document's 1.4 is the Number
	// 1400.
	Decimals int
	Min      int64
	Max      int64 // of a Text: characters; 0 = as many as any text may have
	Default  Value
	Choices  []Option
	Check    func(string) string // Text: says what is wrong, empty = nothing
	Fields   []Setting           // List
	// Fixed says that the product itself offers no such knob; the model does.
	Fixed bool
}

// Option is one value of a Choice.
type Option struct {
	Name  string
	Title string
}

// Value is a setting's value; which field counts depends on the kind. A switch is Number 0 or 1.
type Value struct {
	Number  int64
	Text    string
	Records []Values
}

// Values are the values of settings by name.
type Values map[string]Value

// Number gives a number; it panics if the value is not there, since values are complete before a system
// starts.
func (v Values) Number(name string) int64 { return v.value(name).Number }

// On says whether a switch is on.
func (v Values) On(name string) bool { return v.value(name).Number != 0 }

// Text gives a text or the name of a choice.
func (v Values) Text(name string) string { return v.value(name).Text }

// Records gives the records of a list.
func (v Values) Records(name string) []Values { return v.value(name).Records }

func (v Values) value(name string) Value {
	value, ok := v[name]
	if !ok {
		panic("setting: " + name + " is not among the values")
	}
	return value
}

// Complete adds the defaults of the settings that are not set.
func Complete(settings []Setting, values Values) Values {
	all := make(Values, len(settings))
	for i := range settings {
		s := &settings[i]
		value, ok := values[s.Name]
		if !ok {
			value = s.Default
		}
		if s.Kind == List {
			records := make([]Values, len(value.Records))
			for r, record := range value.Records {
				records[r] = Complete(s.Fields, record)
			}
			value.Records = records
		}
		all[s.Name] = value
	}
	return all
}

// Fault is something wrong with a value. The path is relative to the settings.
type Fault struct{ Path, Message, Hint string }
