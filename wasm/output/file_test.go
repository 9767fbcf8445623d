package output

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFilesComeInPartsOfWholeCharacters(t *testing.T) {
	f := NewFile(Once(func(f *File) { f.Add("aµ€😀", "b") }))
	require.False(t, f.Step())
	require.Equal(t, []string{"aµ", "€", "😀", "b", ""},
		[]string{f.Take(4), f.Take(4), f.Take(1), f.Take(9), f.Take(9)})
	require.Equal(t, 1.0, f.Share())
}

func TestAFileSaysHowFarItIs(t *testing.T) {
	n := 0.0
	slow := Section{Weight: 3, Write: func(*File) float64 { n += .5; return n }}
	f := NewFile(Once(func(f *File) { f.Then(slow) }))
	for _, share := range []float64{.25, .625, 1} { // one of four parts of the work, then the rest by halves
		require.Equal(t, share < 1, f.Step())
		require.Equal(t, share, f.Share())
	}
}
