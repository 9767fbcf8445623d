package scenario

import (
	"slices"

	"schedlab/engine/setting"
	"schedlab/engine/sim"
)

// ActionFields describe something done by hand at a time. Each kind of action has some of them: see
// ActionHas.
var ActionFields = described(
	Field{Setting: setting.Setting{Name: "at_ms", Title: "At", Unit: "ms", Max: int64(MaxDuration),
		Help: "When it is done.", Decimals: 6}, Required: true},
	Field{Setting: setting.Setting{Name: "do", Title: "Action", Kind: setting.Choice,
		Choices: []setting.Option{{Name: "kill", Title: "kill the session"},
			{Name: "start", Title: "start the session"},
			{Name: "checkpoint", Title: "checkpoint the database"},
			{Name: "backup", Title: "back up the database"}},
		Help: "What is done."}, Required: true},
	Field{Setting: setting.Setting{Name: "session", Title: "Session", Kind: setting.Text, Max: maxName,
		Help: "Name or position of the sessions that are killed or started."}, Refers: "sessions",
		Reserved: true},
	Field{Setting: setting.Setting{Name: "member", Title: "Connection", Max: MaxConnections,
		Default: number(-1),
		Help:    "Which connection of the group, from 0; all if not given."}},
	Field{Setting: setting.Setting{Name: "system", Title: "System", Kind: setting.Text, Max: maxName,
		Help: "System whose database it is; the first one if empty."}, Refers: "systems"},
	Field{Setting: setting.Setting{Name: "database", Title: "Database", Kind: setting.Text, Max: maxName,
		Help: "Which database; the system's first one if empty."}, Refers: "databases"},
	Field{Setting: setting.Setting{Name: "duration_s", Title: "In about", Unit: "s",
		Max:  int64(MaxDuration / sim.Millisecond),
		Help: "Time that the checkpoint is asked to take; 0 = as the server decides.", Decimals: 3}},
)

// actionParts are the fields that only some actions have, with the reason why the others have not.
var actionParts = []struct {
	field string
	of    []string
	why   string
}{
	{"session", []string{"kill", "start"}, "it is about a database"},
	{"member", []string{"kill", "start"}, "it is about a database"},
	{"system", []string{"checkpoint", "backup"}, "it is about a session"},
	{"database", []string{"checkpoint", "backup"}, "it is about a session"},
	{"duration_s", []string{"checkpoint"}, "only a checkpoint can be asked to take some time"},
}

// ActionHas says whether actions that do this have the field, both as documents spell them. One that does
// nothing known may have any.
func ActionHas(do, field string) bool {
	for _, part := range actionParts {
		if part.field == field && knownAction(do) {
			return slices.Contains(part.of, do)
		}
	}
	return true
}

func knownAction(do string) bool {
	_, known := doings[do]
	return known
}
