package research_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/worker/research"
)

func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		must(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
		must(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	return dir
}

func open(t *testing.T, dir string) *research.Corpus {
	t.Helper()
	c, err := research.OpenCorpus(dir, clock, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { must(t, c.Close()) })
	return c
}

func names(hits []org.Hit) string {
	var out []string
	for _, h := range hits {
		out = append(out, h.URL)
	}
	return strings.Join(out, " ")
}

func TestCorpusFindsItsFilesOnly(t *testing.T) {
	outside := folder(t, map[string]string{"secret.md": "# Secret\n\nThe widget factory password is swordfish."})
	dir := folder(t, map[string]string{
		"plan.md":          "# Plan\n\nThe widget factory opens in May with forty workers.",
		"notes/market.txt": "Coffee prices rose by a tenth. Nothing about factories.",
		"page.html":        "<html><body><article><p>The widget factory has three halls and a canteen for all of its people.</p></article></body></html>",
		"table.csv":        "factory,widgets\nnorth,12\nsouth,14\n",
		".hidden.md":       "The widget factory is hidden.",
		".git/config.txt":  "The widget factory in a hidden folder.",
		"picture.png":      "widget factory",
	})
	must(t, os.Symlink(filepath.Join(outside, "secret.md"), filepath.Join(dir, "link.md")))
	must(t, os.Symlink(outside, filepath.Join(dir, "linked")))
	c := open(t, dir)
	hits, err := c.Search(t.Context(), org.Query{Text: "widget factory"}, 10)
	if err != nil {
		t.Fatal(err)
	}
	got := names(hits)
	for _, want := range []string{"file:plan.md", "file:page.html", "file:table.csv"} {
		if !strings.Contains(got, want) {
			t.Errorf("search found %q, want %s among them", got, want)
		}
	}
	for _, bad := range []string{"hidden", ".git", "link", "secret", "picture"} {
		if strings.Contains(got, bad) {
			t.Errorf("search found %q, want nothing with %q", got, bad)
		}
	}
	doc, err := c.Document(t.Context(), "file:plan.md")
	if err != nil || doc.Origin != org.OriginCorpus || doc.Site != "file" || !strings.Contains(doc.Text, "forty workers") {
		t.Errorf("Document = %+v, %v", doc, err)
	}
	if _, err := c.Document(t.Context(), "file:../secret.md"); err == nil {
		t.Error("a document outside the folder was given")
	}
}

func TestCorpusSeesChanges(t *testing.T) {
	dir := folder(t, map[string]string{"a.md": "Apples are red."})
	c := open(t, dir)
	search := func(text string) string {
		hits, err := c.Search(t.Context(), org.Query{Text: text}, 5)
		if err != nil {
			t.Fatal(err)
		}
		return names(hits)
	}
	if got := search("apples"); got != "file:a.md" {
		t.Fatalf("search = %q, want file:a.md", got)
	}
	must(t, os.WriteFile(filepath.Join(dir, "b.md"), []byte("Pears are green and sweet."), 0o644))
	must(t, os.Remove(filepath.Join(dir, "a.md")))
	if got := search("pears"); got != "file:b.md" {
		t.Errorf("search for a new file = %q, want file:b.md", got)
	}
	if got := search("apples"); got != "" {
		t.Errorf("search for a removed file = %q, want nothing", got)
	}
}

// What a folder has beyond the bound is left out, and the log says how much.
func TestTooManyFilesAreSaid(t *testing.T) {
	dir := t.TempDir()
	for i := range 2003 {
		must(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("%04d.md", i)), nil, 0o644))
	}
	var log bytes.Buffer
	c, err := research.OpenCorpus(dir, clock, slog.New(slog.NewTextHandler(&log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { must(t, c.Close()) })
	if _, err := c.All(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(log.String(), "left_out=3\n") {
		t.Errorf("2003 files where 2000 are read; the log says:\n%s", log.String()[:min(500, log.Len())])
	}
}
