package scenario

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"schedlab/engine/setting"
	"schedlab/engine/topology"
)

// Each case is the base document with one change, and all problems that it then has.
var broken = []struct{ change, want string }{
	{`duration_ms="long"`, `duration_ms: expected a number, got text`},
	{`duration_ms=86400001`, `duration_ms: 86400001 is too large; at most 86,400,000 ms ` +
		`(from 0.001 to 86,400,000 ms)`},
	{`duration_ms=10000.0000001`, `duration_ms: 10000.0000001 has more than 6 digits after the point`},
	{`duration_ms=400`, `actions[0].at_ms: is after the end of the run`},
	{`seed=-1`, `seed: -1 is too small; at least 0 (from 0 to 9,007,199,254,740,992)`},
	{`seed=1.5`, `seed: expected a whole number, got 1.5 (from 0 to 9,007,199,254,740,992)`},
	{`seed=null`, `seed: expected a whole number, got nothing (null)`},
	{`title=5`, `title: expected text, got a number`},
	{`measure={"from_ms": 5000, "to_ms": 20000}`,
		`measure.to_ms: is after the end of the run (the run goes from 0 to 10000 ms)`},
	{`measure={"from_ms": 10000}`, `measure.from_ms: is not before to_ms (the run goes from 0 to 10000 ms)`},
	{`measure=[]`, `measure: expected an object, got a list`},
	{`machine.cores_per_node=2400`, `machine.cores_per_node: 9,600 CPUs; at most 4,096 ` +
		`(with 4 nodes: 1,024 cores or fewer)`},
	{`machine={"packages":2,"cores_per_node":1500,"threads_per_core":2}`,
		`machine.cores_per_node: 6,000 CPUs; ` +
			`at most 4,096 (with 2 nodes and 2 threads a core: 1,024 cores or fewer)`},
	{`machine={"packages":100,"nodes_per_package":3}`,
		`machine.nodes_per_package: 300 NUMA nodes; at most 256 ` +
			`(with 100 packages: 2 nodes or fewer)`},
	{`machine.packages=0`, `machine.packages: 0 is too small; at least 1 (from 1 to 256)`},
	{`machine={"cores":8}`, `machine.cores: a machine has no "cores" (did you mean "cores_per_node"?)`},
	{`machine.smt_speed_pct=0.5`, `machine.smt_speed_pct: 0.5 is too small; at least 1 % (from 1 to 100 %)`},
	{`machine=3`, `machine: expected an object, got a number`},
	{`machines=[]`, `machine: there are both "machine" and "machines" (keep one of them)`},
	{`system.product=toi`, `system.product: product "toi" does not exist (did you mean "toy"? The products ` +
		`are "toy")`},
	{`system={}`, `system.product: is missing (Which database it is.)`},
	{`system.on=moon`, `system.on: machine "moon" does not exist (the machines are "machine")`},
	{`system.settings.max_dop=-1`, `system.settings.max_dop: -1 is too small; at least 0 (from 0 to 64)`},
	{`system.settings={"max_dopp":1}`, `system.settings.max_dopp: Toy has no "max_dopp" (did you mean ` +
		`"max_dop"?)`},
	{`system.settings.auto=1`, `system.settings.auto: expected true or false, got a number`},
	{`system.settings.mode=quick`, `system.settings.mode: "quick" is no choice (one of "slow", "fast")`},
	{`system.settings.mode=3`, `system.settings.mode: expected text, got a number`},
	{`system.settings.mask="0-x"`, `system.settings.mask: a mask has digits, - and , only`},
	{`system.settings.mask="0123456789012345678901"`, `system.settings.mask: 22 characters; at most 20`},
	{`system.settings.pools=7`, `system.settings.pools: expected a list, got a number`},
	{`system.settings.pools=[{"percent":0}]`,
		`system.settings.pools[0].percent: 0 is too small; at least 1 (from 1 to 100)`},
	{`machine={"cores_per_node":2}`, `system.settings.max_dop: more than CPUs (fewer)`},
	{`workload.classes=[{"name":"cheap"},{"name":"long"},{"name":"long"}]`,
		`workload.classes[2].name: there are two classes named "long" ` +
			`(give one of them another name)`},
	{`workload.classes=[{"name":"cheap"},{"name":"long"},{"name":"a[b"}]`,
		`workload.classes[2].name: a name must not contain '['`},
	{`workload.classes=[{"name":"cheap"},{"name":"long"},{"name":" a"}]`,
		`workload.classes[2].name: a name must not begin or end with a space`},
	{`workload.classes[0].system=moon`, `workload.classes[0].system: system "moon" does not exist (the ` +
		`systems are "toy")`},
	{`workload.classes[0].cpu_ms=forever`, `workload.classes[0].cpu_ms: "forever" is no choice (one of ` +
		`"endless")`},
	{`workload.classes[0].cpu_ms=0`, `workload.classes[0].cpu_ms: 0 is too small; at least 0.001 ms ` +
		`(from 0.001 to 86,400,000 ms)`},
	{`workload.classes[0].cpu_ms={"law":"exponential","mean_ms":0}`,
		`workload.classes[0].cpu_ms.mean_ms: 0 is too ` +
			`small; at least 0.001 ms (from 0.001 to 86,400,000 ms)`},
	{`workload.classes[0].cpu_ms={"law":"uniform","mean_ms":1}`,
		`workload.classes[0].cpu_ms.law: "uniform" is no ` +
			`choice (one of "fixed", "exponential", "lognormal")`},
	{`workload.classes[0].cpu_ms=true`, `workload.classes[0].cpu_ms: expected a number or a law, got true ` +
		`or false ` +
		`(for example 2.5 or { "law": "exponential", "mean_ms": 2.5 })`},
	{`workload.sessions[0].run[0].think_ms=never`,
		`workload.sessions[0].run[0].think_ms: expected a number or a law, ` +
			`got text (for example 2.5 or { "law": "exponential", "mean_ms": 2.5 })`},
	{`workload.sessions[0].run[1].class=lng`, `workload.sessions[0].run[1].class: class "lng" does not ` +
		`exist ` +
		`(did you mean "long"? The classes are "cheap", "long")`},
	{`workload.sessions[0].run=[]`, `workload.sessions[0].run: a session must run something ` +
		`(for example [{ "class": "…" }])`},
	{`workload.sessions[0].node=5`, `workload.sessions[0].node: node 5 does not exist (the machine has ` +
		`nodes 0 to 3)`},
	{`workload.arrivals[0].process=random`, `workload.arrivals[0].process: "random" is no choice ` +
		`(one of "poisson", "fixed")`},
	{`workload.arrivals[0].to_ms=20000`, `workload.arrivals[0].to_ms: is after the end of the run ` +
		`(the run goes from 0 to 10000 ms)`},
	{`actions[0].session=procz`, `actions[0].session: session "procz" does not exist ` +
		`(did you mean "procs"? The sessions are "procs")`},
	{`actions[0].session=1`, `actions[0].session: session 1 does not exist (positions go from 0 to 0)`},
	{`actions[0].session=true`, `actions[0].session: expected a session's name or position, got true or ` +
		`false`},
	{`actions[0].member=12`, `actions[0].member: connection 12 does not exist (the session has connections ` +
		`0 to 11)`},
	{`guests=[{"name":"vm1","on":"machin"}]`,
		`guests[0].on: machine "machin" does not exist (did you mean "machine"? The machines are ` +
			`"machine")`},
	{`network=[{"from":"machine","to":"vm1"}]`,
		`network[0].to: machine or guest "vm1" does not exist (the machines and guests are ` +
			`"machine")` + "\n" +
			`network: the network is not simulated yet (remove it to run the rest)`},
	{`variants[0].name=base`, `variants[0].name: "base" names the scenario itself`},
	{`variants[0].set=[]`, `variants[0].set: expected an object of paths and values, got a list`},
	{`variants[0].set={"system.sets.x":1}`, `variants[0].set["system.sets.x"]: system.sets: there is no ` +
		`"sets" ` +
		`(known are "name", "product", "on", "settings")`},
	{`variants[0].set={"system.settings.max_dop":65}`,
		`variants[0].set["system.settings.max_dop"]: 65 is too large; ` +
			`at most 64 (from 0 to 64)`},
	{`variants[0].set={"machine.packages":1,"machine.cores_per_node":2}`,
		`variants[0].set: system.settings.max_dop: more than CPUs (fewer)`},
	{`variants[0].set={"variants":[]}`, `variants[0].set.variants: only the scenario itself can set this`},
	{`sweep={"system.settings.max_dop":[1,"x"]}`,
		`sweep["system.settings.max_dop"]: expected a whole number, got text`},
	{`sweep={"system.settings.max_dop":[]}`, `sweep["system.settings.max_dop"]: the list is empty (at ` +
		`least one value)`},
	{`sweep={"system.settings.max_dop":1}`, `sweep["system.settings.max_dop"]: expected a list of values, ` +
		`got a number`},
	{`expect[0].of=serail`, `expect[0].of: variant "serail" does not exist (did you mean "serial"? The ` +
		`variants ` +
		`are "serial")`},
	{`expect[0].low=34`, `expect[0].low: is above high`},
	{`expect[0].reported="33 %"`, `expect[0].reported: expected a number, got text`},
	{`expect[0].reported=1e400`, `expect[0].reported: 1e400 is too large`},
	{`expect[0].kind=disagrees`, `expect[0].why: is missing (a claim that is "disagrees" says why)`},
	{`expect[0].set={"machine.packages":"x"}`, `expect[0].set["machine.packages"]: expected a whole ` +
		`number, got text`},
}

func TestProblemsOfOneMistakeEach(t *testing.T) {
	for _, c := range broken {
		t.Run(c.change, func(t *testing.T) {
			_, problems := Read(with(t, c.change), products())
			assert.Equal(t, c.want, strings.Join(lines(problems), "\n"))
		})
	}
}

func TestBaseOfTheTestsHasNoProblem(t *testing.T) {
	_, problems := Read(with(t), products())
	assert.Empty(t, lines(problems))
}

func TestAllProblemsAreToldAtOnceWithTheirPlaces(t *testing.T) {
	text := `{ "version": 1, "duration": 5,
  "machine": { "packages": "four" },
  "system": { "product": "toy", "settings": { "max_dop": 99 } },
  "workload": { "classes": [{ "name": "ä", "cost": -1 }],
    "sessions": [{ "run": [{ "class": "b" }], "coutn": 3 }] } }`
	_, problems := Parse([]byte(text), products())
	assert.Equal(t, []string{
		`1:17: duration: a scenario has no "duration" (did you mean "duration_ms"?)`,
		`1:1: duration_ms: is missing (Simulated time from the start to the end of the run.)`,
		`2:28: machine.packages: expected a whole number, got text`,
		`3:58: system.settings.max_dop: 99 is too large; at most 64 (from 0 to 64)`,
		`4:52: workload.classes[0].cost: -1 is too small; at least 0 units (from 0 to 1,000,000,000,000 ` +
			`units)`,
		`5:47: workload.sessions[0].coutn: a session has no "coutn" (did you mean "count"?)`,
		`5:39: workload.sessions[0].run[0].class: class "b" does not exist (the classes are "ä")`,
	}, lines(problems)[:7])
}

func TestProductMayCountItsOwnNodes(t *testing.T) {
	product := toy()
	product.Nodes = func(m topology.Machine, _ setting.Values) int { return len(m.CPUs) / 8 }
	s, problems := Read(with(t, `workload.sessions[0].node=11`), []Product{product})
	require.Empty(t, lines(problems))
	assert.Equal(t, 11, s.Workload.Sessions[0].Node)
	_, problems = Read(with(t, `workload.sessions[0].node=12`), []Product{product})
	assert.Equal(t, []string{`workload.sessions[0].node: node 12 does not exist (Toy has nodes 0 to 11)`},
		lines(problems))
}

func TestPoolsMustExist(t *testing.T) {
	product := toy()
	product.Pools = func(setting.Values) []string { return nil }
	_, problems := Read(with(t, `workload.sessions[0].pool="etl"`), []Product{product})
	assert.Equal(t, []string{`workload.sessions[0].pool: pool "etl" does not exist (Toy has no pools here)`},
		lines(problems))
	product.Pools = func(setting.Values) []string { return []string{"etl", "web"} }
	_, problems = Read(with(t, `workload.sessions[0].pool="etl"`), []Product{product})
	assert.Empty(t, lines(problems))
	_, problems = Read(with(t, `workload.sessions[0].pool="elt"`), []Product{product})
	assert.Equal(t, []string{`workload.sessions[0].pool: pool "elt" does not exist ` +
		`(the pools are "etl", "web")`},
		lines(problems))
}

func TestSessionsConnectToTheSystemThatTheyAsk(t *testing.T) {
	text := strings.Replace(base, `"system": { "product": "toy" }`,
		`"systems": [{ "name": "a", "product": "toy" }, { "name": "b", "product": "toy" }]`, 1)
	text = strings.ReplaceAll(text, "system.settings", "systems[name=a].settings")
	text = strings.Replace(text, `"name": "long"`, `"name": "long", "system": "b"`, 1)
	_, problems := Parse([]byte(text), products())
	require.Len(t, problems, 1)
	assert.Equal(t, "workload.sessions[0].run[1].class", problems[0].Path)
	assert.Equal(t, `the class goes to "b", the session to "a"`, problems[0].Hint)
}

func TestNumbersOfProblemsAreBounded(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"version":1`)
	for i := range 500 {
		b.WriteString(`,"unknown` + grouped(int64(i)) + `":0`)
	}
	b.WriteString("}")
	_, problems := Parse([]byte(b.String()), products())
	assert.Len(t, problems, MaxProblems)
}
