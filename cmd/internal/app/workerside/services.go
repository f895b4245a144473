package workerside

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/worker/fence"
	"github.com/frasier-cos/frasier/worker/showing"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// lookEvery is the time between two looks at whether somebody still looks at a service.
const lookEvery = 5 * time.Second

// services are those of people that this process has.
type services struct {
	a       *app.App
	ws      workspace.Dir
	machine string

	mu   sync.Mutex
	have map[coding.ShownID]*tended
	all  sync.WaitGroup
}

// tended is a service that this process has in hand.
type tended struct {
	*services
	stage showing.Stage
	r     coding.Repository
	s     coding.Shown // its state is only touched by the one who tends it
	asked time.Time
	end   chan struct{} // closed when it is to end
	over  bool          // it is closed
	look  chan struct{} // somebody asked for it again: is its code still that of its branch?
}

// serveServices has services ready that people ask for, until ctx ends; then they end too.
func serveServices(ctx context.Context, a *app.App) {
	ws, err := openWorkspaces(a)
	if err != nil {
		a.Log.ErrorContext(ctx, "services", "err", err)
		return
	}
	machine, err := os.Hostname()
	if err != nil {
		a.Log.ErrorContext(ctx, "services", "err", err)
		return
	}
	v := &services{a: a, ws: ws, machine: machine, have: map[coding.ShownID]*tended{}}
	runLoop(ctx, a, job{"services", v.next, org.HeartbeatTick, 12 * (a.Settings.Poll / pollParts)})
	v.all.Wait()
}

// next begins what is asked for, ends what is to end, and says of what a dead process had that it is gone.
func (v *services) next(ctx context.Context) error {
	known, err := v.a.Store.Repositories(ctx)
	if err != nil {
		return err
	}
	due, err := v.a.Store.ShownDue(ctx, v.machine)
	if err != nil {
		return err
	}
	for _, s := range due {
		at := slices.IndexFunc(known, func(r coding.Repository) bool { return r.ID == s.Of })
		err := error(nil)
		switch h := v.find(s.ID); {
		case h != nil && (s.State == coding.ShownStopping || s.Over):
			v.drop(s.ID)
		case h != nil && s.AskedAt.After(h.asked):
			h.asked = s.AskedAt
			select {
			case h.look <- struct{}{}:
			default: // it looks already
			}
		case h != nil:
		case s.Over || at < 0:
			err = v.keepEnd(ctx, s, coding.CauseOver, "ended: what it showed has ended")
		case s.State == coding.ShownAsked:
			err = v.beginService(ctx, known[at], s, due)
		default:
			err = v.sweep(ctx, known[at], s)
		}
		if err != nil && !errors.Is(err, org.ErrConflict) { // else somebody else did
			return err
		}
	}
	if err := v.askAlways(ctx, known); err != nil { // behind the look at what was cut off
		return err
	}
	return org.ErrNoWork
}

// reach names a point at which tests end the process.
func (v *services) reach(point string) {
	if v.a.Hooks.Crash != nil {
		v.a.Hooks.Crash(point)
	}
}

func (v *services) find(id coding.ShownID) *tended {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.have[id]
}

// drop has a service end.
func (v *services) drop(id coding.ShownID) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if h := v.have[id]; h != nil && !h.over {
		close(h.end)
		h.over = true
	}
}

// askAlways asks for the services that are always there and were not, or were cut off.
func (v *services) askAlways(ctx context.Context, known []coding.Repository) error {
	var shown []coding.Shown
	for _, r := range known {
		for _, s := range r.Policy.Services {
			if s.Life != coding.LifeAlways || s.Port == 0 || !r.On(v.machine) {
				continue
			}
			if shown == nil {
				all, err := v.a.Store.Shown(ctx)
				if err != nil {
					return err
				}
				shown = append(all, coding.Shown{}) // so that it is read once
			}
			all, _ := r.Policy.ShownServices(s.Name)
			key := coding.ShownKey(r.ID, r.Ref, all)
			at := slices.IndexFunc(shown, func(was coding.Shown) bool { return was.Key == key }) // the newest
			if at >= 0 && shown[at].Cause != coding.CauseCut {
				continue
			}
			ask := coding.Shown{Of: r.ID, Repository: r.Name, Name: s.Name, Branch: r.Ref, Services: all, Key: key}
			if at >= 0 {
				ask.Port = shown[at].Port
			}
			if _, err := v.a.Store.AskShown(ctx, ask); err != nil {
				return err
			}
		}
	}
	return nil
}

// sweep removes what a dead process left of a service.
func (v *services) sweep(ctx context.Context, r coding.Repository, s coding.Shown) error {
	gone, err := showing.Stage{Workspaces: v.ws}.Sweep(r, s.ID)
	if err != nil || !gone {
		return err // it lives, in another process of this machine
	}
	if s.State == coding.ShownStopping {
		return v.keepEnd(ctx, s, s.Cause, s.Reason)
	}
	return v.keepEnd(ctx, s, coding.CauseCut, "ended: I was cut off while it ran")
}

func (v *services) keepEnd(ctx context.Context, s coding.Shown, cause coding.ShownCause, reason string) error {
	s.State, s.Cause, s.Reason = coding.ShownStopped, cause, reason
	return v.a.Store.KeepShown(ctx, s, coding.ShownAsked, coding.ShownStarting, coding.ShownReady, coding.ShownStopping)
}

func (v *services) keepFault(ctx context.Context, s coding.Shown, err error) error {
	s.State, s.Cause, s.Reason = coding.ShownFailed, coding.CauseFault, "failed: "+err.Error()
	if failed, ok := errors.AsType[*showing.FailedError](err); ok {
		s.Tail = failed.Tail
	}
	return v.a.Store.KeepShown(ctx, s, coding.ShownAsked, coding.ShownStarting, coding.ShownReady, coding.ShownStopping)
}

// beginService takes a service in hand.
func (v *services) beginService(ctx context.Context, r coding.Repository, s coding.Shown, due []coding.Shown) error {
	running := 0
	for _, o := range due {
		if o.Machine == v.machine && o.State != coding.ShownAsked {
			running++
		}
	}
	if no := coding.RefuseMore(running + v.countNew(due)); no != "" {
		return v.keepFault(ctx, s, errors.New(no))
	}
	f, err := newFence(ctx)
	if _, missing := errors.AsType[*fence.MissingError](err); missing {
		return v.keepFault(ctx, s, err)
	} else if err != nil {
		return err
	}
	s.State, s.Machine, s.Owner = coding.ShownStarting, v.machine, v.a.Owner
	if err := v.a.Store.KeepShown(ctx, s, coding.ShownAsked); err != nil {
		return err
	}
	v.reach("service claimed")
	h := &tended{
		services: v, r: r, s: s, asked: s.AskedAt, end: make(chan struct{}), look: make(chan struct{}, 1),
		stage: showing.Stage{Fence: f, Workspaces: v.ws, Environment: newMaker(v.a, f, v.ws, nil).Mount, Now: v.a.Now},
	}
	v.mu.Lock()
	v.have[s.ID] = h
	v.mu.Unlock()
	v.all.Go(func() {
		defer func() {
			v.mu.Lock()
			defer v.mu.Unlock()
			delete(v.have, s.ID)
		}()
		again, err := true, error(nil)
		for again && err == nil { // where its branch moved on
			again, err = h.tendOnce(ctx)
		}
		if err != nil && !errors.Is(err, org.ErrConflict) {
			v.a.Log.ErrorContext(ctx, "service", "id", s.ID, "err", err)
		}
	})
	return nil
}

// countNew counts those that were taken in hand since the list was read.
func (v *services) countNew(due []coding.Shown) (n int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, s := range due {
		if s.State == coding.ShownAsked && v.have[s.ID] != nil {
			n++
		}
	}
	return n
}

// tendOnce has the service run until it is to end. It reports whether it is to be started again.
func (h *tended) tendOnce(ctx context.Context) (again bool, err error) {
	starting, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		select {
		case <-h.end:
			stop()
		case <-starting.Done():
		}
	}()
	kept := context.WithoutCancel(ctx)
	commit, tree, err := findShown(starting, h.a, h.ws, h.r, h.s)
	var run *showing.Running
	if err == nil {
		h.s.Commit = commit
		run, err = h.stage.Start(starting, h.r, h.s, tree)
	}
	switch {
	case err != nil && isClosed(h.end):
		return false, h.keepAsked(kept, h.s)
	case err != nil && ctx.Err() != nil:
		return false, h.keepEnd(kept, h.s, coding.CauseCut, "ended: I was stopped")
	case err != nil:
		return false, h.keepFault(kept, h.s, err)
	}
	h.reach("service started")
	h.s.State, h.s.Port, h.s.Tail, h.s.ReadyAt = coding.ShownReady, run.Port, run.Tail(), h.a.Now()
	if err := h.a.Store.KeepShown(ctx, h.s, coding.ShownStarting); err != nil {
		return false, errors.Join(err, run.Stop(), h.keepAsked(kept, h.s)) // it was to end meanwhile
	}
	end := h.await(ctx, run, tree)
	h.s.Tail = run.Tail()
	h.reach("service ends")
	if err := run.Stop(); err != nil {
		return false, err
	}
	switch {
	case end.fault != nil:
		return false, h.keepFault(kept, h.s, end.fault)
	case end.cause == coding.CauseReplaced:
		h.s.State, h.s.Reason = coding.ShownStarting, end.reason
		return true, h.a.Store.KeepShown(kept, h.s, coding.ShownReady)
	case end.cause == coding.CausePerson:
		return false, h.keepAsked(kept, h.s)
	}
	return false, h.keepEnd(kept, h.s, end.cause, end.reason)
}

// keepAsked ends a service as whoever asked for its end said.
func (v *services) keepAsked(ctx context.Context, s coding.Shown) error {
	due, err := v.a.Store.ShownDue(ctx, v.machine)
	if err != nil {
		return err
	}
	cause, reason := coding.CauseOver, "ended: what it showed has ended"
	for _, d := range due {
		if d.ID == s.ID && d.State == coding.ShownStopping {
			cause, reason = d.Cause, d.Reason
		}
	}
	return v.keepEnd(ctx, s, cause, reason)
}

// ending is why a service ends: a fault of its own, or a cause.
type ending struct {
	cause  coding.ShownCause
	reason string
	fault  error
}

// await returns when the service is to end, or ended by itself.
func (h *tended) await(ctx context.Context, run *showing.Running, tree string) ending {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return ending{cause: coding.CauseCut, reason: "ended: I was stopped"}
		case <-h.end:
			return ending{cause: coding.CausePerson}
		case <-run.Done():
			return ending{fault: run.Why()}
		case <-h.look:
			_, now, err := findShown(ctx, h.a, h.ws, h.r, h.s)
			if err == nil && now != tree {
				return ending{cause: coding.CauseReplaced, reason: fmt.Sprintf("started again: %s has newer code", h.s.Branch)}
			}
		case <-tick.C:
			if said := run.Tail(); said != h.s.Tail {
				h.s.Tail = said
				if err := h.a.Store.NoteShown(ctx, h.s.ID, said); err != nil {
					h.a.Log.WarnContext(ctx, "service", "id", h.s.ID, "err", err)
				}
			}
			if cause, reason := h.s.DecideEnd(h.a.Now(), run.Used()); cause != "" {
				return ending{cause: cause, reason: reason}
			}
		}
	}
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// findShown returns the code that a service is to run: its id as people are told it, and its tree.
func findShown(ctx context.Context, a *app.App, ws workspace.Dir, r coding.Repository, s coding.Shown) (commit, tree string, err error) {
	switch {
	case s.Step != "":
		_, c, err := findChange(ctx, a, string(s.Step))
		if err != nil {
			return "", "", err
		}
		tree, err := findWork(ctx, a, ws, c)
		return tree, tree, err
	case s.Project != "":
		commit, err = findBranch(ctx, a, ws, s.Project)
	default:
		commit, _, err = ws.Base(ctx, coding.CodeOrder{Repository: r})
	}
	if err == nil {
		tree, err = ws.Tree(ctx, r, commit)
	}
	return commit, tree, err
}

// findBranch returns the last commit of a project's branch.
func findBranch(ctx context.Context, a *app.App, ws workspace.Dir, p org.ProjectID) (string, error) {
	list, err := a.Store.Changes(ctx, p)
	if err != nil {
		return "", err
	}
	var o coding.CodeOrder
	var all []coding.Commit
	for _, c := range list {
		o = c.Order
		if c.Merged != nil {
			all = append(all, *c.Merged)
		}
	}
	if len(all) == 0 {
		return "", &workspace.UnusableError{Text: fmt.Sprintf("nothing of %s is merged yet, so there is nothing to look at; a step of it can be looked at while it is worked on", p)}
	}
	slices.SortFunc(all, func(x, y coding.Commit) int { return x.N - y.N })
	o.Merged = nil
	if _, _, err := ws.Base(ctx, o); err != nil { // the copy may be gone
		return "", err
	}
	o.Merged = all
	return all[len(all)-1].ID, ws.Restore(ctx, o)
}

// proposeServices keeps which services the files of a repository propose.
func proposeServices(ctx context.Context, a *app.App, from listing) error {
	var out []coding.Service
	for _, name := range []string{coding.ServicesFile, coding.Procfile} {
		if !slices.ContainsFunc(from.files, func(f workspace.Entry) bool { return f.Path == name && f.Plain() }) {
			continue
		}
		text, err := from.read(ctx, name)
		if err != nil {
			return err
		}
		for _, s := range coding.ProposedServices(name, text) {
			if !slices.ContainsFunc(out, func(o coding.Service) bool { return o.Name == s.Name }) {
				out = append(out, s)
			}
		}
	}
	return a.Store.KeepProposals(ctx, from.of.ID, out)
}
