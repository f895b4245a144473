package proof

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/frasier-cos/frasier/internal/coding"
)

// Programs would find such a file in the place of what runs tests.
func isStandIn(name string) bool {
	base, dir := path.Base(name), "/"+path.Dir(name)+"/"
	for _, folder := range []string{"/unittest/", "/pytest/", "/node_modules/", "/Test2/"} {
		if strings.Contains(dir, folder) {
			return true
		}
	}
	if path.Ext(base) == ".pm" && strings.HasSuffix(dir, "/Test/") {
		return true
	}
	return slices.Contains([]string{"unittest.py", "pytest.py", "doctest.py", "nose.py", "sitecustomize.py", "usercustomize.py"}, base)
}

type pretences struct{ watches, mocks *regexp.Regexp }

//nolint:gochecknoglobals // made once, never changed
var pretence = sync.OnceValue(func() pretences {
	m := regexp.MustCompile
	return pretences{
		watches: m(`NODE_TEST_CONTEXT|PYTEST_CURRENT_TEST|JEST_WORKER_ID|VITEST\b|HARNESS_ACTIVE|NODE_ENV\b.{0,12}["']test["']|\btesting\.Testing\(\)|flag\.Lookup\("test\.|os\.Args\[0\].{0,40}\.test"|["'](?:unittest|pytest)["'] in sys\.modules|\bBATS_TEST|\bcfg!\(test\)|\btesting\.Cover(?:Mode|age)\(|NODE_V8_COVERAGE|\bGOCOVERDIR\b|coverprofile|frasier-lines|\bsys\.(?:gettrace|settrace|monitoring)\b`),
		mocks:   m(`(?:\bpatch|monkeypatch\.setattr|jest\.mock|vi\.mock|mock\.module)\(\s*["']([\w./-]+)["']`),
	}
})

// Code may behave otherwise while tests run, and tests may put something else in the place of what
// the change is about.
func findPretence(f coding.FileChange, files []coding.FileChange, add finder) {
	had := map[string]int{}
	for l := range strings.Lines(f.Before) {
		had[strings.TrimSpace(l)]++
	}
	n := 0
	for l := range strings.Lines(f.After) {
		n++
		key := strings.TrimSpace(l)
		if had[key] > 0 {
			had[key]--
			continue
		}
		if !f.IsTest() {
			if !coding.IsProse(f.Path) && pretence().watches.MatchString(l) {
				add(f, "C5", n, "it behaves otherwise while tests run: "+key, false)
			}
			continue
		}
		for _, m := range pretence().mocks.FindAllStringSubmatch(l, -1) {
			if slices.ContainsFunc(files, func(o coding.FileChange) bool { return !o.IsTest() && matchTarget(m[1], o.Path) }) {
				add(f, "C5", n, "the test puts something else in the place of what the change is about: "+key, false)
			}
		}
	}
}

// "letters.send.one" stands in letters/send.py, "../src/send" in src/send.js.
func matchTarget(target, file string) bool {
	parts := strings.FieldsFunc(strings.TrimSuffix(target, path.Ext(file)), func(r rune) bool { return r == '.' || r == '/' })
	return slices.Contains(parts, strings.TrimSuffix(path.Base(file), path.Ext(file)))
}
