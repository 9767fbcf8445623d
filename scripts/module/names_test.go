package module

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNamesAreKeptAsReportsShowThem(t *testing.T) {
	for name, want := range map[string]string{
		"schedlab/wasm/page.(*Page).build":                "schedlab/wasm/page.(*Page).build",
		"slices.Index[go.shape.[]int,go.shape.int]":       "slices.Index[...]",
		"sync/atomic.(*Pointer[go.shape.struct {}]).Load": "sync/atomic.(*Pointer[...]).Load",
		"runtime.gopanic":                                 "runtime.gopanic",
		"runtime.goPanicIndex":                            "runtime.goPanicIndex",
		"runtime.GC":                                      "runtime.GC",
		"runtime.(*Func).Name":                            "runtime.(*Func).Name",
		"runtime.scanstack":                               "runtime.",
		"runtime.(*mheap).grow":                           "runtime.",
		"type:.eq.schedlab/engine/scenario.Problem":       "type:.",
		"main.f.func1":                                    "main.f.func1",
		"a]b[c":                                           "a]b[c",
		"":                                                "",
	} {
		require.Equal(t, want, shownName(name), name)
	}
}

func TestPoolsLayEachPieceOnce(t *testing.T) {
	p := pool{from: 8, alignment: 4}
	for _, piece := range []string{"bb", "a", "bb", "a", "ccccc"} {
		p.add([]byte(piece))
	}
	laid := p.lay(func(a, b []byte) int { return len(a) - len(b) })
	require.Equal(t, "a\x00\x00\x00bb\x00\x00ccccc", string(laid))
	for piece, offset := range map[string]int{"a": 8, "bb": 12, "ccccc": 16} {
		require.Equal(t, offset, p.find([]byte(piece)))
	}
}

func TestColumnsAreWrittenAsDescribed(t *testing.T) {
	packed := appendColumns(nil, []column{
		{address: 64, stride: 8, isDelta: true, values: []int{1000, 1001, 1000}},
		{address: 68, stride: 8, values: []int{-1, 0, 300}},
	})
	require.Equal(t, bytesOf(t, "40000000 08000000 03000000 01000000 d00f 02 01"+
		"44000000 08000000 03000000 00000000 01 00 d804"+
		"00000000 00000000 00000000 00000000"), packed)
}
