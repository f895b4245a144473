package deliver_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledongthuc/pdf"

	"github.com/frasier-cos/frasier/internal/testing/testlevel"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/deliver"
)

// wordPages are the pages of Word files as LibreOffice lays them out, by the names of the files.
func wordPages(t *testing.T, files map[string][]byte) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	for name, raw := range wordFiles(t, files) {
		out[name] = pages(t, raw)
	}
	return out
}

// wordFiles are Word files as the PDFs that LibreOffice makes of them; nil where it is
// missing, which only the proof does not accept.
func wordFiles(t *testing.T, files map[string][]byte) map[string][]byte {
	t.Helper()
	office, err := exec.LookPath("libreoffice")
	if err != nil {
		if testlevel.Proof() {
			t.Fatal(err)
		}
		return nil
	}
	dir := t.TempDir()
	args := []string{"-env:UserInstallation=file://" + filepath.Join(dir, "profile"), "--headless", "--convert-to", "pdf", "--outdir", dir}
	for name, raw := range files {
		from := filepath.Join(dir, name+".docx")
		if err := os.WriteFile(from, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		args = append(args, from)
	}
	if out, err := exec.CommandContext(t.Context(), office, args...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	all := map[string][]byte{}
	for name := range files {
		made, err := os.ReadFile(filepath.Join(dir, name+".pdf"))
		if err != nil {
			t.Fatal(err)
		}
		all[name] = made
	}
	return all
}

// planOf is a plan of so many words with a table of so many columns, of a shape that
// models write: steps with dates, figures, and bullets.
func planOf(words, columns int) string {
	heads := []string{"Date", "Step", "Who", "Out, euros", "In, euros", "Balance, euros", "What ends it"}
	row := func(i int) []string {
		return []string{fmt.Sprintf("%d November 2026", 10+i), "Ring the workshop and ask for the offer in writing", "Martina Kolb", "1 250,00 €", "796.00", "17,438.00", "No answer by then"}
	}
	var b strings.Builder
	b.WriteString("**On Monday order nothing.** We go on collecting signatures.\n\n## Steps\n\n")
	if columns > 0 {
		b.WriteString("| " + strings.Join(heads[:columns], " | ") + " |\n|" + strings.Repeat("---|", columns) + "\n")
		for i := 0; i < 10 && len(strings.Fields(strings.ReplaceAll(b.String(), "|", " "))) < words*2/3; i++ {
			b.WriteString("| " + strings.Join(row(i)[:columns], " | ") + " |\n")
		}
	}
	b.WriteString("\n## If it goes wrong\n\n")
	for i := 0; len(strings.Fields(strings.ReplaceAll(b.String(), "|", " "))) < words-14; i++ {
		fmt.Fprintf(&b, "- **Case %d.** Order on 15 January, if the price leaves the sum as it is.\n", i+1)
	}
	return b.String() + "\nThe end of it: LASTWORD.\n"
}

// densePlan is a plan of two long tables and some bullets: about as much as fits a page.
func densePlan() string {
	var b strings.Builder
	b.WriteString("**On Monday order nothing.** Order four on 11 December if four are signed for by then. With fewer, order none and go on collecting signatures until 15 January 2027. More than four are not ordered in this plan, because the 18,000 euros pay for four.\n\n## Steps\n\nMartina Kolb does each step, unless another name stands there.\n\n| Date | Step |\n|---|---|\n")
	b.WriteString("| 30 November 2026 | Trial bikes go back. First ask whether the 20 euros count against his 200. Then email to ten: the four trial firms, the locksmith next door, four electricians. Ask to hold 2,450 euros until 15 January. Ask for a replacement on the day, in writing |\n")
	for i := range 11 {
		fmt.Fprintf(&b, "| %d January 2027 | Ring who has not answered, and count who has signed |\n", 3+2*i)
	}
	b.WriteString("\n## Payments and balance\n\nEach line is without VAT. Fixed costs are 562 euros a month, running costs 201.60 for four bikes.\n\n| Date | Payment | Out, euros | In, euros | Balance, euros |\n|---|---|--:|--:|--:|\n")
	for i := range 10 {
		fmt.Fprintf(&b, "| %d December 2026 | Fixed and running costs, rent | 763.60 | 796.00 | 6,590.40 |\n", 1+3*i)
	}
	b.WriteString("\n- Of the balance 4,900 euros are never free after 11 December: they are due on 8 April 2027, 90 days after delivery.\n- If no rent comes, 17.04 euros are free on that day.\n\n## If it goes wrong\n\n")
	for range 4 {
		b.WriteString("- **Four sign only between 12 December and 15 January:** order on 15 January, if the price leaves the sum within 18,000 euros. Delivery 12 February.\n")
	}
	return b.String() + "\nThe end of it: LASTWORD.\n"
}

// onOnePage composes a document in which the plan stands between other parts, and alone.
func onOnePage(body string) deliver.Document {
	u := done("i1", "Write a one-page launch plan with dates", "# Four bikes on the road on 1 February and 1,609.04 euros free on 31 March\n\n"+body)
	return deliver.Compose(project("One", "Two"), []work.Upstream{done("i0", "Other", "Some text."), u, done("i2", "More", "More text.")}, nil)
}

// A plan of at most 420 words with a table, asked for on one page, is one page: in the
// document and in its own file, in PDF and in Word, in type that can be read.
func TestOnePageIsOnePage(t *testing.T) {
	whole := func(name string, list []string) {
		for i, p := range list {
			begins, ends := strings.Contains(p, "Mondayordernothing"), strings.Contains(p, "LASTWORD")
			if begins != ends || strings.Contains(name, "piece") && len(list) != 1 {
				t.Errorf("%s: page %d of %d has a part of the plan", name, i+1, len(list))
			}
		}
	}
	plans := map[string]string{"two tables, ": densePlan()}
	for words := 200; words <= 420; words += 55 {
		for _, columns := range []int{0, 2, 3, 5, 7} {
			const few = 8 // of the shapes are enough where somebody waits
			if name := fmt.Sprintf("%d words in %d columns, ", words, columns); testlevel.Check() || testlevel.Pick(name, few) == 0 {
				plans[name] = planOf(words, columns)
			}
		}
	}
	word := map[string][]byte{}
	for name, text := range plans {
		v, err := onOnePage(text).Deliverable()
		if err != nil {
			t.Fatal(err)
		}
		whole(name+"PDF", pages(t, v.PDF))
		for _, f := range v.Files {
			switch {
			case strings.HasPrefix(f.Name, "page-i1") && strings.HasSuffix(f.Name, ".pdf"):
				whole(name+"PDF of the piece", pages(t, f.Data))
				if text, least := sizes(t, f.Data); text < 9 || least < 8 {
					t.Errorf("%sthe PDF of the piece has type of %v points, and of %v", name, text, least)
				}
			case strings.HasPrefix(f.Name, "page-i1") && strings.HasSuffix(f.Name, ".docx"):
				word[name+"piece"] = f.Data
			case f.Name == "deliverable.docx":
				word[name+"document"] = f.Data
			}
		}
	}
	for name, list := range wordPages(t, word) {
		whole("Word, "+name, list)
	}
}

// sizes are the type in which a PDF says LASTWORD, and its smallest.
func sizes(t *testing.T, raw []byte) (text, least float64) {
	t.Helper()
	r, err := pdf.NewReader(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		t.Fatal(err)
	}
	least = 99
	said := ""
	for n := 1; n <= r.NumPage(); n++ {
		for _, x := range r.Page(n).Content().Text {
			least = min(least, x.FontSize)
			if said += strings.TrimSpace(x.S); text == 0 && strings.Contains(said, "LASTWORD") {
				text = x.FontSize
			}
		}
	}
	return text, least
}
