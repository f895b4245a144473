package worker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/worker/coder"
	"github.com/frasier-cos/frasier/worker/trial"
)

// writeChange has a model write the change, and tries it. Each turn is a stage, so a worker that is
// killed pays none twice; what an earlier round made is gone on from. The text says
// why there is no change that could be called done.
func (r *run) writeChange(ctx context.Context, b *trial.Runner, base placement, before []coding.Trial) (proven, string, error) {
	repo := r.about.Code.Repository
	start, err := r.recallPatch(ctx)
	if err != nil {
		return proven{}, "", err
	}
	var p proven
	var family string
	again := false
	_, err = coder.Written(ctx, coder.Task{
		Workspaces: b.Workspaces, Repository: repo, Base: base.Commit, BaseTree: base.Tree, Round: r.step.Round(), Start: start, Before: before, Ask: r.askTurn,
		Turns: r.placed.Turns.Value, Tries: r.placed.Tries.Value,
		Keep: func(ctx context.Context, n int, do func(context.Context) (coder.Turn, error)) (coder.Turn, error) {
			t, err := stage(ctx, r, org.StageTurn, n, do)
			family = t.Family
			return t, err
		},
		Check: func(ctx context.Context, tree string) ([]coding.Trial, error) {
			s := r.checkSubject(coding.TrialGreen, tree)
			s.Before = before
			return b.Run(ctx, s)
		},
		Prove: func(ctx context.Context, n int, c coding.Change) ([]string, error) {
			was := p.Change.Tree
			var err error
			p, err = r.proveChange(ctx, b, c, before, n-1)
			p.Family = family
			if again = p.Ruling.Asks(); again && was == c.Tree { // it insists
				return nil, err
			}
			faults := listObjections(p.Ruling)
			if again {
				faults = append(faults, insist)
			}
			return faults, err
		},
	})
	var no *coder.NothingError
	if errors.As(err, &no) && !again {
		return proven{}, no.Error() + "; nothing was merged", nil
	}
	if err != nil && no == nil {
		return proven{}, "", fmt.Errorf("write the change of step %s: %w", r.step.ID, err)
	}
	return p, "", nil
}

// insist tells the writer what to do where nothing but the guard stands against a change.
const insist = "where the task cannot be done without it, say done again and change nothing: then the founder is asked"

func (r *run) askTurn(ctx context.Context, n int, c prompt.TurnContract) (json.RawMessage, string, error) {
	if err := r.hearFounder(ctx); err != nil {
		return nil, "", err
	}
	blocks, err := r.Prompts.Blocks(prompt.Data{
		Stage: org.StageTurn, Tier: r.placed.Tier.Value, Project: prompt.ProjectOf(r.about), Task: prompt.TaskOf(r.step, r.about), Nonce: r.nonce, Contract: c,
	})
	if err != nil {
		return nil, "", fmt.Errorf("ask for turn %d of step %s: %w", n, r.step.ID, err)
	}
	reply, err := r.Client.Do(ctx, llm.Request{
		Purpose: org.StageTurn, Caller: r.callerOf(n), Tier: r.placed.Tier.Value, Blocks: blocks, Schema: r.Prompts.Schema(org.StageTurn), Check: coder.Faults, Exact: true,
		Input: work.StageInput{Step: &r.step, Context: &r.about},
	})
	return reply.Object, reply.Family, err
}

// hearFounder takes up what the founder said since the work began. What was done before he said it holds.
func (r *run) hearFounder(ctx context.Context) error {
	if r.only != "" {
		return nil
	}
	now, err := r.Records.Context(ctx, r.step.ID)
	if err != nil {
		return fmt.Errorf("hear what was said since step %s began: %w", r.step.ID, err)
	}
	for _, s := range now.Steering {
		if !slices.Contains(r.about.Steering, s) {
			r.about.Steering = append(r.about.Steering, s)
		}
	}
	return nil
}

// recallPatch returns what the round before left of the change, as a patch; empty for none.
func (r *run) recallPatch(ctx context.Context) ([]byte, error) {
	if r.step.Round() == 1 {
		return nil, nil
	}
	points, err := r.Records.Checkpoints(ctx, r.step.ID, r.step.Round()-1)
	if err != nil {
		return nil, fmt.Errorf("read what step %s made before: %w", r.step.ID, err)
	}
	last, patch := -1, []byte(nil)
	for _, p := range points {
		if p.Stage != org.StageTurn || p.Seq < last {
			continue
		}
		var t coder.Turn
		if err := json.Unmarshal([]byte(p.Output), &t); err != nil {
			return nil, fmt.Errorf("read turn %d of step %s: %w", p.Seq, r.step.ID, err)
		}
		last, patch = p.Seq, t.Patch
	}
	return patch, nil
}
