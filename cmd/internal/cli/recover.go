package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/command/memory"
	"github.com/frasier-cos/frasier/bot/command/team"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/internal/learning"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

// operator asks for things with this command.
const operator = "the operator"

// redo has a step done again: redo STEP [NOTE].
func redo(ctx context.Context, c *call) error {
	if len(c.rest) == 0 {
		return &usage{"redo takes a step, and a note if you like: frasier redo s3 \"only the north\"; \"frasier status p1\" shows a project's steps"}
	}
	return c.with(ctx, func(a *app.App) error {
		note := strings.Join(c.rest[1:], " ")
		ids, err := a.Store.Redo(ctx, org.StepID(c.rest[0]), note, operator)
		if err != nil {
			return err
		}
		if c.flags.json {
			return c.writeJSON(ids)
		}
		c.say(wording.Redone(org.StepID(c.rest[0]), note, ids[1:]))
		return nil
	})
}

// replan has what is left of a project planned again: replan PROJECT [NOTE].
func replan(ctx context.Context, c *call) error {
	if len(c.rest) == 0 {
		return &usage{"replan takes a project, and a note if you like; \"frasier status\" lists the projects"}
	}
	return c.with(ctx, func(a *app.App) error {
		p, err := a.Store.Project(ctx, c.rest[0])
		if err != nil {
			return err
		}
		if err := a.Store.Replan(ctx, p.ID, strings.Join(c.rest[1:], " "), operator); err != nil {
			return err
		}
		c.say(wording.Replanned(org.ProjectName{ID: p.ID, Title: p.Title}, strings.Join(c.rest[1:], " ")))
		return nil
	})
}

// recall looks for words in all that was said, learnt and delivered.
func recall(ctx context.Context, c *call) error {
	if len(c.rest) == 0 {
		return &usage{"recall takes words to look for"}
	}
	const most, shown = 10, 200
	return c.with(ctx, func(a *app.App) error {
		found, err := a.Store.Recall(ctx, strings.Join(c.rest, " "), most)
		if err != nil {
			return err
		}
		if c.flags.json {
			return c.writeJSON(found)
		}
		for _, m := range found {
			text := prose.Clip(prose.OneLine(m.Text), shown, "...")
			c.printf("%s %s, %s: %s\n", m.Kind, m.Ref, moment.Mark(m.At, moment.Day), text)
		}
		if len(found) == 0 {
			c.say(memory.Recalled(strings.Join(c.rest, " "), nil).Text)
		}
		return nil
	})
}

func rules(ctx context.Context, c *call) error {
	return c.with(ctx, func(a *app.App) error {
		list, err := a.Store.Lessons(ctx)
		if err != nil {
			return err
		}
		if c.flags.json {
			return c.writeJSON(list)
		}
		if len(list) == 0 {
			c.say(memory.Rules(nil).Text)
		}
		for _, l := range list {
			what := "rule"
			if l.Kind == learning.KindNote {
				what = "note of " + l.Role
			}
			if l.Kind == "lesson" {
				what = l.State + " lesson"
				if l.Agent != "" {
					what += " of " + string(l.Agent)
				}
			}
			c.printf("%s  %s: %s\n", l.ID, what, l.Text)
		}
		return nil
	})
}

// forget takes a rule or a lesson out of use.
func forget(ctx context.Context, c *call) error {
	if len(c.rest) != 1 {
		return &usage{"forget takes the id of a rule, a lesson or a message; \"frasier rules\" and \"frasier recall\" show them"}
	}
	return c.with(ctx, func(a *app.App) error {
		if err := a.Store.Forget(ctx, c.rest[0]); err != nil {
			return err
		}
		if strings.HasPrefix(c.rest[0], "m") {
			c.say(memory.ForgotMessage(c.rest[0]))
			return nil
		}
		c.say(memory.Forgot(c.rest[0], ""))
		return nil
	})
}

func listTeam(ctx context.Context, c *call) error {
	return c.with(ctx, func(a *app.App) error {
		list, err := a.Store.Roster(ctx)
		if err != nil {
			return err
		}
		if c.flags.json {
			return c.writeJSON(list)
		}
		for _, a := range list {
			c.printf("%s\n", agentLine(a))
			if learnt := team.LearntOf(a); learnt != "" && c.flags.all {
				c.printf("    %s\n", learnt)
			}
		}
		return nil
	})
}

func agentLine(a org.AgentView) string {
	parts := []string{fmt.Sprintf("%s  %s, %s (%s)", a.ID, a.Name, a.Role, a.Category)}
	if a.Completed > 0 || a.Rejected > 0 {
		parts = append(parts, fmt.Sprintf("%d done, %d sent back", a.Completed, a.Rejected))
	}
	if a.Version > 1 {
		parts = append(parts, fmt.Sprintf("persona %d", a.Version))
	}
	if a.Why != "" {
		parts = append(parts, "hired: "+a.Why)
	}
	if a.Working != "" {
		parts = append(parts, "now: "+a.Working)
	}
	return strings.Join(parts, "; ")
}
