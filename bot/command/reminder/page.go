package reminder

import (
	"context"
	_ "embed"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/dashboard/view"
	"github.com/frasier-cos/frasier/internal/reports"
)

//go:embed reminder.html
var page string

type pageView struct {
	view.Base
	All []reports.Reminder
}

// When says when a reminder comes.
func (pageView) When(r reports.Reminder) string { return DescribeTime(r) }

// Acts are the controls of a reminder.
func (p pageView) Acts(r reports.Reminder) []view.Control {
	return []view.Control{p.Control("Another time", "reminders "+string(r.ID), askTime), p.Danger(p.Control("End it", "reminders "+string(r.ID)+" end", ""))}
}

func (s records) buildPage(ctx context.Context, q noun.PageRequest) (any, error) {
	all, err := s.Reminders(ctx)
	return pageView{Base: q.Base, All: all}, err
}

// What programs get. The names of its fields are a promise.
type answer struct {
	Reminders []reports.Reminder `json:"reminders"`
}

func (s records) giveReminders(ctx context.Context, _ noun.AnswerRequest) (any, error) {
	all, err := s.Reminders(ctx)
	if all == nil {
		all = []reports.Reminder{}
	}
	return answer{Reminders: all}, err
}
