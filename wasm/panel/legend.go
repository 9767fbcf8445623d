//go:build js

package panel

import (
	"schedlab/wasm/proto"
	"schedlab/wasm/widget"
)

// legend lists the marks of a picture.
type legend struct {
	root  *widget.Element
	shown string
}

func (l *legend) show(entries []proto.Legend) {
	key := ""
	for _, e := range entries {
		key += e.Mark + " " + e.Text + "\n"
	}
	if key == l.shown {
		return
	}
	l.shown = key
	l.root.Fill()
	for _, e := range entries {
		l.root.Add(widget.New("span", "", widget.New("i", e.Mark), widget.Span("", e.Text)))
	}
}
