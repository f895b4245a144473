package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/quote"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
)

const projects = "../../../../internal/tools/eval/testdata/project"

// TestRecordedProjects runs the whole projects that somebody served by hand
// with their replies: each call is still made, none is made beside them, no
// step is rejected, what was decided stands in the document, and each of its
// citations leads to a passage that bears it and stands in the stored text.
func TestRecordedProjects(t *testing.T) {
	var taken figures
	t.Cleanup(func() { taken.check(t) })
	for name, want := range map[string]struct {
		calls   int      // that the project takes
		most    int      // that it may take; 0 for no goal
		strikes int      // rounds that were rejected, for slips of the author
		says    []string // what the author decided, on the first page
		reader  []string // statements that their passage bears in other words, as somebody saw who read both
	}{
		"bread": {
			18, 21, 0,
			[]string{"rye at £3.20 and seeded at £3.35", "£1.86", "18 December 2026"},
			[]string{"The other two deliver on two days a week each"},
		},
		"mails": {
			26, 0, 0,
			[]string{"£19 a month"},
			[]string{
				"Triggers and worries were counted only in the interviews", "How people handle reminders today was counted only on the launch list",
				"Marcus may be quoted for himself", "I answer myself",
			},
		},
		"market":  {29, 0, 2, []string{"319,000 to 464,000 euros", "42,000 euros", "14,480 euros"}, nil},
		"pricing": {20, 21, 0, []string{"£35", "£50", "£80"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			whole, err := filepath.Abs(filepath.Join(projects, name))
			if err != nil {
				t.Fatal(err)
			}
			var said bytes.Buffer
			code, asked, err := play(t.Context(), filepath.Join(whole, "tape.jsonl.gz"), process{
				args: []string{"run", filepath.Join(whole, "roadmap.md"), "-out", "out"}, dir: folder, in: strings.NewReader(""), out: &said, err: &said,
				env: []string{"HOME=" + folder, "PATH=" + os.Getenv("PATH"), "FRASIER_HOME=" + filepath.Join(folder, "home"), "FRASIER_CORPUS=" + filepath.Join(whole, "corpus")},
			})
			if code != 0 || err != nil {
				t.Fatalf("exit %d, %v:\n%s", code, err, said.String())
			}
			delivered, err := filepath.Glob(filepath.Join(folder, "out", "*"))
			if err != nil || len(delivered) != 1 {
				t.Fatalf("delivered %v, %v", delivered, err)
			}
			var receipt struct{ Calls, Strikes int }
			readJSON(t, filepath.Join(delivered[0], "receipt.json"), &receipt)
			if receipt.Calls != want.calls || want.most > 0 && receipt.Calls > want.most || receipt.Strikes != want.strikes {
				t.Errorf("receipt %+v, want %d calls (at most %d) and %d rejected rounds", receipt, want.calls, want.most, want.strikes)
			}
			taken.row(t, name, delivered[0], asked)
			md := read(t, filepath.Join(delivered[0], "deliverable.md"))
			summary, _, _ := strings.Cut(md, "<a id=")
			for _, s := range want.says {
				if !strings.Contains(summary, s) {
					t.Errorf("the first page does not say %q:\n%s", s, summary)
				}
			}
			for _, fault := range follow(md, texts(t, delivered[0])) {
				if !slices.ContainsFunc(want.reader, func(s string) bool { return strings.Contains(fault, s) }) {
					t.Error(fault)
				}
			}
		})
	}
}

// cached is how many characters of prompts a cache of prefixes can serve, each
// model by itself, of how many.
func cached(calls []llmtest.Request) (hit, all float64) {
	by := map[string][][]llm.Block{}
	for _, r := range calls {
		by[r.Model] = append(by[r.Model], []llm.Block{{Text: r.Prompt}})
	}
	for _, list := range by {
		size := 0.0
		for _, b := range list {
			size += float64(len(b[0].Text))
		}
		all, hit = all+size, hit+prompt.Share(list)*size
	}
	return hit, all
}

var (
	citation = regexp.MustCompile(`\[\\\[(\w+)\\\]\]\(#source-(\w+)\)`)
	excerpt  = regexp.MustCompile(`<a id="source-(\w+)"></a>\w+ “(.*)”`)
	anchor   = regexp.MustCompile(`<a id="source-(\w+)"></a>`)

	footnote     = regexp.MustCompile(`\[\^\d+\]`)
	footnoteText = regexp.MustCompile(`(?m)^(\[\^\d+\]): (.*)$`)
)

// stands reports whether an excerpt stands in a text, word for word; dots in it
// leave something out.
func stands(excerpt, text string) bool {
	rest := prose.Fold(text)
	for part := range strings.SplitSeq(excerpt, "...") {
		at := strings.Index(rest, prose.Fold(part))
		if at < 0 {
			return false
		}
		rest = rest[at:]
	}
	return true
}

// follow follows all citations of a document to their excerpts and to the
// stored texts, and returns what does not lead there.
func follow(md string, stored []string) []string {
	quotes, anchors, sums := map[string]string{}, map[string]bool{}, map[string]string{}
	for _, m := range footnoteText.FindAllStringSubmatch(md, -1) {
		sums[m[1]] = m[2]
	}
	for _, m := range anchor.FindAllStringSubmatch(md, -1) {
		anchors[m[1]] = true
	}
	for _, m := range excerpt.FindAllStringSubmatch(md, -1) {
		quotes[m[1]] = m[2]
	}
	var out []string
	for label, q := range quotes {
		for piece := range strings.SplitSeq(q, "” … “") { // of one source, joined
			if !slices.ContainsFunc(stored, func(text string) bool { return stands(piece, text) }) {
				out = append(out, fmt.Sprintf("excerpt %s stands in no stored text: %q", label, piece))
			}
		}
	}
	n := 0
	for line := range strings.Lines(md) {
		for _, said := range statements(line) {
			for _, m := range citation.FindAllStringSubmatch(said, -1) {
				n++
				q, known := quotes[m[1]]
				bare := footnote.ReplaceAllStringFunc(citation.ReplaceAllString(said, ""), func(mark string) string { return " (" + sums[mark] + ")" })
				switch {
				case m[1] != m[2] || !anchors[m[1]]:
					out = append(out, fmt.Sprintf("citation %s leads nowhere: %q", m[1], said))
				case known && !bears(q, bare):
					out = append(out, fmt.Sprintf("citation %s does not bear %q: %q", m[1], bare, q))
				}
			}
		}
	}
	if n == 0 {
		out = append(out, "the document cites nothing")
	}
	return out
}

// statements are the cited statements of a line: a row of a table whole, since
// its first cell says what the others are about, else sentence by sentence.
func statements(line string) []string {
	if strings.HasPrefix(line, "|") {
		return []string{line}
	}
	var out []string
	at := 0
	for _, m := range regexp.MustCompile(`[.!?](?:\s*\[\\\[\w+\\\]\]\(#source-\w+\))*\s`).FindAllStringIndex(line, -1) {
		out = append(out, line[at:m[1]])
		at = m[1]
	}
	return append(out, line[at:])
}

// bears reports whether a passage can stand behind a statement: they share a
// figure or two words that say something.
func bears(passage, said string) bool {
	have := quote.Numbers(passage)
	for _, n := range quote.Numbers(said) {
		if slices.ContainsFunc(have, n.Matches) {
			return true
		}
	}
	words := map[string]bool{}
	stem := func(w string) string { return strings.TrimSuffix(w, "s") }
	for _, w := range prose.Words(passage) {
		words[stem(w)] = true
	}
	shared := map[string]bool{}
	for _, w := range prose.Words(said) {
		if !prose.StopWord(w) && words[stem(w)] {
			shared[stem(w)] = true
		}
	}
	return len(shared) >= 2
}

// What follow is to find: an excerpt that stands nowhere, a label without a
// source, a passage that says something else.
func TestFollowFindsWhatDoesNotLead(t *testing.T) {
	const sources = "\n- <a id=\"source-1\"></a>[1] Census\n  - <a id=\"source-1a\"></a>1a “The quarter has 412 offices.”\n"
	const stored = "The quarter has 412 offices. Bread is good."
	for said, want := range map[string]int{
		`There are 412 offices [\[1a\]](#source-1a).`:                                             0,
		`Offices fill the quarter [\[1a\]](#source-1a).`:                                          0,
		`Bread is good [\[1a\]](#source-1a).`:                                                     1,
		`There are 412 offices [\[2a\]](#source-2a).`:                                             1,
		`There are 412 offices [\[1a\]](#source-1).`:                                              1,
		`There are 412 offices.`:                                                                  1,
		`There are 412 offices [\[1a\]](#source-1a). The price is £3 [\[1a\]](#source-1a). Done.`: 1,
	} {
		if got := follow(said+sources, []string{stored}); len(got) != want {
			t.Errorf("%s: %q, want %d", said, got, want)
		}
	}
	if got := follow(`There are 412 offices [\[1a\]](#source-1a).`+sources, []string{"The quarter has 421 offices."}); len(got) != 1 {
		t.Errorf("an excerpt that stands nowhere: %q", got)
	}
}

// A call that the tape has no reply for ends the run with its name, and so does
// a reply that nobody asked for.
func TestADeckTellsWhatIsMissing(t *testing.T) {
	var cause error
	d := deck{cancel: func(err error) { cause = err }}
	if _, ok := d.answer(llmtest.Request{Stage: "lead", Title: "The price"}); !ok || cause == nil || !strings.Contains(cause.Error(), `no reply for lead of "The price"`) {
		t.Errorf("a call without a reply: %v", cause)
	}
}

func texts(t *testing.T, folder string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "documents", "*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no stored texts in %s: %v", folder, err)
	}
	var out []string
	for _, f := range files {
		out = append(out, read(t, f))
	}
	return out
}

func read(t *testing.T, path string) string {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func readJSON(t *testing.T, path string, into any) {
	t.Helper()
	if err := json.Unmarshal([]byte(read(t, path)), into); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}
