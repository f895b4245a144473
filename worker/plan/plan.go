// Package plan turns a mission into steps.
//
// What comes in is a mission in state planning, claimed with a lease; what
// goes out is one plan, saved whole in one transaction, or a failed mission
// with its cause. A roadmap's items are the steps: a model adds acceptance,
// kind and tier, and never drops, merges, renames or reorders one. Without a
// roadmap a model drafts the plan; the lint may send it back once, and so may, where
// much is at stake, one review; and when no draft can be had, a plan is made by code
// alone. Who works on what is decided by code: whoever covers the work, else a hire. A crash loses nothing: the mission is claimed again and
// the ledger still has the answers.
package plan

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/frasier-cos/frasier/internal/dag"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/retry"
	"github.com/frasier-cos/frasier/internal/safetext"
	"github.com/frasier-cos/frasier/internal/stagelog"
	"github.com/frasier-cos/frasier/internal/tiers"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/worker/staff"
)

// Records reads and writes for the planner.
type Records interface {
	// ClaimMission claims one mission in state planning for term; org.ErrNoWork when there is none.
	ClaimMission(ctx context.Context, holder string, term time.Duration) (work.PlanningJob, error)
	// SavePlan stores the plan and starts the mission.
	SavePlan(ctx context.Context, l work.MissionLease, p work.Plan) error
	// DeferMission lets the mission wait until a time; a notice is told to the founder once.
	DeferMission(ctx context.Context, l work.MissionLease, until time.Time, notice string) error
	// FailMission ends the mission, and with it the project.
	FailMission(ctx context.Context, l work.MissionLease, cause string) error
	// FailProject ends a project, for a model that cannot be used.
	FailProject(ctx context.Context, p org.ProjectID, cause string) error
}

// Planner plans missions. All fields but Crash must be set.
type Planner struct {
	Records Records
	Client  *llm.Client
	Prompts *prompt.Set
	Holder  string
	Secret  string // of this database: marks outside text, see prompt.Nonce
	Now     func() time.Time
	Log     *slog.Logger
	// Fared returns how steps fared by kind and tier; nil, or no rows, means
	// that the router does not learn.
	Fared func(context.Context) ([]tiers.Record, error)
	// Shelf returns what there is to work from; nil knows of nothing.
	Shelf func(context.Context) (work.Shelf, error)
	// Texts returns the documents at hand whole, those that were given among them, where
	// they fit into a prompt, and nil else. Nil: planning is told their names only, which is
	// how the worker runs it. What a document orders would otherwise get into goals and
	// tags by way of a model that obeys it.
	Texts  func(ctx context.Context, given []work.Document) (*work.Evidence, error)
	Review Review
	// Draw returns a picture of a plan; nil draws none. A plan without its
	// picture is as good, so its error is only logged.
	Draw  func(work.PlanningJob, work.Plan) ([]byte, error)
	Crash func(point string) // test hook; nil in shipped commands

	stages *stagelog.Log  // of the plan that is being made
	given  *work.Evidence // what it is made from, see readTexts
	noted  *work.Shelf    // what there was to work from when it was made; nil: it is looked up
}

// A planning claim holds longer than all its model calls.
const term = 20 * time.Minute

// Planning waits so long after a transport fault that names no time of its own.
const deferral = 5 * time.Second

// Planning waits so long for room under the founder's cap before it looks again; looking makes no
// call.
const budgetDeferral = 30 * time.Second

// Next plans one mission. It returns org.ErrNoWork when none waits.
func (p *Planner) Next(ctx context.Context) error {
	job, err := p.Records.ClaimMission(ctx, p.Holder, term)
	if err != nil {
		return err
	}
	err = retry.WhileDisk(ctx, func(ctx context.Context) error { return p.planMission(ctx, job) }, func(a retry.Attempt) { // nobody else could store a plan either
		p.Log.ErrorContext(ctx, "plan mission", "mission", job.Mission.ID, "err", a.Err, "again_in", a.Wait)
	})
	if err == nil || ctx.Err() != nil || errors.Is(err, org.ErrLeaseLost) {
		return err
	}
	if errors.Is(err, org.ErrRefused) { // also when it is planned again
		p.Log.ErrorContext(ctx, "a plan that cannot be stored; please report it", "mission", job.Mission.ID, "err", err)
		return p.Records.FailMission(ctx, job.Lease, "the plan could not be stored: "+org.ErrRefused.Error())
	}
	// The claim lasts long, so it is let go: what failed here is tried again
	// soon, here or elsewhere.
	return errors.Join(err, p.Records.DeferMission(ctx, job.Lease, p.Now().Add(deferral), ""))
}

func (p *Planner) planMission(ctx context.Context, job work.PlanningJob) error {
	job.Request, _ = safetext.Visible(job.Request) // what nobody sees orders nothing
	if p.Crash != nil {
		p.Crash("planning")
	}
	ctx = reports.ForProject(ctx, job.Project.ID)
	made, err := p.planWithLog(ctx, job, &stagelog.Log{})
	if err != nil {
		return p.handleFailure(ctx, job, err)
	}
	if err := p.raiseTiers(ctx, job, &made); err != nil {
		return err
	}
	if job.Steps == 0 && job.Again == nil && p.Shelf != nil { // said once in a project
		s := p.readShelf(ctx)
		made.Notes.Shelf = &s
	}
	if p.Crash != nil {
		p.Crash("planned")
	}
	if p.Draw != nil && !job.Project.Single && job.Project.Channel.Threaded() {
		if made.Picture, err = p.Draw(job, made); err != nil {
			p.Log.WarnContext(ctx, "plan without a picture", "mission", job.Mission.ID, "err", err)
		}
	}
	if err := p.Records.SavePlan(ctx, job.Lease, made); err != nil {
		if errors.Is(err, dag.ErrCycle) || errors.Is(err, dag.ErrUnknownStep) || errors.Is(err, dag.ErrDuplicate) {
			return p.Records.FailMission(ctx, job.Lease, "the plan could not be stored: "+err.Error())
		}
		return fmt.Errorf("save plan of mission %s: %w", job.Mission.ID, err)
	}
	return nil
}

func (p *Planner) handleFailure(ctx context.Context, job work.PlanningJob, err error) error {
	var call *llm.Error
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, org.ErrStopped):
		return p.deferMission(ctx, job)
	case errors.Is(err, org.ErrModelUnusable):
		return p.Records.FailProject(ctx, job.Project.ID, "model unusable: "+describeError(err))
	case errors.Is(err, org.ErrCallCap):
		return p.Records.FailProject(ctx, job.Project.ID, "the project made all the model calls it may")
	case errors.Is(err, errNobody):
		return p.Records.FailMission(ctx, job.Lease, errNobody.Error())
	case errors.Is(err, org.ErrBudget):
		return p.Records.DeferMission(ctx, job.Lease, p.Now().Add(budgetDeferral), "")
	case llm.Waits(err):
		wait, notice := deferral, ""
		if errors.As(err, &call) && call.RetryAfter > 0 {
			wait = call.RetryAfter
		}
		if llm.Told(err) {
			notice = "Planning waits. " + describeError(err)
		}
		return p.Records.DeferMission(ctx, job.Lease, p.Now().Add(wait), notice)
	case errors.As(err, &call):
		return p.Records.FailMission(ctx, job.Lease, describeError(err))
	default:
		return fmt.Errorf("plan mission %s: %w", job.Mission.ID, err)
	}
}

// A folder that cannot be read holds nothing up: research says so when it needs it.
func (p *Planner) readShelf(ctx context.Context) work.Shelf {
	if p.noted != nil {
		return *p.noted
	}
	if p.Shelf == nil {
		return work.Shelf{}
	}
	s, err := p.Shelf(ctx)
	if err != nil {
		p.Log.WarnContext(ctx, "plan without the list of documents", "err", err)
	}
	return s
}

// The shelf is kept with the plan: a stage that is done again is told what was there then. It is
// nil for a plan from before it was kept.
func (p *Planner) recordShelf(ctx context.Context) (*work.Shelf, error) {
	const seq = 2 // after the texts
	if p.stages.Lacks(org.StageContext, seq) {
		return nil, nil // none is no error
	}
	return stagelog.Do(p.stages, org.StageContext, seq, func() (*work.Shelf, error) {
		s := p.readShelf(ctx)
		return &s, nil
	})
}

// The texts are nil where they do not fit. They are kept with the plan, so that any stage of it
// can be done again without the documents.
func (p *Planner) readTexts(ctx context.Context, job work.PlanningJob) (*work.Evidence, error) {
	const seq = 1 // after the job itself
	if p.stages.Lacks(org.StageContext, seq) {
		return nil, nil // none is no error
	}
	return stagelog.Do(p.stages, org.StageContext, seq, func() (*work.Evidence, error) {
		if p.Texts == nil || p.Client.Offline() {
			return nil, nil // none is no error
		}
		all, err := p.Texts(ctx, job.Given)
		if err != nil { // research says so when it needs them
			p.Log.WarnContext(ctx, "plan without the documents", "mission", job.Mission.ID, "err", err)
			return nil, nil // none is no error
		}
		return all, nil
	})
}

// The project was paused while it was being planned, or has ended.
func (p *Planner) deferMission(ctx context.Context, job work.PlanningJob) error {
	err := p.Records.DeferMission(ctx, job.Lease, p.Now(), "")
	if errors.Is(err, org.ErrLeaseLost) {
		return nil // it has ended
	}
	return err
}

// Every agent reviews or belongs to no team.
var errNobody = errors.New("nobody on the team can be given work")

func describeError(err error) string {
	var call *llm.Error
	if errors.As(err, &call) && call.Sentence != "" {
		return call.Sentence
	}
	return err.Error()
}

func (p *Planner) makePlan(ctx context.Context, job work.PlanningJob) (work.Plan, error) {
	if _, ok := staff.Match(job.Agents, "", ""); !ok {
		return work.Plan{}, errNobody
	}
	switch {
	case job.Project.Single:
		return planSingle(job)
	case job.Roadmap:
		return p.planRoadmap(ctx, job)
	default:
		return p.draftPlan(ctx, job)
	}
}

func (p *Planner) makeCaller(job work.PlanningJob, seq int) llm.Caller {
	return llm.Caller{Project: job.Project.ID, Mission: job.Mission.ID, Key: "mission:" + string(job.Mission.ID), Round: 1, Seq: seq}
}

func (p *Planner) makeNonce(job work.PlanningJob) string {
	return prompt.Nonce(p.Secret, string(job.Mission.ID))
}

// The block says this while there is no plan yet.
func makeBoard(job work.PlanningJob, notes work.PlanNotes) *prompt.Project {
	objective := notes.Objective
	if objective == "" {
		objective = job.Project.Goal
	}
	return &prompt.Project{
		Title: job.Project.Title, Objective: objective, Needs: notes.Needs,
		Assumptions: notes.Assumptions, OutOfScope: notes.OutOfScope, Directives: slices.Concat(job.Directives, job.Steering), Template: job.Project.Template,
		OrderedBy: job.Project.OpenedBy, Order: job.Project.Order,
	}
}
