package worker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

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
func (r *codeRun) writeChange(ctx context.Context) (proven, string, error) {
	repo := r.about.Code.Repository
	start, last, err := r.recallRound(ctx)
	if err != nil {
		return proven{}, "", err
	}
	if len(r.setbacks) > 0 || r.onYes != nil {
		start = r.back.Patch
	}
	var p proven
	var family string
	again := false
	_, err = coder.Written(ctx, coder.Task{
		Workspaces: r.runner.Workspaces, Repository: repo, Base: r.base.Commit, BaseTree: r.base.Tree, Round: r.step.Round(), Start: start, Before: r.before, Ask: r.askWithPackages,
		Turns: r.placed.Turns.Value, Tries: r.placed.Tries.Value, Order: r.step.Title + "\n" + r.step.Goal, Last: last,
		Keep: func(ctx context.Context, n int, do func(context.Context) (coder.Turn, error)) (coder.Turn, error) {
			t, err := stage(ctx, r.run, org.StageTurn, n, do)
			family = t.Family
			return t, err
		},
		Check: r.checkInTurn,
		Run: func(ctx context.Context, tree, command string) (string, string, error) {
			s := r.checkSubject(coding.TrialGreen, tree)
			s.Repository, s.Step = repo, r.step.ID
			if err := r.givePackages(ctx, &s); err != nil {
				return "", "", err
			}
			return r.runner.RunCommand(ctx, s, command)
		},
		Prove: func(ctx context.Context, n int, c coding.Change) ([]string, error) {
			was := p.Change.Tree
			var err error
			p, err = r.proveChange(ctx, c, n-1)
			p.Family = family
			if again = p.Ruling.Asks(); again && (was == c.Tree || r.mayAskAtOnce(p.Ruling)) { // it insists
				return nil, err
			}
			faults := listObjections(p.Ruling)
			if again {
				faults = append(faults, insist)
			}
			if len(faults) > 0 && r.fetched != "" {
				faults = append(faults, tellFetched(r.fetched))
			}
			return faults, err
		},
		Refute: func(ctx context.Context, n int, test string, c coding.Change) (faults []string, err error) {
			r.answer, faults, err = r.refuteOrder(ctx, n, test, c)
			return faults, err
		},
		Hear: r.hearWriting, Past: &r.past,
	})
	var no *coder.NothingError
	var stopped *coder.StoppedError
	if errors.As(err, &stopped) {
		return proven{}, "", err
	}
	if errors.As(err, &no) && !again {
		return proven{}, no.Error() + "; nothing was merged", nil
	}
	if err != nil && no == nil {
		return proven{}, "", fmt.Errorf("write the change of step %s: %w", r.step.ID, err)
	}
	return p, "", nil
}

// checkInTurn runs the checks on a tree that is being written.
func (r *codeRun) checkInTurn(ctx context.Context, tree string) (_ []coding.Trial, err error) {
	s := r.checkSubject(coding.TrialGreen, tree)
	s.Before = r.before
	if err := r.givePackages(ctx, &s); err != nil {
		return nil, err
	}
	if s.Touched, err = r.findTouched(ctx, tree); err != nil {
		return nil, err
	}
	return r.runner.Run(ctx, s)
}

// findTouched says what a tree that is being written touches; nil where no check is so long that it matters. When the change is called
// done, all is run.
func (r *codeRun) findTouched(ctx context.Context, tree string) (*trial.Touched, error) {
	out := &trial.Touched{}
	for _, t := range r.before {
		if t.MS >= wholeBelow.Milliseconds() {
			out.Long = append(out.Long, t.Name)
		}
	}
	if len(out.Long) == 0 {
		return nil, nil
	}
	ws, repo := r.runner.Workspaces, r.about.Code.Repository
	c, err := ws.Between(ctx, repo, r.base.Commit, tree)
	if err != nil {
		return nil, fmt.Errorf("see what step %s touches: %w", r.step.ID, err)
	}
	files, err := ws.Files(ctx, repo, tree)
	if err != nil {
		return nil, fmt.Errorf("see what step %s touches: %w", r.step.ID, err)
	}
	for _, f := range c.Files {
		out.Changed = append(out.Changed, f.Path)
	}
	for _, f := range files {
		out.Names = append(out.Names, f.Path)
	}
	out.Read = func(name string) (string, error) { return ws.Read(ctx, repo, tree, name) }
	return out, nil
}

// insist tells the writer what to do where nothing but the guard stands against a change.
const insist = "where the task cannot be done without it, say done again and change nothing: then the founder is asked"

// askWithPackages says besides which packages were fetched that the code did not have.
func (r *codeRun) askWithPackages(ctx context.Context, n int, c prompt.TurnContract) (reply, family string, err error) {
	if r.fetched != "" {
		c.Fetched = tellFetched(r.fetched)
	}
	c.Yes = r.onYes != nil
	return r.askTurn(ctx, n, c)
}

// tellFetched says that packages are there, and what is to be done with them.
func tellFetched(named string) string {
	return "Fetched, since the founder ordered or allowed it: " + named + ". It is here now, for check and run. Where the lock file lacks it, have it written by run (GOFLAGS=-mod=mod go mod tidy, or what its tool has for that), apply it, and say done."
}

// describeRole is the persona of an author who joined by a file: whoever named him wants the change made his way. Of others the
// page says all.
func (r *run) describeRole() string {
	if !r.about.Agent.ID.IsRole() {
		return ""
	}
	return r.about.Agent.Persona
}

func (r *run) askTurn(ctx context.Context, n int, c prompt.TurnContract) (reply, family string, err error) {
	written := c
	c.Called, c.Actions = true, nil
	blocks, err := r.Prompts.BlocksWithTools(prompt.Data{
		Stage: org.StageTurn, Tier: r.placed.Tier.Value, Persona: r.describeRole(), Project: prompt.ProjectOf(r.about), Task: prompt.TaskOf(r.step, r.about), Nonce: r.nonce, Contract: c,
	}, written)
	if err != nil {
		return "", "", fmt.Errorf("ask for turn %d of step %s: %w", n, r.step.ID, err)
	}
	got, err := r.Client.Do(ctx, llm.Request{
		Purpose: org.StageTurn, Caller: r.callerOf(n), Tier: r.placed.Tier.Value, Blocks: blocks, Tools: coder.ListTools(), Verbatim: true,
		Input: work.StageInput{Step: &r.step, Context: &r.about},
	})
	var no *llm.Error
	if errors.As(err, &no) && no.Class == llm.ClassContent && (no.Kind == "empty" || no.Kind == "broken_call") {
		return "", "", &coder.FormError{Words: no.Sentence}
	}
	return got.Spell(), got.Family, err
}

// recallPatch returns what the round before left of the change, as a patch; empty for none.
func (r *run) recallPatch(ctx context.Context) ([]byte, error) {
	patch, _, err := r.recallRound(ctx)
	return patch, err
}

// recallRound returns what the round before left of the change, as a patch, and what its checks said of it; empty for none.
func (r *run) recallRound(ctx context.Context) ([]byte, []coding.Trial, error) {
	if r.step.Round() == 1 {
		return nil, nil, nil
	}
	points, err := r.Records.Checkpoints(ctx, r.step.ID, r.step.Round()-1)
	if err != nil {
		return nil, nil, fmt.Errorf("read what step %s made before: %w", r.step.ID, err)
	}
	turn, try, patch, last := -1, -1, []byte(nil), []coding.Trial(nil)
	for _, p := range points {
		switch {
		case p.Stage == org.StageTurn && p.Seq >= turn:
			var t coder.Turn
			if err := json.Unmarshal([]byte(p.Output), &t); err != nil {
				return nil, nil, fmt.Errorf("read turn %d of step %s: %w", p.Seq, r.step.ID, err)
			}
			turn, patch = p.Seq, t.Patch
		case p.Stage == org.StageChange && turn < 0: // the founder let its packages be fetched, and it did not hold with them
			var m changeReply
			if err := json.Unmarshal([]byte(p.Output), &m); err != nil {
				return nil, nil, fmt.Errorf("read what step %s had of a yes: %w", r.step.ID, err)
			}
			patch = m.Patch
		case p.Stage == org.StageTried && p.Seq >= try:
			var tried trial.Tried
			if err := json.Unmarshal([]byte(p.Output), &tried); err != nil {
				return nil, nil, fmt.Errorf("read how step %s was tried before: %w", r.step.ID, err)
			}
			try, last = p.Seq, coding.TrialsOf(tried.Trials, coding.TrialGreen, "")
		}
	}
	return patch, last, nil
}
