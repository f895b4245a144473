package worker

import (
	"context"
	"errors"
	"fmt"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/worker/check"
	"github.com/frasier-cos/frasier/worker/deliver"
	"github.com/frasier-cos/frasier/worker/review"
)

// How an assembled document was approved.
const (
	joinedByCode = "joined by code"
	coherent     = "coherence review"
	unchecked    = "coherence review not done"
)

// assemblyRun is the document of a project on its way: what its parts found so far.
type assemblyRun struct {
	*run

	read     bool // a model reads it as a whole
	doc      deliver.Document
	how      string   // it was approved
	low      org.Tier // of its reviewer, when that was lower than it should have been
	coherent review.Whole
}

// assemblyParts is the way of a step that makes one document of all results of the project so far. Code joins
// the parts and compares the prices that they set. The document of the last
// phase is also read for statements that do not agree, once, and gets an
// opening, once; those of earlier phases are replaced by it and get neither.
func assemblyParts() []part[*assemblyRun] {
	return []part[*assemblyRun]{
		saved(org.StageContext, (*assemblyRun).noteParts, (*assemblyRun).takeParts).when((*assemblyRun).keepsParts),
		{do: (*assemblyRun).joinParts},
		saved(org.StageCoherence, (*assemblyRun).askCoherence, (*assemblyRun).takeCoherence).when((*assemblyRun).isRead),
		{do: (*assemblyRun).settleWords, keeps: []string{org.StageRevise}, due: (*assemblyRun).wasRead},
		saved(org.StageSummary, (*assemblyRun).askOpening, (*assemblyRun).takeOpening).when((*assemblyRun).isRead),
		{do: (*assemblyRun).render},
	}
}

func (r *run) assemble(ctx context.Context) (work.Outcome, error) {
	read := !r.Client.Offline() && len(deliver.Compose(r.about.Project, r.about.Upstream, r.Prompts.Where()).Sections()) > 1 && r.isLastPhase()
	return finish(ctx, &assemblyRun{run: r, read: read, how: joinedByCode}, assemblyParts())
}

func (r *assemblyRun) joinParts(context.Context) (*work.Outcome, error) {
	r.doc = deliver.Compose(r.about.Project, r.about.Upstream, r.Prompts.Where())
	r.doc.Unread = r.about.Unread
	return nil, nil
}

func (r *assemblyRun) isRead() bool { return r.read }

func (r *assemblyRun) render(ctx context.Context) (*work.Outcome, error) {
	r.doc.Key = r.about.Key
	v, err := r.doc.Deliverable()
	if err != nil {
		return nil, fmt.Errorf("render step %s: %w", r.step.ID, err)
	}
	code, err := r.carryChanges(ctx)
	if err != nil {
		return nil, err
	}
	v.Files = append(code, v.Files...) // first: a message takes ten files
	v.Project, v.Mission, v.At = r.step.Project, r.step.Mission, r.Now()
	o := work.Outcome{
		Next: org.StepCompleted, Result: v.Markdown, Digest: clipResult(v.Markdown), Reviewed: r.how, Served: r.low, Deliverable: &v,
	}
	for _, u := range r.doc.Mended() {
		o.Mended = append(o.Mended, work.Mended{Step: u.ID, Result: u.Result, Digest: clipResult(u.Result)})
	}
	return end(o)
}

// carryChanges returns the project's changes of code as files that go out with its document: a patch
// and, for whoever has the repository, its branch. They can be made again whenever they are asked
// for, so where they cannot be made, or get too long for a message, there are none.
func (r *run) carryChanges(ctx context.Context) ([]org.File, error) {
	const most = 10 << 20
	o := r.about.Branch
	if o == nil || r.Code == nil || !o.Repository.On(r.Code.Machine) {
		return nil, nil
	}
	bundle, patch, err := r.Code.Workspaces.Bundle(ctx, *o) // git alone makes them: this worker may have no walls
	if err != nil {
		if ctx.Err() != nil {
			return nil, fmt.Errorf("make the files of %s: %w", o.Branch, err)
		}
		r.Log.WarnContext(ctx, "no files of the branch go with the document", "step", r.step.ID, "err", err)
		return nil, nil
	}
	var out []org.File
	if len(patch) <= most {
		out = append(out, org.File{Name: coding.PatchFile, Data: patch})
	}
	if o.Repository.Kind == coding.RepositoryPath && len(bundle) <= most {
		out = append(out, org.File{Name: coding.BundleFile, Data: bundle})
	}
	return out, nil
}

func (r *run) isLastPhase() bool {
	for _, p := range r.about.Project.Phases {
		if p.Index > r.about.Mission.Phase {
			return false
		}
	}
	return true
}

// keepsParts reports whether the parts are kept as they were given to the step, since those that it mends go
// on as mended. A round from before they were kept has them as they are now.
func (r *assemblyRun) keepsParts() bool { return r.isRead() && !r.lacks(org.StageContext, 0) }

func (r *assemblyRun) noteParts(context.Context) ([]work.Upstream, error) {
	return r.about.Upstream, nil
}

func (r *assemblyRun) takeParts(parts []work.Upstream) { r.about.Upstream = parts }

// askCoherence has the parts compared. A review that cannot be read is neither a
// pass nor has it findings.
func (r *assemblyRun) askCoherence(ctx context.Context) (review.Whole, error) {
	// What is too long for one prompt is shortened there and says so.
	text, _ := r.doc.Excerpt(org.UpstreamTokens)
	w := review.Work{Caller: r.callerOf(0), Step: r.step, Context: r.about, Nonce: r.nonce, Reply: text, Draft: check.Draft{Text: text}}
	v, err := r.Judge.Coherence(ctx, w, prompt.CoherenceContract{
		Sections: r.doc.Outline(), Missing: r.doc.MissingLines(), Decided: r.doc.Decided(), Pages: r.doc.Pages(),
	})
	if llm.Content(err) || errors.Is(err, org.ErrNoModel) {
		r.Log.WarnContext(ctx, "no coherence review", "step", r.step.ID, "err", err)
		return review.Whole{}, nil
	}
	if err != nil {
		err = fmt.Errorf("review document of step %s: %w", r.step.ID, err)
	}
	return v, err
}

func (r *assemblyRun) takeCoherence(v review.Whole) { r.how, r.low, r.coherent = unchecked, v.Lower, v }

// wasRead reports whether its review could be read.
func (r *assemblyRun) wasRead() bool { return r.coherent.Pass || len(r.coherent.Remarks) > 0 }

// askOpening asks for the document's opening; it is empty when none could be had.
func (r *assemblyRun) askOpening(ctx context.Context) (string, error) {
	text, err := r.Assembler.Opening(ctx, deliver.Order{
		Caller: r.callerOf(0), Step: r.step, Context: r.about, Document: r.doc, Nonce: r.nonce,
	})
	if llm.Content(err) || errors.Is(err, org.ErrNoModel) {
		r.Log.WarnContext(ctx, "no opening", "step", r.step.ID, "err", err)
		return "", nil
	}
	if err != nil {
		err = fmt.Errorf("open document of step %s: %w", r.step.ID, err)
	}
	return text, err
}

func (r *assemblyRun) takeOpening(text string) { r.doc.Introduce(text, r.about.Request) }
