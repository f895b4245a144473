package workerside

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/worker/fence"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// OpenWork writes what a step has made of the code so far into a folder for people to look at. The step is named
// by its work's name or its number.
func OpenWork(ctx context.Context, a *app.App, name string) (string, error) {
	ws, c, err := findChange(ctx, a, name)
	if err != nil {
		return "", err
	}
	tree, err := findWork(ctx, a, ws, c)
	if err != nil {
		return "", err
	}
	return ws.Open(ctx, c.Order.Repository, c.Step.ID, c.Placed.Handle, tree)
}

// findWork returns the tree of what a step has made of the code so far.
func findWork(ctx context.Context, a *app.App, ws workspace.Dir, c coding.StepChange) (string, error) {
	order := c.Order
	if _, _, err := ws.Base(ctx, order); err != nil {
		return "", err
	}
	base, patch := c.Base, c.Patch
	var err error
	if base == "" {
		base = c.Placed.Base.Value
		if patch, err = readLastTurn(ctx, a, c.Step); err != nil {
			return "", err
		}
	}
	tree, err := ws.Tree(ctx, order.Repository, base)
	if err == nil && len(patch) > 0 {
		tree, err = ws.Apply(ctx, order.Repository, base, patch)
	}
	if err != nil {
		return "", fmt.Errorf("make the files of %s: %w", c.Placed.Handle, err)
	}
	return tree, nil
}

// Shell opens a step's work as OpenWork does, and returns the folder and what runs a shell in it behind the walls that its
// checks have. What is changed there stays there, and never becomes part of the change.
func Shell(ctx context.Context, a *app.App, name string) (string, func(io.Reader, io.Writer) error, error) {
	ws, c, err := findChange(ctx, a, name)
	if err != nil {
		return "", nil, err
	}
	f, err := newFence(ctx)
	if err != nil {
		return "", nil, err
	}
	dir := ws.Folder(c.Order.Repository, c.Step.ID, c.Placed.Handle)
	if !ws.IsOpen(c.Order.Repository, c.Step.ID, c.Placed.Handle) { // else it is as somebody left it
		if dir, err = OpenWork(ctx, a, name); err != nil {
			return "", nil, err
		}
	}
	cache, err := ws.Cache(c.Order.Repository)
	return dir, func(in io.Reader, out io.Writer) error {
		scratch := ws.Folder(c.Order.Repository, c.Step.ID, c.Placed.Handle+"-scratch")
		if err := ws.Empty(scratch); err != nil {
			return err
		}
		services, _ := c.Order.Repository.Policy.ServicesFor(true)
		_, err := f.Shell(ctx, fence.Box{Work: dir, Scratch: scratch, Cache: cache, Services: services}, in, out, "/bin/sh")
		return errors.Join(err, ws.Drop(scratch))
	}, err
}

// CloseWork removes such a folder, unless somebody changed something in it.
func CloseWork(ctx context.Context, a *app.App, name string) (string, error) {
	ws, c, err := findChange(ctx, a, name)
	if err != nil {
		return "", err
	}
	if _, _, err := ws.Base(ctx, c.Order); err != nil { // the copy may be gone
		return "", err
	}
	return c.Placed.Handle, ws.Close(ctx, c.Order.Repository, c.Step.ID, c.Placed.Handle)
}

func findChange(ctx context.Context, a *app.App, name string) (workspace.Dir, coding.StepChange, error) {
	ws, err := openWorkspaces(a)
	if err != nil {
		return ws, coding.StepChange{}, err
	}
	all, err := a.Store.Workspaces(ctx)
	if err != nil {
		return ws, coding.StepChange{}, err
	}
	name = strings.ToLower(name)
	for _, r := range all {
		if r.Change.Placed == nil || r.Change.Placed.Handle != name && string(r.Change.Step.ID) != name {
			continue
		}
		list, err := a.Store.Changes(ctx, r.Change.Step.Project)
		if err != nil {
			return ws, coding.StepChange{}, err
		}
		for _, c := range list {
			if c.Step.ID == r.Change.Step.ID {
				return ws, c, nil
			}
		}
	}
	return ws, coding.StepChange{}, &workspace.UnusableError{Text: fmt.Sprintf("no work on code is called %s: frasier workspaces lists it", name)}
}

// readLastTurn returns the patch of the newest saved turn of a step; empty for none.
func readLastTurn(ctx context.Context, a *app.App, s org.Step) ([]byte, error) {
	for round := s.Round(); round > 0; round-- {
		points, err := a.Store.Checkpoints(ctx, s.ID, round)
		if err != nil {
			return nil, err
		}
		last, patch := -1, []byte(nil)
		for _, p := range points {
			if p.Stage != org.StageTurn || p.Seq < last {
				continue
			}
			var t struct {
				Patch []byte `json:"patch"`
			}
			if err := json.Unmarshal([]byte(p.Output), &t); err != nil {
				return nil, fmt.Errorf("read turn %d of %s: %w", p.Seq, s.ID, err)
			}
			last, patch = p.Seq, t.Patch
		}
		if last >= 0 {
			return patch, nil
		}
	}
	return nil, nil
}
