package bundle

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
)

// The app's icons are drawn here, as site/icon.svg is: five bars on a rounded square. Units are those of its
// grid of 16.
const iconGrid = 16.0

// bar is a rectangle with round corners, and how much of the ground its colour covers.
type bar struct{ x, y, w, h, r, opacity float64 }

var iconBars = []bar{
	{2.5, 9.5, 3, 4, .8, 1}, {6.5, 9.5, 3, 4, .8, 1}, {10.5, 9.5, 3, 4, .8, 1},
	{6.5, 6, 3, 2.8, .8, .75}, {6.5, 2.5, 3, 2.8, .8, .5},
}

// iconGround is --accent of the light theme.
var iconGround = color.NRGBA{0x1d, 0x5b, 0xd0, 0xff}

// icon is one of the app's icons. What may be masked fills its square, and keeps its bars inside the circle
// of 80 % that every mask leaves.
type icon struct {
	name     string
	size     int // pixels
	corner   float64
	maskable bool
}

// The corners of what Apple's devices show are cut by them.
var icons = []icon{
	{name: "app-192.png", size: 192, corner: 3}, {name: "app-512.png", size: 512, corner: 3},
	{name: "app-maskable-192.png", size: 192, maskable: true},
	{name: "app-maskable-512.png", size: 512, maskable: true},
	{name: "app-touch.png", size: 180},
}

// maskedScale makes the bars of an icon that may be masked smaller: their corners lie 7.8 of 8 from the
// centre, and must lie within 6.4.
const maskedScale = .75

func (b *bundle) addIcons() error {
	for _, i := range icons {
		content, err := i.png()
		if err != nil {
			return err
		}
		b.addHashed(i.name, content)
	}
	return nil
}

func (i icon) png() ([]byte, error) {
	canvas := image.NewNRGBA(image.Rect(0, 0, i.size, i.size))
	for at := range i.size * i.size {
		canvas.SetNRGBA(at%i.size, at/i.size, i.pixel(at%i.size, at/i.size))
	}
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	err := encoder.Encode(&out, canvas)
	return out.Bytes(), err
}

func (i icon) pixel(left, top int) color.NRGBA {
	scale := float64(i.size) / iconGrid
	x, y := (float64(left)+.5)/scale, (float64(top)+.5)/scale
	c := iconGround
	for _, bar := range iconBars {
		if i.maskable {
			bar = bar.smaller(maskedScale)
		}
		c = over(c, bar.opacity*bar.cover(x, y, scale))
	}
	ground := bar{0, 0, iconGrid, iconGrid, i.corner, 1}
	c.A = uint8(math.Round(255 * ground.cover(x, y, scale)))
	return c
}

// cover is how much of the pixel around a place the bar covers: the distance to its edge, in pixels, as an
// edge that is soft over one of them.
func (b bar) cover(x, y, scale float64) float64 {
	dx := math.Abs(x-b.x-b.w/2) - b.w/2 + b.r
	dy := math.Abs(y-b.y-b.h/2) - b.h/2 + b.r
	outside := math.Hypot(math.Max(dx, 0), math.Max(dy, 0)) + math.Min(math.Max(dx, dy), 0) - b.r
	return math.Min(math.Max(.5-outside*scale, 0), 1)
}

// smaller shrinks the bar towards the centre of the icon.
func (b bar) smaller(by float64) bar {
	const centre = iconGrid / 2
	return bar{centre + (b.x-centre)*by, centre + (b.y-centre)*by, b.w * by, b.h * by, b.r * by, b.opacity}
}

// over lays white over a colour.
func over(c color.NRGBA, opacity float64) color.NRGBA {
	mix := func(v uint8) uint8 { return uint8(math.Round(float64(v) + (255-float64(v))*opacity)) }
	return color.NRGBA{mix(c.R), mix(c.G), mix(c.B), c.A}
}
