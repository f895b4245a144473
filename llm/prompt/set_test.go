package prompt_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/llm/prompt"
)

func load(t *testing.T, dir string) *prompt.Set {
	t.Helper()
	s, err := prompt.Load(dir)
	if err != nil {
		t.Fatalf("Load(%q): %v", dir, err)
	}
	return s
}

func write(t *testing.T, dir, name, body string) {
	t.Helper()
	file := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(body), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestAFolderReplacesAFileOfTheSameName(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "stage/gap.md", "## Stage: gap\n\nOurs, for {{.Identity.Name}}.")
	write(t, dir, ".DS_Store", "x")
	s := load(t, dir)
	body, replaced, err := s.Text("stage/gap.md")
	if err != nil || !replaced || !strings.Contains(body, "Ours") {
		t.Errorf("Text(stage/gap.md) = %q, %v, %v, want our text, replaced", body, replaced, err)
	}
	if _, replaced, err := s.Text("stage/plan.md"); err != nil || replaced {
		t.Errorf("Text(stage/plan.md): replaced %v, %v, want the embedded one", replaced, err)
	}
}

func TestLoadRefuses(t *testing.T) {
	for _, c := range []struct{ name, file, body, want string }{
		{"a name that replaces nothing", "stage/synthesise.md", "x", "the nearest name is stage/synthesize.md"},
		{"a schema", "stage/plan.json", "{}", "cannot be replaced"},
		{"an unknown field", "stage/gap.md", "{{.C.Nothing}}", "Nothing"},
		{"an unknown field inside a list", "stage/lead.md", "{{range .C.Audit}}{{.Nothing}}{{end}}", "Nothing"},
		{"broken syntax", "constitution/base.md", "{{if}}", "constitution/base.md"},
		{"a persona without a name", "persona/scout.md", "You are nobody.", "lacks its name"},
		{"a persona with an unknown field", "persona/hire.md", "{{.Salary}}", "Salary"},
		{"a skill without a digest", "skill/writing-plans.md", "text", "lacks its digest"},
	} {
		dir := t.TempDir()
		write(t, dir, c.file, c.body)
		if _, err := prompt.Load(dir); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: Load = %v, want an error with %q", c.name, err, c.want)
		}
	}
	if _, err := prompt.Load(filepath.Join(t.TempDir(), "absent")); err == nil {
		t.Error("Load of a folder that is not there: no error")
	}
}
