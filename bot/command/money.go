package command

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// costs shows what was spent, and what on.
func (d *Handler) costs(ctx context.Context, o *order) (org.Reply, error) {
	here, err := d.here(ctx, o)
	if err != nil {
		return org.Reply{}, err
	}
	if name := o.Args[optionProject]; !strings.EqualFold(name, "all") && (name != "" || here != "") {
		return d.costsOf(ctx, o)
	}
	var f messages.CostFacts
	spans, err := d.Store.Costs(ctx, 1, 7, 30)
	if err != nil {
		return org.Reply{}, err
	}
	known := d.Price != nil
	for i := range f.Spans {
		f.Spans[i] = spans[i]
		if known {
			f.Best[i], known = d.Price(spans[i].Total.In, spans[i].Total.Out)
		}
	}
	if !known {
		f.Best = [3]org.NanoUSD{}
	}
	if f.Caps, err = d.Store.Caps(ctx); err != nil {
		return org.Reply{}, err
	}
	if f.Searches, err = d.Store.SearchMonth(ctx); err != nil {
		return org.Reply{}, err
	}
	if f.Storage, err = d.Store.Storage(ctx); err != nil {
		return org.Reply{}, err
	}
	if f.Learnt, err = d.Store.TierRecords(ctx); err != nil {
		return org.Reply{}, err
	}
	return show(messages.Costs(f), "costs", o.Page)
}

// costsOf shows what one project cost, step by step.
func (d *Handler) costsOf(ctx context.Context, o *order) (org.Reply, error) {
	p, err := d.which(ctx, o, false)
	if err != nil {
		return org.Reply{}, err
	}
	status, err := d.Store.ProjectStatus(ctx, p.ID, d.Now())
	if err != nil {
		return org.Reply{}, err
	}
	steps, err := d.Store.Steps(ctx, p.ID)
	if err != nil {
		return org.Reply{}, err
	}
	costs, err := d.Store.StepSpending(ctx, p.ID)
	if err != nil {
		return org.Reply{}, err
	}
	traffic, err := d.Store.ProjectTraffic(ctx, p.ID)
	if err != nil {
		return org.Reply{}, err
	}
	var best org.NanoUSD
	if d.Price != nil && status.Spent.Calls > 0 {
		if all, ok := d.Price(status.Spent.In, status.Spent.Out); ok {
			best = all
		}
	}
	return show(messages.ProjectCosts(status, steps, costs, best, traffic), "costs "+string(p.ID), o.Page)
}

// budget lists the caps, sets one, or takes one away. The words may come in
// any order: "budget day 5", "budget p3 mission $2 warn", "budget 5".
func (d *Handler) budget(ctx context.Context, o *order) (org.Reply, error) {
	if len(o.Args) == 0 {
		return d.caps(ctx)
	}
	c, project, err := readCap(o.Args)
	if err != nil {
		return org.Reply{}, err
	}
	if project != "" {
		o.Args[optionProject] = project
		p, err := d.which(ctx, o, false)
		if err != nil {
			return org.Reply{}, err
		}
		c.Project = p.ID
	}
	if err := d.Store.SetCap(ctx, c); err != nil {
		return org.Reply{}, err
	}
	return say(messages.CapSet(c))
}

// readCap makes a cap of a budget's words, whatever their order.
func readCap(args map[string]string) (org.Cap, string, error) {
	c := org.Cap{Scope: org.ScopeDay, Kind: org.KindCap, Amount: -1}
	project := ""
	words := strings.Fields(strings.Join([]string{args["scope"], args["amount"], args["kind"], args[optionProject]}, " "))
	for _, w := range words {
		lower := strings.ToLower(strings.Trim(w, ",."))
		scopes := []org.CapScope{org.ScopeDay, org.ScopeMonth, org.ScopeMission, org.ScopeStep}
		amount, isMoney := money(lower)
		switch {
		case slices.Contains(scopes, org.CapScope(lower)):
			c.Scope = org.CapScope(lower)
		case lower == "daily" || lower == "today":
			c.Scope = org.ScopeDay
		case lower == "monthly":
			c.Scope = org.ScopeMonth
		case lower == "plan":
			c.Scope = org.ScopeMission
		case lower == "set" || lower == "a" || lower == "per" || lower == "for":
		case lower == string(org.KindWarn) || lower == string(org.KindCap):
			c.Kind = org.CapKind(lower)
		case isMoney && c.Amount < 0:
			c.Amount = amount
		default:
			project = strings.TrimSpace(project + " " + w)
		}
	}
	if c.Amount < 0 {
		return c, "", refuse(messages.CapUnclear())
	}
	return c, project, nil
}

// money reads an amount in dollars; "off" and "none" are 0.
func money(word string) (org.NanoUSD, bool) {
	if word == "off" || word == "none" {
		return 0, true
	}
	return org.ParseUSD(word)
}

func (d *Handler) caps(ctx context.Context) (org.Reply, error) {
	all, err := d.Store.Caps(ctx)
	if err != nil {
		return org.Reply{}, err
	}
	return show(messages.Caps(all), "budget", 1)
}

// schedule lists schedules, adds one, or ends one.
func (d *Handler) schedule(ctx context.Context, o *order) (org.Reply, error) {
	first, cron := strings.ToLower(strings.TrimSpace(o.Args[optionProject])), strings.ToLower(strings.TrimSpace(o.Args["cron"]))
	switch {
	case first == "" && cron == "", first == "list":
		return d.schedules(ctx, o)
	case scheduleEnds(first):
		return d.unschedule(ctx, o, cron)
	case first == "add", first == "new":
		return org.Reply{}, refuse(messages.ScheduleProject(o.spec.example))
	}
	p, err := d.which(ctx, o, false)
	if err == nil && scheduleEnds(cron) {
		return d.unschedule(ctx, o, string(p.ID))
	}
	if err != nil {
		return org.Reply{}, err
	}
	want := reports.Schedule{Project: p.ID, Spec: o.Args["cron"], Zone: o.Args["zone"], Missed: reports.Missed(strings.ToLower(o.Args["missed"]))}
	if err := fields(&want, o.Args); err != nil {
		return org.Reply{}, err
	}
	if want.Spec == "" {
		return org.Reply{}, refuse(messages.ScheduleWhen(o.spec.example))
	}
	got, err := d.Store.SaveSchedule(ctx, want)
	if errors.Is(err, org.ErrBadSchedule) {
		_, words, _ := strings.Cut(err.Error(), org.ErrBadSchedule.Error()+": ")
		return org.Reply{}, refuse(messages.SettingRefused(words))
	}
	if err != nil {
		return org.Reply{}, err
	}
	return messages.Scheduled(p, got).Reply(), nil
}

// fields puts together an expression that was written without quotes: its
// words then stand in the options after it.
func fields(s *reports.Schedule, args map[string]string) error {
	if s.Spec == "" || strings.HasPrefix(s.Spec, "@") || strings.Contains(s.Spec, " ") {
		return nil
	}
	words := strings.Fields(strings.Join([]string{s.Spec, args["zone"], args["missed"]}, " "))
	const needed = 5
	if len(words) < needed {
		return refuse(messages.ScheduleFields())
	}
	s.Spec, s.Zone, s.Missed = strings.Join(words[:needed], " "), "", ""
	for _, w := range words[needed:] {
		if m := reports.Missed(strings.ToLower(w)); m == reports.MissedOnce || m == reports.MissedSkip {
			s.Missed = m
		} else {
			s.Zone = w
		}
	}
	return nil
}

func (d *Handler) schedules(ctx context.Context, o *order) (org.Reply, error) {
	all, err := d.Store.Schedules(ctx)
	if err != nil {
		return org.Reply{}, err
	}
	var facts []messages.ScheduleFacts
	for _, t := range all {
		status, err := d.Store.ProjectStatus(ctx, t.Project, d.Now())
		if err != nil {
			return org.Reply{}, err
		}
		facts = append(facts, messages.ScheduleFacts{Schedule: t, First: status.Spent})
	}
	return show(messages.Schedules(facts, o.spec.example), "schedule", o.Page)
}

// scheduleEnds reports whether a word ends a schedule.
func scheduleEnds(word string) bool {
	return slices.Contains([]string{"stop", "end", "remove", "off", "none", "cancel"}, word)
}

// unschedule ends a schedule, or those of a project: of the one in whose thread it was
// said where no id names either.
func (d *Handler) unschedule(ctx context.Context, o *order, id string) (org.Reply, error) {
	if id == "" {
		here, err := d.here(ctx, o)
		if err != nil {
			return org.Reply{}, err
		}
		if id = string(here); id == "" {
			return org.Reply{}, refuse(messages.ScheduleWhich())
		}
	}
	ids := []string{id}
	if syntax.IsProjectID(id) {
		all, err := d.Store.Schedules(ctx)
		if err != nil {
			return org.Reply{}, err
		}
		ids = nil
		for _, s := range all {
			if strings.EqualFold(string(s.Project), id) {
				ids = append(ids, string(s.ID))
			}
		}
		if len(ids) == 0 {
			return org.Reply{}, refuse(messages.ScheduleNone(id))
		}
	}
	for _, one := range ids {
		if err := d.Store.EndSchedule(ctx, reports.ScheduleID(one)); isNotFound(err) {
			return org.Reply{}, refuse(messages.ScheduleUnknown(one))
		} else if err != nil {
			return org.Reply{}, err
		}
	}
	return say(messages.ScheduleStopped(strings.Join(ids, ", ")))
}
