package messages

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf16"

	"github.com/frasier-cos/frasier/internal/forecast"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
)

// flat is a text of a model's or a page's as one line of ours: no line ends,
// no control characters, no marks that would change how the line looks.
func flat(s string) string {
	word := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	runes := []rune(s)
	var b strings.Builder
	for i, r := range runes {
		switch {
		case unicode.IsSpace(r):
			b.WriteByte(' ')
		case r == '_' && i > 0 && i+1 < len(runes) && word(runes[i-1]) && word(runes[i+1]):
			b.WriteRune(r) // within a name it changes nothing
		case unicode.IsControl(r), r == '*', r == '`', r == '_', r == '|':
		default:
			b.WriteRune(r)
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// short is a text as one line of at most most UTF-16 units, cut at a word
// where that is near.
func short(s string, most int) string { return cut(flat(s), most) }

func cut(s string, most int) string {
	if units(s) <= most {
		return s
	}
	n, end, word := 1, 0, 0 // the mark of the cut takes one
	for i, r := range s {
		if n += units(string(r)); n > most {
			break
		}
		end = i + len(string(r))
		if r == ' ' {
			word = i
		}
	}
	if word > end*2/3 {
		end = word
	}
	return strings.TrimRight(s[:end], " ,.;:") + "…"
}

// units is how long Discord counts a text.
func units(s string) int {
	n := 0
	for _, r := range s {
		n += max(1, utf16.RuneLen(r))
	}
	return n
}

// elapsed is a length of time as a card shows it.
func elapsed(d time.Duration) string {
	switch {
	case d < 100*time.Second:
		return fmt.Sprintf("%d s", max(0, int(d.Seconds())))
	case d < 100*time.Minute:
		return fmt.Sprintf("%d min", int(d.Minutes()))
	default:
		return fmt.Sprintf("%.1f h", d.Hours())
	}
}

// spent is the money of a project, with what is not known of it.
func spent(c org.CostLine, offline bool) string {
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
		return flat(n)
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

// counts is how many steps are done and how many there are, without the
// putting together.
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

func titleOf(s org.Step) string {
	if s.Kind == org.KindAssembly {
		return "Put the document together"
	}
	return s.Title
}

// Tag is how a project stands, in a word: one of the tags of a forum.
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

// price is what a piece of work will probably cost: "about $1.20", "$0.10-0.40".
func price(f forecast.Forecast) string {
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

// span is how long it will probably take: "20-40 min".
func span(f forecast.Forecast) string { return forecast.SpanText(f.Time, f.TimeHigh) }
