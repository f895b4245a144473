package plan

import (
	"context"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/safetext"
	"github.com/frasier-cos/frasier/internal/stagelog"
	"github.com/frasier-cos/frasier/internal/work"
)

// The kept forms of what stages give.
type (
	// drafted is one draft with what the lint found; None when no draft could be used.
	drafted struct {
		Plan   work.Plan
		Family string
		Bad    []string // errors of the lint, in sentences
		None   bool
	}
	planReview struct {
		Faults []string
		Risk   string
		How    string
	}
	// enrichment holds what a model adds to items, with a note for the plan.
	enrichment struct {
		Items map[string]enrichedItem
		Note  string
		Trade string `json:",omitempty"`
		// Family is that of the model which said it.
		Family string `json:",omitempty"`
	}
)

// The job is kept as it stood, without the claim and without the founder's words, which the
// database has.
func (p *Planner) planWithLog(ctx context.Context, job work.PlanningJob, log *stagelog.Log) (work.Plan, error) {
	own := *p
	own.stages = log
	kept := job
	kept.Lease, kept.Request, kept.Given = work.MissionLease{}, "", nil
	if _, err := stagelog.Do(log, org.StageContext, 0, func() (work.PlanningJob, error) { return kept, nil }); err != nil {
		return work.Plan{}, err
	}
	var err error
	if own.given, err = own.readTexts(ctx, job); err != nil {
		return work.Plan{}, err
	}
	if own.noted, err = own.recordShelf(ctx); err != nil {
		return work.Plan{}, err
	}
	made, err := own.makePlan(ctx, job)
	made.Stages = log.Results
	return made, err
}

// Again does one stage of a mission's plan again, from what is kept of it and
// nothing else. Nothing is stored. The client must answer from its
// ledger alone for the bytes to be comparable. It returns org.ErrNoStage for a
// stage that is not kept.
func (p *Planner) Again(ctx context.Context, t org.Trace, name string) (stagelog.Replay, error) {
	log, err := stagelog.Retrace(t.Results, name)
	if err != nil {
		return stagelog.Replay{}, err
	}
	var job work.PlanningJob
	if err := stagelog.Read(t.Results, org.StageContext, &job); err != nil {
		return stagelog.Replay{}, err
	}
	job.Request, _ = safetext.Visible(t.Request)
	_, err = p.planWithLog(ctx, job, log)
	out, err := log.Replay(err)
	out.Round = t.Plan
	return out, err
}
