package messages

import (
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
)

// Exported says what the files of a project are.
func Exported(p org.ProjectName, at time.Time, sources int) string {
	return fmt.Sprintf("%s of %s: the document, its plan, its %s and the receipt.", wording.NameProject(p), wording.Day(at), wording.Count(sources, "source"))
}
