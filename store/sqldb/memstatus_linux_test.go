package sqldb

import "testing"

func TestMemoryIsNotCounted(t *testing.T) {
	if !uncounted {
		t.Error("SQLite was told too late, or not at all, that nobody reads how much it allocates: its connections wait for each other at each allocation")
	}
}
