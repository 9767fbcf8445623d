package sqlserver

import (
	"strconv"
	"strings"
)

func splitRanges(text string) []string {
	var parts []string
	for _, part := range strings.Split(text, ",") {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	return parts
}

func parseRange(part string) (first, last int, ok bool) {
	from, to, isRange := strings.Cut(strings.ReplaceAll(strings.ToUpper(part), "TO", "-"), "-")
	first, err := strconv.Atoi(strings.TrimSpace(from))
	if err != nil || first < 0 {
		return 0, 0, false
	}
	if !isRange {
		return first, first, true
	}
	last, err = strconv.Atoi(strings.TrimSpace(to))
	return first, last, err == nil
}
