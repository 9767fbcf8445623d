package importer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// assemble puts the records of each message together. Logs have them in order, viewers that show the newest
// first in the reverse one, people in any; of several sessions they may alternate.
func (r *flushReader) assemble() {
	reversed := r.heads > 1 && newestFirst(r.doc)
	for _, parts := range bySession(r.parts) {
		r.join(parts, reversed)
	}
	slices.SortStableFunc(r.found.Messages, func(a, b FlushCache) int { return cmp.Compare(a.Line, b.Line) })
}

// bySession parts the records by who logged them, if all of them tell it: a wrapped line has the session at
// its beginning only.
func bySession(parts []flushPart) [][]flushPart {
	var sessions [][]flushPart
	place := map[string]int{}
	for _, p := range parts {
		spid := strings.ToLower(p.values.Spid)
		if spid == "" {
			return [][]flushPart{parts}
		}
		at, known := place[spid]
		if !known {
			at = len(sessions)
			place[spid] = at
			sessions = append(sessions, nil)
		}
		sessions[at] = append(sessions[at], p)
	}
	return sessions
}

// join makes messages of the records of one session: those between two heads go to the former or the latter,
// such that all together fit best.
func (r *flushReader) join(parts []flushPart, reversed bool) {
	j := flushJoin{reversed: reversed}
	j.gaps = append(j.gaps, nil)
	for _, p := range parts {
		if p.kind == headRecord {
			j.heads = append(j.heads, p.values)
			j.gaps = append(j.gaps, nil)
			continue
		}
		j.gaps[len(j.gaps)-1] = append(j.gaps[len(j.gaps)-1], p)
	}
	cuts := j.cheapest()
	for i, gap := range j.gaps {
		cut := cuts[i]
		for _, p := range gap[:cut.before] {
			r.attach(&j.heads[i-1], p)
		}
		for _, p := range gap[len(gap)-cut.after:] {
			r.attach(&j.heads[i], p)
		}
		for _, p := range gap[cut.before : len(gap)-cut.after] {
			r.problem(p.values.Line, fmt.Sprintf("the record %q belongs to no FlushCache message",
				flushKindNames[p.kind]),
				`paste the record "FlushCache: cleaned up …" that the log has beside it`)
		}
	}
	r.found.Messages = append(r.found.Messages, j.heads...)
}

func (r *flushReader) attach(head *FlushCache, p flushPart) {
	if isOther(head.At, p.values.At) {
		r.problem(p.values.Line, fmt.Sprintf("the record %q is of another time than its message in line %d",
			flushKindNames[p.kind], head.Line), "it may belong to another message; paste all its records")
	}
	head.merge(p.values)
}

func isOther(a, b string) bool { return a != "" && b != "" && a != b }

// flushJoin finds to which of its neighbours each record belongs.
type flushJoin struct {
	heads    []FlushCache
	gaps     [][]flushPart // records before, between and after the heads
	reversed bool          // the log has its newest entry first
}

// flushCut parts a gap: so many records go to the head before it, so many to the head after it.
type flushCut struct{ before, after int }

// flushStep is the cheapest way to some state: which kinds of records the head after a gap has got from it.
type flushStep struct {
	cost int
	from int // state before the gap
	cut  flushCut
}

// What is unlikely costs; only the order of the figures matters.
const (
	costLost       = 10  // a record without a message
	costOther      = 6   // a record of another time or session than its message
	costArithmetic = 3   // its rate does not follow from the message's counts
	costBothSides  = 2   // records before and after their message
	costDirection  = 1   // against the log's order
	flushStates    = 8   // sets of the three kinds of records besides heads
	noWay          = 1e9 // cost of states that cannot be reached
)

// cheapest chooses the cuts of all gaps by dynamic programming, gap by gap.
func (j *flushJoin) cheapest() []flushCut {
	table := make([][flushStates]flushStep, len(j.gaps)+1)
	for s := 1; s < flushStates; s++ {
		table[0][s].cost = noWay
	}
	for i := range j.gaps {
		for s := range flushStates {
			table[i+1][s].cost = noWay
		}
		for s := range flushStates {
			j.extend(i, s, table[i][s].cost, &table[i+1])
		}
	}
	cuts := make([]flushCut, len(j.gaps))
	state := 0 // nothing follows the last gap
	for i := len(j.gaps); i > 0; i-- {
		cuts[i-1] = table[i][state].cut
		state = table[i][state].from
	}
	return cuts
}

// extend tries every cut of a gap from a state of the head before it.
func (j *flushJoin) extend(gap, state, cost int, into *[flushStates]flushStep) {
	if cost >= noWay {
		return
	}
	for before := range kindsFrom(j.gaps[gap], state, false) {
		for after := range kindsFrom(j.gaps[gap][before:], 0, true) {
			cut := flushCut{before, after}
			total, ok := j.cost(gap, state, cut)
			if next := &into[j.kindsAfter(gap, cut)]; ok && cost+total < next.cost {
				*next = flushStep{cost + total, state, cut}
			}
		}
	}
}

// kindsFrom is one more than how many records, from the first or the last on, are of different kinds that the
// set lacks.
func kindsFrom(parts []flushPart, set int, last bool) int {
	n := 0
	for ; n < len(parts); n++ {
		p := parts[n]
		if last {
			p = parts[len(parts)-1-n]
		}
		bit := 1 << (p.kind - 1)
		if set&bit != 0 {
			break
		}
		set |= bit
	}
	return n + 1
}

func (j *flushJoin) kindsAfter(gap int, cut flushCut) int {
	set := 0
	for _, p := range j.gaps[gap][len(j.gaps[gap])-cut.after:] {
		set |= 1 << (p.kind - 1)
	}
	return set
}

// cost is what a cut costs; ok is false if it gives records to a head that is not there.
func (j *flushJoin) cost(gap, state int, cut flushCut) (total int, ok bool) {
	parts := j.gaps[gap]
	if cut.before > 0 && gap == 0 || cut.after > 0 && gap == len(j.heads) {
		return 0, false
	}
	total = costLost * (len(parts) - cut.before - cut.after)
	if cut.before > 0 && state != 0 {
		total += costBothSides
	}
	if cut.before > 0 && j.reversed || cut.after > 0 && !j.reversed {
		total += costDirection
	}
	for _, p := range parts[:cut.before] {
		total += mismatch(j.heads[gap-1], p)
	}
	for _, p := range parts[len(parts)-cut.after:] {
		total += mismatch(j.heads[gap], p)
	}
	return total, true
}

func mismatch(head FlushCache, p flushPart) int {
	cost := 0
	if isOther(head.At, p.values.At) {
		cost += costOther
	}
	if isOther(strings.ToLower(head.Spid), strings.ToLower(p.values.Spid)) {
		cost += costOther
	}
	if !agrees(p.values.ThroughputMBs, head.throughput()) ||
		!agrees(p.values.WritesPerSecond, head.writesPerSecond()) {
		cost += costArithmetic
	}
	return cost
}
