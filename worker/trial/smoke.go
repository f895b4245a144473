package trial

import (
	"context"
	"errors"
	"fmt"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/testreport"
	"github.com/frasier-cos/frasier/worker/fence"
)

// smokeAt is the number of the smoke test among the trials of a phase, behind those of all checks.
const smokeAt = 1000

// Smoke asks a repository's services on a tree what its settings say; nil where they say nothing.
func (r Runner) Smoke(ctx context.Context, s Subject) (out *coding.Trial, err error) {
	want, ok := coding.ParseSmoke(s.Repository.Policy.Smoke)
	services, port := s.Repository.Policy.ServicesFor(true)
	if !ok || port == 0 {
		return nil, nil
	}
	dir := r.Workspaces.Folder(s.Repository, s.Step, "trial")
	cache, err := r.Workspaces.Cache(s.Repository)
	if err != nil {
		return nil, err
	}
	box := fence.Box{Work: dir, Scratch: dir + "-scratch", Cache: cache, Limit: s.Limit, Services: services, Hooks: hooksAround(s.Repository.Policy)}
	m, err := r.addEnvironment(ctx, &box, s, s.Tree)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, m.releaseMounts()) }()
	argv, err := fence.AskCommand(port, want)
	if err != nil {
		return nil, err
	}
	if err := r.Workspaces.Empty(box.Scratch); err != nil {
		return nil, err
	}
	if _, err := r.Workspaces.FillWhole(ctx, s.Repository, dir, s.Tree); err != nil {
		return nil, err
	}
	e, err := r.Fence.Run(ctx, box, argv...)
	if err != nil {
		return nil, fmt.Errorf("the smoke test %q: %w", s.Repository.Policy.Smoke, err)
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if _, err := s.tellHooks(box); err != nil {
		return nil, err
	}
	t := coding.Trial{
		Phase: s.Phase, N: smokeAt, Name: coding.SmokeName(s.Repository.Policy.Smoke), Tree: s.Tree, Exit: e.Code, Reason: e.Reason, MS: e.Took.Milliseconds(), At: r.Now(),
		Tail: testreport.Tail(string(e.Output)), Services: box.ReadServices(),
	}
	return &t, errors.Join(r.Workspaces.Drop(dir), r.Workspaces.Drop(box.Scratch))
}
