package scenario

import (
	"fmt"
	"strings"
)

// didYouMean is a hint at the nearest of the known names, or at all of them if none is near.
func didYouMean(name string, known []string) string {
	if best := nearest(name, known); best != "" {
		return fmt.Sprintf("did you mean %q?", best)
	}
	if len(known) == 0 {
		return ""
	}
	return "known are " + quoted(known)
}

// nearest gives the name that lacks or has a last word too many ("duration" for "duration_ms"), or that
// with the smallest edit distance, if that is small enough to be a slip.
func nearest(name string, known []string) string {
	for _, k := range known {
		if name != "" && k != "" && (strings.HasPrefix(k, name+"_") || strings.HasPrefix(name, k+"_")) {
			return k
		}
	}
	best, least := "", max(1, min(len(name), 24)/3)+1
	for _, k := range known {
		if d := distance(name, k, least); d < least {
			best, least = k, d
		}
	}
	return best
}

// distance counts insertions, removals, replacements and swaps of neighbours that make a into b; limit stands
// for all that is not below it.
func distance(a, b string, limit int) int {
	if len(a) > 60 || len(b) > 60 || len(a)-len(b) >= limit || len(b)-len(a) >= limit {
		return limit
	}
	older, old, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range old {
		old[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			changed := 0
			if a[i-1] != b[j-1] {
				changed = 1
			}
			row[j] = min(row[j-1]+1, old[j]+1, old[j-1]+changed)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], older[j-2]+1)
			}
		}
		older, old, row = old, row, older
	}
	return old[len(b)]
}
