package topology

import (
	"cmp"
	"fmt"
	"sort"
	"strconv"
	"strings"
)

// ID is any kind of number that operating systems print in lists.
type ID interface{ ~int32 }

// maxListed bounds a list's numbers, since "0-2000000000" is a short text. Linux builds allow 8,192 CPUs.
const maxListed = 1 << 16

// ParseList reads a list as Linux prints it, "0-3,8,16-22:2" (the stride is lscpu's: every second one), into
// ascending numbers without repetition. Spaces separate as commas do; an empty text is the empty list.
// The error names the part that is no number, range or stride, or is above 65,535, or with which the list
// holds more numbers than there are.
func ParseList[T ID](text string) ([]T, error) {
	seen := map[T]bool{}
	listed := 0
	for _, part := range strings.FieldsFunc(text, isListSeparator) {
		r, err := parseRange(part)
		if err != nil {
			return nil, err
		}
		if listed += r.count(); listed > 2*maxListed {
			return nil, fmt.Errorf("%q makes the list longer than %d numbers", part, 2*maxListed)
		}
		for n := r.first; n <= r.last; n += r.stride {
			seen[T(n)] = true
		}
	}
	return sorted(seen), nil
}

func isListSeparator(r rune) bool { return r == ',' || r == ' ' || r == '\t' }

type listRange struct{ first, last, stride int }

func (r listRange) count() int { return (r.last-r.first)/r.stride + 1 }

func parseRange(part string) (listRange, error) {
	span, stride, hasStride := strings.Cut(part, ":")
	first, last, hasLast := strings.Cut(span, "-")
	r := listRange{first: listNumber(first), stride: 1}
	r.last = r.first
	if hasLast {
		r.last = listNumber(last)
	}
	if hasStride {
		r.stride = listNumber(stride)
	}
	if r.first < 0 || r.last < r.first || r.stride < 1 {
		return r, fmt.Errorf("%q is not a number, range or stride below %d", part, maxListed)
	}
	return r, nil
}

// listNumber returns -1 for what is not a plain decimal number in range.
func listNumber(text string) int {
	n, err := strconv.ParseUint(text, 10, 32)
	if err != nil || n >= maxListed {
		return -1
	}
	return int(n)
}

// FormatList is the inverse of ParseList for ascending numbers, with ranges where neighbours follow each
// other: "0-3,8". Equally spaced numbers of three and more get a stride: "0-38:2".
func FormatList[T ID](ids []T) string {
	var parts []string
	for len(ids) > 0 {
		n, stride := leadingRun(ids)
		parts = append(parts, formatRun(ids[0], ids[n-1], stride))
		ids = ids[n:]
	}
	return strings.Join(parts, ",")
}

func formatRun[T ID](first, last, stride T) string {
	switch {
	case first == last:
		return strconv.Itoa(int(first))
	case stride == 1:
		return fmt.Sprintf("%d-%d", first, last)
	default:
		return fmt.Sprintf("%d-%d:%d", first, last, stride)
	}
}

// leadingRun tells how many of the first numbers follow one another at one stride. Two neighbours make a
// range, a wider stride needs three.
func leadingRun[T ID](ids []T) (n int, stride T) {
	if len(ids) == 1 {
		return 1, 1
	}
	stride = ids[1] - ids[0]
	n = 2
	for n < len(ids) && ids[n]-ids[n-1] == stride {
		n++
	}
	if stride < 1 || (stride > 1 && n < 3) {
		return 1, 1
	}
	return n, stride
}

func sorted[T cmp.Ordered](set map[T]bool) []T {
	var keys []T
	for k := range set {
		keys = append(keys, k)
	}
	sort.Slice(keys, func(a, b int) bool { return keys[a] < keys[b] })
	return keys
}
