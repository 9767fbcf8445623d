package importer

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestZZSlow(t *testing.T) {
	for name, u := range map[string]string{
		"nodes": "node 0 cpus: 0-65535\n", "rowcont": "node distances:\nnode 0 1\n 0: 1 2\n3 4 5\n", "cpus": "CPU(s): 4\n", "dm": "node_id,cpu_affinity_mask\n1,-1\n",
		"rows": "1\tONLINE\t1\t-1\n", "err": "Node configuration: node 1: CPU mask: 0x1:0 Active CPU mask: 0x1:0\n", "err2": "SQL Server detected 1 sockets with 1 cores per socket and 1 logical processors per socket, 1 total logical processors; using 1 logical processors\n", "dash": "--\n", "dots": "node 1 cpus:\n...\n", "numaN": "NUMA node1 CPU(s): 1\n", "gt": ">>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>", "br": "<br>", "dash1": "-- -- a\n", "det": "detected \n", "e": "node 0 cpus: 1 1 1 1 1 1 1 1 1 1 1 1\n2 2 2\n", "nul": "a\x00", "pipe": "a | ", "errn": "node configuration: node \n",
	} {
		s := strings.Repeat(u, (8<<20)/len(u))
		for _, lim := range []bool{false, true} {
			x := s
			if lim {
				n := strings.Count(u, "\n")
				if n == 0 {
					continue
				}
				x = strings.Repeat(u, (1<<18-2)/n)
				if len(x) > 8<<20 {
					continue
				}
			}
			a := time.Now()
			r := Parse(x)
			fmt.Println(name, lim, len(x), time.Since(a), len(r.Notes), r.Usable)
		}
	}
}
