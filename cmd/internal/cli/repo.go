package cli

import (
	"context"
	"fmt"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/cmd/internal/app/workerside"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
)

func (c *call) repoSet(ctx context.Context, name, setting string, values []string) error {
	return c.with(ctx, func(a *app.App) error {
		r, err := repositoryOf(ctx, a, name)
		if err != nil {
			return err
		}
		if setting == "isolated" && !r.HasFolder() {
			return fmt.Errorf("%w: %s", errInput, wording.IsolateNoFolder(r))
		}
		if setting == "push" && !r.CanPush() {
			return fmt.Errorf("%w: %s", errInput, messages.PushNowhere(r.Name))
		}
		if !r.Set(setting, values) {
			return &usage{messages.CodeSetHow()}
		}
		if r, err = workerside.SetRepository(ctx, a, r); err != nil {
			return err
		}
		return c.out(r, messages.CodeSet(r))
	})
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
	return coding.Repository{}, fmt.Errorf("%w: %s", errInput, messages.CodeUnknown(name, known))
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
		return typed(ctx, c)
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
		}
		rows := []row{}
		for _, r := range all {
			rows = append(rows, row{r.Change.Step.ID, r.Change.Step.Project, r.Repository, r.Change.Step.State, r.Change.Placed})
		}
		return c.writeJSON(rows)
	})
}
