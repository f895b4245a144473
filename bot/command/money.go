package command

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// costs shows what was spent, and what on.
func (d *Handler) costs(ctx context.Context, o *order) (org.Reply, error) {
	if o.Args[optionProject] != "" {
		return d.costsOf(ctx, o)
	}
	v := costView{price: d.Price}
	var err error
	if v.spans, err = d.Store.Costs(ctx, 1, 7, 30); err != nil {
		return org.Reply{}, err
	}
	if v.caps, err = d.Store.Caps(ctx); err != nil {
		return org.Reply{}, err
	}
	if v.searches, err = d.Store.SearchMonth(ctx); err != nil {
		return org.Reply{}, err
	}
	if v.fared, err = d.Store.TierRecords(ctx); err != nil {
		return org.Reply{}, err
	}
	if v.storage, err = d.Store.Storage(ctx); err != nil {
		return org.Reply{}, err
	}
	return v.sheet().reply(o.Page), nil
}

// costView is what costs shows: today, 7 days and 30 days.
type costView struct {
	spans    []org.CostReport
	caps     []org.Cap
	storage  []org.StorageLine
	fared    []org.TierRecord
	searches org.SearchMonth
	price    func(in, out int) (org.NanoUSD, bool)
}

func (v costView) sheet() sheet {
	s := sheet{head: "**Costs**\n", again: "costs"}
	for i, name := range []string{"Today", "7 days", "30 days"} {
		s.blocks = append(s.blocks, fmt.Sprintf("%s: **%s** in %s", name, spent(v.spans[i].Total), org.Count(v.spans[i].Total.Calls, "call")))
	}
	month := v.spans[2]
	if v.price != nil && month.Total.Calls > 0 {
		var all [3]org.NanoUSD
		known := true
		for i, r := range v.spans {
			cost, ok := v.price(r.Total.In, r.Total.Out)
			all[i], known = cost, known && ok
		}
		if known {
			s.blocks = append(s.blocks, fmt.Sprintf("All of it on the best model would have cost about %s today, %s in 7 days, %s in 30 days.", all[0], all[1], all[2]))
		}
	}
	for _, c := range v.caps {
		s.blocks = append(s.blocks, capLine(c))
	}
	if v.searches.Asked > 0 || v.searches.Limit > 0 {
		s.blocks = append(s.blocks, "Searches: "+v.searches.Words()+".")
	}
	for _, g := range []struct {
		name  string
		lines func(org.CostReport) []org.CostLine
	}{
		{"project", func(r org.CostReport) []org.CostLine { return r.ByProject }},
		{"tier", func(r org.CostReport) []org.CostLine { return r.ByTier }},
		{"agent", func(r org.CostReport) []org.CostLine { return r.ByAgent }},
		{"model", func(r org.CostReport) []org.CostLine { return r.ByModel }},
		{"purpose", func(r org.CostReport) []org.CostLine { return r.ByPurpose }},
	} {
		s.blocks = append(s.blocks, v.group(g.name, g.lines)...)
	}
	if len(v.fared) > 0 {
		s.blocks = append(s.blocks, "\n__What the router learns from: first passes by kind and tier__")
	}
	for _, r := range v.fared {
		s.blocks = append(s.blocks, "- "+r.Words())
	}
	s.blocks = append(s.blocks, "\n"+org.StorageText(v.storage))
	if net := org.TrafficText(v.spans[0].Traffic, v.spans[1].Traffic, month.Traffic); net != "" {
		s.blocks = append(s.blocks, net)
	}
	return s
}

// group is what was spent by one property: today, in 7 and in 30 days.
func (v costView) group(name string, of func(org.CostReport) []org.CostLine) []string {
	const shown = 10
	month := of(v.spans[2])
	if len(month) == 0 {
		return nil
	}
	out := []string{"\n__By " + name + ": today, 7 days, 30 days__"}
	for i, l := range month {
		if i == shown {
			return append(out, fmt.Sprintf("- and %d more, cheaper ones", len(month)-i))
		}
		line := fmt.Sprintf("- %s: %s, %s, **%s** in %s", clip(tame(l.Name), 60), v.within(0, of, l.Name), v.within(1, of, l.Name), spent(l), org.Count(l.Calls, "call"))
		if l.Unparsed > 0 {
			line += fmt.Sprintf(", %s unreadable", share(l.Unparsed, l.Calls))
		}
		out = append(out, line)
	}
	return out
}

// within is what one line of a group cost in a span.
func (v costView) within(span int, of func(org.CostReport) []org.CostLine, name string) string {
	for _, l := range of(v.spans[span]) {
		if l.Name == name {
			return spent(l)
		}
	}
	return org.NanoUSD(0).String()
}

func capLine(c org.Cap) string {
	kind := "Cap"
	if c.Kind == org.KindWarn {
		kind = "Warning"
	}
	text := kind + ": " + c.Phrase()
	if c.Spent > 0 {
		text += fmt.Sprintf(", %s of it spent", percent(c.Spent, c.Amount))
	}
	return text + "."
}

func percent(part, whole org.NanoUSD) string {
	if whole <= 0 {
		return "0 %"
	}
	if n := part * 100 / whole; n > 0 || part == 0 {
		return fmt.Sprintf("%d %%", n)
	}
	return "under 1 %"
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
	t := status.Spent
	s := sheet{again: "costs " + string(p.ID)}
	s.head = fmt.Sprintf("**Costs of %s %s**\n%s in %s, %d tokens in, %d out\n", p.ID, title(p.Title), spentOf(status), org.Count(t.Calls, "call"), t.In, t.Out)
	if d.Price != nil && t.Calls > 0 {
		if all, ok := d.Price(t.In, t.Out); ok {
			s.head += fmt.Sprintf("All on the best model it would have cost about %s.\n", all)
		}
	}
	rest := t
	for _, step := range steps {
		c, ok := costs[step.ID]
		if !ok {
			continue
		}
		rest.Calls, rest.Cost, rest.Unknown = rest.Calls-c.Calls, rest.Cost-c.Cost, rest.Unknown-c.Unknown
		s.blocks = append(s.blocks, fmt.Sprintf("- %s %s: %s in %s", step.ID, title(step.Title), spent(c), org.Count(c.Calls, "call")))
	}
	if rest.Calls > 0 {
		s.blocks = append(s.blocks, fmt.Sprintf("- planning and the rest: %s in %s", spent(rest), org.Count(rest.Calls, "call")))
	}
	traffic, err := d.Store.ProjectTraffic(ctx, p.ID)
	if err != nil {
		return org.Reply{}, err
	}
	if net := org.ProjectTrafficText(traffic); net != "" {
		s.blocks = append(s.blocks, net)
	}
	return s.reply(o.Page), nil
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
	if c.Amount == 0 {
		where := ""
		if c.Project != "" {
			where = " for " + string(c.Project)
		}
		return say("The %s for each %s%s is taken away; paused work continues.", c.Kind, c.Scope, where)
	}
	if c.Kind == org.KindWarn {
		return say("I tell you at %s, and at each doubling of it. Nothing stops.", c.Phrase())
	}
	return say("The cap is %s. What would pass it waits and says so; I ask you then.", c.Phrase())
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
		return c, "", refuse("How much? Write it without a mark between the thousands. For example: `!budget day 5` stops at $5 a day, `!budget month 50 warn` only tells you, `!budget day off` takes it away.")
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
	if len(all) == 0 {
		return say("No cap is set, so nothing ever stops because of money; everything is shown in `!costs`. Set one: `!budget day 5`")
	}
	s := sheet{head: "**Your caps and warnings**\n", again: "budget"}
	for _, c := range all {
		s.blocks = append(s.blocks, "- "+capLine(c))
	}
	s.blocks = append(s.blocks, "\nTake one away: `!budget day off`")
	return s.reply(1), nil
}

// schedule lists schedules, adds one, or ends one.
func (d *Handler) schedule(ctx context.Context, o *order) (org.Reply, error) {
	first := strings.ToLower(strings.TrimSpace(o.Args[optionProject]))
	switch first {
	case "", "list":
		return d.schedules(ctx, o)
	case "stop", "end", "remove", "off", "cancel":
		return d.unschedule(ctx, strings.ToLower(strings.TrimSpace(o.Args["cron"])))
	case "add", "new":
		return org.Reply{}, refuse("Name the project first: `!%s`", o.spec.example)
	}
	p, err := d.which(ctx, o, false)
	if err != nil {
		return org.Reply{}, err
	}
	want := org.Schedule{Project: p.ID, Spec: o.Args["cron"], Zone: o.Args["zone"], Missed: org.Missed(strings.ToLower(o.Args["missed"]))}
	if err := fields(&want, o.Args); err != nil {
		return org.Reply{}, err
	}
	if want.Spec == "" {
		return org.Reply{}, refuse("When? Five fields (minute, hour, day, month, weekday) or @daily, @weekly, @monthly. For example: `!%s`", o.spec.example)
	}
	got, err := d.Store.SaveSchedule(ctx, want)
	if errors.Is(err, org.ErrBadSchedule) {
		_, words, _ := strings.Cut(err.Error(), org.ErrBadSchedule.Error()+": ")
		return org.Reply{}, refuse("%s.", strings.TrimSuffix(capital(words), "."))
	}
	if err != nil {
		return org.Reply{}, err
	}
	return org.Reply{
		Text: fmt.Sprintf("**%s %s** is run again by `%s` (%s). First: %s. Each run is a project of its own.", p.ID, title(p.Title), got.Spec, got.Zone, due(got)),
		Card: org.Card{Buttons: []org.Button{{Label: "Stop it", Command: "schedule stop " + string(got.ID)}}},
	}, nil
}

// fields puts together an expression that was written without quotes: its
// words then stand in the options after it.
func fields(s *org.Schedule, args map[string]string) error {
	if s.Spec == "" || strings.HasPrefix(s.Spec, "@") || strings.Contains(s.Spec, " ") {
		return nil
	}
	words := strings.Fields(strings.Join([]string{s.Spec, args["zone"], args["missed"]}, " "))
	const needed = 5
	if len(words) < needed {
		return refuse("A time has five fields: minute, hour, day, month, weekday. For example `0 8 * * 1` is Mondays at 8.")
	}
	s.Spec, s.Zone, s.Missed = strings.Join(words[:needed], " "), "", ""
	for _, w := range words[needed:] {
		if m := org.Missed(strings.ToLower(w)); m == org.MissedOnce || m == org.MissedSkip {
			s.Missed = m
		} else {
			s.Zone = w
		}
	}
	return nil
}

func due(s org.Schedule) string {
	zone, err := time.LoadLocation(s.Zone)
	if err != nil || s.Due.IsZero() {
		return s.Due.Format("Mon 2 Jan 2006 15:04 UTC")
	}
	return s.Due.In(zone).Format("Mon 2 Jan 2006 15:04 MST")
}

func (d *Handler) schedules(ctx context.Context, o *order) (org.Reply, error) {
	all, err := d.Store.Schedules(ctx)
	if err != nil {
		return org.Reply{}, err
	}
	if len(all) == 0 {
		return say("Nothing is scheduled. For example: `!%s`", o.spec.example)
	}
	s := sheet{head: "**Schedules**\n", again: "schedule"}
	menu := &org.Menu{Label: "Stop one", Command: "schedule stop"}
	for _, t := range all {
		line := fmt.Sprintf("%s: %s %s by `%s` (%s)\n\u2003next %s, missed runs: %s, run %s so far",
			t.ID, t.Project, title(t.Title), strings.ReplaceAll(t.Spec, "`", ""), t.Zone, due(t), t.Missed, org.Count(t.Runs, "time"))
		status, err := d.Store.ProjectStatus(ctx, t.Project, d.Now())
		if err != nil {
			return org.Reply{}, err
		}
		s.blocks = append(s.blocks, line+", the first run cost "+spent(status.Spent))
		if len(menu.Choices) < 25 {
			menu.Choices = append(menu.Choices, org.Choice{Label: clip(fmt.Sprintf("%s: %s %s", t.ID, t.Project, tame(t.Title)), 90), Value: string(t.ID)})
		}
	}
	s.card.Menu = menu
	return s.reply(o.Page), nil
}

func (d *Handler) unschedule(ctx context.Context, id string) (org.Reply, error) {
	if id == "" {
		return org.Reply{}, refuse("Stop which one? `!schedule` lists them; then `!schedule stop t1`.")
	}
	if err := d.Store.EndSchedule(ctx, org.ScheduleID(id)); isNotFound(err) {
		return org.Reply{}, refuse("There is no schedule %s. `!schedule` lists them.", clip(tame(id), 20))
	} else if err != nil {
		return org.Reply{}, err
	}
	return say("%s is stopped. What it has started goes on.", id)
}
