package topology

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// Mask returns the bits that the CPUs, given by position, have in the mask of a processor group; CPUs of
// other groups have none.
func (m Machine) Mask(group GroupID, cpus []int) uint64 {
	var mask uint64
	for _, cpu := range cpus {
		if c := m.CPUs[cpu]; c.Group == group {
			mask |= 1 << c.Bit
		}
	}
	return mask
}

// MaskCPUs returns the numbers that Windows gives the CPUs of a mask: 64 times the group, plus the bit.
func MaskCPUs(mask uint64, group GroupID) []CPUID {
	cpus := make([]CPUID, 0, bits.OnesCount64(mask))
	for ; mask != 0; mask &= mask - 1 {
		cpus = append(cpus, CPUID(int(group)*GroupSize+bits.TrailingZeros64(mask)))
	}
	return cpus
}

// ParseMask reads a mask of 64 CPUs: hexadecimal after 0x, else decimal, where a set bit 63 makes a signed
// number negative, as SQL Server's views print it. The error names the text.
func ParseMask(text string) (uint64, error) {
	if hex, ok := strings.CutPrefix(strings.ToLower(text), "0x"); ok {
		mask, err := strconv.ParseUint(hex, 16, 64)
		if err != nil {
			return 0, fmt.Errorf("%q is not a hexadecimal mask of 64 CPUs", text)
		}
		return mask, nil
	}
	if signed, err := strconv.ParseInt(text, 10, 64); err == nil {
		return uint64(signed), nil
	}
	mask, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%q is not a mask of 64 CPUs", text)
	}
	return mask, nil
}

// FormatMask writes a mask as SQL Server's error log does: 16 hexadecimal digits, a colon, the group.
func FormatMask(mask uint64, group GroupID) string {
	return fmt.Sprintf("0x%016x:%d", mask, group)
}
