package importer

import (
	"slices"
	"strconv"
	"strings"

	"schedlab/engine/topology"
)

// numactlReader goes through the lines once. Node numbers are keys: they have gaps, and the count in the
// first line is no range of them. Columns are never cut by position, since wide numbers shift them.
type numactlReader struct {
	doc     *document
	outputs []*numactlOutput
	part    numactlPart
	node    topology.NodeID // of the CPU list or matrix row being read
	joined  bool            // the last line ended in the soft break of quoted-printable mail
	follows bool            // the last line with text belonged to numactl's output
}

// numactlPart says what a line of bare numbers would go on with.
type numactlPart uint8

const (
	partNone numactlPart = iota
	partCPUs
	partHeader
	partRow
)

type numactlOutput struct {
	*observation
	announced []topology.NodeID
	count     int
	lists     map[topology.NodeID]*strings.Builder // CPU lists, put together from their lines
	rows      map[topology.NodeID]*strings.Builder
	header    strings.Builder
	hasMatrix bool
	noMatrix  bool // the text says that there is none
	elided    span // lines that consist of an ellipsis
	free      span
}

func readNumactl(doc *document) []*observation {
	r := &numactlReader{doc: doc}
	for at := range doc.lines {
		if doc.refused {
			return nil
		}
		r.follows = r.line(at) || doc.lines[at].text == "" && r.follows
		if !r.follows {
			r.part = partNone
		}
	}
	var found []*observation
	for i, out := range r.outputs {
		if out.count == 0 && len(out.nodes) == 0 && out.header.Len() == 0 {
			continue
		}
		if i == len(r.outputs)-1 {
			out.finish(doc)
		}
		found = append(found, out.observation)
	}
	return found
}

// line tells whether the line belongs to numactl's output.
func (r *numactlReader) line(at int) bool {
	text, number := r.doc.lines[at].text, r.doc.lines[at].number
	soft := strings.HasSuffix(text, "=") && !strings.HasSuffix(text, "==")
	body := r.doc.lines[at].unquoted()
	glue := r.joined && body == strings.TrimLeft(body, " \t")
	r.joined = soft
	text = strings.TrimSuffix(text, "=")
	lower := strings.ToLower(text)
	switch {
	case strings.HasPrefix(lower, "available:") && strings.Contains(lower, "node"):
		r.available(lower, number)
	case lower == "node distances:":
		r.open(number, r.current() == nil || r.current().hasMatrix).hasMatrix = true
		r.part = partNone
	case strings.HasPrefix(lower, "no distance information available"):
		r.open(number, false).noMatrix = true
	case strings.HasPrefix(lower, "node ") && r.nodeLine(lower, number):
	case r.matrixRow(lower, number), r.bareRow(lower, number):
	case r.follows && r.part != partCPUs && isElision(lower):
		r.current().elided = r.current().elided.with(number)
	case r.part != partNone && isNumbers(lower):
		r.goOn(lower, number, glue)
	default:
		return false
	}
	r.doc.take(at)
	if len(r.current().nodes) > topology.MaxNodes {
		r.doc.refuse("The text has more than 256 NUMA nodes.")
	}
	return true
}

func (r *numactlReader) current() *numactlOutput {
	if len(r.outputs) == 0 {
		return nil
	}
	return r.outputs[len(r.outputs)-1]
}

// open returns the output that the line belongs to: the current one, unless a new one begins.
func (r *numactlReader) open(number int, begin bool) *numactlOutput {
	if len(r.outputs) == maxOutputs {
		r.doc.refuse("The text has more than 64 outputs of numactl.")
		begin = false
	}
	if begin || r.current() == nil {
		r.outputs = append(r.outputs, &numactlOutput{
			observation: newObservation(number),
			lists:       map[topology.NodeID]*strings.Builder{},
			rows:        map[topology.NodeID]*strings.Builder{},
		})
	}
	out := r.current()
	out.lines = out.lines.with(number)
	return out
}

func (r *numactlReader) available(lower string, number int) {
	out := r.open(number, true)
	r.part = partNone
	_, rest, _ := strings.Cut(lower, ":")
	count, list, _ := strings.Cut(rest, "node")
	out.count, _ = strconv.Atoi(strings.TrimSpace(count))
	for _, id := range r.doc.list(strings.Trim(list, "s ()")).cpus {
		out.announced = append(out.announced, topology.NodeID(id))
	}
}

// nodeLine reads "node 3 cpus: …", "node 3 size: …", "node 3 free: …" and the matrix's header "node 0 1 …".
func (r *numactlReader) nodeLine(lower string, number int) bool {
	rest := strings.TrimSpace(strings.TrimPrefix(lower, "node"))
	if isNumbers(rest) {
		out := r.open(number, r.current() != nil && r.current().header.Len() > 0)
		out.header.WriteString(rest)
		out.hasMatrix, r.part = true, partHeader
		out.distance = &matrix{from: span{number, number}}
		return true
	}
	name, rest, _ := strings.Cut(rest, " ")
	what, value, found := strings.Cut(strings.TrimSpace(rest), ":")
	id, ok := nodeNumber(name)
	if !found || !ok {
		return false
	}
	switch what {
	case "cpus":
		again := r.current() != nil && r.current().lists[id] != nil
		out := r.open(number, again)
		out.node(id).told = true
		out.lists[id] = &strings.Builder{}
		out.lists[id].WriteString(withoutRemark(value))
		out.node(id).lines = span{number, number}
		r.part, r.node = partCPUs, id
	case "size":
		readSize(r.open(number, false).node(id), value)
		r.part = partNone
	case "free":
		out := r.open(number, false)
		out.free = out.free.with(number)
		r.part = partNone
	default:
		return false
	}
	return true
}

// maxMebibytes keeps sizes far below the 63 bits of a count of bytes.
const maxMebibytes = 1 << 40

// readSize leaves "<not available>" and the "n MB" of documentation unknown.
func readSize(node *nodeSeen, value string) {
	amount, _, _ := strings.Cut(strings.TrimSpace(value), " ")
	mebibytes, err := strconv.ParseInt(amount, 10, 64)
	if err == nil && mebibytes >= 0 && mebibytes <= maxMebibytes {
		node.memory = topology.Bytes(mebibytes) << 20 // printed as MB, counted in MiB
	}
}

func (r *numactlReader) matrixRow(lower string, number int) bool {
	out := r.current()
	name, rest, found := strings.Cut(lower, ":")
	id, ok := nodeNumber(strings.TrimSpace(name))
	rest = withoutRemark(rest)
	if !found || !ok || out == nil || !out.hasMatrix || !isNumbers(rest) {
		return false
	}
	r.startRow(id, rest, number)
	return true
}

// maxHeader bounds the characters of the matrix's header: 256 node numbers with spaces take fewer.
const maxHeader = 2048

// bareRow reads a row of the matrix that lacks the colon, as comments in the kernel's sources show it.
func (r *numactlReader) bareRow(lower string, number int) bool {
	row := withoutRemark(lower)
	if r.part != partHeader && r.part != partRow || !isNumbers(row) || r.current().header.Len() > maxHeader {
		return false
	}
	fields, header := strings.Fields(row), strings.Fields(r.current().header.String())
	id, ok := nodeNumber(fields[0])
	isNext := ok && slices.Contains(header, fields[0]) && r.current().rows[id] == nil
	if !isNext || len(fields) != len(header)+1 {
		return false
	}
	r.startRow(id, strings.Join(fields[1:], " "), number)
	return true
}

func (r *numactlReader) startRow(id topology.NodeID, row string, number int) {
	out := r.current()
	out.lines = out.lines.with(number)
	out.rows[id] = &strings.Builder{}
	out.rows[id].WriteString(row)
	if out.distance != nil {
		out.distance.from = out.distance.from.with(number)
	}
	r.part, r.node = partRow, id
}

// withoutRemark cuts what people add to a line of numbers: "10 21   <- 2.1 times slower", "0 1 2 3 (4
// cores)".
func withoutRemark(text string) string {
	if at := strings.IndexAny(text, "<#(←"); at > 0 && !strings.HasPrefix(text[at:], "(.") {
		return text[:at]
	}
	return text
}

// goOn adds a line of bare numbers to the list that a mail program or a hand has broken up.
func (r *numactlReader) goOn(numbers string, number int, glue bool) {
	out := r.open(number, false)
	into := map[numactlPart]*strings.Builder{
		partCPUs: out.lists[r.node], partHeader: &out.header, partRow: out.rows[r.node],
	}[r.part]
	if r.part == partCPUs {
		out.node(r.node).lines.last = number
	}
	if !glue {
		into.WriteByte(' ')
	}
	into.WriteString(numbers)
}

// isNumbers tells whether a text consists of at least one number and nothing but numbers and ellipses.
func isNumbers(text string) bool {
	fields := strings.Fields(text)
	return len(fields) > 0 && !slices.ContainsFunc(fields, func(f string) bool {
		return !isElision(f) && strings.Trim(f, "0123456789,-") != ""
	})
}

func nodeNumber(text string) (topology.NodeID, bool) {
	id, err := strconv.ParseUint(text, 10, 16)
	return topology.NodeID(id), err == nil
}
