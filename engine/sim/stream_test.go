package sim

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

const draws = 200_000

// sorted draws from a stream of its own and sorts.
func sorted(name string, draw func(*Stream) int64) []float64 {
	s := NewKernel(2024).Rand(name)
	numbers := make([]float64, draws)
	for i := range numbers {
		numbers[i] = float64(draw(s))
	}
	slices.Sort(numbers)
	return numbers
}

// kolmogorov is the greatest distance of the numbers' distribution from a closed form, times the root of
// their count: above 1.95 with a probability of 0.001.
func kolmogorov(numbers []float64, below func(x float64) float64) float64 {
	distance := 0.0
	for i, x := range numbers {
		p := below(x)
		distance = max(distance, p-float64(i)/draws, float64(i+1)/draws-p)
	}
	return distance * math.Sqrt(draws)
}

func moments(numbers []float64) (mean, variance float64) {
	for _, x := range numbers {
		mean += x / draws
	}
	for _, x := range numbers {
		variance += (x - mean) * (x - mean) / draws
	}
	return mean, variance
}

func TestUint64IsSplitMix64(t *testing.T) {
	// The published outputs for seed 1234567 (Rosetta Code, Pseudo-random numbers/Splitmix64).
	s := Stream{state: 1234567}
	for _, want := range []uint64{
		6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431,
		16408922859458223821,
	} {
		assert.Equal(t, want, s.Uint64())
	}
	// The published FNV-1a hashes of "", "a" and "foobar".
	assert.Equal(t, uint64(0xcbf29ce484222325), hashName(""))
	assert.Equal(t, uint64(0xaf63dc4c8601ec8c), hashName("a"))
	assert.Equal(t, uint64(0x85944171f73967e8), hashName("foobar"))
}

func TestFirstNumbersNeverChange(t *testing.T) {
	s := NewKernel(1).Rand("arrivals")
	got := []int64{
		int64(s.Uint64() >> 1), s.Below(1000), int64(s.Exponential(Second)), s.Normal(),
		int64(s.LogNormal(Second, 800)), int64(s.LogNormal(24*Hour, 3000)), int64(s.Exponential(24 * Hour)),
	}
	assert.Equal(t, []int64{
		2494402108920493174, 471, 290051774, 1336608983, 1151900734, 1823316732985, 89398410126841,
	}, got)
}

func TestStreamsDependOnSeedAndNameAlone(t *testing.T) {
	a, b := NewKernel(7), NewKernel(7)
	a.Rand("x").Uint64()
	b.Rand("y").Uint64()
	b.Rand("x").Uint64()
	x, y := a.Rand("x").Uint64(), a.Rand("y").Uint64()
	assert.Equal(t, b.Rand("x").Uint64(), x)
	assert.NotEqual(t, x, y)
	assert.Same(t, a.Rand("x"), a.Rand("x"))
	assert.NotEqual(t, NewKernel(7).Rand("x").Uint64(), NewKernel(8).Rand("x").Uint64())
	assert.NotEqual(t, NewKernel(7).Rand("x").Uint64(), NewKernel(7).Rand("").Uint64())
}

func TestBelowIsUniform(t *testing.T) {
	for _, n := range []int64{1, 2, 6, 10, 1000} {
		counts := make([]float64, n)
		s := NewKernel(3).Rand("below")
		for range draws {
			counts[s.Below(n)]++
		}
		expected, square := draws/float64(n), 0.0
		for _, c := range counts {
			square += (c - expected) * (c - expected) / expected
		}
		freedom := float64(n - 1)
		assert.LessOrEqual(t, square, freedom+4*math.Sqrt(2*freedom))
	}
	// Here a product or remainder without rejection would favour every second third.
	const great = 3 << 61
	numbers := sorted("great", func(s *Stream) int64 { return s.Below(great) })
	assert.Less(t, kolmogorov(numbers, func(x float64) float64 { return x / great }), 1.95)
	odd := 0
	s := NewKernel(4).Rand("odd")
	for range draws {
		odd += int(s.Below(great) & 1)
	}
	assert.InDelta(t, draws/2, odd, 4*math.Sqrt(draws)/2)
	assert.PanicsWithValue(t, "sim: random number below 0", func() { s.Below(0) })
	assert.PanicsWithValue(t, "sim: random number below -5", func() { s.Below(-5) })
}

func TestExponentialDistribution(t *testing.T) {
	for _, mean := range []Time{Millisecond, 24 * Hour} {
		numbers := sorted("exponential", func(s *Stream) int64 { return int64(s.Exponential(mean)) })
		m := float64(mean)
		assert.Less(t, kolmogorov(numbers, func(x float64) float64 { return -math.Expm1(-x / m) }), 1.95)
		average, variance := moments(numbers)
		assert.InEpsilon(t, m, average, 4/math.Sqrt(draws))
		assert.InEpsilon(t, m*m, variance, 4*math.Sqrt(8.0/draws))
		for _, p := range []float64{0.1, 0.5, 0.9, 0.99} {
			assert.InEpsilon(t, -math.Log1p(-p)*m, numbers[int(p*draws)], 0.03, "quantile %v", p)
		}
	}
}

func TestExponentialIsTheLogarithm(t *testing.T) {
	a, b := NewKernel(5).Rand("twin"), NewKernel(5).Rand("twin")
	for range draws {
		want := -math.Log(float64(a.Uint64())/(1<<64)) * float64(Hour)
		assert.InDelta(t, want, float64(b.Exponential(Hour)), 0.6+1e-7*want)
	}
}

func TestNormalDistribution(t *testing.T) {
	numbers := sorted("normal", (*Stream).Normal)
	fourth := 0.0
	for i := range numbers {
		numbers[i] /= 1 << 32
		fourth += math.Pow(numbers[i], 4) / draws
	}
	assert.Less(t, kolmogorov(numbers, func(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }), 1.95)
	mean, variance := moments(numbers)
	assert.InDelta(t, 0, mean, 4/math.Sqrt(draws))
	assert.InDelta(t, 1, variance, 4*math.Sqrt(2.0/draws))
	assert.InDelta(t, 3, fourth, 4*math.Sqrt(96.0/draws))
	for z, p := range map[float64]float64{-2.326348: 0.01, -1.281552: 0.1, 0.674490: 0.75, 1.959964: 0.975} {
		assert.InDelta(t, z, numbers[int(p*draws)], 0.03)
	}
}

func TestLogNormalDistribution(t *testing.T) {
	for _, sigma := range []int64{250, 1000} {
		s, m := float64(sigma)/1000, float64(Second)
		numbers := sorted("log-normal", func(s *Stream) int64 { return int64(s.LogNormal(Second, sigma)) })
		assert.Less(t, kolmogorov(numbers, func(x float64) float64 {
			return math.Erfc(-(math.Log(x/m)+s*s/2)/s/math.Sqrt2) / 2
		}), 1.95)
		mean, _ := moments(numbers)
		assert.InEpsilon(t, m, mean, 4*math.Sqrt(math.Expm1(s*s)/draws))
	}
}

func TestLogNormalIsTheExponentialOfNormal(t *testing.T) {
	a, b := NewKernel(6).Rand("twin"), NewKernel(6).Rand("twin")
	for i := range int64(draws) {
		sigma, mean := i%3001, Time(1)<<(i%57)
		s := float64(sigma) / 1000
		want := float64(mean) * math.Exp(s*float64(a.Normal())/(1<<32)-s*s/2)
		want = min(max(want, 1), longestDraw)
		assert.InDelta(t, want, float64(b.LogNormal(mean, sigma)), 0.6+1e-8*want)
	}
	assert.Equal(t, Second, b.LogNormal(Second, 0))
}

func TestSmallestAndGreatestMeans(t *testing.T) {
	s := NewKernel(8).Rand("edges")
	for range 10_000 {
		assert.Zero(t, s.Exponential(0))
		assert.Zero(t, s.LogNormal(0, 3000))
		assert.GreaterOrEqual(t, s.Exponential(1), Time(1))
		assert.GreaterOrEqual(t, s.LogNormal(1, 3000), Time(1))
		assert.Less(t, uint64(s.Exponential(longestMean)), uint64(1<<62))
		assert.LessOrEqual(t, uint64(s.LogNormal(longestMean, 3000)), uint64(longestDraw))
	}
	for _, extreme := range []uint64{0, 1, math.MaxUint64 - 1, math.MaxUint64} {
		assert.Less(t, minusLog(extreme|1), uint64(1<<63))
	}
	assert.PanicsWithValue(t, "sim: distribution with a mean of -1ns, not 0 to 72057594.037927936s",
		func() { s.Exponential(-1) })
	assert.PanicsWithValue(t, "sim: distribution with a mean of never, not 0 to 72057594.037927936s",
		func() { s.LogNormal(Never, 1) })
	assert.PanicsWithValue(t, "sim: log-normal with sigma of 3001 permille, not 0 to 3000",
		func() { s.LogNormal(1, 3001) })
}

func TestADrawUsesTheSameAmountWhateverTheMean(t *testing.T) {
	a, b := NewKernel(9).Rand("x"), NewKernel(9).Rand("x")
	a.Exponential(0)
	b.Exponential(Hour)
	a.LogNormal(0, 0)
	b.LogNormal(Hour, 2000)
	assert.Equal(t, a.Uint64(), b.Uint64())
}

func BenchmarkStream(b *testing.B) {
	s := NewKernel(1).Rand("bench")
	sum := int64(0)
	for name, draw := range map[string]func() int64{
		"Below":       func() int64 { return s.Below(1000) },
		"Exponential": func() int64 { return int64(s.Exponential(Second)) },
		"Normal":      func() int64 { return s.Normal() },
		"LogNormal":   func() int64 { return int64(s.LogNormal(Second, 500)) },
	} {
		b.Run(name, func(b *testing.B) {
			for range b.N {
				sum += draw()
			}
		})
	}
	assert.NotZero(b, sum)
}
