package command

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
)

// inbox lists what waits for the founder, most blocking first.
func (d *Handler) inbox(ctx context.Context, o *order) (org.Reply, error) {
	all, err := d.Store.Decisions(ctx)
	if err != nil {
		return org.Reply{}, err
	}
	held, err := d.Store.HeldUp(ctx)
	if err != nil {
		return org.Reply{}, err
	}
	var waits []string
	for _, h := range held {
		h.Title = title(h.Title)
		for _, l := range h.Lines() {
			waits = append(waits, "- "+l)
		}
	}
	if len(all) == 0 {
		s := sheet{head: "Nothing waits for your decision.", again: "inbox"}
		if len(waits) > 0 {
			s.head += "\n\n**Held until you do something**"
		}
		s.blocks = waits
		return s.reply(o.Page), nil
	}
	s := sheet{head: fmt.Sprintf("**%s for you**\n", org.Count(len(all), "decision")), again: "inbox"}
	for _, q := range all {
		s.blocks = append(s.blocks, question(q))
	}
	if len(waits) > 0 {
		s.blocks = append(append(s.blocks, "**Held until you do something**"), waits...)
	}
	s.card.Buttons = answers(all[0])
	if len(all) > 1 {
		s.blocks = append(s.blocks, fmt.Sprintf("The buttons answer %s. Open another one:", all[0].ID))
		s.card.Menu = &org.Menu{Label: "Open a decision", Command: org.CommandDecide}
		for _, q := range all[:min(len(all), 25)] {
			s.card.Menu.Choices = append(s.card.Menu.Choices, org.Choice{Label: clip(q.ID+": "+tame(q.Question), 90), Value: q.ID})
		}
	}
	return s.reply(o.Page), nil
}

// question is one decision with its answers.
func question(q org.Decision) string {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s** (%s, since %s): %s", q.ID, q.Project, q.At.Format("2 Jan 15:04 UTC"), clip(tame(q.Question), 400))
	for _, a := range q.Options {
		fmt.Fprintf(&b, "\n\u2003%s) %s: %s", a.ID, clip(tame(a.Label), 60), clip(tame(a.Effect), 100))
	}
	if len(q.Blocks) > 0 {
		fmt.Fprintf(&b, "\nBlocks %s; the rest goes on.", clip(tame(strings.Join(q.Blocks, ", ")), 160))
	}
	if len(q.Options) == 0 {
		fmt.Fprintf(&b, "\nAnswer in your words: `!decide %s ...`", q.ID)
	} else if a, ok := q.Option(q.Safe); ok {
		fmt.Fprintf(&b, "\nUntil you answer: %s.", clip(tame(a.Label), 60))
	}
	return b.String() + "\n"
}

// answers are the buttons of a decision.
func answers(q org.Decision) []org.Button {
	var out []org.Button
	for _, a := range q.Options {
		out = append(out, org.Button{Label: clip(tame(a.Label), 38), Command: org.CommandDecide + " " + q.ID + " " + a.ID, Ask: a.Ask, Style: a.Style})
	}
	if len(q.Options) == 0 {
		out = append(out, org.Button{Label: "Answer", Command: org.CommandDecide + " " + q.ID, Ask: "Your answer", Style: org.StylePrimary})
	}
	return out
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
			return org.Decision{}, refuse("Nothing waits for your decision.")
		case len(all) == 1:
			return all[0], nil
		}
		return org.Decision{}, refuse("%d decisions wait. Which one? For example: `!%s %s`. `!inbox` lists them.", len(all), o.Name, all[0].ID)
	}
	q, err := d.Store.Decision(ctx, id)
	if isNotFound(err) {
		return q, refuse("There is no decision %s. `!inbox` lists those that wait.", clip(tame(id), 20))
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
		return org.Reply{Text: question(q), Card: org.Card{Buttons: answers(q)}}, nil
	}
	return d.settle(ctx, o, q, answer)
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
		return d.settle(ctx, o, q, strings.TrimSpace("yes "+words))
	}
	i := slices.IndexFunc(q.Options, func(a org.Option) bool {
		return a.Style == org.StylePrimary || a.Style == org.StyleGood || strings.HasPrefix(strings.ToLower(a.Label), "approve")
	})
	if i < 0 || q.Options[i].Ask != "" && words == "" {
		return org.Reply{}, &RefusalError{Text: "This one is no yes or no:\n" + question(q), Card: org.Card{Buttons: answers(q)}}
	}
	return d.settle(ctx, o, q, strings.TrimSpace(q.Options[i].ID+" "+words))
}

// deny takes the safe answer of a decision, which costs nothing, or its no.
func (d *Handler) deny(ctx context.Context, o *order) (org.Reply, error) {
	q, err := d.pending(ctx, o)
	if err != nil {
		return org.Reply{}, err
	}
	words := strings.TrimSpace(o.Args[optionText])
	if len(q.Options) == 0 {
		return d.settle(ctx, o, q, strings.TrimSpace("no "+words))
	}
	a, ok := q.Option(q.Safe)
	if i := slices.IndexFunc(q.Options, func(a org.Option) bool { return a.Style == org.StyleDanger }); !ok && (q.Kind == org.DecidePlan || q.Kind == org.DecideGate) && i >= 0 {
		a, ok = q.Options[i], true
	}
	if !ok {
		return org.Reply{}, &RefusalError{Text: "This one is no yes or no:\n" + question(q), Card: org.Card{Buttons: answers(q)}}
	}
	return d.settle(ctx, o, q, strings.TrimSpace(a.ID+" "+words))
}

// settle stores an answer, with which what it asks for is done, and says so.
func (d *Handler) settle(ctx context.Context, o *order, q org.Decision, words string) (org.Reply, error) {
	got, err := d.Store.Decide(ctx, q.ID, words, o.Author)
	switch {
	case errors.Is(err, org.ErrConflict) && got.Open():
		return org.Reply{}, refuse("%s cannot be answered so now: %s. It stays open.", q.ID, conflict(err))
	case errors.Is(err, org.ErrConflict):
		return org.Reply{}, refuse("%s: %s", q.ID, messages.DecidedBy(got))
	case isNotFound(err):
		return org.Reply{}, &RefusalError{Text: fmt.Sprintf("%q is none of its answers.\n%s", clip(tame(words), 40), question(q)), Card: org.Card{Buttons: answers(q)}}
	case err != nil:
		return org.Reply{}, err
	}
	label := got.Answer
	a, ok := got.Option(got.Answer)
	if ok {
		label = a.Label
	}
	text := fmt.Sprintf("Decided (%s): %s", q.ID, clip(tame(label), 200))
	if !ok || a.Command == "" {
		return org.Reply{Text: text + "."}, nil
	}
	did, err := d.did(ctx, o, got.Project, org.EventStepReopened)
	if err != nil {
		return org.Reply{}, err
	}
	if _, rest := cutWord(a.Command); len(did) > 0 && len(got.Again) == 0 {
		id, _ := cutWord(rest)
		got.Again = reopened(did, org.StepID(id))
	}
	return org.Reply{Text: text + ".\n" + outcome(a, got)}, nil
}

// outcome says what an answer has set going.
func outcome(a org.Option, got org.Decision) string {
	verb, rest := cutWord(a.Command)
	id, more := cutWord(rest)
	switch verb {
	case org.CommandRedo:
		note := got.Text
		if tier, ok := strings.CutPrefix(more, "tier:"); ok {
			note = strings.TrimSpace(note + " (on " + tier + ")")
		}
		return doneAgain(org.StepID(id), note, got.Again)
	case org.CommandReplan:
		return plannedAgain(id, got.Text)
	case org.CommandSteer:
		return fmt.Sprintf("It goes on, and its agents are told: %s", clip(got.Text, 300))
	case org.CommandCancel:
		return fmt.Sprintf("%s is cancelled. What was finished is kept: `!export %s` sends it.", id, id)
	}
	return a.Command
}
