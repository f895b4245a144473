// Package alert shows what the watcher noticed going wrong, and takes the
// founder's word on whether it was right.
package alert

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// Names of the command's options.
const (
	optionID      = "id"
	optionVerdict = "verdict"
)

// Older alerts are not listed.
const daysListed = 7 * 24 * time.Hour

// Records is all that this noun reads and writes. *store.DB is one.
type Records interface {
	Alerts(ctx context.Context, since time.Time) ([]reports.Alert, error)
	JudgeAlert(ctx context.Context, id string, right bool) error
}

// records carries out the command.
type records struct{ Records }

// New returns the noun: the command alert.
func New(r Records) noun.Noun {
	s := records{r}
	return noun.Noun{Commands: []noun.Command{{
		Name: "alert", Summary: "what I noticed going wrong; tell me whether I was right", Example: "alert a3 right", Aliases: []string{"alerts"},
		Options: []syntax.Option{
			noun.WordOption(optionID, "which one; the last ones are listed when left out"),
			noun.WordOption(optionVerdict, "was I right?", "right", "wrong"),
		},
		Acts: true, Changes: func(args map[string]string) bool { return len(args) > 0 }, Hidden: true, Run: s.judgeAlert,
	}}}
}

// judgeAlert lists what the watcher noticed, or takes the founder's word on it.
func (s records) judgeAlert(ctx context.Context, in noun.Input) (noun.View, error) {
	id, verdict := strings.ToLower(strings.TrimSpace(in.Args[optionID])), strings.ToLower(strings.TrimSpace(in.Args[optionVerdict]))
	if id == "" || id == "list" {
		return s.listAlerts(ctx, in)
	}
	if verdict != "right" && verdict != "wrong" {
		return noun.View{}, noun.Refuse(Verdict(id))
	}
	err := s.JudgeAlert(ctx, id, verdict == "right")
	if errors.Is(err, org.ErrNotFound) {
		return noun.View{}, noun.Refuse(Unknown(id))
	}
	if err != nil {
		return noun.View{}, err
	}
	return noun.Say(Judged(id, verdict))
}

func (s records) listAlerts(ctx context.Context, in noun.Input) (noun.View, error) {
	all, err := s.Alerts(ctx, in.Now.Add(-daysListed))
	if err != nil {
		return noun.View{}, err
	}
	return noun.Show(AlertsShown(all), "alert", in.Page)
}
