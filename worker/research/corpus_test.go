package research_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
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
	c, err := research.OpenCorpus(dir, "", clock, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { must(t, c.Close()) })
	return c
}

func names(hits []reports.Hit) string {
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
	hits, err := c.Search(t.Context(), work.Query{Text: "widget factory"}, 10)
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
	if err != nil || doc.Origin != work.OriginCorpus || doc.Site != "file" || !strings.Contains(doc.Text, "forty workers") {
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
		hits, err := c.Search(t.Context(), work.Query{Text: text}, 5)
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

// What of a folder is not used is named: in the log, by LeftOut, in a file
// beside the index for doctor, and in the evidence of a step.
func TestWhatIsLeftOutIsNamed(t *testing.T) {
	dir := folder(t, map[string]string{"a.md": "Apples are red.", "scan.pdf": "no document", "long/b.txt": strings.Repeat("Pears are green. ", 200_000)})
	must(t, os.WriteFile(filepath.Join(dir, "film.pdf"), nil, 0o600))
	must(t, os.Truncate(filepath.Join(dir, "film.pdf"), 33<<20))
	keep := filepath.Join(t.TempDir(), "corpus.index")
	var log bytes.Buffer
	c, err := research.OpenCorpus(dir, keep, clock, slog.New(slog.NewTextHandler(&log, nil)))
	must(t, err)
	got, err := c.LeftOut(t.Context())
	must(t, err)
	for _, want := range []string{"larger than 32 MB (film.pdf)", "no text can be read there (scan.pdf)", "used in part, the first 2 MB of text of each (long/b.txt)"} {
		if !strings.Contains(got, want) || !strings.Contains(log.String(), want) {
			t.Errorf("left out: %q, log %q; want %q in both", got, log.String(), want)
		}
	}
	raw, err := os.ReadFile(keep + work.LeftOutEnding)
	if err != nil || string(raw) != got {
		t.Errorf("beside the index stands %q, %v", raw, err)
	}
	must(t, c.Close())
	for _, name := range []string{"scan.pdf", "film.pdf", "long/b.txt"} {
		must(t, os.Remove(filepath.Join(dir, name)))
	}
	c, err = research.OpenCorpus(dir, keep, clock, nil)
	must(t, err)
	got, err = c.LeftOut(t.Context())
	raw, also := os.ReadFile(keep + work.LeftOutEnding)
	if err := errors.Join(err, also, c.Close()); err != nil || got != "" || len(raw) > 0 {
		t.Errorf("with nothing left out: %q, %q, %v", got, raw, err)
	}
}

// A later process goes on with the index: it reads no file that is as it was.
// A damaged index, and that of another folder, are made anew.
func TestIndexIsKept(t *testing.T) {
	dir := folder(t, map[string]string{"a.md": "Apples are red.", "b.md": "Pears are green."})
	keep := filepath.Join(t.TempDir(), "corpus.index")
	search := func(dir string) string {
		t.Helper()
		c, err := research.OpenCorpus(dir, keep, clock, nil)
		must(t, err)
		hits, err := c.Search(t.Context(), work.Query{Text: "apples"}, 5)
		if err == nil && len(hits) > 0 {
			_, err = c.Document(t.Context(), hits[0].URL)
		}
		if err := errors.Join(err, c.Close()); err != nil {
			return err.Error()
		}
		return names(hits)
	}
	if got := search(dir); got != "file:a.md" {
		t.Fatalf("found %q", got)
	}
	// Other bytes with the size and time of before: only who reads the file again sees them.
	path := filepath.Join(dir, "b.md")
	info, err := os.Stat(path)
	must(t, err)
	must(t, os.WriteFile(path, []byte("Apple is a green"), 0o600))
	must(t, os.Chtimes(path, info.ModTime(), info.ModTime()))
	if got := search(dir); got != "file:a.md" {
		t.Errorf("with a kept index %q is found: the files were read again", got)
	}
	if got := search(folder(t, map[string]string{"c.md": "Apples are sweet."})); got != "file:c.md" {
		t.Errorf("in another folder %q is found", got)
	}
	if got := search(dir); !strings.Contains(got, "file:a.md") || !strings.Contains(got, "file:b.md") {
		t.Errorf("back in the first folder %q is found, want it read anew", got)
	}
	raw, err := os.ReadFile(keep)
	must(t, err)
	must(t, os.WriteFile(keep, raw[:len(raw)-3], 0o600))
	if got := search(dir); !strings.Contains(got, "file:a.md") {
		t.Errorf("with an index cut short: %q", got)
	}
	raw, err = os.ReadFile(keep)
	must(t, err)
	must(t, os.WriteFile(keep, bytes.Replace(raw, []byte("Apples are red."), []byte("Apples are rot."), 1), 0o600))
	if got := search(dir); !strings.Contains(got, "damaged") {
		t.Errorf("with a damaged text: %q", got)
	}
	if got := search(dir); !strings.Contains(got, "file:a.md") {
		t.Errorf("after a damaged text: %q", got)
	}
}

// A large folder takes little memory: texts and words stand on disk. (60 files
// of 2 MB took ten times as much when all of it was kept.)
func TestALargeFolderTakesLittleMemory(t *testing.T) {
	const most = 24 << 20 // bytes that stay in use; the texts alone have 40
	dir := t.TempDir()
	for i := range 20 {
		must(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("%02d.txt", i)), bytes.Repeat(fmt.Appendf(nil, "Oats of %d cost %d euros. ", i, 100+i), 80_000), 0o600))
	}
	c := open(t, dir)
	hits, err := c.Search(t.Context(), work.Query{Text: "what oats cost"}, 3)
	if err != nil || len(hits) != 3 {
		t.Fatalf("%d hits, %v", len(hits), err)
	}
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	if m.HeapAlloc > most {
		t.Errorf("%d MB in use, want %d at most", m.HeapAlloc>>20, most>>20)
	}
	// A planner is shown what there is, and reads none of it.
	before := m.TotalAlloc
	shelf, err := (&research.Researcher{Corpus: c}).Shelf(t.Context())
	runtime.ReadMemStats(&m)
	if used := m.TotalAlloc - before; err != nil || len(shelf.Documents) != 20 || used > 1<<20 {
		t.Errorf("%d titles for %d kB, %v; want 20 for 1 MB at most", len(shelf.Documents), used>>10, err)
	}
	if want := "00 (480000 words)"; len(shelf.Documents) > 0 && shelf.Documents[0] != want {
		t.Errorf("the first is %q, want %q", shelf.Documents[0], want)
	}
}

// An index that a killed process did not finish is removed after a day, and one that
// another process writes now is not.
func TestUnfinishedIndexIsRemoved(t *testing.T) {
	dir, kept := folder(t, map[string]string{"a.md": "Apples are red."}), t.TempDir()
	old, young := filepath.Join(kept, "corpus-1.tmp"), filepath.Join(kept, "corpus-2.tmp")
	for _, path := range []string{old, young} {
		must(t, os.WriteFile(path, nil, 0o600))
	}
	yesterday := time.Now().Add(-25 * time.Hour)
	must(t, os.Chtimes(old, yesterday, yesterday))
	c, err := research.OpenCorpus(dir, filepath.Join(kept, "corpus.index"), clock, nil)
	must(t, err)
	_, err = c.LeftOut(t.Context())
	must(t, errors.Join(err, c.Close()))
	if _, err := os.Stat(old); err == nil {
		t.Error("what was left behind is still there")
	}
	if _, err := os.Stat(young); err != nil {
		t.Errorf("another's is gone: %v", err)
	}
}

// What a folder has beyond the bound is left out, and the log says how much.
func TestTooManyFilesAreSaid(t *testing.T) {
	dir := t.TempDir()
	for i := range 10_003 {
		must(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("%05d.md", i)), nil, 0o644))
	}
	var log bytes.Buffer
	c, err := research.OpenCorpus(dir, "", clock, slog.New(slog.NewTextHandler(&log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { must(t, c.Close()) })
	if _, err := c.All(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(log.String(), "3 files of your folder are left out, since I read 10000 at most (10000.md, 10001.md, 10002.md)") {
		t.Errorf("10003 files where 10000 are read; the log says:\n%s", log.String()[:min(500, log.Len())])
	}
}
