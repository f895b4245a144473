package deliver_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/deliver"
)

// study is a part that cites one source by so many quotes, a sentence each.
func study(key string, quotes ...string) work.Upstream {
	var b strings.Builder
	var list []work.Citation
	for i, q := range quotes {
		claim := fmt.Sprintf("Finding number %d of part %s.", i+1, key)
		fmt.Fprintf(&b, "%s [S1:p%d]\n\n", claim, i+1)
		list = append(list, work.Citation{Claim: claim, Quote: q, Document: "d1", Title: "Survey", URL: "file:survey.md", Passage: fmt.Sprintf("S1:p%d", i+1), Published: "2025-05"})
	}
	u := done(key, "Part "+key, b.String())
	u.Sources = list
	return u
}

var sourceEntry = regexp.MustCompile(`(?m)^.*<a id="(source-1[a-z]*)"></a>[^“\n]*“(.*)”$`)

// A quote that stands in another one is not printed again, its citation leads to
// the longer one, and words that only begin alike stay apart.
func TestContainedQuotesAreFolded(t *testing.T) {
	const long = "Of 96 trades 38 would lease a bike at 200 euros a month."
	d := deliver.Compose(project(), []work.Upstream{study("a", "38 would lease a bike", long, "lease a bi", "The survey was made in May.")}, nil)
	md := d.Markdown()
	entries := map[string]string{}
	for _, m := range sourceEntry.FindAllStringSubmatch(md, -1) {
		entries[m[1]] = m[2]
	}
	if len(entries) != 3 || entries["source-1a"] != long || entries["source-1b"] != "lease a bi" {
		t.Errorf("the quotes are %q", entries)
	}
	for i, label := range []string{"1a", "1a", "1b", "1c"} {
		want := fmt.Sprintf("Finding number %d of part a. [\\[%s\\]](#source-%s)", i+1, label, label)
		if !strings.Contains(md, want) {
			t.Errorf("the document lacks %q:\n%s", want, md)
		}
	}
	if !strings.Contains(md, "Survey, survey.md, published May 2025") {
		t.Errorf("the source has no date of its own:\n%s", md)
	}
}

// A part refers to at most five entries of one source; each citation leads to an
// entry that holds its words, and no word is lost.
func TestAtMostFiveEntriesOfASourceInAPart(t *testing.T) {
	for n := 1; n <= 23; n++ {
		var quotes []string
		for i := range n {
			quotes = append(quotes, fmt.Sprintf("Sentence %d says that %d trades lease.", i+1, 100+i))
		}
		d := deliver.Compose(project(), []work.Upstream{study("a", quotes...), study("b", quotes[:(n+1)/2]...)}, nil)
		md := d.Markdown()
		entries := map[string]string{}
		for _, m := range sourceEntry.FindAllStringSubmatch(md, -1) {
			entries[m[1]] = m[2]
		}
		if len(entries) != min(n, 5) {
			t.Errorf("%d quotes make %d entries", n, len(entries))
		}
		for _, part := range []string{"a", "b"} {
			for i, q := range quotes {
				if part == "b" && i >= (n+1)/2 {
					break
				}
				m := regexp.MustCompile(fmt.Sprintf(`Finding number %d of part %s\. \[[^(]*\(#(source-1[a-z]*)\)`, i+1, part)).FindStringSubmatch(md)
				if m == nil || !strings.Contains(entries[m[1]], q) {
					t.Errorf("%d quotes: finding %d of part %s leads to %q, which lacks %q", n, i+1, part, m, q)
				}
			}
		}
	}
}

// The sources of a document take at most a fifth of its pages, however much is
// quoted, and each quote still shows its figure.
func TestSourcesTakeAFifth(t *testing.T) {
	var steps []work.Upstream
	for i := range 16 {
		u := study(fmt.Sprint("i", i), fmt.Sprintf("A long quote of a study that goes on about many things before it comes to its point, %s and then it says that %d of the trades would lease a bike, and goes on again after that for a while.", strings.Repeat("with words between, ", 14), 1000+i))
		u.Result += strings.Repeat("A sentence of the document that says what follows from it. ", 14)
		u.Sources[0].Document, u.Sources[0].Title = u.Sources[0].Document+"x", fmt.Sprint("Study ", i)
		u.Sources[0].Document += "y"
		steps = append(steps, u)
	}
	d := deliver.Compose(project(), steps, nil)
	md := d.Markdown()
	_, sources, found := strings.Cut(md, "\n## Sources\n")
	if !found {
		t.Fatal("there are no sources")
	}
	for i := range 16 {
		if !strings.Contains(sources, fmt.Sprint(1000+i)) {
			t.Errorf("the quote of study %d lost its figure:\n%s", i, sources)
		}
	}
	length := func(d deliver.Document) float64 {
		list := measure(t, render(t, d))
		return float64(len(list)-1) + list[len(list)-1].share
	}
	bare := d
	bare.Sources = nil
	if whole, rest := length(d), length(bare); whole-rest > whole/5 || whole-rest < 0.2 {
		t.Errorf("the sources take %.1f of %.1f pages", whole-rest, whole)
	}
}

// So they do in a document whose parts are short and cite much: five parts of about 400
// words with a table, ten citations each, of thirteen papers.
func TestSourcesOfAShortDocumentTakeAFifth(t *testing.T) {
	var steps []work.Upstream
	for i := range 5 {
		u := done(fmt.Sprint("i", i), fmt.Sprint("Part ", i), "")
		text, rows := "", "\n| Offer | Price, euros | Paper |\n|---|---|---|\n"
		for n := range 10 {
			value := 1000 + 10*i + n
			said := fmt.Sprintf("Offer %d of them costs %d euros.", n, value)
			text += strings.TrimSuffix(said, ".") + fmt.Sprintf(" [S%d:p%d]. What follows from it is said in a sentence of its own, and the next one says what the founder does about it until when. Then he pays what is left of it on the day that the paper gives, and not before.\n\n", n+1, i)
			rows += fmt.Sprintf("| Offer %d | %d | the one that holds |\n", n, value)
			doc := org.DocumentID(fmt.Sprint("d", (10*i+n)%13))
			u.Sources = append(u.Sources, work.Citation{
				Claim: said, Passage: fmt.Sprintf("S%d:p%d", n+1, i), Document: doc, Title: "Paper " + string(doc), URL: "file:" + string(doc) + ".md",
				Quote: fmt.Sprintf("The paper of supplier %c begins with its address and its terms, which are long, %sand then offer %d costs %d euros, delivered on a weekday to the door of who ordered it, with all that is said above about the rest.", rune(65+i), strings.Repeat("as such terms are, ", 6), n, value),
			})
		}
		u.Result = text + rows
		steps = append(steps, u)
	}
	d := deliver.Compose(project(), steps, nil)
	printed := render(t, d)
	list := measure(t, printed)
	first := slices.IndexFunc(pages(t, printed), func(page string) bool { return strings.HasPrefix(page, "Sources[1]") })
	whole := float64(len(list)-1) + list[len(list)-1].share
	if taken := whole - float64(first); first < 0 || taken > whole/5 {
		t.Errorf("the sources take %.1f of %.1f pages", taken, whole)
	}
	_, sources, _ := strings.Cut(d.Markdown(), "\n## Sources\n")
	for i := range 5 {
		for n := range 10 {
			if want := fmt.Sprintf("costs %d euros", 1000+10*i+n); !strings.Contains(sources, want) {
				t.Errorf("a quote lost %q:\n%s", want, sources)
			}
		}
	}
}

// Of a long quote that two statements cite, the words of both are shown.
func TestALongQuoteShowsWhatBearsEachStatement(t *testing.T) {
	quote := "In May 1,204 flats were let. " + strings.Repeat("Much is said here that nobody cites. ", 30) + "By October the hall had 41 machines. " + strings.Repeat("More that nobody cites. ", 30)
	u := done("a", "Part a", "There were 1,204 flats. [S1:p1]\n\nThere are 41 machines. [S1:p1]\n")
	for _, claim := range []string{"There were 1,204 flats.", "There are 41 machines."} {
		u.Sources = append(u.Sources, work.Citation{Claim: claim, Quote: quote, Document: "d1", Title: "Survey", URL: "file:survey.md", Passage: "S1:p1"})
	}
	_, sources, _ := strings.Cut(deliver.Compose(project(), []work.Upstream{u}, nil).Markdown(), "\n## Sources\n")
	for _, want := range []string{"1,204 flats were let", "...", "the hall had 41 machines"} {
		if !strings.Contains(sources, want) {
			t.Errorf("the sources lack %q:\n%s", want, sources)
		}
	}
	if len(sources) > 900 {
		t.Errorf("the quote is shown whole: %d bytes", len(sources))
	}
}
