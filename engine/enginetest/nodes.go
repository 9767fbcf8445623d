package enginetest

import (
	"fmt"
	"strings"

	"github.com/cockroachdb/datadriven"

	"schedlab/engine/topology"
	"schedlab/engine/trace"
)

// nodes prints the nodes of each system, with their schedulers and CPUs as the product numbers them.
func nodes(s *story, _ *datadriven.TestData) (string, error) {
	var out strings.Builder
	s.instances(func(_ trace.InstanceID, in *trace.Instance, name string) {
		for at, g := range in.Layout.Groups {
			if g.Level != trace.Node {
				continue
			}
			var lanes, cpus []topology.CPUID
			offline := ""
			for _, l := range in.Layout.Lanes {
				switch {
				case l.Group != at:
				case l.Offline:
					offline += fmt.Sprintf(", offline %d on CPU %d", l.Number, l.CPUID)
				default:
					lanes = append(lanes, topology.CPUID(l.Number))
					cpus = append(cpus, topology.CPUID(l.CPUID))
				}
			}
			memory := in.Layout.Groups[g.Parent].Number
			fmt.Fprintf(&out, "%snode %d in memory node %d: schedulers %s on CPUs %s%s\n", name, g.Number,
				memory, topology.FormatList(lanes), topology.FormatList(cpus), offline)
		}
	})
	return out.String(), nil
}
