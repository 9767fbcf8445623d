package sqlserver

import "schedlab/engine/host"

// lazyWriter is the worker that keeps some buffers of a memory node free: there is one for each memory node.
// Source: sql-docs, soft-numa-sql-server.md.
type lazyWriter struct {
	node   int
	worker int32 // -1 = the node has no scheduler
	flush  flush
	awake  bool
}

// Share of a node's buffers below which its lazy writer wakes, and to which it brings the free ones again,
// in permille. assumed: the product's own bounds are not published.
const (
	lowFree  = 2
	highFree = 4
)

// freeCPU is the time to give up a clean page. assumed: as for looking at a buffer, twice.
const freeCPU = 130

// stir tells that a buffer of the node was taken.
func (l *lazyWriter) stir(st *storage) {
	n := &st.pool.nodes[l.node]
	if l.awake || l.worker < 0 || n.free*1000 >= n.total*lowFree {
		return
	}
	l.awake = true
	st.call(l.worker)
}

// wake decides what to give up: clean and dirty pages as they come, by their shares of the node.
func (l *lazyWriter) wake(st *storage) {
	n := &st.pool.nodes[l.node]
	want := max(n.total*highFree/1000-n.free, 1)
	dirty := st.dirtiest(l.node)
	l.flush = flush{node: l.node, free: true}
	if dirty != nil {
		all := n.total - n.free
		l.flush.db = dirty
		l.flush.left = min(want*(all-n.clean)/max(all, 1), dirty.dirty[l.node])
	}
	given := min(want-l.flush.left, n.clean)
	n.clean -= given
	n.free += given
	st.counters.stir(st)
	if l.flush.left > 0 {
		l.flush.begin(st)
	}
	st.compute(l.worker, host.Work(given*freeCPU)*host.Work(host.Full)+workOf(wakeCPU))
}

// dirtiest is the database with most dirty pages in a node of the pool; nil = there is none.
// simplified: dirty pages that are given up are those of one database at a time.
func (st *storage) dirtiest(node int) *database {
	var most *database
	for i := range st.databases {
		db := &st.databases[i]
		if db.dirty[node] > 0 && (most == nil || db.dirty[node] > most.dirty[node]) {
			most = db
		}
	}
	return most
}

func (l *lazyWriter) goOn(st *storage) host.Work {
	f := &l.flush
	if f.chunk > 0 {
		f.issued(st)
	}
	if f.left == 0 {
		return 0
	}
	return f.next(st)
}

func (l *lazyWriter) pause(st *storage) {
	l.awake = false
	st.rest(l.worker)
	l.stir(st)
}
