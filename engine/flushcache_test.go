package engine

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"schedlab/engine/importer"
	"schedlab/engine/scenario"
)

// Published messages: of Aaron Bertrand's article of 2020 (a server of 3 TB), of Microsoft Tech Community's
// post of 2012, and of a public demo script.
const (
	articleMessage = "FlushCache: cleaned up 394031 bufs with 282252 writes in 65544 ms (avoided 21 " +
		"new dirty bufs) for db 19:0 average writes per second: 4306.30 writes/sec average throughput: " +
		"46.96 MB/sec, I/O saturation: 53644, context switches 101117 last target outstanding: 639360, " +
		"avgWriteLatency 1"
	postMessage = "2012-05-30 02:01:56.31 spid14s FlushCache: cleaned up 216539 bufs with 154471 " +
		"writes in 69071 ms (avoided 11796 new dirty bufs) for db 6:0\n2012-05-30 02:01:56.31 spid14s " +
		"average throughput: 24.49 MB/sec, I/O saturation: 68365, context switches 80348\n2012-05-30 " +
		"02:01:56.31 spid14s last target outstanding: 1560, avgWriteLatency 15"
	scriptMessage = "last target outstanding: 2, avgWriteLatency 111\naverage throughput:   0.19 " +
		"MB/sec, I/O saturation: 1009, context switches 2085\naverage writes per second:   0.24 " +
		"writes/sec\nFlushCache: cleaned up 11208 bufs with 109 writes in 463587 ms (avoided 8791 new " +
		"dirty bufs) for db 10:0"
)

// A pasted message becomes a scenario whose longest checkpoint takes as long as the message says.
func TestPastedMessagesMakeTheirCheckpoints(t *testing.T) {
	for _, c := range []struct {
		name, text string
		poolMB     int64
		seconds    float64
	}{
		{"article", articleMessage, 3 << 20, 65.544},
		{"post", postMessage, 0, 69.071},
		{"script", scriptMessage, 0, 463.587},
	} {
		t.Run(c.name, func(t *testing.T) {
			read := importer.ParseFlushCache(c.text)
			require.Len(t, read.Messages, 1)
			assumed := read.Assume(read.Messages[0])
			assumed.PoolMB = c.poolMB
			d, problems := importer.FlushCacheScenario(read.Messages[0], assumed)
			require.Empty(t, problems)
			s, problems := scenario.Read(d, Products())
			require.Empty(t, problems)
			run := New(s, Options{}).Finish()
			require.Empty(t, run.Broken)
			require.False(t, run.Stopped)
			numbers := run.Numbers()
			assert.InEpsilon(t, c.seconds, numbers["checkpoint.max_s"], 0.1)
			assert.GreaterOrEqual(t, numbers["log.flushcache_lines"], 1.0)
			for _, row := range Claims(d, s, numbers) {
				assert.True(t, row.OK, row.Label)
			}
		})
	}
}
