package share

import "strings"

// alphabet is the one of base64 for addresses. Source: RFC 4648, section 5. The standard library's package
// knows more forms, and makes the module ten times as much longer.
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

// lettersFor is how many letters bytes become.
func lettersFor(bytes int) int { return (8*bytes + 5) / 6 }

// lettersOf writes bytes as letters, six bits each.
func lettersOf(data []byte) string {
	var b strings.Builder
	buffer, filled := 0, 0
	for _, c := range data {
		buffer = buffer<<8&0xffff | int(c)
		for filled += 8; filled >= 6; filled -= 6 {
			b.WriteByte(alphabet[buffer>>(filled-6)&63])
		}
	}
	if filled > 0 {
		b.WriteByte(alphabet[buffer<<(6-filled)&63])
	}
	return b.String()
}

// bytesOf reads letters. Bits at the end that make no byte are left out.
func bytesOf(text string) (data []byte, ok bool) {
	buffer, filled := 0, 0
	for i := range len(text) {
		value := strings.IndexByte(alphabet, text[i])
		if value < 0 {
			return nil, false
		}
		buffer = buffer<<6&0xffff | value
		if filled += 6; filled >= 8 {
			filled -= 8
			data = append(data, byte(buffer>>filled))
		}
	}
	return data, true
}
