package module

import (
	"encoding/hex"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// bytesOf reads bytes as people write them.
func bytesOf(t *testing.T, text string) []byte {
	t.Helper()
	code, err := hex.DecodeString(strings.ReplaceAll(text, " ", ""))
	require.NoError(t, err)
	return code
}

// A function with a table of blocks and an exit, as Go's compiler makes it: global 0 is SP, local 1 its copy.
const (
	begin = "0240 0340 0240 0240 0240 2000 0e03 00 00 01 02 0b" // exit, loop, three blocks, the table
	end   = "0b 0b 00 0b 4101 0b"
)

func TestJumpsBecomeDirect(t *testing.T) {
	for name, c := range map[string]struct{ code, want string }{
		"ahead": {begin + "4102 2100 0c02 0b" + end, begin + "0c00 0b" + end},
		"ahead, on a condition": {begin + "2001 0440 4102 2100 0c03 0b 0b" + end,
			begin + "2001 0d00 0b" + end},
		"back": {begin + "0b 4100 2100 0c01" + end, begin + "0b 4100 2100 0c01" + end},
		"the number is used": {begin + "4102 2100 0c02 0b 2000 1a" + end,
			begin + "4102 2100 0c02 0b 2000 1a" + end},
		"the number comes from elsewhere": {begin + "2001 2100 0c02 0b 4102 2100 0c01" + end,
			begin + "2001 2100 0c02 0b 4102 2100 0c01" + end},
		"to the exit": {begin + "1007 0d03 0b" + end, begin + "1007 0440 4101 0f 0b 0b" + end},
		"a call by a value in between": {begin + "2001 2100 4100 2000 110000 1a 4102 2100 0c02 0b" + end,
			begin + "2001 2100 4100 2000 110000 1a 0c00 0b" + end},
	} {
		t.Run(name, func(t *testing.T) {
			slim, err := slimFunction(bytesOf(t, "01 01 7f"+c.code))
			require.NoError(t, err)
			require.Equal(t, bytesOf(t, "01 01 7f"+c.want), slim)
		})
	}
}

func TestAddressesAreFolded(t *testing.T) {
	const sum = "2001 ad 4208 7c a7" // SP + 8
	for name, c := range map[string]struct{ code, want string }{
		"load":                  {sum + "29 03 10 2102 0b", "2001 29 00 18 2102 0b"},
		"store":                 {sum + "2002 4201 7c 37 03 00 0b", "2001 2002 4201 7c 37 00 08 0b"},
		"store of a loaded":     {sum + sum + "29 03 00 37 03 00 0b", "2001 2001 29 00 08 37 00 08 0b"},
		"the address is stored": {"2001" + sum + "36 02 00 0b", "2001" + sum + "36 00 00 0b"},
		"the address is kept":   {sum + "2203 29 03 00 1a 0b", sum + "2203 29 00 00 1a 0b"},
		"a call in between":     {sum + "1001 37 03 00 0b", sum + "1001 37 00 00 0b"},
		"less than nothing":     {"2001 ad 4278 7c a7 29 03 10 1a 0b", "2001 ad 4278 7c a7 29 00 10 1a 0b"},
	} {
		t.Run(name, func(t *testing.T) {
			slim, err := slimFunction(bytesOf(t, "00"+c.code))
			require.NoError(t, err)
			require.Equal(t, bytesOf(t, "00"+c.want), slim)
		})
	}
}

func TestUnknownInstructionsAreRefused(t *testing.T) {
	for _, code := range []string{"00 fd00 0b", "00 06 0b", "00 fc0e 0b", "00 d0 0b"} {
		_, err := slimFunction(bytesOf(t, code))
		require.ErrorIs(t, err, errUnknownInstruction, code)
	}
	_, err := slimFunction(bytesOf(t, "00 42"))
	require.ErrorIs(t, err, ErrTruncated)
}

func TestSignedNumbersComeBack(t *testing.T) {
	for shift := range 64 {
		for _, n := range []int64{1<<shift - 1, 1 << shift, -1 << shift, -1<<shift - 1} {
			r := &Reader{Rest: appendSigned(nil, n)}
			require.Equal(t, n, r.Signed())
			require.Empty(t, r.Rest)
		}
	}
	require.Equal(t, []byte{0x80, 0x01}, appendSigned(nil, 128))
	require.Equal(t, []byte{0x7f}, appendSigned(nil, -1))
}
