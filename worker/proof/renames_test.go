package proof_test

import (
	"slices"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker/proof"
)

// A name is another one only where the order names both and nothing else of it changes.
func TestListRenames(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		path, before, after, words string
		want                       []coding.Rename
	}{
		"go":             {"a.go", "package a\n\nfunc Total(n int) int { return n }\n", "package a\n\nfunc Sum(n int) int { return n }\n", "Rename Total to Sum", []coding.Rename{{From: "Total", To: "Sum"}}},
		"german":         {"a.go", "package a\n\nfunc Total() {}\n", "package a\n\nfunc Sum() {}\n", "Es soll Sum heißen, nicht mehr Total.", []coding.Rename{{From: "Total", To: "Sum"}}},
		"a method":       {"a.go", "package a\n\ntype Cart struct{}\n\nfunc (Cart) Total() {}\n", "package a\n\ntype Cart struct{}\n\nfunc (Cart) Sum() {}\n", "`Cart.Total` is called `Cart.Sum` from now on", []coding.Rename{{From: "Total", To: "Sum"}}},
		"a type":         {"a.go", "package a\n\ntype Cart struct{ N int }\n\nfunc (Cart) Total() {}\n", "package a\n\ntype Basket struct{ N int }\n\nfunc (Basket) Total() {}\n", "Rename Cart to Basket", []coding.Rename{{From: "Cart", To: "Basket"}}},
		"python":         {"a.py", "def total(n):\n    return n\n", "def summed(n):\n    return n\n", "rename total to summed", []coding.Rename{{From: "total", To: "summed"}}},
		"two":            {"a.py", "def a1():\n    pass\n\ndef b1():\n    pass\n", "def a2():\n    pass\n\ndef b2():\n    pass\n", "rename a1 to a2 and b1 to b2", []coding.Rename{{From: "a1", To: "a2"}, {From: "b1", To: "b2"}}},
		"not named":      {"a.py", "def total(n):\n    return n\n", "def summed(n):\n    return n\n", "tidy total up", nil},
		"old not named":  {"a.py", "def total(n):\n    return n\n", "def summed(n):\n    return n\n", "add summed", nil},
		"takes another":  {"a.py", "def total(n):\n    return n\n", "def summed(n, m):\n    return n\n", "rename total to summed", nil},
		"was there":      {"a.py", "def total(n):\n    return n\n\ndef summed(n):\n    return n\n", "def summed(n):\n    return n\n", "rename total to summed", nil},
		"still there":    {"a.py", "def total(n):\n    return n\n", "def total(n):\n    return n\n\ndef summed(n):\n    return n\n", "rename total to summed", nil},
		"another value":  {"a.go", "package a\n\nconst Fee = 1\n", "package a\n\nconst Price = 2\n", "rename Fee to Price", nil},
		"of another one": {"a.go", "package a\n\ntype A struct{}\ntype B struct{}\n\nfunc (A) Total() {}\n", "package a\n\ntype A struct{}\ntype B struct{}\n\nfunc (B) Sum() {}\n", "rename Total to Sum", nil},
	} {
		got := proof.ListRenames([]coding.FileChange{{Path: c.path, OldMode: "100644", NewMode: "100644", Before: c.before, After: c.after}}, c.words)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
