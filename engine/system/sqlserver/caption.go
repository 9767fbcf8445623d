package sqlserver

import (
	"schedlab/engine/system"
	"schedlab/engine/trace"
)

func caption(system.Reading) system.Caption { return system.Caption{} }

func logLines(system.Reading) []system.LogLine { return nil }

func explainYield(system.Reading, trace.WaitAccount) string { return "" }

func explainConsumer(system.Reading, trace.WaitAccount) string { return "" }

func explainThreadPool(system.Reading, trace.WaitAccount) string { return "" }
