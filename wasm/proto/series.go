package proto

import "math"

const (
	// lineStep is the precision of a line's values. assumed: charts are some fifty pixels high.
	lineStep    = 0.01
	mostColumns = 1 << 16
)

// fields packs the lines: written out as numbers, those of 64 nodes are hundreds of kilobytes of text, which
// both ends need tens of milliseconds for, while most lines hardly change from column to column. Values are
// rounded to hundredths; At is left out, since it follows from the span.
func (m *Series) fields(c *codec) {
	columns := len(m.Busy)
	whole(c, &m.From, &m.To)
	whole(c, &columns)
	if columns < 0 || columns > mostColumns {
		c.fail()
		return
	}
	line := func(values *[]float64, c *codec) { packed(values, columns, c) }
	line(&m.Busy, c)
	line(&m.Running, c)
	line(&m.Runnable, c)
	list(c, &m.Nodes, line)
	list(c, &m.Waits, func(w *Wait, c *codec) {
		text(&w.Name, c)
		line(&w.Values, c)
	})
	if c.reading {
		m.At = begins(m, columns)
	}
}

// begins says where each column begins, in seconds: columns divide the span evenly, in whole nanoseconds.
func begins(m *Series, columns int) []float64 {
	at := make([]float64, columns)
	for i := range at {
		at[i] = float64(m.From+(m.To-m.From)*int64(i)/int64(columns)) / 1e9
	}
	return at
}

// packed is a line as pairs: by how many steps the value differs from the one before, and for how many
// columns it stays.
func packed(line *[]float64, columns int, c *codec) {
	if c.reading {
		*line = unpacked(columns, c)
		return
	}
	if len(*line) != columns {
		panic("proto: the lines of a series differ in length")
	}
	before := int64(0)
	for i := 0; i < columns; {
		value, from := steps((*line)[i]), i
		for i < columns && steps((*line)[i]) == value {
			i++
		}
		c.integer(value - before)
		c.integer(int64(i - from))
		before = value
	}
}

func steps(value float64) int64 { return int64(math.Round(value / lineStep)) }

func unpacked(columns int, c *codec) []float64 {
	line := make([]float64, 0, columns)
	value := int64(0)
	for len(line) < columns && !c.failed {
		value += c.integer(0)
		count := c.integer(0)
		if count <= 0 || count > int64(columns-len(line)) {
			c.fail()
			return nil
		}
		for range count {
			line = append(line, float64(value)*lineStep)
		}
	}
	return line
}
