package bundle

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// workerName is the service worker's script. Its place is its scope, so it stands at the top of the site.
const workerName = "sw.js"

// shellMark stands in the script in the place of the list of files.
const shellMark = "self.__WB_MANIFEST"

// What a browser need not keep to work offline: what other sites' servers ask for, the list of assets that
// only people read, and versions of old.
var notKept = []string{ManifestFile, workerName, "oembed/", "v/"}

// kept is a file that the browser keeps. A name that holds a hash needs no revision.
type kept struct {
	URL      string  `json:"url"`
	Revision *string `json:"revision"`
}

// addWorker bundles the service worker with the list of all files so far, if there is one.
func (b *bundle) addWorker() error {
	if !b.has(workerName) {
		return nil
	}
	list, err := json.Marshal(b.shell())
	if err != nil {
		return err
	}
	options, err := b.buildOptions(api.FormatIIFE)
	if err != nil {
		return err
	}
	options.EntryPoints = []string{workerName}
	options.Outfile = b.source("site/" + workerName)
	options.Define = map[string]string{shellMark: string(list), "process.env.NODE_ENV": `"production"`}
	result, err := runBundler(options)
	if err != nil {
		return err
	}
	b.files[workerName] = result.OutputFiles[0].Contents
	return nil
}

// shell lists what the browser keeps, in the order of names.
func (b *bundle) shell() []kept {
	var list []kept
	for _, name := range slices.Sorted(maps.Keys(b.files)) {
		if hasPrefix(name, notKept) {
			continue
		}
		file := kept{URL: name}
		if !strings.HasPrefix(name, "assets/") {
			sum := sha256.Sum256(b.files[name])
			revision := hex.EncodeToString(sum[:5])
			file.Revision = &revision
		}
		list = append(list, file)
	}
	return list
}

func hasPrefix(name string, prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(name, p) })
}
