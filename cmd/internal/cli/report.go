package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/internal/journal"
	"github.com/frasier-cos/frasier/internal/org"
)

func notFound(err error) bool { return errors.Is(err, org.ErrNotFound) }

func status(ctx context.Context, c *call) error {
	return c.with(ctx, func(a *app.App) error {
		r, err := a.Store.Status(ctx, a.Now())
		if err != nil {
			return err
		}
		var steps []org.Step
		if len(c.rest) > 0 {
			p, err := a.Store.Project(ctx, c.rest[0])
			if err != nil {
				return err
			}
			one, err := a.Store.ProjectStatus(ctx, p.ID, a.Now())
			if err != nil {
				return err
			}
			r.Projects = []org.ProjectStatus{one}
			if steps, err = a.Store.Steps(ctx, p.ID); err != nil {
				return err
			}
		}
		if c.flags.json {
			return c.writeJSON(r)
		}
		c.printf("%s", StatusText(r, steps, a.Now()))
		return nil
	})
}

// stepLines lists steps by the ids that why, redo and stage take.
func stepLines(steps []org.Step) string {
	var b strings.Builder
	for _, s := range steps {
		fmt.Fprintf(&b, "   %-5s %-11s %s", s.ID, strings.ReplaceAll(string(s.State), "_", " "), s.Title)
		if s.Cause != "" {
			fmt.Fprintf(&b, ": %s", s.Cause)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// StatusText renders a status report for people, with the steps of the only
// project that it is about; none when it is about all.
func StatusText(r org.StatusReport, steps []org.Step, now time.Time) string {
	var b strings.Builder
	if len(r.Projects) == 0 {
		b.WriteString("No projects yet. Hand one over: frasier run roadmap.md\n")
	}
	for _, p := range r.Projects {
		fmt.Fprintf(&b, "%s  %s: %s", p.Project.ID, p.Project.Title, p.Project.State)
		if p.Project.Outcome != "" {
			fmt.Fprintf(&b, " (%s)", p.Project.Outcome)
		}
		b.WriteString("\n")
		var parts []string
		for _, s := range []org.StepState{org.StepCompleted, org.StepInProgress, org.StepInReview, org.StepPending, org.StepFailed, org.StepCancelled} {
			if n := p.Steps[s]; n > 0 {
				parts = append(parts, fmt.Sprintf("%d %s", n, strings.ReplaceAll(string(s), "_", " ")))
			}
		}
		if len(parts) == 0 {
			parts = []string{"not planned yet"}
		}
		fmt.Fprintf(&b, "   steps: %s; spent %s in %s", strings.Join(parts, ", "), p.Spent.Cost, org.Count(p.Spent.Calls, "call"))
		if p.Spent.Unknown > 0 {
			fmt.Fprintf(&b, ", %d of unknown cost", p.Spent.Unknown)
		}
		b.WriteString("\n")
		for _, w := range p.Waiting {
			fmt.Fprintf(&b, "   waits: %s\n", w)
		}
		for _, d := range p.Decisions {
			fmt.Fprintf(&b, "   needs you: %s\n", d)
		}
	}
	b.WriteString(stepLines(steps))
	for _, m := range r.Parked {
		fmt.Fprintf(&b, "parked: %s\n", m)
	}
	for _, c := range r.Critics {
		fmt.Fprintf(&b, "reviews: %s\n", c)
	}
	fmt.Fprintf(&b, "queue: %d ready, %d being worked on; %d deliveries to send\n", r.Queue, r.Working, r.Outbox)
	if r.Searches.Asked > 0 || r.Searches.Limit > 0 {
		fmt.Fprintf(&b, "searches: %s\n", r.Searches.Words())
	}
	for _, w := range worthNaming(r.Workers, now) {
		fmt.Fprintf(&b, "process %s: last heard of %s ago\n", w.Owner, now.Sub(w.Seen).Round(time.Second))
	}
	for _, g := range r.Unparsed {
		if g.Unparsed > 0 {
			fmt.Fprintf(&b, "unreadable replies: %s %d of %d\n", g.Name, g.Unparsed, g.Calls)
		}
	}
	return b.String()
}

// worthNaming leaves out processes that have ended: commands, and those of a
// role that another process has now. Of a role that nobody has, the last one
// stays, so that an operator sees since when.
func worthNaming(all []org.WorkerAge, now time.Time) []org.WorkerAge {
	role := func(w org.WorkerAge) string { name, _, _ := strings.Cut(w.Owner, "-"); return name }
	last := map[string]org.WorkerAge{}
	for _, w := range all {
		if w.Seen.After(last[role(w)].Seen) {
			last[role(w)] = w
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(w org.WorkerAge) bool {
		return now.Sub(w.Seen) > org.LeaseTerm && (role(w) == "tool" || w != last[role(w)])
	})
}

func costs(ctx context.Context, c *call) error {
	return c.with(ctx, func(a *app.App) error {
		type span struct {
			Name   string         `json:"span"`
			Report org.CostReport `json:"report"`
		}
		reports, err := a.Store.Costs(ctx, 1, 7, 30)
		if err != nil {
			return err
		}
		var out []span
		for i, r := range reports {
			out = append(out, span{[]string{"today", "7 days", "30 days"}[i], r})
		}
		if c.flags.json {
			return c.writeJSON(out)
		}
		for _, s := range out {
			c.printf("%-8s %s\n", s.Name, line(s.Report.Total))
		}
		last := out[len(out)-1].Report
		for _, g := range []struct {
			name  string
			lines []org.CostLine
		}{{"project", last.ByProject}, {"tier", last.ByTier}, {"model", last.ByModel}, {"agent", last.ByAgent}, {"purpose", last.ByPurpose}} {
			for _, l := range g.lines {
				c.printf("  by %-8s %-34s %s\n", g.name, l.Name, line(l))
			}
		}
		searches, err := a.Store.SearchMonth(ctx)
		if err != nil {
			return err
		}
		c.printf("searches %s\n", searches.Words())
		kept, err := a.Store.Storage(ctx)
		if err != nil {
			return err
		}
		c.printf("%s\n", org.StorageText(kept))
		if net := org.TrafficText(out[0].Report.Traffic, out[1].Report.Traffic, last.Traffic); net != "" {
			c.printf("%s\n", net)
		}
		fared, err := a.Store.TierRecords(ctx)
		if err != nil {
			return err
		}
		for _, r := range fared {
			c.printf("  router: %s\n", r.Words())
		}
		return nil
	})
}

func line(l org.CostLine) string {
	out := fmt.Sprintf("%s in %s, %d tokens in, %d out", l.Cost, org.Count(l.Calls, "call"), l.In, l.Out)
	if l.Unknown > 0 {
		out += fmt.Sprintf(", %s of unknown cost", org.Count(l.Unknown, "call"))
	}
	if l.Unparsed > 0 {
		out += fmt.Sprintf(", %d unreadable", l.Unparsed)
	}
	return out
}

func why(ctx context.Context, c *call) error {
	if len(c.rest) != 1 {
		return &usage{"why needs a step or project: frasier why s3"}
	}
	return c.with(ctx, func(a *app.App) error {
		w, err := a.Store.Why(ctx, c.rest[0])
		if err != nil {
			return err
		}
		if c.flags.json {
			return c.writeJSON(w)
		}
		c.printf("%s: %s\n", w.Subject, w.State)
		for _, r := range w.Reasons {
			c.printf("  %s\n", r)
		}
		for _, v := range w.Reviews {
			verdict := "passed"
			if !v.Pass {
				verdict = "rejected: " + strings.Join(v.Findings, "; ")
			}
			c.printf("  %s review by %s (%s): %s\n", v.Role, v.Reviewer, v.Model, verdict)
		}
		for _, k := range w.Calls {
			c.printf("  %s: asked %s, served %s by %s, %s, %s (%s)\n", k.Purpose, k.Asked, k.Served, k.Model, k.State, k.Cost, k.CostSource)
		}
		for _, s := range w.Sources {
			c.printf("  source: %s, %s: %q\n", s.Title, s.URL, s.Quote)
		}
		for _, n := range w.Notes.Lint {
			c.printf("  plan: %s\n", n)
		}
		for _, e := range w.Decisions {
			c.printf("  %s %s: %s\n", e.At.UTC().Format("2006-01-02 15:04:05"), e.Kind, e.Text)
		}
		return nil
	})
}

func watch(ctx context.Context, c *call) error {
	return c.with(ctx, func(a *app.App) error {
		filter, err := journal.ParseFilter(c.rest)
		if err != nil {
			return &usage{"watch: " + err.Error()}
		}
		show := journal.Watch(c.Out, c.flags.json)
		hear := func(ctx context.Context, e org.Event) error {
			if !filter.Passes(e) {
				return nil
			}
			return show(ctx, e)
		}
		if c.flags.tail > 0 {
			all, err := a.Store.Events(ctx, 0, 1<<30)
			if err != nil {
				return err
			}
			all = slices.DeleteFunc(all, func(e org.Event) bool { return !filter.Passes(e) })
			for _, e := range all[max(0, len(all)-c.flags.tail):] {
				if err := hear(ctx, e); err != nil {
					return err
				}
			}
			return nil
		}
		wake, stop := a.Store.Wake()
		defer stop()
		f := &journal.Follower{Records: a.Store, Nudge: wake, Poll: time.Second}
		_, err = f.Follow(ctx, 0, hear)
		if ctx.Err() != nil {
			return nil
		}
		return err
	})
}

// control changes the state of a project, or of all open ones, and says what it
// is now.
func control(ctx context.Context, c *call, verb string, do func(*app.App, org.ProjectID) error) error {
	if len(c.rest) != 1 {
		return &usage{fmt.Sprintf("%s needs a project, or all for every open one: frasier %s p1", verb, verb)}
	}
	return c.with(ctx, func(a *app.App) error {
		if strings.EqualFold(c.rest[0], "all") {
			return controlAll(ctx, c, a, verb, do)
		}
		p, err := a.Store.Project(ctx, c.rest[0])
		if err != nil {
			return err
		}
		if err := do(a, p.ID); err != nil {
			return fmt.Errorf("%s %s (%s): %w", verb, p.ID, p.State, err)
		}
		return c.sayState(ctx, a, p.ID)
	})
}

// controlAll is control for every open project. One that cannot be changed so,
// as it has ended meanwhile, stays as it is.
func controlAll(ctx context.Context, c *call, a *app.App, verb string, do func(*app.App, org.ProjectID) error) error {
	ids, err := a.Store.OpenProjectIDs(ctx)
	if err != nil {
		return err
	}
	n := 0
	for _, id := range ids {
		if err := do(a, id); errors.Is(err, org.ErrConflict) {
			continue
		} else if err != nil {
			return fmt.Errorf("%s %s: %w", verb, id, err)
		}
		n++
		if err := c.sayState(ctx, a, id); err != nil {
			return err
		}
	}
	if n == 0 && !c.flags.json {
		c.printf("there is nothing to %s\n", verb)
	}
	return nil
}

// sayState says what a project is now.
func (c *call) sayState(ctx context.Context, a *app.App, id org.ProjectID) error {
	p, err := a.Store.Project(ctx, string(id))
	if err != nil {
		return err
	}
	if c.flags.json {
		return c.writeJSON(map[string]string{"project": string(p.ID), "state": string(p.State)})
	}
	c.printf("%s  %s: %s\n", p.ID, p.Title, p.State)
	return nil
}

func pause(ctx context.Context, c *call) error {
	return control(ctx, c, "pause", func(a *app.App, p org.ProjectID) error { return a.Store.Pause(ctx, p) })
}

func resume(ctx context.Context, c *call) error {
	return control(ctx, c, "resume", func(a *app.App, p org.ProjectID) error {
		if err := a.Store.Resume(ctx, p); err != nil {
			return err
		}
		if err := a.Store.ReleaseUnreviewed(ctx, p); err != nil {
			return err
		}
		return a.Store.RetryNow(ctx, p)
	})
}

func cancel(ctx context.Context, c *call) error {
	return control(ctx, c, "cancel", func(a *app.App, p org.ProjectID) error { return a.Store.Cancel(ctx, p) })
}

func verify(ctx context.Context, c *call) error {
	return c.with(ctx, func(a *app.App) error {
		checks, err := a.Store.Verify(ctx)
		if err != nil {
			return err
		}
		if c.flags.json {
			if err := c.writeJSON(checks); err != nil {
				return err
			}
		}
		for _, k := range checks {
			if c.flags.json {
				continue
			}
			if k.OK {
				c.printf("ok    %s\n", k.Name)
			} else {
				c.printf("WRONG %s: %s\n", k.Name, k.Detail)
			}
		}
		if slices.ContainsFunc(checks, func(k org.CheckResult) bool { return !k.OK }) {
			return &exit{Failed}
		}
		return nil
	})
}
