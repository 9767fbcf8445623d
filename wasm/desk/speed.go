package desk

import (
	"math"
	"strconv"
)

// Speeds are in permille of real time, from 1/1000× to 60×.
const (
	Slowest  int64 = 1
	RealTime int64 = 1000
	Fastest  int64 = 60_000
	// OneByOne is the speed below which single yields are shown.
	OneByOne = RealTime / 4
)

// SpeedSteps is the length of the speed slider; it is logarithmic.
const SpeedSteps = 1000

// detent is how near to 1× the slider snaps to it.
const detent = 18

var speedRange = math.Log(float64(Fastest) / float64(Slowest))

// SpeedPosition is where a speed stands on the slider.
func SpeedPosition(speed int64) int {
	return int(math.Round(SpeedSteps * math.Log(float64(speed)/float64(Slowest)) / speedRange))
}

// SpeedAt is the speed at a place of the slider, rounded to two digits.
func SpeedAt(position int) int64 {
	if near := position - SpeedPosition(RealTime); near >= -detent && near <= detent {
		return RealTime
	}
	exact := float64(Slowest) * math.Exp(speedRange*float64(position)/SpeedSteps)
	digits := math.Pow(10, math.Max(0, math.Floor(math.Log10(exact))-1))
	return clampSpeed(int64(math.Round(exact/digits) * digits))
}

func clampSpeed(speed int64) int64 { return max(Slowest, min(Fastest, speed)) }

// speedKeys are where the keys for slower and faster stop.
var speedKeys = []int64{1, 2, 5, 10, 20, 50, 100, 250, 500, 1000, 2000, 5000, 10_000, 30_000, 60_000}

// playTime is how long a run should play at first. assumed: as long as one likes to watch.
const playTime = 30 * second

// pace is the speed at which a run of some length plays in about playTime: the nearest stop of the keys,
// never slower than real time.
func pace(length int64) int64 {
	best := RealTime
	for _, speed := range speedKeys {
		if speed > RealTime && misfit(length, speed) < misfit(length, best) {
			best = speed
		}
	}
	return best
}

// misfit is how far playing at a speed is from playTime, as a ratio.
func misfit(length, speed int64) float64 {
	return math.Abs(math.Log(float64(max(1,
		length)) / float64(speed) * float64(RealTime) / float64(playTime)))
}

func faster(speed int64) int64 {
	for _, next := range speedKeys {
		if next > speed {
			return next
		}
	}
	return Fastest
}

func slower(speed int64) int64 {
	for i := len(speedKeys) - 1; i >= 0; i-- {
		if speedKeys[i] < speed {
			return speedKeys[i]
		}
	}
	return Slowest
}

// SpeedText writes a speed as people say it: 1/100×, 0.3×, 10×.
func SpeedText(speed int64) string {
	if speed < RealTime && RealTime%speed == 0 {
		return "1/" + strconv.FormatInt(RealTime/speed, 10) + "×"
	}
	if speed < 100 {
		return "1/" + strconv.FormatInt((RealTime+speed/2)/speed, 10) + "×"
	}
	return strconv.FormatFloat(float64(speed)/float64(RealTime), 'f', -1, 64) + "×"
}
