package command

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
)

// inbox shows what waits for the founder, one decision a page: those of projects that
// still run first, of these the most blocking one.
func (d *Handler) inbox(ctx context.Context, o *order) (org.Reply, error) {
	all, err := d.Store.Decisions(ctx)
	if err != nil {
		return org.Reply{}, err
	}
	held, err := d.Store.HeldUp(ctx)
	if err != nil {
		return org.Reply{}, err
	}
	states, err := d.statesOf(ctx, all)
	if err != nil {
		return org.Reply{}, err
	}
	stopped := map[org.ProjectID]bool{}
	for id, state := range states {
		if state == org.ProjectFailed {
			stopped[id] = true
		}
	}
	slices.SortStableFunc(all, func(a, b org.Decision) int { return rank(stopped[a.Project]) - rank(stopped[b.Project]) })
	pages := messages.InboxPages(all, held)
	r := messages.Inbox(all, held, stopped, min(o.Page, pages)).Reply()
	wording.Turn(&r, "inbox", min(o.Page, pages), pages)
	return r, nil
}

// rank puts what runs before what has stopped.
func rank(stopped bool) int {
	if stopped {
		return 1
	}
	return 0
}

// pending finds the decision that an order names, or the only open one.
func (d *Handler) pending(ctx context.Context, o *order) (org.Decision, error) {
	id := strings.ToLower(strings.TrimSpace(o.Args[optionID]))
	if id == "" {
		did, err := d.did(ctx, o, "", org.EventDecided)
		if err != nil {
			return org.Decision{}, err
		}
		if i := slices.IndexFunc(did, func(e org.Event) bool { return e.Data["by"] == o.Author }); i >= 0 {
			return d.Store.Decision(ctx, did[i].Data["decision"])
		}
		all, err := d.Store.Decisions(ctx)
		switch {
		case err != nil:
			return org.Decision{}, err
		case len(all) == 0:
			return org.Decision{}, refuse(messages.DecisionNone())
		case len(all) == 1:
			return all[0], nil
		}
		return org.Decision{}, refuse(messages.DecisionWhich(len(all), o.Name, all[0].ID))
	}
	q, err := d.Store.Decision(ctx, id)
	if isNotFound(err) {
		return q, refuse(messages.DecisionUnknown(id))
	}
	return q, err
}

// decide answers a decision: its id, then the letter of an answer and words,
// or words alone where it has no answers to choose from. The id alone shows it.
func (d *Handler) decide(ctx context.Context, o *order) (org.Reply, error) {
	q, err := d.pending(ctx, o)
	if err != nil {
		return org.Reply{}, err
	}
	answer := strings.TrimSpace(o.Args["answer"])
	if answer == "" && q.Open() {
		return show(messages.DecisionShown(q), org.CommandDecide+" "+q.ID, o.Page)
	}
	if a, ok := q.Option(strings.ToLower(strings.TrimRight(answer, ".):"))); ok && a.Ask != "" && q.Open() {
		return messages.DecisionNeedsText(q, a).Reply(), nil
	}
	return d.answer(ctx, o, q, answer)
}

// approve takes the answer of a decision that lets the work go on: the one
// that is marked, or "approve"; the founder's words where there are none to
// choose from.
func (d *Handler) approve(ctx context.Context, o *order) (org.Reply, error) {
	q, err := d.pending(ctx, o)
	if err != nil {
		return org.Reply{}, err
	}
	words := strings.TrimSpace(o.Args[optionText])
	if len(q.Options) == 0 {
		return d.answer(ctx, o, q, strings.TrimSpace("yes "+words))
	}
	i := slices.IndexFunc(q.Options, func(a org.Option) bool {
		return a.Style == org.StylePrimary || a.Style == org.StyleGood || strings.HasPrefix(strings.ToLower(a.Label), "approve")
	})
	if i < 0 || q.Options[i].Ask != "" && words == "" {
		return org.Reply{}, refusal(messages.DecisionNotYesNo(q))
	}
	return d.answer(ctx, o, q, strings.TrimSpace(q.Options[i].ID+" "+words))
}

// deny takes the safe answer of a decision, which costs nothing, or its no.
func (d *Handler) deny(ctx context.Context, o *order) (org.Reply, error) {
	q, err := d.pending(ctx, o)
	if err != nil {
		return org.Reply{}, err
	}
	words := strings.TrimSpace(o.Args[optionText])
	if len(q.Options) == 0 {
		return d.answer(ctx, o, q, strings.TrimSpace("no "+words))
	}
	a, ok := q.Option(q.Safe)
	if i := slices.IndexFunc(q.Options, func(a org.Option) bool { return a.Style == org.StyleDanger }); !ok && (q.Kind == org.DecidePlan || q.Kind == org.DecideGate) && i >= 0 {
		a, ok = q.Options[i], true
	}
	if !ok {
		return org.Reply{}, refusal(messages.DecisionNotYesNo(q))
	}
	return d.answer(ctx, o, q, strings.TrimSpace(a.ID+" "+words))
}

// answer stores an answer, with which what it asks for is done, and says so.
func (d *Handler) answer(ctx context.Context, o *order, q org.Decision, words string) (org.Reply, error) {
	got, err := d.Store.Decide(ctx, q.ID, words, o.Author)
	switch {
	case errors.Is(err, org.ErrConflict) && got.Open():
		return org.Reply{}, refuse(messages.DecisionNotNow(q.ID, wording.TellConflict(err)))
	case errors.Is(err, org.ErrConflict):
		return org.Reply{}, refuse(messages.DecisionBefore(got))
	case isNotFound(err):
		return org.Reply{}, refusal(messages.DecisionNoAnswer(q, words))
	case err != nil:
		return org.Reply{}, err
	}
	a, ok := got.Option(got.Answer)
	if !ok || a.Command == "" {
		return say(messages.DecisionDone(got, ""))
	}
	did, err := d.did(ctx, o, got.Project, org.EventStepReopened)
	if err != nil {
		return org.Reply{}, err
	}
	if _, rest := syntax.CutWord(a.Command); len(did) > 0 && len(got.Again) == 0 {
		id, _ := syntax.CutWord(rest)
		got.Again = reopened(did, org.StepID(id))
	}
	return say(messages.DecisionDone(got, outcome(a, got)))
}

// outcome says what an answer has set going.
func outcome(a org.Option, got org.Decision) string {
	verb, rest := syntax.CutWord(a.Command)
	id, _ := syntax.CutWord(rest)
	switch verb {
	case org.CommandRedo:
		return wording.Redone(org.StepID(id), got.Text, got.Again[min(1, len(got.Again)):])
	case org.CommandReplan:
		return wording.Replanned(org.ProjectName{ID: org.ProjectID(id)}, got.Text)
	case org.CommandSteer:
		return messages.DecisionTold(got.Text)
	case org.CommandCancel:
		return messages.CancelledByAnswer(org.ProjectID(id))
	}
	return ""
}
