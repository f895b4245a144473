package record

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// AgentColumns are those of an agent. What reviewers taught stands behind the persona, so that a new
// text of the program's own does not undo it.
const AgentColumns = `id, name, role, category, team,
	CASE learned WHEN '' THEN persona ELSE persona || '

' || learned END AS persona, version, reviewer`

// AgentsOf reads all agents.
func AgentsOf(ctx context.Context, q sqldb.Getter) ([]org.Agent, error) {
	var out []org.Agent
	if err := sqldb.Many(ctx, q, &out, `SELECT `+AgentColumns+` FROM agents WHERE active = 1 ORDER BY id`); err != nil {
		return nil, fmt.Errorf("list agents: %w", err)
	}
	return out, nil
}

// AgentOf reads one agent, active or not.
func AgentOf(ctx context.Context, q sqldb.Getter, id org.AgentID) (org.Agent, error) {
	var a org.Agent
	err := sqldb.One(ctx, q, &a, `SELECT `+AgentColumns+` FROM agents WHERE id = ?`, id)
	if errors.Is(err, sql.ErrNoRows) {
		return a, fmt.Errorf("read agent %s: %w", id, org.ErrNotFound)
	}
	if err != nil {
		return a, fmt.Errorf("read agent %s: %w", id, err)
	}
	return a, nil
}

// MessageOf reads one message with its attachments, without their bytes.
func MessageOf(ctx context.Context, q sqldb.Getter, id org.MessageID) (org.Message, error) {
	var r struct {
		Transport  string
		Channel    string
		Origin     string
		Author     string
		Body       string
		RepliesTo  string `db:"replies_to"`
		Explicit   bool
		Cap        int64
		Repository string
		Base       string
		SaidAt     int64 `db:"said_at"`
	}
	err := sqldb.One(ctx, q, &r, `
		SELECT transport, channel, origin, author, body, replies_to, explicit, cap, repository, base, said_at FROM messages WHERE id = ?`, id)
	if errors.Is(err, sql.ErrNoRows) {
		return org.Message{}, fmt.Errorf("message %s: %w", id, org.ErrNotFound)
	}
	if err != nil {
		return org.Message{}, fmt.Errorf("read message %s: %w", id, err)
	}
	m := org.Message{
		ID: id, Channel: org.Channel{Transport: r.Transport, ID: r.Channel}, Origin: r.Origin, Author: r.Author,
		Text: r.Body, RepliesTo: r.RepliesTo, Explicit: r.Explicit, Cap: org.NanoUSD(r.Cap), Repository: r.Repository, Base: r.Base, SaidAt: sqldb.Moment(r.SaidAt),
	}
	var files []struct {
		Name        string
		ContentType string `db:"content_type"`
		Size        int64
		SHA256      string
		Body        string
		Note        string
		Sense       string
	}
	err = sqldb.Many(ctx, q, &files, `
		SELECT a.name, a.content_type, a.size, a.sha256, a.body, a.note, coalesce(r.sense, '') AS sense
		  FROM attachments a LEFT JOIN readings r ON r.message_id = a.message_id AND r.n = a.n AND r.state = 'waiting'
		 WHERE a.message_id = ? ORDER BY a.n`, id)
	if err != nil {
		return m, fmt.Errorf("read attachments of %s: %w", id, err)
	}
	for _, f := range files {
		m.Attachments = append(m.Attachments, org.Attachment{
			Name: f.Name, ContentType: f.ContentType, Size: f.Size, SHA256: f.SHA256, Text: f.Body, Note: f.Note, Sense: org.Sense(f.Sense),
		})
	}
	return m, nil
}

// RequestOf reads what the founder asked for, whole: the words, then the text of each attachment
// under its name.
func RequestOf(ctx context.Context, q sqldb.Getter, id org.MessageID) (string, error) {
	m, err := MessageOf(ctx, q, id)
	if err != nil {
		return "", err
	}
	parts := make([]string, 0, 1+len(m.Attachments))
	if strings.TrimSpace(m.Text) != "" {
		parts = append(parts, m.Text)
	}
	for _, a := range m.Attachments {
		if a.Text != "" && !a.Heard() { // else it stands in the words
			parts = append(parts, "Attached: "+a.Name+"\n\n"+a.Text)
		}
	}
	return strings.Join(parts, "\n\n"), nil
}

// TypedOf reads what the founder himself said that a project is for, without what he attached. It is empty for what a director ordered
// and for an issue, whose words are of whoever wrote there, and for a hook, at whose hour nobody was there.
func TypedOf(ctx context.Context, q sqldb.Getter, p org.Project) (string, error) {
	if p.OpenedBy != "" {
		return "", nil
	}
	m, err := MessageOf(ctx, q, p.Message)
	if err != nil || strings.HasPrefix(m.Origin, org.IssueOrigin) || strings.HasPrefix(m.Origin, org.HookOrigin) {
		return "", err
	}
	return strings.TrimSpace(m.Text), nil
}

// DirectivesOf reads the founder's rules.
func DirectivesOf(ctx context.Context, q sqldb.Getter) ([]string, error) {
	var out []string
	err := sqldb.Many(ctx, q, &out, `
		SELECT body FROM lessons WHERE kind = 'directive' AND state = 'active' ORDER BY created_at, length(id), id`)
	if err != nil {
		return nil, fmt.Errorf("read directives: %w", err)
	}
	return out, nil
}

// SteeringOf reads what was said to steer a project as a whole. What a director said names him,
// since all else is the founder's.
func SteeringOf(ctx context.Context, q sqldb.Getter, p org.ProjectID) ([]string, error) {
	var said []struct{ Body, Transport, Author string }
	err := sqldb.Many(ctx, q, &said, `
		SELECT s.body, m.transport, m.author FROM steering s JOIN messages m ON m.id = s.message_id
		 WHERE s.project_id = ? AND s.step_id IS NULL ORDER BY s.at, length(s.message_id), s.message_id`, p)
	if err != nil {
		return nil, fmt.Errorf("read steering of %s: %w", p, err)
	}
	out := make([]string, 0, len(said))
	for _, s := range said {
		if s.Transport == org.CompanyTransport {
			s.Body = s.Author + ", a director of the team and not the founder: " + s.Body
		}
		out = append(out, s.Body)
	}
	notes, err := GuidanceOf(ctx, q, `project_id = ? AND step_id IS NULL`, string(p))
	return append(out, notes...), err
}

// GuidanceOf reads what the founder said with commands.
func GuidanceOf(ctx context.Context, q sqldb.Getter, where, arg string) ([]string, error) {
	var out []string
	if err := sqldb.Many(ctx, q, &out, `SELECT body FROM guidance WHERE `+where+` ORDER BY n`, arg); err != nil {
		return nil, fmt.Errorf("read guidance of %s: %w", arg, err)
	}
	return out, nil
}

// OneTask is the condition on projects that all there is to one is a single
// step: it is answered where it was asked for, without a thread, a plan or a
// card. One that has its thread already keeps to it.
const OneTask = `(projects.single = 1 OR (
	(SELECT count(*) FROM steps o WHERE o.project_id = projects.id AND o.superseded = 0 AND o.kind <> 'assembly') = 1
	AND (SELECT count(*) FROM phases o WHERE o.project_id = projects.id) <= 1
	AND (SELECT count(*) FROM missions o WHERE o.project_id = projects.id) = 1
	AND (SELECT count(*) FROM roadmap_items o WHERE o.project_id = projects.id AND o.done = 0) <= 1
	AND NOT EXISTS (SELECT 1 FROM threads o WHERE o.project_id = projects.id)))`

// MissionsIn reads the missions of a project, in their order.
func MissionsIn(ctx context.Context, q sqldb.Getter, project org.ProjectID) ([]MissionRow, error) {
	var rows []MissionRow
	err := sqldb.Many(ctx, q, &rows, `
		SELECT `+MissionColumns+` FROM missions WHERE project_id = ? ORDER BY seq`, project)
	if err != nil {
		return nil, fmt.Errorf("list missions of %s: %w", project, err)
	}
	return rows, nil
}
