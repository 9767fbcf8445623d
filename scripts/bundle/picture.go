package bundle

import (
	"fmt"
	"strings"
)

// Picture draws a still, as an <svg> element. The page shows it until the module has arrived. The policy of
// the page allows no style attribute in it: presentation attributes and classes of the style sheet do.
type Picture func() (string, error)

// pictures are the stills that a page can ask for with {{picture "name"}}.
var pictures = map[string]Picture{}

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
