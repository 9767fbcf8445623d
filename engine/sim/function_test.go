package sim

import (
	"math"
	"math/bits"
	"testing"

	"github.com/stretchr/testify/assert"
)

// worst is the greatest error of got against want over numbers of all sizes and at the edges of the tables.
func worst(apart func(x uint64) float64) float64 {
	greatest := 0.0
	random := NewKernel(1).Rand("arguments")
	for i := range uint64(200_000) {
		x := random.Uint64()
		greatest = max(greatest, apart(x), apart(x>>(i&63)), apart(^(x >> (i & 63))))
	}
	for edge := range uint64(512) {
		for _, off := range []uint64{0, 1, 2, math.MaxUint64, 1 << 20, 1 << 40} {
			greatest = max(greatest, apart(edge<<55+off), apart(edge<<56+off), apart(edge<<24+off))
		}
	}
	return greatest
}

func TestMinusLog(t *testing.T) {
	assert.Less(t, worst(func(x uint64) float64 {
		x |= 1
		want := -math.Log(float64(x) / (1 << 64))
		if x > 1<<63 {
			want = -math.Log1p(-float64(-x) / (1 << 64))
		}
		return math.Abs(float64(minusLog(x))/(1<<57)-want) / (want + 1e-10) // near 0 the unit of 2^-57 shows
	}), 1e-7)
	assert.Less(t, minusLog(math.MaxUint64), uint64(2))
	assert.InEpsilon(t, 64*math.Ln2, float64(minusLog(1))/(1<<57), 1e-11)
}

func TestMinusLogFalls(t *testing.T) {
	random := NewKernel(2).Rand("arguments")
	for i := range 100_000 {
		x := random.Uint64()>>(i&63) | 1
		assert.GreaterOrEqual(t, minusLog(x), minusLog(x+min(x/1000, math.MaxUint64-x)))
	}
}

func TestSquareRoot(t *testing.T) {
	assert.Zero(t, worst(func(x uint64) float64 {
		x |= 1 << 62
		root := squareRoot(x)
		high, low := bits.Mul64(root+1, root+1)
		if (root-1)*(root-1) > x || root > math.MaxUint32 || high == 0 && low <= x {
			return 1
		}
		return 0
	}))
}

func TestSine(t *testing.T) {
	assert.Less(t, worst(func(x uint64) float64 {
		step, part := uint8(x>>56), uint32(x>>24)
		want := math.Sin((float64(step) + float64(part)/(1<<32)) * math.Pi / 512)
		return math.Abs(float64(sine(step, part))/(1<<32) - want)
	}), 1e-9)
}

func TestPowerOfTwo(t *testing.T) {
	assert.Less(t, worst(func(x uint64) float64 {
		want := math.Exp2(float64(uint32(x)) / (1 << 32))
		return math.Abs(float64(powerOfTwo(uint32(x)))/(1<<62)/want - 1)
	}), 1e-9)
	assert.Equal(t, uint64(1<<62), powerOfTwo(0))
}

func TestConstantsAreTheNearestIntegers(t *testing.T) {
	assert.InDelta(t, math.Log2E/1000*(1<<41), log2ePermille41, 0.5)
	assert.InDelta(t, math.Ln2*(1<<32), ln2At32, 0.5)
	assert.InDelta(t, math.Pi/512*(1<<39), sineStepAt39, 0.5)
	assert.InDelta(t, math.Pi/512*(1<<63), sineStepAt63, 8)
	assert.InDelta(t, math.Ln2*(1<<57), ln2At57, 16)
	assert.InDelta(t, 1.0/3*(1<<16), third16, 0.5)
	assert.InDelta(t, 1.0/6*(1<<16), sixth16, 0.5)
}

func TestShiftDown(t *testing.T) {
	for _, c := range []struct {
		high, low uint64
		by        uint
		want      Time
	}{
		{0, 40, 3, 5}, {0, 44, 3, 6}, {0, 43, 3, 5}, {1, 0, 64, 1}, {1, 1 << 63, 64, 2}, {3, 0, 65, 2},
		{5, 0, 66, 1}, {6, 0, 66, 2}, {1 << 40, 0, 128, 0},
		{1, 0, 3, 1 << 61}, {2, 0, 3, longestDraw}, {1 << 55, 9, 40, longestDraw},
		{1 << 63, 0, 64, longestDraw}, {1<<62 - 1, 0, 64, 1<<62 - 1},
	} {
		assert.Equal(t, c.want, shiftDown(c.high, c.low, c.by), "%+v", c)
	}
}
