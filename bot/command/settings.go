package command

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/calendar"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/policy"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
)

// changeable is one policy row that a founder may change while the process
// runs.
type changeable struct {
	name      string
	otherwise string // its default
	sound     func(value string) error
}

// line is the setting as it is shown.
func (c changeable) line(value string) messages.SettingLine {
	return messages.SettingLine{Name: c.name, Value: value, Otherwise: c.otherwise, Meaning: messages.SettingMeaning(c.name)}
}

// asRefusal makes what a parser says a refusal.
func asRefusal(err error) error {
	if err == nil {
		return nil
	}
	return refuse(messages.SettingRefused(err.Error()))
}

func changeables() []changeable {
	points := func(v string) error { _, err := policy.ParseBar(v); return asRefusal(err) }
	onOff := func(v string) error {
		if v != "on" && v != "off" {
			return refuse(messages.SettingSwitch())
		}
		return nil
	}
	zone := func(v string) error {
		if _, err := calendar.Zone(v); v != policy.ZoneOfMachine && (err != nil || v == "") {
			return refuse(messages.SettingZone())
		}
		return nil
	}
	hour := func(v string) error {
		if n, err := strconv.Atoi(v); v != "off" && (err != nil || n < 0 || n > 23) {
			return refuse(messages.SettingHour())
		}
		return nil
	}
	return []changeable{
		{policy.Gates, "off", func(v string) error { _, err := policy.ParseGates(v); return asRefusal(err) }},
		{policy.PlanAsk, "off", func(v string) error { _, _, err := policy.ParsePlanAsk(v); return asRefusal(err) }},
		{policy.Zone, policy.ZoneOfMachine, zone},
		{policy.QuietHours, "off", func(v string) error { _, err := policy.ParseQuiet(v, "", nil); return asRefusal(err) }},
		{policy.QuietPings, strconv.Itoa(org.PingsPerDay), func(v string) error { _, err := policy.ParseQuiet("", v, nil); return asRefusal(err) }},
		{policy.Digest, strconv.Itoa(org.DigestHour), hour},
		{policy.WatchLimits, "research:10m", func(v string) error { return asRefusal(policy.SoundStageLimits(v)) }},
		{policy.WatchAct, number(org.ActAbove), func(v string) error { _, err := reports.ParseThresholds(v, ""); return asRefusal(err) }},
		{policy.WatchSuggest, number(org.SuggestFrom), func(v string) error { _, err := reports.ParseThresholds("", v); return asRefusal(err) }},
		{policy.SearchMonth, "off", func(v string) error { _, err := policy.ParseSearchMonth(v); return asRefusal(err) }},
		{policy.WatchModel, "on", onOff},
		{policy.CompanyReview, policy.CompanyReviewUsual, soundReview},
		{policy.CompanyTier, policy.CompanyTierUsual, func(v string) error { _, err := policy.ParseCompanyTier(v); return asRefusal(err) }},
		{policy.CompanyReach, policy.CompanyReachOwn, func(v string) error { _, err := policy.ParseCompanyReach(v); return asRefusal(err) }},
		{policy.Prefer, "off", func(v string) error { _, err := policy.ParseSites(v); return asRefusal(err) }},
		{policy.Distrust, "off", func(v string) error { _, err := policy.ParseSites(v); return asRefusal(err) }},
		{policy.Autonomy, "on", onOff},
		{policy.AutoApprove, string(policy.BarAll), points},
		{policy.Crosscheck, policy.CrosscheckOn, onOff},
		{policy.Router, "off", onOff},
		{policy.Publish, policy.PublishFolder, func(v string) error { _, err := policy.ParsePublish(v); return asRefusal(err) }},
		{policy.QAOnly, string(policy.BarMusts), points},
	}
}

// soundReview refuses a rule that nobody can read or that comes more than once a day.
func soundReview(v string) error {
	rule, err := calendar.Parse(v, "UTC")
	if err != nil {
		return asRefusal(err)
	}
	first := rule.Next(time.Unix(0, 0))
	for range 8 {
		next := rule.Next(first)
		if next.IsZero() {
			break
		}
		if next.Sub(first) < 24*time.Hour {
			return refuse(messages.SettingDaily())
		}
		first = next
	}
	return nil
}

func number(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }

// settings shows what is set, or changes a policy.
func (d *Handler) settings(ctx context.Context, o *order) (org.Reply, error) {
	name := strings.ToLower(strings.TrimSpace(o.Args["name"]))
	if name == "" {
		return d.showSettings(ctx, o)
	}
	var names []string
	for _, c := range changeables() {
		if c.name == name {
			return d.setting(ctx, o, c, strings.Trim(o.Args["value"], " \t\"“”")) // as examples are quoted
		}
		names = append(names, c.name)
	}
	for _, s := range d.Settings {
		if strings.EqualFold(s.Name, name) {
			return org.Reply{}, refuse(messages.SettingAtStart(messages.SettingLine{Name: s.Name, Value: s.Value, Source: s.Source}))
		}
	}
	near, _ := prose.FindNearest(name, names)
	return org.Reply{}, refuse(messages.SettingUnknown(name, near))
}

func (d *Handler) setting(ctx context.Context, o *order, c changeable, value string) (org.Reply, error) {
	now, err := d.Store.Policy(ctx, c.name, c.otherwise)
	if err != nil {
		return org.Reply{}, err
	}
	before, err := d.noted(ctx, c.line(now))
	if err != nil {
		return org.Reply{}, err
	}
	if value == "" {
		return say(messages.Setting(before))
	}
	if strings.EqualFold(value, "default") {
		value = c.otherwise
	}
	if err := c.sound(value); err != nil {
		return org.Reply{}, err
	}
	if err := d.Store.SetPolicy(ctx, c.name, value); err != nil {
		return org.Reply{}, err
	}
	line, err := d.noted(ctx, c.line(value))
	if err != nil {
		return org.Reply{}, err
	}
	if now == value && !o.since.IsZero() { // it was set before its process died: nobody knows what it was
		return say(messages.SettingChanged(line, ""))
	}
	return say(messages.SettingChanged(line, before.Shown()))
}

// noted adds to a setting what its value stands for: the name of the machine's zone, and
// the score that an older program had there.
func (d *Handler) noted(ctx context.Context, line messages.SettingLine) (_ messages.SettingLine, err error) {
	if line.Name == policy.AutoApprove || line.Name == policy.QAOnly {
		line.WasScore, err = d.Store.Policy(ctx, policy.Before(line.Name), "")
		return line, err
	}
	if line.Name != policy.Zone || line.Value != policy.ZoneOfMachine {
		return line, nil
	}
	clock, err := d.Store.FounderClock(ctx)
	line.Note = clock.Zone
	return line, err
}

func (d *Handler) showSettings(ctx context.Context, o *order) (org.Reply, error) {
	var here, start []messages.SettingLine
	for _, c := range changeables() {
		value, err := d.Store.Policy(ctx, c.name, c.otherwise)
		if err != nil {
			return org.Reply{}, err
		}
		line, err := d.noted(ctx, c.line(value))
		if err != nil {
			return org.Reply{}, err
		}
		here = append(here, line)
	}
	for _, v := range d.Settings {
		start = append(start, messages.SettingLine{Name: v.Name, Value: v.Value, Source: v.Source})
	}
	return show(messages.Settings(here, start, o.spec.example), "settings", o.Page)
}

// doctor says whether everything is well, and how much is stored and went over
// the network.
func (d *Handler) doctor(ctx context.Context, o *order) (org.Reply, error) {
	var checks []reports.CheckResult
	if d.Checks != nil {
		checks = d.Checks(ctx)
	}
	storage, err := d.Store.Storage(ctx)
	if err != nil {
		return org.Reply{}, err
	}
	spans, err := d.Store.Costs(ctx, 1, 7, 30)
	if err != nil {
		return org.Reply{}, err
	}
	traffic := [3][]reports.Traffic{spans[0].Traffic, spans[1].Traffic, spans[2].Traffic}
	return show(messages.Doctor(checks, storage, traffic), "doctor", o.Page)
}

// agents lists who works for the founder.
func (d *Handler) agents(ctx context.Context, o *order) (org.Reply, error) {
	all, err := d.Store.Roster(ctx)
	if err != nil {
		return org.Reply{}, err
	}
	costs, err := d.Store.Costs(ctx, 30)
	if err != nil {
		return org.Reply{}, err
	}
	spent := map[string]org.CostLine{}
	for _, l := range costs[0].ByAgent {
		spent[l.Name] = l
	}
	var facts []messages.AgentFacts
	for _, a := range all {
		facts = append(facts, messages.AgentFacts{AgentView: a, Spent: spent[a.Name]})
	}
	return show(messages.Team(facts), "agents", o.Page)
}

// help lists the commands, or explains one.
func (d *Handler) help(_ context.Context, o *order) (org.Reply, error) {
	word := strings.ToLower(strings.TrimLeft(strings.TrimSpace(o.Args["command"]), "!/"))
	if word == "" {
		var all []messages.CommandHelp
		for _, t := range specs() {
			if !t.button {
				all = append(all, t.help())
			}
		}
		return show(messages.Help(all), "help", o.Page)
	}
	t, ok := find(word)
	if !ok {
		return org.Reply{}, unknown(word)
	}
	return say(messages.HelpOn(t.help()))
}
