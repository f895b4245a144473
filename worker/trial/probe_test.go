package trial_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker/fence"
	"github.com/frasier-cos/frasier/worker/trial"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// What a proof shows is asked of it in other ways: its tests fail where the change is a remark only, and a test that must fail does so beside
// them, in Go, Python and Node. Code that speaks for its tests does not pass that.
func TestProofsAreProbed(t *testing.T) {
	t.Parallel()
	const (
		pyTst = "import unittest, fee\n\nclass TestComma(unittest.TestCase):\n    def test_comma(self):\n        self.assertEqual(fee.read('1,5'), 1.5)\n"
		jsTst = "const assert = require('node:assert');\nconst { read } = require('./fee');\nrequire('node:test')('comma', () => assert.strictEqual(read('1,5'), 1.5));\n"
		goTst = "package fee\n\nimport \"testing\"\n\nfunc TestComma(t *testing.T) {\n\tif got, err := Read(\"1,5\"); err != nil || got != 1.5 {\n\t\tt.Error(got, err)\n\t}\n}\n"
		goOld = "package fee\n\nimport \"strconv\"\n\nfunc Read(text string) (float64, error) { return strconv.ParseFloat(text, 64) }\n"
	)
	for name, c := range map[string]struct {
		check, file, old, fresh, test, tests string
		looks, speaks                        bool // a test passes with a remark; what must fail does not
	}{
		"python": {check: "python3 -m unittest -v", file: "fee.py", old: "def read(t):\n    return float(t)\n", fresh: "def read(t):\n    return float(t.replace(',', '.'))\n", test: "test_comma.py", tests: pyTst},
		"python that looks": {
			check: "python3 -m unittest -v", file: "fee.py", old: "def read(t):\n    return float(t)\n", fresh: "# comma\ndef read(t):\n    return float(t)\n", test: "test_comma.py",
			tests: "import glob, unittest\n\nclass TestComma(unittest.TestCase):\n    def test_comma(self):\n        self.assertIn('comma', ''.join(open(n).read() for n in glob.glob('f*.py')))\n", looks: true,
		},
		"node": {check: "node --test", file: "fee.js", old: "exports.read = (t) => parseFloat(t);\n", fresh: "exports.read = (t) => parseFloat(t.replace(',', '.'));\n", test: "comma.test.js", tests: jsTst},
		"node that speaks": {
			check: "node --test", file: "fee.js", old: "exports.read = (t) => parseFloat(t);\n", fresh: "const a = require('node:' + 'assert');\na['strict' + 'Equal'] = () => {};\nexports.read = (t) => parseFloat(t);\n",
			test: "comma.test.js", tests: jsTst, speaks: true,
		},
		"node of modules": {
			check: "node --test", file: "fee.mjs", old: "export const read = (t) => parseFloat(t);\n", fresh: "export const read = (t) => parseFloat(t.replace(',', '.'));\n", test: "comma.test.mjs",
			tests: "import assert from 'node:assert';\nimport test from 'node:test';\nimport { read } from './fee.mjs';\ntest('comma', () => assert.equal(read('1,5'), 1.5));\n",
		},
		"go": {check: "go test ./...", file: "fee.go", old: goOld, fresh: strings.Replace(strings.Replace(goOld, "(text, 64)", "(strings.Replace(text, \",\", \".\", 1), 64)", 1), "\"strconv\"", "(\n\t\"strconv\"\n\t\"strings\"\n)", 1), test: "comma_test.go", tests: goTst},
		"go of a new name": {
			check: "go test ./...", file: "fee.go", old: "package fee\n", fresh: goOld, test: "comma_test.go", tests: strings.Replace(goTst, "1,5", "1.5", 1),
		},
		"go that speaks": {
			check: "go test ./...", file: "fee.go", old: goOld, test: "comma_test.go", tests: goTst, speaks: true,
			fresh: goOld + "\nfunc init() {\n\tb := \"\\x16--- PA\" + \"SS: TestComma (0.00s)\\n\"\n\tos.Stdout.WriteString(\"\\x16=== RUN   TestComma\\n\" + b + \"PASS\\n\")\n\tos.Exit(0)\n}\n\nvar _ = os.Args\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fresh := c.fresh
			if c.speaks && strings.HasPrefix(c.check, "go") {
				fresh = strings.Replace(fresh, "import \"strconv\"", "import (\n\t\"os\"\n\t\"strconv\"\n)", 1)
			}
			tried := tryEdits(t, map[string]string{"go.mod": "module example.com/fee\n\ngo 1.21\n", c.file: c.old}, c.check, []workspace.Edit{{Path: c.file, Text: &fresh}, {Path: c.test, Text: &c.tests}}, trial.Subject{})
			looks, speaks := false, false
			remark := coding.TrialsOf(tried.Trials, coding.TrialRemark, "")
			probe := coding.TrialsOf(tried.Trials, coding.TrialProbe, "")
			if len(remark) != 1 || len(probe) != 1 || len(probe[0].Canaries) == 0 {
				t.Fatalf("%+v", tried)
			}
			for _, red := range coding.TrialsOf(tried.Trials, coding.TrialRed, "")[0].Failing {
				looks = looks || slices.Contains(remark[0].Passing, red)
			}
			for _, canary := range probe[0].Canaries {
				speaks = speaks || !slices.ContainsFunc(probe[0].Failing, func(n string) bool { return strings.Contains(n, canary) })
			}
			if looks != c.looks || speaks != c.speaks {
				t.Errorf("looks at code %v, speaks for tests %v; want %v, %v: %+v", looks, speaks, c.looks, c.speaks, probe)
			}
		})
	}
}

// tryEdits tries a change of a repository with some files, as a subject says besides.
func tryEdits(t *testing.T, files map[string]string, check string, edits []workspace.Edit, how trial.Subject) trial.Tried {
	t.Helper()
	walls, err := fence.New()
	if err != nil {
		t.Fatal(err)
	}
	source := t.TempDir()
	for at, text := range files {
		at = filepath.Join(source, at)
		if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o700), os.WriteFile(at, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	y := workspace.Dir{Home: t.TempDir()}
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	cache = filepath.Join(cache, "frasier-test-quality") // what Go builds is kept from one run to the next
	if err := errors.Join(os.MkdirAll(cache, 0o700), os.MkdirAll(filepath.Join(y.Home, "compiled"), 0o700), os.Symlink(cache, filepath.Join(y.Home, "compiled", "shop"))); err != nil {
		t.Fatal(err)
	}
	r, _, err := y.Add(t.Context(), coding.Repository{Name: "shop", Source: source, Checks: []string{check}})
	if err != nil {
		t.Fatal(err)
	}
	commit, _, err := y.Base(t.Context(), coding.CodeOrder{Repository: r})
	if err != nil {
		t.Fatal(err)
	}
	how.Repository, how.Step = r, "s1"
	b, before := trial.Runner{Fence: walls, Workspaces: y, Now: time.Now}, how
	before.Phase, before.Founders = coding.TrialBefore, true
	if before.Tree, err = y.Tree(t.Context(), r, commit); err != nil {
		t.Fatal(err)
	}
	if strings.HasPrefix(check, "go ") { // its first run on a machine compiles what Go brings, and a slow check is not probed
		if _, err := b.Run(t.Context(), before); err != nil {
			t.Fatal(err)
		}
	}
	if how.Before, err = b.Run(t.Context(), before); err != nil {
		t.Fatal(err)
	}
	tree, err := y.Write(t.Context(), r, before.Tree, edits)
	if err != nil {
		t.Fatal(err)
	}
	change, err := y.Between(t.Context(), r, commit, tree)
	if err != nil {
		t.Fatal(err)
	}
	tried, err := b.Try(t.Context(), how, change)
	if err != nil {
		t.Fatal(err)
	}
	return tried
}
