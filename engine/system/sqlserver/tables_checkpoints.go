package sqlserver

import (
	"schedlab/engine/sim"
	"schedlab/engine/system"
)

// unknown is what a cell holds that is not known yet, as the product prints it.
const unknown = "NULL"

// checkpointsTable has a row a checkpoint that has begun; times of one that goes on are so far, and its
// writes are known when it is over. due and began count from the beginning of the run; mb_per_s is over all
// of its time, as FlushCache tells it. It is none of the product's own tables.
func checkpointsTable() system.Table {
	c := columns("database kind due began waited_s took_s scan_s write_s pages writes pages_per_write "+
		"avoided "+
		"mb_per_s", "database", "kind", "due", "began")
	c[0].Key = false
	return system.Table{Name: "Checkpoints", Title: "Checkpoints until now", Columns: c,
		Rows: func(r system.Reading) [][]string {
			all, _ := checkpointsOf(r)
			s, databases := newSheet(c, len(all)), listedOf(r)
			for i := range all {
				s.text(databaseNamed(databases, all[i].Of)).checkpoint(r, &all[i])
			}
			return s.rows()
		}}
}

func (s *sheet) checkpoint(r system.Reading, c *checkpoint) *sheet {
	due := unknown
	if c.due != nil {
		due = clock(c.due.Begin)
	}
	all := took(c.Range, r.At)
	s.text(kindText(c), due, clock(c.Begin), inSeconds(took(c.due, r.At)), inSeconds(all),
		inSeconds(took(c.scan, r.At)), inSeconds(took(c.write, r.At)))
	if !c.isOver(r.At) {
		return s.number(fact(c.write, factPages, r.At)).text(unknown, unknown, unknown, unknown)
	}
	pages, writes := fact(c.Range, factPages, r.At), fact(c.Range, factWrites, r.At)
	perWrite := unknown
	if writes > 0 {
		perWrite = hundredths(pages, writes)
	}
	return s.number(pages, writes).text(perWrite).number(fact(c.Range, factAvoided, r.At)).
		text(hundredths(pages*pageBytes/1024*1000, max(int64(all/sim.Millisecond), 1)*1024))
}

// kindText is what makes a checkpoint.
func kindText(c *checkpoint) string {
	switch c.Why {
	case indirect:
		return "indirect"
	case manual:
		return "manual"
	case internal:
		return "internal"
	}
	return "automatic"
}

// inSeconds writes a duration in s with two places, rounded to the nearest.
func inSeconds(t sim.Time) string {
	return hundredths(int64(t/sim.Microsecond), int64(sim.Second/sim.Microsecond))
}

// recoveryTable has a row a record of the form of databases: what a crash of now would cost. Of several
// alike, dirty_pages are those of all of them, and recovery_s is that of the slowest. It is none of the
// product's own tables.
func recoveryTable() system.Table {
	c := columns("database databases target_s dirty_pages allowed_pages recovery_s checkpoints", "database",
		"checkpoints")
	c[0].Key = false
	return system.Table{Name: "Recovery if it crashed now", Title: "What a crash now would cost", Columns: c,
		Rows: func(r system.Reading) [][]string {
			databases := listedOf(r)
			s := newSheet(c, len(databases))
			for i := range databases {
				s.recovery(r, &databases[i])
			}
			return s.rows()
		}}
}

func (s *sheet) recovery(r system.Reading, l *listed) {
	kind, allowed := "automatic", unknown
	switch {
	case l.On(readOnlyName):
		kind = "none: read-only"
	case l.target() > 0:
		kind, allowed = "indirect", plain(l.allowed(r.Values)*int64(l.count))
	}
	s.text(l.name).number(int64(l.count), int64(l.target()/sim.Second),
		amount(r, "buffer.dirty_pages", l.first)).
		text(allowed, inSeconds(sim.Time(amount(r, "recovery.estimate", l.first))), kind)
}
