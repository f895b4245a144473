package messages_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// However much there is to say, the brief has twelve lines at the most.
func TestTheBriefIsShort(t *testing.T) {
	var d reports.Daily
	for range 30 {
		d.Ended = append(d.Ended, reports.ProjectLine{ID: "p1", Title: strings.Repeat("long ", 90), State: org.ProjectCompleted})
		d.Open = append(d.Open, reports.ProjectLine{ID: "p2", Title: "Two\nlines", State: org.ProjectPaused})
		d.Questions = append(d.Questions, "e4 "+strings.Repeat("long ", 90))
		d.Noticed = append(d.Noticed, "p2: slower\nthan usual")
		d.Held = append(d.Held, org.HoldBudget, org.HoldGate, org.HoldUnreviewed)
		d.Planned = append(d.Planned, reports.PlannedLine{Text: "Call\nthe bank"})
		d.Agenda.Meetings = append(d.Agenda.Meetings, reports.Meeting{Title: strings.Repeat("long ", 90)})
		d.Agenda.Failed = append(d.Agenda.Failed, "calendar: it answers\n502")
	}
	text := messages.Daily(d)
	if n := strings.Count(text, "\n") + 1; n > 12 {
		t.Errorf("%d lines:\n%s", n, text)
	}
	if n := len(text); n > 1900 {
		t.Errorf("%d bytes, want what one message of a chat takes:\n%s", n, text)
	}
}
