package tool

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/cmd/internal/office"
	"github.com/frasier-cos/frasier/internal/journal"
	"github.com/frasier-cos/frasier/internal/org"
)

func notFound(err error) bool { return errors.Is(err, org.ErrNotFound) }

func status(ctx context.Context, c *call) error {
	return c.with(ctx, func(o *office.Office) error {
		r, err := o.Store.Status(ctx, o.Now())
		if err != nil {
			return err
		}
		if len(c.rest) > 0 {
			p, err := o.Store.Project(ctx, c.rest[0])
			if err != nil {
				return err
			}
			one, err := o.Store.ProjectStatus(ctx, p.ID, o.Now())
			if err != nil {
				return err
			}
			r.Projects = []org.ProjectStatus{one}
		}
		if c.flags.json {
			return c.writeJSON(r)
		}
		c.printf("%s", StatusText(r, o.Now()))
		return nil
	})
}

// StatusText renders a status report for people.
func StatusText(r org.StatusReport, now time.Time) string {
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
		fmt.Fprintf(&b, "   steps: %s; spent %s in %d calls", strings.Join(parts, ", "), p.Spent.Cost, p.Spent.Calls)
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
	for _, w := range r.Workers {
		if strings.HasPrefix(w.Holder, "tool-") && now.Sub(w.Seen) > org.LeaseTerm {
			continue // a command that has ended
		}
		fmt.Fprintf(&b, "process %s: last heard of %s ago\n", w.Holder, now.Sub(w.Seen).Round(time.Second))
	}
	for _, g := range r.Ghosts {
		if g.Ghosts > 0 {
			fmt.Fprintf(&b, "unreadable replies: %s %d of %d\n", g.Name, g.Ghosts, g.Calls)
		}
	}
	return b.String()
}

func costs(ctx context.Context, c *call) error {
	return c.with(ctx, func(o *office.Office) error {
		type span struct {
			Name   string         `json:"span"`
			Report org.CostReport `json:"report"`
		}
		reports, err := o.Store.Costs(ctx, 1, 7, 30)
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
		searches, err := o.Store.SearchMonth(ctx)
		if err != nil {
			return err
		}
		c.printf("searches %s\n", searches.Words())
		kept, err := o.Store.Storage(ctx)
		if err != nil {
			return err
		}
		c.printf("%s\n", org.StorageText(kept))
		if net := org.TrafficText(out[0].Report.Traffic, out[1].Report.Traffic, last.Traffic); net != "" {
			c.printf("%s\n", net)
		}
		fared, err := o.Store.TierRecords(ctx)
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
	out := fmt.Sprintf("%s in %d calls, %d tokens in, %d out", l.Cost, l.Calls, l.In, l.Out)
	if l.Unknown > 0 {
		out += fmt.Sprintf(", %d calls of unknown cost", l.Unknown)
	}
	if l.Ghosts > 0 {
		out += fmt.Sprintf(", %d unreadable", l.Ghosts)
	}
	return out
}

func why(ctx context.Context, c *call) error {
	if len(c.rest) != 1 {
		return &usage{"why needs a step or project: frasier why s3"}
	}
	return c.with(ctx, func(o *office.Office) error {
		w, err := o.Store.Why(ctx, c.rest[0])
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
	return c.with(ctx, func(o *office.Office) error {
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
			all, err := o.Store.Events(ctx, 0, 1<<30)
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
		wake, stop := o.Store.Wake()
		defer stop()
		f := &journal.Follower{Records: o.Store, Nudge: wake, Poll: time.Second}
		_, err = f.Follow(ctx, 0, hear)
		if ctx.Err() != nil {
			return nil
		}
		return err
	})
}

// control changes a project's state and says what it is now.
func control(ctx context.Context, c *call, verb string, do func(*office.Office, org.ProjectID) error) error {
	if len(c.rest) != 1 {
		return &usage{fmt.Sprintf("%s needs a project: frasier %s p1", verb, verb)}
	}
	return c.with(ctx, func(o *office.Office) error {
		p, err := o.Store.Project(ctx, c.rest[0])
		if err != nil {
			return err
		}
		if err := do(o, p.ID); err != nil {
			return fmt.Errorf("%s %s (%s): %w", verb, p.ID, p.State, err)
		}
		if p, err = o.Store.Project(ctx, string(p.ID)); err != nil {
			return err
		}
		if c.flags.json {
			return c.writeJSON(map[string]string{"project": string(p.ID), "state": string(p.State)})
		}
		c.printf("%s  %s: %s\n", p.ID, p.Title, p.State)
		return nil
	})
}

func pause(ctx context.Context, c *call) error {
	return control(ctx, c, "pause", func(o *office.Office, p org.ProjectID) error { return o.Store.Pause(ctx, p) })
}

func resume(ctx context.Context, c *call) error {
	return control(ctx, c, "resume", func(o *office.Office, p org.ProjectID) error {
		if err := o.Store.Resume(ctx, p); err != nil {
			return err
		}
		return o.Store.ReleaseUnreviewed(ctx, p)
	})
}

func cancel(ctx context.Context, c *call) error {
	return control(ctx, c, "cancel", func(o *office.Office, p org.ProjectID) error { return o.Store.Cancel(ctx, p) })
}

func verify(ctx context.Context, c *call) error {
	return c.with(ctx, func(o *office.Office) error {
		checks, err := o.Store.Verify(ctx)
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
