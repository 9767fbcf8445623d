package bundle

import (
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// A page is plain HTML with these placeholders, and no others; there is no logic:
//
//	{{asset "boot.js"}}     the published name of site/boot.js; scripts and style sheets are bundled, other
//	                        files are copied; also "schedlab.wasm", "runner.js" and "locales/en.json"
//	{{text "play.title"}}   a message of locales/en.json, escaped for HTML
//	{{picture "first"}}     a still picture, as SVG: see picture.go
//	{{manifest}}            the Manifest as JSON, for <script type="application/json">
//	{{version}}             the version of the build
//	{{address}}             where the site is, with a slash at the end: see address.go
//
// A template of several files (lessons/*.html, site.webmanifest) may also hold these:
//
//	{{value "title"}}       a text that the build has for the file, escaped
//	{{part "figures"}}      markup that the build has for the file
var placeholder = regexp.MustCompile(`\{\{\s*(\w+)(?:\s+"([^"{}]*)")?\s*\}\}`)

// pageAssets lists the names in all {{asset "…"}}, sorted.
func (b *bundle) pageAssets() ([]string, error) {
	pages, err := b.pages("site/*.html", "site/lessons/*.html")
	if err != nil {
		return nil, err
	}
	var names []string
	for _, text := range pages {
		for _, match := range placeholder.FindAllStringSubmatch(text, -1) {
			if match[1] == "asset" {
				names = append(names, match[2])
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}

// pages reads the files that patterns match: name below site/ → text.
func (b *bundle) pages(patterns ...string) (map[string]string, error) {
	pages := map[string]string{}
	for _, pattern := range patterns {
		files, err := filepath.Glob(b.source(pattern))
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				return nil, err
			}
			pages[b.published(file)] = string(text)
		}
	}
	return pages, nil
}

func (b *bundle) addPages() error {
	if err := b.copyAssets(); err != nil {
		return err
	}
	pages, err := b.pages("site/*.html")
	if err != nil {
		return err
	}
	for name, text := range pages {
		filled, err := b.fill(text)
		if err != nil {
			return fmt.Errorf("site/%s: %w", name, err)
		}
		b.files[name] = []byte(filled)
	}
	return nil
}

// copyAssets publishes the files that pages ask for and that are not bundled: icons, for example.
func (b *bundle) copyAssets() error {
	names, err := b.pageAssets()
	if err != nil {
		return err
	}
	for _, name := range names {
		if b.assets[name] != "" {
			continue
		}
		if err := b.copyAsset(name); err != nil {
			return err
		}
	}
	return nil
}

func (b *bundle) copyAsset(name string) error {
	content, err := os.ReadFile(b.source("site/" + name))
	if err != nil {
		return fmt.Errorf("a page asks for the asset %q: %w", name, err)
	}
	b.addHashed(name, content)
	return nil
}

// fill replaces the placeholders of a page and reports all that it cannot.
func (b *bundle) fill(text string) (string, error) { return b.fillFor(text, filling{}) }

// filling is what a template gets for one of the files that are made from it.
type filling struct {
	up     string              // from the file to the published folder: "" or "../"
	escape func(string) string // nil = for HTML
	values map[string]string   // texts
	parts  map[string]string   // markup
}

func (f filling) escaped(text string) string {
	if f.escape == nil {
		return html.EscapeString(text)
	}
	return f.escape(text)
}

func (b *bundle) fillFor(text string, with filling) (string, error) {
	var problems []error
	filled := placeholder.ReplaceAllStringFunc(text, func(found string) string {
		match := placeholder.FindStringSubmatch(found)
		value, err := b.value(match[1], match[2], with)
		if err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", found, err))
		}
		return value
	})
	// The values hold no pair of braces themselves but in texts, which were already escaped.
	if unread := strings.Count(text, "{{") - len(placeholder.FindAllString(text, -1)); unread > 0 {
		problems = append(problems, fmt.Errorf("%d places begin with {{ and are no placeholder", unread))
	}
	return filled, errors.Join(problems...)
}

func (b *bundle) value(verb, name string, with filling) (string, error) {
	switch verb {
	case "asset":
		if b.assets[name] == "" {
			return "", errors.New("there is no such asset")
		}
		return with.up + b.assets[name], nil
	case "text":
		message, err := b.message(name)
		return with.escaped(message), err
	case "picture":
		return draw(name)
	case "manifest":
		text, err := json.Marshal(b.manifest) // escapes < and >, so it cannot end the script element
		return string(text), err
	case "version":
		return with.escaped(b.manifest.Version), nil
	case "address":
		return with.escaped(b.address), nil
	case "value":
		return own(with.escaped, with.values, name)
	case "part":
		return own(func(markup string) string { return markup }, with.parts, name)
	}
	return "", errors.New("there is no such placeholder")
}

// own looks up what a template gets for one file.
func own(write func(string) string, all map[string]string, name string) (string, error) {
	text, found := all[name]
	if !found {
		return "", errors.New("this file has no such thing")
	}
	return write(text), nil
}
