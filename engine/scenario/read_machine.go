package scenario

import (
	"fmt"
	"strings"

	"schedlab/engine/topology"
)

// machine reads either form. With problems, the machine has no CPUs.
func (r *reader) machine(p place, name string) Machine {
	before, text := len(r.problems), oneLine(p.tree)
	built, ok := r.built[text]
	if !ok {
		if explicit(p.tree) {
			built = r.assemble(p)
		} else {
			built = r.shape(p)
		}
		*r.work += int64(len(built.hardware.CPUs))
		if len(r.problems) > before {
			built.hardware = topology.Machine{}
		} else if !r.trial {
			r.built[text] = built
		}
	}
	return Machine{Name: name, Hardware: built.hardware, SMTSpeed: built.speed}
}

// explicit tells a machine that lists its parts from one that counts them.
func explicit(t Tree) bool {
	for _, part := range explicitSchema.parts {
		if part.name != hypervisorPart.name && t.position(part.name) >= 0 {
			return true
		}
	}
	packages, _ := t.Member("packages")
	return packages.Kind == List
}

func (r *reader) shape(p place) builtMachine {
	before := len(r.problems)
	v := r.values(p, shapeSchema)
	s := topology.Shape{Packages: int(v.Number("packages")),
		NodesPerPackage: int(v.Number("nodes_per_package")),
		CoresPerNode:    int(v.Number("cores_per_node")), ThreadsPerCore: int(v.Number("threads_per_core")),
		MemoryPerNode: topology.Bytes(v.Number("memory_gb_per_node")) << 30,
		Remote:        int(v.Number("remote_distance"))}
	built := builtMachine{speed: v.Number("smt_speed_pct")}
	if len(r.problems) > before || r.tooLarge(p, s) {
		return built
	}
	for _, fault := range s.Check() {
		r.add(p.below(fault.Path), fault.Message, fault.Hint)
	}
	if len(r.problems) == before {
		built.hardware = s.Machine()
		built.hardware.Name = v.Text("name")
	}
	return built
}

// tooLarge tells of counts whose product is above a limit, with what would do.
func (r *reader) tooLarge(p place, s topology.Shape) bool {
	nodes := s.Packages * s.NodesPerPackage
	if nodes > topology.MaxNodes {
		r.add(p.member("nodes_per_package"), fmt.Sprintf("%s NUMA nodes; at most %s", grouped(int64(nodes)),
			grouped(topology.MaxNodes)), fmt.Sprintf("with %s: %s or fewer", counted(s.Packages, "package"),
			counted(topology.MaxNodes/s.Packages, "node")))
		return true
	}
	cpus := nodes * s.CoresPerNode * s.ThreadsPerCore
	if cpus <= topology.MaxCPUs {
		return false
	}
	have := counted(nodes, "node")
	if s.ThreadsPerCore > 1 {
		have += " and " + counted(s.ThreadsPerCore, "thread") + " a core"
	}
	r.add(p.member("cores_per_node"), fmt.Sprintf("%s CPUs; at most %s", grouped(int64(cpus)),
		grouped(topology.MaxCPUs)), fmt.Sprintf("with %s: %s or fewer", have,
		counted(topology.MaxCPUs/nodes/s.ThreadsPerCore, "core")))
	return true
}

func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return grouped(int64(n)) + " " + noun + "s"
}

// documentPath turns a path of topology's faults into one of the document: CPUs and cores stand in the lists
// of their nodes, and packages are plain numbers.
func documentPath(path string) string {
	if rest, ok := strings.CutPrefix(path, "distance"); ok {
		path = "distances" + rest
	}
	if strings.HasPrefix(path, "packages") {
		path = strings.TrimSuffix(path, ".id")
	}
	for _, known := range []string{"nodes", "distances", "packages", "nics"} {
		if strings.HasPrefix(path, known) {
			return path
		}
	}
	return ""
}
