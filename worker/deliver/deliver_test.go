package deliver_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/tools/bench/pace"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm/extractive"
	"github.com/frasier-cos/frasier/worker/deliver"
)

func hash(text string) org.DocumentID {
	sum := sha256.Sum256([]byte(text))
	return org.DocumentID(hex.EncodeToString(sum[:]))
}

func cite(passage, document, title, url string) work.Citation {
	return work.Citation{
		Passage: passage, Document: hash(document), Title: title, URL: url, Quote: document, End: len(document),
		FetchedAt: time.Date(2026, 3, 4, 23, 30, 0, 0, time.UTC),
	}
}

func project(phases ...string) org.Project {
	p := org.Project{ID: "p7", Title: "Coffee by post", State: org.ProjectCompleted, CreatedAt: time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)}
	for i, l := range phases {
		p.Phases = append(p.Phases, org.Phase{Index: i, Label: l})
	}
	return p
}

func done(key, title, result string, sources ...work.Citation) work.Upstream {
	return work.Upstream{
		ID: org.StepID("s" + key), Key: key, Title: title, Kind: org.KindResearch, State: org.StepCompleted, Result: result,
		Digest: "gist of " + key, Sources: sources, Tier: org.T1, Served: org.T1,
	}
}

// golden compares with a file of testdata; UPDATE_GOLDEN=1 writes it.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if os.Getenv("UPDATE_GOLDEN") != "" { //nolint:forbidigo // the switch of golden tests
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

// mixed is a project with two phases, one part missing and one downgraded.
func mixed() deliver.Document {
	one := cite("S1:p1", "Bags cost 12 euros.", "Prices [2026](javascript:alert(1))", "https://example.org/prices")
	two := cite("S2:p3", "Beans are brown.", "Beans", "file:beans.md")
	own := cite("S9:p1", "An earlier part.", "What a bag costs", "step:i1")
	low := done("i3", "Choose *the* <roaster>", "Intro [S2:p1].\n\nSetext\n======\n\nText.\n\n### Deep\n\n- a\n\n## Not established\n\nWhether it rains.", cite("S2:p1", "Bags cost 12 euros.", "Prices", "https://example.org/prices"), own)
	low.Tier, low.Served, low.Phase = org.T3, org.T1, 1
	missing := work.Upstream{Key: "i4", Title: "Find a van", State: org.StepFailed, Cause: "the third review sent it back.", Phase: 1}
	return deliver.Compose(project("Phase 1: Know", "Phase 2: Make"), []work.Upstream{
		done("i1", "What a bag costs", "# What a bag costs\n\nA bag costs 12 euros [S1:p1, S2:p3]. Not cited [S8:p8].\n\n## Details\n\nSee [S1:p1].", one, two),
		{Key: "assembly-1", Title: "Assemble", Kind: org.KindAssembly, State: org.StepInProgress},
		low, missing,
	}, nil)
}

func TestMarkdownOfAMixedProject(t *testing.T) {
	golden(t, "mixed.md", mixed().Markdown())
}

func TestMarkdownOffline(t *testing.T) {
	p := project("One")
	p.Offline = true
	sheet := "# " + extractive.Label + " What a bag costs\n\n" + extractive.FirstLine + "\n\n## What a bag costs\n\n- \"Bags cost 12 euros.\" [S1:p1]\n\n" +
		"## Figures found\n\n| Figure |\n|---|\n| 12 |\n\n## Sources\n\n| Source | Title |\n|---|---|\n| S1 | Prices |\n\n## Acceptance\n\n- two sources: not evaluated"
	d := deliver.Compose(p, []work.Upstream{
		done("i1", "What a bag costs", sheet, cite("S1:p1", "Bags cost 12 euros.", "Prices", "file:prices.md")),
		done("i2", "What a box costs", strings.ReplaceAll(sheet, "bag", "box"), cite("S1:p1", "Bags cost 12 euros.", "Prices", "file:prices.md")),
	}, nil)

	got := d.Markdown()
	golden(t, "offline.md", got)
	for text, want := range map[string]int{extractive.FirstLine: 1, extractive.Label: 1, "What a bag costs": 1, "# Sources": 1, "Acceptance": 2} {
		if n := strings.Count(got, text); n != want {
			t.Errorf("offline document says %q %d times, want %d", text, n, want)
		}
	}
}

func TestEverySectionKeepsItsPlace(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"levels close their gaps", "##### A\n\nx\n\n## B\n\n##### C", "### A\n\nx\n\n### B\n\n#### C"},
		{"first heading is never deeper than one", "x\n\n#### A", "x\n\n### A"},
		{"title in other words", "# Title: of the section\n\nx", "x"},
		{"title later stays", "## Other\n\n## Title of the section\n\nx", "### Other\n\n### Title of the section\n\nx"},
		{"no heading in code", "```sh\n# not a heading\n```", "```sh\n# not a heading\n```"},
		{"open fence is closed", "a\n\n~~~~go\nx", "a\n\n~~~~go\nx\n~~~~"},
		{"closed fence stays", "```\nx\n```", "```\nx\n```"},
		{"html is text", "a <b>b</b><br>c\n\n<script>\nalert(1)\n</script>", "a &lt;b>b&lt;/b><br>c\n\n&lt;script>\nalert(1)\n&lt;/script>"},
		{"html in code stays", "`<b>` is bold", "`<b>` is bold"},
		{"anchors cannot be taken", `<a id="i2"></a>x`, `&lt;a id="i2">&lt;/a>x`},
		{"forged markers lead nowhere", `x [\[1\]](#source-1)`, `x [\[1\]](#1)`},
		{"empty heading", "##\n\nx", "x"},
		{"heading in a quote", "> # A\n> x", "> ### A\n> x"},
		{"gaps go to their own list", "x\n\n## Not established\n\nThe date.\n\n## Next\n\ny", "x\n\n### Next\n\ny"},
		{"nothing but gaps", "## Not established\n\nThe date.", "Nothing could be established here. See [What is not known](#not-known)."},
	} {
		d := deliver.Compose(project(), []work.Upstream{done("i1", "Title of the section", c.body)}, nil)
		if got := d.Sections()[0].Body; got != c.want {
			t.Errorf("%s: body %q became %q, want %q", c.name, c.body, got, c.want)
		}
	}
}

func TestEveryStepHasAnAnchorAndEverySourceALine(t *testing.T) {
	var steps []work.Upstream
	for i := range 40 {
		text := fmt.Sprintf("Document %d.", i%7)
		steps = append(steps, done(fmt.Sprintf("i%d", i), fmt.Sprintf("Part %d", i), fmt.Sprintf("x [S1:p%d]", i), cite(fmt.Sprintf("S1:p%d", i), text, text, "https://example.org/"+fmt.Sprint(i%7)),
			cite("S2:p1", "Never marked.", "Unmarked", "https://example.org/u")))
		if i%5 == 4 {
			steps[i].State, steps[i].Result = org.StepCancelled, ""
		}
	}
	d := deliver.Compose(project("A", "B"), steps, nil)
	md := d.Markdown()
	for _, s := range steps {
		if n := strings.Count(md, `<a id="`+s.Key+`"></a>`); n != 1 {
			t.Errorf("step %s has %d anchors, want 1", s.Key, n)
		}
	}
	if len(d.Sources) != 8 {
		t.Errorf("got %d sources of 8 documents", len(d.Sources))
	}
	for i, s := range d.Sources {
		if s.N != i+1 {
			t.Errorf("source %d has number %d", i, s.N)
		}
	}
	for _, m := range regexp.MustCompile(`\(#(source-\d+)\)`).FindAllStringSubmatch(md, -1) {
		if strings.Count(md, `<a id="`+m[1]+`"></a>`) != 1 {
			t.Errorf("marker leads to %s, which is not there once", m[1])
		}
	}
	if len(d.Missing) != 8 || !strings.Contains(md, "it was cancelled") || !strings.Contains(md, "8 of 40 parts are missing") {
		t.Errorf("8 cancelled steps: missing %v", d.MissingLines())
	}
}

func TestHostileMarkdownEndsSoon(t *testing.T) {
	const n = 1 << 20
	for name, unit := range map[string]string{
		"quotes": "> ", "bullets": "- ", "numbers": "1. ", "stars": "*a_", "links": "[a](", "brackets": "[", "code": "`a``b", "pipes": "|a", "lines": "word\n", "one line": "word ",
		"tables": "|a|b|\n|-|-|\n|c|d|\n\n", "html": "<!--", "tags": "<a ", "backslashes": `\`, "references": "[a]: b\n", "rule": "- - ",
	} {
		body := strings.Repeat(unit, n/len(unit)/16) + "x"
		start := pace.Spent()
		d := deliver.Compose(project(), []work.Upstream{done("i1", "Title", body)}, nil)
		if _, err := d.HTML(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if took := pace.Spent() - start; took > pace.Most(20*time.Second) {
			t.Errorf("%s: %d bytes took %v", name, len(body), took)
		}
	}
	head := "|" + strings.Repeat("a|", 20000) + "\n|" + strings.Repeat("-|", 20000) + "\n" + strings.Repeat("|b\n", 20000)
	d := deliver.Compose(project(), []work.Upstream{done("i1", "Title", head)}, nil)
	if page, err := d.HTML(); err != nil || strings.Contains(page, "<td>") {
		t.Errorf("a table of 20000 columns was read as one (error %v)", err)
	}
}

// A document of one part that has its title says the title once.
func TestTheOnlyPartDoesNotRepeatTheTitle(t *testing.T) {
	for title, want := range map[string]int{"Prices": 1, "Prices of oats": 0} {
		text := deliver.Compose(org.Project{ID: "p1", Title: "Prices"}, []work.Upstream{
			{Key: "a", Title: title, Kind: org.KindWriting, State: org.StepCompleted, Result: "They rose."},
		}, nil).
			Markdown()
		if got := strings.Count(text, "# Prices\n"); got != 1 || strings.Contains(text, "## Prices of oats") != (want == 0) || !strings.Contains(text, `<a id="a"></a>`) {
			t.Errorf("%q: the title stands %d times:\n%s", title, got, text)
		}
	}
}

// Of several quotations of one passage a marker leads to the one that bears
// its sentence.
func TestAMarkerLeadsToTheQuotationOfItsSentence(t *testing.T) {
	quotes := []string{"The census counts 412 offices.", "A bag costs 12 euros.", "It is open on Mondays only."}
	var cites []work.Citation
	for _, q := range quotes {
		c := cite("S1:p1", q, "Notes", "file:notes.md")
		c.Document = hash("notes")
		cites = append(cites, c)
	}
	d := deliver.Compose(project(), []work.Upstream{done("i1", "Part", "A bag costs 12 euros [S1:p1]. There are 412 offices [S1:p1], and one is open on Mondays only [S1:p1].\n\n| What | Figure |\n|---|---|\n| Offices | 412 [S1:p1] |\n| Bag | 12 euros [S1:p1] |", cites...)}, nil)
	if got := d.Sources[0].Passages; len(got) != 2 && len(got) != 3 {
		t.Fatalf("passages are %q", got)
	}
	md := d.Markdown()
	for _, want := range []string{"12 euros [\\[1a\\]](#source-1a). There are 412 offices [\\[1b\\]](#source-1b)", "| 412 [\\[1b\\]](#source-1b) |", "| 12 euros [\\[1a\\]](#source-1a) |"} {
		if !strings.Contains(md, want) {
			t.Errorf("lacks %q:\n%s", want, md)
		}
	}
}
