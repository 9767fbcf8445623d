// Package sqlserver is Microsoft SQL Server's scheduling: soft-NUMA nodes, schedulers with a cooperative
// quantum, where connections, batches and parallel workers are put, worker threads, waits.
//
// Facts and their sources stand beside what they decide. What no source tells is marked as assumed or
// inferred and can be changed by a setting where it matters.
package sqlserver

import (
	"strconv"
	"strings"

	"schedlab/engine/setting"
	"schedlab/engine/sim"
	"schedlab/engine/system"
	"schedlab/engine/topology"
)

// Product is SQL Server.
var Product system.System = product{}

type product struct{}

// Describe implements system.System.
func (product) Describe() system.Description {
	return system.Description{
		Name:     "sqlserver",
		Title:    "SQL Server",
		Summary:  "Schedulers with a 4 ms quantum, grouped into soft-NUMA nodes inside memory nodes.",
		Settings: settings(),
		Causes:   causes(),
		Nouns: system.Nouns{MemoryNode: "memory node", Node: "soft-NUMA node", Scheduler: "scheduler",
			Worker: "worker", Request: "request"},
		Headline:  "cpu.busy_pct",
		Databases: databaseNames,
		Quantum: func(values setting.Values) sim.Time {
			return sim.Time(values.Number(quantumName)) * sim.Microsecond
		},
		Tables:   tables(),
		Caption:  caption,
		Figures:  figures(),
		Laws:     laws,
		LogLines: logLines,
	}
}

// Nodes implements system.System.
func (product) Nodes(m topology.Machine, values setting.Values) int { return len(partition(m, values)) }

// Pools implements system.System.
func (product) Pools(values setting.Values) []string {
	var names []string
	for _, record := range values.Records(poolsName) {
		names = append(names, record.Text("name"))
	}
	return names
}

// Check implements system.System.
func (product) Check(m topology.Machine, values setting.Values) []setting.Fault {
	var faults []setting.Fault
	nodes := partition(m, values)
	if len(nodes) == 0 {
		return []setting.Fault{{Path: affinityName, Message: "no CPU of the machine is left",
			Hint: "name some of the CPUs that the machine has, or leave it empty"}}
	}
	lanes := 0
	for _, n := range nodes {
		lanes += len(n.cpus)
	}
	for i, record := range values.Records(poolsName) {
		faults = append(faults, checkPool(record, i, lanes, len(m.Nodes))...)
		if len(faults) == 0 && !hasScheduler(record, nodes) {
			faults = append(faults, setting.Fault{Path: poolsName + "[" + strconv.Itoa(i) + "].numa_nodes",
				Message: "the pool has no scheduler",
				Hint:    "name a NUMA node with CPUs that the server may use"})
		}
	}
	return append(faults, checkStorage(m, values)...)
}

func checkPool(record setting.Values, i, lanes, hardware int) []setting.Fault {
	path := poolsName + "[" + strconv.Itoa(i) + "]."
	faults := outside(record, path+"schedulers", "scheduler", lanes)
	faults = append(faults, outside(record, path+"numa_nodes", "NUMA node", hardware)...)
	if record.Text("name") == "" {
		faults = append(faults, setting.Fault{Path: path + "name", Message: "the pool has no name",
			Hint: "sessions name the pool that they belong to"})
	}
	return faults
}

// hasScheduler says whether a pool whose numbers exist has anything to run on: a hardware node may have no
// CPU.
func hasScheduler(record setting.Values, nodes []softNode) bool {
	schedulers, _ := parseRanges(record.Text("schedulers"))
	hardware, _ := parseRanges(record.Text("numa_nodes"))
	for _, n := range nodes {
		if len(schedulers) > 0 || len(hardware) == 0 || contains(hardware, n.hardware) {
			return true
		}
	}
	return false
}

// outside finds numbers that the machine does not have.
func outside(record setting.Values, path, noun string, count int) []setting.Fault {
	name := path[strings.LastIndexByte(path, '.')+1:]
	numbers, _ := parseRanges(record.Text(name))
	for _, n := range numbers {
		if n >= count {
			return []setting.Fault{{Path: path, Message: noun + " " + strconv.Itoa(n) + " does not exist",
				Hint: "there are 0 to " + strconv.Itoa(count-1)}}
		}
	}
	return nil
}
