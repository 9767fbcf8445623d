package main

import (
	"fmt"
	"strings"

	"schedlab/wasm/proto"
)

// messages are what the page's runner is told, written by the page's own code: the benchmark fills in what
// changes from one to the next.
type messages struct {
	Opens []string          `json:"opens"` // one a document; the generations count from 1
	Draws map[string]string `json:"draws"` // by drawKey; with the places below
	// Kinds are the places of answers in a message's list of what it may be.
	Kinds map[string]int `json:"kinds"`
}

// Numbers in whose place the benchmark writes its own. No other number of a message is like them.
const (
	placeGeneration = 770_001
	placeSequence   = 770_002
	placeAt         = 770_003
	placeFrom       = 770_004
	placeTo         = 770_005
)

// messagesFor are those for a size's documents.
func messagesFor(documents []string) messages {
	m := messages{Draws: map[string]string{}, Kinds: map[string]int{}}
	for i, document := range documents {
		m.Opens = append(m.Opens, proto.Encode(proto.ToRunner{Generation: i + 1,
			Open: &proto.Open{Document: document}}))
	}
	for bits := range 16 {
		playing, series, twin, waits := bits&8 > 0, bits&4 > 0, bits&2 > 0, bits&1 > 0
		draw := proto.Draw{Sequence: placeSequence, At: placeAt, From: placeFrom, To: placeTo, Speed: 1000,
			Theme: "light", Colour: "request", Plan: proto.Canvas{Width: 900, Height: 420, Ratio: 1},
			Line: proto.Canvas{Width: 900, Height: 320, Ratio: 1}, Zoom: -1, Count: 200, Playing: playing,
			Series: series, Twin: twin}
		if waits {
			draw.Tab = "waits"
		}
		m.Draws[fmt.Sprintf("%04b", bits)] = proto.Encode(proto.ToRunner{Generation: placeGeneration,
			Draw: &draw})
	}
	for kind, answer := range map[string]proto.ToPage{"ready": {Ready: &proto.Ready{}},
		"opened": {Opened: &proto.Opened{}}, "drawn": {Drawn: &proto.Drawn{}},
		"refused": {Refused: &proto.Refused{}}, "failed": {Failed: &proto.Failed{}}} {
		before, _, _ := strings.Cut(proto.Encode(answer), "1 ")
		m.Kinds[kind] = strings.Count(before, " ") - 1 // the generation is first
	}
	return m
}
