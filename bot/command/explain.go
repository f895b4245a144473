package command

import (
	"context"
	"strings"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
)

// why explains one step or project.
func (d *Handler) why(ctx context.Context, o *order) (org.Reply, error) {
	subject := strings.Trim(strings.TrimSpace(o.Args[optionSubject]), "\"“”")
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
	return show(messages.Why(w), "why "+subject, o.Page)
}

// plan shows a project's plan. Words after a project's number ask for another
// one.
func (d *Handler) plan(ctx context.Context, o *order) (org.Reply, error) {
	id, words := cutWord(o.Args[optionProject])
	here, err := d.here(ctx, o)
	if err != nil {
		return org.Reply{}, err
	}
	if isID(id) {
		o.Args[optionProject] = id
	} else if words = ""; here != "" && id != "" {
		found, err := d.Store.ProjectsNamed(ctx, trimName(o.Args[optionProject]), 1)
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
