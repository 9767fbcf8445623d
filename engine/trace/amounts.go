package trace

// wholes keeps the sum of each Whole up to date, so that a law costs no more than the amounts that change.
type wholes struct {
	from []int32 // by series: where its entries of `in` begin, and one more for the end; clones share it
	in   []int32 // wholes that the series is a part of; clones share it
	sums []wholeSum
}

// wholeSum is the state of one law.
type wholeSum struct {
	sum     int64
	changed bool // in this instant
	judged  bool // a part of it has been told
	broken  bool // and Ledger.Broken says so
}

// wholeRef names a law of an instance.
type wholeRef struct {
	instance InstanceID
	whole    int32
}

func newWholes(layout *Layout) wholes {
	if len(layout.Wholes) == 0 {
		return wholes{}
	}
	w := wholes{from: make([]int32, len(layout.Series)+1), sums: make([]wholeSum, len(layout.Wholes))}
	for _, whole := range layout.Wholes {
		for _, part := range whole.Parts {
			w.from[part+1]++
		}
	}
	for i := range layout.Series {
		w.from[i+1] += w.from[i]
	}
	w.in = make([]int32, w.from[len(layout.Series)])
	next := append([]int32(nil), w.from...)
	for i, whole := range layout.Wholes {
		for _, part := range whole.Parts {
			w.in[next[part]] = int32(i)
			next[part]++
		}
	}
	return w
}

// of gives the laws about a series.
func (w *wholes) of(series int32) []int32 {
	if len(w.sums) == 0 {
		return nil
	}
	return w.in[w.from[series]:w.from[series+1]]
}

// tell folds an event about a series or a range.
func (l *Ledger) tell(e Event) {
	switch {
	case e.Thing == RangeThing:
		l.tellRange(e)
	case e.Kind == Counter:
		l.tellAmount(e)
	}
}

func (l *Ledger) tellAmount(e Event) {
	in := &l.Instances[e.Instance]
	if e.Who < 0 || int(e.Who) >= len(in.Amounts) {
		l.broken(in.Layout.Name + ": an amount of series " + itoa(int64(e.Who)) + ", which it has not")
		return
	}
	was := in.Amounts[e.Who]
	in.Amounts[e.Who] = e.Value
	switch {
	case e.Value < 0:
		l.broken(in.seriesName(e.Who) + " is " + itoa(e.Value) + " at " + e.At.String())
	case e.Value < was && in.Layout.Series[e.Who].Sum:
		l.broken(in.seriesName(e.Who) + " goes down from " + itoa(was) + " to " + itoa(e.Value) + " at " +
			e.At.String())
	}
	for _, i := range in.wholes.of(e.Who) {
		w := &in.wholes.sums[i]
		w.sum += e.Value - was
		w.judged = true
		if !w.changed {
			w.changed = true
			l.changed = append(l.changed, wholeRef{e.Instance, i})
		}
	}
}

// checkWholes checks the laws about amounts that changed in the instant that ends.
func (l *Ledger) checkWholes() {
	for _, c := range l.changed {
		in := &l.Instances[c.instance]
		w := &in.wholes.sums[c.whole]
		w.changed = false
		holds := w.sum == in.Layout.Wholes[c.whole].Total
		if !holds && !w.broken {
			l.broken(in.brokenWhole(int(c.whole)) + " at " + l.At.String())
		}
		w.broken = !holds
	}
	l.changed = l.changed[:0]
}

// brokenWhole says in words what the parts of a law are. Parts of nothing are left out.
func (in *Instance) brokenWhole(at int) string {
	const most = 8 // parts; a whole may have thousands
	whole := &in.Layout.Wholes[at]
	text, shown, more := "", 0, 0
	for _, part := range whole.Parts {
		switch value := in.Amounts[part]; {
		case value == 0:
		case shown == most:
			more++
		default:
			if shown++; shown > 1 {
				text += " + "
			}
			text += itoa(value) + " " + in.Layout.Series[part].name()
		}
	}
	if more > 0 {
		text += " + " + itoa(int64(more)) + " more"
	}
	if shown > 0 {
		text += " = "
	}
	return in.Layout.Name + ": " + whole.Name + ": " + text + itoa(in.wholes.sums[at].sum) + " is not " +
		itoa(whole.Total)
}

func (in *Instance) seriesName(at int32) string {
	return in.Layout.Name + ": " + in.Layout.Series[at].name()
}

func (s *Series) name() string {
	if s.Label == "" {
		return s.Metric
	}
	return s.Metric + " (" + s.Label + ")"
}

// endedRanges is a bit a range: it has ended.
type endedRanges []uint64

func (e *endedRanges) add(at int32) {
	for int(at)/64 >= len(*e) {
		*e = append(*e, 0)
	}
	(*e)[at/64] |= 1 << (at % 64)
}

func (e endedRanges) has(at int32) bool { return int(at)/64 < len(e) && e[at/64]>>(at%64)&1 == 1 }

func (l *Ledger) tellRange(e Event) {
	in := &l.Instances[e.Instance]
	known := e.Who >= 0 && e.Who < in.Ranges
	switch {
	case e.Kind == RangeBegin && e.Who != in.Ranges:
		l.brokenRange(in, e, "begins, although "+itoa(int64(in.Ranges))+" is next")
	case e.Kind == RangeBegin:
		if !in.Layout.hasRange(e.Why) {
			l.brokenRange(in, e, "is of a kind that is not declared")
		}
		in.Ranges++
		in.Open++
	case e.Kind == RangeEnd && (!known || in.ended.has(e.Who)):
		l.brokenRange(in, e, "ends, but does not go on")
	case e.Kind == RangeEnd:
		in.Open--
		in.ended.add(e.Who)
	case e.Kind == Note && !known:
		l.brokenRange(in, e, "has a fact before it begins")
	}
}

func (l *Ledger) brokenRange(in *Instance, e Event, what string) {
	l.broken(in.Layout.Name + ": range " + itoa(int64(e.Who)) + " " + what + ", at " + e.At.String())
}

func (l *Layout) hasRange(why Reason) bool {
	for i := range l.Ranges {
		if l.Ranges[i].Why == why {
			return true
		}
	}
	return false
}
