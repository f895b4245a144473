package command

import (
	"context"
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
)

// why explains one step or project.
func (d *Handler) why(ctx context.Context, o *order) (org.Reply, error) {
	subject := strings.Trim(strings.TrimSpace(o.Args["subject"]), "\"“”")
	if subject == "" {
		p, err := d.which(ctx, o, false)
		if err != nil {
			return org.Reply{}, err
		}
		subject = string(p.ID)
	}
	w, err := d.Store.Why(ctx, subject)
	if isNotFound(err) {
		o.Args[optionProject] = subject
		p, err := d.which(ctx, o, false)
		if err != nil {
			return org.Reply{}, err
		}
		subject = string(p.ID)
		w, err = d.Store.Why(ctx, subject)
		if err != nil {
			return org.Reply{}, err
		}
	} else if err != nil {
		return org.Reply{}, err
	}
	return whySheet(w, subject).reply(o.Page), nil
}

func whySheet(w org.WhyReport, subject string) sheet {
	s := sheet{head: fmt.Sprintf("**%s**\n%s\n", clip(tame(w.Subject), 200), strings.ReplaceAll(w.State, "_", " ")), again: "why " + subject}
	part := func(name string, lines []string) {
		if len(lines) == 0 {
			return
		}
		s.blocks = append(s.blocks, "\n__"+name+"__")
		for _, l := range lines {
			s.blocks = append(s.blocks, "- "+l)
		}
	}
	var reasons, reviews, calls, sources, notes, decisions []string
	for _, r := range w.Reasons {
		reasons = append(reasons, clip(tame(r), 300))
	}
	for _, v := range w.Reviews {
		verdict := "passed"
		if !v.Pass {
			verdict = "rejected: " + tame(strings.Join(v.Findings, "; "))
		}
		reviews = append(reviews, clip(fmt.Sprintf("%s by %s (%s): %s", v.Role, v.Reviewer, v.Model, verdict), 300))
	}
	for _, k := range w.Calls {
		line := fmt.Sprintf("%s: %s by %s, %s", k.Purpose, k.Served, tame(k.Model), k.State)
		if k.Asked != k.Served {
			line += fmt.Sprintf(" (asked for %s)", k.Asked)
		}
		if k.CostSource == org.CostUnknown {
			line += ", cost unknown"
		} else {
			line += ", " + k.Cost.String()
		}
		calls = append(calls, clip(line, 200))
	}
	for _, c := range w.Sources {
		sources = append(sources, fmt.Sprintf("%s: %q", clip(tame(c.Title), 80), clip(tame(c.Quote), 160)))
	}
	for _, n := range w.Notes.Lint {
		notes = append(notes, clip(tame(n), 200))
	}
	for _, n := range w.Notes.Assumptions {
		notes = append(notes, "assumed: "+clip(tame(n), 200))
	}
	for _, e := range w.Decisions {
		decisions = append(decisions, fmt.Sprintf("%s %s", e.At.Format("2 Jan 15:04"), clip(tame(e.Text), 160)))
	}
	part("Why", reasons)
	part("Reviews", reviews)
	part("Sources", sources)
	part("Model calls", calls)
	part("Plan", notes)
	part("What happened", decisions)
	return s
}

// plan shows a project's plan. Words after a project's number ask for another
// one.
func (d *Handler) plan(ctx context.Context, o *order) (org.Reply, error) {
	id, words := cutWord(o.Args[optionProject])
	if isID(id) {
		o.Args[optionProject] = id
	}
	p, err := d.which(ctx, o, false)
	if err != nil {
		return org.Reply{}, err
	}
	if isID(id) && words != "" {
		return d.planAgain(ctx, o, p, words)
	}
	status, err := d.Store.ProjectStatus(ctx, p.ID, d.Now())
	if err != nil {
		return org.Reply{}, err
	}
	steps, err := d.Store.Steps(ctx, p.ID)
	if err != nil {
		return org.Reply{}, err
	}
	notes, err := d.Store.PlanNotes(ctx, p.ID)
	if err != nil {
		return org.Reply{}, err
	}
	s := planSheet(status.Project, steps, notes)
	about := " " + string(p.ID)
	if status.Project.State == org.ProjectActive {
		s.card.Buttons = append(s.card.Buttons, org.Button{Label: "Hold", Command: org.CommandHold + about},
			org.Button{Label: "Edit", Command: org.CommandPlan + about, Ask: "What should be different?"})
	}
	if status.Project.State == org.ProjectPaused {
		s.card.Buttons = append(s.card.Buttons, org.Button{Label: "Go on", Command: org.CommandResume + about, Style: org.StylePrimary})
	}
	return s.reply(o.Page), nil
}

func planSheet(p org.Project, steps []org.Step, notes []org.PlanNotes) sheet {
	s := sheet{head: fmt.Sprintf("**Plan of %s %s**\n", p.ID, title(p.Title)), again: "plan " + string(p.ID)}
	if len(steps) == 0 {
		s.blocks = append(s.blocks, "It is not planned yet. It starts by itself; nothing needs your yes.")
	}
	number := map[org.StepID]int{}
	phase := -1
	for i, t := range steps {
		number[t.ID] = i + 1
		if t.Phase != phase && len(p.Phases) > 1 && t.Phase < len(p.Phases) {
			phase = t.Phase
			s.blocks = append(s.blocks, fmt.Sprintf("\n__Phase %d of %d: %s__", phase+1, len(p.Phases), title(p.Phases[phase].Label)))
		}
		line := fmt.Sprintf("%s %d. %s (%s, %s", stepMark(t), i+1, title(t.Title), tame(t.Role), t.Tier)
		var after []string
		for _, n := range t.DependsOn {
			if at := number[n]; at > 0 {
				after = append(after, fmt.Sprint(at))
			}
		}
		if len(after) > 0 {
			line += ", after " + clip(strings.Join(after, ", "), 40)
		}
		line += ")"
		if t.Critical {
			line += " critical"
		}
		for _, a := range t.Acceptance {
			line += "\n\u2003done when: " + clip(tame(a.Text), 120)
		}
		s.blocks = append(s.blocks, line)
	}
	for i := phase + 1; i < len(p.Phases) && len(p.Phases) > 1; i++ {
		s.blocks = append(s.blocks, fmt.Sprintf("\n__Phase %d of %d: %s__ is planned when it begins.", i+1, len(p.Phases), title(p.Phases[i].Label)))
	}
	for _, n := range notes {
		for _, a := range n.Assumptions {
			s.blocks = append(s.blocks, "- assumed: "+clip(tame(a), 200))
		}
	}
	return s
}
