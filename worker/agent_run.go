package worker

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/worker/agent"
	"github.com/frasier-cos/frasier/worker/broker"
	"github.com/frasier-cos/frasier/worker/coder"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// agentWork is one round of an agent's work. Each tree that it leaves is kept as a turn, as those of the embedded coder are: whoever
// goes on after a kill begins with the last one.
type agentWork struct {
	*codeRun
	profile agent.Profile
	dir     string // the folder that it changes; its other folders stand beside it

	n        int // the turn that is kept next, from 1
	tree     string
	tried    int
	earlier  int // tries before it came back
	p        proven
	faults   []string
	asks     bool
	marks    []string // of what it was told of the founder's words
	fresh    []string // those that it was not told yet
	spoke    bool     // it has its order
	known    []string // marks of the founder's words that were told before the round
	replaced int      // times that another one took its place
	session  *agent.Session
	door     *broker.Door
}

// agentPast counts an agent's turns and tries of a round, when its change comes back though code found it good.
type agentPast struct{ n, tried int }

// writeByAgent has an agent write the change, and tries it. What stands against it is the next message of the same session.
func (r *codeRun) writeByAgent(ctx context.Context) (_ proven, no string, err error) {
	profile, _ := agent.ProfileOf(r.placed.Coder.Value)
	w := &agentWork{codeRun: r, profile: profile, n: 1, tree: r.base.Tree, dir: r.runner.Workspaces.Folder(r.about.Code.Repository, r.step.ID, "agent")}
	if err := w.takeUpRound(ctx); err != nil {
		return proven{}, "", err
	}
	defer func() { err = errors.Join(err, w.end()) }()
	defer func() { r.agent, r.heard = agentPast{w.n, w.tried}, append([]string{}, w.marks...) }()
	w.known = w.marks
	for {
		done, err := w.next(ctx)
		var failed *agent.FailedError
		var still *agent.StillError
		switch {
		case errors.As(err, &still) && w.replaced < org.AgentReplacements:
			if err := w.replaceAgent(ctx, still); err != nil {
				return proven{}, "", err
			}
			continue
		case errors.As(err, &still):
			return proven{}, w.explainEnd(fmt.Sprintf("%s, %d times", still.Why, w.replaced+1)), nil
		case errors.As(err, &failed):
			return proven{}, w.explainEnd(failed.Why), nil
		case err != nil:
			return proven{}, "", fmt.Errorf("have %s write the change of step %s: %w", profile.Kind, r.step.ID, err)
		case !done:
			continue
		}
		if over, no, err := w.prove(ctx); err != nil || over {
			return w.p, no, err
		}
	}
}

// refuseAgent says why the agent that was chosen may not work here: it is missing, or did not pass its rehearsal. Empty when it may.
func (r *run) refuseAgent(ctx context.Context) (string, error) {
	name := r.about.Code.Repository.Name
	profile, known := agent.ProfileOf(r.placed.Coder.Value)
	if !known {
		return fmt.Sprintf("this version knows no agent %s. Name another: frasier repo set %s coder embedded", r.placed.Coder.Value, name), nil
	}
	tried, err := r.Code.Rehearse(ctx, profile.Kind)
	var missing *agent.MissingError
	if errors.As(err, &missing) {
		return fmt.Sprintf("%s. Nothing was written. Do it again once that is there%s, or let me write it: frasier repo set %s coder embedded", missing, r.onMachine(), name), nil
	}
	if err != nil || tried.Passed() {
		return "", err
	}
	return fmt.Sprintf("the agent %s %s did not pass what I try before I give one work%s: %s. Nothing was written. Try it again with frasier coders try %s, or let me write it: frasier repo set %s coder embedded",
		profile.Kind, tried.Version, r.onMachine(), tried.Explain(), profile.Kind, name), nil
}

// takeUpRound takes up what an earlier round left, or what came back.
func (w *agentWork) takeUpRound(ctx context.Context) error {
	if len(w.setbacks) > 0 {
		w.n, w.tried, w.tree, w.earlier = w.agent.n, w.agent.tried, w.back.Tree, w.agent.tried
		w.marks = w.heard
		return nil
	}
	if let := w.onYes; let != nil {
		w.n, w.tried, w.tree, w.earlier = w.agent.n, w.agent.tried, w.back.Tree, w.agent.tried
		w.marks, w.p, w.faults = w.heard, *let, append(listObjections(let.Ruling), "The founder said yes to its packages. "+tellFetched(w.fetched))
		return nil
	}
	start, err := w.recallPatch(ctx)
	if err != nil || len(start) == 0 {
		return err
	}
	tree, err := w.runner.Workspaces.Apply(ctx, w.about.Code.Repository, w.base.Commit, start)
	var no *workspace.UnusableError
	if errors.As(err, &no) {
		return nil
	}
	if err == nil {
		w.tree = tree
	}
	return err
}

// next takes up a turn that is kept, or has the agent work until it says that it has done.
func (w *agentWork) next(ctx context.Context) (done bool, err error) {
	if p, ok := w.saved[org.StageSlot(org.StageTurn, w.n)]; ok && p.InputHash == w.hash {
		t, err := stage(ctx, w.run, org.StageTurn, w.n, func(context.Context) (coder.Turn, error) {
			return coder.Turn{}, &agent.FailedError{Why: "an agent's work cannot be done again in parts"}
		})
		if err != nil {
			return false, err
		}
		return t.Done != "", w.takeUp(ctx, t)
	}
	if w.session == nil {
		if err := w.open(ctx); err != nil {
			return false, err
		}
	}
	if err := w.takeFounderWords(ctx); err != nil {
		return false, err
	}
	said, err := w.session.Say(ctx, w.buildMessage(), w.door.Refused(), func(ctx context.Context, did string) error { return w.keepTurn(ctx, did, "") })
	if refusal := w.refusal(); refusal != nil {
		return false, refusal
	}
	if err != nil {
		return false, err
	}
	if said == "" {
		said = "It is done."
	}
	return true, w.keepTurn(ctx, "", said)
}

// replaceAgent ends an agent that stands still. The next one begins where it stood.
func (w *agentWork) replaceAgent(ctx context.Context, still *agent.StillError) error {
	err := w.end()
	w.replaced, w.session, w.door, w.spoke = w.replaced+1, nil, nil, false
	return errors.Join(err, w.Code.Records.TellReplaced(ctx, w.claim.Lease, still.Why+"; another one goes on from there"))
}

// takeFounderWords takes up what the founder said since the agent was told something.
func (w *agentWork) takeFounderWords(ctx context.Context) error {
	marks, said, err := w.hearFounder(ctx, w.marks)
	if err == nil && len(said) > 0 {
		w.marks, w.fresh = marks, append(w.fresh, said...)
	}
	return err
}

func (w *agentWork) takeUp(ctx context.Context, t coder.Turn) error {
	made := w.base.Tree
	if len(t.Patch) > 0 {
		var err error
		if made, err = w.runner.Workspaces.Apply(ctx, w.about.Code.Repository, w.base.Commit, t.Patch); err != nil {
			return fmt.Errorf("make turn %d again: %w", w.n, err)
		}
	}
	if made != t.Tree {
		return fmt.Errorf("turn %d gives the tree %s, and gave %s", w.n, made, t.Tree)
	}
	w.tree, w.n = t.Tree, w.n+1
	if t.Heard != nil {
		w.marks = t.Heard
	}
	return nil
}

// open fills the folder with the last tree and starts the agent in it.
func (w *agentWork) open(ctx context.Context) error {
	ws, repo := w.runner.Workspaces, w.about.Code.Repository
	installed, err := w.Code.Agents.Find(ctx, w.profile)
	if err != nil {
		return err
	}
	if err := ws.Empty(w.scratch()); err != nil {
		return err
	}
	if err := ws.Fill(ctx, repo, w.dir, w.tree); err != nil {
		return err
	}
	cache, err := ws.Cache(repo)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(w.scratch(), "way"), 0o700); err != nil {
		return fmt.Errorf("make a folder for %s: %w", w.profile.Kind, err)
	}
	model := w.Client.ModelFor(w.placed.Tier.Value)
	w.p.Family = model.Family
	if w.p.Family == "" {
		w.p.Family = w.Client.Prices.Family(model.ID)
	}
	made, err := w.Code.Records.AgentCalls(ctx, w.step.ID)
	if err != nil {
		return err
	}
	left := org.AgentCalls - made
	if left <= 0 {
		return w.explainMost()
	}
	nonce := fmt.Sprint(w.Now().UnixNano())
	w.door, err = w.Code.Broker.Open(ctx, filepath.Join(w.scratch(), "way"), nonce, broker.Run{Caller: w.callerOf(w.n), Tier: w.placed.Tier.Value, Model: model.ID, Idle: w.profile.Idle, Most: left})
	if err != nil {
		return err
	}
	w.marks = w.known // whoever begins was told nothing yet
	w.session, err = agent.Start(ctx, agent.Task{
		Fence: w.runner.Fence, Profile: w.profile, Installed: installed, Work: w.dir, Scratch: w.scratch(), Cache: cache, Socket: w.door.Path, Limit: org.AgentLimit, Silence: org.AgentSilence, Still: org.AgentStill, Waits: w.door.Waits, Log: w.Log,
	})
	return err
}

// refusal says why the agent may make no further call; nil while it may.
func (w *agentWork) refusal() error {
	refusal := w.door.Refusal()
	if _, most := errors.AsType[*broker.MostError](refusal); most {
		return w.explainMost()
	}
	return refusal
}

func (w *agentWork) explainMost() error {
	return &agent.FailedError{Why: fmt.Sprintf("the agent %s made %d model calls for this step, which is all that I let one make", w.profile.Kind, org.AgentCalls)}
}

func (w *agentWork) scratch() string { return w.dir + "-scratch" }

// keepTurn saves what the folder holds, when it is other than before or the agent has done. Then the next one to work on
// the step begins there.
func (w *agentWork) keepTurn(ctx context.Context, did, done string) error {
	if refusal := w.refusal(); refusal != nil {
		return refusal
	}
	ws, repo := w.runner.Workspaces, w.about.Code.Repository
	tree, err := ws.Snapshot(ctx, repo, workspace.Worked{
		Dir: w.dir, Base: w.base.Tree, Index: filepath.Join(w.scratch(), "index"), Kept: append(slices.Clone(w.profile.Masks), w.profile.Kept...),
	})
	if err != nil || tree == w.tree && done == "" {
		return err
	}
	t, err := stage(ctx, w.run, org.StageTurn, w.n, func(ctx context.Context) (coder.Turn, error) {
		t := coder.Turn{Tree: tree, Saw: did, Done: done, Family: w.p.Family, Heard: append([]string{}, w.marks...)}
		if tree == w.base.Tree {
			return t, nil
		}
		c, err := ws.Between(ctx, repo, w.base.Commit, tree)
		t.Patch = c.Patch
		return t, err
	})
	if err != nil {
		return err
	}
	w.tree, w.n = t.Tree, w.n+1
	return nil
}

// prove tries the change that the agent calls done. Its word decides nothing.
func (w *agentWork) prove(ctx context.Context) (over bool, no string, err error) {
	c, err := w.runner.Workspaces.Between(ctx, w.about.Code.Repository, w.base.Commit, w.tree)
	if err != nil {
		return true, "", err
	}
	family, was := w.p.Family, w.p.Change.Tree
	if p, ok := w.saved[org.StageSlot(org.StageTurn, w.n-1)]; ok && family == "" {
		family = familyOf(p.Output)
	}
	w.tried++
	w.p, err = w.proveChange(ctx, c, w.tried-1)
	w.p.Family = family
	if err != nil {
		return true, "", err
	}
	again := w.p.Ruling.Asks() && (was == c.Tree || w.mayAskAtOnce(w.p.Ruling)) // it insists
	w.asks, w.faults = w.p.Ruling.Asks(), listObjections(w.p.Ruling)
	if len(w.faults) == 0 || again {
		if w.session == nil || again { // what he says then sends it back
			return true, "", nil
		}
		err := w.takeFounderWords(ctx)
		return len(w.fresh) == 0, "", err // what he said meanwhile is for the agent
	}
	if w.asks {
		w.faults = append(w.faults, insist)
	}
	if w.tried-w.earlier < w.placed.Tries.Value {
		return false, "", nil
	}
	if w.asks {
		return true, "", nil
	}
	return true, w.explainEnd(fmt.Sprintf("the agent %s did not get it done in %d tries", w.profile.Kind, w.tried-w.earlier)), nil
}

func (w *agentWork) explainEnd(why string) string {
	if len(w.faults) > 0 {
		why += "; what it had made was not done: " + strings.Join(w.faults, "; ")
	}
	return why + "; nothing was merged"
}

// end ends the agent with all that it started, and then its way out.
func (w *agentWork) end() error {
	var all []error
	if w.session != nil {
		all = append(all, w.session.Close())
	}
	if w.door != nil {
		all = append(all, w.door.Close())
		all = append(all, w.runner.Workspaces.Drop(w.dir), w.runner.Workspaces.Drop(w.scratch()))
	}
	return errors.Join(all...)
}
