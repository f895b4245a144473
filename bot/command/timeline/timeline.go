// Package timeline shows what happened in a project: what was decided, by whom
// and when, and where the time went.
package timeline

import (
	"context"
	"time"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// Records is all that this noun reads. *store.DB is one.
type Records interface {
	Timeline(ctx context.Context, id org.ProjectID) ([]org.Event, error)
	ProjectStatus(ctx context.Context, id org.ProjectID, now time.Time) (reports.ProjectStatus, error)
	Ticket(ctx context.Context, id org.ProjectID, now time.Time) (reports.Ticket, error)
	EventsOf(ctx context.Context, id org.ProjectID) ([]org.Event, error)
}

// records reads what the command and the page show.
type records struct{ Records }

// New returns the noun: the command timeline, and a project's page of that name.
func New(r Records) noun.Noun {
	s := records{r}
	return noun.Noun{
		Commands: []noun.Command{{
			Name: "timeline", Summary: "what was decided in a project, by whom and when", Example: "timeline p3", Aliases: []string{"history"},
			Options: []syntax.Option{noun.ProjectOption()}, Run: s.showTimeline,
		}},
		Pages: []noun.Page{{Path: "/projects/{id}/timeline", Part: "Timeline", Place: 40, Template: timelinePage, Build: s.buildTimeline}},
	}
}

// showTimeline lists what was decided in a project, by whom and when, and how many
// of the model's replies could not be read.
func (s records) showTimeline(ctx context.Context, in noun.Input) (noun.View, error) {
	p, err := in.FindProject(ctx, false)
	if err != nil {
		return noun.View{}, err
	}
	events, err := s.Timeline(ctx, p.ID)
	if err != nil {
		return noun.View{}, err
	}
	status, err := s.ProjectStatus(ctx, p.ID, in.Now)
	if err != nil {
		return noun.View{}, err
	}
	return noun.View{Reply: Timeline(p, events, status.Spent).Page("timeline "+string(p.ID), in.Page)}, nil
}
