package trial

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// What people and models read of a check's output holds no secret that it printed, also
// not the end of one.
func TestTailHoldsNoSecret(t *testing.T) {
	t.Parallel()
	secret := "ghp_" + strings.Repeat("aB3dE5gH7", 4)
	for _, behind := range []int{0, 100, commandTail - 50, commandTail - 10, commandTail, 3 * commandTail} {
		got := cleanTail("FAIL: token " + secret + "\n" + strings.Repeat("é", behind/2) + "\xff\x00")
		for n := 12; n <= len(secret); n++ {
			if strings.Contains(got, secret[len(secret)-n:]) {
				t.Errorf("%d bytes behind it: the last %d characters of the secret are shown", behind, n)
				break
			}
		}
		if len(got) > commandTail || !utf8.ValidString(got) || strings.Contains(got, "\x00") {
			t.Errorf("%d bytes behind it: %d bytes, valid %v", behind, len(got), utf8.ValidString(got))
		}
	}
	if got := cleanTail("ok\n"); got != "ok\n" {
		t.Errorf("a short output became %q", got)
	}
}

func TestReadNamesTests(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		command, output  string
		passing, failing []string
		skipped          int
	}{
		{
			addReporting("go test ./..."),
			`{"Action":"pass","Package":"p","Test":"A"}` + "\n" + `{"Action":"fail","Package":"p","Test":"B"}` + "\n" + `{"Action":"skip","Package":"p","Test":"C"}` + "\n" + `{"Action":"fail","Package":"p"}` + "\nnot JSON\n",
			[]string{"p.A"},
			[]string{"p.B"},
			1,
		},
		{"make test", "1..3\nok 1 - adds\nnot ok 2 - takes away\nok 3 - later # SKIP no time\nok  \tshop/price\t0.3s\n", []string{"adds"}, []string{"takes away"}, 1},
		{"pytest -q -rA", "PASSED tests/test_fee.py::test_one\nFAILED tests/test_fee.py::test_two - assert 1 == 2\n", []string{"tests/test_fee.py::test_one"}, []string{"tests/test_fee.py::test_two"}, 0},
	} {
		r := parseReport(c.command, []byte(c.output))
		if !slices.Equal(r.passing, c.passing) || !slices.Equal(r.failing, c.failing) || r.skipped != c.skipped {
			t.Errorf("%s: passing %q, failing %q, skipped %d; want %q, %q, %d", c.command, r.passing, r.failing, r.skipped, c.passing, c.failing, c.skipped)
		}
	}
	if got := addReporting("go test ./... | tee log"); got != "go test ./... | tee log" {
		t.Errorf("a command with a pipe becomes %q", got)
	}
}

// Python's own tests are named where they are told one by one, whatever is printed in between.
func TestReadNamesPythonTests(t *testing.T) {
	t.Parallel()
	r := parseReport("make test", []byte(`test_fee (test_shop.T.test_fee) ... ok
test_old (test_shop.T) ... FAIL
test_said (test_shop.T.test_said)
It says what it costs. ... ERROR
test_loud (test_shop.T.test_loud) ... 12 items
ok
test_later (test_shop.T.test_later) ... skipped 'no time'
test_gone (unittest.loader._FailedTest.test_gone) ... ERROR

ERROR: test_said (test_shop.T.test_said)
`))
	if want := []string{"test_shop.T.test_fee", "test_shop.T.test_loud"}; !slices.Equal(r.passing, want) {
		t.Errorf("passing %q, want %q", r.passing, want)
	}
	if want := []string{"test_shop.T.test_old", "test_shop.T.test_said"}; !slices.Equal(r.failing, want) || r.skipped != 1 {
		t.Errorf("failing %q, want %q; %d skipped", r.failing, want, r.skipped)
	}
}
