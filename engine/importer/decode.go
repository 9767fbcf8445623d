package importer

import (
	"encoding/binary"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Decode makes text of a file's bytes: UTF-16 of either byte order, as SQL Server writes its error log on
// Windows, with a byte order mark or, lacking one, told by its zero bytes; otherwise UTF-8. Invalid bytes
// and zero bytes become the replacement character and nothing.
func Decode(data []byte) string {
	switch {
	case strings.HasPrefix(string(data[:min(len(data), 3)]), "\ufeff"):
		data = data[3:]
	case len(data) >= 2 && data[0] == 0xff && data[1] == 0xfe:
		return decodeUTF16(data[2:], binary.LittleEndian)
	case len(data) >= 2 && data[0] == 0xfe && data[1] == 0xff:
		return decodeUTF16(data[2:], binary.BigEndian)
	case zeros(data, 1):
		return decodeUTF16(data, binary.LittleEndian)
	case zeros(data, 0):
		return decodeUTF16(data, binary.BigEndian)
	}
	text := strings.ToValidUTF8(string(data), string(utf8.RuneError))
	return strings.ReplaceAll(text, "\x00", "")
}

func decodeUTF16(data []byte, order binary.ByteOrder) string {
	units := make([]uint16, len(data)/2)
	for i := range units {
		units[i] = order.Uint16(data[2*i:])
	}
	return strings.ReplaceAll(string(utf16.Decode(units)), "\x00", "")
}

// zeros tells whether most of the first characters have a zero byte at the place, as western text in
// UTF-16 does.
func zeros(data []byte, place int) bool {
	sample := data[:min(len(data), 512)]
	zero, other := 0, 0
	for i, b := range sample {
		switch {
		case b == 0 && i%2 == place:
			zero++
		case b == 0:
			other++
		}
	}
	return zero > len(sample)/4 && zero > 2 && other == 0
}
