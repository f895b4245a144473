package sqldb

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mattn/go-sqlite3"
)

// What SQLite says in codes while a file is opened is told in words that name the file and what to do.
func TestWorded(t *testing.T) {
	t.Parallel()
	for code, want := range map[sqlite3.ErrNo]string{
		sqlite3.ErrFull:     "no room on the disk for /srv/f.db: make some and start again",
		sqlite3.ErrReadonly: "/srv/f.db cannot be written",
		sqlite3.ErrCantOpen: "check its permissions and the free space",
		sqlite3.ErrNotADB:   "/srv/f.db is damaged or no database",
		sqlite3.ErrCorrupt:  "the file was not changed",
	} {
		err := sayInWords("/srv/f.db", fmt.Errorf("migrate from schema 0 to 90: partial migration error: %w", sqlite3.Error{Code: code}))
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%v is told as %q, want %q", code, err, want)
		}
	}
}
