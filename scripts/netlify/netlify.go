// Package netlify reads netlify.toml and applies its header rules to a path as Netlify does.
package netlify

import (
	"fmt"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// Config is what netlify.toml says: how the site is built and the headers that its files are sent with.
type Config struct {
	Build struct {
		Command     string
		Publish     string
		Environment map[string]string
		Processing  struct {
			Skip bool `toml:"skip_processing"`
		}
	}
	Rules []Rule `toml:"headers"`
}

// Rule adds headers to the paths that its pattern matches.
type Rule struct {
	For    string
	Values map[string]string

	pattern *regexp.Regexp
}

// Read reads a netlify.toml. A key that this package does not know is an error: a server that left it out
// would show a site other than the deployed one.
func Read(file string) (Config, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return Config{}, err
	}
	config, err := Parse(string(text))
	if err != nil {
		return Config{}, fmt.Errorf("%s: %w", file, err)
	}
	return config, nil
}

// Parse is Read for a text.
func Parse(text string) (Config, error) {
	var config Config
	meta, err := toml.Decode(text, &config)
	if err != nil {
		return Config{}, err
	}
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		return Config{}, fmt.Errorf("scripts/netlify does not know the keys %v", unknown)
	}
	for i := range config.Rules {
		rule := &config.Rules[i]
		if !strings.HasPrefix(rule.For, "/") {
			return Config{}, fmt.Errorf("headers for %q: a path begins with /", rule.For)
		}
		rule.pattern = compile(rule.For)
	}
	return config, nil
}

// Matching lists the rules that apply to a path, in the file's order.
func (c Config) Matching(path string) []Rule {
	return slices.DeleteFunc(slices.Clone(c.Rules), func(r Rule) bool { return !r.pattern.MatchString(path) })
}

// Headers are those of all rules that match a path.
func (c Config) Headers(path string) http.Header {
	headers := http.Header{}
	for _, rule := range c.Matching(path) {
		for name, value := range rule.Values {
			headers.Set(name, value)
		}
	}
	return headers
}

// compile turns a path with placeholders (":version", one segment) and wildcards ("*", anything, also
// slashes) into a pattern. Letter case and a slash at the end do not count, as in Netlify's own parser.
func compile(path string) *regexp.Regexp {
	var pattern strings.Builder
	pattern.WriteString("(?i)^")
	for segment := range strings.SplitSeq(strings.Trim(path, "/"), "/") {
		switch {
		case segment == "*":
			pattern.WriteString("(?:/.*)?")
		case strings.HasPrefix(segment, ":"):
			pattern.WriteString("/[^/]+")
		case segment != "":
			pattern.WriteString("/" + strings.ReplaceAll(regexp.QuoteMeta(segment), `\*`, ".*"))
		}
	}
	pattern.WriteString("/?$")
	return regexp.MustCompile(pattern.String())
}
