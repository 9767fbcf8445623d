package main

import (
	"fmt"
	"strings"

	"schedlab/engine"
	"schedlab/engine/scenario"
	"schedlab/engine/trace"
	"schedlab/scenarios"
)

// find gives the subject of that name.
func find(name string) (subject, error) {
	base, plain := strings.CutSuffix(name, "/plain")
	if w, ok := workloads[base]; ok {
		return w.subject(plain), nil
	}
	shipped, ok := scenarios.Find(base)
	if !ok {
		return nil, fmt.Errorf("%q is neither a reference workload nor a shipped scenario", base)
	}
	document, problems := scenario.ParseDocument(shipped.Text)
	if len(problems) > 0 {
		return nil, fmt.Errorf("%s: %s", base, problems[0])
	}
	s, problems := scenario.Read(document, engine.Products())
	if len(problems) > 0 {
		return nil, fmt.Errorf("%s: %s", base, problems[0])
	}
	return ofScenario(s, plain), nil
}

// ofScenario runs a scenario that has been read: from nothing but the memory of the log before to a complete
// log.
func ofScenario(s scenario.Scenario, plain bool) subject {
	log := &trace.Log{}
	return func() func() outcome {
		return func() outcome {
			run := engine.New(s, engine.Options{Plain: plain, Log: log}).Finish()
			return outcome{events: run.Kernel.Fired(), totals: map[string]int64{"hash": shortHash(run.Log)}}
		}
	}
}

// shortHash leaves out what JavaScript's numbers have no room for.
func shortHash(log *trace.Log) int64 { return int64(log.Hash() >> 11) }
