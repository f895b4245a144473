package office

import "time"

// Untouched returns the first address and the size of each piece that a memory
// map says may be forgotten.
func Untouched(smaps string) map[uintptr]uintptr {
	out := map[uintptr]uintptr{}
	for _, a := range untouched(smaps) {
		out[a.from] = a.size
	}
	return out
}

// GiveBack gives this process's unused memory back.
func GiveBack() error { return giveBack() }

// Lapses answers whether claims may be taken back, look by look.
func Lapses() func(now, steady time.Time) bool { return new(lapse).believed }
