// Package setting shows what is set, and changes what a founder may change while the process runs.
package setting

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/calendar"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/policy"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
)

const (
	optionName  = "name"
	optionValue = "value"
	example     = "settings zone Europe/Berlin"
)

// Fixed is one setting of the process, read when it starts; a secret is masked already.
type Fixed struct{ Name, Value, Source string }

// Records is all that this noun reads and writes. *store.DB is one.
type Records interface {
	Policy(ctx context.Context, name, otherwise string) (string, error)
	SetPolicy(ctx context.Context, name, value string) error
	FounderClock(ctx context.Context) (reports.FounderClock, error)
}

// records carries out the command.
type records struct {
	Records
	start []Fixed
}

// New returns the noun: the command settings. start are those of the process.
func New(r Records, start []Fixed) noun.Noun {
	s := records{r, start}
	name := noun.WordOption(optionName, "what to change")
	name.Autocomplete = true
	return noun.Noun{Commands: []noun.Command{{
		Name: "settings", Summary: "what is set, and what you can change here", Example: example, Aliases: []string{"set", "config"},
		Options: []syntax.Option{name, noun.WordOption(optionValue, "its new value; default puts it back")},
		Acts:    true, Changes: func(args map[string]string) bool { return args[optionValue] != "" }, Suggest: suggestNames, Run: s.runSettings,
	}}}
}

func suggestNames(context.Context, string) ([]org.Choice, error) {
	var out []org.Choice
	for _, c := range listChangeable() {
		out = append(out, org.Choice{Label: c.name + ": " + Meaning(c.name), Value: c.name})
	}
	return out, nil
}

// changeable is one policy row that a founder may change while the process
// runs.
type changeable struct {
	name      string
	otherwise string // its default
	sound     func(value string) error
}

// line is the setting as it is shown.
func (c changeable) line(value string) Line {
	return Line{Name: c.name, Value: value, Otherwise: c.otherwise, Meaning: Meaning(c.name)}
}

// refuseBecause makes what a parser says a refusal.
func refuseBecause(err error) error {
	if err == nil {
		return nil
	}
	return noun.Refuse(Refused(err.Error()))
}

func listChangeable() []changeable {
	points := func(v string) error { _, err := policy.ParseBar(v); return refuseBecause(err) }
	onOff := func(v string) error {
		if v != "on" && v != "off" {
			return noun.Refuse(Switch())
		}
		return nil
	}
	zone := func(v string) error {
		if _, err := calendar.Zone(v); v != policy.ZoneOfMachine && (err != nil || v == "") {
			return noun.Refuse(Zone())
		}
		return nil
	}
	hour := func(v string) error {
		if n, err := strconv.Atoi(v); v != "off" && (err != nil || n < 0 || n > 23) {
			return noun.Refuse(Hour())
		}
		return nil
	}
	return []changeable{
		{policy.Gates, "off", func(v string) error { _, err := policy.ParseGates(v); return refuseBecause(err) }},
		{policy.PlanAsk, "off", func(v string) error { _, _, err := policy.ParsePlanAsk(v); return refuseBecause(err) }},
		{policy.Zone, policy.ZoneOfMachine, zone},
		{policy.QuietHours, "off", func(v string) error { _, err := policy.ParseQuiet(v, "", nil); return refuseBecause(err) }},
		{policy.QuietPings, strconv.Itoa(org.PingsPerDay), func(v string) error { _, err := policy.ParseQuiet("", v, nil); return refuseBecause(err) }},
		{policy.Digest, strconv.Itoa(org.DigestHour), hour},
		{policy.WatchLimits, "research:10m", func(v string) error { return refuseBecause(policy.SoundStageLimits(v)) }},
		{policy.WatchAct, formatNumber(org.ActAbove), func(v string) error { _, err := reports.ParseThresholds(v, ""); return refuseBecause(err) }},
		{policy.WatchSuggest, formatNumber(org.SuggestFrom), func(v string) error { _, err := reports.ParseThresholds("", v); return refuseBecause(err) }},
		{policy.SearchMonth, "off", func(v string) error { _, err := policy.ParseSearchMonth(v); return refuseBecause(err) }},
		{policy.WatchModel, "on", onOff},
		{policy.CompanyReview, policy.CompanyReviewUsual, checkReview},
		{policy.CompanyTier, policy.CompanyTierUsual, func(v string) error { _, err := policy.ParseCompanyTier(v); return refuseBecause(err) }},
		{policy.CompanyReach, policy.CompanyReachOwn, func(v string) error { _, err := policy.ParseCompanyReach(v); return refuseBecause(err) }},
		{policy.Prefer, "off", func(v string) error { _, err := policy.ParseSites(v); return refuseBecause(err) }},
		{policy.Distrust, "off", func(v string) error { _, err := policy.ParseSites(v); return refuseBecause(err) }},
		{policy.Autonomy, "on", onOff},
		{policy.AutoApprove, string(policy.BarAll), points},
		{policy.Crosscheck, policy.CrosscheckOn, onOff},
		{policy.Router, "off", onOff},
		{policy.Publish, policy.PublishFolder, func(v string) error { _, err := policy.ParsePublish(v); return refuseBecause(err) }},
		{policy.QAOnly, string(policy.BarMusts), points},
	}
}

// checkReview refuses a rule that nobody can read or that comes more than once a day.
func checkReview(v string) error {
	rule, err := calendar.Parse(v, "UTC")
	if err != nil {
		return refuseBecause(err)
	}
	first := rule.Next(time.Unix(0, 0))
	for range 8 {
		next := rule.Next(first)
		if next.IsZero() {
			break
		}
		if next.Sub(first) < 24*time.Hour {
			return noun.Refuse(Daily())
		}
		first = next
	}
	return nil
}

func formatNumber(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }

// runSettings shows what is set, or changes a policy.
func (s records) runSettings(ctx context.Context, in noun.Input) (noun.View, error) {
	name := strings.ToLower(strings.TrimSpace(in.Args["name"]))
	if name == "" {
		return s.listSettings(ctx, in)
	}
	var names []string
	for _, c := range listChangeable() {
		if c.name == name {
			return s.setOne(ctx, in, c, strings.Trim(in.Args["value"], " \t\"“”")) // as examples are quoted
		}
		names = append(names, c.name)
	}
	for _, one := range s.start {
		if strings.EqualFold(one.Name, name) {
			return noun.View{}, noun.Refuse(AtStart(Line{Name: one.Name, Value: one.Value, Source: one.Source}))
		}
	}
	near, _ := prose.FindNearest(name, names)
	return noun.View{}, noun.Refuse(Unknown(name, near))
}

func (s records) setOne(ctx context.Context, in noun.Input, c changeable, value string) (noun.View, error) {
	now, err := s.Policy(ctx, c.name, c.otherwise)
	if err != nil {
		return noun.View{}, err
	}
	before, err := s.describeValue(ctx, c.line(now))
	if err != nil {
		return noun.View{}, err
	}
	if value == "" {
		return noun.Say(Setting(before))
	}
	if strings.EqualFold(value, "default") {
		value = c.otherwise
	}
	if err := c.sound(value); err != nil {
		return noun.View{}, err
	}
	if err := s.SetPolicy(ctx, c.name, value); err != nil {
		return noun.View{}, err
	}
	line, err := s.describeValue(ctx, c.line(value))
	if err != nil {
		return noun.View{}, err
	}
	if now == value && in.Again { // it was set before its process died: nobody knows what it was
		return noun.Say(Changed(line, ""))
	}
	return noun.Say(Changed(line, before.Shown()))
}

// describeValue adds to a setting what its value stands for: the name of the machine's zone, and
// the score that an older program had there.
func (s records) describeValue(ctx context.Context, line Line) (_ Line, err error) {
	if line.Name == policy.AutoApprove || line.Name == policy.QAOnly {
		line.WasScore, err = s.Policy(ctx, policy.Before(line.Name), "")
		return line, err
	}
	if line.Name != policy.Zone || line.Value != policy.ZoneOfMachine {
		return line, nil
	}
	clock, err := s.FounderClock(ctx)
	line.Note = clock.Zone
	return line, err
}

func (s records) listSettings(ctx context.Context, in noun.Input) (noun.View, error) {
	var here, start []Line
	for _, c := range listChangeable() {
		value, err := s.Policy(ctx, c.name, c.otherwise)
		if err != nil {
			return noun.View{}, err
		}
		line, err := s.describeValue(ctx, c.line(value))
		if err != nil {
			return noun.View{}, err
		}
		here = append(here, line)
	}
	for _, v := range s.start {
		start = append(start, Line{Name: v.Name, Value: v.Value, Source: v.Source})
	}
	return noun.Show(Settings(here, start, example), "settings", in.Page)
}
