package bundle

import (
	"encoding/json"
	"fmt"
	"html"
	"net/url"

	"schedlab/wasm/view"
)

// Size of an embedded scenario, in CSS pixels, unless its page says otherwise.
const (
	frameWidth  = 720
	frameHeight = 420
)

// frameCode is the HTML that shows a scenario in another page.
func (b *bundle) frameCode(l *lesson) string {
	address := b.address + "embed.html?scenario=" + url.QueryEscape(l.name)
	return fmt.Sprintf(`<iframe src="%s" width="%d" height="%d" title="%s" loading="lazy" `+
		`allowfullscreen></iframe>`, html.EscapeString(address), frameWidth, frameHeight,
		html.EscapeString(l.title))
}

// oEmbed answers what oEmbed (oembed.com, version 1.0) asks about a scenario's page.
func (b *bundle) oEmbed(l *lesson) ([]byte, error) {
	return json.Marshal(struct {
		Version         string `json:"version"`
		Type            string `json:"type"`
		Title           string `json:"title"`
		ProviderName    string `json:"provider_name"`
		ProviderURL     string `json:"provider_url"`
		ThumbnailURL    string `json:"thumbnail_url"`
		ThumbnailWidth  int    `json:"thumbnail_width"`
		ThumbnailHeight int    `json:"thumbnail_height"`
		HTML            string `json:"html"`
		Width           int    `json:"width"`
		Height          int    `json:"height"`
	}{"1.0", "rich", l.title, "Schedlab", b.address, b.address + "stills/" + l.name + ".svg", view.StillWidth,
		l.height, b.frameCode(l), frameWidth, frameHeight})
}
