package worker_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker"
	"github.com/frasier-cos/frasier/worker/proof"
)

// A change is brought together with what was merged two times, and goes back for what the founder says three times; neither counts for the
// other.
func TestAChangeComesBackSoOften(t *testing.T) {
	t.Parallel()
	for clashes := range 5 {
		for words := range 5 {
			clash, hear := worker.Bounds(clashes, words)
			if clash != (clashes < 2) || hear != (words < 3) {
				t.Errorf("after %d conflicts and %d times of words: may meet another %v, may hear %v", clashes, words, clash, hear)
			}
		}
	}
}

// What a change of settings asks is what was ordered where it is that a file of CI is touched, and nothing that weakens a check.
func TestWhatWasOrderedIsAskedAtOnce(t *testing.T) {
	t.Parallel()
	ci := coding.FileChange{Path: ".github/workflows/ci.yml", OldMode: "100644", NewMode: "100644", Before: "on: push\n", After: "on: pull_request\n"}
	lax := ci
	lax.After = "on: pull_request\ncontinue-on-error: true\n"
	test := coding.FileChange{Path: "a_test.go", OldMode: "100644", NewMode: "000000", Before: "package a\n"}
	for name, c := range map[string]struct {
		kind  coding.ChangeKind
		files []coding.FileChange
		want  bool
	}{
		"a file of CI":        {coding.KindSettings, []coding.FileChange{ci}, true},
		"one that looks away": {coding.KindSettings, []coding.FileChange{lax}, false},
		"a test besides":      {coding.KindSettings, []coding.FileChange{ci, test}, false},
		"in a fix":            {coding.KindFix, []coding.FileChange{ci}, false},
		"with packages":       {coding.KindDependency, []coding.FileChange{ci}, false},
	} {
		found := proof.Guarded(c.files, nil)
		if got := len(found) > 0 && worker.IsOrdered(c.kind, found); got != c.want {
			t.Errorf("%s: asked at once %v: %+v", name, got, found)
		}
	}
	if !worker.IsOrdered(coding.KindDependency, []coding.GuardFinding{{Rule: "C20"}}) {
		t.Error("packages that were ordered are not asked about at once")
	}
}
