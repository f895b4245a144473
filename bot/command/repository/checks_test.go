package repository_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/bot/command/repository"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
)

// Who corrects a check reads what it means for what has begun, and what stopped goes on with one press.
func TestACorrectedCheckNamesWhatHasBegun(t *testing.T) {
	t.Parallel()
	shop := coding.Repository{Name: "shop", Checks: []string{"make test"}}
	run := func(id, repo, check string, state org.StepState) coding.CodeRun {
		return coding.CodeRun{Repository: repo, Change: coding.StepChange{
			Step:   org.Step{ID: org.StepID(id), Title: "Charge " + id, State: state},
			Placed: &coding.Placement{Checks: coding.Sourced[[]string]{Value: []string{check}}},
		}}
	}
	r := repository.ChatChecksCount(shop, []coding.CodeRun{
		run("s1", "shop", "true", org.StepFailed), run("s2", "shop", "true", org.StepInProgress), run("s3", "shop", "true", org.StepCompleted),
		run("s4", "site", "true", org.StepFailed), run("s5", "shop", "make test", org.StepFailed), run("s6", "shop", "false", org.StepFailed),
	})
	for _, want := range []string{"s2 Charge s2 goes on with what it began with (true), and takes the new one", "s1 Charge s1, s6 Charge s6 stopped with the old one"} {
		if !strings.Contains(r.Text, want) {
			t.Errorf("%q lacks %q", r.Text, want)
		}
	}
	if b := r.Card.Buttons; len(b) != 2 || b[0].Command != "redo s6" || b[1].Command != "redo s1" {
		t.Errorf("buttons %+v: want redo s6 and redo s1", b)
	}
	if r := repository.ChatChecksCount(shop, []coding.CodeRun{run("s3", "shop", "true", org.StepCompleted)}); r.Text != "" || len(r.Card.Buttons) > 0 {
		t.Errorf("nothing has begun otherwise, and it says %+v", r)
	}
}
