package engine

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/question"
	"github.com/frasier-cos/frasier/store/code"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

type decisionRow struct {
	ID        string
	Project   org.ProjectID  `db:"project_id"`
	Step      sql.NullString `db:"step_id"`
	Kind      org.DecisionKind
	Topic     org.EscalationKind
	Body      string
	Hunk      string
	Options   string
	Safe      string
	State     string
	Answer    string
	Words     string
	By        string        `db:"decided_by"`
	Gate      string        `db:"gate_id"`
	With      string        `db:"asked_with"`
	CreatedAt int64         `db:"created_at"`
	EndedAt   sql.NullInt64 `db:"ended_at"`
}

const decisionColumns = `id, project_id, step_id, kind, topic, body, hunk, options, safe, state, answer, words, decided_by, gate_id, asked_with, created_at, ended_at`

func (r decisionRow) toDecision() (org.Decision, error) {
	d := org.Decision{
		ID: r.ID, Project: r.Project, Step: org.StepID(r.Step.String), Kind: r.Kind, Topic: r.Topic, Question: r.Body, Hunk: r.Hunk, Safe: r.Safe,
		With: r.With, At: sqldb.Moment(r.CreatedAt), Answer: r.Answer, Text: r.Words, By: r.By, DecidedAt: sqldb.NullMoment(r.EndedAt),
	}
	if r.Gate != "" {
		d.Kind = org.DecideGate
	}
	if err := sqldb.FromJSON(r.Options, &d.Options); err != nil {
		return d, fmt.Errorf("read options of %s: %w", r.ID, err)
	}
	return d, nil
}

// QuestionsOf reads the decisions that a condition on escalations selects,
// oldest first, each with what it blocks.
func QuestionsOf(ctx context.Context, q sqldb.Getter, where string, args ...any) ([]org.Decision, error) {
	var rows []decisionRow
	err := sqldb.Many(ctx, q, &rows, `
		SELECT `+decisionColumns+` FROM escalations WHERE `+where+` ORDER BY created_at, length(id), id`, args...)
	if err != nil {
		return nil, fmt.Errorf("read decisions: %w", err)
	}
	out := make([]org.Decision, 0, len(rows))
	for _, r := range rows {
		d, err := r.toDecision()
		if err != nil {
			return nil, err
		}
		if d.Open() {
			if d.Blocks, err = findBlockedTitles(ctx, q, d); err != nil {
				return nil, err
			}
		}
		out = append(out, d)
	}
	return out, nil
}

// findBlockedTitles lists the titles of the steps that cannot go on before a decision:
// those held for it, and those that need its step, however far.
func findBlockedTitles(ctx context.Context, q sqldb.Getter, d org.Decision) ([]string, error) {
	var out []string
	if d.Step == "" {
		err := sqldb.Many(ctx, q, &out, `
			SELECT title FROM steps WHERE project_id = ? AND state = 'pending' AND held & `+record.HoldGate+` <> 0 AND kind <> 'assembly' ORDER BY seq`, d.Project)
		if err != nil {
			return nil, fmt.Errorf("read what %s blocks: %w", d.ID, err)
		}
		return out, nil
	}
	err := sqldb.Many(ctx, q, &out, `
		WITH RECURSIVE behind(id) AS (
		    SELECT step_id FROM step_dependencies WHERE depends_on = ? AND soft = 0
		    UNION SELECT e.step_id FROM behind b JOIN step_dependencies e ON e.depends_on = b.id WHERE e.soft = 0)
		SELECT title FROM steps
		 WHERE state IN ('pending', 'failed') AND kind <> 'assembly' AND id IN (SELECT id FROM behind) ORDER BY seq`, d.Step)
	if err != nil {
		return nil, fmt.Errorf("read what %s blocks: %w", d.ID, err)
	}
	return out, nil
}

// Decisions returns the questions that wait for the founder, those that block
// most first, then the oldest.
func (d *Engine) Decisions(ctx context.Context) ([]org.Decision, error) {
	var out []org.Decision
	err := d.db.View(ctx, func(q sqldb.Getter) (err error) {
		out, err = QuestionsOf(ctx, q, `state = 'open'`)
		return err
	})
	if err != nil {
		return nil, err
	}
	question.Sort(out)
	return out, nil
}

// Decision returns one decision, answered or not, or org.ErrNotFound.
func (d *Engine) Decision(ctx context.Context, id string) (org.Decision, error) {
	var out org.Decision
	err := d.db.View(ctx, func(q sqldb.Getter) (err error) {
		out, err = DecisionOf(ctx, q, id)
		return err
	})
	return out, err
}

// DecisionOf reads one question to the founder.
func DecisionOf(ctx context.Context, q sqldb.Getter, id string) (org.Decision, error) {
	found, err := QuestionsOf(ctx, q, `id = ?`, strings.ToLower(strings.TrimSpace(id)))
	if err != nil {
		return org.Decision{}, err
	}
	if len(found) == 0 {
		return org.Decision{}, &org.UnknownError{What: "question", Name: id}
	}
	return found[0], nil
}

// Decide answers a decision: option is the id or the label of one of its
// options, and words may follow an id after a space. It returns the decision
// as it stands. Answering the same again changes nothing; another answer, or
// the same with other words, to one that is decided returns org.ErrConflict with the decision, which says
// who decided what and when. An option that it does not have returns
// org.ErrNotFound. What the answer asks for is done in the same transaction; when
// that cannot be done now, org.ErrConflict says why, and the decision stays open.
func (d *Engine) Decide(ctx context.Context, id, option, by string) (org.Decision, error) {
	var out org.Decision
	err := d.db.Write(ctx, func(t *sqldb.Tx) (err error) {
		t.Method = "decide"
		if out, err = DecisionOf(ctx, t, id); err != nil {
			return err
		}
		answer, words, err := matchAnswer(out, option)
		if err != nil {
			return err
		}
		if !out.Open() {
			if out.Answer != answer || words != "" && words != out.Text {
				return fmt.Errorf("it is decided already: %w", org.ErrConflict)
			}
			return nil
		}
		err = t.Exec(`
			UPDATE escalations SET state = 'answered', answer = ?, words = ?, decided_by = ?, ended_at = ? WHERE id = ?`,
			answer, words, by, t.Now, out.ID)
		if err != nil {
			return err
		}
		out.Answer, out.Text, out.By, out.DecidedAt = answer, words, by, sqldb.Moment(t.Now)
		if out.Kind == org.DecidePlan && answer == question.PlanStart {
			if err := releaseApproved(t, out.Project); err != nil {
				return err
			}
		}
		if answer == question.GuardAllow {
			if err := code.Allow(t, out.ID); err != nil {
				return err
			}
		}
		if settled, err := code.AnswerBase(t, out.ID, answer == question.BaseBranch); err != nil {
			return err
		} else if settled {
			if err := releaseApproved(t, out.Project); err != nil {
				return err
			}
		}
		if out.Kind == org.DecideGate {
			if err := passGate(t, out); err != nil {
				return err
			}
		}
		label := answer
		if o, ok := out.Option(answer); ok {
			label = o.Label
			if out.Again, err = applyAnswer(t, out, o); err != nil {
				out.Answer, out.Text, out.By, out.DecidedAt = "", "", "", time.Time{}
				return err
			}
		}
		t.Wake = true
		return t.Event(org.Event{
			Kind: org.EventDecided, Project: out.Project, Step: out.Step, Text: fmt.Sprintf("Decided: %s. %s", out.Question, label),
			Data: map[string]string{"decision": out.ID, "option": answer, "by": by},
		})
	})
	return out, sqldb.Wrap("decide "+id, err)
}

func applyAnswer(t *sqldb.Tx, d org.Decision, o org.Option) ([]org.StepID, error) {
	command, rest, _ := strings.Cut(o.Command, " ")
	id, more, _ := strings.Cut(rest, " ")
	note := strings.TrimSpace(more + " " + d.Text)
	switch command {
	case "":
		return nil, nil
	case org.CommandRedo:
		return Again(t, org.StepID(id), note, d.By)
	}
	p, err := record.ProjectOf(t.Ctx, t, org.ProjectID(id))
	if err != nil {
		return nil, err
	}
	switch command {
	case org.CommandReplan:
		return nil, replanProject(t, p, note, d.By)
	case org.CommandCancel:
		return nil, cancelProject(t, p)
	case org.CommandSteer:
		if note == "" {
			return nil, nil
		}
		m := org.Message{Channel: p.Channel, Origin: "decided:" + d.ID, Author: d.By, Text: note}
		return nil, Steer(t, p, "", m, note)
	}
	return nil, fmt.Errorf("option %s of %s asks for %q, which no answer can do", o.ID, d.ID, o.Command)
}

// matchAnswer finds the option that an answer names, and the words with it. A
// decision without options takes any words; words that name none of a
// question's options are its answer.
func matchAnswer(d org.Decision, said string) (option, words string, err error) {
	said = strings.TrimSpace(said)
	if len(d.Options) == 0 && said != "" {
		return said, "", nil
	}
	if o, ok := d.Option(said); ok {
		return o.ID, "", nil
	}
	first, rest, _ := strings.Cut(said, " ")
	if o, ok := d.Option(first); ok {
		return o.ID, strings.TrimSpace(rest), nil
	}
	if i := slices.IndexFunc(d.Options, func(o org.Option) bool { return o.Ask != "" }); d.Kind == org.DecideQuestion && i >= 0 && said != "" {
		return d.Options[i].ID, said, nil
	}
	names := make([]string, 0, len(d.Options))
	for _, o := range d.Options {
		names = append(names, fmt.Sprintf("%s (%s)", o.ID, o.Label))
	}
	return "", "", fmt.Errorf("%q is none of its answers, which are %s: %w", said, strings.Join(names, ", "), org.ErrNotFound)
}

// toStoredKind maps gates to plans: the column knows no gates, which are told by their id.
func toStoredKind(k org.DecisionKind) org.DecisionKind {
	if k == org.DecideGate {
		return org.DecidePlan
	}
	return k
}

func recordQuestion(t *sqldb.Tx, q org.Decision) (id string, err error) {
	if id, err = t.NextID("e"); err != nil {
		return "", err
	}
	options, err := sqldb.JSONText(sqldb.OrEmpty(q.Options))
	if err != nil {
		return "", err
	}
	with, err := findMessageToJoin(t, q.Project)
	if err != nil {
		return "", err
	}
	err = t.Exec(`
		INSERT INTO escalations (id, project_id, step_id, kind, topic, body, hunk, options, safe, asked_with, state, created_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'open', ?)`,
		id, q.Project, sqldb.Nullable(q.Step), toStoredKind(q.Kind), cmp.Or(q.Topic, org.EscalateStrategic), q.Question, q.Hunk, options, q.Safe, with, t.Now)
	if err != nil {
		return "", fmt.Errorf("ask %q: %w", q.Question, err)
	}
	about := org.Step{ID: q.Step, Project: q.Project}
	if q.Step != "" {
		steps, err := record.StepsOf(t.Ctx, t, `id = ?`, q.Step)
		if err != nil {
			return "", err
		}
		about = steps[0]
	}
	return id, t.Event(org.Event{
		Kind: org.EventEscalation, Project: q.Project, Mission: about.Mission, Step: q.Step, Agent: about.Agent, Attempt: about.Attempt,
		Text: "Escalated: " + q.Question, Data: map[string]string{"decision": id},
	})
}

func estimateRound(t *sqldb.Tx, r record.StepRow) (question.Effort, error) {
	var out question.Effort
	var cost sql.NullInt64
	err := t.Get(&cost, `SELECT sum(cost) FROM llm_calls WHERE step_id = ?`, r.ID)
	if err != nil {
		return out, fmt.Errorf("sum costs of %s: %w", r.ID, err)
	}
	rounds := int64(r.Strikes + 1)
	out.Cost, out.Known = org.NanoUSD(cost.Int64/rounds), cost.Valid
	if r.StartedAt.Valid {
		out.Time = time.Duration((t.Now-r.StartedAt.Int64)/rounds) * time.Microsecond
	}
	return out, nil
}
