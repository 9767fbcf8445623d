package desk

import (
	"strconv"
	"strings"

	"schedlab/engine/scenario"
	"schedlab/wasm/proto"
)

// Command is what a button, a menu, a link or a key asks for.
type Command struct{ Name, Argument string }

// Apply does it. A command that nobody knows is a mistake of ours.
func (c Command) Apply(s *State) {
	do, known := commands[c.Name]
	if !known {
		panic("desk: there is no command " + c.Name + " " + c.Argument)
	}
	s.history.typing = ""
	do(s, c.Argument)
}

// commands are all there are. Those of one concern stand beside it, in a list of its own.
var commands = joined(stageCommands, shelfCommands, shareCommands, exportCommands, serviceCommands,
	embedCommands, makerCommands, sweepCommands)

func joined(lists ...map[string]func(*State, string)) map[string]func(*State, string) {
	all := map[string]func(*State, string){}
	for _, list := range lists {
		for name, do := range list {
			if all[name] != nil {
				panic("desk: two commands are called " + name)
			}
			all[name] = do
		}
	}
	return all
}

var stageCommands = map[string]func(*State, string){
	"undo": func(s *State, _ string) { s.undo() }, "redo": func(s *State, _ string) { s.redo() },
	"play":       func(s *State, _ string) { s.playPause() },
	"start":      func(s *State, _ string) { Seek{At: 0}.Apply(s) },
	"end":        func(s *State, _ string) { Seek{At: s.Duration()}.Apply(s) },
	"seek":       seekCommand,
	"slower":     func(s *State, _ string) { s.Speed = slower(s.Speed) },
	"faster":     func(s *State, _ string) { s.Speed = faster(s.Speed) },
	"slow":       func(s *State, _ string) { s.Speed = RealTime / 100 },
	"zoom":       zoomCommand,
	"pan":        func(s *State, arg string) { Pan{By: fraction(s.Window.Length(), arg)}.Apply(s) },
	"mark":       func(s *State, _ string) { s.mark() },
	"unmark":     func(s *State, _ string) { s.toMarker() },
	"tab":        func(s *State, arg string) { s.openTab(Tab(arg)) },
	"table":      func(s *State, arg string) { s.Table, s.Order, s.First = arg, Order{}, 0; s.dropRows() },
	"sort":       sortCommand,
	"lines":      func(s *State, arg string) { s.Lines.Kind = arg },
	"filter":     func(s *State, arg string) { s.Lines.Text = arg },
	"colour":     func(s *State, arg string) { s.Colour = arg },
	"theme":      func(s *State, _ string) { s.nextTheme() },
	"show":       func(s *State, arg string) { s.Effect.Menu = ""; s.Show(arg) },
	"try":        func(s *State, arg string) { n, _ := strconv.Atoi(arg); s.tryVariant(n) },
	"add":        func(s *State, arg string) { s.add(arg) },
	"copy":       copyCommand,
	"remove":     removeCommand,
	"toggle":     func(s *State, arg string) { s.toggle(arg) },
	"valid":      func(s *State, _ string) { s.backToValid() },
	"cancel":     func(s *State, _ string) { s.cancel() },
	"again":      func(s *State, _ string) { s.open() },
	"report":     func(s *State, _ string) { s.copyReport() },
	"table.copy": func(s *State, _ string) { s.copyTable() },
	"dialog":     func(s *State, arg string) { s.openDialog(arg) },
	"close":      func(s *State, _ string) { s.Effect.Close = true },
	"menu":       func(s *State, arg string) { s.Effect.Menu = arg },
	"screen":     func(s *State, arg string) { s.Screen = Screen(arg); s.Sheet = NoSheet; s.screenTab() },
	"sheet":      func(s *State, arg string) { s.toggleSheet(Sheet(arg)) },
	"letters":    func(s *State, _ string) { s.LettersOff = !s.LettersOff },
	"field":      func(s *State, arg string) { s.goToField(arg) },
	"pick":       func(s *State, arg string) { s.pick(pickedFrom(arg)) },
	"arrow":      func(s *State, arg string) { s.arrow(arg) },
	"enter":      func(s *State, _ string) { s.enter() },
	"escape":     func(s *State, _ string) { s.escape() },
	"region":     func(s *State, arg string) { s.Effect.Region, _ = strconv.Atoi(arg) },
	"import":     func(s *State, _ string) { s.useImport() },
	"explain":    func(s *State, _ string) { s.useExplained() },
	"choose":     func(s *State, arg string) { s.Explain.Chosen, _ = strconv.Atoi(arg) },
	"help":       func(s *State, arg string) { s.toggleHelp(arg) },
	"stray":      func(s *State, _ string) { s.Stray = "" },
}

// seekCommand takes the kind of thing, with a minus before it to go back.
func seekCommand(s *State, arg string) {
	what, back := strings.CutPrefix(arg, "-")
	s.Effect.Menu = ""
	s.Playing = false
	s.seek(what, back)
}

func zoomCommand(s *State, arg string) {
	switch arg {
	case "in":
		s.zoom(s.zoomCentre(), 1/zoomKey)
	case "out":
		s.zoom(s.zoomCentre(), zoomKey)
	default:
		s.Window = Span{To: s.Duration()}
	}
}

// fraction is a signed part of a length, in per cent.
func fraction(length int64, percent string) int64 {
	n, _ := strconv.ParseInt(percent, 10, 64)
	return length / 100 * n
}

func sortCommand(s *State, arg string) {
	column, _ := strconv.Atoi(arg)
	next := Order{Column: column}
	if s.Order.Column == column {
		next.Down = !s.Order.Down
		if s.Order.Down {
			next = Order{}
		}
	}
	s.Order = next
	s.First = 0
}

func (s *State) openTab(tab Tab) {
	if s.Tab != tab {
		s.dropRows()
	}
	s.Tab, s.Order, s.First = tab, Order{}, 0
}

// dropRows forgets the rows of a table that is left, and asks for others even if the one before is wanted
// again.
func (s *State) dropRows() {
	s.Rows = nil
	s.asked.any = false
}

// screenTab shows the waits on the phone's screen that is named for them.
func (s *State) screenTab() {
	if s.Screen == WaitsScreen {
		s.openTab(Waits)
	}
}

func (s *State) openDialog(name string) {
	s.Effect.Dialog = name
	switch name {
	case "explain":
		s.openExplain()
	case "import":
		s.openImport()
	}
}

func (s *State) nextTheme() {
	next := map[Theme]Theme{Auto: Light, Light: Dark, Dark: Auto}
	s.Theme = next[s.Theme]
	s.settleTheme()
}

func (s *State) toggleSheet(sheet Sheet) {
	if s.Sheet == sheet {
		sheet = NoSheet
	}
	s.Sheet = sheet
}

func (s *State) toggleHelp(path string) {
	if s.Help == path {
		path = ""
	}
	s.Help = path
}

// mark sets the marker at the playhead, or takes it away.
func (s *State) mark() {
	if s.Marker == s.At {
		s.Marker = -1
		return
	}
	s.Marker = s.At
}

func (s *State) toMarker() {
	if s.Marker >= 0 {
		Seek{At: s.Marker}.Apply(s)
	}
}

// copyCommand puts a copy of a record behind it; a number that only one may have stays with the first.
func copyCommand(s *State, path string) {
	s.change("", func(d scenario.Document) (scenario.Document, []scenario.Problem) {
		next, problems := d.Copy(path)
		if id := following(path) + ".id"; len(problems) == 0 {
			if _, isThere := next.Get(id); isThere {
				return next.Remove(id)
			}
		}
		return next, problems
	})
}

// following is the path of the record behind another.
func following(path string) string {
	open := strings.LastIndexByte(path, '[')
	n, _ := strconv.Atoi(strings.TrimSuffix(path[open+1:], "]"))
	return item(path[:max(open, 0)], n+1)
}

func removeCommand(s *State, path string) {
	s.change("", func(d scenario.Document) (scenario.Document, []scenario.Problem) { return d.Remove(path) })
}

func (s *State) toggle(path string) {
	field, known := s.field(path)
	if !known {
		return
	}
	on := scenario.Flag(!field.On)
	s.change("", func(d scenario.Document) (scenario.Document, []scenario.Problem) { return d.Set(path, on) })
}

// backToValid takes back all that cannot be run; it is itself an edit that can be undone.
func (s *State) backToValid() {
	s.history.note(s.now(), "")
	s.accept(s.Valid)
}

func (s *State) cancel() {
	s.send(proto.ToRunner{Cancel: &proto.Cancel{}})
	s.Waiting = Waiting{}
}

// goToField brings the editor into view and asks for the focus on a field.
func (s *State) goToField(path string) {
	s.Screen, s.Sheet = ScenarioScreen, EditorSheet
	s.Effect.Focus = s.nearestField(path)
}
