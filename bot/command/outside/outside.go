// Package outside says what a project may do at others, by itself or after a yes, and what it will do there before it does anything.
package outside

import (
	"context"
	_ "embed"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/dashboard/view"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/reports"
)

// Records is all that this noun reads and changes. *store.DB is one.
type Records interface {
	Permits(ctx context.Context, project org.ProjectID) ([]outward.Permit, error)
	SetPermit(ctx context.Context, p outward.Permit) error
	Actions(ctx context.Context, project org.ProjectID, most int) ([]outward.Action, error)
	Changes(ctx context.Context, p org.ProjectID) ([]coding.StepChange, error)
	Connections(ctx context.Context) ([]outward.Connection, error)
	IssueOrders(ctx context.Context, most int) ([]outward.IssueOrder, error)
	Webhooks(ctx context.Context) ([]outward.Webhook, error)
	ToolServers(ctx context.Context) ([]outward.ToolServer, error)
	SetTool(ctx context.Context, w outward.ToolWord) error
	Ticket(ctx context.Context, id org.ProjectID, now time.Time) (reports.Ticket, error)
}

const (
	optionSink  = "what"
	optionLevel = "how"
	most        = 200 // actions of a project, and orders by issues, that are looked at
)

type records struct{ Records }

// New returns the noun: the commands outside and dry, and their page.
func New(r Records) noun.Noun {
	s := records{r}
	project := noun.ProjectOption()
	project.Required = false
	var sinks []string
	for _, one := range outward.Sinks() {
		sinks = append(sinks, string(one))
	}
	levels := []string{"default"}
	for _, one := range outward.Levels() {
		levels = append(levels, string(one))
	}
	return noun.Noun{
		Commands: []noun.Command{
			{
				Name: "outside", Summary: "what a project may do outside: by itself, after your yes, or not at all", Example: "outside p3 pulls ask",
				Options: []syntax.Option{project, noun.WordOption(optionSink, "which effects, or a tool as server/tool", sinks...), noun.WordOption(optionLevel, "allowed, ask, off, or default for what holds without a word of yours", levels...)},
				Acts:    true, Changes: func(args map[string]string) bool { return args[optionLevel] != "" }, Words: append(slices.Clone(sinks), levels...), Run: s.runOutside,
				Shell: &noun.Shell{Group: noun.GroupSteer, Use: "outside [PROJECT] [WHAT] [allowed|ask|off|default]", IDs: "project", JSON: true, Refuses: []string{"outside p99", "outside p99 pulls ask"}},
			},
			{
				Name: "dry", Summary: "all that a project will do outside, before it does any of it", Example: "dry p12",
				Options: []syntax.Option{project}, Run: s.runDry,
				Shell: &noun.Shell{Group: noun.GroupSee, Use: "dry [PROJECT]", IDs: "project", JSON: true, Refuses: []string{"dry p99"}},
			},
		},
		Pages: []noun.Page{{Path: "/projects/{id}/outside", Part: "Outside", Place: 60, Template: page, Build: s.buildPage, Touches: touches}},
	}
}

// touches reports whether a line of the journal changes what stands on the page.
func touches(e org.Event) bool {
	return slices.Contains([]org.EventKind{org.EventPermit, org.EventAction, org.EventConnection, org.EventMissionPlanned, org.EventRepository}, e.Kind)
}

// look reads what a project does outside.
func (s records) look(ctx context.Context, p org.ProjectName) (Facts, error) {
	out := Facts{Project: p}
	var err error
	if out.Permits, err = s.Permits(ctx, p.ID); err != nil {
		return out, err
	}
	if out.Actions, err = s.Actions(ctx, p.ID, most); err != nil {
		return out, err
	}
	if out.Changes, err = s.Changes(ctx, p.ID); err != nil {
		return out, err
	}
	if out.Connections, err = s.Connections(ctx); err != nil {
		return out, err
	}
	orders, err := s.IssueOrders(ctx, most)
	if err != nil {
		return out, err
	}
	if i := slices.IndexFunc(orders, func(o outward.IssueOrder) bool { return o.Project == p.ID }); i >= 0 {
		out.Issue = &orders[i]
	}
	if out.Servers, err = s.ToolServers(ctx); err != nil {
		return out, err
	}
	hooks, err := s.Webhooks(ctx)
	for _, h := range hooks {
		if h.On {
			out.Webhooks++
		}
	}
	return out, err
}

func (s records) runOutside(ctx context.Context, in noun.Input) (noun.View, error) {
	p, err := in.FindProject(ctx, false)
	if err != nil {
		return noun.View{}, err
	}
	what, how := strings.ToLower(strings.TrimSpace(in.Args[optionSink])), strings.ToLower(strings.TrimSpace(in.Args[optionLevel]))
	if what != "" {
		if err := s.set(ctx, in, p, what, how); err != nil {
			return noun.View{}, err
		}
	}
	now, err := s.look(ctx, p)
	if err != nil {
		return noun.View{}, err
	}
	all := now.Rules()
	return noun.View{Reply: Rules(p, all).Page("outside "+string(p.ID), in.Page), JSON: func(context.Context) (any, error) { return all, nil }}, nil
}

// set keeps what is said of a sink.
func (s records) set(ctx context.Context, in noun.Input, p org.ProjectName, what, how string) error {
	level, known := outward.ParseLevel(how)
	if server, tool, isTool := strings.Cut(strings.TrimSpace(in.Args[optionSink]), "/"); isTool && level != "" {
		server = strings.ToLower(server)
		if tool == "" {
			return noun.Refuse(WhichTool(server, how))
		}
		err := s.SetTool(ctx, outward.ToolWord{Server: server, Tool: tool, Level: level})
		if errors.Is(err, org.ErrConflict) {
			return noun.Refuse(UnseenTool(server, tool))
		}
		return noun.Explain(err, org.ErrNotFound, How(what, how))
	}
	sink, ok := outward.ParseSink(what)
	if !ok || !known {
		return noun.Refuse(How(what, how))
	}
	return s.SetPermit(ctx, outward.Permit{Project: p.ID, Sink: sink, Level: level, By: in.Author})
}

func (s records) runDry(ctx context.Context, in noun.Input) (noun.View, error) {
	p, err := in.FindProject(ctx, false)
	if err != nil {
		return noun.View{}, err
	}
	now, err := s.look(ctx, p)
	if err != nil {
		return noun.View{}, err
	}
	all := now.Foresee()
	return noun.View{Reply: Foreseen(p, all).Page("dry "+string(p.ID), in.Page), JSON: func(context.Context) (any, error) { return all, nil }}, nil
}

//go:embed outside.html
var page string

type pageView struct {
	view.ProjectPage
	Rules   []Rule
	Effects []Effect
}

// Acts are the controls of a kind of effect.
func (v pageView) Acts(r Rule) []view.Control {
	var out []view.Control
	for _, l := range outward.Levels() {
		if l != r.Level || r.By == "" {
			out = append(out, v.Control(labelLevel(l), "outside "+string(v.T.Project.ID)+" "+string(r.Sink)+" "+string(l), ""))
		}
	}
	return out
}

func (s records) buildPage(ctx context.Context, q noun.PageRequest) (any, error) {
	t, err := s.Ticket(ctx, org.ProjectID(q.Path("id")), q.Now)
	if err != nil {
		return nil, err
	}
	now, err := s.look(ctx, org.ProjectName{ID: t.Project.ID, Title: t.Project.Title})
	return pageView{ProjectPage: view.NewProjectPage(q.Base, t, "Outside"), Rules: now.Rules(), Effects: now.Foresee()}, err
}
