package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
)

// SaveTurn stores everything that came of one message: the classification,
// the reply (queued for the outbox), topic tags, founder's rules, steering,
// and the project that it starts, with its first mission to be planned. It
// returns the project's id, empty when none was started. A message that was
// handled already keeps what it has: the second turn is dropped and the first
// one's project returned.
func (d *DB) SaveTurn(ctx context.Context, turn org.Turn) (org.ProjectID, error) {
	var project org.ProjectID
	err := d.tx(ctx, func(t *tx) error {
		t.method = "save-turn"
		m, err := messageOf(ctx, t, turn.Message)
		if err != nil {
			return err
		}
		n, err := t.change(`
			UPDATE messages SET state = 'handled', claimed_by = NULL, claim_until = NULL WHERE id = ? AND state = 'received'`, m.ID)
		if err != nil {
			return err
		}
		if n == 0 {
			project, err = t.turnOf(m.ID)
			return err
		}
		t.wake = true
		if project, err = t.firstProject(m, turn.Project); err != nil {
			return err
		}
		if err := t.saveTurn(turn, project); err != nil {
			return err
		}
		if len(turn.Stages) > 0 {
			if err := t.keepStages(string(m.ID), 0, turn.Stages); err != nil {
				return err
			}
		}
		if turn.Mute != nil {
			if err := t.exec(`UPDATE threads SET muted = ? WHERE project_id = ?`, *turn.Mute, turn.About); err != nil {
				return fmt.Errorf("mute %s: %w", turn.About, err)
			}
		}
		err = t.event(org.Event{
			Kind: org.EventMessageHandled, Message: m.ID, Project: project, Text: org.HandledText(turn),
			Data: map[string]string{"class": string(turn.Classification.Class), "tag": string(turn.Tag), "route": string(turn.Route)},
		})
		if err != nil || turn.Reply == "" {
			return err
		}
		return t.deliver(org.Delivery{
			Key: "reply:" + string(m.ID), Channel: m.Channel, Project: project, Kind: org.DeliverReply, Body: turn.Reply,
			Card: turn.Card, Files: turn.Files,
		})
	})
	if err != nil {
		return "", fmt.Errorf("save turn of %s: %w", turn.Message, err)
	}
	return project, nil
}

// turnOf returns the project that a message started, if it was handled.
func (t *tx) turnOf(m org.MessageID) (org.ProjectID, error) {
	var p sql.NullString
	err := t.get(&p, `SELECT project_id FROM turns WHERE message_id = ?`, m)
	if errors.Is(err, sql.ErrNoRows) {
		return "", fmt.Errorf("message %s was ignored: %w", m, org.ErrConflict)
	}
	return org.ProjectID(p.String), err
}

func (t *tx) firstProject(m org.Message, n *org.NewProject) (org.ProjectID, error) {
	if n == nil {
		return "", nil
	}
	id, err := t.startProject(m, *n)
	if err != nil || m.Cap == 0 {
		return id, err
	}
	return id, t.setCap(org.Cap{Scope: org.ScopeProject, Project: id, Kind: org.KindCap, Amount: m.Cap})
}

func (t *tx) saveTurn(turn org.Turn, project org.ProjectID) error {
	c := turn.Classification
	evidence, err := jsonText(orEmpty(c.Evidence))
	if err != nil {
		return err
	}
	rules, err := jsonText(orEmpty(c.Rules))
	if err != nil {
		return err
	}
	tags, err := jsonText(orEmpty(turn.Tags))
	if err != nil {
		return err
	}
	err = t.exec(`
		INSERT INTO turns (message_id, class, confidence, title, evidence, rules, structural, command, model, ghost,
		                   tag, route, reply, tags, project_id, steers, at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		turn.Message, c.Class, c.Confidence, c.Title, evidence, rules, c.Structural, c.Command, c.Model, c.Unparsed,
		turn.Tag, turn.Route, turn.Reply, tags, nullable(project), nullable(turn.Steering), t.now)
	if err != nil {
		return err
	}
	for _, tag := range turn.Tags {
		if err := t.exec(`INSERT INTO turn_tags (tag, message_id) VALUES (?, ?) ON CONFLICT DO NOTHING`, tag, turn.Message); err != nil {
			return err
		}
	}
	if err := t.rememberTurn(turn, project); err != nil {
		return err
	}
	for _, rule := range turn.Directives {
		if err := t.directive(turn.Message, rule); err != nil {
			return err
		}
	}
	if turn.Steering == "" {
		return nil
	}
	request, err := requestOf(t.ctx, t, turn.Message)
	if err != nil {
		return err
	}
	err = t.exec(`INSERT INTO steering (project_id, message_id, body, at) VALUES (?, ?, ?, ?)`,
		turn.Steering, turn.Message, request, t.now)
	if err != nil {
		return err
	}
	return t.event(org.Event{
		Kind: org.EventSteering, Message: turn.Message, Project: turn.Steering, Text: "The founder steers the project",
	})
}

// rememberTurn keeps what was said and answered as one memory (F-016).
func (t *tx) rememberTurn(turn org.Turn, project org.ProjectID) error {
	m, err := messageOf(t.ctx, t, turn.Message)
	if err != nil {
		return err
	}
	return t.remember(org.Memory{
		Kind: org.MemoryTurn, Ref: string(m.ID), Project: project, Title: turn.Classification.Title,
		Text: strings.TrimSpace(m.Text + "\n\n" + turn.Reply),
	})
}

// directive records a founder's rule. The same rule twice is one rule.
func (t *tx) directive(m org.MessageID, rule string) error {
	var known int
	err := t.get(&known, `SELECT count(*) FROM lessons WHERE body = ? AND kind = 'directive' AND state = 'active'`, rule)
	if err != nil || known > 0 {
		return err
	}
	id, err := t.nextID("l")
	if err != nil {
		return err
	}
	err = t.exec(`
		INSERT INTO lessons (id, kind, state, body, importance, message_id, created_at) VALUES (?, 'directive', 'active', ?, ?, ?, ?)`,
		id, rule, org.DirectiveImportance, nullable(m), t.now)
	if err != nil {
		return err
	}
	if err := t.remember(org.Memory{Kind: org.MemoryDirective, Ref: id, Text: rule}); err != nil {
		return err
	}
	return t.event(org.Event{Kind: org.EventDirective, Message: m, Text: "Rule recorded: " + rule})
}

// orEmpty makes a nil list an empty one, which JSON writes as [].
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
