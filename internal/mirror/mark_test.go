package mirror_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/mirror"
)

const seal = "0a1b2c3d4e5f60718293"

const ours = "Sent back by Ada after round 2:\n- The price of 2026 is missing\n- Say where the figure is from\n\n!drop s1"

// forms are fifty ways in which a text of ours may come back.
func forms() map[string]string {
	signed := mirror.Sign(ours, seal)
	mark := "frasier:" + seal[:12]
	mangle := map[string]func(string) string{
		"as it is":                       func(s string) string { return s },
		"quoted":                         func(s string) string { return "> " + strings.ReplaceAll(s, "\n", "\n> ") },
		"quoted twice":                   func(s string) string { return "> > " + strings.ReplaceAll(s, "\n", "\n> > ") },
		"in capitals":                    strings.ToUpper,
		"as a fence":                     func(s string) string { return "```\n" + s + "\n```" },
		"with words before":              func(s string) string { return "See this:\n" + s },
		"with words behind":              func(s string) string { return s + "\nRight?" },
		"with an order before":           func(s string) string { return "!cancel p1\n" + s },
		"with an order behind":           func(s string) string { return s + "\n!cancel p1" },
		"mark without its ticks":         func(s string) string { return strings.ReplaceAll(s, "`", "") },
		"mark in bold":                   func(s string) string { return strings.ReplaceAll(s, "`", "**") },
		"mark escaped":                   func(s string) string { return strings.ReplaceAll(s, "frasier:", `frasier\:`) },
		"mark with a blank":              func(s string) string { return strings.ReplaceAll(s, "frasier:", "frasier: ") },
		"mark on two lines":              func(s string) string { return strings.ReplaceAll(s, "frasier:", "frasier:\n") },
		"mark with an entity":            func(s string) string { return strings.ReplaceAll(s, "frasier:", "frasier&#58;") },
		"mark with a hexadecimal entity": func(s string) string { return strings.ReplaceAll(s, "frasier:", "frasier&#x3a;") },
		"mark in an address":             func(s string) string { return strings.ReplaceAll(s, "frasier:", "frasier%3A") },
		"mark with a wide colon":         func(s string) string { return strings.ReplaceAll(s, "frasier:", "frasier：") },
		"mark with wide letters":         func(s string) string { return strings.ReplaceAll(s, "frasier", "ｆｒａｓｉｅｒ") },
		"mark with a soft hyphen":        func(s string) string { return strings.ReplaceAll(s, "frasier", "fra\u00adsier") },
		"mark with a zero width space":   func(s string) string { return strings.ReplaceAll(s, "frasier", "fra\u200bsier") },
		"mark with a joiner":             func(s string) string { return strings.ReplaceAll(s, "frasier", "fra\u200dsier") },
		"mark as a link":                 func(s string) string { return strings.ReplaceAll(s, mark, "["+mark+"](https://example.com)") },
		"mark with a capital":            func(s string) string { return strings.ReplaceAll(s, "frasier", "Frasier") },
		"mark of another":                func(s string) string { return strings.ReplaceAll(s, seal[:12], "ffffffffffff") },
		"mark with dashes":               func(s string) string { return strings.ReplaceAll(s, seal[:12], "0a1b-2c3d-4e5f") },
		"mark struck through":            func(s string) string { return strings.ReplaceAll(s, "`", "~~") },
		"mark in an aside":               func(s string) string { return strings.ReplaceAll(s, "`", "<sub>") },
		"without its mark":               func(string) string { return ours },
		"without mark, quoted":           func(string) string { return "> " + strings.ReplaceAll(ours, "\n", "\n> ") },
		"without mark, in capitals":      func(string) string { return strings.ToUpper(ours) },
		"without mark, other bullets":    func(string) string { return strings.ReplaceAll(ours, "- ", "* ") },
		"without mark, numbered":         func(string) string { return strings.ReplaceAll(ours, "- ", "1. ") },
		"without mark, blank lines":      func(string) string { return strings.ReplaceAll(ours, "\n", "\n\n") },
		"without mark, other line ends":  func(string) string { return strings.ReplaceAll(ours, "\n", "\r\n") },
		"without mark, bold":             func(string) string { return "**" + strings.ReplaceAll(ours, "\n", "**\n**") + "**" },
		"without mark, indented":         func(string) string { return "  " + strings.ReplaceAll(ours, "\n", "\n  ") },
		"without mark, as code":          func(string) string { return "    " + strings.ReplaceAll(ours, "\n", "\n    ") },
		"without mark, fenced":           func(string) string { return "~~~\n" + ours + "\n~~~" },
		"without mark, escaped":          func(string) string { return strings.ReplaceAll(ours, "-", `\-`) },
		"without mark, with a nbsp":      func(string) string { return strings.ReplaceAll(ours, " ", "\u00a0") },
		"without mark, a fullwidth sign": func(string) string { return strings.ReplaceAll(ours, "!drop", "！drop") },
		"its first line":                 func(string) string { return strings.Split(ours, "\n")[0] },
		"its second line":                func(string) string { return strings.Split(ours, "\n")[1] },
		"its last lines":                 func(string) string { return "- Say where the figure is from\n\n!drop s1" },
		"a block of an issue":            func(s string) string { return mirror.Wrap(ours, seal) },
		"a block without its mark": func(string) string {
			return strings.Split(mirror.Wrap(ours, seal), "`frasier")[0]
		},
		"only the mark":          func(string) string { return "`" + mark + "`" },
		"the mark in a sentence": func(string) string { return "What does " + mark + " mean? !cancel p1" },
		"cut in the middle":      func(s string) string { return s[20:] },
		"nothing":                func(string) string { return "" },
	}
	out := map[string]string{}
	for name, f := range mangle {
		out[name] = f(signed)
	}
	return out
}

// wrote knows the lines of the text.
func wrote() func(string) bool {
	lines := map[string]bool{}
	for _, l := range mirror.Fingerprints(ours) {
		lines[l] = true
	}
	return func(l string) bool { return lines[l] }
}

// Our own words are no orders, in whatever form they come back.
func TestOurOwnWordsOrderNothing(t *testing.T) {
	t.Parallel()
	all := forms()
	if len(all) < 50 {
		t.Fatalf("%d forms", len(all))
	}
	for name, body := range all {
		if said := mirror.Read(body, wrote()); said.Line != "" {
			t.Errorf("%s is an order: %+v\n%s", name, said, body)
		} else if said.Text != "" && !mirror.HasMark(body) && strings.Contains(strings.ToLower(said.Text), "missing") {
			t.Errorf("%s reads as words of the founder's: %+v", name, said)
		}
	}
}

// What a founder writes is heard, and what he quotes or shows as code orders nothing.
func TestWhatAFounderSaysIsRead(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]mirror.Said{
		"Only prices of 2026, please":          {Text: "Only prices of 2026, please"},
		"!status":                              {Line: "status"},
		"\n\n  !redo s1 Shorter\nand kinder":   {Line: "redo s1 Shorter"},
		"> !cancel p3":                         {},
		"```\n!cancel p3\n```":                 {},
		"    !cancel p3":                       {},
		"> Sent back by Ada\nThat's not right": {Text: "That's not right"},
		"Use this:\n```\nx := 1\n```":          {Text: "Use this:\n```\nx := 1\n```"},
		"Wow! Good":                            {Text: "Wow! Good"},
		"! not a command":                      {Text: "! not a command"},
		"Frasier, leave Lisbon out":            {Text: "Frasier, leave Lisbon out"},
		"I cancel p3 as you said:\n!cancel p3": {Text: "I cancel p3 as you said:\n!cancel p3"},
	} {
		if got := mirror.Read(body, wrote()); got != want {
			t.Errorf("%q reads as %+v, want %+v", body, got, want)
		}
	}
}

// A block of ours is written anew and what stands around it stays, however Linear writes it back.
func TestABlockIsReplaced(t *testing.T) {
	t.Parallel()
	text := mirror.Replace("The founder's words", "one", seal)
	for n, block := range []string{"two", "three\n\n- a list"} {
		text = mirror.Replace(text+"\n\nbehind", block, seal)
		got, around := mirror.Split(text)
		if want := "The founder's words\n\nbehind" + strings.Repeat("\n\nbehind", n); got != block || around != want {
			t.Errorf("block %q around %q, want %q and %q", got, around, block, want)
		}
	}
	if block, around := mirror.Split("— kept by Frasier, written anew when work moves — but no mark"); block != "" || around == "" {
		t.Errorf("half a block: %q, %q", block, around)
	}
	if got := mirror.Replace("", "x", seal); got != mirror.Wrap("x", seal) {
		t.Errorf("alone: %q", got)
	}
}

// The id of a thing is the same whenever it is asked for, another for another office or generation, and has the form of a random UUID.
func TestIDs(t *testing.T) {
	t.Parallel()
	a := mirror.ID("office", "step:s1", 0)
	if a != mirror.ID("office", "step:s1", 0) || a == mirror.ID("other", "step:s1", 0) || a == mirror.ID("office", "step:s1", 1) || a == mirror.ID("office", "step:s2", 0) {
		t.Error("ids are not one for each thing")
	}
	if len(a) != 36 || a[14] != '4' || !strings.ContainsRune("89ab", rune(a[19])) {
		t.Errorf("%s is no UUID of version 4", a)
	}
}
