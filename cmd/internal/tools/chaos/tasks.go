package main

import (
	"context"
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/policy"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
)

// task is something that a worker comes by now and then.
type task struct {
	name  string
	verb  string                              // of the store; the worker is killed before its commit, and another one after it
	given func(*front) (org.ProjectID, error) // makes what it is about, while nobody works
	// What happens while the worker works; nil for nothing.
	meanwhile func(*front, org.ProjectID) error
	// mended ends the trouble that led there; nil for none.
	mended func(*front, org.ProjectID) error
	lasts  bool             // the trouble is there until the project has ended
	ends   org.ProjectState // how the project ends
}

// tasks lists them.
func tasks() []task {
	faulty := func(fault string, start func(*front) (org.ProjectID, error)) func(*front) (org.ProjectID, error) {
		return func(f *front) (org.ProjectID, error) {
			f.misbehave(func(llmtest.Request) (llmtest.Reply, bool) { return llmtest.Reply{Fault: fault}, true })
			return start(f)
		}
	}
	return append(companyTasks(), []task{
		{name: "a pause in the middle", verb: "give-back", given: func(f *front) (org.ProjectID, error) {
			f.slow(time.Second)
			return f.project()
		}, meanwhile: func(f *front, p org.ProjectID) error {
			if err := f.untilHeld(f.ctx, f.procs["worker"]); err != nil {
				return err
			}
			return f.db.Pause(f.ctx, p)
		}, mended: func(f *front, p org.ProjectID) error { return f.db.Resume(f.ctx, p) }, ends: org.ProjectCompleted},
		{name: "reviewers for all", verb: "mark-in-review", given: func(f *front) (org.ProjectID, error) {
			if err := f.db.SetPolicy(f.ctx, policy.Autonomy, "off"); err != nil {
				return "", err
			}
			return f.project()
		}, mended: func(f *front, _ org.ProjectID) error { return f.db.SetPolicy(f.ctx, policy.Autonomy, "on") }, ends: org.ProjectCompleted},
		{
			name: "no model to plan with", verb: "defer-mission", given: faulty("503", (*front).project),
			mended: func(f *front, p org.ProjectID) error { return f.db.RetryNow(f.ctx, p) }, ends: org.ProjectCompleted,
		},
		{name: "a model that refuses", verb: "fail-mission", given: faulty("400", (*front).project), lasts: true, ends: org.ProjectFailed},
		{name: "a model of no use", verb: "fail-project", given: faulty("empty", (*front).planned), lasts: true, ends: org.ProjectFailed},
		{name: "a picture", verb: "save-picture", given: func(f *front) (org.ProjectID, error) {
			return f.projectIn(org.Channel{Transport: org.ThreadedTransport, ID: f.place.Chief})
		}, ends: org.ProjectCompleted},
		{name: "a lesson", verb: "save-training", given: func(f *front) (p org.ProjectID, err error) {
			const rejected = 2 // of each project's first step
			for n := 0; n < org.UpskillAt; n += rejected {
				if err := f.ended(); err != nil {
					return p, err
				}
				if p, err = f.planned(); err != nil {
					return p, err
				}
				if err := f.reject("It names no source.", "The second table contradicts the first."); err != nil {
					return p, err
				}
			}
			return p, nil
		}, ends: org.ProjectCompleted},
	}...)
}

// worked kills workers in each task, before and after the commit of its verb;
// the next one does what is left, and the project ends as if nothing had been.
func (f *front) worked(ctx context.Context, v *verdict) error {
	for _, d := range tasks() {
		for _, point := range []string{d.verb, d.verb + ":committed"} {
			if err := f.killedIn(ctx, v, d, point); err != nil {
				return fmt.Errorf("%s, killed at %s: %w", d.name, point, err)
			}
		}
	}
	return nil
}

func (f *front) killedIn(ctx context.Context, v *verdict, d task, point string) error {
	p, err := d.given(f)
	if err != nil {
		return err
	}
	if err := f.start("worker", crashVar+"="+point+"#1"); err != nil {
		return err
	}
	if d.meanwhile != nil {
		if err := d.meanwhile(f, p); err != nil {
			return err
		}
	}
	if !f.procs["worker"].diesWithin(ctx, patience/3) {
		v.breaks("R05", "%s does not lead by %s", d.name, point)
		f.procs["worker"].kill()
	}
	if !d.lasts {
		f.misbehave(nil)
	}
	if d.mended != nil {
		if err := d.mended(f, p); err != nil {
			return err
		}
	}
	if err := f.startAll("bot", "worker"); err != nil {
		return err
	}
	err = f.rest(ctx, v)
	f.procs["worker"].kill()
	f.procs["bot"].kill()
	f.misbehave(nil)
	if err != nil {
		return err
	}
	is, err := f.db.Project(ctx, string(p))
	if err == nil && is.State != d.ends {
		v.breaks("R05", "%s, a worker killed at %s: the project is %s, want %s: %s", d.name, point, is.State, d.ends, is.Outcome)
	}
	return err
}
