package view

import (
	"image"
	"image/color"
	"image/png"
	"os"
	"testing"
)

func TestLook(t *testing.T) {
	dir := os.Getenv("LOOK")
	if dir == "" {
		return
	}
	s := stacked()
	c := NewCursor(s.Log)
	p := &Plan{}
	l := c.At(92400 * ms)
	for _, b := range l.Broken {
		t.Log(b)
	}
	os.WriteFile(dir+"/plan96.svg", SVG(p.Draw(&s.Source, l, PlanPort{Width: 846, Height: 240, Zoom: -1}, Look{Picked: Picked{"node", 9}}), Light), 0o644)
	os.WriteFile(dir+"/plan96p.svg", SVG(p.Draw(&s.Source, l, PlanPort{Width: 358, Zoom: -1}, Look{}), Dark), 0o644)
	os.WriteFile(dir+"/zoom.svg", SVG(p.Draw(&s.Source, c.At(92427600*1000), PlanPort{Width: 846, Height: 200, Zoom: 9}, Look{Speed: 10, Picked: Picked{"scheduler", 43}}), Dark), 0o644)
	os.WriteFile(dir+"/zoomp.svg", SVG(p.Draw(&s.Source, c.At(92427600*1000), PlanPort{Width: 358, Zoom: 9}, Look{Speed: 10, Reduced: true}), Light), 0o644)
}

func TestLookLine(t *testing.T) {
	dir := os.Getenv("LOOK")
	if dir == "" {
		return
	}
	s := stacked()
	tl := &Timeline{}
	shot := func(name string, port LinePort, look Look) {
		port.Height = 320
		tl.Paint(&s.Source, port, look)
		picture(tl, dir+"/"+name+".png", look.Theme)
		t.Log(name, tl.Width, tl.Height, tl.Inner, tl.Frame().Note, tl.step())
		os.WriteFile(dir+"/"+name+".svg", SVG(tl.Frame(), look.Theme), 0o644)
	}
	shot("line96", LinePort{Width: 846, Ratio: 2, From: 0, To: 147500 * ms, Open: []int32{9}}, Look{Picked: Picked{"node", 9}})
	shot("line96c", LinePort{Width: 846, Ratio: 2, From: 92400 * ms, To: 92460 * ms, Open: []int32{9}}, Look{Theme: Dark, Picked: Picked{"scheduler", 43}})
	shot("line96m", LinePort{Width: 846, Ratio: 2, From: 92400 * ms, To: 92900 * ms, Open: []int32{9}}, Look{Theme: Dark})
	shot("line96p", LinePort{Width: 358, Ratio: 1, From: 0, To: 147500 * ms}, Look{})
}

func picture(tl *Timeline, path string, theme Theme) {
	w, h := tl.Left+tl.Width, tl.Top+tl.Height
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	bg := theme.RGBA(Surface)
	for y := range h {
		for x := range w {
			v := bg
			if x >= tl.Left && y >= tl.Top {
				v = tl.Pixels[(y-tl.Top)*tl.Width+x-tl.Left]
			}
			img.SetRGBA(x, y, color.RGBA{uint8(v), uint8(v >> 8), uint8(v >> 16), 255})
		}
	}
	f, _ := os.Create(path)
	png.Encode(f, img)
	f.Close()
}

func TestLookBig(t *testing.T) {
	dir := os.Getenv("LOOK")
	if dir == "" {
		return
	}
	p := &Plan{}
	for _, z := range sizes[2:] {
		s := crowd(z.memories, z.nodes)
		os.WriteFile(dir+"/plan"+z.name+".svg", SVG(p.Draw(&s.Source, s.Log.At(9000*ms), PlanPort{Width: 952, Zoom: -1}, Look{}), Light), 0o644)
		os.WriteFile(dir+"/planz"+z.name+".svg", SVG(p.Draw(&s.Source, s.Log.At(9000*ms), PlanPort{Width: 952, Height: 240, Zoom: s.Floor().Nodes[5]}, Look{}), Light), 0o644)
		tl := &Timeline{}
		tl.Paint(&s.Source, LinePort{Width: 846, Height: 320, Ratio: 2, From: 0, To: 10000 * ms}, Look{})
		picture(tl, dir+"/line"+z.name+".png", Light)
		os.WriteFile(dir+"/line"+z.name+".svg", SVG(tl.Frame(), Light), 0o644)
	}
	s := crowd(1, 4)
	os.WriteFile(dir+"/plan32.svg", SVG(p.Draw(&s.Source, s.Log.At(9000*ms), PlanPort{Width: 846, Zoom: -1}, Look{Mode: ByState}), Light), 0o644)
	s = stacked()
	tl := &Timeline{}
	tl.Paint(&s.Source, LinePort{Width: 846, Height: 320, Ratio: 2, From: 92400 * ms, To: 92460 * ms, Open: []int32{9}}, Look{Picked: Picked{"request", int32(s.long7() - 3)}})
	picture(tl, dir+"/linef.png", Light)
	os.WriteFile(dir+"/linef.svg", SVG(tl.Frame(), Light), 0o644)
}
