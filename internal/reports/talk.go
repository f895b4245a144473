package reports

import (
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// Said is one thing that was said in a channel, by a founder or to him.
type Said struct {
	ID      string // of the message or the delivery
	Mine    bool   // a founder said it
	Text    string
	Project org.ProjectID // that it is about; empty for none
	Card    org.Card      // below what was said to him
	Waits   bool          // it is not answered yet
	At      time.Time
}
