package importer

import (
	"slices"
	"strings"

	"schedlab/engine/topology"
)

// errorlogReader finds the entries that matter by their words, wherever they stand in a line, since logs
// come with and without time stamps, container names and quotation marks. Entries are read oldest first.
type errorlogReader struct {
	doc    *document
	starts []*errorlogStart
	other  span // entries about checkpoints
}

// errorlogStart is what one start of SQL Server logged.
type errorlogStart struct {
	*observation
	sockets []int // sockets, cores and CPUs per socket, CPUs, CPUs used; nil = not told
	soft    bool
	nodes   []nodeEntry
	cpus    int // from "Detected 8 CPUs", before 2012
}

// nodeEntry is a "Node configuration" entry.
type nodeEntry struct {
	id           topology.NodeID
	mask, active uint64
	group        topology.GroupID
	line         int
}

func readErrorlog(doc *document) []*observation {
	r := &errorlogReader{doc: doc}
	order := make([]int, len(doc.lines))
	for i := range order {
		order[i] = i
	}
	if newestFirst(doc) {
		slices.Reverse(order)
		doc.info(span{}, "The log has its newest entry first and was read backwards.")
	}
	for _, at := range order {
		if doc.refused {
			return nil
		}
		r.line(at)
	}
	if r.other.first > 0 {
		doc.info(r.other, "Entries about checkpoints (FlushCache) were left out, being no part of a machine.")
		if len(r.starts) == 0 {
			r.begin(r.other.first)
		}
	}
	return r.observations()
}

func (r *errorlogReader) observations() []*observation {
	var found []*observation
	for i, start := range r.starts {
		if i == len(r.starts)-1 {
			start.finish(r.doc)
		}
		found = append(found, start.observation)
	}
	return found
}

// errorlogEntry names an entry by words in lower case and says what reads the text after them.
type errorlogEntry struct {
	words string
	read  func(r *errorlogReader, rest string, line int) bool
}

var errorlogEntries = []errorlogEntry{
	{"sql server detected ", (*errorlogReader).sockets},
	{"node configuration: node ", (*errorlogReader).node},
	{"automatic soft-numa was enabled", (*errorlogReader).softNUMA},
	{"detected ", (*errorlogReader).detected},
	{"using locked pages in the memory manager", (*errorlogReader).lockedPages},
	{"using conventional memory in the memory manager", (*errorlogReader).conventionalMemory},
}

var checkpointWords = []string{
	"flushcache: cleaned up", "average throughput:", "last target outstanding", "average writes per second",
}

func (r *errorlogReader) line(at int) {
	text, number := strings.ToLower(r.doc.lines[at].text), r.doc.lines[at].number
	if slices.ContainsFunc(checkpointWords, func(w string) bool { return strings.Contains(text, w) }) {
		r.other = r.other.with(number)
		r.doc.take(at)
		return
	}
	for _, entry := range errorlogEntries {
		place := strings.Index(text, entry.words)
		if place < 0 {
			continue
		}
		whole, positions := r.whole(at, text[place+len(entry.words):])
		if entry.read(r, whole, number) {
			r.doc.take(positions...)
			return
		}
	}
}

// whole joins an entry with the next two lines if those begin no entry of their own: terminals and mail
// programs wrap them.
func (r *errorlogReader) whole(at int, rest string) (string, []int) {
	positions := []int{at}
	for next := at + 1; next < min(at+3, len(r.doc.lines)); next++ {
		text := strings.ToLower(r.doc.lines[next].text)
		if strings.Contains(rest, ". this ") || strings.HasSuffix(rest, ".") || text == "" || r.begins(text) {
			break
		}
		rest += " " + text
		positions = append(positions, next)
	}
	return rest, positions
}

func (r *errorlogReader) begins(lower string) bool {
	return timeStamp(lower) != "" || slices.ContainsFunc(errorlogEntries, func(e errorlogEntry) bool {
		return strings.Contains(lower, e.words)
	})
}

// start returns the start that is being read.
func (r *errorlogReader) start(line int) *errorlogStart {
	if len(r.starts) == 0 {
		r.begin(line)
	}
	start := r.starts[len(r.starts)-1]
	start.lines = start.lines.with(line)
	return start
}

func (r *errorlogReader) begin(line int) {
	if len(r.starts) == maxOutputs {
		r.doc.refuse("The text has more than 64 starts of SQL Server.")
		return
	}
	r.starts = append(r.starts, &errorlogStart{observation: newObservation(line)})
}

// sockets reads the entry that every start logs first of those about the machine.
func (r *errorlogReader) sockets(rest string, line int) bool {
	numbers, ok := numbersIn(rest, "# sockets with # cores per socket and # logical processors per socket, "+
		"# total logical processors; using # logical processors")
	if !ok {
		if strings.Contains(rest, "sockets with") {
			r.doc.warn(span{line, line}, "The entry about sockets and cores is cut or damaged.")
		}
		return false
	}
	if len(r.starts) > 0 && (r.start(line).sockets != nil || len(r.start(line).nodes) > 0) {
		r.begin(line)
	}
	r.start(line).sockets = numbers
	return true
}

// node reads an entry about a node, also in the form before 2012 ("Multinode configuration"), which has
// no group.
func (r *errorlogReader) node(rest string, line int) bool {
	name, rest, _ := strings.Cut(rest, ":")
	id, isNumber := nodeNumber(strings.TrimSpace(name))
	_, maskText, found := strings.Cut(rest, "cpu mask:")
	if !isNumber || !found {
		return false
	}
	entry := nodeEntry{id: id, line: line}
	maskText, activeText, hasActive := strings.Cut(maskText, "active cpu mask:")
	mask, group, ok := groupMask(maskText)
	entry.mask, entry.active, entry.group = mask, mask, group
	if hasActive && ok {
		entry.active, _, ok = groupMask(activeText)
	}
	if !ok {
		r.doc.warn(span{line, line}, "The masks of node %d are cut or damaged.", id)
		return false
	}
	start := r.start(line)
	start.nodes = slices.DeleteFunc(start.nodes, func(n nodeEntry) bool { return n.id == id })
	start.nodes = append(start.nodes, entry)
	if len(start.nodes) > maxOSNodes {
		r.doc.refuse("The log names more than 1,024 nodes.")
	}
	return true
}

// groupMask reads "0x0000000000555555:0.", where the number after the colon is the processor group.
func groupMask(text string) (uint64, topology.GroupID, bool) {
	fields := strings.Fields(text)
	if len(fields) == 0 {
		return 0, 0, false
	}
	hex, name, hasGroup := strings.Cut(strings.TrimRight(fields[0], ".,;"), ":")
	mask, err := topology.ParseMask(hex)
	group, isNumber := nodeNumber(name)
	inRange := group < topology.MaxCPUs/topology.GroupSize
	return mask, topology.GroupID(group), err == nil && (!hasGroup || isNumber && inRange)
}

func (r *errorlogReader) softNUMA(_ string, line int) bool {
	r.start(line).soft = true
	return true
}

// detected reads "Detected 3541 MB of RAM" and, before 2012, "Detected 8 CPUs".
func (r *errorlogReader) detected(rest string, line int) bool {
	if numbers, ok := numbersIn(rest, "# mb of ram"); ok && numbers[0] > 0 {
		r.start(line).memory = topology.Bytes(numbers[0]) << 20
		return true
	}
	numbers, ok := numbersIn(rest, "# cpus")
	if ok {
		r.start(line).cpus = numbers[0]
	}
	return ok
}

func (r *errorlogReader) lockedPages(_ string, line int) bool {
	r.start(line).settings[SettingLockedPages] = "true"
	return true
}

func (r *errorlogReader) conventionalMemory(_ string, line int) bool {
	r.start(line).settings[SettingLockedPages] = "false"
	return true
}

// numbersIn reads the numbers that stand for the # of a pattern, if the text begins like it; white space may
// differ. Both are in lower case.
func numbersIn(text, pattern string) ([]int, bool) {
	words := strings.Fields(text)
	var numbers []int
	for i, want := range strings.Fields(pattern) {
		if i >= len(words) {
			return nil, false
		}
		if want == "#" {
			n, ok := smallNumber(words[i])
			if !ok {
				return nil, false
			}
			numbers = append(numbers, n)
		} else if strings.TrimRight(words[i], ".,;") != strings.TrimRight(want, ".,;") {
			return nil, false
		}
	}
	return numbers, true
}

// smallNumber reads a count; a machine's memory in MiB is the biggest.
func smallNumber(text string) (int, bool) {
	if len(text) == 0 || len(text) > 9 || strings.Trim(text, "0123456789") != "" {
		return 0, false
	}
	n := 0
	for _, digit := range text {
		n = 10*n + int(digit-'0')
	}
	return n, true
}
