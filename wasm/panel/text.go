//go:build js

package panel

import (
	"strconv"
	"strings"

	"schedlab/wasm/proto"
)

// number writes a number for a style or an attribute: no more than hundredths, since less cannot be seen.
func number(v float64) string {
	return strconv.FormatFloat(float64(int64(v*100+half(v)))/100, 'f', -1, 64)
}

func half(v float64) float64 {
	if v < 0 {
		return -0.5
	}
	return 0.5
}

// pixels writes a length for a style.
func pixels(v float64) string { return number(v) + "px" }

// capital begins a message with a capital letter.
func capital(text string) string {
	if text == "" || text[0] < 'a' || text[0] > 'z' {
		return text
	}
	return string(text[0]-'a'+'A') + text[1:]
}

// shared is what the names of all marks begin with, without the numbers that tell them apart.
func shared(marks []proto.Mark) string {
	if len(marks) == 0 {
		return ""
	}
	text := marks[0].Label
	for _, m := range marks {
		for !strings.HasPrefix(m.Label, text) {
			text = text[:len(text)-1]
		}
	}
	return strings.TrimRight(text, " 0123456789")
}
