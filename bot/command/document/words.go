package document

import (
	"fmt"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
)

// Pages is a document to be read here.
func Pages(markdown string) wording.Message { return wording.Message{More: markdown} }

// Sources lists what each claim of a project's results rests on.
func Sources(p org.ProjectName, all []reports.StepCitation) wording.Message {
	if len(all) == 0 {
		return wording.Message{Text: wording.NameProject(p) + " quotes no source so far, so there is nothing to list."}
	}
	lines := []string{fmt.Sprintf("The sources of %s: %s\n", wording.NameProject(p), wording.Count(len(all), "quote"))}
	for i, c := range all {
		claim := fmt.Sprintf("%d. %s\n> %s", i+1, wording.Clip(wording.Plain(c.Claim), 200), wording.Clip(wording.Plain(c.Quote), 300))
		if prose.Fold(c.Claim) == prose.Fold(c.Quote) { // the document says it in its source's words
			claim = fmt.Sprintf("%d.\n> %s", i+1, wording.Clip(wording.Plain(c.Quote), 300))
		}
		lines = append(lines, claim, describePlace(c))
	}
	return wording.Message{More: strings.Join(lines, "\n")}
}

// describePlace says where a quote stands: its title and, for a page of the web,
// its address, read when.
func describePlace(c reports.StepCitation) string {
	text := wording.Clip(wording.Plain(c.Title), 80)
	if strings.HasPrefix(c.URL, "http://") || strings.HasPrefix(c.URL, "https://") {
		text += " <" + strings.NewReplacer("<", "%3C", ">", "%3E", " ", "%20", "\n", "").Replace(c.URL) + ">"
	}
	if !c.FetchedAt.IsZero() {
		text += ", read on " + moment.Mark(c.FetchedAt, moment.Day)
	}
	return text
}

// Accepted thanks for accepting a document.
func Accepted(p org.ProjectName) string {
	return fmt.Sprintf("Glad you like %s. Thank you!", wording.NameProject(p))
}

// AcceptTooEarly says that there is nothing to accept yet.
func AcceptTooEarly(p org.ProjectName) string {
	if !p.State.Ended() {
		return wording.NameProject(p) + " is still being worked on. Accept it when it is finished; I'll tell you here."
	}
	return wording.NameProject(p) + " has no document yet, so there's nothing to accept."
}

// SentAgain confirms that one message is sent again.
func SentAgain(id string) string {
	return fmt.Sprintf("I'm sending %s again.", wording.Clip(wording.Plain(id), 20))
}

// SentAgainAll lists messages that are sent again.
func SentAgainAll(all []reports.Delivery) wording.Message {
	if len(all) == 0 {
		return wording.Message{Text: "Nothing is left to send again: all that I had to say was sent, or is on its way."}
	}
	lines := []string{"I'm sending " + wording.CountOf(len(all), "message", "messages") + " again:"}
	for _, v := range all {
		lines = append(lines, fmt.Sprintf("- %s (%s): %s", v.ID, v.Kind, wording.Clip(wording.Plain(v.Reason), 120)))
	}
	return wording.Message{More: strings.Join(lines, "\n")}
}

// SendUnknown says that there is no such message.
func SendUnknown(id string) string {
	return fmt.Sprintf("I don't know a message %s. `!reannounce` alone sends all that failed.", wording.Clip(wording.Plain(id), 20))
}

// SendUnderWay says that a message is still on its way.
func SendUnderWay(id string) string {
	return fmt.Sprintf("%s is still on its way, so I won't send it twice.", wording.Clip(wording.Plain(id), 20))
}

// Exported says what the files of a project are.
func Exported(p org.ProjectName, at time.Time, sources int) string {
	return fmt.Sprintf("%s of %s: the document, its plan, its %s and the receipt.", wording.NameProject(p), wording.Day(at), wording.Count(sources, "source"))
}
