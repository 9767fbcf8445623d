package paste

import (
	"strings"

	"schedlab/engine/importer"
	"schedlab/engine/scenario"
	"schedlab/wasm/proto"
)

// mostSaid is how many messages are explained. assumed: nobody reads more at once.
const mostSaid = 20

// Checkpoints explains what a database logged of its checkpoints, and makes a scenario of one of the messages
// if that is wanted.
func Checkpoints(m *proto.Explain) *proto.Explained {
	var found importer.FlushCaches
	if strings.TrimSpace(m.Text) != "" {
		found = importer.ParseFlushCache(m.Text)
	}
	out := &proto.Explained{Number: m.Number, Problems: told(found.Problems), Messages: len(found.Messages)}
	for _, f := range found.Messages[:min(len(found.Messages), mostSaid)] {
		out.Said = append(out.Said, said(f, importer.Explain(f, assume(found, f, m))))
	}
	if m.Made < 0 || m.Made >= len(found.Messages) {
		return out
	}
	f := found.Messages[m.Made]
	document, problems := importer.FlushCacheScenario(f, assume(found, f, m))
	if out.Problems = append(out.Problems, told(problems)...); len(problems) == 0 {
		out.Scenario = string(document.Bytes())
	}
	return out
}

// assume is what the text and the person tell besides a message.
func assume(found importer.FlushCaches, f importer.FlushCache, m *proto.Explain) importer.Assumptions {
	a := found.Assume(f)
	if m.PoolMB > 0 && (m.Typed || a.PoolMB == 0) {
		a.PoolMB, a.PoolSource = m.PoolMB, ""
	}
	return a
}

func said(f importer.FlushCache, x importer.Explanation) proto.Said {
	out := proto.Said{Line: f.Line, Database: f.Database, Bufs: f.Bufs, Milliseconds: f.Milliseconds,
		Verdict: x.Verdict.String(), Untrusted: x.Untrusted}
	for _, s := range x.Statements {
		out.Statements = append(out.Statements, proto.Statement{Topic: s.Topic, Text: s.Text,
			Basis: s.Basis.String(), Source: s.Source})
	}
	return out
}

func told(problems []scenario.Problem) (all []proto.Problem) {
	for _, p := range problems {
		all = append(all, proto.Problem{Path: p.Path, Message: p.Message, Hint: p.Hint, Line: p.Line})
	}
	return all
}
