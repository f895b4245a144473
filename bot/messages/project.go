package messages

import (
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/forecast"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
)

// sayMoney says the money of a project, with what is not known of it.
func sayMoney(c org.CostLine, offline bool) string {
	if offline {
		return "$0"
	}
	text := org.Cents(c.Cost)
	if c.Unknown > 0 {
		text += fmt.Sprintf(" and %s of unknown cost", prose.Count(c.Unknown, "AI call"))
	}
	return text
}

func (t view) name(a org.AgentID) string {
	if n := t.Names[a]; n != "" {
		return wording.OneLine(n)
	}
	return string(a)
}

// view is a ticket with the questions that its texts ask of it.
type view struct{ reports.Ticket }

func (t view) step(id org.StepID) (org.Step, bool) {
	for _, s := range t.Steps {
		if s.ID == id {
			return s, true
		}
	}
	return org.Step{}, false
}

// The putting together is no step to the founder, so it is not counted.
func (t view) counts() (done, all int) {
	for _, s := range t.Steps {
		if s.Kind == org.KindAssembly {
			continue
		}
		all++
		if s.State == org.StepCompleted {
			done++
		}
	}
	return done, all
}

func (t view) mission(id org.MissionID) (m org.Mission, ok bool) {
	for _, o := range t.Missions {
		if o.ID == id {
			return o, true
		}
	}
	return m, false
}

// Tag says in a word how a project stands: one of the tags of a forum.
func Tag(ticket reports.Ticket) string {
	t := view{ticket}
	switch t.Project.State {
	case org.ProjectCompleted, org.ProjectPartial:
		return TagDelivered
	case org.ProjectFailed, org.ProjectCancelled:
		if len(t.asks()) > 0 {
			return TagNeedsYou
		}
		return TagFailed
	case org.ProjectPaused:
		return TagPaused
	case org.ProjectActive:
	}
	if slices.ContainsFunc(t.Decisions, org.Decision.Open) {
		return TagNeedsYou
	}
	claimed, reviewed := 0, 0
	for _, s := range t.Steps {
		if s.State.Claimed() {
			claimed++
		}
		if s.State == org.StepInReview {
			reviewed++
		}
	}
	switch {
	case len(t.Steps) == 0:
		return TagPlanning
	case claimed > 0 && claimed == reviewed:
		return TagReview
	}
	return TagRunning
}

// An estimate such as "about $1.20" or "$0.10-0.40".
func priceRange(f forecast.Forecast) string {
	low, high := org.Cents(f.Cost), org.Cents(f.CostHigh)
	switch {
	case f.Free:
		return "free"
	case low == high:
		return "about " + high
	case f.Cost < org.Dollar/100:
		return "up to " + high
	}
	return low + "-" + strings.TrimPrefix(high, "$")
}

// An estimate such as "20-40 min".
func span(f forecast.Forecast) string { return forecast.SpanText(f.Time, f.TimeHigh) }
