package scenario

import (
	"fmt"
	"math"
	"strconv"
)

// variations reads what tells of other runs than the scenario's own, and checks that those could be run too.
func (r *reader) variations(runnable bool) {
	root := place{tree: r.document.Root, there: true}
	r.readVariants(root.member("variants"), runnable)
	r.readSweep(root.member("sweep"), runnable)
	for _, item := range r.items(root.member("expect"), MaxClaims) {
		r.readClaim(item, runnable)
	}
}

func (r *reader) readVariants(p place, runnable bool) {
	for _, item := range r.items(p, MaxVariants) {
		v := r.values(item, variantSchema)
		name := v.Text("name")
		if name == Base {
			r.add(item.member("name"), fmt.Sprintf("%q names the scenario itself", Base), "")
		}
		r.named(&r.variants, item.member("name"), name)
		set := r.assignments(item.member("set"))
		r.tried = append(r.tried, r.try(r.document, item.member("set"), set, runnable))
		r.scenario.Variants = append(r.scenario.Variants, Variant{Name: name, Summary: v.Text("summary"),
			Set: set})
	}
}

func (r *reader) assignments(p place) []Assignment {
	if !p.there || !r.is(p, Object, "an object of paths and values") {
		return nil
	}
	if n := len(p.tree.Members); n > MaxAssignments {
		r.add(p, fmt.Sprintf("%s paths; at most %d", grouped(int64(n)), MaxAssignments), "")
		return nil
	}
	var set []Assignment
	for _, m := range p.tree.Members {
		set = append(set, Assignment{Path: m.Name, Value: m.Value})
	}
	return set
}

func (r *reader) readSweep(p place, runnable bool) {
	if !p.there || !r.is(p, Object, "an object of paths and lists of values") {
		return
	}
	if n := len(p.tree.Members); n > MaxAxes {
		r.add(p, fmt.Sprintf("%s axes; at most %d", grouped(int64(n)), MaxAxes), "")
		return
	}
	runs := 1
	for _, m := range p.tree.Members {
		at := p.member(m.Name)
		if !r.is(at, List, "a list of values") {
			continue
		}
		r.scenario.Sweep = append(r.scenario.Sweep, Axis{Path: m.Name, Values: m.Value.Items})
		if len(m.Value.Items) == 0 {
			r.add(at, "the list is empty", "at least one value")
		}
		runs *= min(len(m.Value.Items), MaxPoints+1)
		if runs = min(runs, MaxPoints+1); runs > MaxPoints {
			r.add(p, fmt.Sprintf("the sweep has too many runs; at most %s", grouped(MaxPoints)),
				"leave out some values")
			return
		}
		for _, value := range m.Value.Items {
			r.try(r.document, p, []Assignment{{Path: m.Name, Value: value}}, runnable)
		}
	}
}

func (r *reader) readClaim(p place, runnable bool) {
	v := r.values(p, claimSchema)
	c := Claim{Metric: v.Text("metric"), Label: v.Text("label"), Unit: v.Text("unit"),
		Source: v.Text("source"),
		Why:    v.Text("why"), Text: v.Text("text"), Of: v.Text("of"), RelativeTo: v.Text("relative_to")}
	for i := range claimKinds {
		if claimKinds[i] == v.Text("kind") {
			c.Kind = ClaimKind(i)
		}
	}
	if v.Text("evidence") == Measured.String() {
		c.Evidence = Measured
	}
	for _, name := range []string{"of", "relative_to"} {
		if text := v.Text(name); text != "" && text != Base {
			r.refer(p.member(name), text, &r.variants)
		}
	}
	r.figures(p, &c)
	if c.Kind != Predicted && c.Why == "" {
		r.add(p.member("why"), "is missing", fmt.Sprintf("a claim that is %q says why", c.Kind.String()))
	}
	c.Set = r.assignments(p.member("set"))
	r.try(r.variant(c.Of), p.member("set"), c.Set, runnable)
	r.scenario.Expect = append(r.scenario.Expect, c)
}

// variant is the document with a variant's changes; the document itself if there is no such variant.
func (r *reader) variant(name string) Document {
	if at, ok := r.variants.at[name]; ok {
		return r.tried[at]
	}
	return r.document
}

// figures reads what was reported and the range that counts as the same.
func (r *reader) figures(p place, c *Claim) {
	reported := p.member("reported")
	if !reported.there {
		return
	}
	var ok bool
	if c.Reported, ok = r.figure(reported); !ok {
		return
	}
	c.Low, c.High = c.Reported, c.Reported
	if c.Text == "" {
		c.Text = reported.tree.Text
		if n, err := strconv.ParseInt(c.Text, 10, 64); err == nil {
			c.Text = grouped(n)
		}
	}
	r.bound(p.member("low"), &c.Low)
	r.bound(p.member("high"), &c.High)
	if c.Low > c.High {
		r.add(p.member("low"), "is above high", "")
	}
}

func (r *reader) bound(p place, bound *float64) {
	if !p.there {
		return
	}
	if figure, ok := r.figure(p); ok {
		*bound = figure
	}
}

func (r *reader) figure(p place) (float64, bool) {
	if !r.is(p, Number, "a number") {
		return 0, false
	}
	figure, err := strconv.ParseFloat(p.tree.Text, 64)
	if err != nil || math.Abs(figure) > 1e18 {
		r.add(p, clip(p.tree.Text)+" is too large", "")
		return 0, false
	}
	return figure, true
}
