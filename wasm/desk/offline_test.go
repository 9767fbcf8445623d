package desk

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func hears(s *State, words ...string) {
	for _, what := range words {
		Serviced{What: what}.Apply(s)
	}
}

func TestANewVersionIsAnnouncedAndPutOff(t *testing.T) {
	s := fixture(t)
	hears(s, "complete")
	require.False(t, s.Service.Renewal())
	hears(s, "waiting")
	require.True(t, s.Service.Renewal())
	Command{Name: "renew.later"}.Apply(s)
	require.False(t, s.Service.Renewal())
	hears(s, "waiting")
	require.True(t, s.Service.Renewal(), "a still newer one is announced again")
	Command{Name: "renew"}.Apply(s)
	require.Equal(t, ServiceEffects{Renew: true}, s.Effect.Service)
}

func TestAVersionThatAnotherTabTook(t *testing.T) {
	s := fixture(t)
	hears(s, "waiting")
	Command{Name: "renew.later"}.Apply(s)
	hears(s, "replaced")
	require.True(t, s.Service.Renewal(), "it is told, though the offer was put off")
	Command{Name: "renew"}.Apply(s)
	require.Equal(t, ServiceEffects{Renew: true, Replaced: true}, s.Effect.Service)
}

func TestTheNetworkIsToldWhenItMatters(t *testing.T) {
	say := catalogue(t)
	s := fixture(t)
	hears(s, "offline")
	require.True(t, s.Service.Fragile(), "a reload would fail")
	require.Empty(t, s.Notice)
	hears(s, "online")
	require.False(t, s.Service.Fragile())
	require.Empty(t, s.Notice)

	hears(s, "kept")
	require.Equal(t, say.Text("offline.kept"), s.Notice)
	hears(s, "offline")
	require.False(t, s.Service.Fragile())
	require.Equal(t, say.Text("offline.begins"), s.Notice)
	hears(s, "online")
	require.Equal(t, say.Text("offline.ends"), s.Notice)
	s.Notice = ""
	hears(s, "online", "a word of a later script")
	require.Empty(t, s.Notice, "nothing new is told")
}

func TestTheDocumentGoesOverToTheNewVersion(t *testing.T) {
	s := shelved(t)
	edit(s, "2")
	s.Effect = Effects{}
	do(s, "renew", "")
	require.False(t, s.Effect.Addressed, "the draft is kept, and the page goes on with that")

	Stood{Fault: StorageNewer}.Apply(s)
	do(s, "renew", "")
	require.True(t, s.Effect.Addressed && s.Effect.Service.Renew)
	require.False(t, s.Effect.Push, "it is no step of the history")
	next, _ := begun(t, s.Effect.Address)
	require.Equal(t, "2", value(next, "machine.cores_per_node"))
	require.Equal(t, "two", next.Name)

	same := shelved(t)
	same.Effect = Effects{}
	Stood{Fault: StorageNewer}.Apply(same)
	do(same, "renew", "")
	require.False(t, same.Effect.Addressed, "nothing is lost of what is as it was shipped")
}
