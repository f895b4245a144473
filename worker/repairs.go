package worker

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/check"
)

// ending is the version that a rejected round ended with, and its evidence: the
// next round goes on from there.
type ending struct {
	Written  draftReply    `json:"written"`
	Evidence work.Evidence `json:"evidence"`
}

// readFormer reads what the last rejected round that got as far as a draft ended
// with; nil when there is none, or when the cause that was found is that its
// research looked in the wrong place.
func (r *run) readFormer(ctx context.Context) (*ending, error) {
	if d := r.about.Diagnosis; d != nil && d.Cause == CauseSearch {
		return nil, nil // nothing to go on from is no error
	}
	for round := r.step.Round() - 1; round > 0; round-- {
		points, err := r.Records.Checkpoints(ctx, r.step.ID, round)
		if err != nil {
			return nil, fmt.Errorf("read round %d of step %s: %w", round, r.step.ID, err)
		}
		i := slices.IndexFunc(points, func(p work.Checkpoint) bool { return p.Stage == org.StageEnd })
		if i < 0 {
			continue
		}
		var e ending
		if err := json.Unmarshal([]byte(points[i].Output), &e); err != nil {
			return nil, fmt.Errorf("read round %d of step %s: %w", round, r.step.ID, err)
		}
		if strings.TrimSpace(check.ParseDraft(e.Written.Reply).Text) != "" {
			return &e, nil
		}
	}
	return nil, nil // nothing to go on from is no error
}

// beginRound makes the first version of a round: a draft, or the draft that the round before ended
// with, revised by what it was rejected for.
func (r *documentRun) beginRound(ctx context.Context, ev *work.Evidence) (version, error) {
	if r.before == nil {
		return r.writeFirst(ctx, *ev)
	}
	v := r.auditReply(r.before.Written, *ev)
	for _, j := range r.about.Rejections {
		for _, f := range j.Feedback {
			if strings.HasPrefix(f, remark) {
				continue
			}
			v.Audit.MustFix = append(v.Audit.MustFix, makeDefect(f))
		}
	}
	w, err := r.reviseVersion(ctx, ev, v, repairs)
	if err != nil {
		return version{}, err
	}
	return w, nil
}

// repairs is the number of the revision that a round begins with; those of the
// round itself are counted from 1.
const repairs = MaxRevisions + 1

// makeDefect makes a defect of what a reviewer wrote. One that asks for evidence, or says that
// something is missing, is looked up.
func makeDefect(text string) check.Defect {
	d := check.Defect{Text: text}
	for _, w := range prose.Words(text) {
		switch w {
		case "source", "sources", "evidence", "research", "unsourced", "unsupported", "citation", "citations",
			"missing", "lacks", "lack", "absent", "stale", "outdated", "unread", "unopened", "paper", "papers", "document", "documents", "folder":
			d.Find = text
		}
	}
	return d
}
