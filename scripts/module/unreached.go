package module

import (
	"bytes"
	"strings"
)

// unreached are functions of Go's libraries that nothing reaches in a browser, by the beginnings of their
// names: what collects metrics, traces and profiles of the runtime for tools that are not there, what only
// the variable GODEBUG asks for, and the ways to write a time that nobody takes. The linker keeps them
// because the runtime could be asked for them. Their bodies are emptied; a call would end the program with
// a trap.
var unreached = []string{
	"runtime.readMetric", "runtime.(*metric", "runtime.(*statAggregate)",
	"runtime.(*heapStatsAggregate)", "runtime.(*sysStatsAggregate)", "runtime.(*cpuStatsAggregate)",
	"runtime.(*gcStatsAggregate)", "runtime.schedtrace", "runtime.checkFinalizersAndCleanups",
	"runtime.runCheckFinalizers", "runtime.(*profBuf)", "runtime.(*profAtomic)", "runtime.(*profIndex)",
	"runtime.goroutineProfile", "runtime.GoroutineProfile", "runtime.MemProfile",
	"runtime.ThreadCreateProfile",
	"runtime.BlockProfile", "runtime.MutexProfile", "runtime.dumpHeap", "runtime.dumpgoroutine",
	"runtime.traceAdvance", "runtime.StartTrace", "runtime.StopTrace", "runtime.ReadTrace",
	"runtime.readTrace0", "runtime.traceSnapshotMemory", "runtime.traceRegisterLabelsAndReasons",
	"runtime.(*traceMap)", "runtime.(*traceStackTable)", "runtime.(*traceStringTable)",
	"runtime.(*traceTypeTable)", "runtime.traceWriter", "runtime.(*traceWriter)", "runtime.traceEventWriter",
	"runtime.traceExpWriter", "runtime.unsafeTraceWriter", "runtime.unsafeTraceExpWriter",
	"runtime.traceStack",
	"runtime.dumpTypesRec", "runtime.dumpStacksRec", "runtime.traceCPU", "runtime.traceReadCPU",
	"runtime.traceLocker.Go", "runtime.traceLocker.Proc", "runtime.traceLocker.GC",
	"runtime.traceLocker.Heap",
	"runtime.traceLocker.STW", "runtime.traceLocker.stack", "runtime.traceLocker.string",
	"runtime.traceLocker.Gomaxprocs", "runtime.traceLocker.uniqueString", "runtime.traceLocker.HeapObject",
	"runtime.traceLocker.Span", "runtime.traceLocker.eventWriter", "runtime.traceLocker.expWriter",
	"internal/bisect.New", "internal/bisect.(*Matcher)", "internal/bisect.(*dedup)", "internal/bisect.print",
	"internal/bisect.CutMarker", "internal/bisect.Marker", "internal/bisect.AppendMarker",
	"time.Time.appendFormat", "time.Time.GoString", "time.nextStdChunk", "time.Time.AppendFormat",
	"time.Time.Format", "time.Time.MarshalJSON", "time.Time.MarshalText", "time.appendInt",
	"time.Time.appendFormatRFC3339", "time.tzset", "time.tzrule", "time.(*Location).lookup",
	"time.initLocal", "time.Time.Date", "time.Time.Clock", "time.absSeconds.", "time.absDays.",
	"io/fs.Format", "time.quote", "time.FixedZone",
	"runtime.printanycustomtype", "runtime.gcDumpObject", "runtime.dumpScanStats", "runtime.(*hexdumper)",
	"runtime.hexdumpWords", "runtime.(*mspan).reportZombies", "runtime.saveblockevent",
	"runtime.saveBlockEventStack", "runtime.stkbucket", "runtime.newBucket", "runtime.blockevent",
	"runtime.mutexevent", "runtime.(*mLockProfile)", "runtime.(*lockTimer)", "runtime.sigprof",
	"reflect.Value.Comparable", "reflect.Value.Equal", "reflect.callMethod", "reflect.callReflect",
	"reflect.methodReceiver", "reflect.funcLayout",
	"reflect.newAbiDesc", "reflect.(*abiSeq)", "reflect.addTypeBits", "reflect.storeRcvr",
	"runtime.(*userArena", "runtime.newUserArena", "runtime.(*cpuProfile)", "runtime.debugCall",
	"runtime.dumpobj", "runtime.writeheapdump", "runtime.(*traceAdvancerState)", "runtime.traceNextGen",
	"runtime.(*traceReader)", "runtime.(*traceSchedResourceState)", "runtime.(*synctestBubble)",
	"internal/poll.(*FD).Read", "internal/poll.(*FD).Pread", "os.(*File).Read", "os.(*fileStat)",
	"os.(*unixDirent)", "os.(*File).ReadFrom", "os.(*File).WriteTo", "os.genericReadFrom",
}

// emptied are the numbers of the functions, among the bodies of the code section, that nothing reaches.
func (p *program) emptied() (map[int]bool, error) {
	m := &memory{}
	r := &Reader{Rest: p.sections[DataSection]}
	m.read(r)
	if r.Failed {
		return nil, ErrTruncated
	}
	t, err := findTables(m.bytes)
	if err != nil {
		return nil, err
	}
	all := map[int]bool{}
	for i := range t.count {
		f := t.function(i)
		whole := t.memory[t.names+f.name : t.sources]
		if isUnreached(string(whole[:max(0, bytes.IndexByte(whole, 0))])) {
			all[f.entry-firstFunction] = true
		}
	}
	return all, nil
}

// firstFunction is the number that addresses of code have for the first body. Source: funcValueOffset in Go's
// cmd/link/internal/wasm/asm.go.
const firstFunction = 0x1000

func isUnreached(name string) bool {
	for _, begin := range unreached {
		if strings.HasPrefix(name, begin) {
			return true
		}
	}
	return false
}

// emptyBody is a function that ends the program: no locals, unreachable, end.
var emptyBody = []byte{0, 0, 0x0b}
