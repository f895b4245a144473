package discord_test

import (
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/frasier-cos/frasier/bot/discord"
	"github.com/frasier-cos/frasier/internal/org"
)

// text draws what models and founders write: words of every length, emoji,
// fences, headings, and bytes that are no text.
func text(t *rapid.T) string {
	piece := rapid.OneOf(
		rapid.SampledFrom([]string{"\n", "\n\n", "# Heading\n", "\n```go\n", "\n```\n", "```go\n", "```\n", "```", "- item ", "word ", "Sentence. ", "👩‍👩‍👧‍👦", "e\u0301", "🇵🇹", " ", "\t", "\xff", "``", "中文"}),
		rapid.StringN(0, 60, -1),
		rapid.Custom(func(t *rapid.T) string { return strings.Repeat("x", rapid.IntRange(1, 400).Draw(t, "n")) }),
	)
	return strings.Join(rapid.SliceOfN(piece, 0, 160).Draw(t, "pieces"), "")
}

func TestSplitAndRejoin(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		all := text(t) + text(t) + text(t)
		limit := rapid.IntRange(120, 600).Draw(t, "limit")
		shown, plain := discord.Split(all, limit)
		if got := strings.Join(plain, ""); got != all {
			t.Fatalf("the parts are not the whole:\n%q\n%q", got, all)
		}
		for i, s := range shown {
			if n := len(utf16.Encode([]rune(s))); n > limit || n != discord.Units(s) {
				t.Fatalf("part %d has %d units, want %d at most", i, n, limit)
			}
			if utf8.ValidString(all) && !utf8.ValidString(s) {
				t.Fatalf("part %d tears a character: %q", i, s)
			}
			if plain[i] == "" {
				t.Fatalf("part %d is empty", i)
			}
			if i+1 < len(shown) && fences(s)%2 != 0 {
				t.Fatalf("part %d leaves a code block open:\n%s", i, s)
			}
		}
	})
}

// fences counts the lines that open or close a code block.
func fences(s string) int {
	n := 0
	for line := range strings.Lines(s) {
		if l := strings.TrimSpace(line); strings.HasPrefix(l, "```") {
			if n%2 == 1 || strings.Count(l, "```") == 1 {
				n++
			}
		}
	}
	return n
}

func TestSplitPrefersHeadings(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("word ", 200)
	shown, _ := discord.Split(long+"\n\n## Second\n"+long, 1900)
	if len(shown) != 2 || !strings.HasPrefix(shown[1], "## Second") {
		t.Errorf("%d parts, the second begins %.20q; want the heading", len(shown), shown[len(shown)-1])
	}
	for n, want := range map[int]int{1899: 1, 1900: 1, 1901: 2} {
		if shown, _ := discord.Split(strings.Repeat("a", n), 1900); len(shown) != want {
			t.Errorf("%d characters: %d parts, want %d", n, len(shown), want)
		}
	}
}

// A message is cut before or behind what is one sign to its reader, also where
// that is made of several characters.
func TestSplitTearsNoJoinedSign(t *testing.T) {
	t.Parallel()
	for _, sign := range []string{"👩‍👩‍👧‍👦", "e\u0301", "👍🏽", "❤️"} {
		for before := 1880; before <= 1902; before++ {
			shown, _ := discord.Split(strings.Repeat("a", before)+sign+strings.Repeat("b", 100), 1900)
			for _, s := range shown {
				if strings.ContainsAny(s, sign) && !strings.Contains(s, sign) {
					t.Fatalf("%q behind %d letters is torn: %q", sign, before, s[max(0, len(s)-60):])
				}
			}
		}
	}
}

func TestLongTextsBecomeAFile(t *testing.T) {
	t.Parallel()
	texts, files := discord.Compose(strings.Repeat("A sentence of some words. ", 270), org.Card{}, nil, nil)
	if len(texts) != 4 || files != 0 {
		t.Errorf("7000 characters: %d messages and %d files, want 4 and none", len(texts), files)
	}
	texts, files = discord.Compose(strings.Repeat("A sentence of some words. ", 400), org.Card{}, nil, nil)
	if len(texts) != 1 || files != 1 || !strings.Contains(texts[0], "message.md") {
		t.Errorf("10400 characters: %d messages and %d files, want one of each", len(texts), files)
	}
}

// no address that is not known may be followed by a tap or a preview.
func TestLinks(t *testing.T) {
	t.Parallel()
	known := []string{"https://good.example/a_(b)?x=1"}
	for in, want := range map[string]string{
		"See https://good.example/a_(b)?x=1.":          "See https://good.example/a_(b)?x=1.",
		"See https://evil.example/?q=secret now":       "See `https[:]//evil.example/?q=secret` now",
		"[here](https://evil.example/x)":               "here `https[:]//evil.example/x`",
		"[here](https://good.example/a_(b)?x=1)":       "[here](<https://good.example/a_(b)?x=1>)",
		"![pic](https://evil.example/p.png)":           "pic `https[:]//evil.example/p.png`",
		"<https://evil.example>":                       "<`https[:]//evil.example`>",
		"`https://evil.example/in-code`":               "`https[:]//evil.example/in-code`",
		"```\nhttps://evil.example\n```\n":             "```\nhttps[:]//evil.example\n```\n",
		"HTTPS://EVIL.example/CASE":                    "`HTTPS[:]//EVIL.example/CASE`",
		"a`b https://evil.example/odd tick":            "a`b `https[:]//evil.example/odd` tick",
		"https://discord.com/channels/1/2/3":           "https://discord.com/channels/1/2/3",
		"https://discord.com/channels/1/2/3?leak=1":    "`https[:]//discord.com/channels/1/2/3?leak=1`",
		"discord.gg/invite":                            "`discord[.]gg/invite`",
		"www.evil.example/path":                        "`www[.]evil.example/path`",
		"[https://good.example](https://evil.example)": "good.example `https[:]//evil.example`",
	} {
		if got := discord.Linked(in, known); got != want {
			t.Errorf("%q\n got %q\nwant %q", in, got, want)
		}
	}
}

func TestBase(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"":                             discord.DefaultURL,
		"http://127.0.0.1:9":           "http://127.0.0.1:9/api/v9",
		"http://127.0.0.1:9/api":       "http://127.0.0.1:9/api/v9",
		"http://127.0.0.1:9/api/v10/":  "http://127.0.0.1:9/api/v10",
		"https://chat.example/gate/v9": "https://chat.example/gate/v9",
	} {
		if got := discord.Base(in); got != want {
			t.Errorf("Base(%q) = %q, want %q", in, got, want)
		}
	}
}

// in whatever markdown a model hides an address, it never stays whole.
func TestNoUnknownAddressStaysWhole(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		address := rapid.SampledFrom([]string{
			"https://evil.example/canary", "http://evil.example:8080/?q=canary", "HTTPS://evil.example/canary#x", "https://user:pw@evil.example/canary",
			"https://evil.example/a(b)canary", "https://evil.example/canary?u=https://good.example", "https://good.example/x@evil.example/canary", "https://good.example/x?canary",
			"https://[::1]/canary", "https://evil.example\\canary", "https://evil.example/%63anary", "ftp://evil.example/canary", "discord://evil/canary",
		}).Draw(t, "address")
		wrap := rapid.SampledFrom([]string{
			"%s", "<%s>", "[x](%s)", "[x](<%s>)", "![x](%s)", "[%s](%s)", "`%s`", "``%s``", "```\n%s\n```", "```%s", "`%s", "\\`%s\\`", "[x](%s \"t\")", "> %s", "- %s", "# %s", "**%s**",
			"||%s||", "(%s)", "\"%s\"", "[x]: %s", "[a[b](%s)", "[](%s)", "a%s", "x`y`%s`z", "[good](https://good.example/x) %s",
		})
		var b strings.Builder
		for range rapid.IntRange(1, 4).Draw(t, "pieces") {
			b.WriteString(strings.ReplaceAll(wrap.Draw(t, "wrap"), "%s", address))
			b.WriteString(rapid.SampledFrom([]string{"", " ", "\n", "\n\n", "`"}).Draw(t, "gap"))
		}
		got := discord.Linked(b.String(), []string{"https://good.example/x"})
		if strings.Contains(strings.ReplaceAll(got, "https://good.example/x)", ""), address) || strings.Contains(strings.ToLower(got), "://evil") || strings.Contains(got, "://[::1]") {
			t.Fatalf("%q\nbecame %q", b.String(), got)
		}
	})
}
