// Package meeting shows what founders' calendars hold today or on another day, and which calendars those are.
package meeting

import (
	"context"
	_ "embed"
	"errors"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/dashboard/view"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/when"
)

// Records is all that this noun reads and changes. *store.DB is one.
type Records interface {
	Calendars(ctx context.Context) ([]outward.Calendar, error)
	RemoveCalendar(ctx context.Context, name string) error
}

// Look reads what the calendars hold on a day that words name, no words today. It asks their servers.
type Look func(ctx context.Context, words string) (reports.Agenda, error)

type records struct {
	Records
	look Look
}

const (
	remove    = "remove"
	optionDay = "day"
)

//go:embed meeting.html
var page string

// New returns the noun: the commands meetings and calendars, and the page of the day. A calendar is connected in the terminal, where nobody
// reads its password along.
func New(r Records, look Look) noun.Noun {
	s := records{r, look}
	return noun.Noun{
		Pages:   []noun.Page{{Path: "/meetings", Title: "Meetings", Tab: "Meetings", Listed: true, Template: page, Build: s.buildPage, Touches: func(e org.Event) bool { return e.Kind == org.EventConnection }}},
		Answers: []noun.Answer{{Path: "calendars", Says: "the calendars that I read, where, as whom, and whether each is on; no addresses, passwords or meetings", Gives: []outward.Calendar{}, Of: s.listCalendars}},
		Commands: []noun.Command{
			{
				Name: "meetings", Summary: "what your calendars hold today, or on another day; none of it is kept", Example: "meetings tomorrow", Secret: true, Run: s.listMeetings,
				Options: []syntax.Option{{Name: optionDay, Kind: syntax.Text, Description: "which day: tomorrow, Friday, 12 May"}},
				Shell:   &noun.Shell{Group: noun.GroupSee, Use: "meetings [DAY]", JSON: true, Refuses: []string{"meetings"}},
			},
			{
				Name: "calendars", Summary: "the calendars that I read, or take one away", Example: "calendars remove calendar",
				Options: []syntax.Option{noun.WordOption("what", "remove", remove), noun.WordOption("name", "which, as calendars lists it")},
				Acts:    true, Changes: func(args map[string]string) bool { return args["what"] != "" }, Words: []string{remove}, Run: s.runCalendars,
				Shell: &noun.Shell{Group: noun.GroupKeep, Use: "calendars [remove NAME]", JSON: true, Words: []string{remove}, Refuses: []string{"calendars remove nosuch", "calendars remove", "calendars dance"}},
			},
		},
	}
}

func (s records) listMeetings(ctx context.Context, in noun.Input) (noun.View, error) {
	if s.look == nil {
		return noun.View{}, noun.Refuse(None())
	}
	words := strings.TrimSpace(in.Args[optionDay])
	a, err := s.look(ctx, words)
	if isNoDay(err) {
		return noun.View{}, noun.Refuse(NoDay(words))
	}
	if err != nil {
		return noun.View{}, err
	}
	if a.Calendars == 0 {
		return noun.View{}, noun.Refuse(None())
	}
	v := noun.View{Reply: List(a).Page("meetings", in.Page), JSON: func(context.Context) (any, error) { return a, nil }}
	v.Reply.Fleeting, v.Reply.Day = org.FleetingMeetings, a.Day
	return v, nil
}

// isNoDay reports whether words name no day that is asked about.
func isNoDay(err error) bool {
	return slices.ContainsFunc([]error{when.ErrNone, when.ErrPast, when.ErrNoDay, when.ErrNoHour, when.ErrHalf, when.ErrUnclear, when.ErrZone, when.ErrOften, when.ErrFar}, func(e error) bool { return errors.Is(err, e) })
}

func (s records) runCalendars(ctx context.Context, in noun.Input) (noun.View, error) {
	what, name := strings.ToLower(in.Args["what"]), strings.ToLower(in.Args["name"])
	switch {
	case what == "":
		return s.listCalendars(ctx, in)
	case what != remove:
		return noun.View{}, noun.Refuse(What(what))
	case name == "":
		return noun.View{}, noun.Refuse(Which())
	}
	if err := s.RemoveCalendar(ctx, name); err != nil {
		return noun.View{}, noun.Explain(err, org.ErrNotFound, Unknown(name))
	}
	return noun.Say(Gone(name))
}

func (s records) listCalendars(ctx context.Context, in noun.Input) (noun.View, error) {
	all, err := s.Calendars(ctx)
	if err != nil {
		return noun.View{}, err
	}
	return noun.View{Reply: Calendars(all).Page("calendars", in.Page), JSON: func(context.Context) (any, error) { return noun.ListOf(all), nil }}, nil
}

type pageView struct {
	view.Base
	Words string
}

func (s records) buildPage(ctx context.Context, q noun.PageRequest) (any, error) {
	if s.look == nil {
		return pageView{q.Base, None()}, nil
	}
	a, err := s.look(ctx, "")
	if err != nil || a.Calendars == 0 {
		return pageView{q.Base, None()}, err
	}
	m := List(a)
	return pageView{q.Base, strings.TrimSpace(m.Text + "\n" + m.More)}, nil
}
