package engine

import (
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/memory"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// SaveTurn writes what came of a message: how it was understood, its tags, rules and
// steering.
func SaveTurn(t *sqldb.Tx, turn org.Turn, project org.ProjectID) error {
	c := turn.Classification
	evidence, err := sqldb.JSONText(sqldb.OrEmpty(c.Evidence))
	if err != nil {
		return err
	}
	rules, err := sqldb.JSONText(sqldb.OrEmpty(c.Rules))
	if err != nil {
		return err
	}
	tags, err := sqldb.JSONText(sqldb.OrEmpty(turn.Tags))
	if err != nil {
		return err
	}
	err = t.Exec(`
		INSERT INTO turns (message_id, class, confidence, title, evidence, rules, structural, command, model, ghost,
		                   tag, route, reply, tags, project_id, steers, at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		turn.Message, c.Class, c.Confidence, c.Title, evidence, rules, c.Structural, c.Command, c.Model, c.Unparsed,
		turn.Tag, turn.Route, turn.Reply, tags, sqldb.Nullable(project), sqldb.Nullable(turn.Steering), t.Now)
	if err != nil {
		return err
	}
	for _, tag := range turn.Tags {
		if err := t.Exec(`INSERT INTO turn_tags (tag, message_id) VALUES (?, ?) ON CONFLICT DO NOTHING`, tag, turn.Message); err != nil {
			return err
		}
	}
	if err := rememberTurn(t, turn, project); err != nil {
		return err
	}
	for _, rule := range turn.Directives {
		if err := Directive(t, turn.Message, rule); err != nil {
			return err
		}
	}
	if turn.Steering == "" {
		return nil
	}
	request, err := record.RequestOf(t.Ctx, t, turn.Message)
	if err != nil {
		return err
	}
	err = t.Exec(`INSERT INTO steering (project_id, message_id, body, at) VALUES (?, ?, ?, ?)`,
		turn.Steering, turn.Message, request, t.Now)
	if err != nil {
		return err
	}
	return t.Event(org.Event{
		Kind: org.EventSteering, Message: turn.Message, Project: turn.Steering, Text: "The founder steers the project",
	})
}

func rememberTurn(t *sqldb.Tx, turn org.Turn, project org.ProjectID) error {
	m, err := record.MessageOf(t.Ctx, t, turn.Message)
	if err != nil {
		return err
	}
	return memory.Remember(t, org.Memory{
		Kind: org.MemoryTurn, Ref: string(m.ID), Project: project, Title: turn.Classification.Title,
		Text: strings.TrimSpace(m.Text + "\n\n" + turn.Reply),
	})
}

// Directive records a founder's rule. The same rule twice is one rule.
func Directive(t *sqldb.Tx, m org.MessageID, rule string) error {
	var known int
	err := t.Get(&known, `SELECT count(*) FROM lessons WHERE body = ? AND kind = 'directive' AND state = 'active'`, rule)
	if err != nil || known > 0 {
		return err
	}
	id, err := t.NextID("l")
	if err != nil {
		return err
	}
	err = t.Exec(`
		INSERT INTO lessons (id, kind, state, body, importance, message_id, created_at) VALUES (?, 'directive', 'active', ?, ?, ?, ?)`,
		id, rule, DirectiveImportance, sqldb.Nullable(m), t.Now)
	if err != nil {
		return err
	}
	if err := memory.Remember(t, org.Memory{Kind: org.MemoryDirective, Ref: id, Text: rule}); err != nil {
		return err
	}
	return t.Event(org.Event{Kind: org.EventDirective, Message: m, Text: "Rule recorded: " + rule})
}

// Steer is Steer in a transaction. An empty step is the whole project.
func Steer(t *sqldb.Tx, p org.Project, step org.StepID, m org.Message, words string) error {
	if p.State.Ended() {
		return fmt.Errorf("it is %s: %w", p.State, org.ErrConflict)
	}
	text := "The founder steers the project"
	if step != "" {
		found, err := record.StepsOf(t.Ctx, t, `id = ? AND project_id = ?`, step, p.ID)
		switch {
		case err != nil:
			return err
		case len(found) == 0:
			return fmt.Errorf("there is no step %s: %w", step, org.ErrNotFound)
		case found[0].State.Ended():
			return fmt.Errorf("it is %s: %w", found[0].State, org.ErrConflict)
		}
		text = "The founder steers " + string(step)
	}
	message, err := ensureMessage(t, m)
	if err != nil {
		return err
	}
	n, err := t.Change(`INSERT INTO steering (project_id, message_id, body, at, step_id) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
		p.ID, message, words, t.Now, sqldb.Nullable(step))
	if err != nil || n == 0 {
		return err
	}
	return t.Event(org.Event{Kind: org.EventSteering, Message: message, Project: p.ID, Step: step, Text: text})
}

// ensureMessage returns the id of a message, which it stores as handled, with an empty reply, when
// nobody heard it before.
func ensureMessage(t *sqldb.Tx, m org.Message) (org.MessageID, error) {
	var id org.MessageID
	err := t.Get(&id, `SELECT id FROM messages WHERE transport = ? AND channel = ? AND origin = ?`,
		m.Channel.Transport, m.Channel.ID, m.Origin)
	if !errors.Is(err, sql.ErrNoRows) {
		return id, err
	}
	minted, err := t.NextID("m")
	if err != nil {
		return "", err
	}
	id = org.MessageID(minted)
	err = t.Exec(`
		INSERT INTO messages (id, transport, channel, origin, author, body, state, said_at, received_at)
		VALUES (?, ?, ?, ?, ?, ?, 'handled', ?, ?)`,
		id, m.Channel.Transport, m.Channel.ID, m.Origin, m.Author, m.Text, t.Now, t.Now)
	if err != nil {
		return "", err
	}
	if err := t.Event(org.Event{Kind: org.EventMessageReceived, Message: id, Text: ReceivedText(m)}); err != nil {
		return "", err
	}
	return id, SaveTurn(t, org.Turn{Message: id, Route: org.ActionResponse}, "")
}
