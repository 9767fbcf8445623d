package view

import "schedlab/engine/workload"

// ActionName says what an action does: "kill", "start" or another word, and to what.
func ActionName(a workload.Action, w *workload.Workload) string {
	switch a.Do {
	case workload.Kill:
		return "kill " + w.Sessions[a.Session].Name
	case workload.Start:
		return "start " + w.Sessions[a.Session].Name
	case workload.Backup:
		return "backup " + a.Database
	}
	return "checkpoint " + a.Database
}
