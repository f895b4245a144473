package command

import (
	"context"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/org"
)

// plan shows a project's plan. Words after a project's number ask for another
// one.
func (d *Handler) plan(ctx context.Context, o *order) (org.Reply, error) {
	id, words := syntax.CutWord(o.Args[optionProject])
	here, err := d.here(ctx, o)
	if err != nil {
		return org.Reply{}, err
	}
	if syntax.IsProjectID(id) {
		o.Args[optionProject] = id
	} else if words = ""; here != "" && id != "" {
		found, err := d.Store.ProjectsNamed(ctx, syntax.TrimName(o.Args[optionProject]), 1)
		if err != nil {
			return org.Reply{}, err
		}
		if len(found) == 0 { // no title: what the plan is to be
			words, o.Args[optionProject] = o.Args[optionProject], string(here)
		}
	}
	p, err := d.which(ctx, o, false)
	if err != nil {
		return org.Reply{}, err
	}
	if words != "" {
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
	names, err := d.names(ctx)
	if err != nil {
		return org.Reply{}, err
	}
	return show(messages.PlanShown(status.Project, steps, notes, names), "plan "+string(p.ID), o.Page)
}

// names are the names of the team.
func (d *Handler) names(ctx context.Context) (map[org.AgentID]string, error) {
	agents, err := d.Store.Roster(ctx)
	if err != nil {
		return nil, err
	}
	out := map[org.AgentID]string{}
	for _, a := range agents {
		out[a.ID] = a.Name
	}
	return out, nil
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
