package topology

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestLists(t *testing.T) {
	for text, want := range map[string][]CPUID{
		"":                     nil,
		"7":                    {7},
		"0-3,8,16-22:2":        {0, 1, 2, 3, 8, 16, 18, 20, 22},
		"0-6:2":                {0, 2, 4, 6},
		"0-5:2":                {0, 2, 4},
		"8, 0-1":               {0, 1, 8},
		"3 1\t2 1":             {1, 2, 3},
		"0-1,1-2":              {0, 1, 2},
		"00-03":                {0, 1, 2, 3},
		"65535":                {65535},
		",,4,,":                {4},
		"0-8:4,1-9:4,252-255 ": {0, 1, 4, 5, 8, 9, 252, 253, 254, 255},
	} {
		got, err := ParseList[CPUID](text)
		require.NoError(t, err, text)
		assert.Equal(t, want, got, text)
	}
	for _, text := range []string{
		"x", "3-", "-3", "3-1", "0-4:0", "0-4:", "1-2-3", "65536", "0-99999999999999", "...",
		"+4", "1.5", "0:2:2",
	} {
		_, err := ParseList[NodeID](text)
		assert.ErrorContains(t, err, "is not a number", text)
	}
	_, err := ParseList[NodeID](strings.Repeat("0-65535,", 1000))
	assert.ErrorContains(t, err, "longer than")
}

func TestFormatList(t *testing.T) {
	for text, ids := range map[string][]NodeID{
		"":                nil,
		"0":               {0},
		"0-1":             {0, 1},
		"0,8,252-255":     {0, 8, 252, 253, 254, 255},
		"0-38:2":          {0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38},
		"0,2":             {0, 2},
		"0,2-4":           {0, 2, 3, 4},
		"0-4:2,5-6":       {0, 2, 4, 5, 6},
		"0-2,33-34,72-73": {0, 1, 2, 33, 34, 72, 73},
	} {
		assert.Equal(t, text, FormatList(ids))
	}
}

func FuzzParseList(f *testing.F) {
	for _, seed := range []string{"0-3,8,16-22:2", "0-62:2", "3-1", "0,8,252-255", "1-7,9-15,11", "..."} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		ids, err := ParseList[CPUID](text)
		if err != nil {
			return
		}
		assert.True(t, slices.IsSorted(ids))
		assert.LessOrEqual(t, len(ids), maxListed)
		again, err := ParseList[CPUID](FormatList(ids))
		require.NoError(t, err)
		assert.Equal(t, ids, again)
	})
}

func TestMasks(t *testing.T) {
	for text, want := range map[string]uint64{
		"0":                    0,
		"15":                   15,
		"0x0000000000555555":   0x555555,
		"0X0000AAAAAA000000":   0xaaaaaa000000,
		"281474959933440":      0x0000ffffff000000, // SQL Server 2012 Internals, 96-CPU sample
		"-1":                   1<<64 - 1,
		"-9223372036854775808": 1 << 63,
		"18446744073709551615": 1<<64 - 1,
	} {
		got, err := ParseMask(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, got, text)
	}
	for _, text := range []string{"", "0x", "NULL", "0x10000000000000000", "12a", "-0x1"} {
		_, err := ParseMask(text)
		assert.Error(t, err, text)
	}
	assert.Equal(t, []CPUID{0, 63}, MaskCPUs(1<<63|1, 0))
	assert.Equal(t, []CPUID{66, 67}, MaskCPUs(0b1100, 1))
	assert.Equal(t, "0x0000aaaaaa000000:0", FormatMask(0xaaaaaa000000, 0))
}

func TestMaskOfMachine(t *testing.T) {
	m := Shape{Packages: 4, CoresPerNode: 24}.Machine()
	assert.Equal(t, uint64(0xffffff), m.Mask(0, m.Nodes[0].CPUs))
	assert.Equal(t, uint64(0xffffff000000), m.Mask(0, m.Nodes[1].CPUs))
	assert.Equal(t, uint64(0xffffff000000), m.Mask(1, m.Nodes[3].CPUs))
	assert.Zero(t, m.Mask(0, m.Nodes[3].CPUs))
}
