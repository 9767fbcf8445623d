package view

import "fmt"

// Tone names a colour of the design's tokens; the theme says what it looks like. NoTone paints nothing.
type Tone uint8

// The tones, in the order of the themes' lists. Q1 to Q12 and Q1Ink to Q12Ink, H0 to H6 and H0Ink to H6Ink
// follow each other, so that they can be reached by number.
const (
	NoTone Tone = iota
	Back
	Surface
	Surface2
	Surface3
	Line1
	Line2
	Line3
	Ink
	Ink2
	Ink3
	Accent
	AccentInk
	AccentWash
	Good
	Warn
	Bad
	Q1
	Q2
	Q3
	Q4
	Q5
	Q6
	Q7
	Q8
	Q9
	Q10
	Q11
	Q12
	Q1Ink
	Q2Ink
	Q3Ink
	Q4Ink
	Q5Ink
	Q6Ink
	Q7Ink
	Q8Ink
	Q9Ink
	Q10Ink
	Q11Ink
	Q12Ink
	H0
	H1
	H2
	H3
	H4
	H5
	H6
	H0Ink
	H1Ink
	H2Ink
	H3Ink
	H4Ink
	H5Ink
	H6Ink
	Running
	RunningInk
	Runnable
	RunnableInk
	Suspended
	Idle
	Yield
	Pending
	Checkpoint
	CheckpointScan
	Ready
	CoStop
	Remote
	tones
)

// Theme is a set of values for the tones.
type Theme uint8

// The themes.
const (
	Light Theme = iota
	Dark
	AsPage // whatever the page's is: for pictures inside it
)

// ThemeNamed is the theme of a name of the page; anything but "dark" is light.
func ThemeNamed(name string) Theme {
	if name == "dark" {
		return Dark
	}
	return Light
}

// token is a tone's name in the style sheet and its 0xRRGGBB in both themes.
type token struct {
	name   string
	values [2]uint32
}

// tokens are the values of site/tokens.css.
var tokens = [tones]token{
	NoTone:         {},
	Back:           {"bg", [2]uint32{0xf4f4f0, 0x0e1013}},
	Surface:        {"surface", [2]uint32{0xffffff, 0x16191d}},
	Surface2:       {"surface-2", [2]uint32{0xf9f9f6, 0x1b1f24}},
	Surface3:       {"surface-3", [2]uint32{0xefefea, 0x262b32}},
	Line1:          {"line", [2]uint32{0xe4e3dd, 0x282d34}},
	Line2:          {"line-2", [2]uint32{0xcdccc4, 0x3a414a}},
	Line3:          {"line-3", [2]uint32{0x8a8b88, 0x747d89}},
	Ink:            {"ink", [2]uint32{0x16181d, 0xeceef1}},
	Ink2:           {"ink-2", [2]uint32{0x44484f, 0xbcc2cb}},
	Ink3:           {"ink-3", [2]uint32{0x63676e, 0x98a0ab}},
	Accent:         {"accent", [2]uint32{0x1d5bd0, 0x82b1ff}},
	AccentInk:      {"accent-ink", [2]uint32{0xffffff, 0x0d0f12}},
	AccentWash:     {"accent-wash", [2]uint32{0xe6eefc, 0x1c2a42}},
	Good:           {"good", [2]uint32{0x1b6e3c, 0x6fd193}},
	Warn:           {"warn", [2]uint32{0x8a5200, 0xf2b65a}},
	Bad:            {"bad", [2]uint32{0xb3261e, 0xff8f86}},
	Q1:             {"q1", [2]uint32{0x008c9b, 0x4fd9de}},
	Q2:             {"q2", [2]uint32{0x8946bb, 0x9465e2}},
	Q3:             {"q3", [2]uint32{0x039ae7, 0x4fa3d1}},
	Q4:             {"q4", [2]uint32{0xbd2a6b, 0xf860a4}},
	Q5:             {"q5", [2]uint32{0xa09416, 0xc4c515}},
	Q6:             {"q6", [2]uint32{0x146d47, 0x418c62}},
	Q7:             {"q7", [2]uint32{0x732504, 0xe04c0d}},
	Q8:             {"q8", [2]uint32{0xda5c6f, 0xfeaaa8}},
	Q9:             {"q9", [2]uint32{0x8d4c04, 0xd39653}},
	Q10:            {"q10", [2]uint32{0xc768c4, 0xb846a3}},
	Q11:            {"q11", [2]uint32{0x667f33, 0xcfe58f}},
	Q12:            {"q12", [2]uint32{0x1a31a0, 0x8fb2fb}},
	Q1Ink:          {"q1-ink", [2]uint32{0x0d0f12, 0x0d0f12}},
	Q2Ink:          {"q2-ink", [2]uint32{0xffffff, 0x0d0f12}},
	Q3Ink:          {"q3-ink", [2]uint32{0x0d0f12, 0x0d0f12}},
	Q4Ink:          {"q4-ink", [2]uint32{0xffffff, 0x0d0f12}},
	Q5Ink:          {"q5-ink", [2]uint32{0x0d0f12, 0x0d0f12}},
	Q6Ink:          {"q6-ink", [2]uint32{0xffffff, 0x0d0f12}},
	Q7Ink:          {"q7-ink", [2]uint32{0xffffff, 0x0d0f12}},
	Q8Ink:          {"q8-ink", [2]uint32{0x0d0f12, 0x0d0f12}},
	Q9Ink:          {"q9-ink", [2]uint32{0xffffff, 0x0d0f12}},
	Q10Ink:         {"q10-ink", [2]uint32{0x0d0f12, 0xffffff}},
	Q11Ink:         {"q11-ink", [2]uint32{0xffffff, 0x0d0f12}},
	Q12Ink:         {"q12-ink", [2]uint32{0xffffff, 0x0d0f12}},
	H0:             {"h0", [2]uint32{0xffffff, 0x16191d}},
	H1:             {"h1", [2]uint32{0xf6d3a0, 0x6e3763}},
	H2:             {"h2", [2]uint32{0xec9a58, 0xa03c5c}},
	H3:             {"h3", [2]uint32{0xd2603f, 0xce574c}},
	H4:             {"h4", [2]uint32{0xa93246, 0xe9804a}},
	H5:             {"h5", [2]uint32{0x75204c, 0xf5b25f}},
	H6:             {"h6", [2]uint32{0x421241, 0xfde3a5}},
	H0Ink:          {"h0-ink", [2]uint32{0x16181d, 0xeceef1}},
	H1Ink:          {"h1-ink", [2]uint32{0x16181d, 0xffffff}},
	H2Ink:          {"h2-ink", [2]uint32{0x16181d, 0xffffff}},
	H3Ink:          {"h3-ink", [2]uint32{0x0d0f12, 0x0d0f12}},
	H4Ink:          {"h4-ink", [2]uint32{0xffffff, 0x0d0f12}},
	H5Ink:          {"h5-ink", [2]uint32{0xffffff, 0x0d0f12}},
	H6Ink:          {"h6-ink", [2]uint32{0xffffff, 0x0d0f12}},
	Running:        {"running", [2]uint32{0x0f7a6c, 0x35b8a4}},
	RunningInk:     {"running-ink", [2]uint32{0xffffff, 0x0d0f12}},
	Runnable:       {"runnable", [2]uint32{0xb36200, 0xf0a33c}},
	RunnableInk:    {"runnable-ink", [2]uint32{0x0d0f12, 0x0d0f12}},
	Suspended:      {"suspended", [2]uint32{0x6a6494, 0xa29bd6}},
	Idle:           {"idle", [2]uint32{0x8c8d88, 0x6b737e}},
	Yield:          {"yield", [2]uint32{0x16181d, 0xeceef1}},
	Pending:        {"pending", [2]uint32{0x9b3d86, 0xd981c4}},
	Checkpoint:     {"checkpoint", [2]uint32{0x7c6a00, 0xdcc64a}},
	CheckpointScan: {"checkpoint-scan", [2]uint32{0xcdbb5e, 0x6f6628}},
	Ready:          {"ready", [2]uint32{0xc4500c, 0xff8a4a}},
	CoStop:         {"costop", [2]uint32{0xb3261e, 0xff7a70}},
	Remote:         {"remote", [2]uint32{0x8946bb, 0xb393f0}},
}

// Name is the tone's name in the style sheet, without the dashes.
func (t Tone) Name() string { return tokens[t].name }

// RequestTone is the tone of a request colour 1 to 12; anything else is the tone of "other".
func RequestTone(number int) Tone {
	if number < 1 || number > 12 {
		return Ink3
	}
	return Q1 + Tone(number-1)
}

// onTop is the tone of text on a fill.
func onTop(fill Tone) Tone {
	switch {
	case fill >= Q1 && fill <= Q12:
		return fill - Q1 + Q1Ink
	case fill >= H0 && fill <= H6:
		return fill - H0 + H0Ink
	case fill == Running:
		return RunningInk
	case fill == Runnable:
		return RunnableInk
	}
	return Surface
}

// load is the tone of a number of tasks on a scheduler; the scale ends at 6.
func load(tasks int) Tone { return H0 + Tone(min(max(tasks, 0), 6)) }

// RGBA is a tone as a pixel of ImageData read as a little-endian word: red in the lowest byte, opaque.
func (t Theme) RGBA(tone Tone) uint32 {
	v := tokens[tone].values[t]
	return 0xff000000 | v<<16&0xff0000 | v&0xff00 | v>>16
}

// Hex is a tone as a colour of CSS: "#1d5bd0"; of AsPage, the custom property of the page's style sheet.
func (t Theme) Hex(tone Tone) string {
	if t == AsPage {
		return "var(--" + tokens[tone].name + ")"
	}
	return fmt.Sprintf("#%06x", tokens[tone].values[t])
}

// CSS is every tone as a colour of CSS by number: what the numbers of an encoded frame stand for. The first,
// of NoTone, is empty.
func (t Theme) CSS() []string {
	all := make([]string, tones)
	for i := 1; i < len(all); i++ {
		all[i] = t.Hex(Tone(i))
	}
	return all
}

// mix lays a tone over a ground with an opacity in permille.
func (t Theme) mix(tone, ground Tone, permille uint32) uint32 {
	a, b := t.RGBA(tone), t.RGBA(ground)
	out := uint32(0xff000000)
	for shift := 0; shift < 24; shift += 8 {
		x, y := a>>shift&0xff, b>>shift&0xff
		out |= (x*permille + y*(1000-permille) + 500) / 1000 << shift
	}
	return out
}
