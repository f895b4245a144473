package command_test

import (
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/command"
	"github.com/frasier-cos/frasier/internal/org"
)

// "project cap" with ids and amounts caps a project; with any other word it is
// the goal of a new one.
func TestProjectCapIsRead(t *testing.T) {
	for line, want := range map[string]map[string]string{
		"project cap 5":                        {"cap": "5"},
		"project cap p3 $5":                    {"cap": "$5", "project": "p3"},
		"project Cap P3 at 0.50":               {"cap": "0.50", "project": "p3"},
		"project cap off for p3":               {"cap": "off", "project": "p3"},
		"project cap":                          {"cap": "show"},
		"project cap=5 project=p3":             {"cap": "5", "project": "p3"},
		"project cap table for a seed round":   {"goal": "cap table for a seed round"},
		"project cap 5 founders at 10 %":       {"goal": "cap 5 founders at 10 %"},
		"project Compare 3 tools, cap=5 or so": {"goal": "Compare 3 tools, cap=5 or so"},
	} {
		c, err := command.Parse(line)
		if err != nil || len(c.Args) != len(want) {
			t.Errorf("%q: %v, %v; want %v", line, c.Args, err, want)
		}
		for k, v := range want {
			if c.Args[k] != v {
				t.Errorf("%q: %s is %q, want %q", line, k, c.Args[k], v)
			}
		}
		if said := command.Spoken(org.Message{Text: "!" + line}); said.Explicit != (want["goal"] != "") {
			t.Errorf("%q is heard as an order to start: %v", line, said.Explicit)
		}
	}
}

// A cap on a running project is the founder's word, holds what would pass it,
// and is shown where its costs are.
func TestProjectCap(t *testing.T) {
	o := newFixture(t)
	p := o.start("Oats")
	o.plan(step("a", "Prices"), step("b", "Regions"))
	o.work(o.claim(1)["a"], time.Minute, org.Dollar/4)
	o.sees(o.give("project cap"), "has cost $0.25.", "!project cap p1 5")
	o.sees(o.give("project cap 5"), "may cost $5 in all; so far it's $0.25")
	o.sees(o.give("project cap"), "has cost $0.25 of your $5 limit")
	if card, err := o.db.Ticket(t.Context(), p, o.now); err != nil || card.Cap != 5*org.Dollar {
		t.Errorf("its card knows of a cap of %s, %v", card.Cap, err)
	}
	o.sees(o.give("status p1"), "$0.25 of your $5 limit")
	o.sees(o.give("status"), "$0.25 of your $5 limit")
	o.sees(o.give("costs p1"), "$0.25 of your $5 limit")
	o.sees(o.give("costs"), "Limit: $5 for all of p1, 5 % used.")
	o.sees(o.give("budget"), "Limit: $5 for all of p1")
	o.sees(o.give("project cap lots"), "") // the goal of a new project
	o.sees(o.give("project cap=much project=p1"), "as an amount")
	o.sees(o.give("project cap=5 project=p1 goal=Sell oats"), "names a project and asks for a new one")
	o.sees(o.give("project cap 0.20"), "has already cost $0.25 of your $0.20 limit, so nothing more of it starts")
	if _, _, err := o.db.BeginCall(t.Context(), org.ModelCall{Key: "x", Project: p, Purpose: "chief", Model: "m", Tier: org.T1, Reserve: 1}); err == nil {
		t.Error("a call that passes the cap is begun")
	}
	o.sees(o.give("project cap off"), "has no limit any more")
	o.sees(o.give("status p1"), "$0.25 so far.")
	o.give("cancel sure=yes p1")
	o.sees(o.give("project cap p1 5"), "is cancelled, so it costs nothing more")
}

// A new project is ordered with its cap, which holds from its first call.
func TestProjectBeginsCapped(t *testing.T) {
	o := newFixture(t)
	o.sees(o.give("project cap=1,000 goal=Sell oats"), "as an amount, so nothing is started")
	o.sees(o.give("project cap=0.20 goal=Sell oats"), "Got it, as a project: Sell oats", "It may cost $0.20 in all")
	m, err := o.db.ClaimMessage(t.Context(), "bot-1", time.Minute)
	if err != nil || m.Text != "Sell oats" || !m.Explicit || m.Cap != org.Dollar/5 {
		t.Fatalf("heard %+v, %v; want the goal with its cap", m, err)
	}
	n := org.NewProject{Title: "Sell oats", Goal: m.Text, Mode: org.ModeResearch, Depth: org.DepthStandard, Phases: []org.Phase{{Label: "All"}}}
	p, err := o.db.SaveTurn(t.Context(), org.Turn{Message: m.ID, Route: org.ActionNewProject, Project: &n})
	if err != nil {
		t.Fatal(err)
	}
	o.sees(o.give("project cap "+string(p)), "has cost nothing of your $0.20 limit")
	call := org.ModelCall{Key: "x", Project: p, Purpose: "plan", Model: "m", Tier: org.T2, Reserve: org.Dollar / 4}
	if _, _, err := o.db.BeginCall(t.Context(), call); err == nil {
		t.Error("a first call that would pass the cap is begun")
	}
}
