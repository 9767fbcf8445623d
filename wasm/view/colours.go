package view

import (
	"sort"

	"schedlab/engine/sim"
	"schedlab/engine/trace"
	"schedlab/engine/workload"
)

// Colours says which of the twelve request colours a request has, and its name. With at most twelve big
// requests at a time each has the colour of its ordinal number among them, and the small ones none; with
// more, a request has the colour of its query class, where the eleven busiest classes have one if there are
// more than twelve. A request is big if its class is endless or takes a worker 100 ms of CPU or more; if no
// class is big, all are.
type Colours struct {
	ByClass bool
	source  *Source
	ordinal []int32 // of the requests, among the big ones, from 1; 0 = small
	class   []int   // colour of the classes, 0 = other
}

// bigCPU is the mean CPU time of a worker from which on a request is to be told from others.
// assumed: 100 ms is 25 quanta, and less than a pixel of a picture of some minutes.
const bigCPU = 100 * sim.Millisecond

// inks is the number of request colours.
const inks = 12

func newColours(s *Source) *Colours {
	c := &Colours{source: s, ordinal: make([]int32, len(s.Log.Requests))}
	big := bigClasses(s.Workload.Classes)
	next := int32(0)
	for i := range s.Log.Requests {
		if k := int(s.Log.Requests[i].Class); k >= len(big) || k < 0 || big[k] {
			next++
			c.ordinal[i] = next
		}
	}
	c.ByClass = int(next) > inks && c.mostAtOnce() > inks
	c.class = c.classColours()
	return c
}

func bigClasses(classes []workload.Class) []bool {
	big, some := make([]bool, len(classes)), false
	for i := range classes {
		big[i] = classes[i].Endless || workerCPU(&classes[i]) >= bigCPU
		some = some || big[i]
	}
	for i := range big {
		big[i] = big[i] || !some
	}
	return big
}

func workerCPU(c *workload.Class) (sum sim.Time) {
	for i := range c.Steps {
		if s := &c.Steps[i]; s.Kind == workload.Compute {
			sum += s.CPU.Mean
		}
	}
	return sum
}

// mostAtOnce is the largest number of big requests alive at one instant.
func (c *Colours) mostAtOnce() int {
	alive, most := 0, 0
	for i := range c.source.Log.Events {
		e := &c.source.Log.Events[i]
		if e.Thing != trace.RequestThing || e.Kind != trace.Transition || c.ordinal[e.Who] == 0 {
			continue
		}
		switch {
		case e.From == trace.None:
			alive++
			most = max(most, alive)
		case e.To == trace.Done:
			alive--
		}
	}
	return most
}

// classColours numbers the classes in the order of the document; of more than twelve, the eleven busiest.
func (c *Colours) classColours() []int {
	classes := c.source.Workload.Classes
	colour := make([]int, len(classes))
	kept := make([]int, len(classes))
	work := make([]float64, len(classes))
	for i := range classes {
		kept[i] = i
	}
	if len(classes) > inks {
		for _, r := range c.source.Log.Requests {
			work[r.Class] += 1 + float64(workerCPU(&classes[r.Class]))
		}
		sort.SliceStable(kept, func(a, b int) bool { return work[kept[a]] > work[kept[b]] })
		kept = kept[:inks-1]
		sort.Ints(kept)
	}
	for i, k := range kept {
		colour[k] = i + 1
	}
	return colour
}

// Class is the colour of a query class, 1 to 12; 0 = none of its own. When requests have their own colours,
// no class has one.
func (c *Colours) Class(class int) int {
	if !c.ByClass || class < 0 || class >= len(c.class) {
		return 0
	}
	return c.class[class]
}

// Of is the colour of a request, 1 to 12; 0 = other.
func (c *Colours) Of(r trace.RequestID) int {
	if r < 0 {
		return 0
	}
	if c.ByClass {
		return c.Class(int(c.source.Log.Requests[r].Class))
	}
	if n := c.ordinal[r]; n > 0 {
		return int(n-1)%inks + 1
	}
	return 0
}

// Tone is the tone of a request.
func (c *Colours) Tone(r trace.RequestID) Tone { return RequestTone(c.Of(r)) }

// Big says whether a request is one of those that are told from each other.
func (c *Colours) Big(r trace.RequestID) bool { return r >= 0 && c.ordinal[r] > 0 }

// Number is what stands in a request's boxes: its ordinal number, or its class's colour number; 0 = nothing.
func (c *Colours) Number(r trace.RequestID) int {
	if r < 0 {
		return 0
	}
	if c.ByClass {
		return c.Of(r)
	}
	return int(c.ordinal[r])
}

// Name is what a request is called: "Q7", or its class and number, "cheap 3".
func (c *Colours) Name(r trace.RequestID) string {
	switch {
	case r < 0:
		return "–"
	case !c.ByClass && c.ordinal[r] > 0:
		return "Q" + number(int(c.ordinal[r]))
	}
	class := c.source.class(r)
	return or(or(class.Title, class.Name), c.source.requestNoun()) + " " +
		number(int(c.source.Log.Requests[r].Ordinal)+1)
}

// Short is the name where there is little room: "Q7", or "c3" for a class's colour.
func (c *Colours) Short(r trace.RequestID) string {
	n := c.Number(r)
	switch {
	case n == 0:
		return ""
	case c.ByClass:
		return "c" + number(n)
	}
	return "Q" + number(n)
}
