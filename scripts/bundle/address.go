package bundle

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"strings"
)

// addressFile holds the address of a build that nobody publishes, and of one whose host does not tell.
const addressFile = "site/site.json"

// findAddress tells where the site will be: pages need it for what leaves the site, such as the code that
// embeds a scenario elsewhere. Netlify says it: URL is the site's own address, DEPLOY_PRIME_URL that of a
// preview.
func (b *bundle) findAddress() error {
	address, from := os.Getenv("URL"), "the variable URL"
	if preview := os.Getenv("DEPLOY_PRIME_URL"); preview != "" && os.Getenv("CONTEXT") != "production" {
		address, from = preview, "the variable DEPLOY_PRIME_URL"
	}
	if address == "" {
		var err error
		if address, err = b.usualAddress(); err != nil {
			return err
		}
		from = addressFile
	}
	parsed, err := url.Parse(address)
	if err != nil || parsed.Host == "" || parsed.Scheme != "https" && parsed.Scheme != "http" ||
		parsed.RawQuery != "" || parsed.Fragment != "" {
		return fmt.Errorf("%s says that the site is at %q, which is no address of a site", from, address)
	}
	b.address = strings.TrimSuffix(address, "/") + "/"
	return nil
}

func (b *bundle) usualAddress() (string, error) {
	text, err := os.ReadFile(b.source(addressFile))
	if err != nil {
		return "", err
	}
	var site struct{ Address string }
	if err := json.Unmarshal(text, &site); err != nil {
		return "", fmt.Errorf("%s: %w", addressFile, err)
	}
	return site.Address, nil
}
