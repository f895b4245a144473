package view

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/company"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

// Order is the mark of an order of the founder's, or of a weekly review.
func Order(t company.Thread) Mark {
	first, _ := t.Order()
	running := false
	for _, p := range t.Projects {
		running = running || !p.State.Ended()
	}
	switch waiting := t.Waiting(); {
	case first.State == company.MemoDeclined:
		return Mark{"–", "dropped", "off"}
	case first.State == company.MemoStuck:
		return Mark{"✗", "stuck", "bad"}
	case t.Held:
		return Mark{"⏸", "held by you", "wait"}
	case len(company.Questions(waiting)) > 0:
		return Mark{"?", "asks you", "wait"}
	case first.State == company.MemoOpen && len(t.Memos) == 1:
		return Mark{"·", "waits for Business", "now"}
	case len(waiting) > 0 && !running && !t.On:
		return Mark{"⏸", "rests while the company is off", "off"}
	case len(waiting) > 0 || running:
		return Mark{"▶", "under way", "now"}
	case first.State == company.MemoExpired:
		return Mark{"–", "nobody got to it", "off"}
	}
	return Mark{"✓", "closed", "good"}
}

// says is what the sender of a message does with it: "Business asks R&D".
func says(m company.Memo) string {
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

// stands is how a message stands, in a sentence; empty for one that only had to be known
// and was.
func stands(b Base, m company.Memo) string {
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
		return putOff(b, m, why)
	case company.MemoSettled:
		if m.To == org.Founder {
			return "You answered: " + why
		}
		if strings.HasPrefix(why, "opened ") {
			return "" // the project stands beneath it
		}
		return ended("Settled", why)
	case company.MemoDeclined:
		if m.From == org.Founder || strings.HasPrefix(why, "you ") {
			return "You dropped it."
		}
		return ended(m.To.Name()+" declined", why)
	case company.MemoExpired:
		return "Two weeks went by and nobody got to it, so it was closed."
	case company.MemoStuck:
		return ended("Stuck, and not tried again", why)
	}
	return ""
}

func ended(how, why string) string {
	if why == "" {
		return how + "."
	}
	return how + ": " + why
}

// putOff says until when a message waits, and why.
func putOff(b Base, m company.Memo, why string) string {
	var until string
	switch {
	case strings.HasPrefix(why, "you "):
		return "You hold it; nothing happens until you let it go on."
	case strings.HasPrefix(why, "until "):
		return "Put off " + why + "."
	case m.Waits != "":
		until = fmt.Sprintf("Put off until %s is answered", m.Waits)
	case !m.Until.IsZero():
		until = "Put off until " + moment.Date(in(b, m.Until))
	default:
		until = "Put off"
	}
	if m.Defers > 1 {
		until += fmt.Sprintf(", for the %s time", ordinal(m.Defers))
	}
	return ended(until, why)
}

func ordinal(n int) string {
	const second, third = 2, 3
	switch n {
	case second:
		return "second"
	case third:
		return "third"
	}
	return fmt.Sprintf("%dth", n)
}

// next says when a director thinks; empty for not by himself.
func next(b Base, r company.DepartmentState) string {
	switch {
	case r.Due.IsZero():
		return ""
	case !r.Due.After(b.Now):
		return "thinks now"
	}
	return "thinks in " + prose.Count(max(1, int(r.Due.Sub(b.Now).Minutes()+1)), "minute")
}

// running are the projects of a list that have not ended.
func running(all []company.Project) []company.Project {
	var out []company.Project
	for _, p := range all {
		if !p.State.Ended() {
			out = append(out, p)
		}
	}
	return out
}

// charter is what a department answers for, as a sentence.
func charter(d org.Department) string { return sentence(d.Charter()) }

// Answers are the controls by which a director's question is answered: a button for each
// answer that he offers, and a field.
func (b Base) Answers(m company.Memo) []Control {
	line := "company answer " + string(m.ID)
	var out []Control
	for _, o := range m.Data.Options {
		if o = strings.Join(strings.Fields(o), " "); o != "" {
			out = append(out, b.Control(o, line+" "+o, ""))
		}
	}
	return append(out, b.Control("In my words", line, "Your answer"))
}

// OnOrder are the controls of an order as it stands.
func (b Base) OnOrder(t company.Thread) []Control {
	order, ok := t.Order()
	if !ok {
		return nil
	}
	id := string(order.ID)
	var out []Control
	waits := len(t.Waiting()) > 0
	if t.On && t.Held {
		again := b.Control("Go on", "company go "+id, "")
		again.Style = org.StylePrimary
		out = append(out, again)
	} else if t.On && (waits || len(running(t.Projects)) > 0) {
		out = append(out, b.Control("Hold", "company hold "+id, ""))
	}
	if waits {
		drop := b.Control("Drop", "company drop "+id, "")
		drop.Style = org.StyleDanger
		out = append(out, drop)
	}
	return out
}
