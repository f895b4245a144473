package terminal_test

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/terminal"
	"github.com/frasier-cos/frasier/internal/tools/bench/pace"
)

// What is said with the marks of a chat is shown as a terminal shows it, and
// plain where it is piped.
func TestRender(t *testing.T) {
	for _, c := range []struct{ in, plain, styled string }{
		{"**p1** Oats", "p1 Oats", "\x1b[1mp1\x1b[22m Oats"},
		{"On it: **Oats**\nPlan *follows*.", "On it: Oats\nPlan follows.", "On it: \x1b[1mOats\x1b[22m\nPlan \x1b[3mfollows\x1b[23m."},
		{"**Open**\n- one\n- two\n  more", "Open\n• one\n• two\n  more", "\x1b[1mOpen\x1b[22m\n• one\n• two\n  more"},
		{"3. a\n4. b\n   - c", "3. a\n4. b\n   • c", "3. a\n4. b\n   • c"},
		{"one\n\ntwo", "one\n\ntwo", "one\n\ntwo"},
		{"# Head\nbody", "Head\nbody", "\x1b[1mHead\x1b[22m\nbody"},
		{"`!status` or `a\\b`", "`!status` or `a\\b`", "\x1b[36m!status\x1b[39m or \x1b[36ma\\b\x1b[39m"},
		{"[the source](https://a.example/x)", "the source (https://a.example/x)", "the source (\x1b[4mhttps://a.example/x\x1b[24m)"},
		{"<https://a.example>", "https://a.example", "\x1b[4mhttps://a.example\x1b[24m"},
		{"> quoted\n> twice", "│ quoted\n│ twice", "│ quoted\n│ twice"},
		{"```\n**raw**\n```", "    **raw**", "    \x1b[36m**raw**\x1b[39m"},
		{"-# small\ntext", "small\ntext", "small\ntext"},
		{`2 \* 3 and snake_case_name <b>x</b>`, "2 * 3 and snake_case_name <b>x</b>", "2 * 3 and snake_case_name <b>x</b>"},
		{"\x1b[31mred\x07 &#27;[2J", "[31mred &#27;[2J", "[31mred &#27;[2J"},
	} {
		if got := terminal.Render(c.in, false); got != c.plain {
			t.Errorf("plain %q:\n%q, want\n%q", c.in, got, c.plain)
		}
		if got := terminal.Render(c.in, true); got != c.styled {
			t.Errorf("styled %q:\n%q, want\n%q", c.in, got, c.styled)
		}
	}
}

// No text makes the terminal wait, whatever marks it consists of.
func TestRenderTakesNoTime(t *testing.T) {
	for _, piece := range []string{"*a_", "[a](", ">", "- ", "![", "`", "<", "**", "_*", "1. ", "\\", "[", "&#"} {
		for _, n := range []int{16 << 10, 1 << 20} {
			text := strings.Repeat(piece, n/len(piece))
			begun := pace.Spent()
			terminal.Render(text, true)
			if took := pace.Spent() - begun; took > pace.Most(5*time.Second) {
				t.Errorf("%d times %q: %s", n/len(piece), piece, took)
			}
		}
	}
}

// Codes are written to a terminal that wants them, and to nothing else.
func TestStyled(t *testing.T) {
	tty, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Fatal("no terminal can be made here: ", err)
	}
	piped, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		got  bool
		want bool
	}{
		{"a terminal", terminal.Styled(tty, []string{"TERM=xterm"}), true},
		{"an empty NO_COLOR", terminal.Styled(tty, []string{"NO_COLOR="}), true},
		{"NO_COLOR", terminal.Styled(tty, []string{"NO_COLOR=1"}), false},
		{"a dumb terminal", terminal.Styled(tty, []string{"TERM=dumb"}), false},
		{"a pipe", terminal.Styled(in, nil), false},
		{"no file", terminal.Styled(&bytes.Buffer{}, nil), false},
	} {
		if c.got != c.want {
			t.Errorf("%s: %v, want %v", c.name, c.got, c.want)
		}
	}
	for _, f := range []*os.File{tty, piped, in} {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
}

// FuzzRender looks for a text that drives the terminal or ends the program.
func FuzzRender(f *testing.F) {
	for _, s := range []string{"**a**\n- b\n  1. c", "> > `x`", "[a](b \"c\")", "<a@b.example>", "\u202eabc", "-# a\n-# b", "\x9b31m"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, styled := range []bool{false, true} {
			out := terminal.Render(s, styled)
			for _, on := range []string{"1", "22", "3", "23", "4", "24", "36", "39"} {
				out = strings.ReplaceAll(out, "\x1b["+on+"m", "")
			}
			if out != terminal.Clean(out) {
				t.Errorf("%q, styled %v, leaves %q", s, styled, out)
			}
		}
	})
}
