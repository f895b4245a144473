package trial_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
	"github.com/frasier-cos/frasier/worker/trial"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// Which lines of a change tests run is told by Go, Python and Node themselves, whatever starts them; of what a run did not come to, or
// what runs as other text than it is written, nothing is told.
func TestLinesThatTestsRun(t *testing.T) {
	t.Parallel()
	const (
		goOld = "package fee\n\nfunc Fee(n int) int {\n\tif n > 9 {\n\t\treturn 0\n\t}\n\treturn 3\n}\n"
		goNew = "package fee\n\nfunc Fee(n int) int {\n\tif free(n) {\n\t\treturn 0\n\t}\n\treturn 3\n}\n\nfunc free(n int) bool {\n\tif n < 0 {\n\t\treturn false\n\t}\n\treturn n > 9\n}\n"
		goTst = "package fee\n\nimport \"testing\"\n\nfunc TestFee(t *testing.T) {\n\tif Fee(1) != 3 {\n\t\tt.Error(Fee(1))\n\t}\n}\n"
		pyOld = "def fee(n):\n    if n > 9:\n        return 0\n    return 3\n"
		pyNew = "def fee(n):\n    if free(n):\n        return 0\n    return 3\n\n\ndef free(n):\n    if n < 0:\n        return False\n    return n > 9\n"
		pyTst = "import unittest, fee\n\nclass TestFee(unittest.TestCase):\n    def test_fee(self):\n        self.assertEqual(fee.fee(1), 3)\n"
		jsOld = "function fee(n) {\n  if (n > 9) {\n    return 0;\n  }\n  return 3;\n}\nmodule.exports = { fee };\n"
		jsNew = "function fee(n) {\n  if (free(n)) {\n    return 0;\n  }\n  return 3;\n}\nfunction free(n) {\n  if (n < 0) {\n    return false;\n  }\n  return n > 9; // größer, 👍\n}\nmodule.exports = { fee };\n"
		jsTst = "const { fee } = require('./fee');\nrequire('node:test')('fee', () => require('node:assert').strictEqual(fee(1), 3));\n"
	)
	for name, c := range map[string]struct {
		check, file, old, fresh, test, tests string
		more                                 map[string]string
		before, after                        string // ran / idle
	}{
		"go":                {check: "go test ./...", file: "fee.go", old: goOld, fresh: goNew, test: "fee_test.go", tests: goTst, before: "3-4, 7 / 5", after: "3-4, 7, 10-11, 14 / 5, 12"},
		"go by make":        {check: "make test", file: "fee.go", old: goOld, fresh: goNew, test: "fee_test.go", tests: goTst, more: map[string]string{"Makefile": "test:\n\tgo vet ./...\n\tgo test ./...\n"}, before: "3-4, 7 / 5", after: "3-4, 7, 10-11, 14 / 5, 12"},
		"go without a test": {check: "go test ./...", file: "fee.go", old: goOld, fresh: goNew, test: "other/other_test.go", tests: strings.ReplaceAll(goTst, "Fee(1)", "3"), before: " / 3-5, 7", after: " / 3-5, 7, 10-12, 14"},
		"go in a folder":    {check: "cd app && go test ./...", file: "app/fee.go", old: goOld, fresh: goNew, test: "app/fee_test.go", tests: goTst, more: map[string]string{"app/go.mod": "module example.com/app\n\ngo 1.21\n"}, before: "3-4, 7 / 5", after: "3-4, 7, 10-11, 14 / 5, 12"},
		"python":            {check: "python3 -m unittest", file: "fee.py", old: pyOld, fresh: pyNew, test: "test_fee.py", tests: pyTst, before: "1-2, 4 / 3", after: "1-2, 4, 7-8, 10 / 3, 9"},
		"python with its own watch": {
			check: "python3 -m unittest", file: "fee.py", old: pyOld, fresh: pyNew, test: "test_fee.py", tests: "import sys\nsys.settrace(None)\n" + pyTst, before: "untold", after: "untold",
		},
		"python without a test": {check: "python3 -m unittest", file: "app/fee.py", old: pyOld, fresh: pyNew, test: "test_fee.py", tests: strings.ReplaceAll(pyTst, "import unittest, fee", "import unittest, types\nfee = types.SimpleNamespace(fee=lambda n: 3)"), before: " / 1-4", after: " / 1-4, 7-10"},
		"node":                  {check: "node --test", file: "fee.js", old: jsOld, fresh: jsNew, test: "fee.test.js", tests: jsTst, before: "1-2, 5, 7 / 3", after: "1-2, 5, 7-8, 11, 13 / 3, 9"},
		"node, made into another text": {
			check: "node --test", file: "fee.js", old: jsOld, fresh: jsNew, test: "fee.test.js",
			tests:  "const vm = require('node:vm'), fs = require('node:fs');\nconst m = { exports: {} };\nvm.runInThisContext('(function (module) { ' + fs.readFileSync('fee.js', 'utf8') + ' })', { filename: __dirname + '/fee.js' })(m);\nrequire('node:test')('fee', () => require('node:assert').strictEqual(m.exports.fee(1), 3));\n",
			before: "untold", after: "untold",
		},
		"longer than it may": {check: "python3 -m unittest && { test ! -e /frasier-watch || sleep 60; }", file: "fee.py", old: pyOld, fresh: pyNew, test: "test_fee.py", tests: pyTst, before: "untold", after: "untold"},
		"shell":              {check: "sh fee.test", file: "fee.sh", old: "echo 1\n", fresh: "echo  1\n", test: "fee.test", tests: "sh fee.sh\n", before: "untold", after: "untold"},
	} {
		if !testlevel.Proof() && strings.HasPrefix(name, "go ") {
			continue // each builds its tests four times
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files := map[string]string{"go.mod": "module example.com/fee\n\ngo 1.21\n", c.file: c.old, c.test: c.tests}
			for at, text := range c.more {
				files[at] = text
			}
			how := trial.Subject{Lines: true}
			if strings.Contains(c.check, "sleep") {
				how.Limit = 5 * time.Second
			}
			tried := tryEdits(t, files, c.check, []workspace.Edit{{Path: c.file, Text: &c.fresh}}, how)
			lines := coding.TrialsOf(tried.Trials, coding.TrialLines, "")
			for i, want := range []string{c.before, c.after} {
				got := "untold"
				if len(lines) == 0 { // of languages that tell nothing
				} else if l, told := lines[i].Lines[c.file]; told {
					got = fmt.Sprintf("%s / %s", coding.FormatLines(l.Ran), coding.FormatLines(l.Idle))
				}
				if got != want {
					t.Errorf("%d: %s, want %s", i, got, want)
				}
			}
		})
	}
}
