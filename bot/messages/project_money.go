package messages

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/policy"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
)

// MoneyNews says that a threshold of the founder's was passed, or that money goes
// fast.
func MoneyNews(f reports.MoneyFacts) org.Reply {
	switch f.What {
	case reports.MoneyCap:
		return capReached(f)
	case reports.MoneyNear:
		return capNear(f)
	case reports.MoneyWarn:
		return org.Reply{Text: fmt.Sprintf("%s spent%s%s, past %s. Nothing is paused. `!costs` shows where it went; `!budget` sets a limit.",
			prose.Capital(wording.Money(f.Spent)), onProject(f.Cap.Project), capPeriod(f), wording.Limit(f.Mark))}
	case reports.MoneyBeyond:
		return org.Reply{Text: fmt.Sprintf("**%s** has cost %s so far, more than %d times the %s I planned. It carries on; `!costs %s` shows where it went, `!pause %s` stops it.",
			f.Project, wording.Money(f.Spent), org.FarBeyond, wording.Money(f.Mark), f.Project, f.Project)}
	case reports.MoneyFast:
		text := fmt.Sprintf("%s spent in the last %d minutes", prose.Capital(wording.Money(f.Spent)), int(org.VelocityWindow.Minutes()))
		if f.Mark > 0 {
			text += fmt.Sprintf("; %s is usual", wording.Money(f.Mark))
		}
		return org.Reply{Text: text + ". Nothing is paused. `!costs` shows where it goes; `!pause` stops a project."}
	case reports.MoneySearchesNear:
		return org.Reply{Text: fmt.Sprintf("%d of this month's %d web searches are used. When they run out, I use your documents and pages I've read before, and say so. `!settings %s %d` raises the limit.",
			f.Searches.Asked, f.Searches.Limit, policy.SearchMonth, 2*f.Searches.Limit)}
	case reports.MoneySearchesSpent:
		used := fmt.Sprintf("This month's %d web searches are used up.", f.Searches.Limit)
		if f.Searches.Limit == 1 {
			used = "This month's one web search is used up."
		}
		return org.Reply{Text: fmt.Sprintf("%s Work carries on with your documents and pages I've read before; each result says so. `!settings %s %d` raises the limit.",
			used, policy.SearchMonth, 2*f.Searches.Limit)}
	}
	return org.Reply{}
}

func capReached(f reports.MoneyFacts) org.Reply {
	room := ""
	if f.Spent < f.Cap.Amount {
		room = fmt.Sprintf(", and the next call may cost up to %s", wording.Money(f.Mark))
	}
	to := raiseLimit(f)
	name, raise := capName(f.Cap, to)
	return org.Reply{
		Text: fmt.Sprintf("Your %s %s%s is reached: %s spent%s%s. Running steps will finish; the rest waits. Raise it to go on: `!%s`.",
			wording.Limit(f.Cap.Amount), name, onProject(f.Cap.Project), wording.Money(f.Spent), capPeriod(f), room, raise),
		Card: offerRaise(to, raise),
	}
}

// capNear says that most of a limit is spent, while there is time to raise it.
func capNear(f reports.MoneyFacts) org.Reply {
	name, raise := capName(f.Cap, 2*f.Cap.Amount)
	return org.Reply{
		Text: fmt.Sprintf("%s of your %s %s%s is spent%s. Work goes on until it is reached, then waits. To raise it: `!%s`.",
			prose.Capital(wording.Money(f.Spent)), wording.Limit(f.Cap.Amount), name, onProject(f.Cap.Project), capPeriod(f), raise),
		Card: offerRaise(2*f.Cap.Amount, raise),
	}
}

// raiseLimit returns a limit under which work goes on: twice what it was, and in any case above
// what was spent and the next few calls.
func raiseLimit(f reports.MoneyFacts) org.NanoUSD {
	const calls, cent = 20, org.Dollar / 100
	to := max(2*f.Cap.Amount, f.Spent+f.Cap.Amount, f.Spent+calls*f.Mark) // Mark is what the next call may cost
	return max((to+cent-1)/cent*cent, cent)
}

// A limit's name, and the command that raises it.
func capName(c org.Cap, to org.NanoUSD) (name, raise string) {
	scope := string(c.Scope)
	if c.Scope == org.ScopeMission {
		scope = "plan"
	}
	amount := strings.TrimPrefix(wording.Limit(to), "$")
	raise = fmt.Sprintf("%s %s %s", org.CommandBudget, scope, amount)
	if c.Project != "" {
		raise += " cap " + string(c.Project)
	}
	name = map[org.CapScope]string{org.ScopeDay: "daily limit", org.ScopeMonth: "monthly limit", org.ScopeMission: "limit per plan", org.ScopeStep: "limit per step"}[c.Scope]
	if c.Scope == org.ScopeProject {
		name, raise = "limit", fmt.Sprintf("project cap %s %s", c.Project, amount)
	}
	return name, raise
}

func offerRaise(to org.NanoUSD, raise string) org.Card {
	return org.Card{Buttons: []org.Button{{Label: "Raise to " + wording.Limit(to), Command: raise, Style: org.StylePrimary}}}
}

func onProject(p org.ProjectID) string {
	if p == "" {
		return ""
	}
	return " on " + string(p)
}

func capPeriod(f reports.MoneyFacts) string {
	switch f.Cap.Scope {
	case org.ScopeDay:
		return " today"
	case org.ScopeMonth:
		return " this month"
	case org.ScopeMission:
		return " on one plan"
	case org.ScopeStep:
		return " on one step"
	case org.ScopeProject:
	}
	return ""
}
