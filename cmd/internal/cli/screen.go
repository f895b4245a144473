package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/bot/terminal"
	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
)

// screen shows a project as it goes: a live tree on a terminal, one line for
// what is done when piped, JSON lines of the journal with -json.
type screen struct {
	c       *call
	a       *app.App
	project org.ProjectID
	after   int64
	names   map[org.AgentID]string
	turns   map[org.StepID]string // what was done last of those that change code
	asked   map[org.StepID]bool   // whose question is open
	painter terminal.Painter
}

func (c *call) screen(a *app.App, id org.ProjectID) *screen {
	s := &screen{c: c, a: a, project: id, names: map[org.AgentID]string{}, turns: map[org.StepID]string{}, asked: map[org.StepID]bool{}, painter: terminal.Painter{Out: c.Out}}
	for _, agent := range a.Prompts.Agents() {
		s.names[agent.ID] = agent.Name
	}
	return s
}

func (s *screen) update(ctx context.Context, p org.Project) error {
	const batch = 500
	for {
		events, err := s.a.Store.Events(ctx, s.after, batch)
		if err != nil {
			return err
		}
		for _, e := range events {
			s.after = e.Seq
			if e.Project != s.project {
				continue
			}
			if err := s.event(ctx, e); err != nil {
				return err
			}
		}
		if len(events) < batch {
			break
		}
	}
	if s.c.Live && !s.c.flags.json {
		return s.paint(ctx, p)
	}
	return nil
}

func (s *screen) event(ctx context.Context, e org.Event) error {
	switch {
	case s.c.flags.json:
		return s.c.writeJSON(e)
	case e.Kind == org.EventStageDone:
		return s.showTurn(ctx, e)
	case s.c.Live:
		return nil // the tree shows it
	case e.Kind == org.EventEscalation:
		s.asked[e.Step] = true
	case e.Kind == org.EventDecided:
		s.asked[e.Step] = false
	case e.Kind == org.EventStepFailed && s.asked[e.Step]:
		return nil // an answer lets it go on
	}
	title := ""
	if e.Step != "" {
		step, err := s.a.Store.Step(ctx, string(e.Step))
		if err != nil {
			return err
		}
		if step.Kind != org.KindAssembly {
			title = step.Title
		}
	}
	text := messages.RunProgress(e, title)
	if text == "" {
		return nil
	}
	s.c.printf("%s  %s\n", moment.Mark(e.At, moment.Second), terminal.Render(text, false))
	return nil
}

// showTurn tells what whoever changes code did, as attach does.
func (s *screen) showTurn(ctx context.Context, e org.Event) error {
	did, err := readTurn(ctx, s.a, e)
	if err != nil || did == "" {
		return err
	}
	if s.turns[e.Step] = did; !s.c.Live {
		s.c.printf("%s  %s turn %s: %s\n", moment.Mark(e.At, moment.Second), e.Step, e.Data["seq"], terminal.Render(did, false))
	}
	return nil
}

func (s *screen) paint(ctx context.Context, p org.Project) error {
	steps, err := s.a.Store.Steps(ctx, p.ID)
	if err != nil {
		return err
	}
	cost, err := s.a.Store.StepCosts(ctx, p.ID)
	if err != nil {
		return err
	}
	return s.painter.Draw(within(terminal.Frame(terminal.View{
		Project: p, Steps: steps, Names: s.names, Cost: cost, Turns: s.turns, Now: s.a.Now(),
	}, s.c.Width), s.c.Height-1))
}

// within keeps a frame on the screen: finished steps go first, then whatever
// stands at the top, so that what moves is always seen.
func within(frame []string, rows int) []string {
	for i := 1; rows > 0 && len(frame) > rows && i < len(frame); {
		if strings.HasPrefix(strings.TrimSpace(frame[i]), "✓") {
			frame = slices.Delete(frame, i, i+1)
			continue
		}
		i++
	}
	if rows > 0 && len(frame) > rows {
		return frame[len(frame)-rows:]
	}
	return frame
}

func (c *call) writeJSON(v any) error {
	raw, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("write json: %w", err)
	}
	c.printf("%s\n", raw)
	return nil
}
