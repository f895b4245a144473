package messages

import (
	"fmt"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// OrderedByToken tells that a token ordered a project, with the button that ends it.
func OrderedByToken(f reports.OrderedFacts, p org.Project) org.Reply {
	text := fmt.Sprintf("**%s** (%s) was ordered by token %s, and I have begun. It may cost %s in all.\nIt wants: %s",
		wording.OneLine(p.Title), p.ID, wording.Plain(f.Token), wording.Limit(f.Cap), wording.Clip(wording.OneLine(p.Goal), 300))
	out := org.Reply{Text: text}
	if !p.State.Ended() {
		out.Card.Buttons = []org.Button{{Label: "End it", Command: org.CommandCancel + " " + string(p.ID), Style: org.StyleDanger}}
	}
	return out
}
