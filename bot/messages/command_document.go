package messages

import (
	"fmt"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// Exported says what the files of a project are.
func Exported(p org.ProjectName, at time.Time, sources int) string {
	return fmt.Sprintf("%s of %s: the document, its plan, its %s and the receipt.", wording.NameProject(p), wording.Day(at), wording.Count(sources, "source"))
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
			verdict = "sent it back: " + wording.PlainFeedback(v.Findings)
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
	for _, n := range wording.ForFounder(w.Notes.Lint) {
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
