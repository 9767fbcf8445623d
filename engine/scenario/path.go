package scenario

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// path leads from a document's root to a value.
type path []step

// step is one part of a path: a member's name, a position in a list, the item whose member key is value, or
// every item of a list.
type step struct {
	name   string
	member bool
	index  int
	key    string
	value  string
	every  bool
}

// Why a path with [*] cannot stand where one thing is meant.
const (
	severalMessage = "means several things"
	severalHint    = "name one of them"
)

// several says whether the path holds [*], which stands for every item of a list.
func (p path) several() bool { return slices.ContainsFunc(p, func(s step) bool { return s.every }) }

// maxPath bounds a path's text.
const maxPath = 1000

// parsePath reads "workload.classes[name=long].cpu_ms", "systems[0].settings", "actions[*].at_ms",
// `set["a.b"]`.
func parsePath(text string) (path, error) {
	if len(text) > maxPath {
		return nil, fmt.Errorf("the path is longer than %d characters", maxPath)
	}
	var p path
	for rest := text; rest != ""; {
		var s step
		var err error
		if rest[0] == '[' {
			s, rest, err = bracketStep(rest[1:])
		} else {
			s, rest, err = memberStep(rest, len(p) > 0)
		}
		if err != nil {
			return nil, err
		}
		p = append(p, s)
	}
	if len(p) == 0 || len(p) > MaxDepth {
		return nil, fmt.Errorf("%q is not a path", clip(text))
	}
	return p, nil
}

func memberStep(text string, inner bool) (step, string, error) {
	if inner && text[0] != '.' {
		return step{}, "", fmt.Errorf("a . is missing before %q", clip(text))
	}
	text = strings.TrimPrefix(text, ".")
	end := strings.IndexAny(text, ".[")
	if end < 0 {
		end = len(text)
	}
	if text == "" {
		return step{}, "", errors.New("a name is missing at the end")
	}
	if end == 0 {
		return step{}, "", fmt.Errorf("a name is missing before %q", clip(text))
	}
	return step{name: text[:end], member: true}, text[end:], nil
}

func bracketStep(text string) (step, string, error) {
	if strings.HasPrefix(text, `"`) {
		return quotedStep(text)
	}
	inside, rest, closed := strings.Cut(text, "]")
	if !closed {
		return step{}, "", fmt.Errorf("a ] is missing after %q", clip(text))
	}
	if key, value, named := strings.Cut(inside, "="); named && key != "" {
		return step{key: key, value: value}, rest, nil
	}
	if inside == "*" {
		return step{every: true}, rest, nil
	}
	index, err := strconv.ParseUint(inside, 10, 31)
	if err != nil {
		return step{}, "", fmt.Errorf("[%s] is neither a position nor [name=…] nor [*]", clip(inside))
	}
	return step{index: int(index)}, rest, nil
}

func quotedStep(text string) (step, string, error) {
	d := decoder{document: Document{text: []byte(text)}}
	name, ok := d.words()
	if !ok {
		return step{}, "", fmt.Errorf("the name in %q is not a text in double quotes", clip(text))
	}
	rest, closed := strings.CutPrefix(text[d.at:], "]")
	if !closed {
		return step{}, "", fmt.Errorf("a ] is missing after %q", clip(name))
	}
	return step{name: name, member: true}, rest, nil
}

// String is the path's text.
func (p path) String() string {
	var b strings.Builder
	for i, s := range p {
		b.WriteString(s.text(i == 0))
	}
	return b.String()
}

func (s step) text(first bool) string {
	switch {
	case s.member && (s.name == "" || strings.ContainsAny(s.name, `.[]"`)):
		return "[" + strings.TrimSuffix(oneLine(Words(s.name)), "\n") + "]"
	case s.member && first:
		return s.name
	case s.member:
		return "." + s.name
	case s.key != "":
		return "[" + s.key + "=" + s.value + "]"
	case s.every:
		return "[*]"
	default:
		return "[" + strconv.Itoa(s.index) + "]"
	}
}
