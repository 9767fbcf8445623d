package proto

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"math"
)

// packedSeries is Series as it travels. Written out as numbers, the lines of 64 nodes are hundreds of
// kilobytes of text, which both ends need tens of milliseconds for; most lines hardly change from column to
// column.
type packedSeries struct {
	From    int64    `json:"from"`
	To      int64    `json:"to"`
	Columns int      `json:"columns"`
	Lines   []string `json:"lines"` // busy, running, runnable, the waits, then the nodes
	Waits   []string `json:"waits"` // names
}

const (
	// lineStep is the precision of a line's values. assumed: charts are some fifty pixels high.
	lineStep    = 0.01
	mostColumns = 1 << 16
	ownLines    = 3
)

// MarshalJSON packs the lines. Values are rounded to hundredths; At is left out, since it follows from the
// span.
func (s Series) MarshalJSON() ([]byte, error) {
	p := packedSeries{From: s.From, To: s.To, Columns: len(s.Busy), Waits: make([]string, 0, len(s.Waits))}
	p.Lines = append(p.Lines, packed(s.Busy), packed(s.Running), packed(s.Runnable))
	for _, w := range s.Waits {
		p.Waits = append(p.Waits, w.Name)
		p.Lines = append(p.Lines, packed(w.Values))
	}
	for _, line := range s.Nodes {
		p.Lines = append(p.Lines, packed(line))
	}
	return json.Marshal(p)
}

// packed writes a line as pairs: by how many steps the value differs from the one before, and for how many
// columns it stays.
func packed(line []float64) string {
	var out []byte
	before := int64(0)
	for i := 0; i < len(line); {
		value, from := steps(line[i]), i
		for i < len(line) && steps(line[i]) == value {
			i++
		}
		out = binary.AppendVarint(out, value-before)
		out = binary.AppendUvarint(out, uint64(i-from))
		before = value
	}
	return base64.RawStdEncoding.EncodeToString(out)
}

func steps(value float64) int64 { return int64(math.Round(value / lineStep)) }

var errSeries = errors.New("proto: the lines of a series do not fit its columns")

// UnmarshalJSON reads what MarshalJSON wrote.
func (s *Series) UnmarshalJSON(text []byte) error {
	var p packedSeries
	if err := json.Unmarshal(text, &p); err != nil {
		return err
	}
	if p.Columns < 0 || p.Columns > mostColumns || len(p.Lines) < ownLines+len(p.Waits) {
		return errSeries
	}
	lines := make([][]float64, len(p.Lines))
	for i, text := range p.Lines {
		line, err := unpacked(text, p.Columns)
		if err != nil {
			return err
		}
		lines[i] = line
	}
	*s = Series{From: p.From, To: p.To, At: begins(p), Busy: lines[0], Running: lines[1], Runnable: lines[2],
		Nodes: lines[ownLines+len(p.Waits):]}
	for i, name := range p.Waits {
		s.Waits = append(s.Waits, Wait{Name: name, Values: lines[ownLines+i]})
	}
	return nil
}

// begins says where each column begins, in seconds: columns divide the span evenly, in whole nanoseconds.
func begins(p packedSeries) []float64 {
	at := make([]float64, p.Columns)
	for i := range at {
		at[i] = float64(p.From+(p.To-p.From)*int64(i)/int64(p.Columns)) / 1e9
	}
	return at
}

func unpacked(text string, columns int) ([]float64, error) {
	rest, err := base64.RawStdEncoding.DecodeString(text)
	if err != nil {
		return nil, errors.Join(errSeries, err)
	}
	line := make([]float64, 0, columns)
	value := int64(0)
	for len(rest) > 0 {
		change, n := binary.Varint(rest)
		if n <= 0 {
			return nil, errSeries
		}
		count, m := binary.Uvarint(rest[n:])
		if m <= 0 || count > uint64(columns-len(line)) {
			return nil, errSeries
		}
		rest = rest[n+m:]
		value += change
		for range count {
			line = append(line, float64(value)*lineStep)
		}
	}
	if len(line) != columns {
		return nil, errSeries
	}
	return line, nil
}
