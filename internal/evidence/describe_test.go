package evidence_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/evidence"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
)

func describe(changes []coding.StepChange, w evidence.Words) string {
	at := outward.Pages{Service: outward.GitHub, Address: "https://github.com", Place: outward.Place{Host: "github.com", Owner: "acme", Name: "shop"}}
	return evidence.Describe(changes, at, w)
}

// The description as a whole, with what nothing bears left out of it.
func TestDescription(t *testing.T) {
	c, _ := keep(t, "go-search-pages")
	c.Step = org.Step{Title: "Count the last page"}
	c.Merged.Message = "Count the last page\n\nA last page that is not full now counts and is shown;\ntests hold both. It is 40% faster. Nothing else was touched.\n\nFrasier-Step: s1\nFrasier-Checks: make test\n"
	let := c
	let.Merged = &coding.Commit{ID: "fedcba9876543210", Tree: "merged", Patch: c.Merged.Patch, Message: "Say <b>hello</b> to @ada, closes #12\n\nFrasier-Step: s2\n"}
	let.Findings = []coding.GuardFinding{{Text: "a test is left out | cart_test.go"}}
	got := describe([]coding.StepChange{c, let, {Step: org.Step{Title: "Tidy up"}}}, evidence.Words{Ordered: "Search leaves out\nthe last page", Template: "## Checklist\n- [ ] closes #7, asks @ada"})
	golden := filepath.Join("testdata", "description.golden")
	if os.Getenv("UPDATE_GOLDEN") != "" { //nolint:forbidigo // of a test
		if err := os.WriteFile(golden, []byte(got+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil || strings.TrimSpace(string(want)) != got {
		t.Errorf("UPDATE_GOLDEN=1 writes it: %v\n%s", err, got)
	}
	for _, no := range []string{"faster", "Nothing else", "<b>", "@ada", "#12", "#7"} {
		if strings.Contains(got, no) {
			t.Errorf("it has %q", no)
		}
	}
}

// What a founder did not allow to be quoted stands nowhere, and what is empty says so.
func TestDescriptionOfNothing(t *testing.T) {
	if got := describe(nil, evidence.Words{}); got != "" {
		t.Errorf("%q", got)
	}
}

func TestWhatIsPromisedAndNotProven(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*coding.StepChange)
		want   string
	}{
		"all there":              {func(*coding.StepChange) {}, ""},
		"not merged":             {func(c *coding.StepChange) { c.Merged = nil }, "it is not merged"},
		"nothing was to be done": {func(c *coding.StepChange) { c.Merged, c.Answer = nil, &coding.Answer{} }, ""},
		"no check":               {func(c *coding.StepChange) { c.Trials = nil }, "no check ran on what was merged"},
		"a check fails":          {func(c *coding.StepChange) { c.Trials[3].Exit = 1 }, "make test fails on what was merged"},
		"a test is gone":         {func(c *coding.StepChange) { c.Trials[3].Missing = []string{"TestOld"} }, "a test that was there is gone: TestOld"},
		"gone with a yes": {func(c *coding.StepChange) {
			c.Trials[3].Missing, c.Findings = []string{"TestOld"}, []coding.GuardFinding{{Text: "x"}}
		}, ""},
		"nothing failed before":    {func(c *coding.StepChange) { c.Red, c.Trials[1].Failing = "", nil }, "no test failed before it"},
		"a change of words alone":  {func(c *coding.StepChange) { c.Red, c.Trials[1].Failing, c.Proven = "", nil, coding.KindDocs }, ""},
		"failed before the change": {func(c *coding.StepChange) { c.Red, c.Trials[0].Failing = "", []string{"TestLastPage"} }, "no test failed before it"},
	} {
		t.Run(name, func(t *testing.T) {
			one, _ := keep(t, "go-search-pages")
			c.change(&one)
			if got := evidence.Lacks(one); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// What is merged counts, and what is not is promised nowhere; a branch without anything merged is never ready.
func TestWhatOfABranchIsNotProven(t *testing.T) {
	one, _ := keep(t, "go-search-pages")
	other, _ := keep(t, "go-search-pages")
	other.Step.Title, other.Red, other.Trials[1].Failing = "Tidy up", "", nil
	later := coding.StepChange{Step: org.Step{Title: "Later"}}
	for want, all := range map[string][]coding.StepChange{
		"":                                  {one, later},
		"Tidy up: no test failed before it": {one, other, later},
		"nothing is merged in it":           {later},
	} {
		if got := strings.Join(evidence.Unproven(all), "; "); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
