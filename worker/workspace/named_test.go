package workspace_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// odd are names that git quotes, and others that programs take for something else.
var odd = []string{
	"Größe (neu).txt", "смета/план.txt", "说明/读我.md", `say "no".md`, "tab\there.txt", "line\nbreak.txt", `a\b.txt`, "x b/y b", "end /in.txt", "-rm.txt", "r\xe9sum\xe9.txt", "A\u030angstro\u0308m.md", "🧭.md", "pipe|`tick`.txt",
}

// Whatever a file is called, it is found by the name that it is shown under, its change names it, is made again of its
// patch, comes into the founder's folder under the same bytes and is named where it lies in the way.
func TestOddNames(t *testing.T) {
	t.Parallel()
	d := &desk{t: t, y: workspace.Dir{Home: t.TempDir()}, r: coding.Repository{Name: "shop", Source: t.TempDir()}}
	for _, name := range odd {
		put(t, d.at(name), "one\n")
		put(t, d.at(name+".bin"), "\x00\x01")
	}
	d.git("init", "-q", "-b", "main")
	d.git("add", "-A")
	d.git("-c", "user.name=f", "-c", "user.email=f@x", "commit", "-q", "-m", "one")
	var err error
	d.r, _, err = d.y.Add(t.Context(), d.r)
	d.ok(err)
	d.from, _, err = d.y.Base(t.Context(), coding.CodeOrder{Repository: d.r})
	d.ok(err)
	hits, err := d.y.Search(t.Context(), d.r, d.from, "one")
	d.ok(err)
	d.to = d.from
	for _, name := range odd {
		shown := coding.ShownPath(name)
		if !slices.Contains(hits, workspace.Hit{Path: shown, Line: 1, Text: "one", Found: true}) {
			t.Errorf("%s was not found: %v", shown, hits)
		}
		text, err := d.y.Read(t.Context(), d.r, d.from, shown)
		if err != nil || text != "one\n" {
			t.Errorf("read %s: %q, %v", shown, text, err)
		}
		two, bin := "one\ntwo\n", "\x00\x02"
		d.to, err = d.y.Write(t.Context(), d.r, d.to, []workspace.Edit{{Path: shown, Text: &two}, {Path: shown + ".bin", Text: &bin}})
		d.ok(err)
	}
	c, err := d.y.Between(t.Context(), d.r, d.from, d.to)
	d.ok(err)
	var names []string
	for _, p := range coding.PatchParts(string(c.Patch)) {
		names = append(names, p.Path)
		if p.Binary() != strings.HasSuffix(p.Path, ".bin") {
			t.Errorf("%q is no text: %v", p.Path, p.Binary())
		}
	}
	if len(names) != 2*len(odd) {
		t.Errorf("%d files are named, want %d: %q", len(names), 2*len(odd), names)
	}
	for _, name := range odd {
		if !slices.Contains(names, name) || !slices.Contains(names, name+".bin") {
			t.Errorf("%q is not among %q", name, names)
		}
	}
	if again, err := d.y.Apply(t.Context(), d.r, d.from, c.Patch); err != nil || again != d.to {
		t.Errorf("made again of its patch it is %s, %v; want %s", again, err, d.to)
	}
	if got, err := d.bring(func(int) {}); err != nil || got.Files != 2*len(odd) {
		t.Fatalf("brought in: %+v, %v", got, err)
	}
	for _, name := range odd {
		if raw, err := os.ReadFile(d.at(name)); err != nil || string(raw) != "one\ntwo\n" {
			t.Errorf("%q holds %q, %v", name, raw, err)
		}
	}
	if got := strings.Count(d.git("status", "--porcelain", "-z"), "\x00"); got != 2*len(odd) {
		t.Errorf("%d files differ in the founder's folder, want %d", got, 2*len(odd))
	}
	put(t, d.at(odd[10]), "mine\n")
	d.from, d.to = d.to, d.from
	if got, err := d.bring(func(int) {}); err != nil || got.Path != coding.ShownPath(odd[10]) {
		t.Errorf("what is in the way is named %q, %v", got.Path, err)
	}
}

// A new file lies in the folder that is there, whichever way its letters are stored; what two files may be called is neither.
func TestNamesInOtherLetters(t *testing.T) {
	t.Parallel()
	y := workspace.Dir{Home: t.TempDir()}
	source := t.TempDir()
	put(t, filepath.Join(source, "A\u030a/a.txt"), "a\n")
	put(t, filepath.Join(source, "u\u0308.txt"), "one\n")
	put(t, filepath.Join(source, "\u00fc.md"), "one\n")
	put(t, filepath.Join(source, "u\u0308.md"), "two\n")
	r, _, err := y.Add(t.Context(), coding.Repository{Name: "shop", Source: source})
	if err != nil {
		t.Fatal(err)
	}
	base, _, err := y.Base(t.Context(), coding.CodeOrder{Repository: r})
	if err != nil {
		t.Fatal(err)
	}
	text := "new\n"
	tree, err := y.Write(t.Context(), r, base, []workspace.Edit{{Path: "\u00c5/new.txt", Text: &text}, {Path: "\u00fc.txt", Text: &text}, {Path: "\u00fc.md", Text: &text}})
	if err != nil {
		t.Fatal(err)
	}
	all, err := y.Files(t.Context(), r, tree)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range all {
		names = append(names, fmt.Sprintf("%+q", e.Path))
	}
	slices.Sort(names)
	want := []string{`"A\u030a/a.txt"`, `"A\u030a/new.txt"`, `"\u00fc.md"`, `"u\u0308.md"`, `"u\u0308.txt"`}
	if slices.Sort(want); !slices.Equal(names, want) {
		t.Errorf("files %s, want %s", names, want)
	}
}
