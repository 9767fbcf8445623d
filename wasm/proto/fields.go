package proto

// The fields of each message in the order in which they travel. A test fills every field, so that none is
// forgotten.

func (m *Picked) fields(c *codec) {
	c.texts(&m.Kind)
	whole(c, &m.ID)
}

func (m *ToRunner) fields(c *codec) {
	whole(c, &m.Generation)
	optional(c, &m.Open, (*Open).fields)
	optional(c, &m.Draw, (*Draw).fields)
	optional(c, &m.Point, (*Point).fields)
	optional(c, &m.Seek, (*Seek).fields)
	optional(c, &m.Copy, (*Copy).fields)
	optional(c, &m.Cancel, (*Cancel).fields)
	optional(c, &m.Export, (*Export).fields)
	optional(c, &m.Import, (*Import).fields)
	optional(c, &m.Explain, (*Explain).fields)
	optional(c, &m.Measure, (*Measure).fields)
}

func (m *Open) fields(c *codec) {
	c.texts(&m.Document)
}

func (*Cancel) fields(*codec) {}

func (m *Draw) fields(c *codec) {
	whole(c, &m.Sequence)
	whole(c, &m.At)
	c.flags(&m.Playing)
	whole(c, &m.Speed)
	c.texts(&m.Theme)
	c.flags(&m.Reduced)
	m.Picked.fields(c)
	m.Hovered.fields(c)
	c.texts(&m.Colour)
	m.Plan.fields(c)
	m.Line.fields(c)
	whole(c, &m.From, &m.To)
	whole(c, &m.Scroll)
	list(c, &m.Open, number)
	whole(c, &m.Zoom)
	c.texts(&m.Tab, &m.Table)
	whole(c, &m.First, &m.Count, &m.Sort)
	m.Lines.fields(c)
	c.flags(&m.Series, &m.Twin)
}

func (m *Lines) fields(c *codec) { c.texts(&m.Kind, &m.Text) }

func (m *Canvas) fields(c *codec) {
	whole(c, &m.Width, &m.Height)
	c.floats(&m.Ratio)
	c.flags(&m.Fits, &m.Fills)
}

func (m *Point) fields(c *codec) {
	c.texts(&m.Picture)
	c.floats(&m.X, &m.Y)
	c.flags(&m.Pick)
}

func (m *Seek) fields(c *codec) {
	whole(c, &m.At)
	c.texts(&m.What)
	c.flags(&m.Back)
	m.Picked.fields(c)
}

func (m *Copy) fields(c *codec) {
	c.texts(&m.Tab, &m.Table)
	whole(c, &m.At)
	m.Lines.fields(c)
}

func (m *ToPage) fields(c *codec) {
	whole(c, &m.Generation)
	optional(c, &m.Ready, (*Ready).fields)
	optional(c, &m.Progress, (*Progress).fields)
	optional(c, &m.Opened, (*Opened).fields)
	optional(c, &m.Refused, (*Refused).fields)
	optional(c, &m.Variant, (*Variant).fields)
	optional(c, &m.Judged, (*Judged).fields)
	optional(c, &m.Drawn, (*Drawn).fields)
	optional(c, &m.Tip, (*Tip).fields)
	optional(c, &m.Sought, (*Sought).fields)
	optional(c, &m.Copied, (*Copied).fields)
	optional(c, &m.Exported, (*Exported).fields)
	optional(c, &m.Imported, (*Imported).fields)
	optional(c, &m.Explained, (*Explained).fields)
	optional(c, &m.Measured, (*Measured).fields)
	optional(c, &m.Failed, (*Failed).fields)
}

func (*Ready) fields(*codec) {}

func (m *Progress) fields(c *codec) {
	whole(c, &m.At, &m.Duration, &m.Events)
	whole(c, &m.Schedulers)
}

func (m *Refused) fields(c *codec) {
	list(c, &m.Problems, (*Problem).fields)
}

func (m *Problem) fields(c *codec) {
	c.texts(&m.Path, &m.Message, &m.Hint)
	whole(c, &m.Line)
}

func (m *Opened) fields(c *codec) {
	c.texts(&m.Title)
	whole(c, &m.Duration, &m.From, &m.To, &m.Ended)
	c.texts(&m.Hash)
	whole(c, &m.Seed)
	table(c, &m.Metrics, float)
	list(c, &m.Claims, (*Claim).fields)
	m.Headline.fields(c)
	list(c, &m.Broken, text)
	list(c, &m.Groups, (*Group).fields)
	whole(c, &m.Schedulers)
	list(c, &m.Classes, (*Class).fields)
	whole(c, &m.Requests)
	list(c, &m.Chips, (*Chip).fields)
	list(c, &m.Marks, (*Mark).fields)
	list(c, &m.Tables, (*Table).fields)
	table(c, &m.Nouns, text)
	c.texts(&m.ProductName)
	whole(c, &m.Quantum)
}

func (m *Claim) fields(c *codec) {
	c.texts(&m.Label, &m.Metric, &m.Reported, &m.Simulated)
	c.floats(&m.Low, &m.High, &m.Mark)
	c.texts(&m.Kind, &m.Evidence, &m.Why, &m.Source)
	c.flags(&m.Holds)
	c.texts(&m.Of)
	c.flags(&m.Pending)
}

func (m *Judged) fields(c *codec) {
	list(c, &m.Claims, (*Claim).fields)
}

func (m *Value) fields(c *codec) {
	c.texts(&m.Name, &m.Text)
}

func (m *Group) fields(c *codec) {
	whole(c, &m.Level)
	whole(c, &m.Number)
	whole(c, &m.Parent)
	c.texts(&m.Label)
	list(c, &m.Lanes, number)
}

func (m *Class) fields(c *codec) {
	c.texts(&m.Name, &m.Title)
	whole(c, &m.Colour, &m.Requests)
}

func (m *Mark) fields(c *codec) {
	whole(c, &m.At)
	c.texts(&m.Label)
}

func (m *Table) fields(c *codec) {
	c.texts(&m.Name, &m.Title)
}

func (m *Variant) fields(c *codec) {
	whole(c, &m.Index)
	c.texts(&m.Text, &m.Error)
}

func (m *Drawn) fields(c *codec) {
	whole(c, &m.Sequence)
	whole(c, &m.At)
	c.texts(&m.Headline, &m.Why)
	m.Plan.fields(c)
	m.Line.fields(c)
	m.Strip.fields(c)
	m.Figures.fields(c)
	m.Now.fields(c)
	optional(c, &m.Series, (*Series).fields)
	optional(c, &m.Rows, (*Rows).fields)
	optional(c, &m.Inspect, (*Inspect).fields)
	list(c, &m.Twin, textList)
	whole(c, &m.Micros)
}

func (m *Picture) fields(c *codec) {
	whole(c, &m.Height)
	c.texts(&m.Title, &m.Note)
	list(c, &m.Legend, (*Legend).fields)
	list(c, &m.Spots, (*Spot).fields)
	list(c, &m.Outline, (*Spot).fields)
	whole(c, &m.Inner)
	list(c, &m.Tables, (*Rows).fields)
}

func (m *Legend) fields(c *codec) {
	c.texts(&m.Mark, &m.Text)
}

func (m *Spot) fields(c *codec) {
	m.Picked.fields(c)
	c.floats(&m.X, &m.Y, &m.Width, &m.Height)
	c.texts(&m.Text)
}

func (m *Now) fields(c *codec) {
	c.floats(&m.Busy)
	whole(c, &m.Running, &m.Runnable, &m.Waiting, &m.Pending)
	c.floats(&m.Yields)
	list(c, &m.Nodes, float)
}

func (m *Rows) fields(c *codec) {
	c.texts(&m.Tab, &m.Table, &m.Note)
	whole(c, &m.First, &m.Total)
	list(c, &m.Columns, (*Column).fields)
	list(c, &m.Cells, textList)
	list(c, &m.Picked, (*Picked).fields)
	list(c, &m.Shares, float)
	optional(c, &m.Chart, (*Placement).fields)
	whole(c, &m.Here)
	list(c, &m.Fields, fieldList)
}

func fieldList(items *[]Field, c *codec) { list(c, items, (*Field).fields) }

func (m *Field) fields(c *codec) {
	whole(c, &m.From, &m.To)
	c.texts(&m.Name, &m.Help)
}

func (m *Column) fields(c *codec) {
	c.texts(&m.Name)
	c.flags(&m.Numeric)
}

func (m *Placement) fields(c *codec) {
	list(c, &m.Nodes, text)
	list(c, &m.Items, (*Placed).fields)
	c.texts(&m.Text)
}

func (m *Placed) fields(c *codec) {
	m.Picked.fields(c)
	c.texts(&m.Name)
	whole(c, &m.Colour)
	c.flags(&m.Long)
	list(c, &m.Nodes, number)
}

func (m *Inspect) fields(c *codec) {
	c.texts(&m.Title, &m.Sub)
	list(c, &m.Facts, (*Value).fields)
	list(c, &m.Chips, (*Chip).fields)
	list(c, &m.Columns, (*Column).fields)
	list(c, &m.Cells, textList)
	list(c, &m.Colours, number)
}

func (m *Chip) fields(c *codec) {
	m.Picked.fields(c)
	c.texts(&m.Text)
	whole(c, &m.Colour)
}

func (m *Tip) fields(c *codec) {
	c.texts(&m.Picture)
	c.flags(&m.Pick)
	m.Picked.fields(c)
	m.Spot.fields(c)
	c.texts(&m.Title)
	whole(c, &m.Colour)
	list(c, &m.Facts, (*Value).fields)
	whole(c, &m.At)
}

func (m *Sought) fields(c *codec) {
	whole(c, &m.At)
	c.flags(&m.Found)
	m.Picked.fields(c)
	c.texts(&m.Text)
}

func (m *Copied) fields(c *codec) {
	c.texts(&m.Text)
	whole(c, &m.Rows)
}

func (m *Failed) fields(c *codec) {
	c.texts(&m.Message, &m.Stack)
}
