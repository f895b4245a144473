package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/command/code"
	"github.com/frasier-cos/frasier/bot/command/repository"
	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/bot/terminal"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/cmd/internal/app/workerside"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/roadmap"
	"github.com/frasier-cos/frasier/worker/fence"
)

// repo adds a repository that work on code may be done in, sets it up, removes it, or lists all.
func repo(ctx context.Context, c *call) error {
	do, args := "list", c.rest
	if len(args) > 0 {
		do, args = args[0], args[1:]
	}
	return c.with(ctx, func(a *app.App) error {
		switch {
		case do == "add" && len(args) == 1:
			return c.repoAdd(ctx, a, args[0])
		case do == "remove" && len(args) == 1:
			r, err := repositoryOf(ctx, a, args[0])
			if err == nil {
				err = workerside.RemoveRepository(ctx, a, r)
			}
			if errors.Is(err, org.ErrConflict) {
				return fmt.Errorf("%w: %s", errInput, repository.InUse(r.Name))
			} else if err != nil {
				return err
			}
			return c.out(r, repository.Removed(r)+"\n")
		case do == "setup" && len(args) == 1:
			return c.repoSetup(ctx, a, args[0])
		case do == "set" && len(args) > 1:
			return c.repoSet(ctx, a, args[0], args[1], args[2:])
		case do == "list" && len(args) == 0:
			all, err := a.Store.Repositories(ctx)
			if err != nil {
				return err
			}
			tried, err := a.Store.Environments(ctx)
			if err != nil {
				return err
			}
			return c.out(all, repository.CodeRepositories(all, tried))
		}
		return &usage{"usage: frasier repo add FOLDER|ADDRESS [--name NAME] [--ref BRANCH] [--check COMMAND]... [--push], repo set NAME SETTING VALUE, repo setup NAME [--again|--cancel], repo remove NAME, or repo list"}
	})
}

// repoAdd adds a repository, and says what of it is left alone or not here.
func (c *call) repoAdd(ctx context.Context, a *app.App, named string) error {
	if c.flags.push && !coding.IsAddress(named) {
		return fmt.Errorf("%w: %s", errInput, repository.PushNowhere(coding.AddressName(named)))
	}
	r, err := workerside.AddRepository(ctx, a, coding.Repository{Source: c.source(named), Name: c.flags.name, Ref: c.flags.ref, Checks: c.flags.checks, Policy: coding.CodePolicy{Push: c.flags.push}})
	if err != nil {
		return err
	}
	s, err := workerside.RepositoryState(ctx, a, r)
	if err != nil {
		return err
	}
	var notes []string
	if s.Uncommitted > 0 {
		notes = append(notes, repository.CodeUncommitted(s.Uncommitted, s.Commit))
	}
	if s.Submodules > 0 {
		notes = append(notes, repository.CodeSubmodules(s.Submodules))
	}
	if s.Large {
		notes = append(notes, repository.CodeLarge())
	}
	tried, err := c.try(ctx, a, r, false)
	if err != nil {
		return err
	}
	offered, err := workerside.OfferAgents(ctx, a)
	if err != nil {
		return err
	}
	for _, f := range offered {
		tried = append(tried, repository.AgentOffer(f, r.Name))
	}
	return c.out(r, repository.CodeAdded(r, append(notes, tried...)...))
}

// try makes what a repository's checks need and runs them, and says how they end. Where nothing can run behind walls that waits.
func (c *call) try(ctx context.Context, a *app.App, r coding.Repository, again bool) ([]string, error) {
	if len(r.Checks) == 0 {
		return nil, nil
	}
	e, err := workerside.TryRepository(ctx, a, r, again, func(text string) { fmt.Fprintln(c.Err, text) })
	if missing, ok := errors.AsType[*fence.MissingError](err); ok {
		return []string{repository.Untried(missing.Error())}, nil
	}
	if errors.Is(err, org.ErrConflict) {
		return []string{repository.SetupCancelled(r.Name)}, nil
	}
	if err != nil {
		return nil, err
	}
	return repository.Tried(r, e), nil
}

// repoSetup makes what a repository's checks need, or calls that off.
func (c *call) repoSetup(ctx context.Context, a *app.App, name string) error {
	r, err := repositoryOf(ctx, a, name)
	if err != nil {
		return err
	}
	if c.flags.cancel {
		err := a.Store.CancelEnvironment(ctx, r.ID)
		if errors.Is(err, org.ErrConflict) {
			return fmt.Errorf("%w: %s", errInput, repository.SetupIdle(r.Name))
		} else if err != nil {
			return err
		}
		return c.out(r, repository.SetupCancelled(r.Name)+"\n")
	}
	if r, err = workerside.SetRepository(ctx, a, r); err != nil { // its newest code
		return err
	}
	tried, err := c.try(ctx, a, r, c.flags.again)
	if err != nil {
		return err
	}
	return c.out(r, strings.Join(tried, "\n")+"\n")
}

func (c *call) repoSet(ctx context.Context, a *app.App, name, setting string, values []string) error {
	r, err := repositoryOf(ctx, a, name)
	switch {
	case err != nil:
		return err
	case setting == "isolated" && !r.HasFolder():
		return fmt.Errorf("%w: %s", errInput, wording.IsolateNoFolder(r))
	case !r.Set(setting, values):
		return &usage{repository.CodeSetHow()}
	case (setting == coding.SettingPush || setting == coding.SettingPull && r.Policy.Pull != "") && !r.CanPush():
		return fmt.Errorf("%w: %s", errInput, repository.PushNowhere(r.Name))
	case r.PushesOnto() && r.Policy.Pull != "":
		return fmt.Errorf("%w: %s", errInput, repository.OntoWithPulls(r.Name))
	}
	if r, err = workerside.SetRepository(ctx, a, r); err != nil {
		return err
	}
	said := repository.CodeSet(r)
	if setting == coding.SettingCheck {
		begun, err := a.Store.Workspaces(ctx)
		if err != nil {
			return err
		}
		if count := strings.TrimSpace(repository.CodeChecksCount(r, begun)); count != "" {
			said = strings.TrimRight(said, "\n") + "\n" + count + "\n"
		}
	}
	if slices.Contains([]string{coding.SettingCheck, coding.SettingRef, coding.SettingSetup}, setting) {
		tried, err := c.try(ctx, a, r, false)
		if err != nil {
			return err
		}
		said += strings.Join(append(tried, ""), "\n")
	}
	return c.out(r, said)
}

func repositoryOf(ctx context.Context, a *app.App, name string) (coding.Repository, error) {
	all, err := a.Store.Repositories(ctx)
	if err != nil {
		return coding.Repository{}, err
	}
	var known []string
	for _, r := range all {
		if r.Name == name {
			return r, nil
		}
		known = append(known, r.Name)
	}
	return coding.Repository{}, fmt.Errorf("%w: %s", errInput, repository.CodeUnknown(name, known))
}

// workspaces lists the work on code, or puts the files of one into a folder for people to look at.
func workspaces(ctx context.Context, c *call) error {
	if len(c.rest) == 2 && c.rest[0] == "open" {
		return c.with(ctx, func(a *app.App) error {
			dir, err := workerside.OpenWork(ctx, a, c.rest[1])
			if err != nil {
				return err
			}
			return c.out(dir, messages.WorkOpened(dir))
		})
	}
	if len(c.rest) == 2 && c.rest[0] == "close" {
		return c.with(ctx, func(a *app.App) error {
			name, err := workerside.CloseWork(ctx, a, c.rest[1])
			if err != nil {
				return err
			}
			return c.out(name, messages.WorkClosed(name))
		})
	}
	if len(c.rest) > 0 {
		return &usage{"usage: frasier workspaces, workspaces open NAME, or workspaces close NAME"}
	}
	if !c.flags.json {
		return runNoun(ctx, c)
	}
	return c.with(ctx, func(a *app.App) error {
		all, err := a.Store.Workspaces(ctx)
		if err != nil {
			return err
		}
		type row struct {
			Step       org.StepID        `json:"step"`
			Project    org.ProjectID     `json:"project"`
			Repository string            `json:"repository"`
			State      org.StepState     `json:"state"`
			Decision   *coding.Placement `json:"decision"`
			Elsewhere  *coding.Realised  `json:"elsewhere,omitempty"` // where a program made the change, as that says
		}
		rows := []row{}
		for _, r := range all {
			one := row{r.Change.Step.ID, r.Change.Step.Project, r.Repository, r.Change.Step.State, r.Change.Placed, nil}
			if a := r.Change.Remote; a != nil {
				one.Elsewhere = &a.Realised
			}
			rows = append(rows, one)
		}
		return c.writeJSON(rows)
	})
}

// source returns an address as it is, and a folder by its whole path.
func (c *call) source(named string) string {
	if coding.IsAddress(named) {
		return named
	}
	return c.path(named)
}

// out prints a text, or with --json a value.
func (c *call) out(v any, text string) error {
	if c.flags.json {
		return c.writeJSON(v)
	}
	c.printf("%s", terminal.Clean(text))
	return nil
}

func diff(ctx context.Context, c *call) error {
	return c.changes(ctx, "diff", func(list []coding.StepChange) error {
		if c.flags.json {
			return c.writeJSON(list)
		}
		for _, s := range list {
			c.printf("%s%s", terminal.Clean(code.Changed(s)), terminal.Clean(coding.ReadablePatch(s.Patch)))
		}
		return nil
	})
}

func checks(ctx context.Context, c *call) error {
	return c.changes(ctx, "checks", func(list []coding.StepChange) error {
		if c.flags.json {
			return c.writeJSON(list)
		}
		for _, s := range list {
			c.printf("%s", terminal.Clean(code.Trials(s, c.flags.all)))
		}
		return nil
	})
}

// changes finds the steps that change code by a step's or a project's id.
func (c *call) changes(ctx context.Context, command string, do func([]coding.StepChange) error) error {
	if len(c.rest) != 1 {
		return &usage{messages.CodeNeedsStep(command)}
	}
	return c.with(ctx, func(a *app.App) error {
		id, only, err := c.meant(ctx, a)
		if err != nil {
			return err
		}
		list, err := a.Store.Changes(ctx, id)
		if err != nil {
			return err
		}
		if only != "" {
			list = slices.DeleteFunc(list, func(s coding.StepChange) bool { return s.Step.ID != only })
		}
		if len(list) == 0 {
			return &usage{wording.CodeNone(c.rest[0])}
		}
		return do(list)
	})
}

// meant returns the project that an argument names, and the step when it names one.
func (c *call) meant(ctx context.Context, a *app.App) (org.ProjectID, org.StepID, error) {
	s, err := a.Store.Step(ctx, c.rest[0])
	if err == nil {
		return s.Project, s.ID, nil
	}
	if !errors.Is(err, org.ErrNotFound) {
		return "", "", err
	}
	p, err := a.Store.Project(ctx, c.rest[0])
	return p.ID, "", err
}

// patches reads the files that a roadmap's "patch:" lines name and that lie beside it.
// A name that leads elsewhere is left as it is: it is not found later, and said so.
func (c *call) patches(r org.Roadmap) ([]org.Attachment, error) {
	var out []org.Attachment
	for _, it := range r.Items {
		for _, name := range it.Patches {
			taken := slices.ContainsFunc(out, func(a org.Attachment) bool { return a.Name == name })
			if taken || !slices.Contains(r.Patches(), name) || c.rest[0] == "-" {
				continue
			}
			file, err := terminal.ReadFile(filepath.Join(filepath.Dir(c.path(c.rest[0])), name))
			if err != nil {
				return nil, fmt.Errorf("%w: %s", errInput, messages.CodePatchMissing(name, it.Title))
			}
			out = append(out, file)
		}
	}
	return out, nil
}

// forCode finds the repository of an order that changes code, and sees that code can be run
// here. The order is refused before anything is stored when it cannot be carried out.
func (c *call) forCode(ctx context.Context, a *app.App, m *org.Message) error {
	plan := c.plan(*m)
	switch words := plan == nil; {
	case words && c.flags.repo == "" && c.flags.base == "":
		return nil // whoever reads the words says what they order
	case words:
		plan = &org.Roadmap{}
	case !plan.Code() && c.flags.repo+c.flags.base != "":
		return &usage{messages.CodeNotOrdered()}
	case !plan.Code():
		return nil
	}
	known, err := a.Store.Repositories(ctx)
	if err != nil {
		return err
	}
	var names []string
	for _, r := range known {
		names = append(names, r.Name)
	}
	named := c.flags.repo
	if named != "" && !slices.Contains(names, named) {
		r, err := workerside.AddRepository(ctx, a, coding.Repository{Source: c.source(named), Checks: c.flags.checks, Name: c.flags.name, Ref: c.flags.ref})
		if err != nil {
			return err
		}
		named = r.Name
	}
	if m.Repository = coding.MeantRepository(named, plan.Title+"\n"+plan.Intro, names); m.Repository == "" {
		return fmt.Errorf("%w: %s", errInput, messages.CodeWhichRepository(names))
	}
	err = workerside.ReadyForCode(ctx)
	var missing *fence.MissingError
	if errors.As(err, &missing) {
		if _, err := fmt.Fprintln(c.Err, "frasier: "+missing.Error()); err != nil {
			return err
		}
		return &exit{Waits}
	}
	return err
}

// plan returns the roadmap of a message; nil for a directive.
func (c *call) plan(m org.Message) *org.Roadmap {
	if len(m.Attachments) == 0 {
		return nil
	}
	r, err := roadmap.Parse(m.Attachments[0].Name, m.Attachments[0].Text)
	if err != nil {
		return nil // it was refused before
	}
	return &r
}

// codeFiles returns the files of a project's folder that come of its work on code.
func codeFiles(ctx context.Context, a *app.App, p org.ProjectID) ([]org.File, error) {
	list, err := a.Store.Changes(ctx, p)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	out := []org.File{{Name: "checks.json", Data: trialsJSON(list)}}
	o := list[0].Order
	if len(o.Merged) == 0 {
		return out, nil
	}
	bundle, patch, err := workerside.Branch(ctx, a, o)
	if err != nil {
		return nil, fmt.Errorf("make the branch %s: %w", o.Branch, err)
	}
	return append(out, org.File{Name: coding.PatchFile, Data: patch}, org.File{Name: coding.BundleFile, Data: bundle}), nil
}

// delivered says what a project changed in code, and where that is found; empty without any.
func delivered(ctx context.Context, a *app.App, p org.Project, dir string) (string, error) {
	list, err := a.Store.Changes(ctx, p.ID)
	if err != nil || len(list) == 0 || !p.State.Ended() {
		return "", err
	}
	return messages.CodeDelivered(p, list, dir), nil
}

// trialsJSON returns checks.json: every trial of the project's steps.
func trialsJSON(list []coding.StepChange) []byte {
	type row struct {
		Step string `json:"step"`
		coding.Trial
	}
	rows := []row{}
	for _, s := range list {
		for _, t := range s.Trials {
			rows = append(rows, row{string(s.Step.ID), t})
		}
	}
	raw, err := json.MarshalIndent(rows, "", "  ")
	if err != nil {
		panic("trials hold nothing but texts and numbers: " + err.Error())
	}
	return append(raw, '\n')
}
