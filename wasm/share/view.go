package share

// View is how somebody looked at a run: what a link and a saved scenario bring back beside the document.
// Times are nanoseconds of simulated time.
type View struct {
	At       int64  // the playhead; -1 = where the page puts it by itself
	From, To int64  // the timeline's window; To 0 = the whole run
	Kind     string // of what is selected, as in view.Picked; "" = nothing
	ID       int32  // its number
	Zoom     int32  // group that the floor plan shows; -1 = the machine
	Opened   []int32
	Colour   string // "" = as the page begins
	Tab      string // the same
	Table    string
	Speed    int64 // permille of real time; 0 = what suits the run
}

// Whole is the view of somebody who has not looked closer yet.
func Whole() View { return View{At: -1, Zoom: -1} }
