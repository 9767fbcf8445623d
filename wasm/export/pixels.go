package export

import (
	"strconv"
	"strings"

	"schedlab/wasm/view"
)

// patch is a rectangle of one colour under construction: columns x0 to x1−1, from the row y on.
type patch struct {
	x0, x1, y int
	colour    uint32
}

// patches turns pixels into paths, one a colour: what neighbours in a row, or a row below another, have in
// common is one rectangle. What has the ground's colour is left out.
type patches struct {
	ground uint32
	order  []uint32
	paths  map[uint32][]byte
}

// lanesOf writes a timeline's lanes as they lie in its frame, in CSS pixels.
func lanesOf(t *view.Timeline, theme view.Theme) string {
	p := patches{ground: theme.RGBA(view.Surface), paths: map[uint32][]byte{}}
	var above, row []patch
	for line := range t.Height + 1 {
		row = row[:0]
		if line < t.Height {
			row = p.row(row, t.Pixels[line*t.Width:(line+1)*t.Width], line)
		}
		p.join(above, row, line)
		above, row = row, above
	}
	size := strconv.FormatFloat(view.Gutter/float64(t.Left), 'f', -1, 64) // of a pixel
	var out strings.Builder
	out.WriteString(`<g shape-rendering="crispEdges" transform="scale(` + size + ") translate(" +
		strconv.Itoa(t.Left) + " " + strconv.Itoa(t.Top) + ")\">\n")
	for _, colour := range p.order {
		out.WriteString(`<path fill="` + hex(colour) + `" d="`)
		out.Write(p.paths[colour])
		out.WriteString("\"/>\n")
	}
	out.WriteString("</g>\n")
	return out.String()
}

// hex writes a pixel as a colour of CSS.
func hex(pixel uint32) string {
	const digits = "0123456789abcdef"
	text := []byte("#000000")
	for i := range 6 {
		text[1+i] = digits[pixel>>(8*(i/2)+4*(1-i%2))&15]
	}
	return string(text)
}

func (p *patches) row(out []patch, pixels []uint32, y int) []patch {
	for x := 0; x < len(pixels); {
		end := x + 1
		for end < len(pixels) && pixels[end] == pixels[x] {
			end++
		}
		if pixels[x] != p.ground {
			out = append(out, patch{x, end, y, pixels[x]})
		}
		x = end
	}
	return out
}

// join lets the patches of a row go on where those above are the same, and writes all others above.
func (p *patches) join(above, row []patch, y int) {
	i := 0
	for k := range above {
		a := &above[k]
		for i < len(row) && row[i].x0 < a.x0 {
			i++
		}
		if i < len(row) && row[i].x0 == a.x0 && row[i].x1 == a.x1 && row[i].colour == a.colour {
			row[i].y = a.y
			continue
		}
		p.write(a, y)
	}
}

func (p *patches) write(a *patch, bottom int) {
	path, known := p.paths[a.colour]
	if !known {
		p.order = append(p.order, a.colour)
	}
	number := func(before byte, n int) { path = strconv.AppendInt(append(path, before), int64(n), 10) }
	number('M', a.x0)
	number(' ', a.y)
	number('h', a.x1-a.x0)
	number('v', bottom-a.y)
	number('H', a.x0)
	p.paths[a.colour] = append(path, 'z')
}
