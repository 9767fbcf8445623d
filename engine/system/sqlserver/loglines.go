package sqlserver

import (
	"sort"
	"strconv"

	"schedlab/engine/system"
	"schedlab/engine/topology"
	"schedlab/engine/trace"
)

const informational = "This is an informational message; no user action is required."

// logLines are what the error log says until a reading's time, in order of time.
func logLines(r system.Reading) []system.LogLine {
	lines := append(startLines(r), storageLines(r)...)
	sort.SliceStable(lines, func(i, k int) bool { return lines[i].At < lines[k].At })
	return lines
}

// startLines are what it says of the machine when the product starts: at the beginning of the run.
// Source: the error logs of sql-docs soft-numa-sql-server.md and of public posts.
func startLines(r system.Reading) []system.LogLine {
	texts := []string{detected(r)}
	if isAutomatic(r) {
		texts = append(texts,
			"Automatic soft-NUMA was enabled because SQL Server has detected hardware NUMA nodes "+
				"with greater than "+strconv.Itoa(wholeNode)+" physical cores.")
	}
	nodes, _ := nodeAccounts(r, true)
	for i := range nodes {
		texts = append(texts, configured(&nodes[i]))
	}
	lines := make([]system.LogLine, len(texts))
	for i, text := range texts {
		lines[i] = system.LogLine{Source: "Server", Text: text}
	}
	return lines
}

// detected counts sockets, cores and CPUs as the product sees them: where siblings cannot be told, each CPU
// is a core. simplified: sockets of different sizes are told as if all were like the largest.
func detected(r system.Reading) string {
	cores, cpus := map[int]int{}, map[int]int{}
	seen, total := map[int]bool{}, 0
	for _, cpu := range r.Machine.CPUs {
		if cpu.Offline {
			continue
		}
		socket := r.Machine.Cores[cpu.Core].Package
		if !seen[cpu.Core] || !r.Values.On(smtVisibleName) {
			cores[socket]++
		}
		seen[cpu.Core] = true
		cpus[socket]++
		total++
	}
	return "SQL Server detected " + strconv.Itoa(len(cpus)) + " sockets with " +
		strconv.Itoa(largest(cores)) + " cores per socket and " + strconv.Itoa(largest(cpus)) +
		" logical processors per socket, " + strconv.Itoa(total) + " total logical processors; using " +
		strconv.Itoa(total) + " logical processors based on SQL Server licensing. " + informational
}

func largest(counts map[int]int) int {
	most := 0
	for _, n := range counts {
		most = max(most, n)
	}
	return most
}

// isAutomatic says whether automatic soft-NUMA has cut a node.
func isAutomatic(r system.Reading) bool {
	if !r.Values.On(autoSoftName) || len(r.Values.Records(manualName)) > 0 {
		return false
	}
	seen := map[int]bool{}
	for _, g := range r.Layout().Groups {
		if g.Level != trace.Node || len(g.Mask) == 0 {
			continue
		}
		if seen[g.Parent] {
			return true
		}
		seen[g.Parent] = true
	}
	return false
}

// configured tells a node's CPUs, and those of them that the affinity mask leaves.
func configured(n *nodeAccount) string {
	group := topology.GroupID(n.processorGroup)
	return "Node configuration: node " + strconv.Itoa(int(n.number)) + ": CPU mask: " +
		topology.FormatMask(n.mask, group) + " Active CPU mask: " + topology.FormatMask(n.active, group) +
		". This message provides a description of the NUMA configuration for this computer. " +
		"This is an informational message only. No user action is required."
}
