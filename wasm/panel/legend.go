//go:build js

package panel

import (
	"strings"

	"schedlab/wasm/proto"
	"schedlab/wasm/widget"
)

// legend lists the marks of a picture.
type legend struct {
	root  *widget.Element
	shown string
}

func (l *legend) show(entries []proto.Legend) {
	var b strings.Builder
	for _, e := range entries {
		b.WriteString(e.Mark + "\t" + e.Text + "\n")
	}
	if b.String() == l.shown {
		return
	}
	l.shown = b.String()
	l.root.Fill()
	for _, e := range entries {
		l.root.Add(widget.New("span", "", widget.New("i", e.Mark), widget.New("span", "").Say(e.Text)))
	}
}
