// Package inbox is what waits for the founder, and how it is answered.
package inbox

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sort"
	"strings"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/company"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// Names of the commands' options.
const (
	optionID     = "id"
	optionText   = "text"
	optionAnswer = "answer"
)

// Records is all that this noun reads and changes. *store.DB is one.
type Records interface {
	Decisions(ctx context.Context) ([]org.Decision, error)
	Decision(ctx context.Context, id string) (org.Decision, error)
	Decide(ctx context.Context, id, answer, by string) (org.Decision, error)
	HeldUp(ctx context.Context) ([]reports.HeldUp, error)
	Project(ctx context.Context, id string) (org.Project, error)
	CompanyQuestions(ctx context.Context) ([]company.Memo, error)
}

// records reads and answers what waits.
type records struct{ Records }

// New returns the noun: the commands inbox, approve, deny and decide, the page of that
// name, and what programs get.
func New(r Records) noun.Noun {
	s := records{r}
	id := syntax.Option{Name: optionID, Kind: syntax.Text, Autocomplete: true, Description: "the question; the only one when left out"}
	text := noun.WordOption(optionText, "words to go with it")
	return noun.Noun{
		Commands: []noun.Command{
			{
				Name: "inbox", Summary: "what waits for you", Example: "inbox", Aliases: []string{"decisions", "in"}, Run: s.showInbox,
				Shell: &noun.Shell{Group: noun.GroupSee, Use: "inbox", Bare: true, JSON: true},
			},
			{
				Name: "approve", Summary: "say yes to a question that waits for you", Example: "approve e4", Aliases: []string{"yes"},
				Options: []syntax.Option{id, text}, Acts: true, Suggest: s.suggestQuestions, Run: s.answerShortly("approve", "yes", findYes),
				Shell: &noun.Shell{Group: noun.GroupSteer, Use: "approve ID [WORDS]", Summary: "say yes to a question", IDs: "id", JSON: true, Refuses: []string{"approve e99", "approve"}},
			},
			{
				Name: "deny", Summary: "say no to a question that waits for you", Example: "deny e4", Aliases: []string{"no", "reject"},
				Options: []syntax.Option{id, text}, Acts: true, Suggest: s.suggestQuestions, Run: s.answerShortly("deny", "no", findNo),
				Shell: &noun.Shell{Group: noun.GroupSteer, Use: "deny ID [WORDS]", Summary: "say no to a question", IDs: "id", JSON: true, Refuses: []string{"deny e99", "deny"}},
			},
			{
				Name: org.CommandDecide, Summary: "answer a question that waits for you", Example: "decide e4 b", Aliases: []string{"answer"},
				Options: []syntax.Option{id, noun.WordOption(optionAnswer, "the letter of an answer, then your words")},
				Acts:    true, Suggest: s.suggestQuestions, Run: s.decide,
				Shell: &noun.Shell{Group: noun.GroupSteer, Use: "decide ID LETTER|WORDS", Summary: "answer a question: the letter of an answer and your words, or words alone", IDs: "id", JSON: true, Refuses: []string{"decide e99 a", "decide e99", "decide"}},
			},
		},
		Pages:   []noun.Page{{Path: "/inbox", Title: "Inbox", Tab: "Inbox", Listed: true, Place: 40, Phone: true, Template: inboxPage, Build: s.buildInbox}},
		Answers: []noun.Answer{{Path: "inbox", Give: s.giveInbox}},
	}
}

// showInbox shows what waits, one decision a page: those of projects that still run
// first, of these the most blocking one.
func (s records) showInbox(ctx context.Context, in noun.Input) (noun.View, error) {
	all, err := s.Decisions(ctx)
	if err != nil {
		return noun.View{}, err
	}
	held, err := s.HeldUp(ctx)
	if err != nil {
		return noun.View{}, err
	}
	waits, stopped := listWaiting(all), map[org.ProjectID]bool{}
	for _, q := range all {
		if _, known := stopped[q.Project]; known || q.Project == "" {
			continue
		}
		p, err := s.Project(ctx, string(q.Project))
		if err != nil {
			return noun.View{}, err
		}
		stopped[q.Project] = p.State == org.ProjectFailed
	}
	maps.DeleteFunc(stopped, func(_ org.ProjectID, is bool) bool { return !is })
	sort.SliceStable(all, func(i, j int) bool { return !stopped[all[i].Project] && stopped[all[j].Project] })
	pages := Pages(all, held)
	r := Inbox(all, held, stopped, min(in.Page, pages)).Reply()
	wording.Turn(&r, "inbox", min(in.Page, pages), pages)
	return noun.View{Reply: r, JSON: func(context.Context) (any, error) { return waits, nil }}, nil
}

// findQuestion finds the decision that a command names, or the only open one.
func (s records) findQuestion(ctx context.Context, in noun.Input, verb string) (org.Decision, error) {
	id := strings.ToLower(strings.TrimSpace(in.Args[optionID]))
	if id != "" {
		q, err := s.Decision(ctx, id)
		if errors.Is(err, org.ErrNotFound) {
			return q, noun.Refuse(DecisionUnknown(id))
		}
		return q, err
	}
	did, err := in.DoneBefore(ctx, org.EventDecided)
	if err != nil {
		return org.Decision{}, err
	}
	if i := slices.IndexFunc(did, func(e org.Event) bool { return e.Data["by"] == in.Author }); i >= 0 {
		return s.Decision(ctx, did[i].Data["decision"])
	}
	all, err := s.Decisions(ctx)
	switch {
	case err != nil:
		return org.Decision{}, err
	case len(all) == 0:
		return org.Decision{}, noun.Refuse(DecisionNone())
	case len(all) > 1:
		return org.Decision{}, noun.Refuse(DecisionWhich(len(all), verb, all[0].ID))
	}
	return all[0], nil
}

// decide answers a decision: its id, then the letter of an answer and words,
// or words alone where it has no answers to choose from. The id alone shows it.
func (s records) decide(ctx context.Context, in noun.Input) (noun.View, error) {
	q, err := s.findQuestion(ctx, in, org.CommandDecide)
	if err != nil {
		return noun.View{}, err
	}
	answer := strings.TrimSpace(in.Args[optionAnswer])
	if answer == "" && q.Open() {
		v, err := noun.Show(DecisionShown(q), org.CommandDecide+" "+q.ID, in.Page)
		v.JSON = func(context.Context) (any, error) { return listWaiting([]org.Decision{q})[0], nil }
		return v, err
	}
	if a, ok := q.Option(strings.ToLower(strings.TrimRight(answer, ".):"))); ok && a.Ask != "" && q.Open() {
		return noun.View{}, noun.RefuseWith(DecisionNeedsText(q, a).Reply())
	}
	return s.storeAnswer(ctx, in, q, answer)
}

// answerShortly answers by a yes or a no: with the option that means it, or in the
// founder's words where there are none to choose from.
func (s records) answerShortly(verb, word string, find func(org.Decision) (org.Option, bool)) func(context.Context, noun.Input) (noun.View, error) {
	return func(ctx context.Context, in noun.Input) (noun.View, error) {
		q, err := s.findQuestion(ctx, in, verb)
		if err != nil {
			return noun.View{}, err
		}
		answer, words := word, strings.TrimSpace(in.Args[optionText])
		if len(q.Options) > 0 {
			a, found := find(q)
			if !found || a.Ask != "" && words == "" {
				return noun.View{}, noun.RefuseWith(DecisionNotYesNo(q).Reply())
			}
			answer = a.ID
		}
		return s.storeAnswer(ctx, in, q, strings.TrimSpace(answer+" "+words))
	}
}

// findYes finds the answer that lets the work go on: the one that is marked, or "approve".
func findYes(q org.Decision) (org.Option, bool) {
	return findOption(q, func(a org.Option) bool {
		return a.Style == org.StylePrimary || a.Style == org.StyleGood || strings.HasPrefix(strings.ToLower(a.Label), "approve")
	})
}

// findNo finds the safe answer, which costs nothing, or the no to a plan or at a gate.
func findNo(q org.Decision) (org.Option, bool) {
	if a, found := q.Option(q.Safe); found || q.Kind != org.DecidePlan && q.Kind != org.DecideGate {
		return a, found
	}
	return findOption(q, func(a org.Option) bool { return a.Style == org.StyleDanger })
}

func findOption(q org.Decision, is func(org.Option) bool) (org.Option, bool) {
	i := slices.IndexFunc(q.Options, is)
	if i < 0 {
		return org.Option{}, false
	}
	return q.Options[i], true
}

// storeAnswer stores an answer, with which what it asks for is done, and says so.
func (s records) storeAnswer(ctx context.Context, in noun.Input, q org.Decision, words string) (noun.View, error) {
	got, err := s.Decide(ctx, q.ID, words, in.Author)
	switch {
	case errors.Is(err, org.ErrConflict) && got.Open():
		return noun.View{}, noun.Refuse(DecisionNotNow(q.ID, wording.TellConflict(err)))
	case errors.Is(err, org.ErrConflict):
		return noun.View{}, noun.Refuse(DecisionBefore(got))
	case errors.Is(err, org.ErrNotFound):
		return noun.View{}, noun.RefuseWith(DecisionNoAnswer(q, words).Reply())
	case err != nil:
		return noun.View{}, err
	}
	done := ""
	if a, ok := got.Option(got.Answer); ok && a.Command != "" {
		verb, rest, _ := strings.Cut(a.Command, " ")
		id, _, _ := strings.Cut(rest, " ")
		if len(got.Again) == 0 {
			did, err := in.DoneBefore(ctx, org.EventStepReopened)
			if err != nil {
				return noun.View{}, err
			}
			did = slices.DeleteFunc(did, func(e org.Event) bool { return e.Project != got.Project })
			got.Again = noun.ListReopened(did, org.StepID(id))
		}
		done = describeOutcome(verb, id, got)
	}
	text := DecisionDone(got, done)
	return noun.View{Reply: org.Reply{Text: text}, JSON: func(context.Context) (any, error) {
		return map[string]string{"decision": got.ID, "answer": got.Answer, "said": text}, nil
	}}, nil
}

// describeOutcome says what an answer has set going.
func describeOutcome(verb, id string, got org.Decision) string {
	switch verb {
	case org.CommandRedo:
		return wording.Redone(org.StepID(id), got.Text, got.Again[min(1, len(got.Again)):])
	case org.CommandReplan:
		return wording.Replanned(org.ProjectName{ID: org.ProjectID(id)}, got.Text)
	case org.CommandSteer:
		return DecisionTold(got.Text)
	case org.CommandCancel:
		return CancelledByAnswer(org.ProjectID(id))
	}
	return ""
}

// suggestQuestions lists what waits for an answer.
func (s records) suggestQuestions(ctx context.Context, option string) ([]org.Choice, error) {
	if option != optionID {
		return nil, nil
	}
	all, err := s.Decisions(ctx)
	out := make([]org.Choice, 0, len(all))
	for _, q := range all {
		out = append(out, org.Choice{Label: q.ID + ": " + wording.Plain(q.Question), Value: q.ID})
	}
	return out, err
}
