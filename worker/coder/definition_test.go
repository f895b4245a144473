package coder_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/worker/coder"
)

// A definition is shown whole, with what is said of it above, in whatever language, and not where it is only called.
func TestDefinitionIsReadByItsName(t *testing.T) {
	t.Parallel()
	s := siteOf(t, map[string]string{
		"fee/fee.go": "package fee\n\n// Total adds.\n// For each bag.\nfunc (f Fee) Total(\n\tn int,\n) (int, error) {\n\tif n > 0 {\n\t\treturn n, nil\n\t} else {\n\t\treturn 0, nil\n\t}\n}\n\ntype Fee struct {\n\tA int\n}\n\nfunc Do() {}\n",
		"other.go":   "package shop\n\nfunc Total() { fee.Total(3) }\n\nvar x = Do(func() {\n})\n",
		"shop.py":    "import fee\n\n@cached\n# Adds.\ndef total_of(n,\n             m):\n    if n:\n        return 1\n\n    return 2\n\n\nclass Shop:\n    def open(self):\n        return total_of(1, 2)\n",
		"Shop.java":  "class Bag {\n  /** Adds. */\n  @Override\n  public int weigh(int n) {\n    return n;\n  }\n  void all() {\n    weigh(3);\n    if (weigh(2) > 1) {\n    }\n  }\n}\n",
		"bag.c":      "int weigh_all(int n);\nstatic int\nweigh_all(int n)\n{\n\tif (n)\n\t{\n\t\treturn n;\n\t}\n\treturn 0;\n}\nint main(void) { return weigh_all(1); }\n",
		"bag.ts":     "export const price = (n: number) => {\n  return n;\n};\nclass Till {\n  ring(n) {\n    return price(n);\n  }\n}\ndescribe('ring', () => {\n  till.ring(1);\n});\n",
		"lib.rs":     "/// Adds.\n#[inline]\npub(crate) fn weigh_rust(n: i32) -> i32 {\n    n\n}\n\nmod a;\n",
		"till.rb":    "def ring_up(n)\n  n + 1\nend\n\nring_up(1)\n",
		"run.sh":     "fee_of() {\n  echo 1\n}\nfee_of 3\n",
		"made.go":    "package made\n\nfunc Total() {}\n" + strings.Repeat("// filler\n", 500_000),
		"notes.md":   "func Total(in a page) {\n",
	})
	for _, c := range []struct {
		name, path string
		want       []string
	}{
		{"Fee.Total", "fee", []string{"fee/fee.go", "(lines 3 to 13 of 19)"}},
		{"Total", "", []string{"fee/fee.go", "(lines 3 to 13 of 19)", "other.go", "(lines 3 to 3 of 6)"}},
		{"Fee", "", []string{"fee/fee.go", "(lines 15 to 17 of 19)"}},
		{"Do", "", []string{"fee/fee.go", "(lines 19 to 19 of 19)"}},
		{"total_of", "", []string{"shop.py", "(lines 3 to 10 of 15)"}},
		{"Shop", "", []string{"shop.py", "(lines 13 to 15 of 15)"}},
		{"weigh", "", []string{"Shop.java", "(lines 2 to 6 of 12)"}},
		{"weigh_all", "", []string{"bag.c", "(lines 3 to 10 of 11)"}},
		{"price", "", []string{"bag.ts", "(lines 1 to 3 of 11)"}},
		{"ring", "", []string{"bag.ts", "(lines 5 to 7 of 11)"}},
		{"weigh_rust", "", []string{"lib.rs", "(lines 1 to 5 of 7)"}},
		{"ring_up", "*.rb", []string{"till.rb", "(lines 1 to 3 of 5)"}},
		{"fee_of", "", []string{"run.sh", "(lines 1 to 3 of 4)"}},
		{"main", "*.go", []string{"no definition of main was recognised in 3 files; search finds where the name stands"}},
		{"a b", "", []string{`Not done: "a b" is no name; search finds what is none.`}},
	} {
		said, err := coder.Reader{Workspaces: s.task.Workspaces, Repository: s.task.Repository, Tree: s.task.BaseTree}.Look(t.Context(), []coder.Action{{Do: "definition", Path: c.path, Text: c.name}})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		got := slices.DeleteFunc(strings.Split(strings.TrimSpace(said), "\n")[1:], func(l string) bool { return strings.Contains(strings.SplitN(l, " ", 2)[0], ":") })
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %s", c.name, said)
		}
	}
}
