package metrics

import "strings"

// guestTitles are the metrics of a guest, by the last part of the name.
var guestTitles = map[string]string{
	"run_pct": "Run time", "ready_pct": "Ready time", "costop_pct": "Co-stop", "idle_pct": "Idle time",
	"mlmtd_pct": "Held back by the limit", "used_pct": "CPU used", "overlap_pct": "Overlap",
	"system_pct":     "System time",
	"latency_pct":    "CPU latency",
	"guest_busy_pct": "CPU busy as the guest sees it",
	"guest_peak_pct": "CPU busy as the guest sees it, in the busiest 5 s",
	"throughput":     "Throughput", "response_mean_ms": "Response time",
}

// hostTitles are the metrics of a host, by the last part of the name.
var hostTitles = map[string]string{
	"util_pct": "threads busy", "core_util_pct": "cores busy", "usage_pct": "CPU usage",
}

// titleOfHosting is the title of a metric of a hypervisor; empty if it is of none that has a title.
func titleOfHosting(name string) string {
	before, last, _ := cutLast(name)
	if guest, ok := strings.CutPrefix(before, "vm."); ok && guestTitles[last] != "" {
		return guestTitles[last] + ", " + guest
	}
	if title := hostTitles[last]; title != "" && before == "host" {
		return "Host: " + title
	} else if host, ok := strings.CutPrefix(before, "host."); ok && title != "" {
		return host + ": " + title
	}
	return ""
}
