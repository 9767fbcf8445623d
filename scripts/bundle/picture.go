package bundle

import (
	"fmt"
	"strings"

	"schedlab/engine"
	"schedlab/engine/scenario"
	"schedlab/scenarios"
	"schedlab/wasm/view"
)

// Picture draws a still, as an <svg> element. The page shows it until the module has arrived. The policy of
// the page allows no style attribute in it: presentation attributes and classes of the style sheet do.
type Picture func() (string, error)

// pictures are the stills that a page can ask for with {{picture "name"}}.
var pictures = map[string]Picture{"first": firstScenario}

// stillWidth is the width for which the still is drawn: that of the stage on a screen of 1440 pixels.
const stillWidth = 844

// firstScenario draws the floor plan of the scenario that the page opens with, at its end.
func firstScenario() (string, error) {
	shipped, _ := scenarios.Find(scenarios.First)
	s, problems := scenario.Parse(shipped.Text, engine.Products())
	if len(problems) > 0 {
		return "", fmt.Errorf("%s has problems: %s", shipped.Name, problems[0].String())
	}
	run := engine.New(s, engine.Options{}).Finish()
	source := view.NewSource(run)
	var plan view.Plan
	frame := plan.Draw(source, run.Log.At(run.Log.End), view.PlanPort{Width: stillWidth, Zoom: view.Machine},
		view.Look{})
	return string(view.SVG(frame, view.AsPage)), nil
}

func draw(name string) (string, error) {
	picture, found := pictures[name]
	if !found {
		return "", fmt.Errorf("no picture %q is listed in scripts/bundle/picture.go", name)
	}
	svg, err := picture()
	if err != nil {
		return "", fmt.Errorf("drawing: %w", err)
	}
	if strings.Contains(svg, " style=") {
		return "", fmt.Errorf("the picture has a style attribute, which the page's policy forbids")
	}
	return svg, nil
}
