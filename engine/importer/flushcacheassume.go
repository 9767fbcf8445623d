package importer

import (
	"strings"
)

// Era says whether a message comes from before the version of 2016, which changed how checkpoints write.
// Source: Changes in SQL Server 2016 Checkpoint Behavior, Mike Ruthruff.
type Era uint8

// Eras.
const (
	AnyEra     Era = iota // not known
	Before2016            // writes of 256 KB at most; throttled above 20 ms
	From2016              // writes of 1 MB at most; throttled above 50 ms
)

// largestWrite is in pages, latencyLimit in milliseconds; of an unknown version the more careful one.
func (e Era) largestWrite() int64 {
	if e == Before2016 {
		return 32
	}
	return 128
}

func (e Era) latencyLimit() int64 {
	if e == From2016 {
		return 50
	}
	return 20
}

// Assumptions are what a message does not tell but its explanation needs. Zero values stand for what is
// usual: see each.
type Assumptions struct {
	PoolMB          int64  // size of the buffer pool in MiB; 0 = not known
	PoolSource      string // who told it; empty = the user
	ScanNs          int64  // ns that a scan takes for each buffer; 0 = 66, inferred from two published scans
	ScanTasks       int64  // that share a scan; 0 = 1, as before the version of 2022
	RecoverySeconds int64  // the recovery interval; 0 = 60
	TargetSeconds   int64  // target recovery time to compare with; 0 = 60, the default of new databases
	RedoPerSecond   int64  // pages a second that recovery redoes; 0 = 2,000. assumed: 0.5 ms a read
	IntervalSeconds int64  // from one checkpoint of the database to the next; 0 = not known
	Era             Era
	SlowIOs         int64 // requests beyond 15 s that the same text tells of
}

// Sizes that are usual.
const (
	usualScan     = 66 // ns; 204,640,239 buffers in 14 s and 19,932,814 in 1.308 s: 68.4 and 65.6
	usualRecovery = 60 // s
	usualTarget   = 60 // s
	usualRedo     = 2000
	bufsPerMB     = 128 // of 8 KiB
)

// complete has the usual in the place of zeros, and the era that the message proves.
func (a Assumptions) complete(f FlushCache) Assumptions {
	usual := func(n *int64, value int64) {
		if *n <= 0 {
			*n = value
		}
		*n = min(*n, maxAssumption)
	}
	usual(&a.ScanNs, usualScan)
	usual(&a.ScanTasks, 1)
	usual(&a.RecoverySeconds, usualRecovery)
	usual(&a.TargetSeconds, usualTarget)
	usual(&a.RedoPerSecond, usualRedo)
	a.ScanNs, a.ScanTasks = min(a.ScanNs, maxScan), min(a.ScanTasks, maxScanTasks)
	a.PoolMB = min(max(a.PoolMB, 0), maxTypedPool)
	a.IntervalSeconds = min(a.IntervalSeconds, maxAssumption)
	if a.Era == AnyEra {
		a.Era = f.era()
	}
	return a
}

// maxAssumption bounds what users type, so that no product of two overflows.
const maxAssumption = 1_000_000_000

// maxTypedPool is 64 TiB. assumed: the largest machines on sale have half of that.
const maxTypedPool = 64 << 20

// era is what the message proves: a mean of more than 32 pages a write, or a date before 2016.
func (f FlushCache) era() Era {
	switch {
	case f.Writes > 0 && f.Bufs > 32*f.Writes:
		return From2016
	case f.At != "" && strings.Compare(f.At, "2016") < 0:
		return Before2016
	}
	return AnyEra
}

// Assume gives what the rest of the text tells for the explanation of a message: the pool and the speed of a
// scan from a message about one, and slow I/O of the same database.
func (t FlushCaches) Assume(f FlushCache) Assumptions {
	var a Assumptions
	var best PoolScan
	for _, s := range t.Scans {
		if s.Iterated > best.Iterated {
			best = s
		}
	}
	if best.Iterated > 0 {
		a.PoolMB = min(ratio(best.Iterated, 1, bufsPerMB), maxTypedPool)
		a.PoolSource = "the message about a scan in line " + digits(int64(best.Line))
		a.ScanNs = min(ratio(best.Milliseconds, 1_000_000, best.Iterated), maxScan)
	}
	for _, s := range t.Slow {
		if s.Database == f.Database || s.Database == Untold || f.Database == Untold {
			a.SlowIOs += s.Requests
		}
	}
	return a
}

// Bounds of ns a buffer and of tasks. assumed: what took longer waited for something else than memory; a task
// has a CPU.
const maxScan, maxScanTasks = 10_000, 4096

// throughput is hundredths of MiB a second by the message's own counts; Untold without them.
func (f FlushCache) throughput() int64 {
	if f.Milliseconds <= 0 {
		return Untold
	}
	return ratio(f.Bufs, 3125, 4*f.Milliseconds) // 8 KiB × 1,000 ms × 100 ÷ MiB = 781.25
}

// writesPerSecond is hundredths, by the message's own counts.
func (f FlushCache) writesPerSecond() int64 {
	if f.Milliseconds <= 0 {
		return Untold
	}
	return ratio(f.Writes, 100_000, f.Milliseconds)
}

// agrees compares hundredths as they are printed with those computed. Products cut or round the last one.
func agrees(printed, computed int64) bool {
	return printed == Untold || computed == Untold || printed >= computed-1 && printed <= computed+1
}
