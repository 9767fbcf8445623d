package importer

import (
	"strings"

	"schedlab/engine/topology"
)

// finish turns the collected values into an observation and tells what is missing.
func (o *lscpuOutput) finish(doc *document) {
	o.total = o.number("cpu(s)")
	o.observation.online = o.readList(doc, o.online, "on-line CPUs")
	o.observation.offline = o.readList(doc, o.off, "off-line CPUs")
	for _, id := range o.order {
		n := o.node(id)
		n.cpus, n.told = o.readList(doc, o.nodes[id], "CPUs of a node"), true
		n.lines = o.lines
	}
	o.sortNodes()
	o.readShape(doc)
	o.readOrder()
	o.readTexts(doc)
	o.reconcile(doc)
	o.missing(doc)
}

// reconcile compares the lists with the count. Some versions of lscpu cut the off-line list in the
// middle; if all numbers are below the count, those that no list names can only be the lost ones.
func (o *lscpuOutput) reconcile(doc *document) {
	listed := o.cpus()
	if o.total == 0 || len(listed) == 0 || len(listed) == o.total {
		return
	}
	if len(o.offline) == 0 || int(listed[len(listed)-1]) >= o.total {
		doc.warn(o.lines, "lscpu counts %d CPUs, its lists name %d; the lists are used.",
			o.total, len(listed))
		return
	}
	var lost []topology.CPUID
	for id := range topology.CPUID(o.total) {
		if !contains(listed, id) {
			lost = append(lost, id)
		}
	}
	o.offline = ascending(append(o.offline, lost...))
	doc.warn(o.lines, "lscpu counts %d CPUs, its lists name %d, so the off-line list seems to be cut; CPUs "+
		"%s are assumed to be off-line too.", o.total, len(listed), topology.FormatList(lost))
}

func (o *lscpuOutput) readList(doc *document, text *strings.Builder, what string) []topology.CPUID {
	if text == nil {
		return nil
	}
	list := doc.list(text.String())
	if list.bad != "" || list.cut {
		doc.warn(o.lines, "The list of %s is cut or damaged (%q); what can be read is used.",
			what, text.String())
	}
	return list.cpus
}

func (o *lscpuOutput) missing(doc *document) {
	nodes := o.number("numa node(s)")
	switch {
	case nodes > 0 && len(o.order) == 0:
		doc.warn(o.lines, "lscpu counts %s, but the lines with their CPUs are missing.",
			plural(nodes, "NUMA node"))
	case nodes > 0 && nodes != len(o.order):
		doc.warn(o.lines, "lscpu counts %s, but the text lists %d.",
			plural(nodes, "NUMA node"), len(o.order))
	case len(o.order) == 0:
		doc.info(o.lines, "lscpu lists no NUMA nodes, so the machine has one that holds everything.")
	}
	if o.other.first > 0 {
		doc.info(o.other, "Lines about caches, flags, frequencies and weaknesses were left out.")
	}
}

// readShape counts sockets and cores. Blocks of core types repeat the keys: a second block is more cores
// of the same sockets, no second socket.
func (o *lscpuOutput) readShape(doc *document) {
	s := &o.shape
	o.readSockets(doc)
	s.threads = o.number("thread(s) per core")
	s.coresPerPackage = o.number("core(s) per socket")
	s.kinds = len(o.values["core(s) per socket"])
	if clusters := o.number("cluster(s)"); clusters > 0 && s.coresPerPackage == 0 {
		s.cores = clusters * o.number("core(s) per cluster")
	}
	if s.kinds < 2 {
		return
	}
	s.cores = 0
	for i := range o.values["core(s) per socket"] {
		sockets := max(1, o.numberAt("socket(s)", i))
		s.packages = max(s.packages, sockets)
		s.cores += sockets * o.numberAt("core(s) per socket", i)
		s.threads = max(s.threads, o.numberAt("thread(s) per core", i))
	}
	s.coresPerPackage = 0
	doc.warn(o.lines, "lscpu describes %d kinds of cores; all are simulated as equal.", s.kinds)
}

func (o *lscpuOutput) readSockets(doc *document) {
	s := &o.shape
	s.packages = max(o.number("socket(s)"), o.number("cpu socket(s)"))
	if books := o.number("socket(s) per book"); books > 0 {
		s.packages = books * max(1, o.number("book(s)"))
		if perDrawer := o.number("book(s) per drawer"); perDrawer > 0 {
			s.packages = books * perDrawer * max(1, o.number("drawer(s)"))
		}
		doc.info(o.lines, "Books and drawers multiply into %d sockets.", s.packages)
	}
	if s.packages == 0 {
		s.packages = o.number("physical sockets")
	}
	if s.packages > topology.MaxCPUs {
		doc.warn(o.lines, "%d sockets cannot be; their number is taken as not told.", s.packages)
		s.packages = 0
	}
}

// readOrder guesses how threads are numbered. Linux numbers those of POWER and s390 as neighbours, and so do
// hypervisors for their guests; on x86 hardware it takes all first threads first.
// assumed: lscpu does not tell; build says so if it matters.
func (o *lscpuOutput) readOrder() {
	machine := strings.ToLower(o.text("architecture") + o.text("model name") + o.text("vendor id"))
	neighbours := o.text("hypervisor vendor") != ""
	for _, word := range []string{"ppc64", "power", "s390"} {
		neighbours = neighbours || strings.Contains(machine, word)
	}
	o.siblings = siblingsApart
	if neighbours {
		o.siblings = siblingsNeighbours
	}
}

func (o *lscpuOutput) readTexts(doc *document) {
	if model := o.text("model name"); model != "" {
		o.settings[SettingModel] = model
	}
	if vendor := o.text("hypervisor vendor"); vendor != "" {
		o.settings[SettingHypervisor] = vendor
		doc.info(o.lines, "This is a virtual machine (%s): the topology is what its hypervisor shows.",
			vendor)
	}
}
