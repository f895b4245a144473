package coder

import (
	"errors"
	"strings"
	"testing"
)

// A reply is read as it is meant, and a slip of its form is named in words that help.
func TestReplyIsReadOrNamed(t *testing.T) {
	t.Parallel()
	many := strings.Repeat("@@ check\n", CodeTurnActions+1)
	for _, c := range []struct{ name, reply, want, no string }{
		{"one look", "I look.\n\n@@ read a b.go 3-9\n", "I look.|read a b.go 3 9", ""},
		{"one line", "@@ read a.go:7", "|read a.go 7 7", ""},
		{"a name that ends in digits", "@@ read go 1.2.3", "|read go 1.2.3 0 0", ""},
		{"search", "@@ search price/*.go\n```\ncomma|point\n```\n@@ check\n", "|search price/*.go 0 0 text=comma|point; check  0 0", ""},
		{"short words without a fence", "@@ done\nIt reads a comma.\n", "|done  0 0 text=It reads a comma.", ""},
		{"words behind the name", "@@ run go test ./...", "|run  0 0 text=go test ./...", ""},
		{"write keeps its last line end", "@@ write a.md\n````md\n```go\nx\n```\n````\n", "|write a.md 0 0 text=```go\nx\n```\n", ""},
		{"an empty file", "@@ write a\n```\n```\n", "|write a 0 0", ""},
		{"words of a line", "@@ replace a\n```\nold\n```\n```\nnew\n```\n", "|replace a 0 0 find=old text=new", ""},
		{"a line is taken out", "@@ replace a\n```\nold\n```\n```\n```\n", "|replace a 0 0 find=old\n", ""},
		{"a hunk in a fence", "@@ write a.patch\n~~~\n@@ -1 +1 @@\n@@ read x\n~~~\n", "|write a.patch 0 0 text=@@ -1 +1 @@\n@@ read x\n", ""},
		{"CRLF stays in code", "@@ write a\r\n```\r\nx\r\n```\r\n", "|write a 0 0 text=x\r\n", ""},
		{"what hides stays in code", "@@ write a\n```\n\u202e\x1b@everyone\n```", "|write a 0 0 text=\u202e\x1b@everyone\n", ""},
		{"what people read is made harmless", "Hi @everyone\n@@ done\n\u202e@here", "Hi @\u200beveryone|done  0 0 text=@\u200bhere", ""},
		{"as it was before", `{"thought":"t","actions":[{"do":"replace","path":"./a","find":"x","text":"y"}]}`, "t|replace a 0 0 find=x text=y", ""},
		{"prose", "I would read the file first.", "", "begins an action"},
		{"nothing", "", "", "begins an action"},
		{"an unknown name", "@@ open a.go", "", "no action \"open\"; there are read"},
		{"cut", "@@ write a.go\n```\npackage", "", "never closed. Was the reply cut"},
		{"a fence within a fence", "@@ write a.md\n```\n# A\n```go\nx\n```\nmore\n```\n", "", "four or more"},
		{"one fence of two", "@@ replace a\n```\nold\n```\n", "", "has 1 fenced texts and needs 2"},
		{"no path", "@@ write\n```\nx\n```\n", "", "needs a path"},
		{"nothing to find", "@@ replace a\n```\n```\n```\nx\n```\n", "", "needs the words"},
		{"no words", "@@ done\n", "", "has 0 fenced texts"},
		{"on after its end", "@@ done\nIt is.\n@@ check\n", "", "must be the last one"},
		{"too many", many, "", "13 actions"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r, err := parseReply(c.reply)
			var form *FormError
			if c.no != "" {
				if !errors.As(err, &form) || !strings.Contains(form.Words, c.no) {
					t.Errorf("%v, want %q", err, c.no)
				}
				return
			}
			if got := spellOut(r); err != nil || got != c.want {
				t.Errorf("read as %q, %v; want %q", got, err, c.want)
			}
		})
	}
}

func spellOut(r Reply) string {
	var all []string
	for _, a := range r.Actions {
		text := strings.TrimSpace(strings.Join([]string{a.Do, a.Path, itoa(a.From), itoa(a.To)}, " "))
		if a.Find != "" {
			text += " find=" + a.Find
		}
		if a.Text != "" {
			text += " text=" + a.Text
		}
		all = append(all, text)
	}
	return r.Thought + "|" + strings.Join(all, "; ")
}

func itoa(n int) string { return string(rune('0' + n)) }

// Each action stands on the page, has what it does unless it ends the turn, and is known by its name.
func TestEachActionIsWhole(t *testing.T) {
	t.Parallel()
	page := strings.Join(listDeeds().describe(), "\n")
	for _, d := range listDeeds() {
		if !strings.Contains(page, "@@ "+d.name) || d.says == "" || d.ends == (d.do != nil) || d.fences > 2 {
			t.Errorf("the row of %s is not whole", d.name)
		}
	}
}

// What one turn saw is cut where it is long, and the short ones stay whole; the last turn is shown whatever it saw.
func TestTheLastTurnIsNeverLeftOut(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 100_000)
	got := cutEach([]string{"short", long, "tail", long}, 10_000)
	if got[0] != "short" || got[2] != "tail" || len(got[1]) > 6000 || len(got[1]) < 4000 || len(got[1])+len(got[3]) > 11_000 {
		t.Errorf("cut to %d, %d, %d and %d bytes", len(got[0]), len(got[1]), len(got[2]), len(got[3]))
	}
	for _, c := range []struct {
		sizes []int
		out   int
	}{
		{[]int{1, 1}, 0},
		{[]int{200_000}, 0},
		{[]int{1, 200_000}, 1},
		{[]int{60_000, 60_000}, 0},
		{[]int{60_000, 60_000, 1}, 1},
		{[]int{60_000, 60_000, 1, 40_000}, 1},
	} {
		var turns []Turn
		for _, n := range c.sizes {
			turns = append(turns, Turn{Saw: long[:min(n, len(long))] + strings.Repeat("y", max(0, n-len(long)))})
		}
		if got := findLeftOut(turns); got != c.out {
			t.Errorf("%v: %d left out, want %d", c.sizes, got, c.out)
		}
	}
}
