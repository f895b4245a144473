package remote

import (
	"fmt"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
)

// Over says that nothing is asked of a step: it was never, it was answered, the time for it is over, or the step has ended.
func Over(id org.StepID) string {
	return fmt.Sprintf("Nothing is asked of %s now: it was answered, its time is over, or it has ended. GET /api/v1/intents lists what is asked.", id)
}

// Other says that a change answers a question that is not the one that is asked now.
func Other(id org.StepID) string {
	return fmt.Sprintf("%s asks something else by now. Read GET /api/v1/steps/%s/intent again and answer that, with its \"ask\".", id, id)
}

// KeyUsed says that a key stood for another change before.
func KeyUsed(key string) string {
	return fmt.Sprintf("The key %q stood for another change before. Give each change a key of its own.", wording.Clip(key, wording.TitleMost))
}

// Incomplete says what a change has.
func Incomplete(most int) string {
	return fmt.Sprintf("A change has the \"ask\" of its intent, a \"patch\", and a \"key\" of 1 to %d letters, which is new for each change.", most)
}

// TooLong says how long a change may be.
func TooLong(most int) string { return fmt.Sprintf("A patch has %d bytes at the most.", most) }
