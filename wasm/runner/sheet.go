package runner

import (
	"slices"

	"schedlab/wasm/view"
)

// sheet is a canvas of the page and what it holds, so that nothing is painted twice.
type sheet struct {
	name            string
	wanted, painted view.Buffer
	want, is        setup
}

// setup is what a canvas is painted for; sizes are pixels of the device.
type setup struct {
	width, height int
	theme         view.Theme
}

// isNew takes a picture; it says whether the canvas holds another one.
func (c *sheet) isNew(f *view.Frame, theme view.Theme, ratio float64) bool {
	view.Encode(f, &c.wanted)
	c.want = setup{device(f.Width, ratio), device(f.Height, ratio), theme}
	return c.want != c.is || !slices.Equal(c.wanted.Numbers, c.painted.Numbers) ||
		!slices.Equal(c.wanted.Text, c.painted.Text)
}

func device(css float32, ratio float64) int { return int(float64(css)*ratio + 0.5) }

// prepare empties the canvas; it says whether there is one.
func (r *Runner) prepare(c *sheet) bool {
	return r.browser.Prepare(c.name, c.want.width, c.want.height, c.want.theme)
}

// keep notes that the picture has been painted.
func (c *sheet) keep() {
	c.wanted, c.painted = c.painted, c.wanted
	c.is = c.want
}
