package importer

import (
	"fmt"
	"strconv"
	"strings"
)

// newestFirst compares the first and the last time stamp, which sort as text. Viewers print whole seconds, in
// which a start may log all; then the entry about sockets tells, which comes before those about nodes.
func newestFirst(doc *document) bool {
	first, last := "", ""
	sockets, nodes := -1, -1 // the last ones
	for at, l := range doc.lines {
		stamp := timeStamp(l.text)
		if stamp == "" {
			continue
		}
		if first == "" {
			first = stamp
		}
		last = stamp
		if lower := strings.ToLower(l.text); strings.Contains(lower, "sql server detected ") {
			sockets = at
		} else if strings.Contains(lower, "node configuration: node ") {
			nodes = at
		}
	}
	return first > last || first == last && nodes >= 0 && sockets > nodes
}

// timeStamp returns "2016-11-14 13:39:43" and what fraction of the second follows, ".67", from the beginning
// of an entry, "" if there is none. Log viewers export other forms than the log itself has: 11/14/2016,
// 14.11.2016, 1:39:43 PM.
func timeStamp(text string) string {
	date, rest, _ := strings.Cut(strings.Replace(text, "T", " ", 1), " ")
	clock, rest, _ := strings.Cut(strings.TrimLeft(rest, " "), " ")
	clock, tail, _ := strings.Cut(strings.TrimSuffix(clock, "Z"), "\t")
	day, ok := dateParts(date)
	if !ok {
		return ""
	}
	clock, _, _ = strings.Cut(strings.ReplaceAll(clock, ";", ","), ",")
	clock, fraction, hasFraction := strings.Cut(clock, ".")
	if hasFraction {
		fraction = "." + fraction
	}
	times, ok := threeNumbers(clock, ":")
	if !ok || times[0] > 23 || times[1] > 59 || times[2] > 60 {
		return ""
	}
	if tail == "" {
		times[0] = in24Hours(times[0], rest)
	}
	return fmt.Sprintf("%04d-%02d-%02d %02d:%02d:%02d%s",
		day[0], day[1], day[2], times[0], times[1], times[2], fraction)
}

// dateParts reads year, month and day.
// assumed: with the year last, slashes put the month first and full stops the day, unless that is no month.
func dateParts(text string) ([3]int, bool) {
	if d, ok := threeNumbers(text, "-"); ok && len(text) == len("2016-11-14") {
		return d, true
	}
	d, ok := threeNumbers(text, "/")
	month, day := d[0], d[1]
	if !ok {
		d, ok = threeNumbers(text, ".")
		month, day = d[1], d[0]
	}
	if month > 12 {
		month, day = day, month
	}
	return [3]int{d[2], month, day}, ok && d[2] > 1900
}

func threeNumbers(text, separator string) (numbers [3]int, ok bool) {
	parts := strings.Split(text, separator)
	if len(parts) != len(numbers) {
		return numbers, false
	}
	for i, part := range parts {
		n, err := strconv.ParseUint(part, 10, 16)
		if err != nil {
			return numbers, false
		}
		numbers[i] = int(n)
	}
	return numbers, true
}

func in24Hours(hour int, rest string) int {
	half := strings.ToUpper(rest[:min(len(rest), len("PM"))])
	switch {
	case half == "PM" && hour < 12:
		return hour + 12
	case half == "AM" && hour == 12:
		return 0
	}
	return hour
}
