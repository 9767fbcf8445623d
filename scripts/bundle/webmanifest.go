package bundle

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
)

// webManifestName is the file by which a browser installs the page as an app.
const webManifestName = "site.webmanifest"

// addWebManifest publishes the template of the same name, if there is one.
func (b *bundle) addWebManifest() error {
	if !b.has(webManifestName) {
		return nil
	}
	text, err := os.ReadFile(b.source("site/" + webManifestName))
	if err != nil {
		return err
	}
	filled, err := b.fillFor(string(text), filling{escape: insideJSON})
	if err == nil && !json.Valid([]byte(filled)) {
		err = errors.New("it is no JSON")
	}
	if err != nil {
		return fmt.Errorf("site/%s: %w", webManifestName, err)
	}
	b.files[webManifestName] = []byte(filled)
	return nil
}

// insideJSON escapes a text for a place between quotation marks.
func insideJSON(text string) string {
	quoted, err := json.Marshal(text)
	if err != nil {
		panic(fmt.Sprintf("bundle: a text cannot be written as JSON: %q: %v", text, err))
	}
	return string(quoted[1 : len(quoted)-1])
}
