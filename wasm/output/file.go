// Package output is what files are made of and made in: a finished run with a view of it, and a text that
// grows in small steps, so that whoever waits for a long one can do something else in between, is told how
// far it is, and can give it up. It holds what the page itself needs of files; what writes them is in export,
// which is large and loaded when it is first needed.
package output

import "unicode/utf8"

// File is a text under way.
type File struct {
	text     []byte // written and not yet taken
	sections []Section
	written  float64 // weight of the sections that are complete
	weight   float64 // of all
}

// Section is a part of a file.
type Section struct {
	Weight float64 // about how much work it is
	// Write goes on with the section for about a thousand lines; it gives the share of it that is done.
	Write func(*File) float64
	share float64
}

// Once is a section that is written at once.
func Once(write func(*File)) Section {
	return Section{Weight: 1, Write: func(f *File) float64 {
		write(f)
		return 1
	}}
}

// NewFile is a file of these sections.
func NewFile(sections ...Section) *File {
	f := &File{}
	f.Then(sections...)
	return f
}

// Then adds sections behind the others.
func (f *File) Then(sections ...Section) {
	for _, s := range sections {
		f.weight += s.Weight
	}
	f.sections = append(f.sections, sections...)
}

// Step goes on for about a thousand lines. It says whether there is more to write.
func (f *File) Step() (more bool) {
	if len(f.sections) == 0 {
		return false
	}
	s := f.sections[0]
	share := s.Write(f) // it may add sections
	f.sections[0].share = share
	if share >= 1 {
		f.written += s.Weight
		f.sections = f.sections[1:]
	}
	return len(f.sections) > 0
}

// Share is how much of the work is done, 0 to 1.
func (f *File) Share() float64 {
	if len(f.sections) == 0 {
		return 1
	}
	return (f.written + f.sections[0].Weight*f.sections[0].share) / f.weight
}

// Waiting is how many bytes have been written and not been taken.
func (f *File) Waiting() int { return len(f.text) }

// Take gives the next bytes of the text, at most so many, at least four; no character is cut in two.
func (f *File) Take(most int) string {
	n := min(max(most, utf8.UTFMax), len(f.text))
	for n < len(f.text) && n > 0 && !utf8.RuneStart(f.text[n]) {
		n--
	}
	part := string(f.text[:n])
	f.text = f.text[:copy(f.text, f.text[n:])]
	return part
}

// Text is the whole file, for who can wait.
func (f *File) Text() string {
	for f.Step() {
	}
	return f.Take(len(f.text))
}

// Add writes texts.
func (f *File) Add(texts ...string) {
	for _, t := range texts {
		f.text = append(f.text, t...)
	}
}
