package coding_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
)

func TestOutlineNames(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"price.go", "package price\n\nfunc Parse(s string) {}\nfunc (p *Price) Add(x int) {}\ntype Price struct{\n\tn int\n}\nfunc main() {\n\tif x(y) {\n\t}\n}\n", "Parse Add Price main"},
		{"carts.py", "class Cart:\n    def add(self):\n        pass\n\ndef total(c):\n    return sum(c)\n", "Cart add total"},
		{"a.ts", "export async function load() {\n}\nexport const read = (x) => x\nclass Row extends Base {}\nexports.late = 1\n", "load read Row late"},
		{"lib.rs", "pub(crate) fn fee() {}\nimpl Price {\n    pub fn add(&self) {}\n}\n", "fee Price add"},
		{"Cart.java", "public class Cart {\n    private final Map<String, Integer> sum(int a) {\n        return x(a);\n    }\n}\n", "Cart sum"},
		{"fee.sh", "fee() {\n  echo\n}\n", "fee"},
		{"fee.c", "static int fee(int a)\n{\n\treturn other(a);\n}\nint more(void);\n", "fee"},
		{"notes.md", "func Parse()\n", ""},
	} {
		if got := strings.Join(coding.OutlineNames(c.name, c.text), " "); got != c.want {
			t.Errorf("%s declares %q, want %q", c.name, got, c.want)
		}
	}
	long := strings.Repeat("x", coding.MapSource+1)
	if got := coding.OutlineNames("a.go", "func A() {}\n"+long); got != nil {
		t.Errorf("a file that is too long declares %q", got)
	}
}

// Of a repository that is too large to be shown, the files that an order is about come first, whatever their place in the alphabet.
func TestSketchShowsWhatAnOrderIsAbout(t *testing.T) {
	paths := []string{"README.md", "AGENTS.md", "zone/prices/parse.go", "zone/prices/parse_test.go", "vendor/prices/parse.go"}
	for i := range 300 {
		paths = append(paths, fmt.Sprintf("admin/page%03d/view.go", i))
	}
	m := coding.NewFileMap("c1", paths)
	for i, f := range m.Listed {
		if strings.HasPrefix(f.Path, "zone/") {
			m.Listed[i].Names = []string{"ReadDecimal"}
		}
		if f.Path == "admin/page007/view.go" {
			m.Listed[i].Names = []string{"formatComma"}
		}
	}
	r := coding.Repository{Name: "shop", Ref: "main"}
	s := m.For(r, "Prices with a decimal comma are read wrong. Fix it.")
	var near []string
	for _, f := range s.Near {
		near = append(near, f.Path)
	}
	want := []string{"zone/prices/parse.go", "zone/prices/parse_test.go", "admin/page007/view.go"}
	if len(near) != 40 || !slices.Equal(near[:3], want) {
		t.Errorf("nearest are %q of %d, want %q first of 40", near[:min(3, len(near))], len(near), want)
	}
	if slices.Contains(near, "vendor/prices/parse.go") {
		t.Error("what others wrote stands among the nearest")
	}
	if s.Name != "shop" || s.Files != 305 || s.Commit != "c1" || !slices.Equal(s.Folders, []string{"admin/: 300", "zone/: 2", "vendor/: 1"}) || s.Kinds[0] != "302 .go" {
		t.Errorf("the sketch is of %s, %s with %d files, %q in %q", s.Name, s.Commit, s.Files, s.Kinds, s.Folders)
	}
	if again := m.For(r, "Prices with a decimal comma are read wrong. Fix it."); !slices.EqualFunc(again.Near, s.Near, func(a, b coding.MappedFile) bool { return a.Path == b.Path }) {
		t.Error("the same order is shown other files")
	}
	small := coding.NewFileMap("c1", paths[:5]).For(r, "anything")
	if len(small.Near) != 5 {
		t.Errorf("of a small repository %d of 5 files are shown", len(small.Near))
	}
}

func TestDescribeTried(t *testing.T) {
	got := coding.DescribeTried([]string{"go test ./...", "make", "npm test", "lint"}, []coding.CheckState{
		{Name: "go test ./...", Good: true, Passed: 7}, {Name: "make", Failing: []string{"TestA"}, Passed: 2}, {Name: "npm test", Why: "npm is missing\nhere"},
	})
	want := []string{"go test ./...: passes, 7 tests", "make: 2 tests pass; these fail already: TestA", "npm test: could not be tried (npm is missing here)", "lint"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
