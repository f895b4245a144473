package command

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// treeView is what the status of one project shows.
type treeView struct {
	status org.ProjectStatus
	steps  []org.Step
	costs  map[org.StepID]org.CostLine
	agents map[org.AgentID]string
	left   *org.Forecast
	now    time.Time
}

func (d *Handler) statusOf(ctx context.Context, o *order, id org.ProjectID) (org.Reply, error) {
	v := treeView{now: d.Now(), agents: map[org.AgentID]string{}}
	var err error
	if v.status, err = d.Store.ProjectStatus(ctx, id, v.now); err != nil {
		return org.Reply{}, err
	}
	if v.steps, err = d.Store.Steps(ctx, id); err != nil {
		return org.Reply{}, err
	}
	if v.costs, err = d.Store.StepSpending(ctx, id); err != nil {
		return org.Reply{}, err
	}
	agents, err := d.Store.Roster(ctx)
	if err != nil {
		return org.Reply{}, err
	}
	for _, a := range agents {
		v.agents[a.ID] = a.Name
	}
	lefts, err := d.lefts(ctx, []org.ProjectStatus{v.status})
	if err != nil {
		return org.Reply{}, err
	}
	if left, ok := lefts[id]; ok {
		v.left = &left
	}
	r := v.sheet().reply(o.Page)
	if !o.Channel.Threaded() || o.Page > 1 {
		return r, nil
	}
	pic, err := d.Store.Picture(ctx, id)
	if isNotFound(err) {
		return r, nil
	}
	r.Files = append(r.Files, pic)
	return r, err
}

func (v treeView) sheet() sheet {
	p := v.status.Project
	var head strings.Builder
	fmt.Fprintf(&head, "%s **%s %s**\n%s, %s, %s", projectMark(v.status), p.ID, title(p.Title), stateWord(v.status, nil), progress(v.status.Steps), spentOf(v.status))
	if v.left != nil {
		in, by := "", ""
		if p.Phase+1 < len(p.Phases) {
			in = " in this phase"
		}
		if !v.left.Own {
			by = " (a first guess: there is no history of such steps yet)"
		}
		fmt.Fprintf(&head, "\n%s left%s, %s%s", capital(v.left.Span()), in, v.left.Price(), by)
	}
	if p.Outcome != "" {
		head.WriteString("\n" + clip(tame(p.Outcome), 200))
	}
	for _, q := range v.status.Decisions {
		head.WriteString("\n❗ needs you: " + clip(tame(q), 200))
	}
	s := sheet{head: clip(head.String(), 900) + "\n", again: "status " + string(p.ID)}
	s.blocks = append(s.blocks, v.tree()...)
	if len(v.status.Waiting) > 0 {
		s.blocks = append(s.blocks, "\nWaiting for:")
		for _, w := range v.status.Waiting {
			s.blocks = append(s.blocks, "- "+clip(tame(w), 160))
		}
	}
	s.card.Buttons = controls(v.status)
	return s
}

// controls are the buttons of one project.
func controls(p org.ProjectStatus) []org.Button {
	id := " " + string(p.Project.ID)
	var out []org.Button
	switch {
	case p.Project.State == org.ProjectActive:
		out = append(out, org.Button{Label: "Pause", Command: org.CommandPause + id})
	case p.Project.State == org.ProjectPaused:
		out = append(out, org.Button{Label: "Resume", Command: org.CommandResume + id, Style: org.StylePrimary})
	case p.Steps[org.StepCompleted] > 0:
		out = append(out, org.Button{Label: "Read here", Command: org.CommandRead + id}, org.Button{Label: "Sources", Command: org.CommandSources + id})
	}
	if !p.Project.State.Ended() {
		out = append(out,
			org.Button{Label: "Steer", Command: "steer" + id, Ask: "What should the agents know?"},
			org.Button{Label: "Cancel", Command: org.CommandCancel + id, Style: org.StyleDanger})
	}
	return out
}

// tree is a line for each step, below the ones it needs.
func (v treeView) tree() []string {
	if len(v.steps) == 0 {
		return []string{"Not planned yet."}
	}
	number, depth := map[org.StepID]int{}, map[org.StepID]int{}
	var out []string
	phase := -1
	for i, s := range v.steps {
		number[s.ID] = i + 1
		for _, n := range s.DependsOn {
			depth[s.ID] = max(depth[s.ID], depth[n]+1)
		}
		if s.Phase != phase && s.Phase < len(v.status.Project.Phases) && len(v.status.Project.Phases) > 1 {
			phase = s.Phase
			out = append(out, fmt.Sprintf("__%s__", title(v.status.Project.Phases[phase].Label)))
		}
		out = append(out, v.line(s, number, depth[s.ID]))
	}
	return out
}

func (v treeView) line(s org.Step, number map[org.StepID]int, depth int) string {
	const deepest = 4
	var b strings.Builder
	b.WriteString(strings.Repeat("\u2003", min(depth, deepest))) // an em space: a chat keeps it
	fmt.Fprintf(&b, "%s %d. %s", stepMark(s), number[s.ID], title(s.Title))
	parts := []string{string(s.ID)}
	if a := v.agents[s.Agent]; a != "" && s.Kind != org.KindAssembly {
		parts = append(parts, tame(a))
	}
	if t := v.took(s); t != "" {
		parts = append(parts, t)
	}
	if c, ok := v.costs[s.ID]; ok {
		parts = append(parts, spent(c))
	}
	if s.Strikes > 0 {
		parts = append(parts, fmt.Sprintf("%d of %s", s.Strikes, org.Count(org.StrikeCap, "strike")))
	}
	if s.State == org.StepPending {
		var after []string
		for _, n := range s.DependsOn {
			if i, ok := number[n]; ok && i > 0 {
				after = append(after, fmt.Sprint(i))
			}
		}
		if len(after) > 0 && s.OpenDeps > 0 {
			parts = append(parts, "after "+clip(strings.Join(after, ", "), 30))
		}
	}
	return b.String() + " (" + strings.Join(parts, ", ") + ")"
}

// took is how long a step took, or works already.
func (v treeView) took(s org.Step) string {
	switch {
	case s.StartedAt.IsZero():
		return ""
	case !s.EndedAt.IsZero():
		return duration(s.EndedAt.Sub(s.StartedAt))
	case s.State.Claimed():
		return duration(v.now.Sub(s.StartedAt)) + " so far"
	}
	return ""
}

func stepMark(s org.Step) string {
	switch s.State {
	case org.StepCompleted:
		return "✓"
	case org.StepInProgress, org.StepInReview:
		return "▸"
	case org.StepFailed, org.StepCancelled:
		return "✗"
	case org.StepPending:
		if s.Held != 0 {
			return "⏸"
		}
	}
	return "·"
}

func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// here is the project in whose thread an order was given; empty elsewhere.
func (d *Handler) here(ctx context.Context, o *order) (org.ProjectID, error) {
	if !o.Channel.Threaded() {
		return "", nil
	}
	id, err := d.Store.ProjectOfThread(ctx, o.Channel)
	if isNotFound(err) {
		return "", nil
	}
	return id, err
}
