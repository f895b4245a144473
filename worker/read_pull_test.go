package worker_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker"
)

// A test shows a finding when it fails on the pull request, the same again, by a name that stands in it; whatever else it does shows nothing.
func TestWhatATestShowsOfAPullRequest(t *testing.T) {
	const text = "func TestHalf(t *testing.T) {\n\tif Fee(1.5) != 1.5 {\n\t\tt.Error(1)\n\t}\n}\n"
	one := func(c coding.Trial) []coding.Trial {
		c.Name = "go test ./..."
		return []coding.Trial{c}
	}
	good := one(coding.Trial{Passed: 3, Passing: []string{"shop.TestWhole"}})
	for name, c := range map[string]struct {
		was, with, before []coding.Trial
		failing, base     string
		why               string
	}{
		"it fails there, and passes before":     {good, one(coding.Trial{Exit: 1, Passed: 3, Failing: []string{"shop.TestHalf"}, Tail: "want 1.5"}), one(coding.Trial{Passed: 4, Passing: []string{"shop.TestHalf"}}), "shop.TestHalf", "passes", ""},
		"it fails before, too":                  {good, one(coding.Trial{Exit: 1, Passed: 3, Failing: []string{"shop.TestHalf/x"}}), one(coding.Trial{Exit: 1, Failing: []string{"shop.TestHalf/x"}}), "shop.TestHalf/x", "fails", ""},
		"it passes":                             {good, one(coding.Trial{Passed: 4}), good, "", "", "shows nothing"},
		"another one fails":                     {good, one(coding.Trial{Exit: 1, Passed: 2, Failing: []string{"shop.TestOther"}, Tail: "boom"}), good, "", "", "for a reason of its own"},
		"it failed before it was written":       {one(coding.Trial{Exit: 1, Failing: []string{"shop.TestHalf"}}), one(coding.Trial{Exit: 1, Failing: []string{"shop.TestHalf"}}), good, "", "", "for a reason of its own"},
		"it passes once and fails once":         {good, one(coding.Trial{Exit: 1, Flaky: true, Failing: []string{"shop.TestHalf"}}), good, "", "", "passes once and fails once"},
		"it does not compile":                   {good, one(coding.Trial{Exit: 1, Missing: []string{"shop.TestWhole"}, Failing: []string{"shop"}, Tail: "undefined: Fee"}), good, "", "", "may not compile: undefined: Fee"},
		"it does not end":                       {good, one(coding.Trial{Exit: 1, Reason: "longer than 2 minutes"}), good, "", "", "does not end"},
		"a check names no test, and it is new":  {one(coding.Trial{}), one(coding.Trial{Exit: 1, Tail: "no"}), one(coding.Trial{}), "go test ./...", "passes", ""},
		"a check names no test, and it was so":  {one(coding.Trial{}), one(coding.Trial{Exit: 1, Tail: "no"}), one(coding.Trial{Exit: 1}), "", "", "for a reason of its own"},
		"it fails there, and cannot run before": {good, one(coding.Trial{Exit: 1, Passed: 3, Failing: []string{"shop.TestHalf"}}), one(coding.Trial{Exit: 1, Missing: []string{"shop.TestWhole"}}), "shop.TestHalf", "", ""},
	} {
		failing, _, base, why := worker.WeighTest(text, c.was, c.with, c.before)
		if got := strings.Join(failing, ","); got != c.failing || base != c.base || (why == "") != (c.why == "") || !strings.Contains(why, c.why) {
			t.Errorf("%s: %q, %q, %q; want %q, %q, %q", name, got, base, why, c.failing, c.base, c.why)
		}
	}
}
