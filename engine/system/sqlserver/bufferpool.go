package sqlserver

import (
	"schedlab/engine/setting"
	"schedlab/engine/topology"
	"schedlab/engine/trace"
)

// bufferPool is the memory for pages, by memory node. At every instant dirty + clean + free = total, for each
// node.
type bufferPool struct {
	buffers int64
	nodes   []poolNode
	of      []int // positions in nodes, by hardware node
}

// poolNode is the part of the pool in one memory node.
type poolNode struct {
	hardware           int
	group              int // among the layout's groups
	total, clean, free int64
}

// unknownPool is the pool of a machine whose memory nobody told, in MB. assumed: a common small server.
const unknownPool = 64 << 10

// poolMB is the size of the pool in MB that the settings ask for.
// assumed: 80 % of the memory is left to it by the operating system and the server's other memory.
func poolMB(m topology.Machine, values setting.Values) int64 {
	if mb := values.Number(poolSizeName); mb > 0 {
		return mb
	}
	if memory := memoryMB(m); memory > 0 {
		return max(memory*8/10, 1)
	}
	return unknownPool
}

// memoryMB is the machine's memory in MB; 0 = nobody told.
func memoryMB(m topology.Machine) int64 {
	var sum int64
	for _, n := range m.Nodes {
		if n.Memory > 0 {
			sum += int64(n.Memory) >> 20
		}
	}
	return sum
}

// newBufferPool spreads the pool evenly over the memory nodes with schedulers.
func newBufferPool(m topology.Machine, values setting.Values, layout *trace.Layout) bufferPool {
	p := bufferPool{buffers: poolMB(m, values) << 20 / pageBytes, of: make([]int, len(m.Nodes))}
	group := 0
	for n := range m.Nodes {
		p.of[n] = -1
		if len(m.Nodes[n].CPUs) == 0 {
			continue
		}
		p.of[n] = len(p.nodes)
		p.nodes = append(p.nodes, poolNode{hardware: n, group: group})
		group++ // memory nodes come first among the groups, in this order
	}
	for i := range p.nodes {
		share := p.buffers * int64(i+1) / int64(len(p.nodes))
		p.nodes[i].total = share - p.buffers*int64(i)/int64(len(p.nodes))
		p.nodes[i].free = p.nodes[i].total
	}
	return p
}

// warm fills the pool with the parts of the databases that are changed: they are in memory when the run
// begins, as far as there is room beside what lazy writers keep free.
func (p *bufferPool) warm(databases []database) {
	var pages int64
	for i := range databases {
		pages += databases[i].pages
	}
	pages = min(pages, p.buffers)
	for i := range p.nodes {
		n := &p.nodes[i]
		n.clean = pages*int64(i+1)/int64(len(p.nodes)) - pages*int64(i)/int64(len(p.nodes))
		n.clean = min(n.clean, n.total-n.total*highFree/1000)
		n.free = n.total - n.clean
	}
}

// dirty takes pages that become dirty: from the clean ones of a node, then from those of the others, then
// from free buffers. It gives how many it found, by node.
func (p *bufferPool) dirty(node int, pages int64, found []int64) int64 {
	left := pages
	take := func(from *int64, at int) {
		n := min(*from, left)
		*from -= n
		left -= n
		found[at] += n
	}
	take(&p.nodes[node].clean, node)
	for at := 0; at < len(p.nodes) && left > 0; at++ {
		take(&p.nodes[at].clean, at)
	}
	take(&p.nodes[node].free, node)
	for at := 0; at < len(p.nodes) && left > 0; at++ {
		take(&p.nodes[at].free, at)
	}
	return pages - left
}

// read takes a buffer for a page that is read: a free one, or else a clean one whose page is given up.
func (p *bufferPool) read(node int) {
	n := &p.nodes[node]
	if n.free > 0 {
		n.free--
		n.clean++
	}
}
