package command

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
)

// repo lists the repositories whose code may be changed, shows one, adds one by its address, removes one or changes a setting of it.
func (d *Handler) repo(ctx context.Context, o *order) (org.Reply, error) {
	all, err := d.Store.Repositories(ctx)
	if err != nil {
		return org.Reply{}, err
	}
	do, words := strings.ToLower(o.Args["do"]), strings.TrimSpace(o.Args[optionText])
	switch do {
	case "", "list":
		asked, err := d.Store.RepositoriesAsked(ctx)
		if err != nil {
			return org.Reply{}, err
		}
		return say(messages.ChatRepositories(all, asked...))
	case "add":
		return d.repoAdd(ctx, o, all, words)
	}
	name := do
	if do == "remove" {
		name = strings.ToLower(words)
	}
	i := slices.IndexFunc(all, func(r coding.Repository) bool { return r.Name == name })
	switch {
	case i < 0:
		return org.Reply{}, refuse(messages.ChatRepositoryUnknown(name, all))
	case do == "remove":
		if err := d.Store.RemoveRepository(ctx, name); errors.Is(err, org.ErrConflict) {
			return org.Reply{}, refuse(messages.RepositoryInUse(name))
		} else if err != nil {
			return org.Reply{}, err
		}
		return say(messages.RepositoryRemoved(all[i]))
	case words == "":
		return say(messages.ChatRepository(all[i]))
	}
	r := all[i]
	setting, value, _ := strings.Cut(words, " ")
	setting, value = strings.ToLower(setting), strings.Trim(strings.TrimSpace(value), `"'`)
	switch known := []string{coding.SettingCheck, coding.SettingMinutes, coding.SettingPush}; {
	case !slices.Contains(known, setting) || !r.Set(setting, []string{value}):
		return org.Reply{}, refuse(messages.ChatRepositoryHow(r))
	case setting == coding.SettingPush && !r.CanPush():
		return org.Reply{}, refuse(messages.PushNowhere(r.Name))
	}
	if err := d.Store.SetRepository(ctx, r); err != nil {
		return org.Reply{}, err
	}
	return say(messages.ChatRepository(r))
}

// repoAdd keeps an address for a worker to look at; this process reaches no repository. Only hosts that the operator
// named are taken from a chat.
func (d *Handler) repoAdd(ctx context.Context, o *order, all []coding.Repository, words string) (org.Reply, error) {
	address, name, _ := strings.Cut(strings.Trim(words, "<>"), " ")
	address = strings.Trim(address, "<>") // as one writes a link that is not to be shown large
	if host, rest, ok := strings.Cut(address, "/"); ok && rest != "" && strings.Contains(strings.Trim(host, "."), ".") && !coding.IsAddress(address) {
		address = "https://" + address
	}
	switch {
	case !coding.IsAddress(address):
		return org.Reply{}, refuse(messages.RepositoryNeedsAddress(d.Forges))
	case coding.AddressWhyNot(address) != "":
		return org.Reply{}, refuse(messages.RepositoryRefused(coding.AddressWhyNot(address)))
	case !slices.Contains(d.Forges, strings.ToLower(coding.AddressHost(address))):
		return org.Reply{}, refuse(messages.RepositoryForeign(coding.AddressHost(address), d.Forges))
	}
	if i := slices.IndexFunc(all, func(r coding.Repository) bool { return r.Source == address }); i >= 0 {
		return say(messages.ChatRepository(all[i]))
	}
	if err := d.Store.AskRepository(ctx, coding.Request{Source: address, Name: strings.ToLower(strings.TrimSpace(name)), Channel: o.Channel}); err != nil {
		return org.Reply{}, err
	}
	return say(messages.RepositoryLooking(address))
}

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
