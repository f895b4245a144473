// Package costs shows what was spent, and on what, and holds the founder's limits on it.
package costs

import (
	"context"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/tiers"
)

// Spending reads the costs of all work.
type Spending interface {
	Costs(ctx context.Context, days ...int) ([]reports.CostReport, error)
	Daily(ctx context.Context, days int) ([]reports.DayCost, error)
	SearchMonth(ctx context.Context) (reports.SearchMonth, error)
	Storage(ctx context.Context) ([]org.StorageLine, error)
	TierRecords(ctx context.Context) ([]tiers.Record, error)
	Replays(ctx context.Context, p org.ProjectID, n int) ([]reports.Replay, error)
}

// Projects reads the costs of one project.
type Projects interface {
	Ticket(ctx context.Context, id org.ProjectID, now time.Time) (reports.Ticket, error)
	ProjectStatus(ctx context.Context, id org.ProjectID, now time.Time) (reports.ProjectStatus, error)
	Steps(ctx context.Context, id org.ProjectID) ([]org.Step, error)
	StepSpending(ctx context.Context, id org.ProjectID) (map[org.StepID]org.CostLine, error)
	ProjectCosts(ctx context.Context, id org.ProjectID) (reports.CostReport, error)
	ProjectTraffic(ctx context.Context, id org.ProjectID) ([]reports.Traffic, error)
}

// Limits reads and sets how much the founder lets be spent.
type Limits interface {
	Caps(ctx context.Context) ([]org.Cap, error)
	SetCap(ctx context.Context, c org.Cap) error
}

// Records is all that this noun reads and writes. *store.DB is one.
type Records interface {
	Spending
	Projects
	Limits
}

// records carries out the commands, and reads what pages and answers show.
type records struct {
	Records
	price func(in, out int) (org.NanoUSD, bool)
}

// New returns the noun: the commands costs and budget, the pages of all costs and of a project's,
// and what programs get of it. price is what so many tokens would have cost on the dearest tier, false
// when nobody knows; it may be nil.
func New(r Records, price func(in, out int) (org.NanoUSD, bool)) noun.Noun {
	s := records{r, price}
	return noun.Noun{
		Commands: []noun.Command{
			{
				Name: "costs", Summary: "what was spent today, in 7 and in 30 days, and on what", Example: "costs p3", Aliases: []string{"cost", "spend", "usage"},
				Options: []syntax.Option{noun.ProjectOption()}, Run: s.showCosts,
				Shell: &noun.Shell{Group: noun.GroupSee, Use: "costs [PROJECT]", Summary: "what was spent", IDs: "project", JSON: true, Refuses: []string{"costs p99"}},
			},
			{
				Name: org.CommandBudget, Summary: "limits on spending: list them, or set one", Example: "budget day 5", Aliases: []string{"cap", "limit"},
				Options: []syntax.Option{
					noun.WordOption("scope", "what it counts", "day", "month", "plan", "step"),
					noun.WordOption("amount", "dollars, like 5 or 0.50; off takes it away"),
					noun.WordOption("kind", "stop there, or only tell me", "cap", "warn"),
					noun.ProjectOption(),
				},
				Acts: true, Changes: func(args map[string]string) bool { return len(args) > 0 }, Run: s.setLimit,
			},
		},
		Pages: []noun.Page{
			{Path: "/costs", Title: "Costs", Tab: "Costs", Listed: true, Place: 60, Phone: true, Template: costsPage, Build: s.buildCosts},
			{Path: "/projects/{id}/costs", Part: "Costs", Place: 50, Template: projectPage, Build: s.buildProject},
		},
		Answers: []noun.Answer{{Path: "costs", Params: []string{"days"}, Give: s.giveCosts}},
	}
}

// span is the costs of some days, for programs.
type span struct {
	Name   string             `json:"span"`
	Report reports.CostReport `json:"report"`
}

// showCosts shows what was spent, in all or on one project.
func (s records) showCosts(ctx context.Context, in noun.Input) (noun.View, error) {
	show := s.showAll
	if name := in.Args[noun.OptionProject]; !strings.EqualFold(name, "all") && (name != "" || in.Thread != "") {
		show = s.showProject
	}
	v, err := show(ctx, in)
	v.JSON = func(ctx context.Context) (any, error) {
		all, err := s.Costs(ctx, 1, 7, 30)
		var out []span
		for i, r := range all {
			out = append(out, span{[]string{"today", "7 days", "30 days"}[i], r})
		}
		return out, err
	}
	return v, err
}

func (s records) showAll(ctx context.Context, in noun.Input) (noun.View, error) {
	spans, err := s.Costs(ctx, 1, 7, 30)
	if err != nil {
		return noun.View{}, err
	}
	f := CostFacts{Spans: [3]reports.CostReport(spans), Best: s.priceBest(spans[2].Total)}
	if f.Caps, err = s.Caps(ctx); err != nil {
		return noun.View{}, err
	}
	if f.Searches, err = s.SearchMonth(ctx); err != nil {
		return noun.View{}, err
	}
	if f.Storage, err = s.Storage(ctx); err != nil {
		return noun.View{}, err
	}
	if f.Learnt, err = s.TierRecords(ctx); err != nil {
		return noun.View{}, err
	}
	return noun.Show(Costs(f), "costs", in.Page)
}

func (s records) showProject(ctx context.Context, in noun.Input) (noun.View, error) {
	p, err := in.FindProject(ctx, false)
	if err != nil {
		return noun.View{}, err
	}
	status, err := s.ProjectStatus(ctx, p.ID, in.Now)
	if err != nil {
		return noun.View{}, err
	}
	steps, err := s.Steps(ctx, p.ID)
	if err != nil {
		return noun.View{}, err
	}
	spent, err := s.StepSpending(ctx, p.ID)
	if err != nil {
		return noun.View{}, err
	}
	traffic, err := s.ProjectTraffic(ctx, p.ID)
	if err != nil {
		return noun.View{}, err
	}
	return noun.Show(ProjectCosts(status, steps, spent, s.priceBest(status.Spent), traffic), "costs "+string(p.ID), in.Page)
}

// The best model may have no known price; then it is zero.
func (s records) priceBest(spent org.CostLine) org.NanoUSD {
	if s.price == nil {
		return 0
	}
	best, _ := s.price(spent.In, spent.Out)
	return best
}

// setLimit lists the limits, sets one, or takes one away. The words may come in
// any order: "budget day 5", "budget p3 mission $2 warn", "budget 5".
func (s records) setLimit(ctx context.Context, in noun.Input) (noun.View, error) {
	if len(in.Args) == 0 {
		all, err := s.Caps(ctx)
		if err != nil {
			return noun.View{}, err
		}
		return noun.Show(Caps(all), "budget", 1)
	}
	c, project, err := readCap(in.Args)
	if err != nil {
		return noun.View{}, err
	}
	if project != "" {
		in.Args[noun.OptionProject] = project
		p, err := in.FindProject(ctx, false)
		if err != nil {
			return noun.View{}, err
		}
		c.Project = p.ID
	}
	if err := s.SetCap(ctx, c); err != nil {
		return noun.View{}, err
	}
	return noun.Say(CapSet(c))
}

// readCap makes a limit of a budget's words, whatever their order, and finds the project among them.
func readCap(args map[string]string) (c org.Cap, project string, err error) {
	c = org.Cap{Scope: org.ScopeDay, Kind: org.KindCap, Amount: -1}
	words := strings.Join([]string{args["scope"], args["amount"], args["kind"], args[noun.OptionProject]}, " ")
	for w := range strings.FieldsSeq(words) {
		switch word := strings.ToLower(strings.Trim(w, ",.")); word {
		case "day", "daily", "today":
			c.Scope = org.ScopeDay
		case "month", "monthly":
			c.Scope = org.ScopeMonth
		case "plan", "mission":
			c.Scope = org.ScopeMission
		case "step":
			c.Scope = org.ScopeStep
		case "cap", "warn":
			c.Kind = org.CapKind(word)
		case "set", "a", "per", "for":
		default:
			if amount, is := org.ParseLimit(word); is && c.Amount < 0 {
				c.Amount = amount
			} else {
				project = strings.TrimSpace(project + " " + w)
			}
		}
	}
	if c.Amount < 0 {
		err = noun.Refuse(CapUnclear())
	}
	return c, project, err
}
