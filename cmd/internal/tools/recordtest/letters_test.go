package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/quote"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
	"github.com/frasier-cos/frasier/worker/check"
)

const studies = "../../../../internal/tools/eval/testdata/study"

// TestStudiesQuoteTheirFigures runs the studies that somebody served by hand and follows
// each letter of a citation to its quote: where the source holds a figure, a day or a
// name of what the letter stands behind, the quote does too. Those of which it does not are
// counted. All but one were read by somebody and bear it in words; the one is of the summary,
// whose recorded reply names letters of the document as it was then.
func TestStudiesQuoteTheirFigures(t *testing.T) {
	for name, want := range map[string]struct{ letters, beside int }{
		"linen": {154, 9},
		"bikes": {99, 7},
	} {
		t.Run(name, func(t *testing.T) {
			if name != "linen" && !testlevel.Check() {
				testlevel.LeaveToCheck(t, "runs in make check")
			}
			folder := t.TempDir()
			whole, err := filepath.Abs(studies)
			if err != nil {
				t.Fatal(err)
			}
			var said bytes.Buffer
			calls, err := readTape(filepath.Join(whole, name+"-anew", "tape.jsonl.gz"))
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancelCause(t.Context())
			d := deck{left: calls, cancel: cancel} // what nobody asks for any more is left
			code, err := process{
				args: []string{"run", filepath.Join(whole, name, "roadmap.md"), "-out", "out"}, dir: folder, in: strings.NewReader(""), out: &said, err: &said,
				env: []string{"HOME=" + folder, "PATH=" + os.Getenv("PATH"), "FRASIER_HOME=" + filepath.Join(folder, "home"), "FRASIER_CORPUS=" + filepath.Join(whole, name, "corpus")},
			}.with(ctx, d.answer)
			if code != 0 || err != nil || context.Cause(ctx) != nil {
				t.Fatalf("exit %d, %v, %v:\n%s", code, err, context.Cause(ctx), said.String())
			}
			delivered, err := filepath.Glob(filepath.Join(folder, "out", "*"))
			if err != nil || len(delivered) != 1 {
				t.Fatalf("delivered %v, %v", delivered, err)
			}
			letters, beside := followLetters(t, delivered[0])
			for _, b := range beside {
				t.Log(b)
			}
			if letters != want.letters || len(beside) != want.beside {
				t.Errorf("%d letters, %d of them at a quote without what they stand behind; want %d and %d", letters, len(beside), want.letters, want.beside)
			}
		})
	}
}

var (
	sourceLine = regexp.MustCompile(`<a id="source-(\d+)"></a>\[\d+\] (.*)`)
	letterOf   = regexp.MustCompile(`^\d+`)
)

// followLetters counts the letters of a document, and tells those whose quote holds no
// figure, day or name of what they stand behind though their document does.
func followLetters(t *testing.T, folder string) (letters int, beside []string) {
	t.Helper()
	md := read(t, filepath.Join(folder, "deliverable.md"))
	var list []struct{ Title, Document, Quote string }
	readJSON(t, filepath.Join(folder, "sources.json"), &list)
	texts, recorded := map[string]string{}, map[string][]string{} // by the number of the source
	for _, m := range sourceLine.FindAllStringSubmatch(md, -1) {
		for _, s := range list {
			if strings.HasPrefix(m[2], s.Title+",") || m[2] == s.Title {
				texts[m[1]] = read(t, filepath.Join(folder, "documents", s.Document+".txt"))
				recorded[m[1]] = append(recorded[m[1]], s.Quote)
			}
		}
	}
	quotes, sums := map[string]string{}, map[string]string{}
	for _, m := range footnoteText.FindAllStringSubmatch(md, -1) {
		sums[m[1]] = m[2]
	}
	for _, m := range excerpt.FindAllStringSubmatch(md, -1) {
		quotes[m[1]] = unfolded(m[2], recorded[letterOf.FindString(m[1])])
	}
	for line := range strings.Lines(md) {
		for _, said := range pieces(line) {
			at := 0
			for _, m := range citation.FindAllStringSubmatchIndex(said, -1) {
				clause := said[at:m[0]]
				if strings.Trim(clause, " ,;.)") == "" {
					clause = said // of several side by side each is for a part of it
				}
				at = m[1]
				label := said[m[2]:m[3]]
				text, known := texts[letterOf.FindString(label)]
				if !known {
					t.Errorf("citation %s has no text: %q", label, said)
				}
				letters++
				clause = footnote.ReplaceAllStringFunc(clause, func(mark string) string { return " (" + sums[mark] + ")" })
				if facts := factsIn(clause); among(facts, text) && !among(facts, quotes[label]) {
					beside = append(beside, fmt.Sprintf("%s: %q: %q", label, strings.TrimSpace(clause), quotes[label]))
				}
			}
		}
	}
	return letters, beside
}

// unfolded is a quote as it was recorded, of which the document shows a part.
func unfolded(shown string, recorded []string) string {
	var out []string
	for piece := range strings.SplitSeq(shown, "” … “") { // of one source, joined
		whole := ""
		for _, q := range recorded {
			if stands(strings.Trim(piece, ". "), q) && (whole == "" || len(q) < len(whole)) {
				whole = q
			}
		}
		out = append(out, cmp.Or(whole, piece))
	}
	return strings.Join(out, "\n")
}

// pieces are the cells of a row and the sentences of other lines.
func pieces(line string) []string {
	if strings.HasPrefix(line, "|") {
		return strings.Split(line, "|")
	}
	return statements(line)
}

// facts are what a quote of whatever language holds as its statement does.
type facts struct {
	numbers []quote.Number
	days    []string
	text    string // for its names
}

var day = regexp.MustCompile(`(?i)\b(\d{1,2})(?:\.|º)?(?: de| of)? (` + strings.Join(strings.Fields(strings.Join(moment.MonthNames(), " ")), "|") + `)\b`)

func daysIn(text string) []string {
	var out []string
	for _, m := range day.FindAllStringSubmatch(text, -1) {
		month := slices.IndexFunc(moment.MonthNames(), func(names string) bool { return slices.Contains(strings.Fields(names), strings.ToLower(m[2])) })
		out = append(out, fmt.Sprint(month+1, "-", m[1]))
	}
	return out
}

func factsIn(said string) facts {
	f := facts{days: daysIn(said), text: said}
	const fewest = 10 // smaller ones count too many things
	for _, n := range quote.Numbers(day.ReplaceAllString(said, "")) {
		if n.Unit != "" || n.Value >= fewest || n.Step < 1 {
			n.Unit, n.Cell = "", true // sums are without
			f.numbers = append(f.numbers, n)
		}
	}
	return f
}

func among(f facts, text string) bool {
	there := quote.Readings(text)
	days := daysIn(text)
	return slices.ContainsFunc(f.numbers, func(n quote.Number) bool { return quote.AmongNumbers(n, there) }) ||
		slices.ContainsFunc(f.days, func(d string) bool { return slices.Contains(days, d) }) || check.SharesName(f.text, text)
}
