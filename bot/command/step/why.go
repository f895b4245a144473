package step

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// explain says why one step or project is as it is.
func (s records) explain(ctx context.Context, in noun.Input) (noun.View, error) {
	subject := strings.Trim(strings.TrimSpace(in.Args[optionSubject]), "\"“”")
	w, err := reports.WhyReport{}, org.ErrNotFound
	if subject != "" {
		w, err = s.Why(ctx, subject)
	}
	if errors.Is(err, org.ErrNotFound) {
		in.Args[noun.OptionProject] = subject
		p, missing := in.FindProject(ctx, false)
		if missing != nil {
			return noun.View{}, missing
		}
		subject = string(p.ID)
		w, err = s.Why(ctx, subject)
	}
	if err != nil {
		return noun.View{}, err
	}
	return noun.View{Reply: Why(w).Page("why "+subject, in.Page), JSON: func(context.Context) (any, error) { return w, nil }}, nil
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
		calls = append(calls, describeCall(k))
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
	text := fmt.Sprintf("**%s**: %s", wording.Clip(wording.Plain(w.Subject), 200), describeState(w.State))
	for _, r := range reasons[:min(len(reasons), shown)] {
		text += "\n- " + r
	}
	return wording.Message{Text: text, More: wording.JoinDetails(
		wording.ListBelow("Also", reasons[min(len(reasons), shown):]), wording.ListBelow("How the change is made", tellPlacement(w.Placed, w.Arrival)), wording.ListBelow("Where time and money went", tellSpending(w.Spent)), wording.ListBelow("Reviews", reviews), wording.ListBelow("Sources", sources), wording.ListBelow("AI calls", calls), wording.ListBelow("The plan", notes), wording.ListBelow("What happened", happened),
	)}
}

// describeState is the state of a step or project in a word or two.
func describeState(s string) string {
	switch s {
	case string(org.StepCompleted):
		return "done"
	case string(org.StepPending):
		return "not started"
	}
	return wording.ProjectState(org.ProjectState(strings.ReplaceAll(s, "_", " ")))
}

// describeCall is one call of a model: what for, by which, at what cost.
func describeCall(k reports.CallLine) string {
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

// tellSpending says what each part of a change of code took, a line each.
func tellSpending(all []reports.SpentLine) (out []string) {
	for _, l := range all {
		name := wording.Plain(l.Name)
		if l.Kind == reports.SpentStage {
			name = stageOfCode(l.Name)
		}
		line := name
		if l.Times > 1 {
			line += fmt.Sprintf(" (%d times)", l.Times)
		}
		switch {
		case l.Took >= time.Second:
			line += ": " + wording.Elapsed(l.Took)
		case l.Took > 0:
			line += ": below 1 s"
		}
		switch {
		case l.Unknown > 0:
			line += ", cost unknown"
		case l.Cost > 0:
			line += ", " + wording.Money(l.Cost)
		}
		out = append(out, wording.Clip(map[reports.SpentKind]string{reports.SpentCommand: "command ", reports.SpentHook: "hook "}[l.Kind]+line, 200))
	}
	return out
}

// stageOfCode names a stage of a change, also where no model is asked for anything.
func stageOfCode(name string) string {
	switch name {
	case org.StageBase:
		return "looking at the repository"
	case coding.TrialBefore:
		return "checks on the code as it was"
	case org.StageChange:
		return "applying the patch"
	case org.StageTried, coding.TrialRed, coding.TrialGreen, coding.TrialOld:
		return "trying the change"
	case org.StageRefute:
		return "trying what the writer says"
	case reports.StageMerge:
		return "merging"
	}
	return wording.StageWord(name)
}

// tellPlacement says of a step how it changes code, a value a line, each with where it comes from.
func tellPlacement(p *coding.Placement, a *coding.Arrival) []string {
	if p == nil {
		return nil
	}
	var out []string
	for _, l := range p.Lines() {
		out = append(out, wording.Clip(fmt.Sprintf("%s: %s (%s)", l.Name, wording.Plain(l.Value), wording.Plain(l.From)), 200))
	}
	if text := wording.DescribeArrival(a, "your folder"); text != "" {
		out = append(out, text)
	}
	return out
}
