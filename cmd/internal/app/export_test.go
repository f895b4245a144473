package app

import (
	"context"
	"time"

	"github.com/frasier-cos/frasier/store"
)

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
func GiveBack() error {
	giveBack()
	return forgetText()
}

// Gaps answers whether claims may be taken back, look by look.
func Gaps() func(now, steady time.Time) bool { return new(gap).believed }

// Tidier gives memory back as a process at rest does, look by look.
func Tidier() func(ctx context.Context, db *store.DB, at time.Time) error { return new(remains).tidy }
