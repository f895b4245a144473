package worker

import (
	"context"
	"errors"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm"
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
// the parts; with a model, an opening is written and the whole is reviewed for
// coherence, which may send it back CoherenceReturns times.
func (r *run) assemble(ctx context.Context) (org.Outcome, error) {
	doc := deliver.Compose(r.about.Project, r.about.Upstream)
	how, low := joinedByCode, org.Tier("")
	if !r.Client.Offline() && len(doc.Sections()) > 1 {
		var err error
		if how, low, err = r.introduce(ctx, &doc); err != nil {
			return org.Outcome{}, err
		}
	}
	html, err := doc.HTML()
	if err != nil {
		return org.Outcome{}, fmt.Errorf("render step %s: %w", r.step.ID, err)
	}
	pdf, err := doc.PDF()
	if err != nil {
		return org.Outcome{}, fmt.Errorf("render step %s: %w", r.step.ID, err)
	}
	md := doc.Markdown()
	return org.Outcome{
		Next: org.StepCompleted, Result: md, Digest: gist(md), Reviewed: how, Served: low,
		Deliverable: &org.Deliverable{
			Project: r.step.Project, Mission: r.step.Mission, Title: doc.Title, Markdown: md, HTML: html, PDF: pdf, At: r.Now(),
		},
	}, nil
}

// introduce writes the opening and has the whole reviewed. It returns how the
// document was approved, and the tier of its reviewer when that was lower than
// it should have been.
func (r *run) introduce(ctx context.Context, doc *deliver.Document) (how string, low org.Tier, err error) {
	var findings []string
	for n := 0; n <= org.CoherenceReturns; n++ {
		if doc.Opening, err = r.opening(ctx, *doc, findings, n); err != nil {
			return "", "", err
		}
		v, err := r.coherence(ctx, *doc, n)
		if err != nil {
			return "", "", err
		}
		if v.Lower != "" && low == "" {
			low = v.Lower
			doc.Notes = append(doc.Notes, fmt.Sprintf("Its coherence was reviewed by model tier %s instead of %s.", v.Lower, org.T2))
		}
		switch {
		case !v.Pass && len(v.Findings) == 0:
			doc.Notes = append(doc.Notes, "Nobody reviewed whether the parts fit together: no review could be had.")
			return unchecked, low, nil
		case v.Pass:
			return coherent, low, nil
		}
		findings = v.Findings
	}
	doc.Notes = append(doc.Notes, deliver.OpenFindings(findings)...)
	return coherent + ", with open remarks", low, nil
}

// opening writes the document's opening; without a usable one it is empty.
func (r *run) opening(ctx context.Context, doc deliver.Document, findings []string, n int) (string, error) {
	text, err := stage(ctx, r, org.StageSummary, n, func(ctx context.Context) (string, error) {
		text, err := r.Assembler.Opening(ctx, deliver.Order{
			Caller: r.caller(n), Step: r.step, Context: r.about, Document: doc, Nonce: r.nonce, Findings: findings,
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

// coherence has the document reviewed. A review that cannot be read is neither
// a pass nor has it findings, and the document says that there was none.
func (r *run) coherence(ctx context.Context, doc deliver.Document, n int) (review.Verdict, error) {
	v, err := stage(ctx, r, org.StageCoherence, n, func(ctx context.Context) (review.Verdict, error) {
		// What is too long for one prompt is shortened there and says so.
		md, _ := doc.Excerpt(org.UpstreamTokens)
		w := review.Work{Caller: r.caller(n), Step: r.step, Context: r.about, Nonce: r.nonce, Reply: md, Draft: review.Draft{Text: md}}
		v, err := r.Judge.Coherence(ctx, w, doc.Outline(), doc.MissingLines())
		if llm.Content(err) || errors.Is(err, org.ErrNoModel) {
			r.Log.WarnContext(ctx, "no coherence review", "step", r.step.ID, "err", err)
			return review.Verdict{}, nil
		}
		return v, err
	})
	if err != nil {
		return v, fmt.Errorf("review document of step %s: %w", r.step.ID, err)
	}
	return v, nil
}
