package importer

import (
	"fmt"
	"slices"
	"sort"
	"strconv"

	"schedlab/engine/topology"
)

// finish turns the entries of a start into an observation and tells what had to be assumed.
func (s *errorlogStart) finish(doc *document) {
	s.readSockets(doc)
	if s.total == 0 {
		s.total = min(s.cpus, maxCount)
	}
	if s.memory != topology.NoBytes {
		s.settings[SettingMemory] = strconv.FormatInt(int64(s.memory>>20), 10)
	}
	if s.soft {
		s.settings[SettingSoftNUMA] = "true"
	}
	s.readNodes(doc)
}

func (s *errorlogStart) readSockets(doc *document) {
	if s.sockets == nil {
		return
	}
	sockets, cores, perSocket := s.sockets[0], s.sockets[1], s.sockets[2]
	total, used := s.sockets[3], s.sockets[4]
	s.total = min(total, maxCount)
	if sockets == 0 || cores == 0 || sockets*perSocket != total {
		doc.warn(s.lines, "%d sockets of %d CPUs are not the %d CPUs that the log counts; "+
			"only the count is used.", sockets, perSocket, total)
		return
	}
	s.shape = shapeSeen{packages: sockets, coresPerPackage: cores, threads: max(1, perSocket/cores)}
	s.siblings = siblingsNeighbours
	if used < total {
		s.settings[SettingLicensedCPUs] = strconv.Itoa(used)
		doc.warn(s.lines, "The licence lets SQL Server use %d of %d CPUs; whole NUMA nodes may be "+
			"off with their memory. The machine has all of them.", used, total)
	}
}

func (s *errorlogStart) readNodes(doc *document) {
	if len(s.nodes) == 0 {
		s.withoutNodes(doc)
		return
	}
	s.windows = true
	sort.Slice(s.nodes, func(i, k int) bool { return s.nodes[i].id < s.nodes[k].id })
	for _, n := range s.nodes {
		s.softNodes = append(s.softNodes, n.softNodes()...)
	}
	readAffinity(doc, s.observation)
	s.readGaps(doc)
	if !s.soft && interleave(s.softNodes) {
		s.soft = true
		doc.warn(s.lines, "The nodes interleave, as only soft-NUMA nodes do; soft-NUMA is assumed.")
	}
	if s.soft {
		s.homes(doc)
		return
	}
	s.hardwareNodes(doc)
}

// readGaps compares the entries' CPUs with the count, since a cut log lacks some.
func (s *errorlogStart) readGaps(doc *document) {
	seen := 0
	for _, n := range s.softNodes {
		seen += len(n.CPUs)
	}
	if s.total > 0 && seen < s.total {
		doc.warn(s.lines, "The node entries have %d of %d CPUs: some are missing from the text, or the "+
			"licence or affinity leaves them out. Only those %d are in the machine.", seen, s.total, seen)
		if perSocket := s.shape.coresPerPackage * s.shape.threads; perSocket > 0 && seen%perSocket == 0 {
			s.shape.packages = seen / perSocket
		}
	}
	for i, n := range s.nodes {
		if int(n.id) != i {
			doc.warn(s.lines, "The entry of node %d is missing.", i)
			return
		}
	}
}

// withoutNodes makes nodes of the sockets.
func (s *errorlogStart) withoutNodes(doc *document) {
	if s.shape.packages == 0 || s.shape.packages > topology.MaxNodes || s.total > topology.MaxCPUs {
		return
	}
	perSocket := s.total / s.shape.packages
	for socket := range s.shape.packages {
		n := s.node(topology.NodeID(socket))
		n.told = true
		for i := range perSocket {
			n.cpus = append(n.cpus, topology.CPUID(socket*perSocket+i))
		}
	}
	s.nodeGuess = "The text has no node configuration; every socket is assumed to be a NUMA node, " +
		"CPUs numbered in the order of the sockets."
	s.guessSoftNUMA(doc)
}

// guessSoftNUMA uses the rule that more than 8 cores a node turn soft-NUMA on (SQL Server 2016 and later).
func (s *errorlogStart) guessSoftNUMA(doc *document) {
	if !s.soft && s.shape.coresPerPackage > 8 {
		doc.info(s.lines, "The text does not tell whether soft-NUMA is on.")
	}
}

func (s *errorlogStart) hardwareNodes(doc *document) {
	if s.sockets == nil {
		doc.warn(s.lines, "The text lacks the beginning of the log, where soft-NUMA is reported; the "+
			"nodes are assumed to be hardware nodes.")
	}
	for i := range s.softNodes {
		n := &s.softNodes[i]
		n.MemoryNode = n.ID
		s.adopt(n.ID, n.CPUs)
	}
	s.sortNodes()
}

func (s *errorlogStart) adopt(id topology.NodeID, cpus []topology.CPUID) {
	n := s.node(id)
	n.told, n.lines = true, s.lines
	n.cpus = ascending(append(n.cpus, cpus...))
}

// homes puts soft nodes into hardware nodes. The log does not tell them: a socket is assumed to be one;
// without sockets, nodes that interleave share one, and what else a processor group holds is one.
func (s *errorlogStart) homes(doc *document) {
	what := "every socket is assumed to be a hardware node"
	of := s.socketOf()
	if of == nil {
		what = "every processor group is assumed to be a hardware node"
		of = func(cpu topology.CPUID) topology.NodeID { return topology.NodeID(cpu / topology.GroupSize) }
	}
	for i := range s.softNodes {
		n := &s.softNodes[i]
		if len(n.CPUs) > 0 {
			n.MemoryNode = of(n.CPUs[0])
			s.adopt(n.MemoryNode, n.CPUs)
		}
	}
	s.sortNodes()
	if s.shape.threads == 0 {
		s.shape.threads = 1
		if interleave(s.softNodes) {
			s.shape.threads, s.siblings = 2, siblingsNeighbours
		}
		s.guess = fmt.Sprintf("The text does not tell threads per core; %s assumed from the masks.",
			isOrAre(s.shape.threads))
	}
	doc.warn(s.lines, "Soft-NUMA hides the hardware nodes: %s.", what)
}

func isOrAre(n int) string {
	if n == 1 {
		return "1 is"
	}
	return fmt.Sprintf("%d are", n)
}

// socketOf counts CPUs off, in the order of their numbers, into sockets; nil if the text does not tell
// sockets or if the CPUs are not all there.
func (s *errorlogStart) socketOf() func(topology.CPUID) topology.NodeID {
	var all []topology.CPUID
	for _, n := range s.softNodes {
		all = append(all, n.CPUs...)
	}
	all = ascending(all)
	if s.shape.packages == 0 || len(all) != s.total {
		return nil
	}
	perSocket := max(1, s.total/s.shape.packages)
	return func(cpu topology.CPUID) topology.NodeID {
		place, _ := slices.BinarySearch(all, cpu)
		return topology.NodeID(place / perSocket)
	}
}

func (n nodeEntry) softNodes() []SoftNode {
	row := osNode{id: n.id, memory: topology.NoNode, mask: n.mask, live: n.active & n.mask, group: n.group}
	if row.live == 0 && row.mask != 0 {
		row.state = "OFFLINE"
	}
	return row.softNodes()
}
