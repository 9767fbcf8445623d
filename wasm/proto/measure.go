package proto

// Measure asks a runner of the pool to run a document and to give its figures; nothing of it is shown.
type Measure struct {
	Point    int // of the sweep
	Document string
}

// Measured are the figures of a point of a sweep, or why there are none.
type Measured struct {
	Point   int
	Metrics map[string]float64
	Fault   string
}

func (m *Measure) fields(c *codec) {
	whole(c, &m.Point)
	c.texts(&m.Document)
}

func (m *Measured) fields(c *codec) {
	whole(c, &m.Point)
	table(c, &m.Metrics, float)
	c.texts(&m.Fault)
}
