package llm

import (
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// Hopeless reports whether the project must end as "model unusable": BadRepliesInARow unusable
// replies, or patience without a usable one.
func Hopeless(h org.ModelHealth, patience time.Duration) bool {
	return h.BadInARow >= BadRepliesInARow || h.BadFor >= patience
}
