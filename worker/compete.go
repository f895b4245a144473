package worker

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/worker/check"
	"github.com/frasier-cos/frasier/worker/coder"
	"github.com/frasier-cos/frasier/worker/proof"
	"github.com/frasier-cos/frasier/worker/review"
)

// lanes is the distance between the numbers of the stages and calls of one rival and those of the next.
const lanes = 10_000

// competes reports whether several make the change: in the first round, before anything came back. What is sent back goes on with one.
func (r *codeRun) competes() bool {
	o := r.about.Code
	return len(o.Rivals) > 1 && r.step.Round() == 1 && len(r.setbacks) == 0 && r.onYes == nil && o.Allowed == nil && len(o.Patches) == 0 && !r.Client.Offline()
}

// verdictOfRivals names who won, and why.
type verdictOfRivals struct {
	Won    int    `json:"won"` // among them, from 0; -1 for none
	Why    string `json:"why"`
	Second string `json:"second,omitempty"` // the model that was asked where code saw no difference
}

// entry is one rival's change with how it was tried.
type entry struct {
	rival coding.Rival
	made  proven
	no    string // why it made nothing
}

// writeCompeting has each rival make the change, one after the other and none seeing another's, and takes the best. Code judges; a model of
// another family does where it sees no difference.
func (r *codeRun) writeCompeting(ctx context.Context) (proven, string, error) {
	defer func() { r.lane = 0 }()
	var all []entry
	for i, rival := range r.about.Code.Rivals {
		e, err := r.writeAs(ctx, i, rival)
		if err != nil {
			return proven{}, "", err
		}
		all = append(all, e)
	}
	r.lane = 0
	contenders, err := r.crossTests(ctx, all)
	if err != nil {
		return proven{}, "", err
	}
	v, err := stage(ctx, r, org.StageRivals, 0, func(ctx context.Context) (verdictOfRivals, error) {
		v, err := r.judgeRivals(ctx, all, contenders)
		if err != nil || r.isReplay() {
			return v, err
		}
		return v, r.Code.Records.KeepRivals(ctx, r.claim.Lease, listResults(all, v))
	})
	if err != nil {
		return proven{}, "", err
	}
	if v.Won < 0 {
		var why []string
		for _, e := range all {
			why = append(why, fmt.Sprintf("%s: %s", e.rival.Name(), e.fault()))
		}
		return proven{}, "none of " + fmt.Sprint(len(all)) + " made a change that holds: " + strings.Join(why, "; "), nil
	}
	p := all[v.Won].made
	p.Ruling.Notes = append(p.Ruling.Notes, fmt.Sprintf("%d made it against each other; this is by %s: %s. The others' patches are kept.", len(all), all[v.Won].rival.Name(), v.Why))
	return p, "", nil
}

// writeAs has one rival make the change, in a lane of his own.
func (r *codeRun) writeAs(ctx context.Context, i int, rival coding.Rival) (entry, error) {
	was, writer := r.placed, r.writer
	defer func() { r.placed, r.writer = was, writer }()
	r.lane = (i + 1) * lanes
	r.past, r.agent, r.back = coder.Past{}, agentPast{}, comeback{}
	r.placed.Coder = coding.Sourced[coding.CoderKind]{Value: rival.Coder, From: coding.FromStep}
	if rival.ByModel() {
		r.placed.Tier = coding.Sourced[org.Tier]{Value: rival.Tier, From: coding.FromStep}
	}
	e := entry{rival: rival}
	o, err := r.chooseWriter(ctx)
	switch {
	case err != nil:
		return e, err
	case o != nil: // this agent cannot work here
		e.no = o.Cause
		return e, nil
	}
	e.made, e.no, err = r.writer.write(ctx)
	var stopped *coder.StoppedError
	var waits *waitingError
	switch {
	case errors.As(err, &stopped):
		e.no, err = stopped.Text, nil
	case errors.As(err, &waits):
		e.no, err = waits.Error(), nil
	}
	return e, err
}

// fault says why a rival's change is not taken for what it is; empty for one that is proven.
func (e entry) fault() string {
	if e.no != "" {
		return e.no
	}
	return strings.Join(listObjections(e.made.Ruling), "; ")
}

// crossTests runs the tests of each change on the others: what one of them shows, another may not do.
func (r *codeRun) crossTests(ctx context.Context, all []entry) ([]proof.Contender, error) {
	out := make([]proof.Contender, len(all))
	for i, e := range all {
		out[i] = proof.Contender{Change: e.made.Change, Ruling: e.made.Ruling}
		if e.no != "" {
			out[i].Change.Tree = ""
		}
	}
	for i := range all {
		for j := range all {
			if i == j || !holds(out[i]) || !holds(out[j]) || out[i].Change.Tree == out[j].Change.Tree {
				continue
			}
			fails, err := r.failsTestsOf(ctx, i*len(all)+j, out[i].Change, out[j].Change)
			if err != nil {
				return nil, err
			}
			if fails {
				out[j].Beaten++
				out[i].Beats++
			}
		}
	}
	return out, nil
}

func holds(c proof.Contender) bool { return c.Change.Tree != "" && len(c.Ruling.Reasons) == 0 }

// failsTestsOf reports whether tests that one change brings, and that pass on it, fail on the other.
func (r *codeRun) failsTestsOf(ctx context.Context, n int, of, on coding.Change) (bool, error) {
	both, err := stage(ctx, r, org.StageRivals, n+1, func(ctx context.Context) (out [2][]coding.Trial, err error) {
		s := r.checkSubject(coding.TrialGreen, of.Tree)
		s.Step = r.step.ID
		if err := r.givePackages(ctx, &s); err != nil {
			return out, err
		}
		out[0], out[1], err = r.runner.TryOn(ctx, s, of, on)
		return out, err
	})
	if err != nil {
		return false, err
	}
	return proof.Worse(both[0], both[1]), nil
}

// judgeRivals says who won. Where code sees no difference, a model of another family reads both of the best.
func (r *codeRun) judgeRivals(ctx context.Context, all []entry, contenders []proof.Contender) (verdictOfRivals, error) {
	best, why := proof.Rank(contenders)
	if len(best) == 0 {
		return verdictOfRivals{Won: -1}, nil
	}
	v := verdictOfRivals{Won: best[0], Why: why}
	for _, next := range best[1:] {
		if contenders[next].Change.Tree == contenders[v.Won].Change.Tree {
			v.Why = "they made the same"
			continue
		}
		a, b := r.readableWork(all[v.Won]), r.readableWork(all[next])
		got, err := r.Judge.CompareRivals(ctx, a, b)
		if llm.Content(err) || errors.Is(err, org.ErrNoModel) || errors.Is(err, review.ErrOwnFamily) {
			v.Why = "code sees no difference, and no model of another family could be asked, so it is the first"
			continue
		}
		if err != nil {
			return v, err
		}
		if got.Second {
			v.Won = next
		}
		v.Why, v.Second = "code sees no difference; a model of another family says: "+got.Why, got.Critique.Model
	}
	return v, nil
}

// readableWork is a change as a judge reads it, who does not learn who made it.
func (r *codeRun) readableWork(e entry) review.Work {
	ver := version{draftReply: draftReply{Family: e.made.Family}, Draft: check.Draft{Text: diffText(e.made.Change)}}
	return r.judgeWork(work.Evidence{}, ver, e.rival.N)
}

// listResults returns each rival as it is stored, whether it won or not.
func listResults(all []entry, v verdictOfRivals) []coding.Rival {
	var out []coding.Rival
	for i, e := range all {
		one := e.rival
		one.Patch, one.Why = e.made.Change.Patch, e.fault()
		switch {
		case i == v.Won:
			one.Result, one.Why = coding.RivalWon, v.Why
		case e.no != "":
			one.Result = coding.RivalNone
		default:
			if one.Result = coding.RivalLost; one.Why == "" {
				one.Why = "the one that was taken: " + v.Why
			}
		}
		out = append(out, one)
	}
	return out
}
