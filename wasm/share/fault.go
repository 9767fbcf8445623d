package share

// Fault says why a text cannot be read: a message of the page's catalogue, and what stands in its places.
type Fault struct {
	Key    string // begins with link.fault. or file.fault.
	Values []any  // texts and whole numbers
}

func fault(key string, values ...any) *Fault { return &Fault{Key: key, Values: values} }

// What can be wrong with a link.
const (
	linkCut     = "link.fault.cut"     // characters that arrived, of how many
	linkShort   = "link.fault.short"   // characters that arrived; how many there were is not known
	linkDamaged = "link.fault.damaged" //
	linkNew     = "link.fault.new"     // its version, and the newest one that is read
	linkUnknown = "link.fault.unknown" // the scenario that it names
	linkUnfit   = "link.fault.unfit"   // the scenario that it changes
	linkLarge   = "link.fault.large"   // the most characters
)

// What can be wrong with a file or a saved scenario.
const (
	fileDamaged = "file.fault.damaged"
	fileForeign = "file.fault.foreign" // it is something else
	fileNew     = "file.fault.new"
	fileLarge   = "file.fault.large"
)
