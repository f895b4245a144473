package costs

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/tiers"
)

// CostFacts adds up what was spent today, in 7 and in 30 days.
type CostFacts struct {
	Spans    [3]reports.CostReport
	Caps     []org.Cap
	Learnt   []tiers.Record // what the choice of models learns from; empty while it does not
	Searches reports.SearchMonth
	Storage  []org.StorageLine // what takes room, and how much
	Best     org.NanoUSD       // what 30 days would have cost on the best model; zero where nobody knows
}

// Costs says what was spent, on what most of it, and against which limit. Each
// project, model and kind of work stands behind More.
func Costs(f CostFacts) wording.Message {
	month := f.Spans[2]
	lines := []string{f.totals()}
	if len(month.ByProject) > 1 {
		if top := slices.MaxFunc(month.ByProject, func(a, b org.CostLine) int { return cmp.Compare(a.Cost, b.Cost) }); top.Cost > 0 {
			lines = append(lines, fmt.Sprintf("Most of that went to %s: %s.", wording.Name(top.Name), wording.DescribeSpending(top)))
		}
	}
	if month.Total.Cost == 0 && month.Total.Unknown == 0 {
		lines = []string{"Nothing was spent in the last 30 days."}
	}
	lines = append(lines, f.listLimits()...)
	if f.Best > month.Total.Cost {
		lines = append(lines, fmt.Sprintf("On the best model all of it would have cost %s.", wording.About(f.Best)))
	}
	same := func(name string) string { return name }
	return wording.Message{Text: strings.Join(lines, "\n"), More: wording.JoinDetails(
		f.group("By project", func(r reports.CostReport) []org.CostLine { return r.ByProject }, same),
		f.group("By who did it", func(r reports.CostReport) []org.CostLine { return r.ByAgent }, same),
		f.group("By model", func(r reports.CostReport) []org.CostLine { return r.ByModel }, same),
		f.group("By size of model", func(r reports.CostReport) []org.CostLine { return r.ByTier }, func(name string) string { return wording.TierWord(org.Tier(name)) }),
		f.group("By kind of work", func(r reports.CostReport) []org.CostLine { return r.ByPurpose }, wording.StageWord),
		f.learnt(),
		f.smallShare(),
		wording.DescribeStorage(f.Storage),
	)}
}

// totals are the three sums. What nobody knows the price of is said once.
func (f CostFacts) totals() string {
	day, week, month := f.Spans[0].Total, f.Spans[1].Total, f.Spans[2].Total
	text := fmt.Sprintf("**%s** today, %s in 7 days, %s in 30 days.", wording.Money(day.Cost), wording.Money(week.Cost), wording.Money(month.Cost))
	if day.Cost == week.Cost && week.Cost == month.Cost {
		text = fmt.Sprintf("**%s** today, in 7 and in 30 days.", wording.Money(day.Cost))
	}
	switch n := month.Unknown; {
	case n == 1:
		text += " One call's price isn't known."
	case n > 1:
		text += fmt.Sprintf(" The prices of %d calls aren't known.", n)
	}
	return prose.Capital(text)
}

// The share of the month's calls that the small model did.
func (f CostFacts) smallShare() string {
	small, all := 0, 0
	for _, l := range f.Spans[2].ByTier {
		if org.Tier(l.Name) == org.T1 {
			small += l.Calls
		}
		all += l.Calls
	}
	if all == 0 {
		return ""
	}
	return fmt.Sprintf("The small model did %d of %s in 30 days (%d %%).", small, wording.CountOf(all, "call", "calls"), 100*small/all)
}

// The month's searches are listed where they count.
func (f CostFacts) listLimits() []string {
	const shown = 2
	var out []string
	for _, c := range f.Caps[:min(shown, len(f.Caps))] {
		out = append(out, CapLine(c))
	}
	if more := len(f.Caps) - shown; more > 0 {
		out = append(out, fmt.Sprintf("And %s: `!budget`.", wording.CountOf(more, "more limit", "more limits")))
	}
	if f.Searches.Limit > 0 {
		out = append(out, wording.Searches(f.Searches))
	}
	return out
}

// Each line sums up one value of a property: in 30 days, in 7 and today.
func (f CostFacts) group(heading string, of func(reports.CostReport) []org.CostLine, word func(string) string) string {
	const shown = 10
	month := slices.DeleteFunc(slices.Clone(of(f.Spans[2])), func(l org.CostLine) bool { return l.Cost == 0 && l.Unknown == 0 && l.Unparsed == 0 })
	var lines []string
	for i, l := range month {
		if i == shown {
			lines = append(lines, fmt.Sprintf("and %d more, each cheaper", len(month)-i))
			break
		}
		line := fmt.Sprintf("%s: **%s** in 30 days, %s in 7, %s today", wording.Clip(wording.Plain(word(l.Name)), 60), wording.DescribeSpending(l), f.within(1, of, l.Name), f.within(0, of, l.Name))
		if l.Unparsed > 0 {
			line += fmt.Sprintf("; %d of %d replies were unreadable", l.Unparsed, l.Calls)
		}
		lines = append(lines, line)
	}
	return wording.ListBelow(heading, lines)
}

// The cost of one line of a group in a span.
func (f CostFacts) within(span int, of func(reports.CostReport) []org.CostLine, name string) string {
	for _, l := range of(f.Spans[span]) {
		if l.Name == name {
			return wording.DescribeSpending(l)
		}
	}
	return wording.Money(0)
}

// It tells what the choice of models learns from.
func (f CostFacts) learnt() string {
	var lines []string
	for _, r := range f.Learnt {
		each := "cost unknown"
		if r.Ended > 0 {
			each = wording.Money(r.Cost/org.NanoUSD(r.Ended)) + " each"
		}
		lines = append(lines, fmt.Sprintf("%s with %s: %d of %d passed the first time, %s", r.Kind, wording.TierWord(r.Tier), r.First, r.Ended, each))
	}
	return wording.ListBelow("What the choice of models learns from", lines)
}

// ProjectCosts says what one project cost; each step stands behind More.
func ProjectCosts(p reports.ProjectStatus, steps []org.Step, costs map[org.StepID]org.CostLine, best org.NanoUSD, traffic []reports.Traffic) wording.Message {
	lines := []string{fmt.Sprintf("%s has cost %s.", wording.NameWithID(p.Project), wording.DescribeCost(p))}
	if best > p.Spent.Cost {
		lines = append(lines, fmt.Sprintf("On the best model all of it would have cost %s.", wording.About(best)))
	}
	rest := p.Spent
	var each []string
	for _, s := range steps {
		c, ok := costs[s.ID]
		if !ok {
			continue
		}
		rest.Calls, rest.Cost, rest.Unknown = rest.Calls-c.Calls, rest.Cost-c.Cost, rest.Unknown-c.Unknown
		each = append(each, fmt.Sprintf("%s %s: %s", s.ID, wording.Clip(wording.Plain(wording.StepTitle(s)), 60), wording.DescribeSpending(c)))
	}
	if rest.Calls > 0 {
		each = append(each, "planning and the rest: "+wording.DescribeSpending(rest))
	}
	network := ""
	if len(traffic) > 0 {
		network = fmt.Sprintf("Over the network for its plan and steps: %s.", wording.DescribeTraffic(traffic))
	}
	return wording.Message{Text: strings.Join(lines, "\n"), More: wording.JoinDetails(wording.ListBelow("By step", each), network)}
}

// capPhrase is a limit or a warning: "$5 a day for p3".
func capPhrase(c org.Cap) string {
	text := wording.Limit(c.Amount)
	switch c.Scope {
	case org.ScopeProject:
		return text + " for all of " + string(c.Project)
	case org.ScopeMission:
		text += " for each plan"
	case org.ScopeStep:
		text += " for each step"
	case org.ScopeDay:
		text += " a day"
	case org.ScopeMonth:
		text += " a month"
	}
	if c.Project != "" {
		text += " for " + string(c.Project)
	}
	return text
}

// CapLine is one limit, or one amount at which the founder wants to be told,
// with how much of it is used.
func CapLine(c org.Cap) string {
	text := "Limit: " + capPhrase(c)
	if c.Kind == org.KindWarn {
		text = "I tell you at " + capPhrase(c)
	}
	switch part := 100 * c.Spent / max(c.Amount, 1); {
	case part > 0:
		text += fmt.Sprintf(", %d %% used", part)
	case c.Spent > 0:
		text += ", under 1 % used"
	}
	return text + "."
}

// Caps lists the founder's limits.
func Caps(all []org.Cap) wording.Message {
	if len(all) == 0 {
		return wording.Message{Text: "No limit is set, so nothing stops because of money; `!costs` shows what was spent. Set one: `!budget day 5`"}
	}
	var lines []string
	for _, c := range all {
		lines = append(lines, CapLine(c))
	}
	return wording.Message{More: strings.Join(append(lines, "Take one away: `!budget day off`"), "\n")}
}

// CapSet confirms a limit, or that one is gone.
func CapSet(c org.Cap) string {
	switch {
	case c.Amount == 0:
		text := map[org.CapScope]string{org.ScopeDay: "Daily", org.ScopeMonth: "Monthly", org.ScopeMission: "Per-plan", org.ScopeStep: "Per-step"}[c.Scope] + " limit"
		if c.Project != "" {
			text += " for " + string(c.Project)
		}
		return text + " removed; paused work continues."
	case c.Kind == org.KindWarn:
		return fmt.Sprintf("I'll tell you at %s, and each time it doubles. Nothing stops.", capPhrase(c))
	}
	return fmt.Sprintf("Your limit is %s. What would go over it waits, and I ask you.", capPhrase(c))
}

// CapUnclear asks for the amount of a limit.
func CapUnclear() string {
	return "How much? For example: `!budget day 5` stops at $5 a day, `!budget month 50 warn` only tells you, `!budget day off` takes it away. Please leave out marks between thousands."
}
