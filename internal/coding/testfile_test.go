package coding_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
)

func TestTestFilesOfEachEcosystem(t *testing.T) {
	t.Parallel()
	for _, name := range strings.Fields(`shop/tests.py tests.py Shop.Tests/OrderTests.cs Shop.Tests/Helper.cs AppTests/CartTests.swift CartTest.kt src/tests.rs e2e/cart.cy.ts features/cart.feature
		main_tests.c fee_test.go test_fee.py cart.spec.js src/__tests__/cart.js spec/cart_spec.rb t/fee.t t/data.txt tests/check.sh src/test/java/CartIT.java CartTests.java TestCart.java cart-test.js
		lib/cart_test.exs Test/Cart.hs test-fee.R app/src/androidTest/Cart.kt CartSpec.scala tests/CartTest.php CartUnitTests/A.m src/__snapshots__/a.snap check.bats test.js fee_unittest.cc testdata/a.json Tests/run.py`) {
		if !coding.IsTestFile(name) {
			t.Errorf("%s is no test", name)
		}
	}
	for _, name := range strings.Fields(`fee.go contest.py Latest.java Contest.kt Tester.java Testament.cs attest.c src/lib.rs UNIT.java EXIT.java SPLIT.kt orbit.java testing.go protest.js features/cart.py Manifest.swift latest-news.js
		inspect.rb spectrum.ts Inspector.php greatest.h t.go lib/tests.md.go`) {
		if coding.IsTestFile(name) {
			t.Errorf("%s is a test", name)
		}
	}
}

func TestSplitTestsOfRust(t *testing.T) {
	t.Parallel()
	const code, tests = "pub fn fee() -> i32 { 1 }\n\n", "#[cfg(test)]\n#[allow(unused)]\nmod tests {\n    #[test]\n    fn one() {\n    }\n}\n"
	for _, c := range []struct{ text, code, tests string }{
		{code + tests, code, tests},
		{code + tests + "fn more() {}\n", code + "fn more() {}\n", tests},
		{"#[cfg(test)]\nmod tests;\n" + code, "#[cfg(test)]\nmod tests;\n" + code, ""},
		{"#[cfg(test)]\nuse a::b;\n", "#[cfg(test)]\nuse a::b;\n", ""},
		{code + "#[cfg(test)]\nmod tests {\n", code + "#[cfg(test)]\nmod tests {\n", ""},
		{"", "", ""},
	} {
		if code, tests := coding.SplitTests(c.text); code != c.code || tests != c.tests {
			t.Errorf("%q: code %q, tests %q", c.text, code, tests)
		}
	}
	if !coding.InlineTests("src/lib.rs") || coding.InlineTests("tests/a.rs") || coding.InlineTests("a.go") {
		t.Error("files of Rust alone hold tests beside the code")
	}
}

// The founder's patterns name tests besides those that are by their names, and none may mean all files.
func TestPatternsOfTests(t *testing.T) {
	t.Parallel()
	r := coding.Repository{}
	if !r.Set(coding.SettingTests, []string{"checks/** *.proof.sh", "a/*/b.go"}) {
		t.Fatal("these are patterns")
	}
	for name, want := range map[string]bool{
		"checks/a.go": true, "checks/deep/er/a.txt": true, "checks": false, "src/checks/a.go": false, "x.proof.sh": true, "deep/x.proof.sh": true, "proof.sh": false,
		"a/x/b.go": true, "a/x/y/b.go": false, "fee_test.go": true, "fee.go": false,
	} {
		if r.HasTest(name) != want {
			t.Errorf("%s is a test: want %v", name, want)
		}
	}
	for _, glob := range []string{"*", "**", "**/*", "*.*", "/etc/*", "../x", "a/../b", "[", ""} {
		if coding.IsTestGlob(glob) {
			t.Errorf("%q is no pattern of tests", glob)
		}
	}
	if r.Set(coding.SettingTests, []string{"none"}); len(r.Policy.Tests) > 0 {
		t.Errorf("none leaves %v", r.Policy.Tests)
	}
}
