package outward

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/frasier-cos/frasier/bot/forge"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/evidence"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/prose"
)

// proposeProofs puts down a status for the last commit of each branch that has a pull request. The yes to the pull request
// covers it: it was shown with it.
func (d *Doer) proposeProofs(ctx context.Context) error {
	due, err := d.Records.ProofsDue(ctx)
	if err != nil {
		return err
	}
	for _, p := range due {
		a, err := describeProof(p)
		if err != nil {
			return err
		}
		if _, err := d.Records.ProposeAction(ctx, a); err != nil {
			return err
		}
	}
	return nil
}

func describeProof(p coding.DueProof) (outward.Action, error) {
	var pull outward.Pull
	if err := json.Unmarshal(p.Pull, &pull); err != nil {
		return outward.Action{}, fmt.Errorf("read the pull request of %s: %w", p.Project, err)
	}
	s := outward.Status{Owner: pull.Owner, Repository: pull.Repository, Commit: p.Commit, Context: outward.ProofContext, Link: p.Link}
	s.Good, s.Text = sumProofs(p.Changes)
	raw, err := json.Marshal(s)
	return outward.Action{
		Key: "proof:" + string(p.Project) + ":" + p.Commit, Kind: outward.SetStatus, Connection: p.Connection, Project: p.Project, Place: outward.Place{Host: pull.Host, Owner: pull.Owner, Name: pull.Repository}.String(),
		Effect: fmt.Sprintf("The status %s at %.10s: %s", s.Context, s.Commit, s.Text), Order: raw, AllowedBy: p.AllowedBy,
	}, err
}

// sumProofs says in a line whether all of a branch is proven.
func sumProofs(changes []coding.StepChange) (good bool, text string) {
	const most = 140 // letters that forges show
	merged, tests := 0, 0
	for _, c := range changes {
		if c.Merged == nil {
			continue
		}
		if lacks := evidence.Lacks(c); lacks != "" {
			return false, prose.Clip(fmt.Sprintf("%s: %s", c.Step.Title, lacks), most, "…")
		}
		merged++
		tests += len(evidence.RedTests(c))
	}
	text = prose.Count(merged, "change") + ", all checks pass"
	if tests > 0 {
		text += fmt.Sprintf(", %s failed before", prose.Count(tests, "test"))
	}
	return merged > 0, text
}

func setStatus(ctx context.Context, f forge.Forge, s outward.Status) (made, error) {
	there := func() (bool, error) {
		got, ok, err := f.FindStatus(ctx, s.Owner, s.Repository, s.Commit, s.Context)
		return ok && got == s.Shown(), err
	}
	if ok, err := there(); err != nil || ok {
		return made{s.Link, s.Shown()}, err
	}
	if err := f.SetStatus(ctx, s); err != nil {
		return made{}, err
	}
	ok, err := there()
	if err == nil && !ok {
		err = fmt.Errorf("the status %s is not at %.10s though it was taken", s.Context, s.Commit)
	}
	return made{s.Link, s.Shown()}, err
}
