package testreport_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/testreport"
)

func readOutput(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// Each file is what the program wrote for a suite with one test of each end. What failed stands at the beginning of what is
// shown, however much passed.
func TestRealOutputsAreRead(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		file, command    string
		passing, failing []string // those that must be among them
		passed, skipped  int
		said             string
		files            []string
	}{
		{"go", "go test -json -count=1 ./...", []string{"shop.TestMany", "shop.TestMany/case_with_a_long_name_number_7"}, []string{"shop.TestFee", "shop.TestParts", "shop.TestParts/bad"}, 401, 1, "Fee(2) = 2, want 3", nil},
		{"pytest", "pytest -q -rA", []string{"test_fee.py::T::test_one", "test_fee.py::test_p[0]"}, []string{"test_fee.py::T::test_two", "test_fee.py::test_p[77]"}, 100, 0, "AssertionError: 1 != 2 : the fee", []string{"test_fee.py"}},
		{"pytestv", "make test", []string{"test_fee.py::T::test_one", "test_fee.py::test_p[0]"}, []string{"test_fee.py::T::test_two", "test_fee.py::test_p[77]"}, 100, 1, "AssertionError: 1 != 2 : the fee", []string{"test_fee.py"}},
		{"unittest", "python3 -m unittest -v", []string{"test_fee.T.test_one"}, []string{"test_fee.T.test_two"}, 1, 1, "1 != 2 : the fee", nil},
		{"tap", "npm test", []string{"adds", "keeps"}, []string{"takes away", "cart"}, 2, 1, "1 == 2", nil},
		{"spec", "npm test", []string{"adds", "cart > keeps"}, []string{"cart", "cart > takes away"}, 2, 1, "1 == 2", nil},
		{"jest", "npx jest --verbose", []string{"j/a.test.js > cart > adds", "j/b.test.js > alone"}, []string{"j/a.test.js > cart > takes away"}, 2, 1, "Expected: 2", []string{"j/a.test.js", "j/b.test.js"}},
		{"jestfiles", "npm test", []string{"j/b.test.js"}, []string{"j/a.test.js"}, 1, 0, "Expected: 2", []string{"j/a.test.js", "j/b.test.js"}},
		{"mocha", "npm test", []string{"cart > adds", "cart > inner > deep"}, []string{"cart > takes away"}, 2, 1, "1 == 2", nil},
		{"vitest", "npx vitest run --reporter=verbose", []string{"a.test.js > cart > adds", "b.test.js > alone"}, []string{"a.test.js > cart > takes away"}, 2, 1, "expected 1 to be 2", []string{"a.test.js", "b.test.js"}},
		{"vitestfiles", "npm test", []string{"b.test.js"}, []string{"a.test.js"}, 1, 0, "expected 1 to be 2", []string{"a.test.js", "b.test.js"}},
		{"cargo", "cargo test", []string{"shop::tests::one", "shop::tests::four", "shop::src/lib.rs - fee"}, []string{"shop::tests::two"}, 4, 1, "the fee", []string{"src/lib.rs", "tests/fees.rs"}},
	} {
		t.Run(c.file, func(t *testing.T) {
			t.Parallel()
			r := testreport.Parse(c.command, readOutput(t, c.file), nil)
			for _, name := range c.passing {
				if !slices.Contains(r.Passing, name) {
					t.Errorf("%q is not among those that pass: %.2000q", name, r.Passing)
				}
			}
			if !slices.Equal(slices.Sorted(slices.Values(c.failing)), r.Failing) {
				t.Errorf("failing %q, want %q", r.Failing, c.failing)
			}
			if len(r.Passing) != c.passed || r.Skipped != c.skipped || !slices.Equal(r.Files, c.files) {
				t.Errorf("%d passed, %d skipped, files %q; want %d, %d, %q", len(r.Passing), r.Skipped, r.Files, c.passed, c.skipped, c.files)
			}
			if at := strings.Index(r.Said, c.said); at < 0 || at > 2<<10 {
				t.Errorf("why it fails stands at %d of:\n%s", at, r.Said)
			}
			if len(r.Said) > testreport.SaidBytes {
				t.Errorf("%d bytes are shown", len(r.Said))
			}
		})
	}
}

func TestLinesNameTests(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		command, output  string
		passing, failing []string
		skipped          int
	}{
		{"make test", "1..3\nok 1 - adds\nnot ok 2 - takes away\nok 3 - later # SKIP no time\nok  \tshop/price\t0.3s\n", []string{"adds"}, []string{"takes away"}, 1},
		{
			"make test",
			"test_fee (test_shop.T.test_fee) ... ok\ntest_old (test_shop.T) ... FAIL\ntest_said (test_shop.T.test_said)\nIt says what it costs. ... ERROR\ntest_loud (test_shop.T.test_loud) ... 12 items\nok\n" +
				"test_later (test_shop.T.test_later) ... skipped 'no time'\ntest_gone (unittest.loader._FailedTest.test_gone) ... ERROR\n",
			[]string{"test_shop.T.test_fee", "test_shop.T.test_loud"},
			[]string{"test_shop.T.test_old", "test_shop.T.test_said"},
			1,
		},
		{ // subtests of unittest, as Python 3.11 says them: one that fails behind one that is skipped is no less a failure
			"python3 -m unittest -v",
			"test_all (test_fee.T.test_all) ... ok\ntest_one (test_fee.T.test_one) ... \n  test_one (test_fee.T.test_one) (i=1) ... FAIL\ntest_skip (test_fee.T.test_skip) ... \n" +
				"  test_skip (test_fee.T.test_skip) (i=1) ... skipped 'no'\n  test_skip (test_fee.T.test_skip) (i=2) ... FAIL\ntest_z (test_fee.T.test_z) ... \n  test_z (test_fee.T.test_z) [a b] (n=1)\nSays it. ... ERROR\n",
			[]string{"test_fee.T.test_all"},
			[]string{"test_fee.T.test_one", "test_fee.T.test_skip", "test_fee.T.test_z"},
			1,
		},
		{"./gradlew test", "> Task :test FAILED\n\nCartTest > addsFee() PASSED\n\nCartTest > takesAway() FAILED\n    java.lang.AssertionError at CartTest.java:9\n\nCartTest > later() SKIPPED\n\n3 tests completed, 1 failed\n", []string{"CartTest > addsFee()"}, []string{"CartTest > takesAway()"}, 1},
		{"pytest -q -rA", "PASSED t.py::test_a[one two]\nPASSED t.py::test_a[one three]\nFAILED t.py::test_a[one four] - assert 1 == 2\n2 passed, 1 failed in 0.1s\n", []string{"t.py::test_a[one three]", "t.py::test_a[one two]"}, []string{"t.py::test_a[one four]"}, 0},
		{"mvn test", "[INFO] Running shop.CartTest\n[ERROR] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.03 s <<< FAILURE! - in shop.CartTest\n[ERROR] shop.CartTest.takesAway  Time elapsed: 0.01 s  <<< FAILURE!\njava.lang.AssertionError: expected:<1> but was:<2>\n[INFO] \n", nil, []string{"shop.CartTest.takesAway"}, 0},
		{"dotnet test", "Starting test execution, please wait...\n  Passed Shop.CartTests.Adds [3 ms]\n  Failed Shop.CartTests.TakesAway(n: 1) [2 ms]\n  Error Message:\n   Assert.Equal() Failure\n  Skipped Shop.CartTests.Later [1 ms]\n\nTest Run Failed.\n", []string{"Shop.CartTests.Adds"}, []string{"Shop.CartTests.TakesAway(n: 1)"}, 1},
		{"rspec", "\nCart\n  adds\n  with a fee\n    takes away (FAILED - 1)\n    later (PENDING: no time)\n\nFailures:\n\n  1) Cart with a fee takes away\n     Failure/Error: expect(1).to eq 2\n\nFinished in 0.01 seconds\n3 examples, 1 failure, 1 pending\n\nrspec ./spec/cart_spec.rb:4 # Cart with a fee takes away\n", []string{"Cart > adds"}, []string{"Cart > with a fee > takes away"}, 1},
		{"make test", "  cart\n    ✔ adds\n    1) takes away\n    - later\n\n\n  1 passing (4ms)\n  1 pending\n  1 failing\n\n  1) cart\n       takes away:\n\n      AssertionError: 1 == 2\n", []string{"cart > adds"}, []string{"cart > takes away"}, 1},
		{"npm test", "PASS src/a.test.js\nFAIL src/b.test.js\n  ● cart › takes away\n\n    Expected: 2\n\nTest Suites: 1 failed, 1 passed, 2 total\n", []string{"src/a.test.js"}, []string{"src/b.test.js"}, 0},
		{"jest --verbose", "FAIL src/b.test.js\n  cart\n    ✓ adds (2 ms)\n    ✕ takes away (1 ms)\n    ○ skipped later\n\n  ● cart › takes away\n\n    Expected: 2\n\nTest Suites: 1 failed, 1 total\n", []string{"src/b.test.js > cart > adds"}, []string{"src/b.test.js > cart > takes away"}, 1},
		{"npm test", " ✓ src/a.test.ts (3 tests) 5ms\n ❯ src/b.test.ts (2 tests | 1 failed) 6ms\n   × takes away 3ms\n\n FAIL  src/b.test.ts > takes away\nAssertionError: expected 1 to be 2\n\n Test Files  1 failed | 1 passed (2)\n", []string{"src/a.test.ts"}, []string{"src/b.test.ts"}, 0},
		{"vitest run --reporter=verbose", " ✓ src/a.test.ts > cart > adds 2ms\n × src/b.test.ts > takes away 3ms\n   → expected 1 to be 2\n ↓ src/b.test.ts > later\n\n Test Files  1 failed | 1 passed (2)\n", []string{"src/a.test.ts > cart > adds"}, []string{"src/b.test.ts > takes away"}, 1},
		{"pnpm vitest run packages/cart --reporter=verbose", " ✓ src/a.test.ts > cart > adds 2ms\n × src/b.test.ts > takes away 3ms\n   → expected 1 to be 2\n ↓ src/b.test.ts > later\n\n Test Files  1 failed | 1 passed (2)\n", []string{"src/a.test.ts > cart > adds"}, []string{"src/b.test.ts > takes away"}, 1},
		{"yarn vitest --run --reporter=verbose", " ✓ src/a.test.ts > cart > adds 2ms\n × src/b.test.ts > takes away 3ms\n   → expected 1 to be 2\n ↓ src/b.test.ts > later\n\n Test Files  1 failed | 1 passed (2)\n", []string{"src/a.test.ts > cart > adds"}, []string{"src/b.test.ts > takes away"}, 1},
		{"ctest", "1/3 Test #1: parse ............................   Passed    0.01 sec\n2/3 Test #2: print ............................***Failed    0.01 sec\n", []string{"parse"}, []string{"print"}, 0},
		{"make test", "[ RUN      ] Cart.Adds\n[       OK ] Cart.Adds (0 ms)\n[ RUN      ] Cart.Takes\ncart_test.cc:9: Failure\n[  FAILED  ] Cart.Takes (0 ms)\n[  FAILED  ] Cart.Takes\n", []string{"Cart.Adds"}, []string{"Cart.Takes"}, 0},
	} {
		r := testreport.Parse(c.command, []byte(c.output), nil)
		if !slices.Equal(r.Passing, c.passing) || !slices.Equal(r.Failing, c.failing) || r.Skipped != c.skipped {
			t.Errorf("%s: passing %q, failing %q, skipped %d; want %q, %q, %d", c.output, r.Passing, r.Failing, r.Skipped, c.passing, c.failing, c.skipped)
		}
	}
}

func TestReportsInXMLNameTests(t *testing.T) {
	t.Parallel()
	r := testreport.Parse("mvn test", []byte("[INFO] BUILD FAILURE\n"), map[string][]byte{"target/TEST-shop.CartTest.xml": []byte(`<?xml version="1.0"?>
<testsuite name="shop.CartTest"><testcase classname="shop.CartTest" name="adds"/><testcase classname="shop.CartTest" name="takes"><failure message="expected 1">at CartTest.java:9</failure></testcase>
<testcase classname="shop.CartTest" name="later"><skipped/></testcase></testsuite>`), "broken.xml": []byte("<testsuite><testcase name='half'")})
	if !slices.Equal(r.Passing, []string{"shop.CartTest.adds"}) || !slices.Equal(r.Failing, []string{"shop.CartTest.takes"}) || r.Skipped != 1 {
		t.Errorf("passing %q, failing %q, skipped %d", r.Passing, r.Failing, r.Skipped)
	}
	if !strings.HasPrefix(r.Said, "shop.CartTest.takes: expected 1") || !strings.Contains(r.Said, "broken.xml can't be read") {
		t.Errorf("shown is %q", r.Said)
	}
}

func TestCommandsNameTheirTests(t *testing.T) {
	t.Parallel()
	for command, want := range map[string]string{
		"go test ./...":                 "go test -json -count=1 ./...",
		"go test":                       "go test -json -count=1",
		"go test -C svc ./...":          "go test -C svc -json -count=1 ./...",
		"go test -C=svc ./...":          "go test -C=svc -json -count=1 ./...",
		"go -C svc test ./...":          "go -C svc test -json -count=1 ./...",
		"go test -json ./...":           "go test -json ./...",
		"go test ./... | tee log":       "go test ./... | tee log",
		"go vet ./...":                  "go vet ./...",
		"pytest -q":                     "pytest -q -rA",
		"pytest -q -rA":                 "pytest -q -rA",
		"python3 -m pytest tests":       "python3 -m pytest tests -rA",
		"npx jest":                      "npx jest --verbose",
		"bundle exec rspec":             "bundle exec rspec --format documentation",
		"python3 -m unittest discover":  "python3 -m unittest discover -v",
		"npm test":                      "npm test",
		"cd svc && go test ./...":       "cd svc && go test ./...",
		"dotnet test Shop.sln":          `dotnet test Shop.sln --logger "console;verbosity=normal"`,
		"go test -run 'TestFee|TestUp'": "go test -run 'TestFee|TestUp'",
	} {
		if got := testreport.AddReporting(command); got != want {
			t.Errorf("%q becomes %q, want %q", command, got, want)
		}
	}
}

// What people and models read holds no secret that a test printed, also not half of one.
func TestNothingShownHoldsASecret(t *testing.T) {
	t.Parallel()
	secret := "ghp_" + strings.Repeat("aB3dE5gH7", 4)
	for behind := 0; behind < 3*testreport.SaidBytes; behind += 211 {
		filler := strings.Repeat("é", behind/2)
		for _, text := range []string{
			"FAIL: token " + secret + "\n" + filler + "\xff\x00",
			"not ok 1 - fee\n" + filler + secret + strings.Repeat("x", 4000) + "\n",
		} {
			got := testreport.Parse("make test", []byte(text), nil).Said
			for n := 12; n <= len(secret); n++ {
				if strings.Contains(got, secret[len(secret)-n:]) || strings.Contains(got, secret[:n]) {
					t.Fatalf("%d bytes of filler: %d characters of the secret are shown", behind, n)
				}
			}
			if len(got) > testreport.SaidBytes || !utf8.ValidString(got) || strings.Contains(got, "\x00") {
				t.Fatalf("%d bytes of filler: %d bytes, valid %v", behind, len(got), utf8.ValidString(got))
			}
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, name := range []string{"pytest", "unittest", "tap", "spec", "cargo"} {
		text, err := os.ReadFile(filepath.Join("testdata", name+".txt"))
		if err != nil {
			f.Fatal(err)
		}
		f.Add("make test", text)
	}
	f.Fuzz(func(t *testing.T, command string, text []byte) {
		r := testreport.Parse(command, text, map[string][]byte{"junit.xml": text})
		if len(r.Said) > testreport.SaidBytes || !utf8.ValidString(r.Said) {
			t.Errorf("%d bytes are shown, valid %v", len(r.Said), utf8.ValidString(r.Said))
		}
		for _, name := range r.Failing {
			if slices.Contains(r.Passing, name) {
				t.Errorf("%q passes and fails", name)
			}
		}
	})
}
