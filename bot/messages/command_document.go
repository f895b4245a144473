package messages

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

// DocumentNone says that a project has no document yet.
func DocumentNone(p org.ProjectName) string {
	return fmt.Sprintf("%s has no document yet. `!status %s` tells you what it waits for.", wording.NameProject(p), p.ID)
}

// DocumentPages is a document to be read here.
func DocumentPages(markdown string) wording.Message { return wording.Message{More: markdown} }

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
		lines = append(lines, claim, sourcePlace(c))
	}
	return wording.Message{More: strings.Join(lines, "\n")}
}

// sourcePlace says where a quote stands: its title and, for a page of the web,
// its address, read when.
func sourcePlace(c reports.StepCitation) string {
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

// Exported says what the files of a project are.
func Exported(p org.ProjectName, at time.Time, sources int) string {
	return fmt.Sprintf("%s of %s: the document, its plan, its %s and the receipt.", wording.NameProject(p), wording.Day(at), wording.Count(sources, "source"))
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

// Why explains a step or project: the reasons first, and behind More what each
// reviewer said, its sources, and what was asked of which model.
func Why(w reports.WhyReport) wording.Message {
	var reasons, reviews, calls, sources, notes, happened []string
	for _, r := range w.Reasons {
		if !strings.HasPrefix(r, "progress: ") { // which counts requirements, for whoever mends the planner
			reasons = append(reasons, wording.Clip(wording.Spoken(wording.Plain(r)), 300))
		}
	}
	for _, v := range w.Reviews {
		verdict := "passed it"
		if !v.Pass {
			verdict = "sent it back: " + plainFeedback(v.Findings)
		}
		reviews = append(reviews, wording.Clip(fmt.Sprintf("%s (%s) %s", v.Reviewer, v.Model, verdict), 300))
	}
	for _, k := range w.Calls {
		calls = append(calls, callLine(k))
	}
	for _, c := range w.Sources {
		sources = append(sources, fmt.Sprintf("%s: “%s”", wording.Clip(wording.Plain(c.Title), 80), wording.Clip(wording.Plain(c.Quote), 160)))
	}
	if w.Notes.Review != "" {
		notes = append(notes, "review: "+wording.Clip(wording.Plain(w.Notes.Review), 200))
	}
	for _, n := range ForFounder(w.Notes.Lint) {
		notes = append(notes, wording.Clip(wording.Spoken(wording.Plain(n)), 200))
	}
	for _, n := range w.Notes.Assumptions {
		notes = append(notes, "assumed: "+wording.Clip(wording.Plain(n), 200))
	}
	for _, e := range w.Decisions {
		happened = append(happened, fmt.Sprintf("%s %s", moment.Mark(e.At, moment.Minute), wording.Clip(wording.TellEvent(e), 160)))
	}
	const shown = 4
	text := fmt.Sprintf("**%s**: %s", wording.Clip(wording.Plain(w.Subject), 200), whyState(w.State))
	for _, r := range reasons[:min(len(reasons), shown)] {
		text += "\n- " + r
	}
	return wording.Message{Text: text, More: wording.JoinDetails(
		wording.ListBelow("Also", reasons[min(len(reasons), shown):]), wording.ListBelow("How the change is made", carriedOut(w.Placed, w.Arrival)), wording.ListBelow("Reviews", reviews), wording.ListBelow("Sources", sources), wording.ListBelow("AI calls", calls), wording.ListBelow("The plan", notes), wording.ListBelow("What happened", happened),
	)}
}

// whyState is the state of a step or project in a word or two.
func whyState(s string) string {
	switch s {
	case string(org.StepCompleted):
		return "done"
	case string(org.StepPending):
		return "not started"
	}
	return wording.ProjectState(org.ProjectState(strings.ReplaceAll(s, "_", " ")))
}

// callLine is one call of a model: what for, by which, at what cost.
func callLine(k reports.CallLine) string {
	line := fmt.Sprintf("%s: %s", wording.StageWord(k.Purpose), wording.Plain(k.Model))
	if k.State != org.CallUsable {
		line += ", " + string(k.State)
	}
	if k.Asked != k.Served {
		line += fmt.Sprintf(" (meant for %s)", wording.TierWord(k.Asked))
	}
	if k.CostSource == org.CostUnknown {
		return wording.Clip(line+", cost unknown", 200)
	}
	return wording.Clip(line+", "+wording.Money(k.Cost), 200)
}
