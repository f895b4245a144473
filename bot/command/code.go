package command

import (
	"context"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
)

// runs lists who works on code now.
func (d *Handler) runs(ctx context.Context, _ *order) (org.Reply, error) {
	all, err := d.Store.Runs(ctx)
	if err != nil {
		return org.Reply{}, err
	}
	return say(messages.CodeRuns(all, d.Now()))
}

// workspaces lists the work on code by its name.
func (d *Handler) workspaces(ctx context.Context, o *order) (org.Reply, error) {
	all, err := d.Store.Workspaces(ctx)
	if err != nil {
		return org.Reply{}, err
	}
	return show(messages.CodeWorkspaces(all), "workspaces", o.Page)
}

// diff shows what a step, or all of a project, changed.
func (d *Handler) diff(ctx context.Context, o *order) (org.Reply, error) {
	list, err := d.changed(ctx, o)
	if err != nil {
		return org.Reply{}, err
	}
	return messages.ChatDiff(list), nil
}

// checks shows how the changes of a step, or of a project, were tried.
func (d *Handler) checks(ctx context.Context, o *order) (org.Reply, error) {
	list, err := d.changed(ctx, o)
	if err != nil {
		return org.Reply{}, err
	}
	return show(messages.ChatChecks(list), "checks "+o.Args[optionSubject], o.Page)
}

// changed are the changes of the step or project that a command names, or of the only project there is.
func (d *Handler) changed(ctx context.Context, o *order) ([]coding.StepChange, error) {
	subject := strings.Trim(strings.TrimSpace(o.Args[optionSubject]), "\"“”")
	s, err := d.Store.Step(ctx, subject)
	if err != nil && !isNotFound(err) {
		return nil, err
	}
	project := s.Project
	if err != nil {
		o.Args[optionProject] = subject
		p, err := d.which(ctx, o, false)
		if err != nil {
			return nil, err
		}
		project = p.ID
		o.Args[optionSubject] = string(p.ID)
	}
	list, err := d.Store.Changes(ctx, project)
	if err != nil {
		return nil, err
	}
	if s.ID != "" {
		list = slices.DeleteFunc(list, func(c coding.StepChange) bool { return c.Step.ID != s.ID })
	}
	if len(list) == 0 {
		return nil, refuse(wording.CodeNone(o.Args[optionSubject]) + ".")
	}
	return list, nil
}
