package trial

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/redact"
	"github.com/frasier-cos/frasier/worker/fence"
)

// hooksAround are those of a repository that run in the sandbox of each of its checks.
func hooksAround(p coding.CodePolicy) (out []coding.Hook) {
	for _, h := range p.Hooks {
		if h.Event == coding.HookBeforeChecks || h.Event == coding.HookTeardown {
			out = append(out, h)
		}
	}
	return out
}

// tellHooks tells how the hooks of a run ended that is over. Its text says why the run is none: on the founder's own code a hook
// of his that fails says nothing of any change.
func (s Subject) tellHooks(b fence.Box) (why string, err error) {
	all, err := b.ReadHooks()
	if err != nil {
		return "", err
	}
	for _, h := range all {
		h.Phase = s.Phase
		if h.Event == coding.HookBeforeChecks && !h.Good() && s.Phase == coding.TrialBefore {
			why = fmt.Sprintf("the hook before_checks fails on the code as it is (%s); frasier repo set %s hook before_checks names another, or none", h.Ended(), s.Repository.Name)
		}
		if s.Hooked != nil {
			s.Hooked(cleanHook(h))
		}
	}
	return why, nil
}

// RunHook runs the command of an event on a tree, in a folder that is thrown away, and tells how it ended. It is nothing where the
// repository has none.
func (r Runner) RunHook(ctx context.Context, s Subject, event coding.HookEvent) (err error) {
	command := s.Repository.Policy.Hook(event)
	if command == "" {
		return nil
	}
	dir := r.Workspaces.Folder(s.Repository, s.Step, "hook")
	cache, err := r.Workspaces.Cache(s.Repository)
	if err != nil {
		return err
	}
	box := fence.Box{Work: dir, Scratch: dir + "-scratch", Cache: cache, Limit: coding.HookLimit}
	defer func() { err = errors.Join(err, r.Workspaces.Drop(dir), r.Workspaces.Drop(box.Scratch)) }()
	m, err := r.addEnvironment(ctx, &box, s, s.Tree)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, m.releaseMounts()) }()
	if err := r.Workspaces.Empty(box.Scratch); err != nil {
		return err
	}
	if _, err := r.Workspaces.FillWhole(ctx, s.Repository, dir, s.Tree); err != nil {
		return err
	}
	e, err := r.Fence.Run(ctx, box, "/bin/sh", "-c", command)
	if err != nil {
		return fmt.Errorf("run the hook %s: %w", event, err)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	said := string(e.Output)
	if over := len(said) - coding.HookSaid; over > 0 {
		said = said[over:]
	}
	s.Hooked(cleanHook(coding.HookRun{Hook: coding.Hook{Event: event, Command: command}, Exit: e.Code, Reason: e.Reason, MS: e.Took.Milliseconds(), Said: said}))
	return nil
}

func cleanHook(h coding.HookRun) coding.HookRun {
	h.Said, _ = redact.Secrets(strings.TrimSpace(strings.ToValidUTF8(h.Said, "\uFFFD")))
	h.Reason = strings.ToValidUTF8(h.Reason, "\uFFFD")
	return h
}
