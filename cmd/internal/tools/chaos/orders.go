package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/discordtest"
	"github.com/frasier-cos/frasier/internal/work"
)

// order is something that the instance does once: because the founder says so,
// or because it is due.
type order struct {
	name  string
	verbs []string // of the store; the bot is killed before and after the commit of each
	// given makes what it is about, while no bot runs. It returns what the
	// founder says, empty for what comes by itself.
	given func(*front) (string, error)
	says  string        // what is in the one answer; empty when nothing is said
	kind  org.EventKind // what stands once more in the journal then; empty for nothing
}

// front is an instance with a bot and without a worker: nothing that was made
// for an order changes by itself.
type front struct {
	*talk
	n int // makes each project another one
}

// orders is ordersOn a file.
func orders(ctx context.Context, o options) (verdict, error) { return ordersOn(ctx, o, "") }

// serverOrders is ordersOn PostgreSQL.
func serverOrders(ctx context.Context, o options) (verdict, error) { return ordersOn(ctx, o, o.server) }

// ordersOn kills the bot twice in each order, before and after the commit of a
// verb that it leads by: the order is carried out all the same, once, and the
// founder reads of it as if nothing had been. An empty server is a file.
func ordersOn(ctx context.Context, o options, server string) (v verdict, err error) {
	s, err := openOn(ctx, o, 11, server)
	if err != nil {
		return v, err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	f := &front{talk: &talk{scene: s}}
	if err := f.connect(ctx); err != nil {
		return v, err
	}
	if err := f.open(ctx, &v); err != nil {
		return v, fmt.Errorf("a project before the orders: %w", err)
	}
	points := 0
	for _, d := range given() {
		for _, verb := range d.verbs {
			if err := f.carried(ctx, &v, d, verb); err != nil {
				return v, fmt.Errorf("killed twice at %s of %s: %w", verb, d.name, err)
			}
			points += 2
		}
	}
	if err := f.worked(ctx, &v); err != nil {
		return v, err
	}
	where := ""
	if server != "" {
		where = "on PostgreSQL, "
	}
	v.say("R01", "%sorders=%d points=%d, each carried out once and answered once; tasks=%d of workers, each done all the same", where, len(given()), points, len(tasks()))
	return v, s.verify(ctx, &v, "R01")
}

// open has the instance complete two projects, which are there for all orders.
func (f *front) open(ctx context.Context, v *verdict) error {
	if err := f.startAll("bot", "worker"); err != nil {
		return err
	}
	for f.chat.Connected() == 0 && ctx.Err() == nil { // what was said before the instance's first day is not for it
		pause(ctx, 10*time.Millisecond)
	}
	for range 2 { // one of which is done again, and ends otherwise
		if err := f.traffic(); err != nil {
			return err
		}
	}
	err := f.rest(ctx, v)
	f.procs["worker"].kill()
	f.procs["bot"].kill()
	return err
}

// carried gives an order and has the bot killed before and after the commit of
// one of its verbs.
func (f *front) carried(ctx context.Context, v *verdict, d order, verb string) error {
	line, err := d.given(f)
	if err != nil {
		return err
	}
	was, err := f.counted(d.kind)
	if err != nil {
		return err
	}
	mark := len(f.chat.History())
	if line != "" {
		f.chat.Say(f.place.Founder, f.place.Chief, line)
	}
	for _, point := range []string{verb, verb + ":committed"} {
		if err := f.start("bot", crashVar+"="+point+"#1"); err != nil {
			return err
		}
		if !f.procs["bot"].diesWithin(ctx, patience/3) { // each is reached; on a busy machine it takes its time
			v.breaks("R01", "%s does not lead by %s", d.name, point)
			f.procs["bot"].kill()
		}
	}
	f.chat.Mend()
	if err := f.start("bot"); err != nil {
		return err
	}
	err = f.done(ctx, d, was, mark)
	is, err2 := f.counted(d.kind)
	f.procs["bot"].kill()
	if err := errors.Join(err, err2, f.ended()); err != nil {
		return err
	}
	if is-was != 1 && d.kind != "" {
		v.breaks("R01", "%s, killed twice at %s: %d times %s in the journal, want once", d.name, verb, is-was, d.kind)
	}
	if said := f.answersSince(mark); d.says != "" && (len(said) != 1 || !strings.Contains(said[0], d.says)) {
		v.breaks("R01", "%s, killed twice at %s: the founder read %q, want one answer with %q", d.name, verb, said, d.says)
	}
	return nil
}

// done waits until an order is answered, or is in the journal, and nothing that
// was said waits.
func (f *front) done(ctx context.Context, d order, was, mark int) error {
	for end := time.Now().Add(patience); ; pause(ctx, 10*time.Millisecond) {
		is, err := f.counted(d.kind)
		if err != nil || ctx.Err() != nil {
			return errors.Join(err, ctx.Err())
		}
		r, err := f.db.Status(ctx, time.Now())
		if err != nil {
			return err
		}
		if (d.says == "" || len(f.answersSince(mark)) > 0) && (d.kind == "" || is > was) && r.Unanswered == 0 {
			return nil
		}
		if time.Now().After(end) {
			return fmt.Errorf("it was not carried out or not answered: %s", f.out.tail())
		}
	}
}

// excuse begins what a bot says that was away for a minute, which on a busy machine it is between two deaths.
const excuse = "I was offline "

// answersSince lists what the bot said in the founder's channel after a mark, without its excuse: that answers nothing.
func (f *front) answersSince(mark int) []string {
	var out []string
	for _, e := range f.chat.Since(mark) {
		if e.Bot && e.Kind == discordtest.KindMessage && e.Channel == f.place.Chief && !strings.HasPrefix(e.Content, excuse) {
			out = append(out, e.Content)
		}
	}
	return out
}

// counted counts the journal's lines of a kind.
func (f *front) counted(kind org.EventKind) (n int, err error) {
	err = f.beside(func(db *sql.DB) error {
		return db.QueryRowContext(f.ctx, f.bound(`SELECT count(*) FROM events WHERE kind = ?`), kind).Scan(&n)
	})
	return n, err
}

// ended cancels what an order has left open.
func (f *front) ended() error {
	all, err := f.db.Projects(f.ctx)
	if err != nil {
		return err
	}
	for _, p := range all {
		if p.State.Ended() {
			continue
		}
		if err := f.db.Cancel(f.ctx, p.ID); err != nil {
			return err
		}
	}
	return nil
}

// project makes one that nobody has planned, as a bot does.
func (f *front) project() (org.ProjectID, error) {
	return f.projectIn(org.Channel{Transport: "terminal", ID: "orders"})
}

func (f *front) projectIn(ch org.Channel) (org.ProjectID, error) {
	f.n++
	if _, _, err := f.db.SaveMessage(f.ctx, org.Message{Channel: ch, Origin: fmt.Sprint("order", f.n), Author: f.place.Founder, Text: "start", SaidAt: time.Now()}); err != nil {
		return "", err
	}
	m, err := f.db.ClaimMessage(f.ctx, "chaos", patience)
	if err != nil {
		return "", err
	}
	_, err = f.db.SaveTurn(f.ctx, org.Turn{Message: m.ID, Route: org.ActionNewProject, Reply: "On it.", Project: &org.NewProject{
		Title: "Field " + spelt(f.n), Mode: org.ModeResearch, Depth: org.DepthStandard, Phases: []org.Phase{{Label: "all", Task: "all of it"}},
	}})
	if err != nil {
		return "", err
	}
	p, err := f.db.ProjectByMessage(f.ctx, m.ID)
	return p.ID, err
}

// planned makes a project of two steps, the second of which needs the first.
func (f *front) planned() (org.ProjectID, error) {
	p, err := f.project()
	if err != nil {
		return p, err
	}
	return p, f.plan()
}

// plan plans the one project that is open, as a worker does.
func (f *front) plan() error {
	job, err := f.db.ClaimMission(f.ctx, "chaos", patience)
	if err != nil {
		return err
	}
	agents, err := f.db.Agents(f.ctx)
	if err != nil {
		return err
	}
	step := work.PlannedStep{
		Key: "a", Title: "Find the price", Goal: "Find the price", Kind: org.KindResearch, Depth: org.DepthStandard,
		Role: "Analyst", Category: "research", Agent: agents[0].ID, Tier: org.T2,
	}
	next := step
	next.Key, next.Title, next.Needs = "b", "Write a brief", []string{"a"}
	return f.db.SavePlan(f.ctx, job.Lease, work.Plan{Notes: work.PlanNotes{Title: "Plan", Quality: "model"}, Steps: []work.PlannedStep{step, next}})
}

// held claims the first step of a planned project for a time.
func (f *front) held(holder string, term time.Duration) (c work.Claim, err error) {
	if _, err = f.planned(); err != nil {
		return c, err
	}
	all, err := f.db.ClaimSteps(f.ctx, holder, term, 1)
	if err != nil {
		return c, err
	}
	return all[0], nil
}

// reject sends the work on the one step that is ready back, once for each
// reason.
func (f *front) reject(reasons ...string) error {
	for _, why := range reasons {
		all, err := f.db.ClaimSteps(f.ctx, "chaos", patience, 1)
		if err != nil {
			return err
		}
		if err := f.db.Finish(f.ctx, all[0].Lease, work.Outcome{Next: org.StepPending, Strike: true, Feedback: []string{why}, Served: org.T1}); err != nil {
			return err
		}
	}
	return nil
}

// misread leaves replies of the model that nobody could read, to one step.
func (f *front) misread(times int) error {
	c, err := f.held("chaos", patience)
	if err != nil {
		return err
	}
	for n := range times {
		call := org.ModelCall{
			Key: fmt.Sprintf("ghost of %s %d", c.Step.ID, n), Try: 1, Purpose: org.StageSynthesize, Project: c.Step.Project, Step: c.Step.ID,
			TierAsked: org.T1, Tier: org.T1, Model: "none",
		}
		if _, _, err := f.db.BeginCall(f.ctx, call); err != nil {
			return err
		}
		end := org.CallEnd{Key: call.Key, Try: 1, State: org.CallUnusable, ErrorClass: "empty", CostSource: org.CostUnknown, Unparsed: true}
		if _, err := f.db.EndCall(f.ctx, end); err != nil {
			return err
		}
	}
	return nil
}

// dead leaves a claim with a process that nobody hears of any more, as one
// that was killed does: its file is there and no lock on it.
func (f *front) dead() error {
	const name = "worker-1-gone"
	if _, err := f.held(name, patience); err != nil {
		return err
	}
	dir := f.dsn() + ".processes"
	if f.server != "" {
		dir = filepath.Join(f.home(), "processes")
	}
	return os.WriteFile(filepath.Join(dir, name), nil, 0o600)
}

// spoil changes the database behind the product's back.
func (f *front) spoil(query string, args ...any) error {
	return f.raw("mode=rw", func(db *sql.DB) error {
		_, err := db.ExecContext(f.ctx, f.bound(query), args...)
		return err
	})
}

// owe leaves a call whose cost nobody knows, though the endpoint could say it.
func (f *front) owe() error {
	e := org.CallEnd{Key: "owed", Try: 1, State: org.CallUnusable, ErrorClass: "cut", CostSource: org.CostUnknown}
	err := f.beside(func(db *sql.DB) error {
		return db.QueryRowContext(f.ctx, `SELECT generation FROM llm_calls WHERE generation <> '' LIMIT 1`).Scan(&e.Generation)
	})
	if err != nil {
		return fmt.Errorf("find a call that was answered: %w", err)
	}
	if _, _, err := f.db.BeginCall(f.ctx, org.ModelCall{Key: e.Key, Try: e.Try, Purpose: org.StageClassify, TierAsked: org.T1, Tier: org.T1, Model: "none"}); err != nil {
		return err
	}
	_, err = f.db.EndCall(f.ctx, e)
	return err
}

// due has a timed duty come at the bot's next look.
func (f *front) due(duty string) error {
	return f.db.MoveJob(f.ctx, reports.JobRun{Name: duty, Due: time.Now().Add(-time.Minute)})
}
