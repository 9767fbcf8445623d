package desk

import (
	"strings"

	"schedlab/wasm/proto"
)

// thumbnail is the kind of export that the library asks the runner for.
const thumbnail = "thumbnail"

// mostPicture is the most bytes that a thumbnail may have. assumed: a floor plan of any machine takes less.
const mostPicture = 64 << 10

// picturing is a thumbnail under way.
type picturing struct {
	number int    // of the request
	of     string // ID of the record; "" = none is under way
	text   strings.Builder
}

// askPicture asks for the picture of the run that is shown. If it is not of the saved document, the record
// keeps the picture that it has.
func (s *State) askPicture(id string) {
	if s.Run == nil || s.Waiting.On || len(s.Problems) > 0 {
		return
	}
	p := &s.Shelf.pictures
	p.number, p.of = s.NextFile(), id
	p.text.Reset()
	draw := s.wanted()
	s.send(proto.ToRunner{Export: &proto.Export{Number: p.number, Kind: thumbnail, Draw: &draw}})
}

// takePicture puts the picture on the record when all of it is there.
func (s *State) takePicture(m proto.ToPage) {
	e, p := m.Exported, &s.Shelf.pictures
	if e == nil || e.Kind != thumbnail || e.Number != p.number || p.of == "" {
		return
	}
	if p.text.Len()+len(e.Part) > mostPicture {
		p.of = ""
		return
	}
	p.text.WriteString(e.Part)
	if !e.Done {
		return
	}
	before, isThere := s.Shelf.Records[p.of]
	p.of = ""
	if picture := p.text.String(); isThere && before.Picture != picture {
		r := *before
		r.Picture = picture
		s.put(Put{Record: &r, Base: r.Revision, Light: true})
	}
}
