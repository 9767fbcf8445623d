package sqlserver

import (
	"schedlab/engine/host"
	"schedlab/engine/setting"
	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// logWriters write the log for which commits wait. They run on hidden schedulers, each bound to a CPU that a
// visible scheduler has too: when one is woken, the operating system takes the CPU from the visible one.
// Sources: SQL Server Log Writer Workers, Bob Dorr; SQL Server 2016 log writers, techcommunity ba-p/318732.
type logWriters struct {
	first    int32 // position of the first hidden scheduler in the layout
	lanes    []trace.Lane
	all      []logWriter
	queues   host.RunQueues
	byWorker []int32 // positions in all, by host.Worker
	storage  *storage
}

// logWriter is one of them, with the commits that wait for it. What comes while it is at work goes out
// together: group commit.
type logWriter struct {
	worker  int32
	busy    bool
	waiting []logged
}

// logged is log that a task waits for.
type logged struct {
	slot  int32
	bytes int64
}

// blockBytes is the largest write of the log; sectorBytes the least. Source: sql-docs, SQL Server transaction
// log architecture and management guide: log blocks of 512 bytes to 60 KB.
const (
	blockBytes  = 60 << 10
	sectorBytes = 512
)

// flushCPU is the CPU time of a log writer for each write.
// assumed: the cost of an asynchronous write in the operating system.
const flushCPU = 10 * sim.Microsecond

// hiddenID is the number of the first hidden scheduler. Source: sys.dm_os_schedulers, ids from 1048576 on are
// those of hidden schedulers.
const hiddenID = 1_048_576

// place decides how many there are and on which CPUs, and adds their schedulers to the layout.
// Source: from 2017 on min(2 × nodes, CPUs of a node, 4 or 8), before that one a node up to 4, all on node 0.
// assumed: on a node they take its CPUs from the second on, as was seen in 2018 (CPUs 1 to 4); from 2017 on
// nodes take turns.
func (w *logWriters) place(s *instance, values setting.Values, layout *trace.Layout) {
	w.first = int32(len(layout.Lanes))
	if !s.env.Writes && len(s.storage.records) == 0 {
		return
	}
	rules := s.storage.rules
	count := min(int64(len(s.nodes))*rules.perNode, int64(len(s.nodes[0].lanes)), rules.writers)
	if n := values.Number(logWritersName); n > 0 {
		count = n
	}
	for i := range int(count) {
		node := 0
		if !rules.nodeZero {
			node = i % len(s.nodes)
		}
		lanes := s.nodes[node].lanes
		at := layout.Lanes[lanes[(1+w.on(layout.Lanes[lanes[0]].Group))%len(lanes)]]
		at.Number, at.Hidden = int32(hiddenID+i), true
		w.lanes = append(w.lanes, at)
		layout.Lanes = append(layout.Lanes, at)
	}
}

// on counts the hidden schedulers that are already in a node.
func (w *logWriters) on(group int) (n int) {
	for _, l := range w.lanes {
		if l.Group == group {
			n++
		}
	}
	return n
}

// split shares the CPUs between the visible schedulers and the hidden ones, and makes queues for the latter.
func (w *logWriters) split(s *instance, layout *trace.Layout, cpus []host.Processor, rules host.Rules) {
	if len(w.lanes) == 0 {
		return
	}
	w.storage = s.storage
	urgent := make([]host.Processor, len(w.lanes))
	for i, hidden := range w.lanes {
		for at := range cpus {
			if layout.Lanes[at].CPU == hidden.CPU {
				cpus[at], urgent[i] = host.Pair(cpus[at])
			}
		}
	}
	w.queues = s.env.Queues(host.Queues{Kernel: s.env.Kernel, Trace: s.env.Trace, CPUs: urgent,
		First: s.first + trace.LaneID(w.first), Ender: w, More: w, Rules: rules})
}

// start makes the workers; they sleep.
func (w *logWriters) start(s *instance) {
	st := s.storage
	for i := range w.lanes {
		worker := int32(len(st.workers))
		slot := s.openBackground(roleLog, w.first+int32(i), worker)
		st.workers = append(st.workers, background{slot: slot, role: roleLog, idle: logQueue})
		w.all = append(w.all, logWriter{worker: worker})
		s.move(slot, trace.Runnable, trace.NoReason)
		s.move(slot, trace.Suspended, logQueue)
	}
}

// append gives log to the writer of a database. The task in the slot is woken when it is on the device.
func (w *logWriters) append(st *storage, db *database, slot int32, bytes int64) {
	writer := &w.all[int(db.id)%len(w.all)]
	writer.waiting = append(writer.waiting, logged{slot, bytes})
	if !writer.busy {
		writer.busy = true
		st.call(writer.worker)
	}
}

// withdraw forgets a task that is killed.
func (w *logWriters) withdraw(slot int32) {
	for i := range w.all {
		kept := w.all[i].waiting[:0]
		for _, l := range w.all[i].waiting {
			if l.slot != slot {
				kept = append(kept, l)
			}
		}
		w.all[i].waiting = kept
	}
}

// wake puts a writer on its hidden scheduler.
func (w *logWriters) wake(worker int32) {
	s := w.storage.instance
	slot := w.storage.workers[worker].slot
	i := s.tasks.all[slot].lane - w.first
	s.move(slot, trace.Runnable, trace.NoReason)
	on := w.queues.Enqueue(int(i), host.Job{Task: s.tasks.all[slot].id, Work: workOf(flushCPU)})
	for int(on) >= len(w.byWorker) {
		w.byWorker = append(w.byWorker, -1)
	}
	w.byWorker[on] = i
	s.tasks.all[slot].worker = on
}

// Extend implements host.Extender: what waits goes out in one write, as far as it fits into a block.
func (w *logWriters) Extend(on host.Worker, _ trace.TaskID) host.Work {
	st := w.storage
	writer := &w.all[w.byWorker[on]]
	var bytes int64
	n := 0
	for n < len(writer.waiting) && (n == 0 || bytes+writer.waiting[n].bytes <= blockBytes) {
		bytes += writer.waiting[n].bytes
		n++
	}
	if n == 0 { // everybody who waited was killed
		return 0
	}
	done := w.send(max(bytes, sectorBytes))
	for _, l := range writer.waiting[:n] {
		st.instance.env.Kernel.Set(st.instance.tasks.all[l.slot].timer, done, sim.Arrive)
	}
	writer.waiting = append(writer.waiting[:0], writer.waiting[n:]...)
	if len(writer.waiting) > 0 {
		return workOf(flushCPU)
	}
	return 0
}

// send writes so many bytes; what is larger than a block goes out in several writes at once.
func (w *logWriters) send(bytes int64) (done sim.Time) {
	st := w.storage
	for left := bytes; left > 0; left -= blockBytes {
		size := (min(left, blockBytes) + sectorBytes - 1) / sectorBytes * sectorBytes
		done = max(done, st.log.Send(st.now(), size))
		st.counters.logBytes += size
		st.counters.flushes++
	}
	st.counters.stir(st)
	return done
}

// Ended implements host.Ender: the writer sleeps.
func (w *logWriters) Ended(on host.Worker, _ trace.TaskID) {
	writer := &w.all[w.byWorker[on]]
	writer.busy = false
	w.storage.rest(writer.worker)
	if len(writer.waiting) > 0 {
		writer.busy = true
		w.storage.call(writer.worker)
	}
}
