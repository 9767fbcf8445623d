package desk

import "strings"

// Press is a key, and where the focus was.
type Press struct {
	Key                 string // as browsers name it: "a", "<", "ArrowLeft", " "
	Shift, Control, Alt bool
	InField             bool // a field has the focus: the key is its own
	InText              bool // a text field has the focus: undo and redo are its own too
	OnControl           bool // something has the focus that uses Space, Enter, arrows, Home and End itself
	InDialog            bool
}

// chord is the key as the tables write it. Shift counts only where the key itself does not tell it.
func (p Press) chord() string {
	key, prefix := p.Key, ""
	if len(key) == 1 && key >= "A" && key <= "Z" {
		key = strings.ToLower(key)
	}
	tells := len(key) == 1 && key != " " && (key < "a" || key > "z")
	if p.Shift && !tells {
		prefix = "Shift+"
	}
	if p.Control {
		prefix += "Ctrl+"
	}
	return prefix + key
}

// Command is what the key asks for here; ok is false if it is not ours.
func (s *State) Command(p Press) (c Command, ok bool) {
	chord := p.chord()
	if c, ok = everywhere[chord]; ok {
		return c, !p.Alt && !p.InDialog
	}
	if p.InDialog || p.Alt {
		return c, false
	}
	if c, ok = edits[chord]; ok {
		return c, !p.InText
	}
	if p.InField {
		return c, false
	}
	if c, ok = elsewhere[chord]; ok {
		return c, !p.OnControl
	}
	if c, ok = letters[chord]; ok {
		return c, !s.LettersOff
	}
	return c, false
}

// everywhere are keys that no field uses.
var everywhere = map[string]Command{
	"F6": {"region", "1"}, "Shift+F6": {"region", "-1"}, "Escape": {"escape", ""},
	"Ctrl+s": {"save", ""},
}

// elsewhere are keys that controls use themselves when they have the focus.
var elsewhere = map[string]Command{
	" ": {"play", ""}, "Enter": {"enter", ""}, "Home": {"start", ""}, "End": {"end", ""},
	"ArrowLeft": {"arrow", "ArrowLeft"}, "ArrowRight": {"arrow", "ArrowRight"},
	"ArrowUp": {"arrow", "ArrowUp"}, "ArrowDown": {"arrow", "ArrowDown"},
	"Shift+ArrowLeft": {"seek", "-quantum"}, "Shift+ArrowRight": {"seek", "quantum"},
}

// edits are keys that only text fields use themselves.
var edits = map[string]Command{
	"Ctrl+z": {"undo", ""}, "Shift+Ctrl+z": {"redo", ""}, "Ctrl+y": {"redo", ""},
}

// letters can be switched off.
var letters = map[string]Command{
	",": {"seek", "-event"}, ".": {"seek", "event"}, "<": {"slower", ""}, ">": {"faster", ""},
	"y": {"seek", "yield"}, "Shift+y": {"seek", "-yield"},
	"p": {"seek", "placement"}, "Shift+p": {"seek", "-placement"},
	"e": {"seek", "completion"}, "Shift+e": {"seek", "-completion"},
	"[": {"seek", "-block"}, "]": {"seek", "block"},
	"+": {"zoom", "in"}, "=": {"zoom", "in"}, "-": {"zoom", "out"}, "0": {"zoom", "whole"},
	"w": {"zoom", "in"}, "s": {"zoom", "out"}, "a": {"pan", "-25"}, "d": {"pan", "25"},
	"m": {"mark", ""}, "Shift+m": {"unmark", ""}, "?": {"dialog", "keys"},
	"l": {"share", ""},
	"1": {"tab", "waits"}, "2": {"tab", "placement"}, "3": {"tab", "tables"}, "4": {"tab", "log"},
}

// KeyHelp is a line of the list of keys.
type KeyHelp struct {
	Keys []string
	Text string // key of the catalogue
}

// KeyList is what the dialog of keys shows.
var KeyList = []KeyHelp{
	{[]string{"Space"}, "keys.play"}, {[]string{",", "."}, "keys.event"},
	{[]string{"Shift ←", "Shift →"}, "keys.quantum"},
	{[]string{"Y", "Shift Y"}, "keys.yield"}, {[]string{"P", "Shift P"}, "keys.placement"},
	{[]string{"E", "Shift E"}, "keys.completion"}, {[]string{"[", "]"}, "keys.block"},
	{[]string{"Home", "End"}, "keys.ends"}, {[]string{"<", ">"}, "keys.speed"},
	{[]string{"+", "-", "0"}, "keys.zoom"}, {[]string{"W", "A", "S", "D"}, "keys.wasd"},
	{[]string{"← ↑ ↓ →"}, "keys.arrows"}, {[]string{"Enter", "Esc"}, "keys.enter"},
	{[]string{"L"}, "keys.share"}, {[]string{"1", "4"}, "keys.tabs"}, {[]string{"M", "Shift M"}, "keys.mark"},
	{[]string{"Ctrl Z", "Shift Ctrl Z"}, "keys.undo"}, {[]string{"Ctrl S"}, "keys.save"},
	{[]string{"F6"}, "keys.region"}, {[]string{"?"},
		"keys.help"},
}

// scrubKeys are what keys do on the slider of time: a share of the whole run, in permille.
var scrubKeys = map[string]int64{"ArrowLeft": -10, "ArrowDown": -10, "ArrowRight": 10, "ArrowUp": 10,
	"PageDown": -100, "PageUp": 100}

// ScrubKey is what a key asks for on the slider of time.
func ScrubKey(key string) (Action, bool) {
	if by, ok := scrubKeys[key]; ok {
		return Shift{Permille: by}, true
	}
	switch key {
	case "Home":
		return Command{Name: "start"}, true
	case "End":
		return Command{Name: "end"}, true
	}
	return nil, false
}

// Shift moves the playhead by a share of the run.
type Shift struct{ Permille int64 }

// Apply moves it.
func (a Shift) Apply(s *State) { Seek{At: s.At + s.Duration()/1000*a.Permille}.Apply(s) }
