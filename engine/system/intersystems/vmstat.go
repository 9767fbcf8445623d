package intersystems

import (
	"strconv"

	"schedlab/engine/sim"
	"schedlab/engine/system"
	"schedlab/engine/trace"
)

// vmstatTable is the line that vmstat 5 would print last, its columns of processes and CPUs:
//
//   - r: runnable processes, those on a CPU included
//   - b: processes in uninterruptible sleep. simplified: always 0, since a wait of the model is not told
//     apart from one for the network or a lock, which sleeps interruptibly
//   - us, sy: time of CPUs at work. simplified: the kernel's part of it is counted as us
//   - wa: idle time with a disk request outstanding. simplified: always 0, counted as id for the same reason
//   - st: time that a hypervisor gave to others, where the guest is told of it
//
// Source: vmstat(8); proc(5), /proc/stat.
func vmstatTable() system.Table {
	names := []string{"r", "b", "us", "sy", "id", "wa", "st"}
	columns := make([]system.Column, len(names))
	for i, name := range names {
		columns[i] = system.Column{Name: name, Numeric: true}
	}
	return system.Table{Name: "vmstat", Title: "run queue and CPUs, last 5 s", Columns: columns,
		Rows: func(r system.Reading) [][]string {
			p := pictureOf(r)
			lost, shown := stolen(r, p.span)
			us, id, st := shares(usage{p.all(), p.busy, lost}, shown)
			return [][]string{{strconv.FormatInt(p.runnable, 10), "0", us, "0", id, "0", st}}
		}}
}

// stolen is how long the instance's CPUs, together, had work in the recent past but were kept from it by a
// hypervisor, and whether the guest is told of it. On bare metal there is no such time. A guest is told of
// ready time only. Source: Linux commit ab02bb3f55f5 (the steal clock of VMware); VMware operations guide.
func stolen(r system.Reading, span sim.Time) (lost sim.Time, shown bool) {
	host, guest, ok := r.Ledger.Guest(r.Layout().Guest)
	if !ok || r.Layout().Guest == "" {
		return 0, false
	}
	shown = r.Ledger.Instances[host].Layout.Host.Guests[guest].Steal
	return lostBy(r.Ledger, host, guest, shown) - lostBy(r.Log.Before(r.At-span), host, guest, shown), shown
}

// lostBy is how long a guest's virtual CPUs stood still until the ledger's instant; of co-stop a guest with a
// steal clock is not told.
func lostBy(l *trace.Ledger, host trace.InstanceID, guest int, shown bool) (lost sim.Time) {
	for _, v := range l.VirtualCPUs(host, guest) {
		if v == nil {
			continue
		}
		lost += v.Runnable + v.Limited
		isReady := v.State == trace.Runnable || v.State == trace.Limited
		if !shown {
			lost += v.CoStop
			isReady = isReady || v.State == trace.CoStop
		}
		if isReady {
			lost += l.At - v.Since
		}
	}
	return lost
}

// usage is time of all CPUs together: busy is with work to do, lost the part of that in which a
// hypervisor let others go first.
type usage struct{ all, busy, lost sim.Time }

// shares are the columns of a usage in per cent. A guest that is not told what it lost does not see that time
// at all: its clock stood still.
func shares(u usage, shown bool) (us, id, st string) {
	whole := u.all
	if !shown {
		whole -= u.lost
		st = "0"
	} else {
		st = percent(u.lost, whole)
	}
	return percent(u.busy-u.lost, whole), percent(u.all-u.busy, whole), st
}

// percent is a part in per cent, rounded as the tool does.
func percent(part, of sim.Time) string {
	if of <= 0 {
		return "0"
	}
	return strconv.FormatInt(int64((part*100+of/2)/of), 10)
}
