package sqlserver

import (
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/setting"
	"schedlab/engine/topology"
)

// faultsOf are the faults of a machine of 16 GB with such databases.
func faultsOf(poolMB int64, databases ...setting.Values) map[string]string {
	m := grid(2, 4)
	for i := range m.Nodes {
		m.Nodes[i].Memory = topology.Bytes(8 << 30)
	}
	found := map[string]string{}
	for _, f := range Product.Check(m, valuesOf(setting.Values{poolSizeName: number(poolMB),
		databasesName: {Records: databases}})) {
		found[f.Path] = f.Message + " | " + f.Hint
	}
	return found
}

func TestFaultsOfStorage(t *testing.T) {
	plainOne := setting.Values{"name": text("a")}
	with := func(name string, fields setting.Values) setting.Values {
		made := setting.Values{"name": text(name)}
		for k, v := range fields {
			made[k] = v
		}
		return made
	}
	for _, c := range []struct {
		pool      int64
		databases []setting.Values
		path      string // empty = nothing is wrong
		says      string
	}{
		{16384, nil, "", ""},
		{16385, nil, "buffer_pool_mb", "16,385 MB is larger than the machine's memory of 16,384 MB"},
		{0, []setting.Values{plainOne}, "", ""},
		{0, []setting.Values{plainOne, {}}, "databases[1].name", "the database has no name"},
		{0, []setting.Values{plainOne, with("A", nil)}, "databases[1].name",
			`there is a database "A" already`},
		{0, []setting.Values{plainOne, with("b", setting.Values{"id": number(5)})}, "databases[1].id",
			`5 belongs to "a" already`},
		{0, []setting.Values{with("a", setting.Values{"id": number(7), "count": number(10)}),
			with("b", setting.Values{"id": number(16)})}, "databases[1].id", `16 belongs to "a" already`},
		{0, []setting.Values{with("a", setting.Values{"id": number(7), "count": number(10)}),
			with("b", setting.Values{"id": number(17)})}, "", ""},
		{0, []setting.Values{with("a", setting.Values{"id": number(2)})}, "databases[0].id",
			"belongs to tempdb"},
		{0, []setting.Values{with("a", setting.Values{"id": number(32760), "count": number(9)})},
			"databases[0].id", "the last database_id would be 32,768"},
		{0, []setting.Values{with("TempDB", nil)}, "", ""},
		{0, []setting.Values{with("tempdb", setting.Values{"id": number(9)})}, "databases[0].id", "2 always"},
		{0, []setting.Values{with("tempdb", setting.Values{"count": number(2)})}, "databases[0].count",
			"one tempdb"},
		{0, []setting.Values{with("tempdb", setting.Values{readOnlyName: on})}, "databases[0].read_only",
			"tempdb cannot be read-only"},
		{0, []setting.Values{with("a", setting.Values{sizeName: number(100), workingSetName: number(100)})},
			"", ""},
		{0, []setting.Values{with("a", setting.Values{sizeName: number(100), workingSetName: number(101)})},
			"databases[0].working_set_mb", "101 MB of a database of 100 MB"},
		{0, []setting.Values{plainOne, with("b", setting.Values{readOnlyName: on})},
			"databases[1].target_recovery_s", "nothing to recover | set target_recovery_s to 0"},
		{0, []setting.Values{with("b", setting.Values{readOnlyName: on, targetName: number(0)})}, "", ""},
		{0, []setting.Values{with("a", setting.Values{logSizeName: number(100)})}, "", ""},
		{0, []setting.Values{with("a", setting.Values{"count": number(10000), "id": number(5)}),
			with("b", setting.Values{"count": number(10000), "id": number(10005)}),
			with("c", setting.Values{"count": number(10000), "id": number(20005)}),
			with("d", setting.Values{"count": number(2768), "id": number(5)})}, "databases",
			"32,768 databases"},
	} {
		found := faultsOf(c.pool, c.databases...)
		if c.path == "" {
			require.Empty(t, found, "%+v", c.databases)
			continue
		}
		require.Contains(t, found[c.path], c.says, "%+v: %v", c.databases, found)
		require.NotRegexp(t, ` \| $`, found[c.path])
	}
}
