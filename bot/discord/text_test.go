package discord_test

import (
	"regexp"
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
		rapid.SampledFrom([]string{"\n", "\n\n", "# Heading\n", "\n```go\n", "\n```\n", "Here: ```go\n", "}```", "````", "> ```\n> ", "> quoted ", "\n> ", "```go\n", "```\n", "```", "- item ", "word ", "Sentence. ", "👩‍👩‍👧‍👦", "e\u0301", "🇵🇹", " ", "\t", "\xff", "``", "中文"}),
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
			if opened(s) {
				t.Fatalf("part %d leaves a code block open:\n%s", i, s)
			}
		}
	})
}

// opened reports whether a text ends inside a code block: runs of three to twenty
// backticks open one, and the next run of as many closes it.
func opened(s string) bool {
	open := 0
	for _, run := range regexp.MustCompile("`+").FindAllString(s, -1) {
		switch {
		case open == len(run):
			open = 0
		case open == 0 && len(run) >= 3 && len(run) <= 20:
			open = len(run)
		}
	}
	return open > 0
}

// A code block is one wherever its fence stands and however long it is, and a
// quote goes on in the next message.
func TestWhatIsCutGoesOn(t *testing.T) {
	t.Parallel()
	code := strings.Repeat("x = 1\n", 30)
	for name, c := range map[string]struct{ text, begins, ends string }{
		"opened in a line":    {"Here: ```go\n" + code + "}```\nand prose " + strings.Repeat("word ", 40), "```go\nx = 1", ""},
		"four backticks":      {"````\n```\n" + code + "````", "````\nx = 1", "\n````"},
		"in a quote":          {"> ```py\n" + strings.Repeat("> x = 1\n", 30) + "> ```", "> ```py\n> x = 1", "> ```"},
		"a quote":             {"> " + strings.Repeat("said ", 60), "> said", ""},
		"a quote to the end":  {">>> " + strings.Repeat("said ", 60), ">>> said", ""},
		"prose behind a code": {"```\na\n```\n" + strings.Repeat("word ", 60), "word", ""},
	} {
		shown, plain := discord.Split(c.text, 160)
		if len(shown) < 2 || strings.Join(plain, "") != c.text {
			t.Fatalf("%s: %d parts, %q", name, len(shown), plain)
		}
		if !strings.HasPrefix(shown[1], c.begins) {
			t.Errorf("%s: the second part is\n%s\nwant that it begins with\n%s", name, shown[1], c.begins)
		}
		if !strings.HasSuffix(strings.TrimSpace(shown[0]), strings.TrimSpace(c.ends)) {
			t.Errorf("%s: the first part is\n%s", name, shown[0])
		}
		for i, s := range shown {
			if opened(s) {
				t.Errorf("%s: part %d leaves a code block open:\n%s", name, i, s)
			}
		}
	}
}

// Discord knows no fences of tildes and no tables.
func TestMarkdownThatDiscordDoesNotKnow(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ in, want string }{
		"tildes":           {"See\n~~~go\nx := 1\n~~~\nthen", "See\n```go\nx := 1\n```\nthen"},
		"tildes in ticks":  {"```\n~~~\n```", "```\n~~~\n```"},
		"ticks in tildes":  {"~~~\n```\na\n```\n~~~", "```\n~~~\na\n~~~\n```"},
		"four ticks":       {"````md\n## A\n\n```sh\nls\n```\n\nb `c`\n````\nthen", "```md\n## A\n\n~~~sh\nls\n~~~\n\nb `c`\n```\nthen"},
		"four, quoted":     {"> ````\n> ```\n> a\n> ```\n> ````\nthen", "> ```\n> ~~~\n> a\n> ~~~\n> ```\nthen"},
		"four in an item":  {"- ````sh\n  a ``` b\n  ````\nthen", "- ```sh\n  a `\u200b`\u200b` b\n  ```\nthen"},
		"four close three": {"```\na\n````\nthen", "```\na\n```\nthen"},
		"four in three":    {"```\na ```` b\n```\nthen", "```\na `\u200b`\u200b`\u200b` b\n```\nthen"},
		"four for nothing": {"a ```` b", "a `\u200b`\u200b`\u200b` b"},
		"narrow table":     {"Prices:\n\n| Shop | EUR |\n|---|---:|\n| **Oak** | 12 |\n| 東京 | 3 |\n\nDone.", "Prices:\n\n```\nShop  EUR\n----  ---\nOak   12\n東京  3\n```\n\nDone."},
		"no outer bars":    {"a | b\n--- | ---\n1 | 2", "```\na  b\n-  -\n1  2\n```"},
		"wide table": {
			"| Shop | What it is known for |\n|--|--|\n| Oak | " + strings.Repeat("long ", 12) + "|\n| Elm | a \\| b |",
			"- **Oak**: What it is known for: " + strings.TrimSpace(strings.Repeat("long ", 12)) + "\n- **Elm**: What it is known for: a | b",
		},
		"bars in prose":   {"a | b\nc | d", "a | b\nc | d"},
		"a table as code": {"```\n| a |\n|---|\n| 1 |\n```", "```\n| a |\n|---|\n| 1 |\n```"},
	} {
		got, _ := discord.Compose(c.in, org.Card{}, nil, nil)
		if len(got) != 1 || got[0] != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, strings.Join(got, "\n----\n"), c.want)
		}
	}
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

// Only in a message would an unknown address become a link: the file holds the words as
// they were written, and the message before it does not.
func TestAFileHoldsLinksAsTheyWereWritten(t *testing.T) {
	t.Parallel()
	text := "Licence of <https://rights.example/mit> and [notes](https://rights.example/n), ![seal](https://rights.example/s.png).\n\n" +
		strings.Repeat("A clause with some words in it. ", 400) + "\n\n```\ncurl https://rights.example/end\n```"
	if got := discord.FileOf(text); got != text {
		t.Errorf("the file begins %q and ends %q", got[:140], got[len(got)-60:])
	}
	if shown, _ := discord.Compose(text, org.Card{}, nil, nil); strings.Contains(strings.Join(shown, ""), "https://") {
		t.Errorf("the message has a link: %q", shown)
	}
}

// no address that is not known may be followed by a tap or a preview.
func TestLinks(t *testing.T) {
	t.Parallel()
	known := []string{"https://good.example/a_(b)?x=1"}
	for in, want := range map[string]string{
		"See https://good.example/a_(b)?x=1.":    "See https://good.example/a_(b)?x=1.",
		"See https://evil.example/?q=secret now": "See `https[:]//evil.example/?q=secret` now",
		"[here](https://evil.example/x)":         "here `https[:]//evil.example/x`",
		"[here](https://good.example/a_(b)?x=1)": "[here](<https://good.example/a_(b)?x=1>)",
		"![pic](https://evil.example/p.png)":     "pic `https[:]//evil.example/p.png`",
		"<https://evil.example>":                 "<`https[:]//evil.example`>",
		"`https://evil.example/in-code`":         "`https[:]//evil.example/in-code`",
		"```\nhttps://evil.example\n```\n":       "```\nhttps[:]//evil.example\n```\n",
		"````md\n```sh\ncurl https://evil.example\n```\nthen https://evil.example\n````\nnow https://evil.example": "````md\n```sh\ncurl https[:]//evil.example\n```\nthen https[:]//evil.example\n````\nnow `https[:]//evil.example`",
		"``a `b` https://evil.example`` and https://evil.example":                                                  "``a `b` https[:]//evil.example`` and `https[:]//evil.example`",
		"```sh\ncurl https://evil.example":                                                                         "```sh\ncurl https[:]//evil.example",
		"a`b\nhttps://evil.example c` d":                                                                           "a`b\n`https[:]//evil.example` c` d",
		"HTTPS://EVIL.example/CASE":                                                                                "`HTTPS[:]//EVIL.example/CASE`",
		"a`b https://evil.example/odd tick":                                                                        "a`b `https[:]//evil.example/odd` tick",
		"https://discord.com/channels/1/2/3":                                                                       "https://discord.com/channels/1/2/3",
		"https://discord.com/channels/1/2/3?leak=1":                                                                "`https[:]//discord.com/channels/1/2/3?leak=1`",
		"discord.gg/invite":                                                                                        "`discord[.]gg/invite`",
		"www.evil.example/path":                                                                                    "`www[.]evil.example/path`",
		"[https://good.example](https://evil.example)":                                                             "good.example `https[:]//evil.example`",
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

// Discord closes every block at the next three backticks, so none of more is sent,
// and no word is lost for it.
func TestNoLongFenceIsSent(t *testing.T) {
	t.Parallel()
	marks := regexp.MustCompile("[`~\u200b]")
	rapid.Check(t, func(t *rapid.T) {
		piece := rapid.SampledFrom([]string{"\n", "\n```\n", "\n````md\n", "\n````\n", "\n~~~\n", "\n~~~~~go\n", "`````", "````", "```", "``", "`", "~~~", "> ", "> ````\n", "- ", "word ", "中文"})
		in := strings.Join(rapid.SliceOfN(piece, 0, 40).Draw(t, "pieces"), "")
		got := discord.Threefold(in)
		if strings.Contains(got, "````") {
			t.Fatalf("of %q: a run of more than three in %q", in, got)
		}
		if a, b := marks.ReplaceAllString(in, ""), marks.ReplaceAllString(got, ""); a != b {
			t.Fatalf("%q lost words: %q", in, got)
		}
	})
}
