package bundle

import (
	"fmt"
	"math"
	"sync"

	"schedlab/engine"
	"schedlab/engine/scenario"
	"schedlab/scenarios"
	"schedlab/wasm/view"
)

// lesson is a shipped scenario with what its files say.
type lesson struct {
	name, title, summary, look string
	headline, why              string // the caption of its telling moment
	document                   []byte
	claims                     []engine.Row
	stills                     [2][]byte // by theme
	height                     int       // of the stills, CSS pixels
}

// lessons are all shipped scenarios, in their order. They are run once: scenarios are a part of this program.
var lessons = sync.OnceValues(func() ([]lesson, error) {
	var all []lesson
	for _, shipped := range scenarios.All() {
		l, err := newLesson(shipped)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", shipped.Name, err)
		}
		all = append(all, l)
	}
	return all, nil
})

func newLesson(shipped scenarios.Scenario) (lesson, error) {
	document, problems := scenario.ParseDocument(shipped.Text)
	var s scenario.Scenario
	if len(problems) == 0 {
		s, problems = scenario.Read(document, engine.Products())
	}
	if len(problems) > 0 {
		return lesson{}, fmt.Errorf("it has problems: %s", problems[0].String())
	}
	run := engine.New(s, engine.Options{}).Finish()
	source := view.NewSource(run)
	at := view.Telling(source)
	l := lesson{name: shipped.Name, title: s.Title, summary: s.Summary, look: s.Look, document: shipped.Text,
		claims: engine.Claims(document, s, run.Numbers()), headline: s.Title}
	if caption := view.CaptionOf(source, view.NewCursor(run.Log).At(at)); caption.Headline != "" {
		l.headline, l.why = caption.Headline, caption.Why
	}
	still := view.Still(source, at, l.headline)
	l.height = int(math.Ceil(float64(still.Height)))
	for _, theme := range []view.Theme{view.Light, view.Dark} {
		l.stills[theme] = view.StillSVG(still, theme)
	}
	return l, nil
}

// variantOf is the variant that a claim is about, or empty.
func variantOf(row engine.Row) string {
	if row.Of == scenario.Base {
		return ""
	}
	return row.Of
}
