package worker

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/worker/check"
	"github.com/frasier-cos/frasier/worker/deliver"
	"github.com/frasier-cos/frasier/worker/review"
)

// settleWords makes the changes of words that a review asks for and code can answer
// for. A contradiction that no such change settles goes back once to the author of the
// part that is at fault, and what is left then is told to the reader among what is not
// known. It says in a few words what became of the remarks. What is left of the rest is
// about the document and not about its subject, so it stands in the log alone.
func (r *assemblyRun) settleWords(ctx context.Context) (*work.Outcome, error) {
	mended, more := 0, false
	doc := &r.doc
	var clashes []review.Remark
	for _, m := range r.coherent.Remarks {
		switch {
		case doc.Mend(deliver.Mend(m.Fix)):
			mended++
		case m.Clash:
			clashes = append(clashes, m)
		default:
			r.Log.InfoContext(ctx, "remark on the document left open", "step", r.step.ID, "remark", m.Text)
			more = true
		}
	}
	open, low, err := r.returnContradictions(ctx, doc, clashes)
	if err != nil {
		return nil, err
	}
	var left []string
	for _, m := range open {
		r.Log.InfoContext(ctx, "contradiction left open", "step", r.step.ID, "remark", m.Text)
		left = append(left, m.Text)
	}
	doc.Disagree(left)
	mended += len(clashes) - len(open)
	r.how, r.low = coherent, lowerTier(r.low, low)
	switch {
	case mended == 1:
		r.how += ", one place mended"
	case mended > 1:
		r.how += fmt.Sprintf(", %d places mended", mended)
	}
	if more || len(open) > 0 {
		r.how += ", with open remarks"
	}
	return nil, nil
}

// returnContradictions gives contradictions back to the authors of the parts at fault, to each once
// and of all his at once, with what the other part says. He answers with replacements,
// which code makes like any mend. It returns what still does not agree.
func (r *assemblyRun) returnContradictions(ctx context.Context, doc *deliver.Document, clashes []review.Remark) (open []review.Remark, low org.Tier, err error) {
	var authors []work.Upstream
	of := map[string][]review.Remark{}
	for _, m := range clashes {
		key := atFault(*doc, m)
		i := slices.IndexFunc(r.about.Upstream, func(u work.Upstream) bool {
			return u.Key == key && u.State == org.StepCompleted && u.Kind != org.KindAssembly && u.Kind != org.KindEngineering
		})
		_, known := of[key]
		if key == "" || i < 0 || !known && len(authors) == returnsAtMost {
			open = append(open, m)
			continue
		}
		if !known {
			authors = append(authors, r.about.Upstream[i])
		}
		of[key] = append(of[key], m)
	}
	for n, u := range authors {
		if r.lacks(org.StageRevise, n) {
			open = append(open, of[u.Key]...) // it was put together before its parts went back
			continue
		}
		w, err := stage(ctx, r, org.StageRevise, n, func(ctx context.Context) (draftReply, error) {
			return r.askAuthor(ctx, *doc, u, of[u.Key], n)
		})
		if err != nil {
			return nil, "", fmt.Errorf("have part %s of step %s put right: %w", u.Key, r.step.ID, err)
		}
		if w.Downgraded {
			low = lowerTier(low, w.Served)
		}
		open = append(open, r.putRight(ctx, doc, u.Key, of[u.Key], w.Reply)...)
	}
	return open, low, nil
}

// putRight makes the changes of an author in his part. It returns what still does not
// agree, with what he says to it.
func (r *assemblyRun) putRight(ctx context.Context, doc *deliver.Document, key string, list []review.Remark, reply string) []review.Remark {
	before := doc.PartText(key)
	changes, answers := check.Replacements(reply)
	for _, c := range changes {
		if !doc.Mend(deliver.Mend{Part: key, Old: c.Old, New: c.New}) {
			r.Log.InfoContext(ctx, "change of an author not made", "step", r.step.ID, "part", key, "old", c.Old)
		}
	}
	var open []review.Remark
	for i, m := range list {
		if here, _ := listSides(m, before); !review.Stands(doc.PartText(key), here) {
			continue
		}
		for _, a := range answers {
			if strings.TrimLeft(strings.TrimSpace(a.Finding), "Dd") == fmt.Sprint(i) {
				m.Text = strings.TrimRight(m.Text, ". ") + ". The author of the part keeps it: " + strings.TrimSpace(a.Why)
			}
		}
		open = append(open, m)
	}
	return open
}

// askAuthor asks for the replacements that make a part agree with the others. An author
// who cannot be had leaves it as it is.
func (r *assemblyRun) askAuthor(ctx context.Context, doc deliver.Document, u work.Upstream, list []review.Remark, n int) (draftReply, error) {
	d := prompt.Data{
		Stage: org.StageRevise, Tier: u.Tier, Nonce: r.nonce, Project: prompt.ProjectOf(r.about), Working: doc.PartText(u.Key),
		Task: &prompt.Task{Title: u.Title, Request: r.about.Request, Steering: r.about.Steering}, Volatile: prompt.Volatile{Day: r.Now()},
	}
	if i := slices.IndexFunc(r.about.Colleagues, func(a org.Agent) bool { return a.ID == u.Agent }); i >= 0 {
		d.Persona = r.about.Colleagues[i].Persona
	}
	var c prompt.ReviseContract
	if org.OnePage(u.Title) {
		c.AtMost = org.PageWords
	}
	for _, m := range list {
		here, there := listSides(m, d.Working)
		c.Defects = append(c.Defects, prompt.Defect{
			Problem:     fmt.Sprintf("This says %q. Another part of the document says %q. %s", here, there, m.Why),
			Instruction: "Change this part so that it agrees with the other one, wherever it says or uses the old statement, in a few words each time: no citation and no number that the document does not have. Where the other part is the one that is wrong, answer the finding.",
		})
	}
	d.Contract = c
	blocks, err := r.Prompts.Blocks(d)
	if err != nil {
		return draftReply{}, err
	}
	caller := r.callerOf(n)
	caller.Agent = u.Agent
	reply, err := r.Client.Do(ctx, llm.Request{
		Purpose: org.StageRevise, Caller: caller, Tier: u.Tier, Blocks: blocks, Limit: org.ReviewLimit,
		Input: work.StageInput{Step: &r.step, Context: &r.about},
	})
	if llm.Content(err) || errors.Is(err, org.ErrNoModel) {
		r.Log.WarnContext(ctx, "a part that does not agree stays as it is", "step", r.step.ID, "part", u.Key, "err", err)
		return draftReply{}, nil
	}
	return draftReply{Reply: reply.Text, Model: reply.Model, Family: reply.Family, Served: reply.Served, Downgraded: reply.Downgraded}, err
}

// listSides returns the statement of a part that does not agree, and the one that it does not agree
// with.
func listSides(m review.Remark, part string) (here, there string) {
	if review.Stands(part, m.Second) && !review.Stands(part, m.First) {
		return m.Second, m.First
	}
	return m.First, m.Second
}

// atFault returns the part whose author is asked: the one that the reviewer would change, or that
// in which both statements stand. Where he names none the founder must choose.
func atFault(doc deliver.Document, m review.Remark) string {
	if m.First == "" || m.Second == "" { // of a review from before both were kept
		return ""
	}
	if key := doc.PartOf(m.Fix.Part, m.Fix.Old); key != "" && (review.Stands(doc.PartText(key), m.First) || review.Stands(doc.PartText(key), m.Second)) {
		return key
	}
	if m.FirstPart == m.SecondPart {
		return m.FirstPart
	}
	return ""
}
