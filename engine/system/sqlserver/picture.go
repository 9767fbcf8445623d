package sqlserver

import (
	"schedlab/engine/setting"
	"schedlab/engine/sim"
	"schedlab/engine/system"
	"schedlab/engine/trace"
	"schedlab/engine/workload"
)

// picture is what a caption speaks of: counts over everything that is drawn at an instant.
type picture struct {
	cpus, busy       int64
	rings            []int64 // by number of workers: busy CPUs whose worker on the CPU and queue are so many
	queued           int64   // workers in runnable queues
	slice            sim.Time
	exact            bool // every ring turns in whole quanta until something from outside happens
	pending, workers int64
	waiting          [waitCount]int64 // suspended tasks, by wait type
	live, parallel   int64            // requests under way, and those with parallel workers
	nodes, used      int64            // nodes, and those with parallel workers
	node             string           // what a node is called
	class            int32            // of all requests under way; -1 = of several classes
	serial           bool             // the plans of all that have no parallel workers are serial
	done             int64
}

func pictureOf(r system.Reading) picture {
	p := picture{exact: true, class: -1, serial: true}
	p.countLanes(r)
	p.countWaits(r)
	p.countRequests(r)
	for _, n := range r.Ledger.Instances[r.Instance].Done {
		p.done += n
	}
	return p
}

func (p *picture) countLanes(r system.Reading) {
	layout, lanes := r.Layout(), r.Lanes()
	for i := range lanes {
		if layout.Lanes[i].Offline || layout.Lanes[i].Hidden {
			continue
		}
		account := &lanes[i]
		p.cpus++
		p.pending += int64(account.Pending)
		p.workers += int64(account.Load - account.Pending)
		n := len(account.Ring)
		if n == 0 {
			continue
		}
		p.busy++
		p.queued += int64(n - 1)
		for n >= len(p.rings) {
			p.rings = append(p.rings, 0)
		}
		p.rings[n]++
		if p.slice == 0 {
			p.slice = account.Slice
		}
		p.exact = p.exact && account.Slice == p.slice && turnsOnly(r, account)
	}
	p.workers -= ownWorkers(r)
}

// ownWorkers counts the server's own workers on visible schedulers: they are none of those that requests
// share.
func ownWorkers(r system.Reading) (count int64) {
	layout, first := r.Layout(), r.Ledger.Instances[r.Instance].First
	for i := range r.Ledger.Tasks {
		t := &r.Ledger.Tasks[i]
		if isOwnOf(r, t) && !layout.Lanes[t.Lane-first].Hidden {
			count++
		}
	}
	return count
}

// turnsOnly says whether all workers of a ring go on for ever and use whole quanta.
func turnsOnly(r system.Reading, account *trace.LaneAccount) bool {
	if account.Next == sim.Never {
		return false
	}
	for _, slot := range account.Ring {
		t := &r.Ledger.Tasks[slot]
		if t.Request == trace.NoRequest {
			return false
		}
		c := &r.Workload.Classes[r.Log.Requests[t.Task.Request].Class]
		if !c.Endless || c.Steps[0].Turn > 0 {
			return false
		}
	}
	return true
}

func (p *picture) countWaits(r system.Reading) {
	first := r.Ledger.Instances[r.Instance].First
	end := first + trace.LaneID(len(r.Layout().Lanes))
	for i := range r.Ledger.Tasks {
		t := &r.Ledger.Tasks[i]
		if t.State == trace.Suspended && !isOwn(t) && t.Lane >= first && t.Lane < end {
			p.waiting[t.Why]++
		}
	}
}

func (p *picture) countRequests(r system.Reading) {
	nodes, of := nodeAccounts(r, false)
	p.nodes, p.node = nodesOf(r, nodes)
	first := r.Ledger.Instances[r.Instance].First
	isUsed := make([]bool, len(nodes))
	queries := liveQueries(r)
	p.live = int64(len(queries))
	for i := range queries {
		q := &queries[i]
		if i == 0 {
			p.class = q.Class
		} else if p.class != q.Class {
			p.class = -1
		}
		if len(q.workers) == 0 {
			p.serial = p.serial && (p.cpus == 1 || serialPlanOf(r, q))
			continue
		}
		p.parallel++
		for _, w := range q.workers {
			isUsed[of[w.lane-first]] = true
		}
	}
	for _, is := range isUsed {
		if is {
			p.used++
		}
	}
}

// nodesOf counts the nodes that take user work and says what they are.
func nodesOf(r system.Reading, nodes []nodeAccount) (count int64, word string) {
	memory := map[int32]bool{}
	for i := range nodes {
		if nodes[i].online > 0 {
			memory[nodes[i].memory] = true
			count++
		}
	}
	switch {
	case isAutomatic(r) || len(r.Values.Records(manualName)) > 0:
		return count, "soft-NUMA node"
	case count == int64(len(memory)):
		return count, "memory node"
	}
	return count, "node"
}

// serialPlanOf says whether a request's plan is serial from the start: too cheap, or allowed one worker only.
func serialPlanOf(r system.Reading, q *query) bool {
	c := &r.Workload.Classes[q.Class]
	if c.Cost < r.Values.Number(thresholdName)*1000 {
		return true
	}
	var limit int64
	if record := poolRecord(r, q); record != nil {
		limit = record.Number("max_dop")
	}
	return allowedDOP(c, r.Values, limit) == 1
}

// allowedDOP is the degree of parallelism that hint, server and pool allow; 0 = as many as there are
// schedulers.
func allowedDOP(c *workload.Class, values setting.Values, limit int64) int64 {
	dop := values.Number(maxDOPName)
	if c.DOP > 0 {
		dop = int64(c.DOP)
	}
	if limit > 0 && (dop == 0 || dop > limit) {
		return limit
	}
	return dop
}

// poolRecord is the pool of a request's session; nil for the default one.
func poolRecord(r system.Reading, q *query) setting.Values {
	pool := r.Connections[q.Session].Pool
	for _, record := range r.Values.Records(poolsName) {
		if pool != "" && record.Text("name") == pool {
			return record
		}
	}
	return nil
}
