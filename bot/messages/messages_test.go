package messages_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/testing/nountest"
)

const golden = "testdata/messages.golden"

// example is one message rendered with example facts.
type example struct {
	function string // its name
	when     string // what is special about the facts; may be empty
	message  any    // what it returned
}

// examples are all of them, sorted by function; those of one function keep
// their order.
func examples() []example {
	all := slices.Concat(figuresExamples(), reportExamples(), commandExamples(), converseExamples(), discordExamples(), projectExamples(), watchExamples(), terminalExamples(), companyExamples(), outsideExamples(), forgeExamples())
	slices.SortStableFunc(all, func(a, b example) int { return strings.Compare(a.function, b.function) })
	return all
}

func TestGolden(t *testing.T) {
	var b strings.Builder
	b.WriteString("Every message that a founder reads, with example facts. Regenerate: UPDATE_GOLDEN=1 go test ./bot/messages\n")
	for _, e := range examples() {
		b.WriteString("\n## " + e.function)
		if e.when != "" {
			b.WriteString(": " + e.when)
		}
		b.WriteString("\n" + nountest.Render(t, e.message) + "\n")
	}
	got := b.String()
	if os.Getenv("UPDATE_GOLDEN") != "" { //nolint:forbidigo // the switch of golden tests
		if err := os.WriteFile(golden, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	raw, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(string(raw), "\n")
	for i, line := range strings.Split(got, "\n") {
		if i >= len(want) || line != want[i] {
			t.Fatalf("line %d is %q and differs from %s; run UPDATE_GOLDEN=1 go test ./bot/messages and read the difference", i+1, line, golden)
		}
	}
	if len(want) != strings.Count(got, "\n")+1 {
		t.Fatalf("%s has lines that no example gives; run UPDATE_GOLDEN=1 go test ./bot/messages", golden)
	}
}

// Every exported function and constant is shown by an example, and every example names one.
func TestEveryMessageHasAnExample(t *testing.T) {
	shown := map[string]bool{}
	for _, e := range examples() {
		shown[e.function] = true
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range exported(file) {
			if !shown[name] {
				t.Errorf("%s: %s has no example in examples_*_test.go", path, name)
			}
			delete(shown, name)
		}
	}
	for name := range shown {
		if !slices.Contains(wordingNames(t), name) {
			t.Errorf("the examples show %s, which is no exported function or constant", name)
		}
	}
}

// wordingNames are the exported functions and constants of which messages are made, and those of nouns,
// with and without their noun: How of memory is MemoryHow too.
func wordingNames(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("../wording/*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("bot/wording: %d files, %v", len(files), err)
	}
	nouns, err := filepath.Glob("../command/*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	files = append(files, nouns...)
	var out []string
	for _, path := range files {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range exported(file) {
			out = append(out, name, prose.Capital(file.Name.Name)+name)
		}
	}
	return out
}

// exported names the functions and constants of a file that others may use.
func exported(file *ast.File) []string {
	var out []string
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil && d.Name.IsExported() {
				out = append(out, d.Name.Name)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				v, ok := s.(*ast.ValueSpec)
				if !ok {
					continue
				}
				for _, n := range v.Names {
					if n.IsExported() {
						out = append(out, n.Name)
					}
				}
			}
		}
	}
	return out
}

func TestPlainWords(t *testing.T) {
	for _, e := range examples() {
		text := nountest.Render(t, e.message)
		if found := nountest.Unplain(text); len(found) > 0 {
			t.Errorf("%s (%s) uses %q:\n%s", e.function, e.when, found, text)
		}
		columns := strings.HasPrefix(e.function, "Terminal") // which a terminal shows below each other
		if strings.Contains(text, "%!") || regexp.MustCompile(`\S  +\S`).MatchString(text) && !columns {
			t.Errorf("%s (%s) is badly put together: %q", e.function, e.when, text)
		}
	}
	for _, bad := range []string{"a worker died", "on T3", "the Mission", "Nothing was half done."} {
		if len(nountest.Unplain(bad)) == 0 {
			t.Errorf("%q passes for plain words", bad)
		}
	}
	if found := nountest.Unplain("Run `frasier verify` and tell your team."); len(found) > 0 {
		t.Errorf("a command in code marks counts as %q", found)
	}
}
