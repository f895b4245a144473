package inbox

import (
	"context"
	_ "embed"
	"slices"
	"time"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/dashboard/view"
	"github.com/frasier-cos/frasier/internal/company"
	"github.com/frasier-cos/frasier/internal/org"
)

//go:embed inbox.html
var inboxPage string

// buildInbox shows one question at a time, the one that holds up most first.
func (s records) buildInbox(ctx context.Context, q noun.PageRequest) (any, error) {
	open, err := s.Decisions(ctx)
	if err != nil {
		return nil, err
	}
	org.SortDecisions(open)
	page := struct {
		view.Base
		Decision       *org.Decision
		N, All         int
		Earlier, Later string // the questions before and after
		Others         []org.Decision
		Asked          []company.Memo // by directors
	}{Base: q.Base, All: len(open)}
	if page.Asked, err = s.CompanyQuestions(ctx); err != nil || len(open) == 0 {
		return page, err
	}
	at := max(slices.IndexFunc(open, func(d org.Decision) bool { return d.ID == q.Query.Get("at") }), 0)
	page.Decision, page.N = &open[at], at+1
	if at > 0 {
		page.Earlier = open[at-1].ID
	}
	if at+1 < len(open) {
		page.Later = open[at+1].ID
	}
	page.Others = slices.Concat(open[:at], open[at+1:])
	return page, nil
}

// What programs get. Its fields are a promise: none goes, none changes its meaning.
type (
	inboxAnswer struct {
		Decisions []noun.Decision `json:"decisions"`
		Messages  []noun.Message  `json:"messages"` // that directors wait for an answer to
	}
	// waiting is one decision on the shell.
	waiting struct {
		ID       string       `json:"id"`
		Project  string       `json:"project"`
		Step     string       `json:"step,omitempty"`
		Question string       `json:"question"`
		Options  []org.Option `json:"options"`
		Blocks   []string     `json:"blocks"`
		Safe     string       `json:"safe,omitempty"` // what stands until it is answered
		At       time.Time    `json:"at"`
	}
)

func (s records) giveInbox(ctx context.Context, _ noun.AnswerRequest) (any, error) {
	open, err := s.Decisions(ctx)
	if err != nil {
		return nil, err
	}
	asked, err := s.CompanyQuestions(ctx)
	return inboxAnswer{noun.Decisions(open), noun.Messages(asked)}, err
}

func listWaiting(all []org.Decision) []waiting {
	out := make([]waiting, 0, len(all))
	for _, d := range all {
		out = append(out, waiting{d.ID, string(d.Project), string(d.Step), d.Question, append([]org.Option{}, d.Options...), append([]string{}, d.Blocks...), d.Safe, d.At})
	}
	return out
}
