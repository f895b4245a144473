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

// assemble makes one document of all results of the project so far. Code joins
// the parts and compares the prices that they set. The document of the last
// phase is also read for statements that do not agree, once, and gets an
// opening, once; those of earlier phases are replaced by it and get neither.
func (r *run) assemble(ctx context.Context) (work.Outcome, error) {
	read := !r.Client.Offline() && len(deliver.Compose(r.about.Project, r.about.Upstream, r.Prompts.Where()).Sections()) > 1 && r.isLastPhase()
	if read {
		if err := r.keepParts(ctx); err != nil {
			return work.Outcome{}, err
		}
	}
	doc := deliver.Compose(r.about.Project, r.about.Upstream, r.Prompts.Where())
	doc.Unread = r.about.Unread
	how, low := joinedByCode, org.Tier("")
	if read {
		var err error
		if how, low, err = r.addIntroduction(ctx, &doc); err != nil {
			return work.Outcome{}, err
		}
	}
	v, err := doc.Deliverable()
	if err != nil {
		return work.Outcome{}, fmt.Errorf("render step %s: %w", r.step.ID, err)
	}
	code, err := r.carryChanges(ctx)
	if err != nil {
		return work.Outcome{}, err
	}
	v.Files = append(code, v.Files...) // first: a message takes ten files
	v.Project, v.Mission, v.At = r.step.Project, r.step.Mission, r.Now()
	o := work.Outcome{
		Next: org.StepCompleted, Result: v.Markdown, Digest: clipResult(v.Markdown), Reviewed: how, Served: low, Deliverable: &v,
	}
	for _, u := range doc.Mended() {
		o.Mended = append(o.Mended, work.Mended{Step: u.ID, Result: u.Result, Digest: clipResult(u.Result)})
	}
	return o, nil
}

// keepParts keeps the parts as they were given to the step, since those that it mends go
// on as mended. A round from before they were kept has them as they are now.
func (r *run) keepParts(ctx context.Context) error {
	if _, kept := r.saved[org.StageSlot(org.StageContext, 0)]; r.only != "" && !kept {
		return nil
	}
	parts, err := stage(ctx, r, org.StageContext, 0, func(context.Context) ([]work.Upstream, error) { return r.about.Upstream, nil })
	if err != nil {
		return fmt.Errorf("keep the parts of step %s: %w", r.step.ID, err)
	}
	r.about.Upstream = parts
	return nil
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

// addIntroduction has the parts compared, has what does not agree put right, and has the
// opening written. It returns how the document was approved, and the tier of its reviewer when that
// was lower than it should have been.
func (r *run) addIntroduction(ctx context.Context, doc *deliver.Document) (how string, low org.Tier, err error) {
	v, err := r.askCoherence(ctx, *doc)
	if err != nil {
		return "", "", err
	}
	how = unchecked
	if v.Pass || len(v.Remarks) > 0 {
		told, lower, err := r.settleWords(ctx, doc, v.Remarks)
		if err != nil {
			return "", "", err
		}
		how, v.Lower = coherent+told, lowerTier(v.Lower, lower)
	}
	text, err := r.askOpening(ctx, *doc)
	if err != nil {
		return "", "", err
	}
	doc.Introduce(text, r.about.Request)
	return how, v.Lower, nil
}

// askOpening asks for the document's opening; it is empty when none could be had.
func (r *run) askOpening(ctx context.Context, doc deliver.Document) (string, error) {
	text, err := stage(ctx, r, org.StageSummary, 0, func(ctx context.Context) (string, error) {
		text, err := r.Assembler.Opening(ctx, deliver.Order{
			Caller: r.callerOf(0), Step: r.step, Context: r.about, Document: doc, Nonce: r.nonce,
		})
		if llm.Content(err) || errors.Is(err, org.ErrNoModel) {
			r.Log.WarnContext(ctx, "no opening", "step", r.step.ID, "err", err)
			return "", nil
		}
		return text, err
	})
	if err != nil {
		return "", fmt.Errorf("open document of step %s: %w", r.step.ID, err)
	}
	return text, nil
}

// askCoherence has the parts compared. A review that cannot be read is neither a
// pass nor has it findings.
func (r *run) askCoherence(ctx context.Context, doc deliver.Document) (review.Whole, error) {
	v, err := stage(ctx, r, org.StageCoherence, 0, func(ctx context.Context) (review.Whole, error) {
		// What is too long for one prompt is shortened there and says so.
		text, _ := doc.Excerpt(org.UpstreamTokens)
		w := review.Work{Caller: r.callerOf(0), Step: r.step, Context: r.about, Nonce: r.nonce, Reply: text, Draft: check.Draft{Text: text}}
		v, err := r.Judge.Coherence(ctx, w, prompt.CoherenceContract{
			Sections: doc.Outline(), Missing: doc.MissingLines(), Decided: doc.Decided(), Pages: doc.Pages(),
		})
		if llm.Content(err) || errors.Is(err, org.ErrNoModel) {
			r.Log.WarnContext(ctx, "no coherence review", "step", r.step.ID, "err", err)
			return review.Whole{}, nil
		}
		return v, err
	})
	if err != nil {
		return v, fmt.Errorf("review document of step %s: %w", r.step.ID, err)
	}
	return v, nil
}
