package schedule

import (
	"fmt"
	"slices"
	"time"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/when"
)

// Offer is an order to do something again and again, before anybody said yes to it.
type Offer struct {
	Matter  string
	Project org.ProjectName // that is to be run again; empty for a new order
	Order   org.MessageID   // that is kept for it
	Spec    string
	Zone    string
	First   time.Time
	Dawn    bool          // nobody named the hour
	Costs   []org.NanoUSD // what the last projects cost, or this one
	Cap     org.NanoUSD   // of each run; 0 for none
	Said    string        // the whole sentence
}

// Proposed says what would be done, when, for what price and under which limit, and asks for a yes.
func Proposed(o Offer) wording.Message {
	rule := wording.DescribeRule(o.Spec)
	what, yes := "“"+wording.Clip(wording.Plain(o.Matter), 300)+"”", "schedule yes "+string(o.Order)+" "+o.Spec+" "+o.Zone
	if o.Project.ID != "" {
		what, yes = wording.NameProject(o.Project), fmt.Sprintf("schedule %s %q %s", o.Project.ID, o.Spec, o.Zone)
	}
	text := fmt.Sprintf("%s I'd do this: %s. First on %s, each time as a project of its own.", prose.Capital(rule), what, moment.Mark(o.First, moment.Long))
	if o.Dawn {
		text += fmt.Sprintf(" You named no hour, so I took %d:00.", when.DayHour)
	}
	text += "\n" + describeTerms(o) + " Shall I?"
	m := wording.Message{Text: text, Buttons: []org.Button{{Label: "Yes, " + wording.Clip(rule, 60), Command: yes, Style: org.StylePrimary}}}
	if once := "project " + o.Said; o.Project.ID == "" && len(once) <= org.ButtonLine {
		m.Buttons = append(m.Buttons, org.Button{Label: "Just once, now", Command: once})
	}
	return m
}

// describeTerms says what a run costs as a rule and what it may cost.
func describeTerms(o Offer) string {
	price := "I have delivered nothing yet by which I could say the price."
	switch {
	case o.Project.ID != "" && len(o.Costs) > 0:
		price = "It has cost " + wording.Money(o.Costs[0]) + "."
	case len(o.Costs) == 1:
		price = "My last project cost " + wording.Money(o.Costs[0]) + "."
	case len(o.Costs) > 1:
		sorted := slices.Sorted(slices.Values(o.Costs))
		price = fmt.Sprintf("My last %d projects cost %s to %s each, most of them about %s.",
			len(sorted), wording.Money(sorted[0]), wording.Money(sorted[len(sorted)-1]), wording.Money(sorted[len(sorted)/2]))
	}
	switch {
	case o.Cap > 0 && o.Project.ID != "":
		return fmt.Sprintf("%s Each time it stops at %s, as it was ordered.", price, wording.Limit(o.Cap))
	case o.Cap > 0:
		return fmt.Sprintf("%s Each time I stop at %s; say it again with “at most $5” for another limit.", price, wording.Limit(o.Cap))
	}
	return price + " It was ordered without a limit of its own, so only your limits for a day and a month hold."
}

// Agreed confirms what is done again and again, and has it changed or ended. The words of an order stand above it, where it was
// offered, and are not kept twice.
func Agreed(s reports.Schedule) wording.Message {
	what := fmt.Sprintf("at most %s each time", wording.Limit(s.Cap))
	if s.Order == "" {
		what = wording.NameProject(org.ProjectName{ID: s.Project, Title: s.Title})
	}
	return wording.Message{
		Text: fmt.Sprintf("%s stands: %s (%s), first %s, %s.", s.ID, wording.DescribeRule(s.Spec), s.Zone, describeDue(s), what),
		Buttons: []org.Button{
			{Label: "Other times", Command: "schedule move " + string(s.ID), Ask: "When instead? For example: every Tuesday at 9"},
			{Label: "End it", Command: "schedule stop " + string(s.ID), Style: org.StyleDanger},
		},
	}
}

// NoOrder says how an order for again and again is said.
func NoOrder() string {
	return "I can't read that as something to do again and again. Say how often and what: `!schedule every Monday at 8 look at the prices of oats`."
}

// UnreadTime says why a time can't be taken.
func UnreadTime(part string) string {
	return "I can't repeat it like that: “" + wording.Clip(wording.Plain(part), 60) + "”. I can do: every day, every Monday, every weekday, or each month on a day up to the 28th, with an hour."
}

// NoLimit says that an amount can't be a limit.
func NoLimit(said string) string {
	return "I can't take “" + wording.Clip(wording.Plain(said), 20) + "” as a limit. Say dollars, for example: at most $2."
}

// GoneOrder says that the order of a button is not known any more.
func GoneOrder() string {
	return "I don't have that order any more. Please say it once again."
}
