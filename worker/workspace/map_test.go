package workspace_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// A map says what is there at a commit, and nothing in the repository leads it elsewhere.
func TestMap(t *testing.T) {
	t.Parallel()
	source := t.TempDir()
	secret := filepath.Join(t.TempDir(), "secret.go")
	for name, text := range map[string]string{
		filepath.Join(source, "README.md"):               "\n# Shop\u202e\n" + strings.Repeat("long ", coding.MapReadme),
		filepath.Join(source, "CLAUDE.md"):               "Tabs.",
		filepath.Join(source, "price/parse.go"):          "package price\n\nfunc Parse() {}\n",
		filepath.Join(source, "price/odd\nname.go"):      "package price\n\nfunc Odd() {}\n",
		filepath.Join(source, "node_modules/x/index.js"): "function brought() {}\n",
		filepath.Join(source, "big.go"):                  "func Big() {}\n" + strings.Repeat("//\n", coding.MapSource),
		secret:                                           "func Secret() {}\n",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(secret, filepath.Join(source, "link.go")); err != nil {
		t.Fatal(err)
	}
	d, r := workspace.Dir{Home: t.TempDir()}, coding.Repository{Name: "shop", Source: source}
	r, _, err := d.Add(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	base, _, err := d.Base(t.Context(), coding.CodeOrder{Repository: r})
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	m, err := d.Map(t.Context(), r, base, now)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range m.Listed {
		got = append(got, f.Path+" "+strings.Join(f.Names, ","))
	}
	want := []string{"CLAUDE.md ", "README.md ", "big.go ", `price/odd\nname.go Odd`, "price/parse.go Parse", "node_modules/x/index.js "}
	if !slices.Equal(got, want) {
		t.Errorf("listed are %q, want %q", got, want)
	}
	if m.Commit != base || m.Files != 6 || !m.Made.Equal(now) || m.House != "Tabs." || !strings.HasPrefix(m.Readme, "# Shop\nlong") || len([]rune(m.Readme)) > coding.MapReadme {
		t.Errorf("the map is of %s with %d files, %q, README %.40q of %d", m.Commit, m.Files, m.House, m.Readme, len(m.Readme))
	}
}

// However many files there are and however long their names, a map stays within its bounds.
func TestMapIsBounded(t *testing.T) {
	t.Parallel()
	source := t.TempDir()
	dir := filepath.Join(source, strings.Repeat("d", 200))
	if err := os.MkdirAll(dir, 0o750); err != nil {
		t.Fatal(err)
	}
	for i := range coding.MapFiles + 100 {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("f%04d.go", i)), fmt.Appendf(nil, "func F%d() {}\n", i), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	d := workspace.Dir{Home: t.TempDir()}
	r, _, err := d.Add(t.Context(), coding.Repository{Name: "shop", Source: source})
	if err != nil {
		t.Fatal(err)
	}
	base, _, err := d.Base(t.Context(), coding.CodeOrder{Repository: r})
	if err != nil {
		t.Fatal(err)
	}
	m, err := d.Map(t.Context(), r, base, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	bytes := 0
	for _, f := range m.Listed {
		bytes += len(f.Path)
	}
	if m.Files != coding.MapFiles+100 || len(m.Listed) >= coding.MapFiles || len(m.Listed) < 500 || bytes > coding.MapBytes {
		t.Errorf("%d files give %d listed with %d bytes", m.Files, len(m.Listed), bytes)
	}
	if s := m.For(r, "f0007"); s.Near[0].Path[len(s.Near[0].Path)-8:] != "f0007.go" || len(s.Near) > 45 {
		t.Errorf("%d are near, first %s", len(s.Near), s.Near[0].Path)
	}
}
