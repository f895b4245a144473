package engine

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/question"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store/code"
	"github.com/frasier-cos/frasier/store/corpus"
	"github.com/frasier-cos/frasier/store/memory"
	"github.com/frasier-cos/frasier/store/outbox"
	"github.com/frasier-cos/frasier/store/people"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/share"
	"github.com/frasier-cos/frasier/store/sqldb"
)

var errOutcome = errors.New("the outcome contradicts itself")

// Finish hands in what became of a claimed step and does all that follows
// from it in the same transaction: drafts, reviews, citations and the strike
// are kept; dependants start or fail; the last step ends its mission, which
// advances, ends or fails its project and tells the founder. It returns
// org.ErrLeaseLost to an owner whose claim was taken away, and then nothing
// was stored.
func (d *Engine) Finish(ctx context.Context, l work.Lease, o work.Outcome) error {
	seen, err := people.SeenLesson(ctx, d.db.Read, l.Step, o.Lesson)
	if err != nil {
		return sqldb.Wrap("finish "+string(l.Step), err)
	}
	write, noted := d.db.Write, false
	if isPlainEnd(o) {
		write = d.db.WriteBeside
	}
	err = write(ctx, func(t *sqldb.Tx) error {
		t.Method, noted = "finish", t.Alone() != nil
		return finishStep(t, l, o, seen)
	})
	if err == nil && noted {
		if err := d.settleEnds(ctx); err != nil {
			d.db.Log().WarnContext(ctx, "what follows from the end of a step is left for the next look", "step", l.Step, "err", err)
		}
	}
	return sqldb.Wrap("finish "+string(l.Step), err)
}

func finishStep(t *sqldb.Tx, l work.Lease, o work.Outcome, seen people.Seen) error {
	r, err := findLeasedStep(t, l)
	if err != nil {
		return err
	}
	if o, err = checkOutcome(r, o); err != nil {
		return err
	}
	if r.Kind == org.KindEngineering {
		if err := t.Alone(); err != nil {
			return err
		}
	}
	if err := storeChange(t, l, r, o); err != nil {
		return err
	}
	if o.Strike || o.Next != org.StepPending { // a yes covers one try
		if err := code.Spend(t, r.ID); err != nil {
			return err
		}
	}
	o.Served = org.LowerTier(r.Served, o.Served) // a step keeps the lowest that served any of its rounds
	if o.Next != org.StepCompleted {
		if err := askAboutFailure(t, r, &o); err != nil {
			return err
		}
	}
	if err := storeRound(t, r, o, seen); err != nil {
		return err
	}
	if o.Fault.For == "" { // it got beyond what held it up
		if err := record.EndWait(t, makeWaitKey(r.ID)); err != nil {
			return err
		}
	}
	switch o.Next { //nolint:exhaustive // sound refuses the others
	case org.StepCompleted:
		return completeStep(t, r, o)
	case org.StepFailed:
		return failRound(t, r, o)
	}
	return requeueStep(t, r, o)
}

func storeChange(t *sqldb.Tx, l work.Lease, r record.StepRow, o work.Outcome) error {
	if o.Next != org.StepCompleted || r.Kind != org.KindEngineering {
		return nil
	}
	if o.Found != nil && o.Change == nil {
		return code.KeepFound(t, r.ID, r.Project, *o.Found, o.Digest)
	}
	if o.Answer != nil && o.Change == nil {
		if err := code.Answered(t, r.ID, *o.Answer); err != nil {
			return fmt.Errorf("%w: %w", errOutcome, err)
		}
		return nil
	}
	if err := code.Sound(t, r.ID, o.Change); err != nil {
		return fmt.Errorf("%w: %w", errOutcome, err)
	}
	if o.Change == nil {
		return nil
	}
	return code.Finish(t, l, r.Project, *o.Change)
}

func checkOutcome(r record.StepRow, o work.Outcome) (work.Outcome, error) {
	if o.Strike && o.Next == org.StepPending && r.Strikes+1 >= org.StrikeCap {
		o.Next = org.StepFailed // the third strike fails the step, whatever its owner thought
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

func storeRound(t *sqldb.Tx, r record.StepRow, o work.Outcome, seen people.Seen) error {
	round := r.Round()
	for _, v := range o.Drafts {
		err := sqldb.Wrap(fmt.Sprint("keep draft ", v.Version), t.Exec(`
			INSERT INTO drafts (step_id, round, version, body, score, points_met, points_asked, must_fix, chosen, audit, at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
			    ON CONFLICT (step_id, round, version) DO UPDATE
			       SET body = excluded.body, score = excluded.score, points_met = excluded.points_met, points_asked = excluded.points_asked, must_fix = excluded.must_fix, chosen = excluded.chosen,
			           audit = excluded.audit, at = excluded.at`,
			r.ID, v.Round, v.Version, v.Body, record.Score(v.Score, v.Scored), v.Points.Met, v.Points.Asked, v.MustFix, v.Chosen, v.AuditJSON, t.Now))
		if err != nil {
			return err
		}
	}
	reviewer := "code"
	for _, v := range o.Reviews {
		findings, err := sqldb.JSONText(sqldb.OrEmpty(v.Findings))
		if err != nil {
			return err
		}
		err = sqldb.Wrap("keep review by "+string(v.Reviewer), t.Exec(`
			INSERT INTO reviews (step_id, round, role, reviewer, pass, findings, model, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
			    ON CONFLICT (step_id, round, role) DO UPDATE
			       SET reviewer = excluded.reviewer, pass = excluded.pass, findings = excluded.findings, model = excluded.model,
			           at = excluded.at`,
			r.ID, round, v.Role, v.Reviewer, v.Pass, findings, v.Model, t.Now))
		if err != nil {
			return err
		}
		if !v.Pass {
			reviewer = string(v.Reviewer)
		}
	}
	if err := storeDiagnosis(t, r, o.Diagnosis); err != nil {
		return err
	}
	if o.Strike {
		if err := recordRejection(t, r, round, reviewer, o.Feedback); err != nil {
			return err
		}
	}
	if o.Lesson != "" {
		if err := people.Lesson(t, r, o.Lesson, seen); err != nil {
			return err
		}
	}
	if err := people.Approach(t, r, o); err != nil {
		return err
	}
	if o.Notice != "" {
		if err := notifyFounder(t, r.Project, o.Notice); err != nil {
			return err
		}
	}
	if o.Escalation != "" {
		return escalateStep(t, r, o)
	}
	return nil
}

// notifyFounder tells the same sentence about a project only once.
func notifyFounder(t *sqldb.Tx, id org.ProjectID, text string) error {
	p, err := record.ProjectOf(t.Ctx, t, id)
	if err != nil {
		return err
	}
	return outbox.Deliver(t, reports.Delivery{
		Key: "notice:" + string(id) + ":" + text, Channel: p.Channel, Project: id, Kind: reports.DeliverNotice, Title: p.Title,
		Facts: reports.Facts{Notice: text},
	})
}

func recordRejection(t *sqldb.Tx, r record.StepRow, round int, reviewer string, feedback []string) error {
	text, err := sqldb.JSONText(sqldb.OrEmpty(feedback))
	if err != nil {
		return err
	}
	err = sqldb.Wrap("keep rejection", t.Exec(`INSERT INTO rejections (step_id, round, reviewer, feedback, agent_id, at) VALUES (?, ?, ?, ?, ?, ?)`,
		r.ID, round, reviewer, text, r.Agent, t.Now))
	if err != nil {
		return err
	}
	s, err := r.Step()
	if err != nil {
		return err
	}
	return t.Event(org.Event{
		Kind: org.EventStepRejected, Project: s.Project, Mission: s.Mission, Step: s.ID, Agent: s.Agent, Attempt: s.Attempt,
		Text: fmt.Sprintf("Rejected (%d of %d): %s", s.Strikes+1, org.StrikeCap, s.Title),
		Data: map[string]string{"round": strconv.Itoa(round), "strike": strconv.Itoa(s.Strikes + 1), "reviewer": reviewer},
	})
}

func escalateStep(t *sqldb.Tx, r record.StepRow, o work.Outcome) error {
	body := o.Escalation
	s, err := r.Step()
	if err != nil {
		return err
	}
	q := org.Decision{Project: r.Project, Step: r.ID, Kind: org.DecideQuestion, Topic: cmp.Or(o.Question, org.EscalateStrategic), Question: body, Hunk: o.Hunk}
	if o.Next == org.StepFailed {
		again, err := estimateRound(t, r)
		if err != nil {
			return err
		}
		q.Safe, q.Options = question.HelpSafe, question.HelpOptions(s, again)
		if o.Strike {
			q.Kind, q.Safe, q.Options = org.DecideStrikes, question.StrikesSafe, question.StrikeOptions(s, again)
		}
	}
	if o.Harm {
		q.Safe, q.Options = question.HarmSafe, question.HarmOptions(s)
	}
	if o.Offer != nil {
		q.Safe, q.Options, q.Hunk = question.GuardSafe, question.GuardOptions(s, o.Offer.Again, o.Offer.Note), o.Offer.Hunk
	}
	p, err := record.ProjectOf(t.Ctx, t, r.Project)
	if err != nil {
		return err
	}
	if o.Offer != nil && len(o.Offer.Packages) > 0 {
		q.Options = question.PackageOptions(s, o.Offer.Again)
	}
	id, err := askQuestion(t, p, q)
	if err != nil || o.Offer == nil {
		return err
	}
	return code.Offer(t, id, r.ID, *o.Offer)
}

func storeDeliverable(t *sqldb.Tx, r record.StepRow, v work.Deliverable) error {
	pdf, err := corpus.Blob(t, v.PDF)
	if err != nil {
		return err
	}
	err = sqldb.Wrap("keep document", t.Exec(`
		INSERT INTO deliverables (mission_id, project_id, title, markdown, html, pdf, at) VALUES (?, ?, ?, ?, ?, ?, ?)
		    ON CONFLICT (mission_id) DO UPDATE SET title = excluded.title, markdown = excluded.markdown, html = excluded.html,
		       pdf = excluded.pdf, at = excluded.at`,
		r.Mission, r.Project, v.Title, v.Markdown, v.HTML, pdf, t.Now))
	if err != nil {
		return err
	}
	if err = replaceFiles(t, r.Mission, v.Files); err != nil {
		return err
	}
	if err = share.Queue(t, r.Project); err != nil {
		return err
	}
	return memory.Remember(t, org.Memory{Kind: org.MemoryDocument, Ref: string(r.Mission), Project: r.Project, Title: v.Title, Text: v.Markdown})
}

func replaceFiles(t *sqldb.Tx, mission org.MissionID, files []org.File) error {
	err := sqldb.Wrap("replace files of "+string(mission), t.Exec(`DELETE FROM deliverable_files WHERE mission_id = ?`, mission))
	for n, f := range files {
		if err != nil {
			return err
		}
		sum, blob := corpus.Blob(t, f.Data)
		if blob != nil {
			return blob
		}
		err = sqldb.Wrap("keep "+f.Name+" of "+string(mission), t.Exec(`
			INSERT INTO deliverable_files (mission_id, n, name, sha256) VALUES (?, ?, ?, ?)`, mission, n, f.Name, sum))
	}
	return err
}

func failRound(t *sqldb.Tx, r record.StepRow, o work.Outcome) error {
	strikes := r.Strikes
	if o.Strike {
		strikes++
	}
	err := sqldb.Wrap("fail "+string(r.ID), t.Exec(`UPDATE steps SET strikes = ?, score = ?, points_met = ?, points_asked = ?, served = ?, advice = ? WHERE id = ?`,
		strikes, record.Score(o.Score, o.Scored), o.Points.Met, o.Points.Asked, o.Served, o.Advice, r.ID))
	if err != nil {
		return err
	}
	return failStep(t, r, o.Cause)
}

func failStep(t *sqldb.Tx, r record.StepRow, cause string) error {
	if err := endStep(t, r, org.StepFailed, cause, ""); err != nil {
		return err
	}
	if err := applyStepEnd(t, r.ID); err != nil {
		return err
	}
	return FinishMission(t, r.Mission)
}

func makeWaitKey(id org.StepID) string { return "step:" + string(id) }

func requeueStep(t *sqldb.Tx, r record.StepRow, o work.Outcome) error {
	if o.Strike {
		r.Strikes++
	}
	var until sql.NullInt64
	if o.Hold&org.HoldBackoff != 0 {
		until = sqldb.NullMicros(o.RunAfter)
	}
	err := sqldb.Wrap("put back "+string(r.ID), t.Exec(`UPDATE steps SET strikes = ?, run_after = ?, put_back_at = ?, held = ?, served = ? WHERE id = ?`,
		r.Strikes, until, t.Now, o.Hold, o.Served, r.ID))
	if err != nil {
		return err
	}
	s, err := endClaim(t, r)
	if err == nil && o.Strike {
		m, err := record.MissionOf(t.Ctx, t, r.Mission)
		if err != nil {
			return err
		}
		if again, err := replanStalled(t, m); err != nil || again {
			return err
		}
	}
	if err != nil || o.Hold == 0 {
		return err
	}
	if o.Fault.For != "" {
		err := record.KeepWait(t, reports.Wait{Key: makeWaitKey(s.ID), Kind: reports.WaitStep, About: s.Title, For: o.Fault.For, Why: o.Fault.Why, Since: sqldb.Moment(t.Now), Next: o.RunAfter})
		if err != nil {
			return err
		}
	}
	text := fmt.Sprintf("Held: %s: %s", s.Title, strings.Join(o.Hold.Reasons(), ", "))
	if o.Cause != "" {
		text += " (" + o.Cause + ")"
	}
	return record.StepEvent(t, org.EventStepHeld, s, text)
}

// endClaim makes the step of a claim pending. A step of a paused mission is held with its mission.
func endClaim(t *sqldb.Tx, r record.StepRow) (org.Step, error) {
	var now record.StepRow
	err := t.Get(&now, `
		UPDATE steps
		   SET state = 'pending', claimed_by = NULL, claim_until = NULL, stage = '',
		       held = held | (SELECT CASE m.state WHEN 'in_progress' THEN 0 ELSE 1 END FROM missions m WHERE m.id = steps.mission_id)
		 WHERE id = ? RETURNING `+record.StepColumns, r.ID)
	if err != nil {
		return org.Step{}, fmt.Errorf("let go of %s: %w", r.ID, err)
	}
	s, err := now.Step()
	if err == nil && s.Ready() {
		t.Wake = true
	}
	return s, err
}
