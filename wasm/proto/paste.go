package proto

// Import asks the maker to read what a system printed. Without a text the answer tells what it could read.
type Import struct {
	Number int // counts the page's requests
	Text   string
}

// Imported answers Import: what was read, as the page shows it.
type Imported struct {
	Number   int
	Formats  []Format // all that can be read
	Usable   bool
	Machine  string // as a document has it; "" = none
	Packages int
	Cores    int
	CPUs     int
	Nodes    []MachineNode
	// Distances are the different ones from a node to another.
	Distances []int
	Switches  []Switch // settings that the text tells besides the machine
	Notes     []Note
}

// Format is a kind of text that can be read.
type Format struct {
	Name  string
	Title string
	How   string // the command or query whose output to paste
	Found bool   // in the text
}

// MachineNode is a NUMA node with its CPUs, all together or by the database's nodes inside it.
type MachineNode struct {
	ID       int32
	MemoryGB int64 // -1 = nobody told
	Parts    []NodePart
}

// NodePart is a part of a NUMA node.
type NodePart struct {
	Soft int32 // number of the database's node; -1 = it is the whole NUMA node
	CPUs []MachineCPU
}

// MachineCPU is a CPU by the number that the operating system gives it.
type MachineCPU struct {
	ID      int32
	Offline bool
}

// Switch is a setting of a product that is on or off.
type Switch struct {
	Name string
	On   bool
}

// Note says something about a text or what was made of it. Lines count from 1; 0 = no line says it.
type Note struct {
	Level string // read, info, warning
	First int
	Last  int
	Text  string
}

// Explain asks the maker what the messages in a text mean.
type Explain struct {
	Number int
	Text   string
	PoolMB int64 // size of the buffer pool; 0 = not told
	Typed  bool  // by a person: it counts more than what the text tells
	// Made is the position of the message that a scenario is to be made of; -1 = none.
	Made int
}

// Explained answers Explain.
type Explained struct {
	Number   int
	Problems []Problem
	Said     []Said // of the first messages, in their order
	Messages int    // of all
	// Scenario is the document that was made; "" = none was wanted, or the problems keep it from being made.
	Scenario string
}

// Said is what a message means. Numbers that the message lacks are -1.
type Said struct {
	Line         int
	Database     int64
	Bufs         int64
	Milliseconds int64
	Verdict      string
	Untrusted    []string // fields that cannot be believed, as the message calls them
	Statements   []Statement
}

// Statement is a thing that can be said of a message.
type Statement struct {
	Topic  string
	Text   string
	Basis  string // arithmetic, published, inferred, assumed
	Source string
}

func (m *Import) fields(c *codec) {
	whole(c, &m.Number)
	c.texts(&m.Text)
}

func (m *Imported) fields(c *codec) {
	whole(c, &m.Number, &m.Packages, &m.Cores, &m.CPUs)
	list(c, &m.Formats, (*Format).fields)
	c.flags(&m.Usable)
	c.texts(&m.Machine)
	list(c, &m.Nodes, (*MachineNode).fields)
	list(c, &m.Distances, number)
	list(c, &m.Switches, (*Switch).fields)
	list(c, &m.Notes, (*Note).fields)
}

func (m *Format) fields(c *codec) {
	c.texts(&m.Name, &m.Title, &m.How)
	c.flags(&m.Found)
}

func (m *MachineNode) fields(c *codec) {
	whole(c, &m.ID)
	whole(c, &m.MemoryGB)
	list(c, &m.Parts, (*NodePart).fields)
}

func (m *NodePart) fields(c *codec) {
	whole(c, &m.Soft)
	list(c, &m.CPUs, (*MachineCPU).fields)
}

func (m *MachineCPU) fields(c *codec) {
	whole(c, &m.ID)
	c.flags(&m.Offline)
}

func (m *Switch) fields(c *codec) {
	c.texts(&m.Name)
	c.flags(&m.On)
}

func (m *Note) fields(c *codec) {
	c.texts(&m.Level, &m.Text)
	whole(c, &m.First, &m.Last)
}

func (m *Explain) fields(c *codec) {
	whole(c, &m.Number, &m.Made)
	c.texts(&m.Text)
	whole(c, &m.PoolMB)
	c.flags(&m.Typed)
}

func (m *Explained) fields(c *codec) {
	whole(c, &m.Number, &m.Messages)
	list(c, &m.Problems, (*Problem).fields)
	list(c, &m.Said, (*Said).fields)
	c.texts(&m.Scenario)
}

func (m *Said) fields(c *codec) {
	whole(c, &m.Line)
	whole(c, &m.Database, &m.Bufs, &m.Milliseconds)
	c.texts(&m.Verdict)
	list(c, &m.Untrusted, text)
	list(c, &m.Statements, (*Statement).fields)
}

func (m *Statement) fields(c *codec) { c.texts(&m.Topic, &m.Text, &m.Basis, &m.Source) }
