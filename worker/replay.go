package worker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/stagelog"
	"github.com/frasier-cos/frasier/internal/work"
)

// dry lets a replay read and writes nothing.
type dry struct{ Records }

func (dry) SaveCheckpoint(context.Context, work.Lease, work.Checkpoint) error { return nil }
func (dry) MarkInReview(context.Context, work.Lease) error                    { return nil }
func (dry) Finish(context.Context, work.Lease, work.Outcome) error            { return stagelog.ErrReplayed }
func (dry) FailProject(context.Context, org.ProjectID, string) error          { return nil }

// retrace is the shelf of a round that is done again from what is kept of it: nothing is stored.
type retrace struct {
	checkpoints
	slot   string // the one stage that is done again
	anew   bool   // the round goes on after that stage
	output string // what it gave
}

func (t *retrace) recall(slot, input string) (string, bool, error) {
	output, kept, err := t.checkpoints.recall(slot, input)
	switch {
	case !kept || slot != t.slot:
		return output, kept, err
	case slot == org.StageSlot(org.StageContext, 0): // what stood around the round is read, since more was learnt meanwhile
		t.output = output
		return output, true, stagelog.ErrReplayed
	}
	return "", false, nil
}

func (t *retrace) keep(_ context.Context, _ work.Lease, p work.Checkpoint) error {
	if org.StageSlot(p.Stage, p.Seq) == t.slot && !t.anew {
		t.output = p.Output
		return stagelog.ErrReplayed
	}
	return nil
}

// isReplay reports whether a round is done again, which changes nothing and asks nobody but the ledger.
func (r *run) isReplay() bool { return r.again != nil }

// lacks reports whether the round that is done again is from before a stage was kept, so that it went another way.
func (r *run) lacks(name string, seq int) bool {
	slot := org.StageSlot(name, seq)
	_, kept := r.saved[slot]
	return r.isReplay() && r.again.slot != slot && !kept
}

// AgainIn does one stage of one round of a step again: from what the database keeps and
// nothing else. What came before is read from its checkpoints; the stage itself is worked
// out anew. Nothing is stored. The client must answer from its ledger alone for the bytes to
// be comparable. It returns stagelog.ErrNoStage for a stage that was not done.
func (w *Worker) AgainIn(ctx context.Context, s org.Step, round int, name string) (stagelog.Replay, error) {
	points, err := w.Records.Checkpoints(ctx, s.ID, round)
	if err != nil {
		return stagelog.Replay{}, fmt.Errorf("read checkpoints of step %s: %w", s.ID, err)
	}
	i := slices.IndexFunc(points, func(p work.Checkpoint) bool { return p.Stage == name || org.StageSlot(p.Stage, p.Seq) == name })
	if i < 0 {
		return stagelog.Replay{}, fmt.Errorf("%w: %s of step %s in round %d", stagelog.ErrNoStage, name, s.ID, round)
	}
	copied := *w
	copied.Records = dry{w.Records}
	copied.Crash = nil
	if round < s.Round() { // what the watcher says of a step he says after its rejections
		copied.Advice = func(context.Context, org.StepID) ([]string, error) { return nil, nil }
	}
	s.Strikes += round - s.Round()
	p := points[i]
	r := &run{Worker: &copied, step: s, again: &retrace{slot: org.StageSlot(p.Stage, p.Seq)}}
	if err = r.openStep(ctx); err == nil {
		_, err = r.findOutcome(ctx)
	}
	if err == nil {
		err = stagelog.ErrNotReached
	}
	if !errors.Is(err, stagelog.ErrReplayed) {
		return stagelog.Replay{}, fmt.Errorf("do %s of step %s again: %w", name, s.ID, err)
	}
	return stagelog.Replay{Stage: r.again.slot, Round: round, Bytes: r.again.output, Same: sameBytes(r.again.output, p.Output)}, nil
}

// countedPoints matches the points of a critique, which older programs did not count.
var countedPoints = lazyregexp.New(`"points":\{"met":\d+,"asked":\d+\},"missed":(?:true|false),`)

// sameBytes compares what a stage gave with what is kept of it, where critics of an
// older program counted no points. How long something took is another time each time.
func sameBytes(again, kept string) bool {
	again, kept = measured.ReplaceAllString(again, ""), measured.ReplaceAllString(kept, "")
	if !countedPoints.MatchString(kept) {
		again = countedPoints.ReplaceAllString(again, "")
	}
	if !strings.Contains(kept, `"about":`) { // nor said what a finding is about
		again = about.ReplaceAllString(again, "")
	}
	return again == kept
}

var measured = lazyregexp.New(`"ms":\d+`)

var about = lazyregexp.New(`,"about":"(?:[^"\\]|\\.)*"`)

// Anew does the last round of a step again from one stage on: that stage and all that
// changes by it is asked for, and what stays the same is read. Nothing is stored but the
// calls and what is searched and read.
func (w *Worker) Anew(ctx context.Context, s org.Step, from string) (work.Outcome, error) {
	copied := *w
	copied.Records = dry{w.Records}
	copied.Crash = nil
	r := &run{Worker: &copied, step: s, again: &retrace{slot: from, anew: true}}
	if err := r.openStep(ctx); err != nil {
		return work.Outcome{}, err
	}
	if r.about.Code != nil {
		return work.Outcome{}, fmt.Errorf("step %s changes code, which is not done anew: %w", s.ID, org.ErrConflict)
	}
	out, err := r.findOutcome(ctx)
	if err != nil {
		return out, fmt.Errorf("do step %s anew from %s: %w", s.ID, from, err)
	}
	return out, nil
}

// leaveOutLater leaves out of what stands around a step all that came after a round
// began, so that the round reads what it read then.
func leaveOutLater(c work.StepContext, round int) work.StepContext {
	c.Rejections = slices.DeleteFunc(slices.Clone(c.Rejections), func(j work.Rejection) bool { return j.Round >= round })
	c.Rounds = slices.DeleteFunc(slices.Clone(c.Rounds), func(x work.Round) bool { return x.N >= round })
	if d := c.Diagnosis; d != nil && d.Round >= round {
		c.Diagnosis = nil
	}
	c.Feedback = nil
	return c
}

// recallGiven returns what a stage of research was given when it was done first; nil while it is done
// for the first time, and for one from before it was kept.
func (r *run) recallGiven(name string, seq int) *work.Outside {
	key := org.StageSlot(name, seq)
	if !r.isReplay() || key != r.again.slot || r.again.anew {
		return nil
	}
	var kept struct {
		Outside *work.Outside `json:"outside"`
	}
	if json.Unmarshal([]byte(r.saved[key].Output), &kept) != nil {
		return nil // the stage itself says so
	}
	return kept.Outside
}
