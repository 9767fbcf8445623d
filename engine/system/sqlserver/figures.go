package sqlserver

import (
	"schedlab/engine/setting"
	"schedlab/engine/sim"
	"schedlab/engine/system"
)

// figures are the pictures of pages and devices; those of amounts that a run has not are not drawn.
func figures() []system.Figure {
	line := func(title, of string, limit func(setting.Values) (int64, string)) system.Figure {
		return system.Figure{Kind: system.Line, Title: title, Of: of, Limit: limit}
	}
	return []system.Figure{
		{Kind: system.Strip, Title: "Buffer pool", Of: "buffer.dirty_pages",
			Note: "buffers of 8 KB in array order",
			Parts: []system.FigurePart{{Why: scanRange, Name: "scan head", Look: system.Light},
				{Why: writeRange, Name: "write head", Look: system.Full}}},
		{Kind: system.Areas, Title: "Dirty pages", Of: "buffer.dirty_pages", Note: "by database"},
		{Kind: system.Bars, Title: "Checkpoints", Of: "checkpoint", Note: "one at a time",
			Parts: []system.FigurePart{{Why: dueRange, Name: "due", Look: system.Due},
				{Why: scanRange, Name: "scan", Look: system.Light},
				{Why: writeRange, Name: "write", Look: system.Full}}},
		line("Disk queue", "data.outstanding", parallelOf("data")),
		line("Disk latency", "data.latency", throttleOf),
		line("Disk throughput", "data.written_bytes", nil),
		line("Crash recovery", "recovery.estimate", longestTarget),
		line("Log queue", "log.outstanding", parallelOf("log")),
		line("Log latency", "log.latency", nil),
		line("Log writes", "log.written_bytes", nil),
	}
}

// parallelOf is how many requests a device serves at a time.
func parallelOf(device string) func(setting.Values) (int64, string) {
	return func(values setting.Values) (int64, string) {
		return values.Number(device + "_parallel"),
			"in parallel"
	}
}

// throttleOf is the latency above which a checkpoint allows itself fewer writes.
func throttleOf(values setting.Values) (int64, string) {
	limit := rulesOf(values, 0).limit
	return int64(limit), "throttles above " + exactMilliseconds(limit)
}

// longestTarget is the largest target recovery time.
func longestTarget(values setting.Values) (int64, string) {
	longest := sim.Time(0)
	databases := databasesOf(values)
	for i := range databases {
		longest = max(longest, databases[i].target())
	}
	if longest == 0 {
		return 0, ""
	}
	return int64(longest), "longest target"
}
