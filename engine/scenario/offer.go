package scenario

import (
	"fmt"
	"slices"

	"schedlab/engine/setting"
)

// offered gives a system's product and its complete values; ok is false if they have problems, so that
// nothing can be said of what the system has.
func (r *reader) offered(system int) (product Product, values setting.Values, ok bool) {
	if system >= len(r.sound) || !r.sound[system] {
		return Product{}, nil, false
	}
	s := r.scenario.Systems[system]
	product, _ = find(r.products, s.Product)
	if values = r.complete[system]; values == nil {
		values = setting.Complete(product.Settings, s.Values)
		r.complete[system] = values
	}
	return product, values, true
}

// checkNode checks a session's node against how many the system has.
func (r *reader) checkNode(p place, system, node int) {
	product, values, ok := r.offered(system)
	if node < 0 || !ok {
		return
	}
	hardware := r.scenario.Hardware(r.scenario.Systems[system])
	nodes, owner := len(hardware.Nodes), "the machine"
	if product.Nodes != nil {
		nodes, owner = product.Nodes(hardware, values), product.Title
	}
	if node >= nodes {
		r.add(p, fmt.Sprintf("node %d does not exist", node), fmt.Sprintf("%s has nodes 0 to %d", owner,
			nodes-1))
	}
}

// checkPool checks that a resource pool that is named is one of the system's.
func (r *reader) checkPool(p place, system int, pool string) {
	product, values, ok := r.offered(system)
	if pool == "" || !ok || product.Pools == nil {
		return
	}
	pools := product.Pools(values)
	if slices.Contains(pools, pool) {
		return
	}
	hint := product.Title + " has no pools here"
	if len(pools) > 0 {
		hint = "the pools are " + quoted(pools)
	}
	r.add(p, fmt.Sprintf("pool %q does not exist", pool), hint)
}

// checkDatabase checks that a database that is named is one of the system's; a product that lists none takes
// every name.
func (r *reader) checkDatabase(p place, system int, name string) {
	product, values, ok := r.offered(system)
	if name == "" || !ok || product.Databases == nil {
		return
	}
	listed := names{noun: "database", plural: "databases", order: product.Databases(values)}
	if len(listed.order) > 0 && !slices.Contains(listed.order, name) {
		r.refer(p, name, &listed)
	}
}
