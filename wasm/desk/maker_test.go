package desk

import (
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/wasm/paste"
	"schedlab/wasm/proto"
)

// answered answers the texts that the maker was asked to read, as it does.
func answered(s *State) {
	sent := s.Effect.Maker.Send
	s.Effect.Maker.Send = nil
	for _, m := range sent {
		reply(s, m)
	}
}

func reply(s *State, m proto.ToRunner) {
	switch {
	case m.Import != nil:
		MakerSaid{proto.ToPage{Imported: paste.Machine(m.Import)}}.Apply(s)
	case m.Explain != nil:
		MakerSaid{proto.ToPage{Explained: paste.Checkpoints(m.Explain)}}.Apply(s)
	}
}

func TestTheMakerOpensTheRunInViewOnce(t *testing.T) {
	s := fixture(t)
	do(s, "export", "picture")
	sent := s.Effect.Maker.Send
	require.Len(t, sent, 2)
	require.Equal(t, string(s.Document.Compact()), sent[0].Open.Document)
	require.Equal(t, []int{s.RunOf, s.RunOf}, []int{sent[0].Generation, sent[1].Generation})
	require.True(t, s.Maker.Fetching)
	MakerFetched{Share: .5}.Apply(s)
	require.Equal(t, .5, s.Maker.Share)
	MakerSaid{proto.ToPage{Ready: &proto.Ready{}}}.Apply(s)
	require.False(t, s.Maker.Fetching)

	s.Effect = Effects{}
	do(s, "export", "report")
	require.Len(t, s.Effect.Maker.Send, 1, "it has the run")
	Edit{Path: "machine.packages", Text: "3"}.Apply(s)
	opened(s)
	s.Effect = Effects{}
	do(s, "export", "report")
	require.Len(t, s.Effect.Maker.Send, 2)
	require.Contains(t, s.Effect.Maker.Send[0].Open.Document, `"packages":3`)
}

// What is seen may be older than the document: files are of what is seen.
func TestAFileIsOfTheRunInView(t *testing.T) {
	s := fixture(t)
	Edit{Path: "machine.packages", Text: "none"}.Apply(s)
	do(s, "export", "picture")
	require.Contains(t, s.Effect.Maker.Send[0].Open.Document, `"packages":2`)
}

func TestAThumbnailDoesNotDisturbAFile(t *testing.T) {
	s := fixture(t)
	do(s, "export", "picture")
	asked := fileAsked(t, s)
	s.NextFile()
	answers(s, proto.Exported{Number: asked.Number, Kind: "picture", Part: "<svg/>", Done: true})
	require.Len(t, s.Effect.Export.Files, 1)
}

func TestLateAnswersAreDropped(t *testing.T) {
	s := fixture(t)
	do(s, "dialog", "import")
	answered(s)
	require.NotEmpty(t, s.Import.Result.Formats, "what can be read is known before anything is")
	Paste{Text: numactl}.Apply(s)
	answered(s)
	Paste{Text: "CPU(s): 3\n"}.Apply(s)
	Paste{Text: "CPU(s): 2\n"}.Apply(s)
	sent := s.Effect.Maker.Send
	require.Len(t, sent, 2)
	reply(s, sent[0])
	require.Equal(t, 8, s.Import.Result.CPUs, "the older result stays until the answer comes")
	before := s.Document.Root.String()
	do(s, "import", "")
	require.Equal(t, before, s.Document.Root.String(), "it is not of the text that is there")
	reply(s, sent[1])
	require.Equal(t, 2, s.Import.Result.CPUs)
	reply(s, sent[0])
	require.Equal(t, 2, s.Import.Result.CPUs)
	require.False(t, s.Import.Reading.Waits)

	Question{Text: line, Unit: Gigabytes}.Apply(s)
	late := s.Effect.Maker.Send[len(s.Effect.Maker.Send)-1]
	Question{Text: " ", Unit: Gigabytes}.Apply(s)
	reply(s, late)
	require.Empty(t, s.Explain.Result.Said, "the text is gone")
}

func TestWhatCannotBeFetchedIsToldAndTriedAgain(t *testing.T) {
	s := fixture(t)
	Paste{Text: numactl}.Apply(s)
	Question{Text: line, Unit: Gigabytes}.Apply(s)
	do(s, "export", "trace")
	s.Effect = Effects{}
	MakerLost{Reason: "no network", IsUnreached: true}.Apply(s)
	require.Equal(t, "maker.unreached", s.Import.Reading.Fault)
	require.Equal(t, "maker.unreached", s.Explain.Reading.Fault)
	require.Equal(t, "maker.unreached", s.Export.Fault.Key)
	require.Equal(t, "trace", s.Export.Fault.Again)
	require.True(t, s.Effect.Maker.Drop)
	require.Empty(t, s.Effect.Maker.Send)
	require.Equal(t, numactl, s.Import.Text, "nothing that was typed is lost")
	require.Nil(t, s.Failed, "the run goes on")

	do(s, "read.again", "import")
	do(s, "read.again", "explain")
	do(s, "export", "trace")
	require.Nil(t, s.Export.Fault)
	require.NotNil(t, s.Effect.Maker.Send[2].Open, "it is another one")
	answered(s)
	require.Equal(t, 8, s.Import.Result.CPUs)
	require.Len(t, s.Explain.Result.Said, 1)
	require.Empty(t, s.Import.Reading.Fault+s.Explain.Reading.Fault)
}

func TestAMakerThatEndsIsReplacedAndToldOnce(t *testing.T) {
	s := fixture(t)
	Paste{Text: numactl}.Apply(s)
	MakerSaid{proto.ToPage{Failed: &proto.Failed{Message: "importer: a mistake", Stack: "where"}}}.Apply(s)
	require.Equal(t, "maker.failed", s.Import.Reading.Fault)
	require.Empty(t, s.Explain.Reading.Fault, "nothing was asked")
	require.Nil(t, s.Export.Fault)
	require.Contains(t, s.Report(), "importer: a mistake\nwhere")
	require.Equal(t, "", s.Notice)
	Paste{Text: numactl}.Apply(s)
	require.True(t, s.Import.Reading.Waits, "the same text may be tried again")
	answered(s)
	require.Empty(t, s.Import.Reading.Fault)
	MakerLost{Reason: "out of memory"}.Apply(s)
	require.NotEmpty(t, s.Notice, "nobody waits")
	require.Empty(t, s.Import.Reading.Fault)
}
