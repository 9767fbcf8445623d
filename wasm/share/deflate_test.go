package share

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/scenarios"
)

// inflate is the standard library's reading.
func inflate(t testing.TB, packed []byte) []byte {
	t.Helper()
	source := bytes.NewReader(packed)
	text, err := io.ReadAll(flate.NewReader(source))
	require.NoError(t, err)
	require.Zero(t, source.Len(), "nothing is left behind the last block")
	return text
}

// library is how long the standard library's writer makes a text.
func library(t testing.TB, text []byte) int {
	t.Helper()
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestCompression)
	require.NoError(t, err)
	_, err = w.Write(text)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return packed.Len()
}

func TestTheLibraryReadsWhatIsCompressed(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	noise := make([]byte, 100_000)
	for i := range noise {
		noise[i] = byte(random.Uint32())
	}
	skewed := make([]byte, 0, 1<<16) // counts of Fibonacci: the tree is deeper than codes may be long
	for i, a, b := 0, 1, 1; len(skewed) < 60_000; i++ {
		skewed = append(skewed, bytes.Repeat([]byte{byte(i)}, a)...)
		a, b = b, a+b
	}
	random.Shuffle(len(skewed), func(i, j int) { skewed[i], skewed[j] = skewed[j], skewed[i] })
	far := append(append([]byte("a piece to be repeated"), noise[:farthest]...), "a piece to be repeated"...)
	for name, text := range map[string][]byte{
		"nothing": {}, "one": {7}, "two": []byte("ab"), "run": bytes.Repeat([]byte("x"), 1000),
		"258": bytes.Repeat([]byte("x"), 259), "noise": noise, "skewed": skewed, "far": far,
		"pairs": []byte(strings.Repeat("ab", 70_000)), "all bytes": noise[:600],
	} {
		require.True(t, bytes.Equal(text, inflate(t, deflated(text))), name)
	}
}

func TestEachLengthAndDistanceHasItsCode(t *testing.T) {
	for length := shortestMatch; length <= longestMatch; length++ {
		text := append(bytes.Repeat([]byte("q"), length+1), '.')
		require.Equal(t, text, inflate(t, deflated(text)), "%d", length)
	}
	random := rand.New(rand.NewPCG(5, 6))
	for distance := 4; distance < farthest; distance += 1 + distance/7 {
		text := make([]byte, distance)
		for i := range text {
			text[i] = byte(random.Uint32())
		}
		text = append(text, text[:4]...)
		require.True(t, bytes.Equal(text, inflate(t, deflated(text))), "%d", distance)
	}
}

func TestScenariosGetAsShortAsByTheLibrary(t *testing.T) {
	for _, s := range scenarios.All() {
		ours, theirs := len(deflated(s.Text)), library(t, s.Text)
		require.LessOrEqual(t, ours, theirs+theirs/100, s.Name)
	}
}

func FuzzDeflated(f *testing.F) {
	f.Add([]byte("the same, the same, the same"))
	f.Add(bytes.Repeat([]byte{0, 1, 2}, 200))
	f.Fuzz(func(t *testing.T, text []byte) {
		require.True(t, bytes.Equal(text, inflate(t, deflated(text))))
	})
}

func TestLettersAreThoseOfTheLibrary(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for n := range 300 {
		data := make([]byte, n)
		for i := range data {
			data[i] = byte(random.Uint32())
		}
		text := base64.RawURLEncoding.EncodeToString(data)
		require.Equal(t, text, lettersOf(data))
		require.Len(t, text, lettersFor(n))
		again, ok := bytesOf(text)
		require.True(t, ok)
		require.True(t, bytes.Equal(data, again))
	}
	for _, text := range []string{"+", "/", "AA=", "é", "A A"} {
		_, ok := bytesOf(text)
		require.False(t, ok, text)
	}
}
