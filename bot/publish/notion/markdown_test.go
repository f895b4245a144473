package notion_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/bot/publish/notion"
)

const document = `# Coffee by post

> Not everything could be finished: 1 of 3 parts is missing.
> See [below](#what-is-missing).

<a id="i1"></a>

## What a bag *costs*

A bag costs 12 euros [\[1\]](#source-1), see [the shop](https://example.org/a_(b)?x=1).
Second line.

- one
  - two ` + "`code`" + `
- [x] done

3. third
4. fourth

| Figure | Why |
|---|---|
| 12 | a \| b |

` + "```go\nfmt.Println(\"```\")\n```" + `

###### Deep

---
`

func TestADocumentAsNotionReadsIt(t *testing.T) {
	text, below, err := notion.LayOut(document)
	want := strings.Join([]string{
		"> Not everything could be finished: 1 of 3 parts is missing. See below.",
		"## What a bag *costs*",
		"A bag costs 12 euros \\[1\\], see [the shop](https://example.org/a_%28b%29?x=1). Second line.",
		"- one\n\t- two `code`\n- [x] done",
		"3. third\n4. fourth",
		"<table header-row=\"true\">\n<tr>\n<td>Figure</td>\n<td>Why</td>\n</tr>\n<tr>\n<td>12</td>\n<td>a \\| b</td>\n</tr>\n</table>",
		"```go\nfmt.Println(\"`\u200b`\u200b`\")\n```",
		"#### Deep",
		"---",
	}, "\n\n")
	if err != nil || len(below) != 0 || text != want {
		t.Errorf("it is %v, %v\n%s\nwant\n%s", err, below, text, want)
	}
}

// active finds what is more than words in Notion's Markdown: a tag or a mark without a backslash before it.
var active = regexp.MustCompile(`(^|[^\\])(\\\\)*[<>{}\[\]$^|~]`)

// Whatever a model writes, and however it is hidden, it is words there: no mention, page, colour, formula, file or link to anywhere but the web.
func TestWhatAModelWritesActsNowhere(t *testing.T) {
	attacks := []string{
		`<mention-user url="user://f0000000">Ann</mention-user>`, `<page url="https://www.notion.so/a">Mine</page>`, `<database url="x">all</database>`, `x {color="red"}`, `$E=mc^2$`, `$$x$$`, `[^1]`,
		`<unknown url="x" alt="y"/>`, `<table_of_contents/>`, `<empty-block/>`, `<details><summary>a</summary>b</details>`, `<callout icon="!">do it</callout>`, `<video src="https://evil.example/x">v</video>`,
		`![picture](https://evil.example/beacon.png)`, `[press](javascript:alert(1))`, `[press](user://f0000000)`, `[press](notion://x)`, `[a](<https://x.example/">b)`, "`<mention-user url=\"x\"/>`", "``a ` <page url=\"x\">``",
		`&lt;mention-user url="x"/&gt;`, `&#60;page&#62;`, `\<mention-user/>`, `\\<mention-user/>`, "<mention-date start=\"2026-01-01\"/>", "a\u202e<b>\u202c", "<br>\n# not a heading", "\\# no", "1\\. no", "\\- no",
		"```\n```\n<mention-user url=\"x\"/>\n```", "~~~\n```\n<page url=\"x\"/>\n```\n~~~", "    <page url=\"indented\">", "> <page url=\"quoted\">\n> - <b>", "- <page url=\"item\">\n\n  <page url=\"child\">", "| <page> | {x} |\n|---|---|\n| <td> | </table> |",
		"<a id=\"x\" href=\"https://evil.example\">go</a>", "<a id=\"i1\"></a><page url=\"x\">", "<!-- x --><page>", "<script>\nx\n</script>\n<page>", "# <page>\n\n## <page> {color=\"red\"}", "**<page>**", "~~{x}~~", "<https://x.example/{a}>", "[{x}](https://x.example \"<page>\")",
		"\u2028<page>\u2029# x", "x\r<page>", "[x]: https://x.example\n[x]", "@everyone", "<@U123>", "https://x.example/<page>", "|", "^", "\\", "\\\\",
	}
	ours := strings.NewReplacer(`<table header-row="true">`, "", "</table>", "", "<tr>", "", "</tr>", "", "<td>", "", "</td>", "", "<br>", " ")
	link := regexp.MustCompile(`(^|[^\\])\[((?:[^\[\]\\]|\\.)*)\]\((https?://[^\s()<>{}\[\]|^"]*)\)`)
	for _, a := range attacks {
		text, _, err := notion.LayOut("# Title\n\nBefore.\n\n" + a + "\n\nBehind.\n")
		if err != nil {
			t.Fatal(err)
		}
		var left []string
		code := false
		for line := range strings.Lines(text) {
			bare := strings.TrimLeft(line, "\t\n")
			if strings.HasPrefix(bare, "```") {
				code = !code
				continue
			}
			if code {
				continue
			}
			bare = regexp.MustCompile("(^|[^\\\\])`[^`]*`").ReplaceAllString(bare, "$1")
			bare = strings.TrimPrefix(ours.Replace(link.ReplaceAllString(bare, "$1$2")), "> ")
			left = append(left, strings.ReplaceAll(bare, "~~", ""))
		}
		rest := strings.Join(left, "")
		if code || active.MatchString(rest) || strings.Contains(text, "evil.example/beacon") {
			t.Errorf("%q becomes\n%s\nof which acts %q", a, text, active.FindString(rest))
		}
		if !strings.Contains(text, "Behind.") {
			t.Errorf("%q swallows what stands behind it: %s", a, text)
		}
	}
}

// What is too long for a page is divided by its sections; one that is too long itself goes on in another part, and nothing is lost.
func TestLongDocumentsAreDivided(t *testing.T) {
	for _, c := range []struct {
		name           string
		sections, each int
		words          string
		parts          int
	}{
		{"it fits", 3, 100, "x", 0},
		{"many blocks", 4, 300, "x", 4},
		{"a section of its own", 2, 1000, "x", 4},
		{"many bytes", 3, 20, strings.Repeat("word ", 2000), 3},
	} {
		var b strings.Builder
		fmt.Fprintf(&b, "# T\n\nLead.\n\n")
		for s := range c.sections {
			fmt.Fprintf(&b, "## Section %d\n\n", s)
			for i := range c.each {
				fmt.Fprintf(&b, "P%d-%d %s\n\n", s, i, c.words)
			}
		}
		first, below, err := notion.LayOut(b.String())
		if err != nil || len(below) != c.parts {
			t.Errorf("%s: %d parts, %v", c.name, len(below), err)
		}
		all := first + strings.Join(below, "\n")
		for s := range c.sections {
			for i := range c.each {
				if n := strings.Count(all, fmt.Sprintf("P%d-%d ", s, i)); n != 1 && c.words != "x" || n != 1 && !strings.Contains(all, fmt.Sprintf("P%d-%d x", s, i)) {
					t.Fatalf("%s: P%d-%d is there %d times", c.name, s, i, n)
				}
			}
		}
		for _, p := range below {
			if len(p) > 400<<10 || strings.Count(p, "\n\n") >= 900 {
				t.Errorf("%s: a part of %d bytes and %d blocks", c.name, len(p), strings.Count(p, "\n\n")+1)
			}
		}
	}
	if _, _, err := notion.LayOut("# T\n\n" + strings.Repeat("word ", 100000)); err == nil || !strings.Contains(err.Error(), "!changes") {
		t.Errorf("a paragraph that fits on no page: %v", err)
	}
}

func FuzzWords(f *testing.F) {
	f.Add("a <b> {c} $d$")
	f.Add("\\<x>")
	f.Fuzz(func(t *testing.T, words string) {
		got := notion.Escape(words)
		if active.MatchString(got) || strings.ContainsAny(got, "\n\r") {
			t.Errorf("%q becomes %q", words, got)
		}
	})
}
