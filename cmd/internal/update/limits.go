package update

import (
	"time"

	"github.com/frasier-cos/frasier/internal/retry"
)

const (
	listMost     = 64 << 10         // bytes of a list or a signature
	archiveMost  = 300 << 20        // bytes of an archive
	unpackedMost = 1 << 30          // bytes of what is in it
	smallLasts   = 30 * time.Second // for one try to read a list
	archiveLasts = 15 * time.Minute // for one try to read an archive
	trialLasts   = 30 * time.Minute // for the new version to open the data and look through them
	tellEvery    = 10 * time.Second // what is still at work says so
	roomBeside   = 1 << 30          // bytes that must be free beside the copies of the data
)

// makeRetryPolicy bounds how often the server of releases is asked.
func makeRetryPolicy() retry.Policy {
	return retry.Policy{First: time.Second, Most: 5 * time.Second, Tries: 3}
}
