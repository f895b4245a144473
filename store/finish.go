package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
)

// errOutcome is an outcome that contradicts itself.
var errOutcome = errors.New("the outcome contradicts itself")

// Finish hands in what became of a claimed step and does all that follows
// from it in the same transaction: drafts, reviews, citations and the strike
// are kept; dependants start or fail; the last step ends its mission, which
// advances, ends or fails its project and tells the founder. It returns
// org.ErrLeaseLost to a holder whose claim was taken away, and then nothing
// was stored.
func (d *DB) Finish(ctx context.Context, l org.Lease, o org.Outcome) error {
	err := d.tx(ctx, func(t *tx) error {
		t.method = "finish"
		return t.finish(l, o)
	})
	return wrap("finish "+string(l.Step), err)
}

func (t *tx) finish(l org.Lease, o org.Outcome) error {
	r, err := t.leased(l)
	if err != nil {
		return err
	}
	if o, err = sound(r, o); err != nil {
		return err
	}
	o.Served = lowest(r.Served, o.Served)
	if o.Next != org.StepCompleted {
		if err := t.orAsk(r, &o); err != nil {
			return err
		}
	}
	if err := t.keep(r, o); err != nil {
		return err
	}
	switch o.Next { //nolint:exhaustive // sound refuses the others
	case org.StepCompleted:
		return t.complete(r, o)
	case org.StepFailed:
		return t.fail(r, o)
	}
	return t.putBack(r, o)
}

// sound refuses an outcome that would store a lie.
func sound(r stepRow, o org.Outcome) (org.Outcome, error) {
	if o.Strike && o.Next == org.StepPending && r.Strikes+1 >= org.StrikeCap {
		o.Next = org.StepFailed // the third strike fails the step, whatever its holder thought
	}
	switch o.Next {
	case org.StepCompleted:
		if strings.TrimSpace(o.Result) == "" {
			return o, fmt.Errorf("%w: completed without a result", errOutcome)
		}
		if o.Reviewed == "" {
			return o, fmt.Errorf("%w: completed without a word on its review", errOutcome)
		}
		if (r.Kind == org.KindAssembly) != (o.Deliverable != nil) {
			return o, fmt.Errorf("%w: a document comes from the assembly, and only from it", errOutcome)
		}
	case org.StepFailed:
		if o.Cause == "" && o.Strike {
			o.Cause = fmt.Sprintf("rejected %d times: %s", r.Strikes+1, strings.Join(o.Feedback, "; "))
		}
		if o.Cause == "" {
			return o, fmt.Errorf("%w: failed without a cause", errOutcome)
		}
		if o.Strike && o.Escalation == "" {
			o.Escalation = o.Cause // the founder is always told of a third strike
		}
	case org.StepPending:
		if !o.Strike && o.Hold == 0 {
			return o, fmt.Errorf("%w: pending again without a rejection or a hold", errOutcome)
		}
		if o.Hold&org.HoldBackoff != 0 && o.RunAfter.IsZero() {
			return o, fmt.Errorf("%w: to wait, but not until when", errOutcome)
		}
	case org.StepInProgress, org.StepInReview, org.StepCancelled:
		return o, fmt.Errorf("%w: a claim does not end as %s", errOutcome, o.Next)
	default:
		return o, fmt.Errorf("%w: unknown state %q", errOutcome, o.Next)
	}
	return o, nil
}

// lowest is the lower of two tiers, of which either may be unknown: a step
// keeps the lowest tier that served any of its rounds.
func lowest(a, b org.Tier) org.Tier {
	if a == "" || b != "" && b.Rank() < a.Rank() {
		return b
	}
	return a
}

// keep stores what is kept of a round however it ended.
func (t *tx) keep(r stepRow, o org.Outcome) error {
	round := r.round()
	for _, v := range o.Drafts {
		err := wrap(fmt.Sprint("keep draft ", v.Version), t.exec(`
			INSERT INTO drafts (step_id, round, version, body, score, must_fix, chosen, audit, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
			    ON CONFLICT (step_id, round, version) DO UPDATE
			       SET body = excluded.body, score = excluded.score, must_fix = excluded.must_fix, chosen = excluded.chosen,
			           audit = excluded.audit, at = excluded.at`,
			r.ID, v.Round, v.Version, v.Body, score(v.Score, v.Scored), v.MustFix, v.Chosen, v.AuditJSON, t.now))
		if err != nil {
			return err
		}
	}
	reviewer := "code"
	for _, v := range o.Reviews {
		findings, err := jsonText(orEmpty(v.Findings))
		if err != nil {
			return err
		}
		err = wrap("keep review by "+string(v.Reviewer), t.exec(`
			INSERT INTO reviews (step_id, round, role, reviewer, pass, findings, model, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
			    ON CONFLICT (step_id, round, role) DO UPDATE
			       SET reviewer = excluded.reviewer, pass = excluded.pass, findings = excluded.findings, model = excluded.model,
			           at = excluded.at`,
			r.ID, round, v.Role, v.Reviewer, v.Pass, findings, v.Model, t.now))
		if err != nil {
			return err
		}
		if !v.Pass {
			reviewer = string(v.Reviewer)
		}
	}
	if err := t.diagnosed(r, o.Diagnosis); err != nil {
		return err
	}
	if o.Strike {
		if err := t.reject(r, round, reviewer, o.Feedback); err != nil {
			return err
		}
	}
	if o.Lesson != "" {
		if err := t.lesson(r, o.Lesson); err != nil {
			return err
		}
	}
	if err := t.approach(r, o); err != nil {
		return err
	}
	if o.Notice != "" {
		if err := t.notify(r.Project, o.Notice); err != nil {
			return err
		}
	}
	if o.Escalation != "" {
		return t.escalate(r, o)
	}
	return nil
}

// notify tells the founder a sentence about a project, once.
func (t *tx) notify(id org.ProjectID, text string) error {
	p, err := projectOf(t.ctx, t, id)
	if err != nil {
		return err
	}
	return t.deliver(org.Delivery{
		Key: "notice:" + string(id) + ":" + text, Channel: p.Channel, Project: id, Kind: org.DeliverNotice, Title: p.Title,
		Body: org.NoticeText(p, text),
	})
}

func score(v float64, scored bool) sql.NullFloat64 { return sql.NullFloat64{Float64: v, Valid: scored} }

func (t *tx) reject(r stepRow, round int, reviewer string, feedback []string) error {
	text, err := jsonText(orEmpty(feedback))
	if err != nil {
		return err
	}
	err = wrap("keep rejection", t.exec(`INSERT INTO rejections (step_id, round, reviewer, feedback, agent_id, at) VALUES (?, ?, ?, ?, ?, ?)`,
		r.ID, round, reviewer, text, r.Agent, t.now))
	if err != nil {
		return err
	}
	s, err := r.step()
	if err != nil {
		return err
	}
	return t.event(org.Event{
		Kind: org.EventStepRejected, Project: s.Project, Mission: s.Mission, Step: s.ID, Agent: s.Agent, Attempt: s.Attempt,
		Text: fmt.Sprintf("Rejected (%d of %d): %s", s.Strikes+1, org.StrikeCap, s.Title),
		Data: map[string]string{"round": strconv.Itoa(round), "strike": strconv.Itoa(s.Strikes + 1), "reviewer": reviewer},
	})
}

// escalate records a question to the founder and asks it.
func (t *tx) escalate(r stepRow, o org.Outcome) error {
	body := o.Escalation
	s, err := r.step()
	if err != nil {
		return err
	}
	ask := org.Decision{Project: r.Project, Step: r.ID, Kind: org.DecideQuestion, Topic: cmp.Or(o.Question, org.EscalateStrategic), Question: body}
	if o.Next == org.StepFailed {
		again, err := t.oneRound(r)
		if err != nil {
			return err
		}
		ask.Safe, ask.Options = org.QuestionSafe, org.QuestionOptions(s, again)
		if o.Strike {
			ask.Kind, ask.Safe, ask.Options = org.DecideStrikes, org.StrikesSafe, org.StrikeOptions(s, again)
		}
	}
	id, err := t.ask(ask)
	if err != nil {
		return err
	}
	p, err := projectOf(t.ctx, t, r.Project)
	if err != nil {
		return err
	}
	return t.deliver(org.Delivery{
		Key: "escalation:" + id, Channel: p.Channel, Project: p.ID, Kind: org.DeliverEscalation, Title: p.Title,
		Body: org.EscalationText(p, s.Title, body),
	})
}

func (t *tx) deliverable(r stepRow, v org.Deliverable) error {
	pdf, err := t.blob(v.PDF)
	if err != nil {
		return err
	}
	err = wrap("keep document", t.exec(`
		INSERT INTO deliverables (mission_id, project_id, title, markdown, html, pdf, at) VALUES (?, ?, ?, ?, ?, ?, ?)
		    ON CONFLICT (mission_id) DO UPDATE SET title = excluded.title, markdown = excluded.markdown, html = excluded.html,
		       pdf = excluded.pdf, at = excluded.at`,
		r.Mission, r.Project, v.Title, v.Markdown, v.HTML, pdf, t.now))
	if err != nil {
		return err
	}
	return t.remember(org.Memory{Kind: org.MemoryDocument, Ref: string(r.Mission), Project: r.Project, Title: v.Title, Text: v.Markdown})
}

func (t *tx) fail(r stepRow, o org.Outcome) error {
	strikes := r.Strikes
	if o.Strike {
		strikes++
	}
	err := wrap("fail "+string(r.ID), t.exec(`UPDATE steps SET strikes = ?, score = ?, served = ?, advice = ? WHERE id = ?`,
		strikes, score(o.Score, o.Scored), o.Served, o.Advice, r.ID))
	if err != nil {
		return err
	}
	return t.failStep(r, o.Cause)
}

// failStep ends a step as failed with all that follows from it.
func (t *tx) failStep(r stepRow, cause string) error {
	if err := t.end(r, org.StepFailed, cause, ""); err != nil {
		return err
	}
	if err := t.ended(r.ID); err != nil {
		return err
	}
	return t.settle(r.Mission)
}

// putBack makes a step pending again, for another round or behind a hold.
func (t *tx) putBack(r stepRow, o org.Outcome) error {
	if o.Strike {
		r.Strikes++
	}
	var until sql.NullInt64
	if o.Hold&org.HoldBackoff != 0 {
		until = nullMicros(o.RunAfter)
	}
	err := wrap("put back "+string(r.ID), t.exec(`UPDATE steps SET strikes = ?, run_after = ?, put_back_at = ?, held = ?, served = ? WHERE id = ?`,
		r.Strikes, until, t.now, o.Hold, o.Served, r.ID))
	if err != nil {
		return err
	}
	s, err := t.letGo(r)
	if err == nil && o.Strike {
		m, err := missionOf(t.ctx, t, r.Mission)
		if err != nil {
			return err
		}
		if again, err := t.stalled(m); err != nil || again {
			return err
		}
	}
	if err != nil || o.Hold == 0 {
		return err
	}
	return t.stepEvent(org.EventStepHeld, s, fmt.Sprintf("Held: %s: %s", s.Title, strings.Join(o.Hold.Reasons(), ", ")))
}

// letGo ends a claim and makes its step pending. A step of a paused mission
// is held with its mission.
func (t *tx) letGo(r stepRow) (org.Step, error) {
	var now stepRow
	err := t.get(&now, `
		UPDATE steps
		   SET state = 'pending', claimed_by = NULL, claim_until = NULL, stage = '',
		       held = held | (SELECT CASE m.state WHEN 'in_progress' THEN 0 ELSE 1 END FROM missions m WHERE m.id = steps.mission_id)
		 WHERE id = ? RETURNING `+stepColumns, r.ID)
	if err != nil {
		return org.Step{}, fmt.Errorf("let go of %s: %w", r.ID, err)
	}
	s, err := now.step()
	if err == nil && s.Ready() {
		t.wake = true
	}
	return s, err
}
