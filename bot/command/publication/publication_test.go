package publication_test

import (
	"testing"

	"github.com/frasier-cos/frasier/bot/command/publication"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/testing/nountest"
)

func TestWords(t *testing.T) {
	p := org.ProjectName{ID: "p3", Title: "Oats"}
	there := outward.KeptPage{Project: "p3", Title: "Oats", Connection: "notion", Wanted: 2, Version: 2, Link: "https://www.notion.so/abc"}
	waits, refused, asks, off, next := there, there, there, there, there
	waits.Waits, waits.Waiting = "a7", outward.Proposed
	refused.Why = "somebody changed the page in Notion since I wrote it"
	asks.Level = outward.LevelAsk
	off.Level, off.Version, off.Wanted = outward.LevelOff, 0, 1
	next.Version = 0
	at := []outward.Connection{{Name: "notion", Service: outward.Notion, On: true}}
	gone := []outward.Connection{{Name: "notion", Service: outward.Notion, Why: "the token ended."}}
	say := func(text string) wording.Message { return wording.Message{Text: text} }
	examples := []nountest.Example{
		{Name: "none", Message: publication.List(nil)},
		{Name: "as pages stand", Message: publication.List([]outward.KeptPage{there, waits, refused, asks, off, next, there})},
		{Name: "ordered while it is off", Message: say(publication.Ordered(p, gone, ""))},
		{Name: "not connected", Message: say(publication.NotConnected())},
		{Name: "another service", Message: say(publication.Unknown("wiki", at))},
		{Name: "a word that does nothing", Message: say(publication.How("dance"))},
		{Name: "no document", Message: say(publication.None(p))},
		{Name: "no page", Message: say(publication.NoPage(p, at[0]))},
	}
	for _, how := range []string{"", "over", "on", "ask", "off", "remove"} {
		examples = append(examples, nountest.Example{Name: "ordered " + how, Message: say(publication.Ordered(p, at, how))})
	}
	nountest.Golden(t, examples...)
}
