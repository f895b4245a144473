package messages

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
)

// tellPage says that a document is on its page, or that the page is in the bin; empty for what is no page.
func tellPage(e org.Event) string {
	switch outward.Kind(e.Data["kind"]) { //nolint:exhaustive // all others are no pages
	case outward.TrashPage:
		return fmt.Sprintf("The page is in the bin there, and people can take it back: %s", e.Data["link"])
	case outward.PublishPage:
	default:
		return ""
	}
	var got outward.PageAnswer
	if json.Unmarshal([]byte(e.Data["answer"]), &got) != nil { // of another version
		return "It's there: " + e.Data["link"]
	}
	text := fmt.Sprintf("The document is in %s: %s", wording.Plain(e.Data["place"]), got.Link)
	if !got.Made && got.Version > 1 {
		text = fmt.Sprintf("The page in %s has the new version: %s", wording.Plain(e.Data["place"]), got.Link)
	}
	if got.Parts > 0 {
		text += fmt.Sprintf(" (it's too long for one page there, so it leads to %s)", wording.Count(got.Parts, "part"))
	}
	return text
}

// tellPageRefused says why a document is not there; empty for what is no page.
func tellPageRefused(e org.Event) string {
	why := strings.TrimRight(wording.Plain(e.Data["why"]), ".")
	switch outward.Kind(e.Data["kind"]) { //nolint:exhaustive // as above
	case outward.TrashPage:
		return fmt.Sprintf("The page in %s stays: %s.", wording.Plain(e.Data["place"]), why)
	case outward.PublishPage:
		return fmt.Sprintf("The document isn't in %s: %s. You have it here all the same.", wording.Plain(e.Data["place"]), why)
	}
	return ""
}
