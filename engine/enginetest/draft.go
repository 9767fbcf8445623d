// Package enginetest is what tests of the engine share: stories told as text, random scenarios, and the
// comparison of the leaping engine with the plain one.
package enginetest

import (
	"errors"
	"fmt"
	"strings"

	"github.com/cockroachdb/datadriven"

	"schedlab/engine"
	"schedlab/engine/scenario"
	"schedlab/engine/setting"
)

// Draft is a scenario that is built line by line. A line is a word and arguments, named as in documents:
//
//	machine cores_per_node=2 threads_per_core=2
//	node id=1 cpus=(0-3,4-7)                      of the last machine, which then has the explicit form
//	system version=2014 max_dop=4                 members of a system, or settings of its product
//	soft_nodes cpus=0-5                           a record of a list among the last system's settings
//	class name=long cpu_ms=endless dop=8
//	session count=3 every_ms=10 run=(short*2, long~exponential:5)
//	arrivals class=short per_s=100
//	databases name=orders target_recovery_s=0     another list
//	kill at_ms=20 session=a                       or start
//	checkpoint at_ms=20 database=orders           or backup
//	measure from_ms=10
//	run duration_ms=100 seed=7
//
// What a session runs is written class*times~think. A law is a number or law:mean or law:mean:sigma.
type Draft struct {
	head                                           []scenario.Member
	machines, systems                              []scenario.Tree
	classes, sessions, arrivals, actions, variants []scenario.Tree
	claims                                         []scenario.Tree
}

// Add takes up a line; the error says what cannot be read.
func (d *Draft) Add(line string) error {
	word, args, err := datadriven.ParseLine(line)
	if err != nil {
		return err
	}
	return d.add(word, args)
}

func (d *Draft) add(word string, args []datadriven.CmdArg) error {
	switch word {
	case "machine":
		d.machines = append(d.machines, object(args, scenario.MachineFields, scenario.ExplicitFields))
	case "node":
		return d.addNode(object(args, scenario.NodeFields))
	case "system":
		d.systems = append(d.systems, systemOf(args))
	case "class":
		d.classes = append(d.classes, object(args, scenario.ClassFields))
	case "session":
		d.sessions = append(d.sessions, sessionOf(args))
	case "arrivals":
		d.arrivals = append(d.arrivals, object(args, scenario.ArrivalFields))
	case "kill", "start", "checkpoint", "backup":
		do := member("do", scenario.Words(word))
		action := object(args, scenario.ActionFields)
		action.Members = append([]scenario.Member{do}, action.Members...)
		d.actions = append(d.actions, action)
	case "measure":
		d.head = append(d.head, member(word, object(args, scenario.MeasureFields)))
	case "run":
		d.head = append(d.head, object(args, scenario.ScenarioFields).Members...)
	default:
		return d.addRecord(word, args)
	}
	return nil
}

// addRecord adds a record to a list setting of the last system.
func (d *Draft) addRecord(name string, args []datadriven.CmdArg) error {
	for _, s := range product().Settings {
		if s.Name != name || s.Kind != setting.List {
			continue
		}
		if len(d.systems) == 0 {
			return errors.New(name + " before any system")
		}
		last := &d.systems[len(d.systems)-1]
		extend(&last.Members[len(last.Members)-1].Value, name, record(args, s.Fields))
		return nil
	}
	return fmt.Errorf("%q is neither a command nor a list among the settings", name)
}

// addNode adds a node to the last machine.
func (d *Draft) addNode(node scenario.Tree) error {
	if len(d.machines) == 0 {
		return errors.New("a node before any machine")
	}
	extend(&d.machines[len(d.machines)-1], "nodes", node)
	return nil
}

// extend adds an item to a list of an object.
func extend(of *scenario.Tree, name string, item scenario.Tree) {
	for i := range of.Members {
		if list := &of.Members[i]; list.Name == name {
			list.Value.Items = append(list.Value.Items, item)
			return
		}
	}
	of.Members = append(of.Members, member(name, scenario.Items(item)))
}

// Document is what has been built.
func (d *Draft) Document() scenario.Document {
	list := func(name string, items []scenario.Tree) scenario.Member {
		return member(name, scenario.Items(items...))
	}
	root := scenario.Fields(member("version", scenario.Int(scenario.Version)))
	root.Members = append(root.Members, d.head...)
	root.Members = append(root.Members, list("machines", d.machines), list("systems", d.systems),
		member("workload", scenario.Fields(list("classes", d.classes), list("sessions", d.sessions),
			list("arrivals", d.arrivals))),
		list("actions", d.actions), list("variants", d.variants), list("expect", d.claims))
	return scenario.Document{Root: root}
}

// Scenario reads what has been built.
func (d *Draft) Scenario() (scenario.Scenario, []scenario.Problem) {
	return scenario.Read(d.Document(), products)
}

// product is what a system is unless it names another: the first product.
func product() scenario.Product { return products[0] }

var products = engine.Products()

// systemOf is a system: the product's settings are told from the system's own members by their names. The
// settings come last.
func systemOf(args []datadriven.CmdArg) scenario.Tree {
	product := product()
	for _, a := range args {
		for i := range products {
			if a.Key == "product" && a.Vals[0] == products[i].Name {
				product = products[i]
			}
		}
	}
	known := map[string]bool{}
	for _, s := range product.Settings {
		known[s.Name] = true
	}
	var own, settings []datadriven.CmdArg
	for _, a := range args {
		if known[a.Key] {
			settings = append(settings, a)
		} else {
			own = append(own, a)
		}
	}
	tree := object(own, scenario.SystemFields)
	if _, named := tree.Member("product"); !named {
		tree.Members = append(tree.Members, member("product", scenario.Words(product.Name)))
	}
	tree.Members = append(tree.Members, member("settings", record(settings, product.Settings)))
	return tree
}

func member(name string, value scenario.Tree) scenario.Member {
	return scenario.Member{Name: name, Value: value}
}

func sessionOf(args []datadriven.CmdArg) scenario.Tree {
	var plain []datadriven.CmdArg
	var runs scenario.Tree
	for _, a := range args {
		if a.Key != "run" {
			plain = append(plain, a)
			continue
		}
		runs = scenario.Items()
		for _, text := range a.Vals {
			runs.Items = append(runs.Items, runOf(text))
		}
	}
	tree := object(plain, scenario.SessionFields)
	tree.Members = append(tree.Members, member("run", runs))
	return tree
}

// runOf reads class*times~think.
func runOf(text string) scenario.Tree {
	text, think, thinks := strings.Cut(strings.TrimSpace(text), "~")
	class, times, several := strings.Cut(text, "*")
	args := []datadriven.CmdArg{{Key: "class", Vals: []string{class}}}
	if several {
		args = append(args, datadriven.CmdArg{Key: "times", Vals: []string{times}})
	}
	if thinks {
		args = append(args, datadriven.CmdArg{Key: "think_ms", Vals: []string{think}})
	}
	return object(args, scenario.RunFields)
}
