package deliver_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/orgtest"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/deliver"
)

const source = "Bags cost 12 euros. Beans are brown."

func bundle() deliver.Bundle {
	p := project("Phase 1")
	p.State = org.ProjectPartial
	p.Outcome = "one step failed"
	c := work.Citation{
		Claim: "A bag costs 12 euros", Quote: "Bags cost 12 euros", Document: hash(source), Title: "Prices", URL: "file:prices.md",
		Start: 0, End: 18, Passage: "S1:p1", FetchedAt: time.Date(2026, 3, 4, 5, 6, 7, 8000, time.UTC),
	}
	steps := []org.Step{
		{ID: "s1", Key: "i1", Item: "i1", Title: "Find the price", Kind: org.KindResearch, Role: "researcher", Agent: "agent-scout", Tier: org.T1, State: org.StepCompleted, Result: "A bag costs 12 euros [S1:p1].", Acceptance: []org.Criterion{{ID: "a1", Text: "one figure"}}},
		{ID: "s2", Key: "i2", Item: "i2", Title: "Choose a roaster", Kind: org.KindStrategy, Group: 1, State: org.StepFailed, Cause: "three strikes", DependsOn: []org.StepID{"s1"}},
		{ID: "s3", Key: "assembly-1", Title: "Assemble", Kind: org.KindAssembly, State: org.StepCompleted, Result: "x"},
	}
	var results []work.Upstream
	for _, s := range steps {
		results = append(results, work.Upstream{ID: s.ID, Key: s.Key, Title: s.Title, Kind: s.Kind, State: s.State, Result: s.Result, Cause: s.Cause})
	}
	results[0].Sources = []work.Citation{c}
	return deliver.Bundle{
		Project: p, Steps: steps, Results: results, Citations: []reports.StepCitation{{Step: "s1", Key: "i1", Citation: c}},
		Documents: []work.Document{{ID: hash(source), Text: source}}, Receipt: reports.Receipt{Outcome: "active", Mode: "model", Calls: 3},
		Roadmap: "# Plan\n\n- [ ] Find the price\n- [ ] Choose a roaster\n",
	}
}

// finished is a bundle with a deliverable, which is written as it is.
func finished() deliver.Bundle {
	b := bundle()
	b.Deliverable = work.Deliverable{Markdown: deliver.Compose(b.Project, b.Results, nil).Markdown(), HTML: "<p>page</p>", PDF: []byte("%PDF-x")}
	return b
}

// tree reads a folder into names and contents.
func tree(t *testing.T, root string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(root, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		out[filepath.ToSlash(rel)] = string(raw)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func keys(t *testing.T, raw string) []string {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(raw))
	var out []string
	depth := 0
	name := true
	for {
		tok, err := d.Token()
		if err != nil {
			return out
		}
		switch v := tok.(type) {
		case json.Delim:
			if v == '{' || v == '[' {
				depth++
			} else {
				depth--
			}
			name = true
		case string:
			if depth == 1 && name {
				out = append(out, v)
				name = false
				continue
			}
			name = true
		default:
			name = true
		}
	}
}

func TestWriteLeavesTheFolder(t *testing.T) {
	dir := t.TempDir()
	root, err := deliver.Write(dir, bundle())
	if err != nil {
		t.Fatal(err)
	}
	if want := filepath.Join(dir, "p7-coffee-by-post"); root != want {
		t.Errorf("folder is %s, want %s", root, want)
	}
	got := tree(t, root)
	var names []string
	for n := range got {
		names = append(names, n)
	}
	slices.Sort(names)
	want := []string{"deliverable.docx", "deliverable.html", "deliverable.md", "deliverable.pdf", "documents/" + string(hash(source)) + ".txt", "plan.json", "receipt.json", "roadmap.md", "sources.json"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	golden(t, "plan.json", got["plan.json"])
	golden(t, "sources.json", got["sources.json"])
	golden(t, "receipt.json", got["receipt.json"])
	golden(t, "roadmap.md", got["roadmap.md"])
	if diff := cmp.Diff([]string{"outcome", "mode", "calls", "tokens_in", "tokens_out", "cost_usd", "cost_unknown", "seconds", "steps", "reviews", "strikes", "models"}, keys(t, strings.ReplaceAll(got["receipt.json"], "{}", "0"))); diff != "" {
		t.Errorf("receipt.json (-want +got):\n%s", diff)
	}
	md := got["deliverable.md"]
	for _, s := range []string{`<a id="i1"></a>`, "12 euros [\\[1\\]](#source-1)", "**Choose a roaster**: three strikes", "The project ended early: one step failed"} {
		if !strings.Contains(md, s) {
			t.Errorf("deliverable.md lacks %q:\n%s", s, md)
		}
	}
	if _, err := deliver.Write(dir, bundle()); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(got, tree(t, root)); diff != "" {
		t.Errorf("written twice (-first +second):\n%.2000s", diff)
	}
}

func TestWriteKeepsTheDeliverableThatTellsOfEveryStep(t *testing.T) {
	b := finished()
	b.Deliverable.Files, b.Code = []org.File{{Name: coding.PatchFile, Data: []byte("then")}}, []org.File{{Name: coding.PatchFile, Data: []byte("now")}}
	root, err := deliver.Write(t.TempDir(), b)
	if err != nil {
		t.Fatal(err)
	}
	got := tree(t, root)
	if got[coding.PatchFile] != "now" {
		t.Errorf("the patch is the one of %s", got[coding.PatchFile])
	}
	if got["deliverable.md"] != b.Deliverable.Markdown || got["deliverable.html"] != "<p>page</p>" || got["deliverable.pdf"] != "%PDF-x" {
		t.Error("the stored deliverable was not written as it is")
	}
	b.Steps[1].State, b.Steps[1].Result, b.Results[1].State, b.Results[1].Result = org.StepCompleted, "Choose Brightwater.", org.StepCompleted, "Choose Brightwater."
	if root, err = deliver.Write(t.TempDir(), b); err != nil {
		t.Fatal(err)
	}
	if md := tree(t, root)["deliverable.md"]; !strings.Contains(md, "Choose Brightwater.") {
		t.Errorf("a deliverable older than a result was written:\n%s", md)
	}
}

func TestWriteRefusesWhatCannotBeChecked(t *testing.T) {
	for name, spoil := range map[string]func(*deliver.Bundle){
		"other words":      func(b *deliver.Bundle) { b.Citations[0].Quote = "Bags cost 13 euros" },
		"off by one":       func(b *deliver.Bundle) { b.Citations[0].Start, b.Citations[0].End = 1, 19 },
		"beyond the end":   func(b *deliver.Bundle) { b.Citations[0].End = 500 },
		"before the start": func(b *deliver.Bundle) { b.Citations[0].Start = -1 },
		"empty":            func(b *deliver.Bundle) { b.Citations[0].Quote, b.Citations[0].End = "", 0 },
		"no document":      func(b *deliver.Bundle) { b.Documents = nil },
		"changed document": func(b *deliver.Bundle) { b.Documents[0].Text += " " },
		"path as id":       func(b *deliver.Bundle) { b.Documents = append(b.Documents, work.Document{ID: "../../x", Text: "x"}) },
	} {
		b := bundle()
		b.Documents = slices.Clone(b.Documents)
		spoil(&b)
		dir := t.TempDir()
		if _, err := deliver.Write(dir, b); err == nil {
			t.Errorf("%s: written", name)
		}
		if left := tree(t, dir); len(left) != 0 {
			t.Errorf("%s: left %v", name, left)
		}
	}
}

func TestWriteLeavesNoPartsBehind(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "p7-coffee-by-post", "plan.json"), 0o750); err != nil {
		t.Fatal(err)
	}
	if _, err := deliver.Write(dir, finished()); err == nil {
		t.Fatal("a folder stands where plan.json belongs, and nothing was said")
	}
	for name := range tree(t, dir) {
		if strings.Contains(name, ".writing") {
			t.Errorf("left %s", name)
		}
	}
}

func TestFolderNames(t *testing.T) {
	for title, want := range map[string]string{
		"":                                       "p7",
		"../../etc/passwd":                       "p7-etc-passwd",
		"a/b\\c:d*e?f\"g<h>i|j\x00k":             "p7-a-b-c-d-e-f-g-h-i-j-k",
		"🚀🚀":                                     "p7",
		"Café 日本 rocket":                         "p7-café-日本-rocket",
		strings.Repeat("x", 300):                 "p7-" + strings.Repeat("x", 60),
		strings.Repeat("x", 59) + " " + "yyyyyy": "p7-" + strings.Repeat("x", 59),
		"-- . --":                                "p7",
	} {
		got := deliver.Folder(org.Project{ID: "p7", Title: title})
		if got != want && got != strings.ReplaceAll(want, "-rocket", "--rocket") {
			t.Errorf("Folder(%q) = %q, want %q", title, got, want)
		}
		b := finished()
		b.Project.Title = title
		if _, err := deliver.Write(t.TempDir(), b); err != nil {
			t.Errorf("title %q: %v", title, err)
		}
	}
}

// A project of any title, and a document of any id, is written into its
// own folder or not at all.
func TestNoTitleLeavesTheFolder(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "out")
	for i, name := range orgtest.FileNames() {
		b := finished()
		b.Project.ID, b.Project.Title = org.ProjectID(fmt.Sprint("p", i)), name
		if got := deliver.Folder(b.Project); strings.Trim(got, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" || !strings.HasPrefix(got, "p") || len(got) > 70 {
			t.Errorf("the folder of %q is %q", name, got)
		}
		if i%10 == 0 {
			if root, err := deliver.Write(out, b); err != nil || filepath.Dir(root) != out {
				t.Errorf("%q is written to %q, error %v", name, root, err)
			}
		}
		b.Documents = append(b.Documents, work.Document{ID: org.DocumentID(name), Text: "x"})
		b.Project.ID = "x"
		if root, err := deliver.Write(out, b); err == nil {
			t.Errorf("a document of the id %q is written to %q", name, root)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Errorf("beside the folder of exports: %v, error %v", entries, err)
	}
	if entries, err = os.ReadDir(out); err != nil || len(entries) != len(orgtest.FileNames())/10 {
		t.Errorf("%d exports, error %v", len(entries), err)
	}
}

func TestOutcomeIsTheStateWord(t *testing.T) {
	for _, s := range []org.ProjectState{org.ProjectActive, org.ProjectPaused, org.ProjectCompleted, org.ProjectPartial, org.ProjectFailed, org.ProjectCancelled} {
		b := finished()
		b.Project.State = s
		root, err := deliver.Write(t.TempDir(), b)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"plan.json", "receipt.json"} {
			var v struct {
				Outcome string `json:"outcome"`
			}
			raw, err := os.ReadFile(filepath.Join(root, name))
			if err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(raw, &v); err != nil || v.Outcome != string(s) {
				t.Errorf("%s of a project that is %s says %q (%v)", name, s, v.Outcome, err)
			}
			if bytes.Contains(raw, []byte("null")) {
				t.Errorf("%s holds null:\n%s", name, raw)
			}
		}
	}
}

// A piece that was asked for on one page is there as files of its own, each of
// one page, without marks that lead nowhere.
func TestPiecesOfOnePageAreFilesOfTheirOwn(t *testing.T) {
	d, _ := bakery(t, true)
	v, err := d.Deliverable()
	if err != nil {
		t.Fatal(err)
	}
	v.Files = slices.DeleteFunc(v.Files, func(f org.File) bool { return strings.HasPrefix(f.Name, "table") })
	var names []string
	for _, f := range v.Files {
		names = append(names, f.Name)
	}
	want := []string{"deliverable.docx", "page-i4-write-the-one-page-launch-plan-up-to-the.pdf", "page-i4-write-the-one-page-launch-plan-up-to-the.docx", "page-i4-write-the-one-page-launch-plan-up-to-the.md", "not-known.md"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Fatalf("files (-want +got):\n%s", diff)
	}
	list := pages(t, v.Files[1].Data)
	if len(list) != 1 {
		t.Errorf("the piece has %d pages, want 1", len(list))
	}
	for _, text := range []string{list[0], squeeze(coherentFile(t, "piece", v.Files[2].Data))} {
		if !strings.Contains(text, "Fourteenoffices") || strings.Contains(text, "[1f]") || strings.Contains(text, "computed") || !strings.Contains(text, "Sourcesandsums:Rye") {
			t.Errorf("the piece says %.600q", text)
		}
	}
}

// A mail is there as a text to be pasted: without citations, sums and what was
// not found, which stay in the document.
func TestCopyIsAFileToBePasted(t *testing.T) {
	u := done("i2", "Welcome mail, sent 18 January 2027, to everybody on the list", "# Hello\n\n58 of 96 send reminders by hand [S1:p1][S1:p2], 60% (computed: 58 / 96 = 60%).\n\n[Take a place](https://example.org/x) [S1:p1].\n\n## Not established\n\n- Whether they mind.", cite("S1:p1", "58 of 96 send reminders by hand.", "Replies", "file:replies.md"))
	u.Kind = org.KindWriting
	brief := done("i3", "Write a brief on buying oats", "Buy in May.")
	brief.Kind = org.KindWriting
	d := deliver.Compose(project(), []work.Upstream{done("i1", "Who buys", "Bags cost 12 euros."), u, brief}, nil)
	v, err := d.Deliverable()
	if err != nil {
		t.Fatal(err)
	}
	if len(v.Files) != 2 || v.Files[1].Name != "text-i2-welcome-mail-sent-18-january-2027-to.md" {
		t.Fatalf("files are %v", v.Files)
	}
	want := "# Hello\n\n58 of 96 send reminders by hand, 60%.\n\n[Take a place](https://example.org/x).\n"
	if diff := cmp.Diff(want, string(v.Files[1].Data)); diff != "" {
		t.Errorf("the mail to be pasted (-want +got):\n%s", diff)
	}
	for kicker, want := range map[string]bool{"Texts to send": false, "Report": true} {
		if got := strings.Contains(v.HTML, "<p class=\"kicker\">"+kicker); got != want {
			t.Errorf("one text among three parts: called %s: %v", kicker, got)
		}
	}
	if all, err := deliver.Compose(project(), []work.Upstream{u, brief, u}, nil).HTML(); err != nil || !strings.Contains(all, "Texts to send") {
		t.Errorf("a document of texts to send is called a report: %v", err)
	}
	if !strings.Contains(v.Markdown, "by hand [") {
		t.Error("the document lacks the citation of the mail")
	}
}
