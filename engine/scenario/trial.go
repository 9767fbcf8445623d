package scenario

import "slices"

// maxTrials bounds the values that are read or set to check variants and sweeps beforehand. Beyond it, a
// document is checked when it is run.
const maxTrials = 200_000

// fixed are parts that variants cannot change, since they are about several runs.
var fixed = [...]string{"version", "variants", "sweep", "expect"}

func changeable(text string) bool {
	p, err := parsePath(text)
	return err != nil || !slices.Contains(fixed[:], p[0].name)
}

// try applies assignments and, if the scenario itself can be run, tells what would be wrong with the result,
// which it gives.
func (r *reader) try(d Document, p place, set []Assignment, runnable bool) Document {
	changed := d
	for _, a := range set {
		at := p.member(a.Path)
		if !changeable(a.Path) {
			r.add(at, "only the scenario itself can set this", "")
			continue
		}
		if *r.work > maxTrials {
			break
		}
		next, problems := changed.put(a, r.work)
		for _, problem := range problems {
			r.add(at, problem.Path+": "+problem.Message, problem.Hint)
		}
		changed = next
	}
	if runnable && len(set) > 0 && *r.work <= maxTrials {
		r.judge(d, p, set, r.problemsOf(changed))
	}
	return changed
}

// judge tells problems of a changed document where the change stands that makes them. One that [*] makes in
// many places is told of the first.
func (r *reader) judge(d Document, p place, set []Assignment, problems []Problem) {
	told := map[[2]string]bool{}
	for _, problem := range problems {
		at, several := p, false
		i := cause(d, set, problem.Path)
		switch {
		case i >= 0:
			at = p.member(set[i].Path)
			several = isSeveral(set[i].Path)
		case len(set) == 1:
			at = p.member(set[0].Path)
		}
		again := [2]string{at.path, problem.Message}
		if several && told[again] {
			continue
		}
		told[again] = true
		message := problem.Message
		if i < 0 || several {
			message = problem.Path + ": " + message
		}
		r.add(at, message, problem.Hint)
	}
}

func isSeveral(text string) bool {
	p, err := parsePath(text)
	return err == nil && p.several()
}

// problemsOf reads a changed document as far as it can be run.
func (r *reader) problemsOf(d Document) []Problem {
	inner := newReader(d, r.products)
	inner.built, inner.work, inner.trial = r.built, r.work, true
	inner.body()
	return inner.problems
}

// cause finds the assignment whose path leads to the problem's, however it is spelled; -1 if there is none.
func cause(d Document, set []Assignment, problem string) int {
	at, err := parsePath(problem)
	if err != nil {
		return -1
	}
	for i := range set {
		p, err := parsePath(set[i].Path)
		if err != nil {
			continue
		}
		if p, fault := d.resolve(p); fault == nil && d.leads(p, at) {
			return i
		}
	}
	return -1
}

// leads says whether a path leads to the place of another one, which has positions instead of names.
func (d Document) leads(p, to path) bool {
	t := d.Root
	for i, s := range p {
		switch {
		case i >= len(to):
			return false
		case s.every && !to[i].member:
			s = to[i]
		case !s.member && s.key != "":
			s = step{index: max(0, t.find(s))}
		}
		if s != to[i] {
			return false
		}
		t, _ = t.follow(s)
	}
	return len(p) == len(to)
}
