package coder_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/worker/coder"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// A reviewer is shown who else names what a change touches: neither the change itself, nor where a name is given, nor
// tests' own names, and nothing of a variable that lives within a function.
func TestUsesOfAChange(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string
		file  string
		now   string
		want  []string
	}{
		"a function whose body changes": {
			map[string]string{"fee/fee.go": "package fee\n\nfunc Total(n int) int {\n\tsum := n\n\treturn sum\n}\n", "shop.go": "package shop\n\nvar x = fee.Total(3)\nvar Totals = 1\n", "bill.go": "package shop\n// sum\nfunc Total() {}\n"},
			"fee/fee.go", "package fee\n\nfunc Total(n int) int {\n\tsum := n + 1\n\treturn sum\n}\n",
			[]string{"shop.go:3: var x = fee.Total(3)"},
		},
		"a function that another hands on": {
			map[string]string{
				"cast.go": "package cast\n\nfunc ToBool(i any) bool {\n\tv, _ := ToBoolE(i)\n\treturn v\n}\n\nfunc ToBoolE(i any) (bool, error) {\n\treturn false, nil\n}\n",
				"long.go": "package cast\n\nfunc long() {\n\ta()\n\ta()\n\ta()\n\ta()\n\tToBoolE(1)\n}\n\nvar y = long()\n", "shop.go": "package shop\n\nvar x = cast.ToBool(3)\n",
			},
			"cast.go", "package cast\n\nfunc ToBool(i any) bool {\n\tv, _ := ToBoolE(i)\n\treturn v\n}\n\nfunc ToBoolE(i any) (bool, error) {\n\treturn true, nil\n}\n",
			[]string{"cast.go:4: v, _ := ToBoolE(i)", "long.go:8: ToBoolE(1)", "shop.go:3: var x = cast.ToBool(3) (by way of ToBool)"},
		},
		"a file that is too long to be read": {
			map[string]string{"fee.go": "package fee\n\nfunc total() int {\n\treturn 1\n}\n", "made.go": "package fee\n\nvar x = total()\n" + strings.Repeat("// filler\n", 500_000)},
			"fee.go", "package fee\n\nfunc total() int {\n\treturn 2\n}\n",
			[]string{"made.go:3: var x = total()"},
		},
		"a name that goes": {
			map[string]string{"fee.py": "class Fee:\n    pass\n\nRATE = 1\n", "shop.py": "from fee import Fee\n"},
			"fee.py", "RATE = 1\n",
			[]string{"shop.py:1: from fee import Fee"},
		},
		"a shell function": {
			map[string]string{"lib.sh": "fee() {\n  echo 1\n}\n", "run.sh": ". ./lib.sh\nfee 3\n"},
			"lib.sh", "fee() {\n  echo 2\n}\n",
			[]string{"run.sh:2: fee 3"},
		},
		"a test": {
			map[string]string{"fee_test.go": "package fee\n\nfunc TestFee() {}\n", "doc.go": "package fee // TestFee\n"}, "fee_test.go", "package fee\n\nfunc TestFee() { _ = 1 }\n", nil,
		},
		"words for people": {
			map[string]string{
				"fee.go": "package fee\n\n// type of fee: the total of\nfunc total(n int) int {\n\treturn n\n}\n", "b.go": "package fee\n\n// The total is told.\n/* total */\nvar y = *p\nvar x = total(3) // total\n", "shop.c": " * total\n*total = 1;\n",
				"a.md": "The total of it.\n", "run.py": "# total\nx = total(1)\n",
			},
			"fee.go", "package fee\n\n// type of fee: the total of all\nfunc total(n int) int {\n\treturn n + 1\n}\n",
			[]string{"b.go:6: var x = total(3) // total", "run.py:2: x = total(1)", "shop.c:2: *total = 1;"},
		},
		"a page that speaks of types": {
			map[string]string{"README.md": "type price is a number\nand more\n", "a.go": "package a\n\nvar price = 1\n"}, "README.md", "type price is a text\nand more\n", nil,
		},
		"words": {map[string]string{"README.md": "Fees.\n", "a.md": "Fees.\n"}, "README.md", "More fees.\n", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := siteOf(t, c.files)
			tree, err := s.task.Workspaces.Write(t.Context(), s.task.Repository, s.task.BaseTree, []workspace.Edit{{Path: c.file, Text: &c.now}})
			if err != nil {
				t.Fatal(err)
			}
			change, err := s.task.Workspaces.Between(t.Context(), s.task.Repository, s.task.Base, tree)
			if err != nil {
				t.Fatal(err)
			}
			got, err := coder.Reader{Workspaces: s.task.Workspaces, Repository: s.task.Repository, Tree: tree}.FindUses(t.Context(), change.Patch)
			if err != nil || !slices.Equal(got, c.want) {
				t.Errorf("got %q, %v; want %q", got, err, c.want)
			}
		})
	}
}
