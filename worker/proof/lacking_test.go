package proof_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker/proof"
)

// What could not run has not failed, and a test that asks a service which is not there says nothing about a change.
func TestNoTestRan(t *testing.T) {
	t.Parallel()
	change := coding.Change{Tree: "t", Base: "b", Files: []coding.FileChange{
		{Path: "shop.py", OldMode: "100644", NewMode: "100644", Before: "a\n", After: "b\n"}, {Path: "test_shop.py", OldMode: "100644", NewMode: "100644", Before: "assert a\n", After: "assert b\n"},
	}}
	lacks := coding.NotRunFor("cargo is missing where checks run; install it")
	all := []coding.Trial{
		{Phase: coding.TrialBefore, Name: "cargo test"}, {Phase: coding.TrialRed, Name: "cargo test", Exit: 127, Reason: lacks}, {Phase: coding.TrialGreen, Name: "cargo test", Tree: "t", Exit: 127, Reason: lacks},
	}
	if got := proof.Unchecked(all); got != `the check "cargo test" could not run: cargo is missing where checks run; install it; the check "cargo test" could not run: cargo is missing where checks run; install it` {
		t.Errorf("unchecked: %s", got)
	}
	if got := proof.Unchecked(all[:1]); got != "" {
		t.Errorf("of a check that ran: %s", got)
	}
	said := strings.Join(proof.Rule(proof.Facts{Change: change, Checks: []string{"cargo test"}, Trials: all}).Reasons, "\n")
	if strings.Contains(said, "pass without it") || strings.Contains(said, "cargo test fails") || !strings.Contains(said, "cargo test could not run: cargo is missing") || !strings.Contains(said, "could not run on the old code") {
		t.Errorf("said of a check that did not run: %s", said)
	}
	const tail = "  File \"shop.py\", line 3, in ping\n    socket.create_connection((\"127.0.0.1\", 6400))\nConnectionRefusedError: [Errno 111] Connection refused\n"
	all = []coding.Trial{
		{Phase: coding.TrialBefore, Name: "make test", Exit: 2, Failing: []string{"T.test_db"}, Passing: []string{"T.test_fee"}, Tail: tail},
		{Phase: coding.TrialRed, Name: "make test", Exit: 2, Failing: []string{"T.test_db", "T.test_fee"}, Tail: tail},
		{Phase: coding.TrialGreen, Name: "make test", Tree: "t", Exit: 2, Failing: []string{"T.test_db"}, Passing: []string{"T.test_fee"}, Tail: tail},
	}
	g := proof.Rule(proof.Facts{Change: change, Checks: []string{"make test"}, Trials: all})
	if notes := strings.Join(g.Notes, "\n"); !g.Done() || !strings.Contains(notes, "T.test_db; nothing listens on 127.0.0.1:6400 where checks run (connection refused), so that says nothing about the change") {
		t.Errorf("of a service that is not there: %+v", g)
	}
	fails := all[2]
	fails.Failing = []string{"T.test_db", "T.test_fee"}
	g = proof.Rule(proof.Facts{Change: change, Checks: []string{"make test"}, Trials: []coding.Trial{{Phase: coding.TrialBefore, Name: "make test", Passing: []string{"T.test_db", "T.test_fee"}}, fails}})
	if said := strings.Join(g.Reasons, "\n"); !strings.Contains(said, `T.test_fee (nothing listens on 127.0.0.1:6400 where checks run: frasier repo set NAME service "server port=6400 COMMAND" starts one for checks)`) {
		t.Errorf("of a check that fails newly: %s", said)
	}
	for text, want := range map[string]string{
		"Error: connect ECONNREFUSED 127.0.0.1:5432": "127.0.0.1:5432 where checks run (connection refused), so that says nothing about the change (frasier repo set NAME service postgres starts one for checks)", "dial tcp [::1]:6379: connect: connection refused": "[::1]:6379", "could not connect to http://db.local:8086/ping: Connection refused": "db.local:8086",
		"connection refused": "the address", "assertion failed": "",
	} {
		got := coding.Trial{Exit: 1, Tail: text}.Unserved()
		if (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// Who imports a file that a change brings misses that file, and nothing else.
func TestAMissingFileIsAProof(t *testing.T) {
	t.Parallel()
	change := coding.Change{Tree: "t", Base: "b", Files: []coding.FileChange{
		{Path: "prices.py", OldMode: "000000", NewMode: "100644", After: "x = 1\n"}, {Path: "test_prices.py", OldMode: "000000", NewMode: "100644", After: "import prices\n"},
	}}
	all := []coding.Trial{
		{Phase: coding.TrialBefore, Name: "make test"},
		{Phase: coding.TrialRed, Name: "make test", Exit: 1, Tail: "ModuleNotFoundError: No module named 'prices'"},
		{Phase: coding.TrialGreen, Name: "make test", Tree: "t", Passing: []string{"test_prices.T.test_one"}},
	}
	if g := proof.Rule(proof.Facts{Change: change, Checks: []string{"make test"}, Trials: all}); !g.Done() || !strings.Contains(g.Red, "prices was missing") {
		t.Errorf("%+v", g)
	}
	change.Files[0].Path = "other.py"
	if g := proof.Rule(proof.Facts{Change: change, Checks: []string{"make test"}, Trials: all}); g.Done() {
		t.Errorf("of another file: %+v", g)
	}
}
