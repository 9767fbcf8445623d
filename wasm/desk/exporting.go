package desk

import (
	"strings"

	"schedlab/wasm/proto"
)

// Export is the file that is being made of the run, and the last one that could not be opened.
type Export struct {
	Kind  string // "" = none is being made
	Share float64
	Fault *FileFault

	number int // of the last file that was asked for, by whomever
	asked  int // of this one
	parts  strings.Builder
	name   string // of the file, without its kind
}

// FileFault is why a file was not opened.
type FileFault struct {
	Name     string
	Key      string // of the catalogue
	Problems []proto.Problem
	Again    string // the kind of file that was to be made; "" = it was to be opened
}

// ExportEffects are files that the page must save.
type ExportEffects struct{ Files []SavedFile }

// SavedFile is a file for the person's computer.
type SavedFile struct {
	Name, Type, Text string
	AsPixels         bool // Text is a drawing that is to be painted first
}

// fileKind is what is known of a kind of file.
type fileKind struct{ made, kind, suffix string }

// fileKinds are the kinds that a person may ask for: what the maker calls them, their type, and what their
// names end with.
var fileKinds = map[string]fileKind{
	"picture":  {"picture", "image/svg+xml", ".svg"},
	"png":      {"picture", "image/png", ".png"},
	"table":    {"table", "text/csv", ".csv"},
	"series":   {"series", "text/csv", "-charts.csv"},
	"trace":    {"trace", "application/json", "-trace.json"},
	"report":   {"report", "text/html", "-report.html"},
	"scenario": {"", "application/json", ".json"},
}

var exportCommands = map[string]func(*State, string){
	"export":        func(s *State, kind string) { s.export(kind) },
	"export.cancel": func(s *State, _ string) { s.cancelExport() },
	"export.open":   func(s *State, _ string) { s.Export.Fault = nil },
}

// export asks for a file of a kind; one under way is given up.
func (s *State) export(kind string) {
	of, known := fileKinds[kind]
	switch {
	case !known:
		panic("desk: there is no file of the kind " + kind)
	case kind == "scenario":
		s.saveFile(kind, fileName(s.Called()), string(s.Document.Bytes()))
		return
	case s.Run == nil || !s.Ready || s.Sizes.Plan <= 0:
		s.Notice = s.Supplies.Say.Text("export.notYet")
		return
	}
	draw := s.wanted()
	s.Export.end()
	s.Export.Kind, s.Export.name, s.Export.Fault = kind, fileName(titleOf(s.Valid)), nil
	if kind == "table" {
		s.Export.name += "-" + slug(s.tableName())
	}
	s.Export.asked = s.NextFile()
	s.openInMaker()
	s.toMaker(proto.ToRunner{Export: &proto.Export{Number: s.Export.asked, Kind: of.made, Draw: &draw,
		Link: s.exportLink(), Version: s.Supplies.Version}})
}

// NextFile numbers what is asked to be made, over all that ask for it.
func (s *State) NextFile() int {
	s.Export.number++
	return s.Export.number
}

// end forgets the file under way.
func (e *Export) end() {
	e.Kind, e.Share = "", 0
	e.parts.Reset()
}

func (s *State) cancelExport() {
	if s.Export.Kind == "" {
		return
	}
	s.dropExport()
	s.Notice = s.Supplies.Say.Text("export.cancelled")
}

// dropExport gives up the file under way.
func (s *State) dropExport() {
	if s.Export.Kind != "" {
		s.Export.end()
		s.toMaker(proto.ToRunner{Export: &proto.Export{Number: s.NextFile()}})
	}
}

func (s *State) takeExported(part proto.Exported) {
	e := &s.Export
	if e.Kind == "" || part.Number != e.asked || part.Kind != fileKinds[e.Kind].made {
		return
	}
	e.parts.WriteString(part.Part)
	e.Share = part.Share
	if part.Done {
		s.saveFile(e.Kind, e.name, e.parts.String())
		e.end()
	}
}

func (s *State) saveFile(kind, name, text string) {
	of := fileKinds[kind]
	s.Effect.Export.Files = append(s.Effect.Export.Files, SavedFile{Name: name + of.suffix, Type: of.kind,
		Text: text, AsPixels: kind == "png"})
	s.Notice = s.Supplies.Say.Text("export.saved", name+of.suffix)
}

// exportLink is the address of the run that is exported, as it is looked at; "" = the page has none. What was
// edited since and has not run is not in it.
func (s *State) exportLink() string {
	if s.Supplies.Base == "" {
		return ""
	}
	return s.Supplies.Base + "#" + s.addressOf(s.Name, s.Valid, s.LookedAt())
}

func (s *State) tableName() string {
	if s.Tab == Tables {
		return s.Table
	}
	return string(s.Tab)
}

// fileName is a title as files are called.
func fileName(title string) string {
	if name := slug(title); name != "" {
		return name
	}
	return untitledFile
}

// untitledFile is a file of something without a name.
const untitledFile = "scenario"

// longestSlug is how long a file's name may be. assumed: with what is added, every system takes it.
const longestSlug = 60

// slug writes a text in small letters and digits, with a dash where something else stands.
func slug(text string) string {
	var out []rune
	for _, r := range strings.ToLower(text) {
		isWord := r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r > 0xa0 // letters beyond ASCII, mostly
		switch {
		case len(out) >= longestSlug:
		case isWord:
			out = append(out, r)
		case len(out) > 0 && out[len(out)-1] != '-':
			out = append(out, '-')
		}
	}
	return strings.TrimRight(string(out), "-")
}
