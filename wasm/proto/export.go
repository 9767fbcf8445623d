package proto

// Export asks for a file made of the run that is shown. What is not about the view ignores Draw. The work is
// done in slices; a Number asked for later, or an empty Kind, gives up what is under way. A thumbnail is made
// at once and gives up nothing.
type Export struct {
	Number int    // counts the page's requests
	Kind   string // thumbnail, picture, table, series, trace, report
	Draw   *Draw  // the view
	Link   string // address of the scenario, for the footers of pictures and reports; "" = none
	// Version is that of the page, for the same.
	Version string
}

// Exported is a part of the file that Export asked for, in order.
type Exported struct {
	Number int
	Kind   string
	Part   string  // text, to be put behind the parts before
	Share  float64 // of the work that is done, 0..1
	Done   bool    // there are no more parts
}

func (m *Export) fields(c *codec) {
	whole(c, &m.Number)
	c.texts(&m.Kind, &m.Link, &m.Version)
	optional(c, &m.Draw, (*Draw).fields)
}

func (m *Exported) fields(c *codec) {
	whole(c, &m.Number)
	c.texts(&m.Kind, &m.Part)
	c.floats(&m.Share)
	c.flags(&m.Done)
}
