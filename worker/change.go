package worker

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/agent"
	"github.com/frasier-cos/frasier/worker/broker"
	"github.com/frasier-cos/frasier/worker/coder"
	"github.com/frasier-cos/frasier/worker/fence"
	"github.com/frasier-cos/frasier/worker/proof"
	"github.com/frasier-cos/frasier/worker/trial"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// CodeRecords reads and writes beside the step's own records for work on code.
type CodeRecords interface {
	PlaceStep(ctx context.Context, l work.Lease, p coding.Placement) (coding.Placement, error)
	SaveTrials(ctx context.Context, l work.Lease, round int, all []coding.Trial) error
	TellReplaced(ctx context.Context, l work.Lease, why string) error
	TellHooks(ctx context.Context, l work.Lease, all []coding.HookRun) error
	Branches(ctx context.Context) ([]coding.Branch, error)
	MarkLanded(ctx context.Context, all []org.ProjectID) error
	AgentCalls(ctx context.Context, step org.StepID) (int, error)
	KeepRivals(ctx context.Context, l work.Lease, all []coding.Rival) error
	AskRemote(ctx context.Context, l work.Lease, a coding.RemoteAsk) (coding.RemoteAsk, error)
	TakeMerge(ctx context.Context, l work.Lease, base string) (head string, merged []coding.Commit, err error)
}

// Code holds what a worker needs for steps that change code.
type Code struct {
	Records    CodeRecords
	Machine    string
	Workspaces workspace.Dir
	// Ready gives what runs checks; a *fence.MissingError says why there is none.
	Ready func(context.Context) (*trial.Runner, error)
	// Map keeps what a repository holds at a commit, for whoever plans the next order; nil keeps nothing.
	Map func(ctx context.Context, r coding.Repository, commit string)
	// Agents finds the agents of others, and Broker is their way to a model.
	Agents agent.Shelf
	// Rehearse tries an agent before its first work here, and returns what is known of its version after that.
	Rehearse func(context.Context, coding.CoderKind) (coding.Rehearsal, error)
	Broker   broker.Broker
}

// changeReply is a change as its stage keeps it: all else about it follows from that.
type changeReply struct {
	Tree  string `json:"tree"`
	Patch []byte `json:"patch"`
	Said  string `json:"said"`
	No    string `json:"no,omitempty"` // why there is none
	// Turns counts the turns that its writer took before the founder said yes to its packages.
	Turns int `json:"turns,omitempty"`
}

// codeRun is a change of code on its way: what its stages found so far.
type codeRun struct {
	*run

	runner *trial.Runner
	base   placement
	before []coding.Trial // what the checks said of the code as it was
	writer writer
	proven proven
	asked  []coding.Package // the new packages that the question is about

	settled map[string]bool             // trees whose packages were ordered or allowed
	joined  string                      // the tree of a change and its base, which git brought together; empty where there is none
	needs   map[string][]coding.Package // what packages require themselves, by these
	fetched string                      // the new packages that the last run had; empty for none
	onYes   *proven                     // the change whose packages the founder let be fetched, and with which its writer goes on
	passed  work.Outcome                // of its review

	setbacks []setback  // that sent it back to its writer in this round
	back     comeback   // what the last of them has it go on from
	past     coder.Past // what its writer did so far
	agent    agentPast  // the same of an agent
	remote   remotePast // the same of a program elsewhere
	heard    []string   // marks of what the founder had said when it was made; nil where nobody knows
}

// codeParts is the way of a change up to its writer.
func codeParts() []part[*codeRun] {
	return []part[*codeRun]{
		{do: (*codeRun).refuseReadOnly},
		{do: (*codeRun).findRunner},
		{do: (*codeRun).findCause, keeps: []string{org.StageDebug}},
		{do: (*codeRun).tryBase, keeps: []string{org.StageBase, coding.TrialBefore}},
		{do: (*codeRun).joinBase},
		{do: (*codeRun).chooseWriter},
	}
}

// writerParts is its way from there: it is made, tried on trees of Frasier's own, judged by code, reviewed, and merged behind
// the changes of the project that came before it. From two places it may go back to its writer.
func writerParts() []part[*codeRun] {
	return []part[*codeRun]{
		{do: (*codeRun).makeProven, keeps: []string{
			org.StageTurn, org.StageRefute, org.StageChange, org.StagePackages, org.StageTried, org.StageRivals, org.StageCompare, coding.TrialRed, coding.TrialGreen, coding.TrialOld,
		}},
		{do: (*codeRun).endUnfit},
		{do: (*codeRun).sendBack, keeps: []string{org.StageSetback, coding.TrialBefore}},
		{do: (*codeRun).review, keeps: append(judgingStages(), org.StageCodeReview)},
		{do: (*codeRun).sendBack, keeps: []string{org.StageSetback, coding.TrialBefore}},
		{do: (*codeRun).merge},
	}
}

// makeChange goes through the parts of a step that changes code.
func (r *run) makeChange(ctx context.Context) (work.Outcome, error) {
	c := &codeRun{run: r}
	o, err := follow(ctx, c, codeParts())
	for o == nil && err == nil {
		if o, err = follow(ctx, c, writerParts()); errors.Is(err, errSentBack) {
			err = nil
		}
	}
	if err != nil {
		return work.Outcome{}, err
	}
	return *o, nil
}

// refuseReadOnly ends what may not be before a model is paid for it.
func (r *codeRun) refuseReadOnly(context.Context) (*work.Outcome, error) {
	if repo := r.about.Code.Repository; repo.ReadOnly() {
		return end(r.failStep(repo.DescribeReadOnly()))
	}
	return nil, nil
}

// findRunner finds what runs checks. Without it the step waits for a worker that has it.
func (r *codeRun) findRunner(ctx context.Context) (*work.Outcome, error) {
	wait := func(why string) (*work.Outcome, error) {
		return end(work.Outcome{Next: org.StepPending, Hold: org.HoldCode, Cause: why})
	}
	repo := r.about.Code.Repository
	if r.Code == nil || !repo.On(r.Code.Machine) {
		return wait(r.describeElsewhere())
	}
	var err error
	r.runner, err = r.Code.Ready(ctx)
	var missing *fence.MissingError
	if errors.As(err, &missing) {
		return wait(missing.Error())
	}
	return nil, err
}

// findCause has somebody else look for the cause before the last try. What is given or let through nobody writes anew.
func (r *codeRun) findCause(ctx context.Context) (*work.Outcome, error) {
	if c := r.about.Code; c.Allowed != nil || len(c.Patches) > 0 {
		return nil, nil
	}
	return r.diagnoseCause(ctx)
}

// tryBase decides what the step starts from, and runs the checks on it.
func (r *codeRun) tryBase(ctx context.Context) (_ *work.Outcome, err error) {
	if r.base, err = r.decidePlacement(ctx, r.runner); err != nil {
		return nil, err
	}
	subject := r.checkSubject(coding.TrialBefore, r.base.Tree)
	subject.Packages.Make = true // what is merged already was asked about
	subject.Founders = !slices.ContainsFunc(r.about.Code.Merged, func(c coding.Commit) bool { return c.ID == r.base.Commit })
	r.before, err = r.tryTree(ctx, 0, subject)
	if unchecked := new(uncheckedError); errors.As(err, &unchecked) {
		return end(r.failUnchecked(unchecked))
	}
	if err != nil {
		return nil, err
	}
	if o, asks := r.askRedBase(r.before); asks {
		return &o, nil
	}
	r.allowTime(r.before)
	return nil, nil
}

// writer makes a change, or ends the step without one.
type writer struct {
	// write makes the change and tries it. The text says why there is none.
	write func(context.Context) (proven, string, error)
	// giveUp ends the step without a change.
	giveUp func(why string) work.Outcome
}

// chooseWriter finds who makes the change. What a founder gave is not made anew by trying again, so without
// it being good the step fails; who writes has another round.
func (r *codeRun) chooseWriter(ctx context.Context) (*work.Outcome, error) {
	again := func(why string) work.Outcome { return r.rejectRound(why) }
	if r.joined != "" {
		r.writer = writer{r.takeJoined, again}
		return nil, nil
	}
	switch r.placed.Coder.Value { //nolint:exhaustive // all others are agents, and data
	case coding.CoderGiven:
		r.writer = writer{r.takeGiven, r.failGiven}
	case coding.CoderAllowed:
		r.writer = writer{r.makeLetThrough, r.failGiven}
		if let := r.about.Code.Allowed; len(let.Packages) > 0 && len(r.about.Code.Patches) == 0 && !r.Client.Offline() {
			r.writer = writer{r.makeWithPackages, again} // a model goes on with the packages that it wanted
		}
	case coding.CoderRemote:
		r.writer = writer{r.takeFromElsewhere, again}
	case coding.CoderEmbedded:
		r.writer = writer{r.writeChange, again}
	default:
		why, err := r.refuseAgent(ctx)
		if err != nil {
			return nil, err
		}
		if why != "" {
			return end(r.failStep(why))
		}
		r.writer = writer{r.writeByAgent, again}
	}
	return nil, nil
}

// makeProven has the change made, and tried.
func (r *codeRun) makeProven(ctx context.Context) (*work.Outcome, error) {
	write := r.writer.write
	if r.competes() {
		write = r.writeCompeting
	}
	p, no, err := write(ctx)
	var stopped *coder.StoppedError
	var waits *waitingError
	switch {
	case errors.As(err, &stopped):
		return end(r.endStopped(*stopped))
	case errors.As(err, &waits):
		return end(waits.outcome)
	case err != nil:
		return nil, err
	case no != "":
		return end(r.writer.giveUp(no))
	}
	if r.base.Note != "" {
		p.Ruling.Notes = append([]string{r.base.Note}, p.Ruling.Notes...)
	}
	r.proven = p
	return nil, nil
}

// endUnfit ends what code does not find good: with a question where the founder may let it through.
func (r *codeRun) endUnfit(context.Context) (*work.Outcome, error) {
	p := &r.proven
	switch {
	case p.Ruling.Asks():
		return end(r.offerChange(*p))
	case !p.Ruling.Done():
		return end(r.writer.giveUp(explainUnfit(p.Ruling)))
	}
	p.Change.Red, p.Change.Findings, p.Change.Kind = p.Ruling.Red, p.Ruling.Allowed, p.Ruling.Kind
	return nil, nil
}

// review has the change read.
func (r *codeRun) review(ctx context.Context) (_ *work.Outcome, err error) {
	if r.passed, err = r.reviewChange(ctx); err != nil || r.passed.Next == org.StepCompleted {
		return nil, err
	}
	return &r.passed, nil
}

func (r *codeRun) merge(ctx context.Context) (*work.Outcome, error) {
	o, err := r.mergeChange(ctx)
	return &o, err
}

// failUnchecked ends a step that cannot be checked here, before anything is paid for.
func (r *run) failUnchecked(u *uncheckedError) work.Outcome {
	return r.failStep(fmt.Sprintf("%s. No test was run and nothing was written. Do it again once that is there%s, or name another check: frasier repo set %s check \"COMMAND\"",
		u.why, r.onMachine(), r.about.Code.Repository.Name))
}

// askRedBase asks before a model is paid for code on which no check and no test passes, unless the founder said that it may begin there.
func (r *run) askRedBase(before []coding.Trial) (work.Outcome, bool) {
	repo, all := r.about.Code.Repository, coding.CheckStates(before)
	if r.placed.Coder.Value != coding.CoderEmbedded || repo.Policy.RedBase || len(all) < redBaseChecks || !coding.NothingPasses(all) {
		return work.Outcome{}, false
	}
	return r.failStep(fmt.Sprintf("none of the %d checks passes on the code as it is, so no change could be proven; nothing was written and no model was asked. See why: frasier repo setup %s. "+
		"Do it again once one passes, or let me begin all the same: frasier repo set %s red on", len(all), repo.Name, repo.Name)), true
}

// redBaseChecks is the number of checks that must fail together for code to count as broken: one alone may be what the order is to mend.
const redBaseChecks = 2

// uncheckedError says why no check could run on the code as it is.
type uncheckedError struct{ why string }

func (e *uncheckedError) Error() string { return e.why }

// onMachine names the machine on which checks run.
func (r *run) onMachine() string {
	if r.Code.Machine == "" {
		return ""
	}
	return " on " + r.Code.Machine
}

type proven struct {
	Change coding.Change
	Ruling proof.Ruling
	Trials []coding.Trial
	Family string // of the model that wrote it; empty when it was given
}

// explainUnfit says why a change is not done. What a founder gave is not made anew by
// trying again, so it is he who decides.
func explainUnfit(g proof.Ruling) string {
	return strings.Join(listObjections(g), "; ") + "; nothing was merged"
}

func listObjections(g proof.Ruling) []string {
	said := slices.Clone(g.Reasons)
	for _, f := range g.Findings {
		text := f.Text
		if f.Path != "" && f.Line > 0 {
			text = fmt.Sprintf("%s:%d: %s", f.Path, f.Line, text)
		}
		said = append(said, text)
	}
	return said
}
