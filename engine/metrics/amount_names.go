package metrics

import (
	"math"
	"strings"
)

// amountTitles are what series measure, without the last part of a metric's name.
var amountTitles = map[string]string{
	"buffer.dirty_pages":  "Dirty pages",
	"buffer.clean_pages":  "Clean pages",
	"buffer.free_pages":   "Free pages",
	"buffer.list_longest": "Longest dirty page list",
	"recovery.estimate":   "Estimated recovery time",
	"data.outstanding":    "Outstanding data I/O",
	"data.latency":        "Data I/O latency",
	"data.read_bytes":     "Read from data files",
	"data.written_bytes":  "Written to data files",
	"log.outstanding":     "Outstanding log I/O",
	"log.latency":         "Log I/O latency",
	"log.written_bytes":   "Written to log files",
	"log.flushes":         "Log flushes",
	"glorefs":             "Global references",
}

// amountEnds are the last parts of such names; the longer of two comes first. What only grows is told by its
// unit.
var amountEnds = []struct{ end, title string }{
	{"_max_s", ", at most"}, {"_mean_s", ", mean"}, {"_end_s", ", at the end"}, {"_total_s", ""},
	{"_max", ", at most"}, {"_mean", ", mean"}, {"_end", ", at the end"}, {"_total", ""}, {"_per_s", ""},
}

// rangeTitles are what lasts, several of it and one.
var rangeTitles = map[string]struct{ many, one string }{
	"checkpoint":     {"Checkpoints", "checkpoint"},
	"checkpoint_due": {"Waits for a checkpoint", "wait for a checkpoint"},
}

// titleOfAmount is the title of a metric of series; empty if it is of none that has a title.
func titleOfAmount(name string) string {
	for _, e := range amountEnds {
		if metric, ok := strings.CutSuffix(name, e.end); ok && amountTitles[metric] != "" {
			return amountTitles[metric] + e.title
		}
	}
	return ""
}

// titleOfRange is the title of a metric of ranges; empty if it is of none that has a title.
func titleOfRange(name string) string {
	metric, of, _ := strings.Cut(name, ".")
	title, known := rangeTitles[metric]
	if !known || of == "" {
		return ""
	}
	fact, longest := strings.CutPrefix(of, "longest.")
	switch {
	case longest:
		return "Longest " + title.one + ": " + inWords(fact)
	case of == "count":
		return title.many
	case of == "mean_s":
		return capital(title.one) + ", mean"
	case of == "max_s":
		return "Longest " + title.one
	case of == "total_s":
		return title.many + ", in all"
	}
	return title.many + ": " + inWords(of)
}

// inWords is a fact's name without its unit, which its value has.
func inWords(fact string) string {
	fact = strings.TrimSuffix(strings.TrimSuffix(fact, "_ms"), "_s")
	return strings.ReplaceAll(fact, "_", " ")
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// quantity writes a number of what a metric's name speaks of in its last part: bytes or pages.
func quantity(name string, value float64) string {
	_, last, _ := cutLast(name)
	switch {
	case strings.Contains(last, "bytes"):
		return byteText(value)
	case strings.Contains(last, "pages") && value == 1:
		return "1 page"
	case strings.Contains(last, "pages"):
		return Figure(value) + " pages"
	}
	return Figure(value)
}

// byteText writes bytes in units of 1,024, as databases count them.
func byteText(value float64) string {
	units := []string{" bytes", " KB", " MB", " GB", " TB"}
	unit := 0
	for ; math.Abs(value) >= 1024 && unit < len(units)-1; unit++ {
		value /= 1024
	}
	return Figure(value) + units[unit]
}
