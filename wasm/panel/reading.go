//go:build js

package panel

import (
	"schedlab/wasm/desk"
	"schedlab/wasm/widget"
)

// reading says that a pasted text is being read, or why it is not.
type reading struct {
	root, text, again, report *widget.Element
	hands                     Hands
}

func newReading(hands Hands, dialog string) *reading {
	r := &reading{hands: hands, text: widget.New("p", "")}
	r.again = widget.Button("btn line small", hands.Text("maker.again")).Does("read.again", dialog)
	r.report = widget.Button("btn line small", hands.Text("failed.copy")).Does("report", "")
	r.root = widget.New("div", "msg", widget.Icon("info"), r.text, r.again, r.report).Hide(true)
	return r
}

func (r *reading) show(of *desk.Reading, maker *desk.Maker) {
	isFault := of.Fault != ""
	r.root.Hide(!isFault && !(of.Waits && maker.Fetching))
	r.root.Classed("bad", isFault)
	r.again.Hide(!isFault)
	r.report.Hide(of.Fault != "maker.failed")
	if isFault {
		r.text.Say(r.hands.Text(of.Fault))
	} else {
		r.text.Say(r.hands.Text("maker.reading"))
	}
}
