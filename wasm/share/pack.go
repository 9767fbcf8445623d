package share

import (
	"bytes"
	"compress/flate"
	"io"
	"strconv"
	"strings"

	"schedlab/engine/scenario"
)

// Version is the newest version of links, records and libraries, the one that is written.
const Version = 1

// linkUpgraders are for the texts of links. A link of any released version opens for ever: testdata keeps
// some of each.
var linkUpgraders = upgraders{}

// A link's text begins with its length in characters and a sum of what follows, at fixed places. They are put
// in front without compression, so that a link that lost its end still says how long it was.
const (
	headLength  = len(`{"n":12345,"s":"01234567",`)
	storedFrame = 5 // a stored block's own bytes. Source: RFC 1951, section 3.2.4
	// headLetters is how many letters of base64 hold the head.
	headLetters = (8*(storedFrame+headLength) + 5) / 6
)

func head(length int, sum uint32) string {
	n, s := strconv.Itoa(length), strconv.FormatUint(uint64(sum), 16)
	return `{"n":` + strings.Repeat(" ", max(0, 5-len(n))) + n + `,"s":"` +
		strings.Repeat("0", 8-len(s)) + s + `",`
}

// sumOf is the 32 bit hash FNV-1a. Source: RFC 9923.
func sumOf(text []byte) uint32 {
	const basis, prime = 2166136261, 16777619
	sum := uint32(basis)
	for _, b := range text {
		sum = (sum ^ uint32(b)) * prime
	}
	return sum
}

// pack writes an object as a link's letters.
func pack(tree scenario.Tree) string {
	rest := scenario.Document{Root: tree}.Compact()[1:]
	packed := deflated(rest)
	length := lettersFor(storedFrame + headLength + len(packed))
	begin := strconv.Itoa(Version) + "."
	first := head(len(begin)+length, sumOf(rest))
	whole := append([]byte{0, byte(len(first)), 0, ^byte(len(first)), 0xff}, first...)
	return begin + lettersOf(append(whole, packed...))
}

// isPacked says whether a text begins with a version and a dot.
func isPacked(text string) bool {
	digits, _, hasDot := strings.Cut(text, ".")
	return hasDot && digits != "" && strings.Trim(digits, "0123456789") == ""
}

// unpack reads a link's letters and brings their text to the newest version.
func unpack(link string) (scenario.Tree, *Fault) {
	digits, letters, _ := strings.Cut(link, ".")
	version, err := strconv.Atoi(digits)
	switch {
	case err != nil || version < 1:
		return scenario.Tree{}, fault(linkDamaged)
	case version > linkUpgraders.newest():
		return scenario.Tree{}, fault(linkNew, version, linkUpgraders.newest())
	}
	text, bad := inflated(len(digits)+1, letters)
	if bad != nil {
		return scenario.Tree{}, bad
	}
	tree, problem := scenario.ParseTree(string(text))
	if problem != nil || tree.Kind != scenario.Object {
		return scenario.Tree{}, fault(linkDamaged)
	}
	return linkUpgraders.raised(tree, version), nil
}

// inflated gives the text behind letters, which are preceded by so many characters. No more than the text's
// limit is ever made of them.
func inflated(before int, letters string) ([]byte, *Fault) {
	length, sum, bad := readHead(before, letters)
	if bad != nil {
		return nil, bad
	}
	arrived := before + len(letters)
	letters = letters[:min(len(letters), max(0, length-before))] // what was put behind a link is none of it
	packed, isRead := bytesOf(letters)
	if !isRead {
		return nil, fault(linkDamaged)
	}
	text, err := readUpTo(flate.NewReader(bytes.NewReader(packed)), maxLinkText+1)
	isCut := err == nil || err == io.ErrUnexpectedEOF
	switch {
	case len(text) > maxLinkText:
		return nil, fault(linkLarge, MaxLink)
	case isCut && arrived < length:
		return nil, fault(linkCut, arrived, length)
	case err != nil || len(text) < headLength || sumOf(text[headLength:]) != sum:
		return nil, fault(linkDamaged)
	}
	return text, nil
}

// readUpTo reads so many bytes at most. That the text ends is no error.
func readUpTo(from io.Reader, most int) ([]byte, error) {
	var text []byte
	piece := make([]byte, 4096)
	for len(text) < most {
		n, err := from.Read(piece[:min(len(piece), most-len(text))])
		text = append(text, piece[:n]...)
		if err == io.EOF {
			return text, nil
		}
		if err != nil {
			return text, err
		}
	}
	return text, nil
}

// readHead reads how long the link was and the sum of its text.
func readHead(before int, letters string) (length int, sum uint32, bad *Fault) {
	packed, isRead := bytesOf(letters[:min(len(letters), headLetters)])
	switch {
	case !isRead || !begins(packed):
		return 0, 0, fault(linkDamaged)
	case len(letters) < headLetters:
		return 0, 0, fault(linkShort, before+len(letters))
	}
	first := string(packed[storedFrame : storedFrame+headLength])
	length, err := strconv.Atoi(strings.TrimLeft(first[5:10], " "))
	sum64, wrong := strconv.ParseUint(first[16:24], 16, 32)
	if err != nil || wrong != nil || head(length, uint32(sum64)) != first {
		return 0, 0, fault(linkDamaged)
	}
	if length > MaxLink {
		return 0, 0, fault(linkLarge, MaxLink)
	}
	return length, uint32(sum64), nil
}

// begins says whether bytes are those that each link of this version begins with, or the first of them.
func begins(packed []byte) bool {
	const first = "\x00\x1a\x00\xe5\xff{\"n\":"
	n := min(len(packed), len(first))
	return string(packed[:n]) == first[:n]
}
