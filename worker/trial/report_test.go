package trial

import (
	"slices"
	"testing"
)

func TestReadNamesTests(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		command, output  string
		passing, failing []string
		skipped          int
	}{
		{
			reporting("go test ./..."),
			`{"Action":"pass","Package":"p","Test":"A"}` + "\n" + `{"Action":"fail","Package":"p","Test":"B"}` + "\n" + `{"Action":"skip","Package":"p","Test":"C"}` + "\n" + `{"Action":"fail","Package":"p"}` + "\nnot JSON\n",
			[]string{"p.A"},
			[]string{"p.B"},
			1,
		},
		{"make test", "1..3\nok 1 - adds\nnot ok 2 - takes away\nok 3 - later # SKIP no time\nok  \tshop/price\t0.3s\n", []string{"adds"}, []string{"takes away"}, 1},
		{"pytest -q -rA", "PASSED tests/test_fee.py::test_one\nFAILED tests/test_fee.py::test_two - assert 1 == 2\n", []string{"tests/test_fee.py::test_one"}, []string{"tests/test_fee.py::test_two"}, 0},
	} {
		r := read(c.command, []byte(c.output))
		if !slices.Equal(r.passing, c.passing) || !slices.Equal(r.failing, c.failing) || r.skipped != c.skipped {
			t.Errorf("%s: passing %q, failing %q, skipped %d; want %q, %q, %d", c.command, r.passing, r.failing, r.skipped, c.passing, c.failing, c.skipped)
		}
	}
	if got := reporting("go test ./... | tee log"); got != "go test ./... | tee log" {
		t.Errorf("a command with a pipe becomes %q", got)
	}
}
