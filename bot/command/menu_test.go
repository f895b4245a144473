package command_test

import (
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

func TestContextMenus(t *testing.T) {
	o := oats(t)
	o.start("Barley")
	r := o.do(org.Command{Origin: "c1", Line: "add", Message: "Leave the coast out"})
	if m := r.Card.Menu; m == nil || m.Command != "add c1" || len(m.Choices) != 2 {
		t.Fatalf("adding asks %q with the menu %+v, want one of both open projects", r.Text, m)
	}
	o.sees(o.give("add c1 p2"), "for **Oats market** (p2) from the next step: Leave the coast out")
	o.sees(o.give("add c9 p2"), "I don't have that message any more")
	o.sees(o.do(org.Command{Origin: "c2", Line: "remember", Message: "Always cite two sources"}), "Always cite two sources")
	o.sees(o.do(org.Command{Origin: "c3", Line: "remember", Message: strings.Repeat("long ", 200)}), "a rule can have 600")
	r = o.do(org.Command{Origin: "c4", Line: "project", Message: "Compare tea shops"})
	o.sees(r, "Got it, as a project: Compare tea shops")
	if r.Card.Private {
		t.Error("a new project is told to one only, want to the channel")
	}
	for words, rule := range map[string]bool{
		"Always write prices in euros": true, "Please always cite two sources. Never use blogs.": true, "Immer in Euro rechnen": true, "Toujours deux sources": true,
		"Never gonna give you up: compare covers?": false, "Compare what is always sold out": false, "Always cite two sources. Compare tea shops.": false,
	} {
		r := o.do(org.Command{Origin: "rule " + words, Line: "project", Message: words})
		if asked := strings.Contains(r.Text, "a rule for all my work"); asked != rule {
			t.Errorf("%q made a project: got %q, want it asked about: %v", words, r.Text, rule)
		}
		if rule && (len(r.Card.Buttons) != 2 || r.Card.Buttons[0].Command != "remember "+words || r.Card.Buttons[1].Command != "project "+words) {
			t.Errorf("%q: the buttons are %+v, want one for the rule and one for the project", words, r.Card.Buttons)
		}
	}
	o.sees(o.give("project Always write prices in euros"), "Got it, as a project")
	m, err := o.db.ClaimMessage(t.Context(), "bot", time.Hour)
	if err != nil || m.Text != "Compare tea shops" || !m.Explicit {
		t.Errorf("the message is %+v, %v; want an order", m, err)
	}
}
