package org_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
)

func TestOptionByName(t *testing.T) {
	d := org.Decision{Options: []org.Option{{ID: "a", Label: "Start"}, {ID: "b", Label: "Drop it"}}}
	for name, want := range map[string]string{"a": "a", " B ": "b", "start": "a", "Drop It": "b"} {
		if got, ok := d.Option(name); !ok || got.ID != want {
			t.Errorf("Option(%q) = %q, %v; want %q", name, got.ID, ok, want)
		}
	}
	for _, name := range []string{"", "c", "Drop"} {
		if got, ok := d.Option(name); ok || got.ID != "" {
			t.Errorf("Option(%q) = %q, %v; want none", name, got.ID, ok)
		}
	}
}

func TestParsePlanAsk(t *testing.T) {
	for value, want := range map[string]org.NanoUSD{"5": 5 * org.Dollar, " $2.50 ": 5 * org.Dollar / 2, "0": 0} {
		if got, set, err := org.ParsePlanAsk(value); err != nil || !set || got != want {
			t.Errorf("ParsePlanAsk(%q) = %s, %v, %v; want %s", value, got, set, err, want)
		}
	}
	for _, value := range []string{"", "off", " off"} {
		if got, set, err := org.ParsePlanAsk(value); err != nil || set || got != 0 {
			t.Errorf("ParsePlanAsk(%q) = %s, %v, %v; want that it is off", value, got, set, err)
		}
	}
	for _, value := range []string{"-1", "1e7", "NaN", "Inf", "five"} {
		if got, set, err := org.ParsePlanAsk(value); err == nil || set {
			t.Errorf("ParsePlanAsk(%q) = %s, %v; want a refusal", value, got, set)
		}
	}
}

// Deliveries that a project's ticket gives their full form wait for it; a reply
// that waited for one would never come.
func TestTicketed(t *testing.T) {
	for _, c := range []struct {
		kinds []org.DeliveryKind
		want  bool
	}{
		{[]org.DeliveryKind{org.DeliverPlan, org.DeliverResult, org.DeliverFailure, org.DeliverEscalation}, true},
		{[]org.DeliveryKind{org.DeliverReply, org.DeliverPhase, org.DeliverNotice, org.DeliverLine, org.DeliverCard, org.DeliverMoney, org.DeliverDigest, "unheard of"}, false},
	} {
		for _, k := range c.kinds {
			if got := k.Ticketed(); got != c.want {
				t.Errorf("%s: got %v, want %v", k, got, c.want)
			}
		}
	}
}

func TestCommandName(t *testing.T) {
	for text, want := range map[string]string{"!status": "status", " /Status p3": "status", "！status": "status", "! status": "status"} {
		if got, ok := org.CommandName(text); !ok || got != want {
			t.Errorf("CommandName(%q) = %q, %v; want %q", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "status", "/etc/hosts", "!!!", "so! status", "!42"} {
		if got, ok := org.CommandName(text); ok {
			t.Errorf("CommandName(%q) = %q, want none", text, got)
		}
	}
}

func TestLateChange(t *testing.T) {
	two := []org.Project{{ID: "p1", Title: "One"}, {ID: "p2", Title: "Two"}}
	for _, c := range []struct {
		name    string
		late    org.LateChange
		lines   []string // one each, in order
		buttons []string
	}{
		{"nothing", org.LateChange{}, nil, nil},
		{"nothing begun", org.LateChange{Deleted: true}, nil, nil},
		{"changed while it is answered", org.LateChange{Begun: true}, []string{"your first words"}, nil},
		{"deleted while it is answered", org.LateChange{Begun: true, Deleted: true}, []string{"you deleted"}, nil},
		{"changed after it made projects", org.LateChange{Made: two}, []string{"`!steer p1`", "`!steer p2`"}, []string{"steer p1", "replan p1", "steer p2", "replan p2"}},
		{"deleted after it made projects", org.LateChange{Deleted: true, Made: two}, []string{"`!cancel p1`", "`!cancel p2`"}, []string{"cancel p1", "cancel p2"}},
		{"changed after it was told", org.LateChange{Told: two}, []string{"**One** (p1) have your first words", "**Two** (p2) have your first words"}, nil},
		{"deleted after it was told", org.LateChange{Deleted: true, Told: two}, []string{"**One** (p1) have your note", "**Two** (p2) have your note"}, nil},
	} {
		text, card := c.late.Text()
		lines := strings.Split(text, "\n")
		if text == "" {
			lines = nil
		}
		if len(lines) != len(c.lines) {
			t.Errorf("%s: got %q, want %d lines", c.name, text, len(c.lines))
			continue
		}
		for i, want := range c.lines {
			if !strings.Contains(lines[i], want) {
				t.Errorf("%s: got %q, want %q in it", c.name, lines[i], want)
			}
		}
		var commands []string
		for _, b := range card.Buttons {
			commands = append(commands, b.Command)
		}
		if strings.Join(commands, ",") != strings.Join(c.buttons, ",") {
			t.Errorf("%s: got buttons %v, want %v", c.name, commands, c.buttons)
		}
	}
}

func TestParseUSD(t *testing.T) {
	for text, want := range map[string]org.NanoUSD{
		"5": 5 * org.Dollar, " $2.50 ": 5 * org.Dollar / 2, "2,5$": 5 * org.Dollar / 2, "0": 0, "0.000000001": 1, ".5": org.Dollar / 2, "1000": 1000 * org.Dollar, "1000000": 1_000_000 * org.Dollar,
	} {
		if got, ok := org.ParseUSD(text); !ok || got != want {
			t.Errorf("ParseUSD(%q) = %d, %t; want %d", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "$", "1,000", "1.000", "1 000", "1_000", "1e3", "0x10", "-1", "+1", "NaN", "Inf", "1000000.01", "99999999999999999999", "５", "5 usd", "$$5", "1.2.3"} {
		if got, ok := org.ParseUSD(text); ok {
			t.Errorf("ParseUSD(%q) = %d; want it refused", text, got)
		}
	}
}
