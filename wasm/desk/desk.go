// Package desk is all that the page knows, without a browser: the document and its history, the run, the
// playhead, the zoom, the selection, and the forms made from descriptions. Panels show a State; what people
// do arrives as Actions, which the page's frame loop applies in order. Everything here is tested natively.
package desk

import (
	"schedlab/engine/scenario"
	"schedlab/wasm/proto"
	"schedlab/wasm/share"
)

// State is the page as one value. Times are nanoseconds of simulated time.
type State struct {
	Supplies Supplies

	Name     string            // of the shipped scenario that the document was opened as
	Document scenario.Document // as edited, perhaps with problems
	Valid    scenario.Document // the last one that was run
	Problems []proto.Problem
	Unparsed bool // the problems are of a text that is no document: it was not taken over
	Version  int  // grows with every change of Document, for panels that build forms
	history  history

	Generation int // of the documents sent to the runner
	Run        *proto.Opened
	Claims     []proto.Claim // of Run; those about variations get their figures later
	RunOf      int           // the generation of Run
	Waiting    Waiting
	Failed     *proto.Failed // a mistake of ours; the runner was replaced
	Variants   map[int]proto.Variant
	Epoch      int // of the runner: a new one needs new canvases
	Ready      bool

	At      int64
	Playing bool
	Poster  bool // nothing was played or sought yet: the playhead stands at a telling moment
	Speed   int64
	Window  Span // of the timeline
	Picked  proto.Picked
	Hovered proto.Picked
	Opened  []int32 // groups that stay open in the timeline
	Zoom    int32   // group that the floor plan shows; -1 = the machine
	Colour  string
	Scroll  int
	Drag    Drag
	Marker  int64 // an instant that a person marked; -1 = none

	Tab    Tab
	Table  string
	Order  Order
	Lines  proto.Lines // of the log that are wanted
	First  int         // of the rows in view
	Sizes  Sizes
	Theme  Theme
	Dark   bool // what Theme means now
	Screen Screen
	Phone  bool // one screen is shown at a time
	Sheet  Sheet

	Reduced    bool // motion
	LettersOff bool // single-letter keys
	Drawn      *proto.Drawn
	Rows       *proto.Rows
	Series     *proto.Series
	Twin       [][]string
	Tip        *proto.Tip
	Pointed    Spot   // where the pointer or the focus is, in the window
	Help       string // path of the field whose help is open
	Notice     string // a short message for everybody, also for screen readers
	Stray      string // a name in the address that no scenario has

	Sharing  Sharing
	Import   Import
	Explain  Explain
	Export   Export
	Maker    Maker
	Sweep    Sweep
	Shelf    Shelf
	Service  Service
	Embedded *Embedded // in a frame of another page; nil = the page stands by itself
	Effect   Effects
	asked    asked

	sent       scenario.Document // to the runner, perhaps not answered yet
	ran        scenario.Document // what was sent for the run in view
	basis      scenario.Document // what sent was made of: sent may lack variations that do not fit
	unfit      map[int]bool      // positions of variants that sent lacks
	isTyped    bool              // the document was typed as a whole: all its problems are told
	reading    scenario.Scenario // what Document says, but for its variations
	differs    differing
	sight      sight // what Tip was said of
	isPaced    bool  // the speed suits the run's length, or was chosen
	systemDark bool
	entering   bool // a double click waits for what it picks
	asLooked   bool // the view is one that was given, of a run that has not come yet
	trail      trail
}

// Supplies are what the page offers. They do not change while it is open, but for the scenarios: a first
// visit begins with one, see Stocked.
type Supplies struct {
	Products  []scenario.Product
	Scenarios []share.Shipped
	Version   string   // of the build
	Versions  []string // that keep a folder of their own
	Base      string   // address of the folder that links begin with
	Say       Catalogue
}

// Waiting is how long a run has been under way.
type Waiting struct {
	On       bool
	Since    float64 // wall clock, milliseconds
	Progress *proto.Progress
}

// Spot is a place in the window, in CSS pixels.
type Spot struct{ X, Y float64 }

// Sizes are what the pictures may use, in CSS pixels.
type Sizes struct {
	Plan, Line int // widths
	Stage      int // height
	Ratio      float64
	Coarse     bool
}

// Theme is what a person chose.
type Theme string

// Themes.
const (
	Auto  Theme = "auto"
	Light Theme = "light"
	Dark  Theme = "dark"
)

// Tab is one of the tabs below the pictures.
type Tab string

// Tabs, in order.
const (
	Waits     Tab = "waits"
	Placement Tab = "placement"
	Tables    Tab = "tables"
	Log       Tab = "log"
	SweepTab  Tab = "sweep"
)

// Tabs lists them.
var Tabs = []Tab{Waits, Placement, Tables, Log, SweepTab}

// Screen is what a phone shows.
type Screen string

// Screens of a phone.
const (
	PictureScreen  Screen = "picture"
	WaitsScreen    Screen = "waits"
	ResultsScreen  Screen = "results"
	ScenarioScreen Screen = "scenario"
)

// Screens lists them.
var Screens = []Screen{PictureScreen, WaitsScreen, ResultsScreen, ScenarioScreen}

// Sheet is a panel that lies over the stage of a middle-sized window; empty = none.
type Sheet string

// Sheets.
const (
	NoSheet      Sheet = ""
	EditorSheet  Sheet = "editor"
	ResultsSheet Sheet = "results"
)

// Order is how a table is sorted: by a column's position plus 1, 0 = as it comes.
type Order struct {
	Column int
	Down   bool
}

// Effects are what the page must do once, outside of the state; it takes them after each frame's actions.
type Effects struct {
	Send      []proto.ToRunner
	Replace   bool   // the runner by a new one
	Focus     string // a document path whose field is to be focused
	Rewrite   string // a document path whose field shows its value, though it has the focus
	Overtaken bool   // another document came: also the field with the focus shows what is in it
	Region    int    // focus moves by so many regions
	Clipboard string
	Address   string // what the page's address is to hold after #, perhaps nothing
	Addressed bool   // it is to hold another one
	Push      bool   // as a new step of the browser's history
	Left      string // the ID under which the library has what was open at the step before
	Offer     bool   // the link to the system's own way of sharing
	Dialog    string // to open: keys, import, explain
	Close     bool   // the dialog
	Menu      string // to open or close
	Export    ExportEffects
	Maker     MakerEffects
	Sweep     SweepEffects
	Service   ServiceEffects
	Port      PortEffects // to the page that frames this one
	Shelf     ShelfEffects
}

// Action is something that a person or the runner did.
type Action interface{ Apply(s *State) }

// New is the state of a page that has nothing open yet.
func New(supplies Supplies) *State {
	return &State{
		Supplies: supplies, Speed: RealTime, Zoom: -1, Colour: "request", Tab: Waits, Theme: Auto, Marker: -1,
		Screen: PictureScreen, Variants: map[int]proto.Variant{}, Picked: proto.Picked{}, RunOf: -1,
	}
}

// Duration is the length of the run in view; 0 = there is none yet.
func (s *State) Duration() int64 {
	if s.Run == nil {
		return 0
	}
	return s.Run.Duration
}

// Stale says that the picture is of an older document than the editor's, because that one cannot be run.
func (s *State) Stale() bool { return len(s.Problems) > 0 && s.Run != nil }

// send queues a message to the runner. Whether it is about the document or about the run that is looked at
// decides whose generation it bears.
func (s *State) send(m proto.ToRunner) {
	m.Generation = s.RunOf
	if m.Open != nil || m.Cancel != nil {
		m.Generation = s.Generation
	}
	s.Effect.Send = append(s.Effect.Send, m)
}

// IsFirst says whether the document is the scenario that the page opens with, as its still picture shows it.
func (s *State) IsFirst() bool {
	return len(s.Supplies.Scenarios) > 0 && s.Name == s.Supplies.Scenarios[0].Name
}

// Title is the document's title.
func (s *State) Title() string { return titleOf(s.Document) }

func titleOf(document scenario.Document) string {
	title, _ := document.Get("title")
	return title.Text
}

// Words is one of the document's texts, such as its summary.
func (s *State) Words(name string) string {
	tree, _ := s.Document.Get(name)
	return tree.Text
}
