package output

import (
	"strings"

	"schedlab/engine/scenario"
	"schedlab/wasm/view"
)

// A picture and a report carry their scenario in an element of this name, as escaped text.
const (
	carryBegin = `<metadata id="schedlab-scenario">`
	carryEnd   = "</metadata>"
)

// Carried is the element with a document.
func Carried(d scenario.Document) string {
	return carryBegin + view.Escape(string(d.Bytes())) + carryEnd + "\n"
}

var unescape = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&#34;", `"`, "&#39;", "'",
	"&apos;", "'", "&amp;", "&")

// mostCarried is how long an escaped document may be: each of its characters may stand as six.
const mostCarried = 6 * scenario.MaxText

// FromSVG finds the scenario that a picture or a report carries. It only looks for the text between the two
// ends of its element and reads no other markup; what it gives is a document to be checked like any other.
func FromSVG(text string) (document string, ok bool) {
	_, rest, found := strings.Cut(text, carryBegin)
	if !found {
		return "", false
	}
	end := strings.Index(rest[:min(len(rest), mostCarried+len(carryEnd))], carryEnd)
	if end < 0 || strings.Contains(rest[:end], "<") {
		return "", false
	}
	return unescape.Replace(rest[:end]), true
}
