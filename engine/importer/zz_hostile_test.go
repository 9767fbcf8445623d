package importer
import ("testing";"strings";"time")
func TestBig(t *testing.T){ for _,s:=range []string{strings.Repeat("\n",3_000_000),strings.Repeat("x",5_000_000),strings.Repeat("a b\n",1_200_000)}{b:=time.Now(); Parse(s); t.Log(time.Since(b))}}
