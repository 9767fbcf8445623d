package esxi

import (
	"schedlab/engine/system"
	"schedlab/engine/trace"
)

// Why something happened to a virtual CPU. Those before whyLast are what it waits for.
const (
	whyReady   trace.Reason = iota // in the queue of a CPU
	whyIdle                        // its guest halted it
	whyCoStop                      // ahead of its siblings
	whyLimit                       // its guest has used up what it may
	whyVCPU                        // role: a virtual CPU
	whyWorld                       // role: the hypervisor's own work
	whyLast                        // placed on the CPU where it ran last, which was idle
	whyCore                        // placed on a thread of an idle core
	whyThread                      // placed on an idle thread beside a busy one
	whyQueue                       // no idle CPU was found
	whyPull                        // taken over by a CPU that had nothing to do
	whySpread                      // moved from a shared core to an idle one
	whyWhole                       // its sibling was sent away: it is far behind
	whyHandOff                     // got the CPU of one that was ahead
	whyHome                        // its guest's home node changed
	whyNone                        // count
)

// waits is how many of the causes are wait types.
const waits = int(whyLimit) + 1

var causes = [...]system.Cause{
	whyReady: {Name: "READY", Wait: true, Help: "Ready to run, and no CPU is free: what %RDY counts."},
	whyIdle: {Name: "IDLE", Wait: true, Idle: true,
		Help: "Halted by its guest, which has nothing for it to do: what %IDLE counts."},
	whyCoStop: {Name: "CO-STOP", Wait: true,
		Help: "Held back until its siblings have caught up: what %CSTP counts."},
	whyLimit: {Name: "LIMIT", Wait: true,
		Help: "Held back because its machine has used what its limit allows: %MLMTD, a part of %RDY."},
	whyVCPU:    {Name: "vCPU", Help: "A virtual CPU of a guest."},
	whyWorld:   {Name: "system", Help: "Work of the hypervisor itself, mostly for I/O of guests."},
	whyLast:    {Name: "last CPU", Help: "Runs where it ran last: that CPU was idle."},
	whyCore:    {Name: "idle core", Help: "Runs on a core that was idle, which it has for itself."},
	whyThread:  {Name: "idle thread", Help: "Runs on an idle thread beside a busy one: both are slower."},
	whyQueue:   {Name: "queued", Help: "No idle CPU was found among those looked at: it waits."},
	whyPull:    {Name: "pulled", Help: "A CPU that had nothing to do took it over."},
	whySpread:  {Name: "spread", Help: "Moved from a core that it shared to one that was idle."},
	whyWhole:   {Name: "whole core", Help: "Gets a core for itself for a while: it is far behind."},
	whyHandOff: {Name: "hand-off", Help: "Got the CPU of a sibling that was ahead."},
	whyHome:    {Name: "home node", Help: "Moved with its NUMA client to another home node."},
}
