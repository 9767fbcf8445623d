// Package esxi is VMware ESXi: how it shares packages, cores and threads among virtual machines, version by
// version. Sources stand beside each mechanism; what nobody publishes is marked as assumed.
package esxi
