package bundle

import (
	"schedlab/scenarios"
	"schedlab/wasm/share"
)

// scenariosName is the file with all shipped scenarios, for the page: it begins with one, and fetches the
// others after its first picture unless it needs them sooner.
const scenariosName = "scenarios.txt"

func (b *bundle) addScenarios() error {
	var all []share.Shipped
	for _, s := range scenarios.All() {
		all = append(all, share.NewShipped(s.Name, s.Text))
	}
	b.manifest.Scenarios = b.addHashed(scenariosName, []byte(share.WriteShipped(all)))
	return nil
}
