package worker

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/coder"
	"github.com/frasier-cos/frasier/worker/proof"
)

// offerChange ends a step whose change weakens a test or a check and is good otherwise: it stays out
// unless the founder lets this very change through.
func (r *codeRun) offerChange(p proven) work.Outcome {
	const most = 900 // bytes of the lines in question: they stand in one message
	said := listObjections(p.Ruling)
	const named = 4
	more := ""
	if n := len(said) - named; n > 0 {
		said, more = said[:named], fmt.Sprintf("; and %d more", n)
	}
	why := strings.Join(said, "; ") + more
	o := r.failStep(why + "; nothing was merged")
	o.Escalation = fmt.Sprintf("%q %s: %s. Its checks pass. Nothing is merged unless you allow it.", r.step.Title, describeFindings(p.Ruling.Findings), why)
	about := r.asked
	if !slices.ContainsFunc(p.Ruling.Findings, proof.IsAboutPackages) {
		about = nil
	} else {
		o.Escalation = fmt.Sprintf("%q needs your yes: %s. I fetch nothing of that before, so its checks have not run with it. With your yes they do, and decide.", r.step.Title, clipNamed(why, r.step.ID))
	}
	o.Offer = &coding.Offer{
		Base: p.Change.Base, Patch: p.Change.Patch, Said: p.Change.Said, Hunk: proof.Hunk(p.Change.Patch, p.Ruling.Findings, most), Again: len(r.about.Code.Patches) == 0,
		Note: noteOnFindings(p.Ruling), Packages: about,
	}
	return o
}

// describeFindings says in a few words, after the step's name, what a question about its change is about.
func describeFindings(all []coding.GuardFinding) string {
	var said []string
	for _, f := range all {
		what := "changes how the code is checked"
		switch {
		case proof.IsUnshown(f):
			what = "is not shown by a test"
		case proof.TakesNames(f):
			what = "takes from others what they may use"
		}
		if !slices.Contains(said, what) {
			said = append(said, what)
		}
	}
	return strings.Join(said, ", and ")
}

// noteOnFindings tells whoever writes the change anew what is to be different.
func noteOnFindings(g proof.Ruling) string {
	var notes []string
	for _, f := range g.Findings {
		note := "Leave the tests and the checks that are there as they are."
		switch {
		case proof.IsUnshown(f) && g.Kind == coding.KindRefactor:
			note = "Leave lines as they are that no test runs: what a refactoring keeps is shown by the tests that are there."
		case proof.IsUnshown(f):
			note = "Bring a test that fails without the change."
		case proof.TakesNames(f):
			note = "Keep the names that others may use, and what they take, as they are."
		}
		if !slices.Contains(notes, note) {
			notes = append(notes, note)
		}
	}
	return strings.Join(notes, " ")
}

// makeLetThrough makes the change again that the founder let through, and tries it as any other. His yes
// covers that patch to the byte.
func (r *codeRun) makeLetThrough(ctx context.Context) (proven, string, error) {
	repo, let := r.about.Code.Repository, r.about.Code.Allowed
	if len(let.Packages) > 0 { // whoever goes on with it begins there
		if _, err := stage(ctx, r.run, org.StageChange, 0, func(context.Context) (changeReply, error) {
			return changeReply{Patch: let.Patch, Said: let.Said}, nil
		}); err != nil {
			return proven{}, "", err
		}
	}
	tree, err := r.runner.Workspaces.Apply(ctx, repo, r.base.Commit, let.Patch)
	if err != nil {
		return proven{}, "", fmt.Errorf("make the change that was let through of step %s again: %w", r.step.ID, err)
	}
	c, err := r.runner.Workspaces.Between(ctx, repo, r.base.Commit, tree)
	if err != nil {
		return proven{}, "", err
	}
	c.Said = let.Said
	p, err := r.proveChange(ctx, c, 0)
	// The same patch on the same commit is the same change, also where names in it were quoted once and are not now.
	if err == nil && len(let.Packages) == 0 && (let.Base == r.base.Commit || bytes.Equal(c.Patch, let.Patch)) {
		p.Ruling = p.Ruling.Let()
	}
	return p, "", err
}

// makeWithPackages makes the change again whose packages the founder let be fetched. Where it does not hold yet, as one whose lock file nobody
// could write before, the one who writes here goes on with it in the same round: it is no bad work.
func (r *codeRun) makeWithPackages(ctx context.Context) (proven, string, error) {
	p, no, err := r.makeLetThrough(ctx)
	if err != nil || no != "" || p.Ruling.Asks() || p.Ruling.Done() {
		return p, no, err
	}
	order := *r.about.Code
	order.Allowed = nil
	how := coding.Place(coding.PlaceFacts{Tier: r.step.Tier, Order: order, Tip: r.base.Commit, Model: true})
	let, err := stage(ctx, r.run, org.StageChange, 1, func(context.Context) (changeReply, error) {
		return changeReply{Patch: r.about.Code.Allowed.Patch, Turns: r.countTurns()}, nil
	})
	if err != nil {
		return proven{}, "", err
	}
	turns, err := r.readTurns(let.Turns)
	if err != nil {
		return proven{}, "", err
	}
	tried := 0
	for _, t := range turns {
		if r.heard = t.Heard; t.Done != "" {
			tried++
		}
	}
	tried = max(1, tried)
	was := r.placed
	r.placed.Coder, r.placed.Tier, r.placed.Turns, r.placed.Tries = how.Coder, how.Tier, how.Turns, how.Tries
	r.back, r.onYes = comeback{Patch: let.Patch, Tree: p.Change.Tree}, &p
	if how.Coder.Value == coding.CoderEmbedded {
		r.past = coder.PastOf(turns, tried)
		r.past.Tell("The founder said yes. " + tellFetched(r.fetched))
		r.writer.write = r.writeChange
	} else {
		if why, err := r.refuseAgent(ctx); err != nil || why != "" {
			r.placed, r.onYes = was, nil
			return p, "", err
		}
		r.agent = agentPast{let.Turns + 1, tried}
		r.writer.write = r.writeByAgent
	}
	return r.writer.write(ctx)
}

// readTurns returns the first turns of this round.
func (r *codeRun) readTurns(n int) (turns []coder.Turn, err error) {
	for n := range n {
		var t coder.Turn
		if err := json.Unmarshal([]byte(r.saved[org.StageSlot(org.StageTurn, n+1)].Output), &t); err != nil {
			return nil, fmt.Errorf("read turn %d of step %s: %w", n+1, r.step.ID, err)
		}
		turns = append(turns, t)
	}
	return turns, nil
}

// countTurns returns how many turns of this round are kept.
func (r *codeRun) countTurns() (n int) {
	for {
		if _, kept := r.saved[org.StageSlot(org.StageTurn, n+1)]; !kept {
			return n
		}
		n++
	}
}
