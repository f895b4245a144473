package worker

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"syscall"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/retry"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// Work runs one claim to its end and hands in. It returns org.ErrLeaseLost
// when the claim was taken away, and the context's error when ctx ended, in
// which case the claim is still held and Release gives it back. Any other
// error was handed in as well: no claim is left lying. The claim on a step
// whose project was paused is given back, with what was saved of it.
// A pool hears by handing when it begins and ends to hand in.
func (w *Worker) Work(ctx context.Context, c work.Claim, handing func(bool)) error {
	w.recordCrash("claimed")
	r := &run{Worker: w, claim: c, step: c.Step, handing: handing}
	o, err := r.attemptStep(reports.ForProject(ctx, c.Step.Project))
	if errors.Is(err, org.ErrStopped) {
		return w.Queue.GiveBack(ctx, c.Lease)
	}
	if err == nil {
		w.recordCrash("before finish")
		o.Diagnosis = r.found
		err = r.handIn(ctx, o)
	}
	if err == nil {
		w.recordCrash("after finish")
		r.showMerged(ctx, o)
	}
	return err
}

func (r *run) attemptStep(ctx context.Context) (work.Outcome, error) {
	err := r.openStep(ctx)
	limited, stop := r.boundAttempt(ctx)
	defer stop()
	var o work.Outcome
	if err == nil {
		o, err = r.findOutcome(limited)
	}
	switch {
	case err == nil:
		return o, nil
	case ctx.Err() != nil:
		return o, ctx.Err()
	case storageFault(err):
		return r.decideFault(ctx, err) // the time went by while the database was waited for
	case limited.Err() != nil && !errors.Is(err, org.ErrLeaseLost):
		return r.endOverlong(r.limit), nil
	}
	return r.decideFault(ctx, err)
}

func (r *run) findOutcome(ctx context.Context) (work.Outcome, error) {
	switch {
	case r.step.Kind == org.KindAssembly:
		return r.assemble(ctx)
	case r.about.Code != nil && r.about.Code.Reading != nil:
		return r.readPull(ctx)
	case r.about.Code != nil:
		return r.makeChange(ctx)
	}
	return r.writeDocument(ctx)
}

// boundAttempt has an attempt end that takes too long.
func (r *run) boundAttempt(ctx context.Context) (limited context.Context, stop func()) {
	r.limit, r.began = org.AttemptLimit, time.Now()
	if r.about.Code != nil {
		r.limit = org.CodeAttemptLimit
	}
	if r.Unhurried > 0 {
		r.limit = r.Unhurried
	}
	limited, cancel := context.WithCancel(ctx)
	r.bound = time.AfterFunc(r.limit, cancel)
	return limited, func() {
		r.bound.Stop()
		cancel()
	}
}

// allowTime gives the attempt as long as the checks that were run on the base say that it needs. A round that is done again has no limit.
func (r *run) allowTime(before []coding.Trial) {
	if r.isReplay() {
		return
	}
	if limit := coding.AttemptLimit(coding.TimeOf(before)); limit > r.limit && r.Unhurried == 0 {
		r.limit = limit
		r.bound.Reset(limit - time.Since(r.began))
	}
}

// endOverlong ends an attempt that reached its limit. One that saved a stage goes on from there; one
// that saved nothing is a rejected round, so that there is an end to it.
func (r *run) endOverlong(limit time.Duration) work.Outcome {
	why := fmt.Sprintf("the attempt took longer than %s", limit)
	if r.advanced {
		return work.Outcome{Next: org.StepPending, Hold: org.HoldBackoff, RunAfter: r.Now().Add(deferral), Cause: why}
	}
	return r.rejectRound(why)
}

// patience bounds how often the database may refuse an outcome before something else is handed in.
const patience = 3

// soon is the first pause before an outcome is handed in again.
const soon = 100 * time.Millisecond

// handIn hands in an outcome, again and again while the database cannot take
// it: the claim is renewed as long as this process lives, so nobody else would.
// An outcome that it refuses becomes a rejected round, and a project ends whose
// step it lets end in no way: only that reaches the founder, and the claim is free.
func (r *run) handIn(ctx context.Context, o work.Outcome) error {
	storage, refusal := retry.Policy{First: soon, Most: 30 * time.Second}, retry.Policy{First: soon, Most: soon}
	faults, refused, began := 0, 0, r.Now()
	for {
		r.handing(true)
		err := r.deliverOutcome(ctx, o, refused)
		if err == nil || errors.Is(err, org.ErrLeaseLost) || ctx.Err() != nil {
			return err
		}
		r.handing(false)
		r.Log.ErrorContext(ctx, "hand in", "step", r.step.ID, "err", err)
		var wait time.Duration
		if storageFault(err) {
			faults++
			wait, _ = storage.Next(faults, began, r.Now())
		} else {
			refused++
			wait, _ = refusal.Next(refused, began, r.Now())
		}
		switch refused {
		case patience:
			o = r.rejectRound("the result could not be stored: " + err.Error())
		case 3 * patience: // nor does the project end
			return errors.Join(err, r.Queue.GiveBack(ctx, r.claim.Lease))
		}
		if err := retry.Sleep(ctx, wait); err != nil {
			return err
		}
	}
}

// deliverOutcome is one try to hand in: the outcome, or the end of the project when
// that was refused too often.
func (r *run) deliverOutcome(ctx context.Context, o work.Outcome, refused int) error {
	if refused < 2*patience {
		return r.Records.Finish(ctx, r.claim.Lease, o)
	}
	err := r.endProject(ctx, fmt.Sprintf("what became of %q could not be stored; this is a fault of ours, please report it", r.step.Title))
	if errors.Is(err, org.ErrLeaseLost) {
		return nil
	}
	return err
}

// storageFault reports an error of the database or the disk that says nothing about what
// was to be stored: work waits for it, and it is no step's fault.
func storageFault(err error) bool {
	return errors.Is(err, org.ErrDisk) || errors.Is(err, org.ErrInDoubt) || errors.Is(err, syscall.ENOSPC)
}

// deferral is the wait of a step after a transport fault that names no time of its own.
const deferral = 5 * time.Second

// awayFor is the wait of a step for the address of its code.
const awayFor = 20 * time.Second

// brokenRetry paces the tries of a step whose work broke off for want of something that is no model: a
// file system, a program, a network. It waits for as long as that takes; the journal, status and
// doctor say what for.
func brokenRetry() retry.Policy { return retry.Policy{First: deferral, Most: 5 * time.Minute} }

// faultRest is the rest of a step after a round that a fault of our own ended, so that three of
// them in a row are not over before anybody can look.
const faultRest = 2 * time.Minute

// decideFault decides what becomes of a step whose work ended with an error. Only what
// a model answered, or that there is none, is a round rejected by code; a
// hopeless model ends the project; all else, what time or the owner of the account
// mends among it, says nothing about the step, which waits without a strike.
func (r *run) decideFault(ctx context.Context, err error) (work.Outcome, error) {
	var call *llm.Error
	var away *workspace.UnreachableError
	var unusable *workspace.UnusableError
	switch {
	case errors.Is(err, org.ErrLeaseLost), errors.Is(err, org.ErrStopped):
		return work.Outcome{}, err
	case errors.Is(err, org.ErrModelUnusable):
		return work.Outcome{}, r.endProject(ctx, "model unusable: "+errorSentence(err))
	case errors.Is(err, org.ErrCallCap):
		return work.Outcome{}, r.endProject(ctx, "the project made all the model calls it may: "+errorSentence(err))
	case errors.Is(err, org.ErrBudget):
		return work.Outcome{Next: org.StepPending, Hold: org.HoldBudget, Cause: errorSentence(err)}, nil
	case storageFault(err), errors.Is(err, context.DeadlineExceeded): // a stage's own limit; that of the attempt is seen before
		return work.Outcome{Next: org.StepPending, Hold: org.HoldBackoff, RunAfter: r.Now().Add(deferral), Cause: errorSentence(err), Fault: faultOf(err)}, nil
	case errors.As(err, &away):
		return work.Outcome{Next: org.StepPending, Hold: org.HoldBackoff, RunAfter: r.Now().Add(awayFor), Cause: away.Text, Fault: work.Fault{For: org.ForNetwork, Why: away.Text}}, nil
	case errors.As(err, &unusable): // its source as it is gives nothing to work from, and trying again changes nothing
		return r.failStep(unusable.Text), nil
	case llm.Waits(err):
		wait, notice := deferral, ""
		if errors.As(err, &call) && call.RetryAfter > 0 {
			wait = call.RetryAfter
		}
		if llm.Told(err) {
			notice = "The work waits. " + errorSentence(err)
		}
		return work.Outcome{
			Next: org.StepPending, Hold: org.HoldBackoff, RunAfter: r.Now().Add(wait), Cause: errorSentence(err), Notice: notice,
			Fault: work.Fault{For: org.ForProvider, Why: errorSentence(err)},
		}, nil
	case llm.Content(err), errors.Is(err, org.ErrNoModel):
		return r.rejectRound("the model gave no usable answer: " + errorSentence(err)), nil
	case errors.As(err, &call):
		return r.failStep(errorSentence(err)), nil
	default:
		r.Log.ErrorContext(ctx, "work on step", "step", r.step.ID, "err", err)
		tries := r.step.Attempt - r.step.Round() + 1 // claims that ended no round
		wait, _ := brokenRetry().Next(tries, r.Now(), r.Now())
		return work.Outcome{
			Next: org.StepPending, Hold: org.HoldBackoff, RunAfter: r.Now().Add(wait), Cause: "the work broke off and is tried again: " + errorSentence(err), Fault: faultOf(err),
		}, nil
	}
}

func faultOf(err error) work.Fault {
	f := work.Fault{For: org.ForMachine, Why: errorSentence(err)}
	if storageFault(err) {
		f.For = org.ForDisk
	}
	return f
}

func (r *run) endPanicked(why any) work.Outcome {
	o := r.rejectRound(fmt.Sprint("the work broke off: ", why))
	if o.Next == org.StepPending {
		o.Hold, o.RunAfter = org.HoldBackoff, r.Now().Add(faultRest)
	}
	return o
}

func (r *run) endProject(ctx context.Context, cause string) error {
	if err := r.Records.FailProject(ctx, r.step.Project, cause); err != nil {
		return fmt.Errorf("end project %s: %w", r.step.Project, err)
	}
	return org.ErrLeaseLost
}

// errorSentence returns what an error says to people.
func errorSentence(err error) string {
	var call *llm.Error
	if errors.As(err, &call) && call.Sentence != "" {
		return call.Sentence
	}
	if errors.Is(err, context.Canceled) {
		return "Frasier was stopped in the middle of it; it goes on from what is saved when it runs again"
	}
	return err.Error()
}

// rejectRound is a strike by code, with the reasons for the next round.
func (r *run) rejectRound(reasons ...string) work.Outcome {
	strikes, next := work.AfterReview(r.step.Strikes, false)
	o := work.Outcome{Next: next, Strike: true, Feedback: reasons}
	if next == org.StepFailed {
		o.Cause = fmt.Sprintf("rejected %d times, last because: %s", strikes, firstOf(reasons))
		o.Escalation = fmt.Sprintf("%q was sent back %d times. The last reason: %s.", r.step.Title, strikes, strings.TrimRight(firstOf(reasons), "."))
		if d := r.about.Diagnosis; d != nil && d.Recap != "" {
			o.Escalation += fmt.Sprintf(" Somebody else had looked for the cause before the last try (%s): %s", strings.ReplaceAll(string(d.Cause), "_", " "), d.Recap)
		}
	}
	return o
}

func (r *run) failStep(cause string) work.Outcome {
	return work.Outcome{
		Next: org.StepFailed, Cause: cause,
		Escalation: fmt.Sprintf("%q cannot go on: %s", r.step.Title, cause),
	}
}

func firstOf(reasons []string) string {
	if len(reasons) == 0 {
		return "no reason was given"
	}
	return reasons[0]
}

func siteOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" {
		return "file"
	}
	return u.Hostname()
}
