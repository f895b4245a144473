package org_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
)

func TestMoney(t *testing.T) {
	for n, want := range map[org.NanoUSD]string{
		0: "$0", 1: "<$0.0001", 99_999: "<$0.0001", 100_000: "$0.0001", 1_234_567: "$0.0012", 999_900_000: "$0.9999",
		org.Dollar: "$1.00", 12_345_000_000: "$12.35", -1: "-<$0.0001", -100_000: "-$0.0001", -2 * org.Dollar: "-$2.00",
	} {
		if got := n.String(); got != want {
			t.Errorf("%d: got %s, want %s", int64(n), got, want)
		}
	}
	if got := (org.Dollar / 4).USD(); got != 0.25 {
		t.Errorf("USD: got %v, want 0.25", got)
	}
}

func TestLedgerAgent(t *testing.T) {
	for id, want := range map[org.AgentID]org.AgentID{"agent-quill": "agent-quill", "": "", "planner": "", "xagent-1": "", "Agent-1": ""} {
		if got := org.LedgerAgent(id); got != want {
			t.Errorf("LedgerAgent(%q): got %q, want %q", id, got, want)
		}
	}
}

func TestJournalLines(t *testing.T) {
	p := org.Project{Title: "Q", State: org.ProjectPartial, Outcome: "missing: x", Phases: []org.Phase{{Label: "find"}, {Label: "write"}}}
	file := []org.Attachment{{Name: "a.md"}, {Name: "b.md"}}
	for _, c := range []struct{ what, got, want string }{
		{"HeardText", org.ReceivedText(org.Message{Author: "Ana"}), "Message from Ana"},
		{"HeardText with a file", org.ReceivedText(org.Message{Author: "Ana", Attachments: file[:1]}), "Message from Ana with a.md"},
		{"HeardText with two", org.ReceivedText(org.Message{Author: "Ana", Attachments: file}), "Message from Ana with 2 attachments"},
		{"MissionEndText", org.MissionEndText("find", org.MissionPartial, "7 of 10 steps done"), "find: partial, 7 of 10 steps done"},
		{"ProjectEndText", org.ProjectEndText(p), "Project Q: partial, missing: x"},
		{"CrashCause", org.CrashCause(3), "the worker died 3 times while working on it"},
		{"ProjectVerdict", org.ProjectVerdict(nil), "every step is done"},
	} {
		if c.got != c.want {
			t.Errorf("%s: got %q, want %q", c.what, c.got, c.want)
		}
	}
	turn := org.Turn{Route: org.ActionProposal, Classification: org.Classification{Class: org.ClassSimpleTask, Confidence: 0.7}}
	for class, word := range map[org.Class]string{org.ClassSimpleTask: "simple_task", org.ClassNone: "not classified"} {
		turn.Classification.Class = class
		if got := org.HandledText(turn); !strings.Contains(got, word) || !strings.Contains(got, "PROPOSAL") || !strings.Contains(got, "0.70") {
			t.Errorf("HandledText of %q: got %q; want class, route and confidence in it", class, got)
		}
	}
}
