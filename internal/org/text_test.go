package org_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/frasier-cos/frasier/internal/org"
)

func TestTags(t *testing.T) {
	for text, want := range map[string][]string{
		"":                               {},
		"a be the of to":                 {},
		"Prices, PRICES and the market!": {"prices", "market"},
		"für Tee und Käse":               {"käse"},
		"one1 two2 two2":                 {"two2", "one1"},
		"alpha beta gamma delta epsilon zeta4 theta iota kappa lambda omega sigma": {
			"alpha", "beta", "gamma", "delta", "epsilon", "zeta4", "theta", "iota", "kappa", "lambda",
		},
	} {
		if d := cmp.Diff(want, org.Tags(text), cmp.Transformer("empty", func(s []string) []string { return append([]string{}, s...) })); d != "" {
			t.Errorf("Tags(%q) (-want +got):\n%s", text, d)
		}
	}
}

// Stop words are found by halving, so they must be sorted.
func TestStopWords(t *testing.T) {
	for _, w := range []string{"a", "about", "been", "from", "thanks", "with", "your", "you", "please", "over"} {
		if !org.StopWord(w) {
			t.Errorf("StopWord(%q): got false", w)
		}
	}
	for _, w := range []string{"", "market", "zebra", "abc"} {
		if org.StopWord(w) {
			t.Errorf("StopWord(%q): got true", w)
		}
	}
}

func TestOverlap(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want float64
	}{{"", "", 0}, {"a", "", 0}, {"A b", "b, a!", 1}, {"a b", "b c", 1.0 / 3}} {
		if got := org.Overlap(c.a, c.b); got != c.want {
			t.Errorf("Overlap(%q, %q): got %v, want %v", c.a, c.b, got, c.want)
		}
	}
}

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

func TestVisible(t *testing.T) {
	for _, c := range []struct {
		in, want string
		removed  int
	}{
		{"", "", 0},
		{"plain\ttext\n", "plain\ttext\n", 0},
		{"a\r\nb\rc", "a\nb\nc", 0},
		{"z\u200bero\ufeff", "zero", 2},
		{"\u202eback\u202c", "back", 2},
		{"a\U000E0041\U000E0042b", "ab", 2},
		{"soft\u00adhyphen", "softhyphen", 1},
		{"bell\a and \x1b[0m", "bell and [0m", 2},
		{"👩\u200d💻 and a\u200db", "👩\u200d💻 and ab", 1},
		{"e\u0301\u0301\u0301\u0301\u0301", "e\u0301\u0301\u0301\u0301", 1},
		{"@everyone", "@\u200beveryone", 0},
		{"bad \xff byte", "bad \uFFFD byte", 0},
	} {
		if got, n := org.Visible(c.in); got != c.want || n != c.removed {
			t.Errorf("Visible(%q): got %q, %d; want %q, %d", c.in, got, n, c.want, c.removed)
		}
	}
}

func TestVisibleKeepsWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		got, n := org.Visible(text)
		if !utf8.ValidString(got) || n < 0 || strings.ContainsAny(got, "\u202e\u2066\x00\x1b") {
			t.Fatalf("Visible(%q): got %q, %d", text, got, n)
		}
		plain := strings.Map(func(r rune) rune {
			if r >= 'a' && r <= 'z' {
				return r
			}
			return -1
		}, text)
		kept := strings.Map(func(r rune) rune {
			if r >= 'a' && r <= 'z' {
				return r
			}
			return -1
		}, got)
		if plain != kept {
			t.Fatalf("Visible(%q): the letters %q became %q", text, plain, kept)
		}
	})
}

func TestSecretMarks(t *testing.T) {
	text := "use " + org.RemovedSecret("GitHub token") + " or " + org.RemovedSecret("AWS access key") + org.RemovedSecret("GitHub token")
	kinds, rest := org.RemovedSecrets(text)
	if !slices.Equal(kinds, []string{"GitHub token", "AWS access key"}) || rest != "use  or " {
		t.Errorf("RemovedSecrets(%q): got %q, %q", text, kinds, rest)
	}
	if got, want := org.SecretText(kinds), "That looks like a GitHub token. I did not store it. Rotate it. That looks like an AWS access key. I did not store it. Rotate it."; got != want {
		t.Errorf("SecretText: got %q, want %q", got, want)
	}
	if got := org.SecretText(nil); got != "" {
		t.Errorf("SecretText of none: got %q", got)
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
