package proof_test

import (
	"slices"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker/proof"
)

// A test with a new name and the same body is the same test; one that no longer runs, or whose body is another, is gone.
func TestARenamedTestIsNotGone(t *testing.T) {
	t.Parallel()
	goOld := "package shop\n\nfunc TestFee(t *testing.T) {\n\tif Fee(1) != 1 {\n\t\tt.Fatal(1)\n\t}\n}\n"
	for name, c := range map[string]struct {
		path, before, after, gone, come string
		same                            bool
	}{
		"go":         {"fee_test.go", goOld, "package shop\n\nfunc TestFeeOfOne(t *testing.T) {\n\tif Fee(1) != 1 {\n\t\tt.Fatal(1)\n\t}\n}\n", "shop.TestFee", "shop.TestFeeOfOne", true},
		"other body": {"fee_test.go", goOld, "package shop\n\nfunc TestFeeOfOne(t *testing.T) {\n\tif Fee(1) != 2 {\n\t\tt.Fatal(1)\n\t}\n}\n", "shop.TestFee", "shop.TestFeeOfOne", false},
		"not run":    {"fee_test.go", goOld, "package shop\n\nfunc feeOfOne(t *testing.T) {\n\tif Fee(1) != 1 {\n\t\tt.Fatal(1)\n\t}\n}\n", "shop.TestFee", "shop.TestOther", false},
		"python":     {"tests/test_fee.py", "class T:\n    def test_fee(self):\n        assert fee(1) == 1\n\n    def test_b(self):\n        pass\n", "class T:\n    def test_fee_of_one(self):\n        assert fee(1) == 1\n\n    def test_b(self):\n        pass\n", "tests/test_fee.py::T::test_fee", "tests/test_fee.py::T::test_fee_of_one", true},
		"js":         {"cart.test.js", "test('adds', () => {\n  expect(1).toBe(1)\n})\n", "test('adds one', () => {\n  expect(1).toBe(1)\n})\n", "cart.test.js > adds", "cart.test.js > adds one", true},
		"rust":       {"src/lib.rs", "#[cfg(test)]\nmod tests {\n    #[test]\n    fn fee() {\n        assert!(true);\n    }\n}\n", "#[cfg(test)]\nmod tests {\n    #[test]\n    fn fee_of_one() {\n        assert!(true);\n    }\n}\n", "shop::tests::fee", "shop::tests::fee_of_one", true},
		"two alike":  {"fee_test.go", goOld + goOld, "package shop\n", "shop.TestFee", "shop.TestFee2", false},
	} {
		f := proof.Facts{
			Change: coding.Change{Tree: "t", Files: []coding.FileChange{{Path: c.path, OldMode: "100644", NewMode: "100644", Before: c.before, After: c.after}}},
			Checks: []string{"check"},
			Trials: []coding.Trial{
				{Phase: coding.TrialBefore, Name: "check", Passing: []string{c.gone}},
				{Phase: coding.TrialGreen, Name: "check", Tree: "t", Passing: []string{c.come}, Missing: []string{c.gone}},
			},
		}
		gone := slices.ContainsFunc(proof.Rule(f).Findings, func(x coding.GuardFinding) bool { return x.Rule == "C4" })
		if gone == c.same {
			t.Errorf("%s: gone %v", name, gone)
		}
	}
}
