// Package engine starts the databases of a scenario on their machines, plays the workload, and keeps the log.
//
// Reading order: sim (time, timers, random numbers), topology (hardware), trace (what happened), host (who
// gets the CPU), workload (what is asked), setting and system (the contract), system/<database>, scenario
// (the document), metrics (numbers from a log).
//
// Invariants. The same scenario and seed give the same log, byte for byte, on every platform. Cost grows with
// external events, never with simulated time: rotations leap. Everything that is shown or counted is folded
// from the log. The laws of trace.Ledger hold after every run.
package engine
