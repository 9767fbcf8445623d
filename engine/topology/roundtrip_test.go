package topology

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// someIDs returns ascending numbers with stretches, gaps and strides, as lists of CPUs have them.
func someIDs(random *rand.Rand) []CPUID {
	var ids []CPUID
	next := random.IntN(4)
	for range 1 + random.IntN(8) {
		stride := 1 + random.IntN(4)
		for range 1 + random.IntN(6) {
			ids = append(ids, CPUID(next))
			next += stride
		}
		next += random.IntN(50)
	}
	return ids
}

// plainList writes every number out.
func plainList(ids []CPUID) string {
	var texts []string
	for _, id := range ids {
		texts = append(texts, strconv.Itoa(int(id)))
	}
	return strings.Join(texts, ",")
}

// expanded reads a list in the slowest way: it asks of every number whether a part of the list holds it.
func expanded(t *testing.T, text string) []CPUID {
	t.Helper()
	var ids []CPUID
	for id := range 1024 {
		for part := range strings.SplitSeq(text, ",") {
			if holds(t, part, id) {
				ids = append(ids, CPUID(id))
				break
			}
		}
	}
	return ids
}

func holds(t *testing.T, part string, id int) bool {
	t.Helper()
	first, last, stride := 0, 0, 1
	switch {
	case strings.Contains(part, ":"):
		_, err := fmt.Sscanf(part, "%d-%d:%d", &first, &last, &stride)
		require.NoError(t, err, part)
	case strings.Contains(part, "-"):
		_, err := fmt.Sscanf(part, "%d-%d", &first, &last)
		require.NoError(t, err, part)
	default:
		_, err := fmt.Sscanf(part, "%d", &first)
		require.NoError(t, err, part)
		last = first
	}
	return id >= first && id <= last && (id-first)%stride == 0
}

func TestListsComeBack(t *testing.T) {
	for seed := range uint64(300) {
		random := rand.New(rand.NewPCG(seed, 2))
		ids := someIDs(random)
		text := FormatList(ids)
		back, err := ParseList[CPUID](text)
		require.NoError(t, err, text)
		assert.Equal(t, ids, back, text)
		assert.Equal(t, ids, expanded(t, text), "a second reader understands %q", text)
		assert.LessOrEqual(t, len(text), len(plainList(ids)), "%q is no longer than the numbers", text)
		assert.Equal(t, text, FormatList(back), "one way to write a list")
	}
}

func TestListsInAnyOrderWithRepetitions(t *testing.T) {
	for seed := range uint64(100) {
		random := rand.New(rand.NewPCG(seed, 3))
		ids := someIDs(random)
		parts := strings.Split(FormatList(ids)+","+plainList(ids[:1+random.IntN(len(ids))]), ",")
		random.Shuffle(len(parts), func(a, b int) { parts[a], parts[b] = parts[b], parts[a] })
		for _, separator := range []string{",", " ", ", ", "\t", ",,"} {
			back, err := ParseList[CPUID](strings.Join(parts, separator))
			require.NoError(t, err)
			assert.Equal(t, ids, back)
		}
	}
}

func TestMasksComeBack(t *testing.T) {
	for seed := range uint64(300) {
		random := rand.New(rand.NewPCG(seed, 4))
		mask := random.Uint64() >> random.IntN(64)
		group := GroupID(random.IntN(64))
		hex, name, found := strings.Cut(FormatMask(mask, group), ":")
		require.True(t, found)
		assert.Len(t, hex, len("0x0000000000000000"), "as the error log writes it")
		assert.Equal(t, strconv.Itoa(int(group)), name)
		for _, text := range []string{
			hex, strings.ToUpper(hex), strconv.FormatUint(mask, 10), strconv.FormatInt(int64(mask), 10),
			"0x" + strconv.FormatUint(mask, 16),
		} {
			back, err := ParseMask(text)
			require.NoError(t, err)
			assert.Equal(t, mask, back, text)
		}
	}
}

// TestMaskCPUsCountTwoByTwo halves the mask until nothing is left.
func TestMaskCPUsCountTwoByTwo(t *testing.T) {
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 5))
		mask, group := random.Uint64()>>random.IntN(64), random.IntN(64)
		want := []CPUID{}
		for rest, number := mask, 64*group; rest > 0; rest, number = rest/2, number+1 {
			if rest%2 == 1 {
				want = append(want, CPUID(number))
			}
		}
		assert.Equal(t, want, MaskCPUs(mask, GroupID(group)))
	}
}

// TestMasksOfAMachinePartItsCPUs takes the CPUs of any part of a machine to masks and back.
func TestMasksOfAMachinePartItsCPUs(t *testing.T) {
	m := Shape{Packages: 4, CoresPerNode: 64}.Machine() // groups are full, so numbers are Windows' numbers
	for seed := range uint64(100) {
		random := rand.New(rand.NewPCG(seed, 6))
		var part []int
		for cpu := range m.CPUs {
			if random.IntN(3) == 0 {
				part = append(part, cpu)
			}
		}
		var back []int
		for _, g := range m.Groups() {
			for _, id := range MaskCPUs(m.Mask(g, part), g) {
				back = append(back, m.FindCPU(id))
			}
		}
		assert.Equal(t, part, back)
		slices.Reverse(part)
		assert.Equal(t, m.Mask(2, back), m.Mask(2, part), "the order does not matter")
	}
}
