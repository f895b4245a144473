package proof_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker/proof"
)

// A proof that holds where it must not is asked about.
func TestProbesDecide(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		trial coding.Trial
		want  string // in what is asked; empty: nothing
	}{
		"fails as a remark":      {coding.Trial{Phase: coding.TrialRemark, Exit: 1, Passing: []string{"a"}, Failing: []string{"fee"}}, ""},
		"passes as a remark":     {coding.Trial{Phase: coding.TrialRemark, Passing: []string{"a", "fee"}}, "the test fee passes where the change stands there as a remark only"},
		"does not build":         {coding.Trial{Phase: coding.TrialRemark, Exit: 1}, ""},
		"what must fail fails":   {coding.Trial{Phase: coding.TrialProbe, Exit: 1, Failing: []string{"TestQ1", "x.Q2_equal"}, Canaries: []string{"Q1", "Q2_equal"}}, ""},
		"what must fail passes":  {coding.Trial{Phase: coding.TrialProbe, Exit: 1, Failing: []string{"TestQ1"}, Passing: []string{"x.Q2_equal"}, Canaries: []string{"Q1", "Q2_equal"}}, "must fail does not fail"},
		"what must fail is gone": {coding.Trial{Phase: coding.TrialProbe, Passing: []string{"a", "fee"}, Canaries: []string{"Q1"}}, "must fail does not fail"},
		"none was known to fail": {coding.Trial{Phase: coding.TrialProbe, Passing: []string{"a", "fee"}}, ""},
	} {
		f := good()
		c.trial.Name = goTest
		f.Trials = append(f.Trials, c.trial)
		said := ""
		for _, x := range proof.Rule(f).Findings {
			said += x.Text + "\n"
		}
		if (said == "") != (c.want == "") || !strings.Contains(said, c.want) {
			t.Errorf("%s: asks %q, want %q", name, said, c.want)
		}
	}
}

// What makes tests pass without that the code does what they say is asked about; what only looks like it is not.
func TestSleights(t *testing.T) {
	t.Parallel()
	const code = "def read(text):\n    return float(text)\n"
	for name, c := range map[string]struct{ path, before, after, want string }{
		"replaces by setattr":      {"prices.py", "", "import fee\nsetattr(fee, 'read', 1)\n", "in the place of"},
		"replaces by its name":     {"tests/test_fee.py", "", "fee.read = 1\n", "in the place of"},
		"replaces by a key":        {"prices.py", "", "fee.__dict__['read'] = 1\n", "in the place of"},
		"sets its own":             {"prices.py", "", "class A:\n    def __init__(self):\n        self.read = 1\n", ""},
		"exports":                  {"prices.js", "", "exports.read = read;\n", ""},
		"sets another name":        {"prices.py", "", "fee.rate = rate\n", ""},
		"was there":                {"prices.py", "fee.read = 1\n", "fee.read = 1\nx = y\n", ""},
		"is equal to all":          {"prices.py", "", "class P(float):\n    def __eq__(self, other):\n        return True\n", "equal to any other"},
		"is equal to some":         {"prices.py", "", "class P(float):\n    def __eq__(self, other):\n        return self.n == other.n\n", ""},
		"Java's equal to all":      {"P.java", "", "class P {\n  public boolean equals(Object o) {\n    return true;\n  }\n}\n", "equal to any other"},
		"imports the runner":       {"prices.py", "", "import unittest\n", "takes hold of"},
		"a test imports it":        {"tests/test_prices.py", "", "import unittest\n", ""},
		"changes assert":           {"prices.js", "", "assert.strictEqual = () => {}\n", "takes hold of"},
		"uses assert":              {"prices.js", "", "assert.strictEqual(n, 1)\n", ""},
		"ends hard":                {"prices.py", "", "os._exit(0)\n", "ends the program"},
		"ends":                     {"prices.py", "", "sys.exit(main())\n", ""},
		"a word that nobody reads": {"prices.py", "", "COMMA = True\n", "nothing but a test reads COMMA"},
		"a word that code reads":   {"prices.py", "", "COMMA = True\n\ndef f():\n    return COMMA\n", ""},
	} {
		file := func(path, before, after string) coding.FileChange {
			return diff{path: path, before: before, after: after}.file()
		}
		f := good()
		f.Change.Files = []coding.FileChange{file("fee.py", code, code+"# new\n"), file(c.path, c.before, c.after), file("test_comma.py", "", "assert prices.COMMA\n")}
		said := ""
		for _, x := range proof.Rule(f).Findings {
			said += x.Text + "\n"
		}
		if (said == "") != (c.want == "") || !strings.Contains(said, c.want) {
			t.Errorf("%s: asks %q, want %q", name, said, c.want)
		}
	}
}
