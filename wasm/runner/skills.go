package runner

import (
	"schedlab/wasm/output"
	"schedlab/wasm/proto"
)

// Skills are what a runner can do besides showing a run. The linker takes into a module what its main program
// names here, and leaves out the rest: what is large and rarely needed is in a module of its own, the maker.
type Skills struct {
	Files   map[string]output.Maker // by kind
	Import  func(*proto.Import) *proto.Imported
	Explain func(*proto.Explain) *proto.Explained
	// Unseen says that nobody looks at the runs: they are opened for files, and nothing is told of them.
	Unseen bool
}

// paste reads a text that was pasted. It says whether the message was about one.
func (r *Runner) paste(m proto.ToRunner) bool {
	switch {
	case m.Import != nil && r.skills.Import != nil:
		r.send(m.Generation, proto.ToPage{Imported: r.skills.Import(m.Import)})
	case m.Explain != nil && r.skills.Explain != nil:
		r.send(m.Generation, proto.ToPage{Explained: r.skills.Explain(m.Explain)})
	default:
		return false
	}
	return true
}
