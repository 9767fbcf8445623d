package view

import (
	"sort"

	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// waitRow is a wait type in the window of measurement.
type waitRow struct {
	in      trace.InstanceID
	why     trace.Reason
	account trace.WaitAccount
	now     int      // tasks that are waiting
	soFar   sim.Time // how long those have waited
}

// WaitRows are the rows of the waits table: what finished in the window of measurement until the instant,
// and what is still going on then.
func WaitRows(s *Source, ledger *trace.Ledger) Rows {
	table := s.waits(ledger)
	out := Rows{Note: "measured from " + Clock(s.Measure[0], 1) + " to now", Columns: []Column{{"wait type",
		false},
		{"waits", true}, {"total, s", true}, {"resource, s", true}, {"signal, s", true}, {"mean, ms", true},
		{"waiting now", true}, {"reading", false}}}
	switch {
	case ledger.At < s.Measure[0]:
		out.Note = "measuring begins at " + Clock(s.Measure[0], 1)
	case s.Measure[1] > 0 && ledger.At > s.Measure[1]:
		out.Note = "measured from " + Clock(s.Measure[0], 1) + " to " + Clock(s.Measure[1], 1)
	}
	all := sim.Time(0)
	for i := range table {
		if !s.isIdle(table[i].in, table[i].why) {
			all += table[i].account.Total()
		}
	}
	for i := range table {
		r := &table[i]
		mean := "–"
		if r.account.Count > 0 {
			mean = Millis(r.account.Total()/sim.Time(r.account.Count), 2)
		}
		out.add(pickedWait(r.in, r.why), s.prefix(r.in)+s.cause(r.in, r.why),
			Number(r.account.Count),
			Seconds(r.account.Total(), 1), Seconds(r.account.Resource, 1), Seconds(r.account.Signal, 1), mean,
			number(r.now), s.explain(r, ledger))
		share := 0.0 // workers that have nothing to do are no load
		if !s.isIdle(r.in, r.why) {
			share = float64(r.account.Total()) / float64(max(all, 1))
		}
		out.Shares = append(out.Shares, share)
	}
	return out
}

// waits are the accounts of the wait types that occur, or that the product explains, the longest first.
func (s *Source) waits(ledger *trace.Ledger) []waitRow {
	s.window()
	var rows []waitRow
	for in := range ledger.Instances {
		until := &ledger.Instances[in]
		if s.Measure[1] > 0 && ledger.At > s.Measure[1] {
			until = &s.until.Instances[in]
		}
		now := waitingNow(s, ledger, trace.InstanceID(in))
		for why := range until.Waits {
			r := now[why]
			r.in, r.why = trace.InstanceID(in), trace.Reason(why)
			if ledger.At >= s.Measure[0] {
				r.account = difference(until.Waits[why], s.before.Instances[in].Waits[why])
			}
			if r.account.Count > 0 || r.now > 0 || s.explained(r.in, why) {
				rows = append(rows, r)
			}
		}
	}
	sort.SliceStable(rows, func(a, b int) bool {
		x, y := &rows[a], &rows[b]
		if s.isIdle(x.in, x.why) != s.isIdle(y.in, y.why) {
			return s.isIdle(y.in, y.why)
		}
		if x.account.Total() != y.account.Total() {
			return x.account.Total() > y.account.Total()
		}
		return x.soFar > y.soFar
	})
	return rows
}

// window finds the states at the ends of the window of measurement.
func (s *Source) window() {
	if s.before == nil {
		s.before = s.Log.Before(s.Measure[0])
		s.until = s.Log.Before(s.Measure[1])
	}
}

func difference(a, b trace.WaitAccount) trace.WaitAccount {
	return trace.WaitAccount{Count: a.Count - b.Count, Resource: a.Resource - b.Resource,
		Signal: a.Signal - b.Signal,
		Max:    a.Max}
}

// waitingNow counts the tasks that wait, by wait type: for the resource, for the CPU after it, or for a
// worker.
func waitingNow(s *Source, ledger *trace.Ledger, in trace.InstanceID) []waitRow {
	now := make([]waitRow, len(ledger.Instances[in].Waits))
	for i := range ledger.Tasks {
		t := &ledger.Tasks[i]
		waits := t.State.Waits() || t.State == trace.Runnable
		if !waits || int(t.Why) >= len(now) || s.Floor().Lanes[t.Lane].Instance != in {
			continue
		}
		now[t.Why].now++
		now[t.Why].soFar += ledger.At - t.Since
	}
	return now
}

func (s *Source) explained(in trace.InstanceID, why int) bool {
	causes := s.Part(in).Description.Causes
	return why < len(causes) && causes[why].Explain != nil
}

// explain reads a row aloud, in the product's words where it has some.
func (s *Source) explain(r *waitRow, ledger *trace.Ledger) string {
	causes := s.Part(r.in).Description.Causes
	if int(r.why) >= len(causes) {
		return ""
	}
	if c := &causes[r.why]; c.Explain != nil {
		return c.Explain(s.reading(ledger, r.in), r.account)
	} else if r.now == 0 || r.account.Count > 0 {
		return c.Help
	}
	return counted(r.now, "task") + " wait, " + Seconds(r.soFar, 1) + " s so far"
}

// pickedWait is a wait type of an instance.
func pickedWait(in trace.InstanceID, why trace.Reason) Picked {
	return Picked{PickedWait, int32(in)<<16 | int32(why)}
}

// waitOf is the wait type that is picked.
func waitOf(id int32) (in trace.InstanceID, why trace.Reason) {
	return trace.InstanceID(id >> 16), trace.Reason(id & 0xffff)
}
