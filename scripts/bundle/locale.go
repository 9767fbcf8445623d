package bundle

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// pageLanguage is the catalogue that the texts of the pages come from.
const pageLanguage = "locales/en.json"

// addLocales publishes site/locales/*.json without white space; the file's name is the language.
func (b *bundle) addLocales() error {
	files, err := filepath.Glob(b.source("site/locales/*.json"))
	if err != nil {
		return err
	}
	for _, file := range files {
		if err := b.addLocale(file); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	return nil
}

func (b *bundle) addLocale(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var compact bytes.Buffer
	name := filepath.Base(file)
	err = json.Compact(&compact, text)
	b.manifest.Locales[strings.TrimSuffix(name, ".json")] = b.addHashed("locales/"+name, compact.Bytes())
	return err
}

// message looks up a text of the page's language. A catalogue is one flat object; a value may be something
// else than a text (plural forms, say), but a page can only ask for texts.
func (b *bundle) message(key string) (string, error) {
	var catalogue map[string]json.RawMessage
	if err := json.Unmarshal(b.files[b.assets[pageLanguage]], &catalogue); err != nil {
		return "", fmt.Errorf("%s: %w", pageLanguage, err)
	}
	value, found := catalogue[key]
	if !found {
		return "", fmt.Errorf("%s has no message %q", pageLanguage, key)
	}
	var message string
	if err := json.Unmarshal(value, &message); err != nil {
		return "", fmt.Errorf("%s: message %q is not a text: %w", pageLanguage, key, err)
	}
	return message, nil
}
