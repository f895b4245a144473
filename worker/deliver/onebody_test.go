package deliver_test

import (
	"archive/zip"
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/deliver"
)

// letters is a project with a price, a mail to be pasted and a plan on one page
// that is a page to be pasted too.
func letters() (org.Project, []work.Upstream) {
	cite := []work.Citation{{Passage: "S1:p1", Document: "d1", Title: "Offers", Quote: "Delivery takes four weeks"}}
	part := func(key, title, text string, kind org.StepKind) work.Upstream {
		return work.Upstream{ID: org.StepID("s" + key), Key: key, Title: title, Kind: kind, State: org.StepCompleted, Result: text, Sources: cite}
	}
	return org.Project{Title: "Bikes for craftsmen"}, []work.Upstream{
		part("i1", "Set the price", "The price is 199 euros a month until September, and 219 euros after that (computed: 199 + 20 = 219).", org.KindStrategy),
		part("i2", "Write a mail to the first customers", "Dear reader, a bike costs 219 euros (computed: 199 + 20 = 219) a month. It comes four weeks after your order [S1:p1].\n\n## How it goes on\n\nWrite back by Friday.", org.KindWriting),
		part("i3", "Write the home page on one page", "# A bike for your trade\n\nRent one for 219 euros a month.\n\n- Maintenance is part of it.\n- It stands in your yard.", org.KindWriting),
	}
}

// texts are the words of every file that is written of a document.
func texts(t *testing.T, d deliver.Document) map[string]string {
	t.Helper()
	v, err := d.Deliverable()
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{"deliverable.md": v.Markdown, "deliverable.html": v.HTML, "deliverable.pdf": printed(t, v.PDF)}
	for _, f := range v.Files {
		switch filepath.Ext(f.Name) {
		case ".pdf":
			out[f.Name] = printed(t, f.Data)
		case ".docx":
			out[f.Name] = unzipped(t, f.Data)
		case ".md":
			out[f.Name] = string(f.Data)
		}
	}
	return out
}

func printed(t *testing.T, pdf []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.pdf")
	if err := os.WriteFile(path, pdf, 0o600); err != nil {
		t.Fatal(err)
	}
	text, err := exec.CommandContext(t.Context(), "pdftotext", path, "-").Output()
	if err != nil {
		t.Fatalf("pdftotext: %v", err)
	}
	return strings.Join(strings.Fields(string(text)), " ")
}

func unzipped(t *testing.T, file []byte) string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	f, err := z.Open("word/document.xml")
	if err != nil {
		t.Fatal(err)
	}
	raw, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// A document that was mended and one made anew of what the mends keep are the same,
// byte for byte, in every file: no file has a text of its own.
func TestEveryFileIsMadeOfOneBody(t *testing.T) {
	p, steps := letters()
	steps[0].Result += "\n\n| Rate | Euros | Months |\n|---|--:|--:|\n| First | 219 | 6 |\n| Then | 229 | 12 |\n"
	mended := deliver.Compose(p, steps, nil)
	for _, m := range []deliver.Mend{
		{Part: "i1", Old: "First | 219", New: "First | 199"},
		{Part: "i2", Old: "a bike costs 219 euros a month.", New: "a bike costs 199 euros a month."},
		{Part: "i3", Old: "- It stands in your yard.", New: ""},
	} {
		if !mended.Mend(m) {
			t.Fatalf("%+v was not made", m)
		}
	}
	again := append([]work.Upstream{}, steps...)
	for _, kept := range mended.Mended() {
		for i := range again {
			if again[i].Key == kept.Key {
				again[i].Result = kept.Result
			}
		}
	}
	one, err := mended.Deliverable()
	if err != nil {
		t.Fatal(err)
	}
	other, err := deliver.Compose(p, again, nil).Deliverable()
	if err != nil {
		t.Fatal(err)
	}
	if one.Markdown != other.Markdown || one.HTML != other.HTML || !bytes.Equal(one.PDF, other.PDF) {
		t.Errorf("the document differs:\n%s\nand\n%s", one.Markdown, other.Markdown)
	}
	if len(one.Files) != len(other.Files) {
		t.Fatalf("%d files, and made anew %d", len(one.Files), len(other.Files))
	}
	var cells int
	for i, f := range one.Files {
		if f.Name != other.Files[i].Name || !bytes.Equal(f.Data, other.Files[i].Data) {
			t.Errorf("%s differs from what is made anew", f.Name)
		}
		if strings.HasSuffix(f.Name, ".csv") && strings.Contains(string(f.Data), "First,199,6") {
			cells++
		}
		if strings.HasPrefix(f.Name, "page-") && strings.HasSuffix(f.Name, ".md") && strings.Contains(string(f.Data), "yard") {
			t.Errorf("%s still says what was taken out:\n%s", f.Name, f.Data)
		}
	}
	if cells != 1 {
		t.Errorf("%d files of values have the mended cell", cells)
	}
}

// Whatever changes a part, each file that holds the part holds the change: a
// mend, the part done again, and the part that is no longer there.
func TestEveryFileHoldsWhatChanged(t *testing.T) {
	p, steps := letters()
	mended := deliver.Compose(p, steps, nil)
	for _, m := range []deliver.Mend{
		{Part: "i2", Old: "a bike costs 219 euros a month.", New: "a bike costs 199 euros a month."},
		{Part: "i3", Old: "Rent one for 219 euros a month.", New: "Rent one for 199 euros a month."},
	} {
		if !mended.Mend(m) {
			t.Fatalf("%+v was not made", m)
		}
	}
	again := append([]work.Upstream{}, steps...)
	again[1].Result = strings.Replace(again[1].Result, "219 euros (computed: 199 + 20 = 219)", "199 euros", 1)
	again[2].Result = strings.Replace(again[2].Result, "219", "199", 1)
	for name, d := range map[string]deliver.Document{"mended": mended, "done again": deliver.Compose(p, again, nil)} {
		got := texts(t, d)
		var copies int
		for file, text := range got {
			if !strings.Contains(text, "199 euros") || strings.Contains(text, "costs 219") || strings.Contains(text, "for 219") {
				t.Errorf("%s: %s says:\n%s", name, file, text)
			}
			if file != "deliverable.md" && strings.HasSuffix(file, ".md") {
				copies++
				if strings.ContainsAny(text, "[") || strings.Contains(text, "computed") {
					t.Errorf("%s: %s is to be pasted and says:\n%s", name, file, text)
				}
			}
		}
		const mail, page, word, paper = 1, 1, 1, 1
		if copies != mail+page || len(got) != 4+mail+page+word+paper {
			t.Errorf("%s: %d files, %d of them to be pasted", name, len(got), copies)
		}
	}
	if got := texts(t, mended)["text-i2-write-a-mail-to-the-first-customers.md"]; got != "Dear reader, a bike costs 199 euros a month. It comes four weeks after your order.\n\n## How it goes on\n\nWrite back by Friday.\n" {
		t.Errorf("the mail is %q", got)
	}
	if got := texts(t, mended)["page-i3-write-the-home-page-on-one-page.md"]; !strings.HasPrefix(got, "# A bike for your trade\n\nRent one for 199") {
		t.Errorf("the page is %q", got)
	}
	dropped := append([]work.Upstream{}, steps...)
	dropped[2].State, dropped[2].Result = org.StepCancelled, ""
	for file, text := range texts(t, deliver.Compose(p, dropped, nil)) {
		if strings.Contains(text, "Rent one for") || strings.HasPrefix(file, "page-") {
			t.Errorf("dropped: %s still holds the page:\n%s", file, text)
		}
	}
	results := mended.Mended()
	if len(results) != 2 || results[0].Key != "i2" || !strings.Contains(results[0].Result, "199 euros a month. It comes four weeks after your order [S1:p1].") {
		t.Errorf("to be kept: %+v; want the mail and the page with their markers", results)
	}
}
