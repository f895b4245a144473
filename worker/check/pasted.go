package check

import (
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

// Pasted reports whether a step's piece is a text for readers of its own, which
// people send or paste as it is; a brief or a report, which is written too, is
// read where it stands.
func Pasted(kind org.StepKind, title string) bool {
	if kind != org.KindWriting && kind != org.KindCreative {
		return false
	}
	return slices.ContainsFunc(prose.Words(title), func(w string) bool {
		switch strings.TrimSuffix(w, "s") {
		case "mail", "email", "newsletter", "post", "tweet", "page", "homepage", "ad", "advert", "banner", "letter", "script", "slogan", "tagline",
			"caption", "listing", "announcement", "invitation", "message", "copy", "bio", "headline":
			return true
		}
		return false
	})
}
