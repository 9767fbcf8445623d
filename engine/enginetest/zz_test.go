package enginetest_test
import ("testing";"fmt";"strings";"schedlab/engine/enginetest")
func TestAccept(t *testing.T){ n:=0; m:=map[string]int{}
 for seed:=uint64(0);seed<2000;seed++{ _,p:=enginetest.Build(enginetest.Random(seed)).Scenario(); if len(p)==0{n++} else {m[strings.Split(p[0].String(),"(")[0]]++} }
 fmt.Println(n); for k,v:=range m { if v>10 {fmt.Println(v,k)}}
 fmt.Println(enginetest.Story(enginetest.Random(5)))
}
