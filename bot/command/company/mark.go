package company

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/dashboard/view"
	"github.com/frasier-cos/frasier/internal/company"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

// Each page of the company has these.
type page struct{ view.Base }

// Mark is the mark of an order of the founder's, or of a weekly review.
func (page) Mark(t company.Thread) view.Mark {
	icon, word, tone := describeThread(t)
	return view.Mark{Icon: icon, Word: word, Tone: tone}
}

func describeThread(t company.Thread) (icon, word, tone string) {
	first, _ := t.Order()
	running := len(t.Running()) > 0
	switch waiting := t.Waiting(); {
	case first.State == company.MemoDeclined:
		return "–", "dropped", "off"
	case first.State == company.MemoStuck:
		return "✗", "stuck", "bad"
	case t.Held:
		return "⏸", "held by you", "wait"
	case len(company.Questions(waiting)) > 0:
		return "?", "asks you", "wait"
	case first.State == company.MemoOpen && len(t.Memos) == 1:
		return "·", "waits for Business", "now"
	case len(waiting) > 0 && !running && !t.On:
		return "⏸", "rests while the company is off", "off"
	case len(waiting) > 0 || running:
		return "▶", "under way", "now"
	case first.State == company.MemoExpired:
		return "–", "nobody got to it", "off"
	}
	return "✓", "closed", "good"
}

// Says names sender, deed and receiver: "Business asks R&D".
func (page) Says(m company.Memo) string {
	to := m.To.Name()
	switch m.Kind {
	case company.MemoDirective:
		return "You to " + to
	case company.MemoEscalation:
		return m.From.Name() + " asks you"
	case company.MemoBrief, company.MemoResearchRequest, company.MemoBuildRequest, company.MemoCampaignRequest, company.MemoReviewRequest, company.MemoBudgetRequest:
		return m.From.Name() + " asks " + to
	case company.MemoFindings, company.MemoBuildReport, company.MemoCampaignReport:
		return m.From.Name() + " reports to " + to
	case company.MemoDecision:
		return m.From.Name() + " decides for " + to
	case company.MemoObjective:
		return m.From.Name() + " sets " + to + " a goal"
	case company.MemoRisk:
		return m.From.Name() + " warns " + to
	case company.MemoReviewVerdict, company.MemoProgress, company.MemoRetrospective:
	}
	return m.From.Name() + " tells " + to
}

// Stands says in a sentence how a message stands; empty for one that only had to be known and was.
func (p page) Stands(m company.Memo) string {
	why := strings.TrimSpace(m.Reason)
	switch m.State {
	case company.MemoOpen:
		switch {
		case m.To == org.Founder:
			return "It waits for you."
		case m.Kind == company.MemoObjective:
			return "It stands until Business closes it."
		}
		return fmt.Sprintf("It waits for %s in %s.", m.To.Director(), m.To.Name())
	case company.MemoDeferred:
		return p.putOff(m, why)
	case company.MemoSettled:
		if m.To == org.Founder {
			return "You answered: " + why
		}
		if strings.HasPrefix(why, "opened ") {
			return "" // the project stands beneath it
		}
		return sayEnd("Settled", why)
	case company.MemoDeclined:
		if m.From == org.Founder || strings.HasPrefix(why, "you ") {
			return "You dropped it."
		}
		return sayEnd(m.To.Name()+" declined", why)
	case company.MemoExpired:
		return "Two weeks went by and nobody got to it, so it was closed."
	case company.MemoStuck:
		return sayEnd("Stuck, and not tried again", why)
	}
	return ""
}

func sayEnd(how, why string) string {
	if why == "" {
		return how + "."
	}
	return how + ": " + why
}

// putOff says until when a message waits, and why.
func (p page) putOff(m company.Memo, why string) string {
	var until string
	switch {
	case strings.HasPrefix(why, "you "):
		return "You hold it; nothing happens until you let it go on."
	case strings.HasPrefix(why, "until "):
		return "Put off " + why + "."
	case m.Waits != "":
		until = fmt.Sprintf("Put off until %s is answered", m.Waits)
	case !m.Until.IsZero():
		until = "Put off until " + moment.Date(p.In(m.Until))
	default:
		until = "Put off"
	}
	if m.Defers > 1 {
		until += fmt.Sprintf(", for the %s time", ordinal(m.Defers))
	}
	return sayEnd(until, why)
}

func ordinal(n int) string {
	if words := []string{2: "second", 3: "third"}; n < len(words) {
		return words[n]
	}
	return fmt.Sprintf("%dth", n)
}

// Next says when a director thinks; empty for not by himself.
func (p page) Next(r company.DepartmentState) string {
	switch {
	case r.Due.IsZero():
		return ""
	case !r.Due.After(p.Now):
		return "thinks now"
	}
	return "thinks in " + prose.Count(max(1, int(r.Due.Sub(p.Now).Minutes()+1)), "minute")
}

// OnOrder are the controls of an order as it stands.
func (p page) OnOrder(t company.Thread) []view.Control {
	order, ok := t.Order()
	if !ok {
		return nil
	}
	id := string(order.ID)
	var out []view.Control
	waits := len(t.Waiting()) > 0
	if t.On && t.Held {
		out = append(out, p.Primary(p.Control("Go on", "company go "+id, "")))
	} else if t.On && (waits || len(t.Running()) > 0) {
		out = append(out, p.Control("Hold", "company hold "+id, ""))
	}
	if waits {
		out = append(out, p.Danger(p.Control("Drop", "company drop "+id, "")))
	}
	return out
}
