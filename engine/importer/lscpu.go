package importer

import (
	"slices"
	"strconv"
	"strings"

	"schedlab/engine/topology"
)

// lscpuOutput collects "Key: value" lines of one output. Newer versions group and indent the keys, which
// changes nothing here.
type lscpuOutput struct {
	*observation
	values map[string][]string // by key in lower case; blocks of core types repeat keys
	nodes  map[topology.NodeID]*strings.Builder
	order  []topology.NodeID
	online *strings.Builder
	off    *strings.Builder
	keys   int
	other  span // lines with keys that say nothing about the topology
}

// lscpuKeys are the keys that matter, in lower case. A repeated "CPU(s)" begins another output.
var lscpuKeys = []string{
	"architecture", "cpu(s)", "thread(s) per core", "core(s) per socket", "core(s) per cluster", "cluster(s)",
	"socket(s)", "cpu socket(s)", "socket(s) per book", "book(s) per drawer", "book(s)", "drawer(s)",
	"numa node(s)", "model name", "vendor id", "hypervisor vendor", "physical sockets", "l3 cache", "l3",
}

type lscpuReader struct {
	doc     *document
	outputs []*lscpuOutput
	list    *strings.Builder // the list that a line of bare numbers goes on with
}

func readLscpu(doc *document) []*observation {
	r := &lscpuReader{doc: doc}
	for at := range doc.lines {
		if doc.refused {
			return nil
		}
		r.line(at)
	}
	r.foreign()
	var found []*observation
	for i, out := range r.outputs {
		if out.keys == 0 {
			continue
		}
		if i == len(r.outputs)-1 {
			out.finish(doc)
		}
		found = append(found, out.observation)
	}
	return found
}

func (r *lscpuReader) line(at int) {
	text, number := r.doc.lines[at].text, r.doc.lines[at].number
	key, value, found := strings.Cut(text, ":")
	if !found {
		r.goOn(at)
		return
	}
	key = strings.ToLower(strings.Join(strings.Fields(key), " "))
	value = strings.TrimSpace(value)
	r.list = nil
	node, isNode := lscpuNode(key)
	switch {
	case isNode:
		r.nodeList(node, value, number)
	case key == "on-line cpu(s) list" || key == "on-line cpu(s) mask":
		r.startList(&r.open(number).online, value)
	case key == "off-line cpu(s) list" || key == "off-line cpu(s) mask":
		r.startList(&r.open(number).off, value)
	case slices.Contains(lscpuKeys, key):
		r.value(key, value, number)
	default:
		r.leaveOut(key, at)
		return
	}
	r.doc.take(at)
}

// lscpuNode reads the number of "numa node16 cpu(s)".
func lscpuNode(key string) (topology.NodeID, bool) {
	rest, isNode := strings.CutPrefix(key, "numa node")
	name, hasEnd := strings.CutSuffix(rest, " cpu(s)")
	id, isNumber := nodeNumber(strings.TrimSpace(name))
	return id, isNode && hasEnd && isNumber
}

func (r *lscpuReader) current() *lscpuOutput {
	if len(r.outputs) == 0 {
		return nil
	}
	return r.outputs[len(r.outputs)-1]
}

func (r *lscpuReader) open(number int) *lscpuOutput {
	if r.current() == nil {
		r.begin(number)
	}
	out := r.current()
	out.keys++
	out.lines = out.lines.with(number)
	return out
}

func (r *lscpuReader) begin(number int) {
	if len(r.outputs) == maxOutputs {
		r.doc.refuse("The text has more than 64 outputs of lscpu.")
		return
	}
	r.outputs = append(r.outputs, &lscpuOutput{
		observation: newObservation(number),
		values:      map[string][]string{}, nodes: map[topology.NodeID]*strings.Builder{},
	})
}

func (r *lscpuReader) startList(into **strings.Builder, value string) {
	*into = &strings.Builder{}
	r.list = *into
	r.list.WriteString(value)
}

func (r *lscpuReader) nodeList(id topology.NodeID, value string, number int) {
	out := r.open(number)
	if out.nodes[id] != nil { // part of an output, such as what a grep for NUMA leaves
		r.begin(number)
		out = r.open(number)
	}
	out.order = append(out.order, id)
	if len(out.order) > topology.MaxNodes {
		r.doc.refuse("The text has more than 256 NUMA nodes.")
	}
	out.nodes[id] = &strings.Builder{}
	r.list = out.nodes[id]
	r.list.WriteString(value)
}

func (r *lscpuReader) value(key, value string, number int) {
	weak := key == "architecture" || key == "model name" || key == "vendor id" || strings.HasPrefix(key, "l3")
	if weak && r.current() == nil && key != "architecture" {
		return // other tools print such keys too
	}
	repeats := r.current() != nil && len(r.current().values[key]) > 0
	if r.current() == nil || repeats && (key == "architecture" || key == "cpu(s)") {
		r.begin(number)
	}
	out := r.open(number)
	if weak {
		out.keys--
	}
	out.values[key] = append(out.values[key], value)
}

// leaveOut passes over what lscpu prints besides: caches, flags, weaknesses.
func (r *lscpuReader) leaveOut(key string, at int) {
	known := slices.ContainsFunc(lscpuOther, func(start string) bool { return strings.HasPrefix(key, start) })
	if out := r.current(); out != nil && known {
		out.other = out.other.with(r.doc.lines[at].number)
		r.doc.take(at)
	}
}

// lscpuOther are beginnings of keys that do not matter.
var lscpuOther = []string{
	"cpu op-mode", "address sizes", "byte order", "cpu family", "model", "stepping", "cpu mhz", "cpu max mhz",
	"cpu min mhz", "cpu(s) scaling", "bogomips", "virtualization", "l1", "l2", "l4", "flags", "vulnerab",
	"itlb", "mds", "meltdown", "mmio", "retbleed", "spec", "srbds", "tsx", "gather", "reg file", "indirect",
	"vmscape", "ghostwrite", "tsa", "old microcode", "caches", "numa", "frequency", "hypervisor",
	"dispatching", "machine type", "physical", "bios", "microcode", "isa", "mmu", "cpu dynamic", "cpu static",
}

// goOn adds a line of bare numbers to the list that a terminal has broken up in the middle of a number.
func (r *lscpuReader) goOn(at int) {
	text := r.doc.lines[at].text
	switch {
	case text == "":
	case r.list != nil && strings.Trim(text, "0123456789,-:") == "":
		r.list.WriteString(text)
		r.doc.take(at)
	default:
		r.list = nil
	}
}

// foreign tells of lscpu in another language, whose keys are translated.
func (r *lscpuReader) foreign() {
	if len(r.outputs) > 0 && r.current().keys > 1 {
		return
	}
	for _, l := range r.doc.lines {
		lower := strings.ToLower(l.text)
		if strings.Contains(lower, ":") && slices.ContainsFunc(foreignKeys, func(word string) bool {
			return strings.HasPrefix(lower, word)
		}) {
			r.doc.warn(span{l.number, l.number},
				"This looks like lscpu in another language; run LC_ALL=C lscpu and paste that.")
			return
		}
	}
}

// foreignKeys are German, French, Spanish, Portuguese, Italian, Polish, Russian, Chinese and Japanese.
var foreignKeys = []string{
	"numa-knoten", "thread(s) pro kern", "kern(e) pro s", "nœud", "noeud", "processeur(s)", "cœur",
	"nodo(s) numa", "hilo(s) de", "núcleo(s)", "nó(s) de numa", "nodi numa", "węzł", "wątk", "узл",
	"numa 节点", "每个核的线程", "座", "コアあたりのスレッド", "numa ノード",
}

// number reads a key's value, the first if it is repeated; 0 for what is absent or no number ("-").
func (o *lscpuOutput) number(key string) int {
	return o.numberAt(key, 0)
}

// maxCount bounds what a line may claim; more than that is no count of anything here.
const maxCount = 1 << 16

func (o *lscpuOutput) numberAt(key string, at int) int {
	values := o.values[key]
	if at >= len(values) {
		return 0
	}
	n, err := strconv.Atoi(strings.TrimSpace(values[at]))
	if err != nil || n < 0 || n > maxCount {
		return 0
	}
	return n
}

func (o *lscpuOutput) text(key string) string {
	if len(o.values[key]) == 0 || o.values[key][0] == "-" {
		return ""
	}
	return o.values[key][0]
}
