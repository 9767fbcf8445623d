package trace_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// A note about a request has no states; a replay must not take it for the request's submission.
func TestANoteIsNoSubmission(t *testing.T) {
	log := &trace.Log{}
	log.Declare(trace.Layout{Name: "toy", Causes: []string{"YIELD"}, Waits: 1,
		Groups: []trace.Group{{Level: trace.Node, Parent: -1}}, Lanes: []trace.Lane{{}}})
	id := log.Submit(trace.Request{At: 0})
	log.Record(trace.Event{At: sim.Second, Kind: trace.Note, Thing: trace.RequestThing, Who: int32(id),
		Where: trace.NoLane, Why: trace.NoReason})
	log.Close(2 * sim.Second)
	replayed := log.Before(2 * sim.Second)
	assert.Empty(t, replayed.Laws())
	assert.Equal(t, int64(1), replayed.Totals.Submitted)
	assert.Equal(t, log.Ledger.Totals, replayed.Totals)
}
