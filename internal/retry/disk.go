package retry

import (
	"context"
	"errors"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// The pauses between two tries to store something on a disk that is full.
const diskFirst, diskMost = time.Second, 5 * time.Second

// WhileDisk stores something whose making is paid for, and tries again for as long as
// the disk takes nothing: org.ErrDisk. Any other error is returned. Tell hears of
// the disk's first failure: a disk that stays full is told of once.
func WhileDisk(ctx context.Context, store func(ctx context.Context) error, tell func(Attempt)) error {
	return WhileDiskFor(ctx, 0, store, tell)
}

// WhileDiskFor is WhileDisk for so long at most; 0 bounds nothing.
func WhileDiskFor(ctx context.Context, most time.Duration, store func(ctx context.Context) error, tell func(Attempt)) error {
	var other error
	err := Run(ctx, Policy{First: diskFirst, Most: diskMost, For: most}, Clock{}, func(ctx context.Context) error {
		err := store(ctx)
		if other = nil; !errors.Is(err, org.ErrDisk) {
			other = err
			return nil
		}
		return err
	}, func(a Attempt) {
		if a.First() && tell != nil {
			tell(a)
		}
	})
	if err != nil {
		return err
	}
	return other
}
