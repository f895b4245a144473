package proof_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker/proof"
)

// Every finding that the code of this package can come to has words for what can be done about it.
func TestEveryFindingHasARemedy(t *testing.T) {
	t.Parallel()
	rule := regexp.MustCompile(`^"(C\d+)"$`)
	files, err := fs.Glob(os.DirFS("."), "*.go")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") || name == "advice.go" {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if b, is := n.(*ast.BasicLit); is {
				if m := rule.FindStringSubmatch(b.Value); m != nil {
					found[m[1]] = true
				}
			}
			return true
		})
	}
	if len(found) < 12 {
		t.Errorf("%d rules", len(found))
	}
	for name := range found {
		if proof.Remedy(name) == "" {
			t.Errorf("nothing says what can be done about %s", name)
		}
	}
}

// A change that does not stand, and that nobody can let through, says what can be done about it, with the command.
func TestEveryRulingSaysWhatToDo(t *testing.T) {
	t.Parallel()
	rulings := map[string]proof.Ruling{}
	for _, d := range labelled() {
		f := good()
		f.Change.Files = append(f.Change.Files, d.file())
		rulings[d.path+" "+d.after] = proof.Rule(f)
	}
	for name, change := range map[string]func(*proof.Facts){
		"empty":     func(f *proof.Facts) { f.Change.Files = nil },
		"blanks":    func(f *proof.Facts) { f.Change.Files[0].After = f.Change.Files[0].Before + "\n" },
		"no checks": func(f *proof.Facts) { f.Checks = nil },
		"not run":   func(f *proof.Facts) { f.Trials = f.Trials[:2] },
		"fails":     func(f *proof.Facts) { f.Trials[2].Exit, f.Trials[2].Failing = 1, []string{"a"} },
		"too long":  func(f *proof.Facts) { f.Trials[2].Reason = "it took longer than 10 minutes" },
		"lacks":     func(f *proof.Facts) { f.Trials[2].Reason = coding.NotRunFor("cargo is missing") },
		"luck":      func(f *proof.Facts) { f.Trials[2].Flaky = true },
		"no test":   func(f *proof.Facts) { f.Trials = append(f.Trials[:1:1], f.Trials[2]) },
		"a link":    func(f *proof.Facts) { f.Change.Files[0].NewMode = "120000" },
		"a module":  func(f *proof.Facts) { f.Change.Files[0].NewMode = "160000" },
		"too large": func(f *proof.Facts) { f.Change.Files[0].Size = 5 << 20 },
		"a secret":  func(f *proof.Facts) { f.Change.Files[0].After += "const k = \"" + "AKIA" + "IOSFODNN7ABCDEFG\"\n" },
	} {
		f := good()
		change(&f)
		rulings[name] = proof.Rule(f)
	}
	stopped := 0
	for name, r := range rulings {
		advice := r.Advise("s12", "shop")
		switch {
		case r.Done() || r.Asks():
			if advice != "" {
				t.Errorf("%s: done, or asked with buttons, and says %q", name, advice)
			}
		default:
			if stopped++; !regexp.MustCompile(`frasier (?:run|repo set shop|checks s12)`).MatchString(advice) {
				t.Errorf("%s: stopped by %q %+v, and says %q", name, r.Reasons, r.Findings, advice)
			}
		}
	}
	if stopped < 15 {
		t.Errorf("%d rulings stop a change", stopped)
	}
}
