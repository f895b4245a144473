package messages_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/command/step"
	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
)

const goTest = "go test ./..."

// prices is a finished project that changed code twice: the first change had a second
// try, and the other was merged with it.
func prices() reports.Ticket {
	at := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	order := coding.CodeOrder{Branch: "frasier/p7-prices"}
	steps := []org.Step{
		{ID: "s1", Title: "Read decimal commas in prices", Kind: org.KindEngineering, State: org.StepCompleted, Result: "A comma in a price is read as a point.\n\n2 files changed, +14 -3 lines.\n"},
		{ID: "s2", Title: "Twelve months cost eleven", Kind: org.KindEngineering, State: org.StepCompleted, Result: "Applied as you gave it: year.diff. 1 file changed, +2 -0 lines."},
	}
	trial := func(phase, tree string, passed int, failing ...string) coding.Trial {
		return coding.Trial{Phase: phase, Name: goTest, Tree: tree, Passed: passed, Failing: failing, Exit: min(1, len(failing))}
	}
	return reports.Ticket{
		Now: at, Steps: steps, Spent: org.CostLine{Calls: 9, Cost: 4 * org.Dollar / 100},
		Project: org.Project{ID: "p7", Title: "Prices", State: org.ProjectCompleted, CreatedAt: at.Add(-4 * time.Minute), EndedAt: at},
		Changes: []coding.StepChange{
			{
				Step: steps[0], Order: order, Tree: "t1", Files: 2, Added: 14, Deleted: 3, Red: "failed first: shop.TestComma, shop.TestBoth", Merged: &coding.Commit{N: 1, Tree: "t1"},
				Trials: []coding.Trial{
					trial(coding.TrialBefore, "t0", 39, "shop.TestOld"), trial(coding.TrialRed, "r0", 39, "shop.TestOld", "shop.TestFirstTry"), trial(coding.TrialGreen, "tx", 38, "shop.TestOld", "shop.TestFirstTry"),
					trial(coding.TrialRed, "r1", 39, "shop.TestOld", "shop.TestComma", "shop.TestBoth"), trial(coding.TrialGreen, "t1", 41, "shop.TestOld"),
				},
			},
			{
				Step: steps[1], Order: order, Tree: "t2", Files: 1, Added: 2, Red: "did not build first: Year was missing", Merged: &coding.Commit{N: 2, Tree: "t12"},
				Trials: []coding.Trial{
					trial(coding.TrialBefore, "t0", 39, "shop.TestOld"),
					{Phase: coding.TrialRed, Name: goTest, Tree: "r2", Exit: 1},
					trial(coding.TrialGreen, "t2", 40, "shop.TestOld"),
					trial(coding.TrialMerged, "t12", 42, "shop.TestOld"),
				},
			},
		},
	}
}

// What a result says of code follows from the trials: of the last try, on what is on the branch.
func TestResultOfCode(t *testing.T) {
	one := func(do func(*coding.StepChange)) []coding.StepChange {
		list := slices.Clone(prices().Changes[:1])
		list[0].Trials = slices.Clone(list[0].Trials)
		do(&list[0])
		return list
	}
	only := func(red string, before, green coding.Trial) []coding.StepChange {
		return one(func(c *coding.StepChange) {
			before.Phase, green.Phase, green.Tree, before.Name, green.Name = coding.TrialBefore, coding.TrialGreen, "t1", goTest, goTest
			c.Red, c.Trials = red, []coding.Trial{before, {Phase: coding.TrialRed, Name: goTest, Exit: 1}, green}
		})
	}
	for name, c := range map[string]struct {
		list []coding.StepChange
		want string
	}{
		"both":                  {prices().Changes, "42 tests pass, 3 more than before; 2 of them failed on the old code; 1 fails as it did before. No test and no check was weakened."},
		"the first":             {prices().Changes[:1], "41 tests pass, 2 more than before; 2 of them failed"},
		"mended, failed before": {one(func(c *coding.StepChange) { c.Trials[4].Failing, c.Trials[4].Exit = nil, 0 }), "than before; 2 of them failed on the old code. No"},
		"still failing":         {one(func(c *coding.StepChange) { c.Trials[4].Failing = []string{"shop.TestOld", "shop.TestBoth"} }), "than before; 1 of them failed on the old code; 2 fail as they did before."},
		"said, alone":           {prices().Changes[:1], "- Read decimal commas in prices: 2 files, +14 -3. A comma in a price is read as a point.\n"},
		"said, with figures":    {prices().Changes[1:], "+2 -0. Applied as you gave it: year.diff. Its tests did not build on the old code: Year was missing.\n"},
		"a title with its stop": {one(func(c *coding.StepChange) { c.Step.Title = "Fix it." }), "- Fix it: 2 files"},
		"nothing said":          {one(func(c *coding.StepChange) { c.Step.Result = "2 files changed, +14 -3 lines." }), "2 files, +14 -3.\n"},
		"an assertion":          {only("failed first: an assertion in fee_test.c", coding.Trial{}, coding.Trial{}), "On the old code an assertion in fee_test.c failed.\n\nThe check passes."},
		"a whole check":         {only("sh check.sh failed first", coding.Trial{}, coding.Trial{}), "On the old code sh check.sh failed with its tests."},
		"words only":            {only("", coding.Trial{Passed: 3}, coding.Trial{Passed: 3}), "no test had to fail first.\n\n3 tests pass, as many as before."},
		"settings only":         {one(func(c *coding.StepChange) { c.Red, c.Proven = "", coding.KindSettings }), "Only settings changed, so no test had to fail first."},
		"a refactoring":         {one(func(c *coding.StepChange) { c.Red, c.Proven = "", coding.KindRefactor }), "It is a refactoring: the tests that were there pass as they were."},
		"a fix":                 {one(func(c *coding.StepChange) { c.Proven = coding.KindFix }), "A comma in a price is read as a point. As a fix: 2 tests failed before and pass now.\n"},
		"a fix without a test":  {one(func(c *coding.StepChange) { c.Red, c.Proven = "", coding.KindFix }), "No test failed without it; you let that through."},
		"fewer":                 {only("", coding.Trial{Passed: 3}, coding.Trial{Passed: 1}), "1 test passes, 2 fewer than before."},
		"none before":           {only("", coding.Trial{Exit: 1}, coding.Trial{Passed: 2}), "2 tests pass, none did before."},
		"before cut short":      {only("", coding.Trial{Reason: "took too long"}, coding.Trial{Passed: 2}), "\n\n2 tests pass. No test"},
		"let through": {one(func(c *coding.StepChange) {
			c.Findings = []coding.GuardFinding{{Text: "fee_test.go is deleted."}, {Text: "b"}, {Text: "c"}, {Text: "d"}}
		}), "You let through, once: fee_test.go is deleted; b; c; and 1 more."},
		"order of the branch": {[]coding.StepChange{prices().Changes[1], prices().Changes[0]}, "42 tests pass, 3 more than before"},
		"not merged":          {one(func(c *coding.StepChange) { c.Merged = nil }), "No change is merged.\n"},
	} {
		if got := messages.CodeDelivered(prices().Project, c.list, "out/p7-prices"); !strings.Contains(got, c.want) {
			t.Errorf("%s: it says\n%s\nwant in it %q", name, got, c.want)
		}
	}
}

// Files that went with a document hold the branch only as far as it had come then.
func TestResultOfCodeNamesNoOldFiles(t *testing.T) {
	p := prices()
	p.Files, p.Deliverable.At = []org.File{{Name: coding.PatchFile}, {Name: coding.BundleFile}}, p.Now
	for end, want := range map[time.Time]string{p.Now: "with the attached file", p.Now.Add(time.Second): "`frasier export p7`"} {
		p.Changes[1].Merged = &coding.Commit{N: 2, Tree: "t12", At: end}
		if got := messages.Result(p).Text; !strings.Contains(got, want) {
			t.Errorf("merged at %s it says\n%s\nwant in it %q", end, got, want)
		}
	}
}

// A card says of each step that changes code how far it is, by its trials, and where the code is.
func TestCardOfCode(t *testing.T) {
	t.Parallel()
	base := coding.Trial{Phase: coding.TrialBefore, Name: goTest, Passed: 39}
	green := coding.Trial{Phase: coding.TrialGreen, Name: goTest, Passed: 41, Round: 1}
	old := coding.Trial{Phase: coding.TrialGreen, Name: goTest, Passed: 7, Round: 1}
	for _, c := range []struct {
		stage  string
		state  org.StepState
		round  int
		trials []coding.Trial
		want   string
	}{
		{"", org.StepInProgress, 1, nil, "checking the code as it is"},
		{coding.TrialBefore, org.StepInProgress, 1, []coding.Trial{base}, "writing"},
		{org.StageTurn, org.StepInProgress, 1, []coding.Trial{base}, "writing"},
		{org.StageChange, org.StepInProgress, 1, []coding.Trial{base}, "trying its tests on the old code"},
		{coding.TrialRed, org.StepInProgress, 1, []coding.Trial{base, {Phase: coding.TrialRed, Round: 1, Exit: 1}}, "its tests fail on the old code; trying all of it"},
		{coding.TrialRed, org.StepInProgress, 1, []coding.Trial{base, {Phase: coding.TrialRed, Round: 1}}, "trying all of it"},
		{coding.TrialGreen, org.StepInProgress, 1, []coding.Trial{base, green}, "41 tests pass (39 before)"},
		{coding.TrialGreen, org.StepInProgress, 2, []coding.Trial{base, old}, "trying it"},
		{org.StageQA, org.StepInReview, 1, []coding.Trial{base, green}, "in review"},
	} {
		p := prices()
		p.Project.State = org.ProjectActive
		p.Missions = []org.Mission{{ID: "n1", Label: "Prices", State: org.MissionInProgress}}
		for i := range p.Steps {
			p.Steps[i].Mission = "n1"
		}
		p.Steps[1].State, p.Steps[1].Stage, p.Steps[1].Strikes = c.state, c.stage, c.round-1
		p.Changes[1].Step, p.Changes[1].Merged, p.Changes[1].Trials = p.Steps[1], nil, c.trials
		p.Changes[0].Base = "3f2c1ab99"
		for i := range p.Changes {
			p.Changes[i].Order.Repository.Name = "shop"
		}
		text := messages.Card(p).Text
		for _, want := range []string{
			"Code: shop @ 3f2c1ab, branch `frasier/p7-prices`; each change is tried behind a fence, your files stay as they are\n",
			"✓ Read decimal commas in prices · merged, 41 tests pass (39 before), 2 files +14 -3\n",
			"▸ Twelve months cost eleven · " + c.want,
		} {
			if !strings.Contains(text, want) {
				t.Errorf("after %q: the card says\n%s\nwithout %q", c.stage, text, want)
			}
		}
	}
}

// A card says what showed that a change is of its kind.
func TestCardSaysWhatShowedIt(t *testing.T) {
	t.Parallel()
	for kind, c := range map[coding.ChangeKind]struct{ red, want string }{
		coding.KindFix:      {"failed first: shop.TestComma", "· fix: 2 tests failed before and pass now; merged, 41 tests pass"},
		coding.KindFeature:  {"", "· feature: no test failed before, and you let that through; merged, "},
		coding.KindRefactor: {"", "· refactor: the tests pass as they were; merged, "},
		coding.KindRemoval:  {"", "· removal: it only takes away; merged, "},
		coding.KindSettings: {"", "· settings: nothing else is changed; merged, "},
	} {
		p := prices()
		p.Project.State = org.ProjectActive
		p.Missions = []org.Mission{{ID: "n1", Label: "Prices", State: org.MissionInProgress}}
		for i := range p.Steps {
			p.Steps[i].Mission = "n1"
		}
		p.Changes[0].Step, p.Changes[0].Proven, p.Changes[0].Red = p.Steps[0], kind, c.red
		if text := messages.Card(p).Text; !strings.Contains(text, c.want) {
			t.Errorf("%s: the card says\n%s\nwithout %q", kind, text, c.want)
		}
	}
}

// Where several checks decide, the result has a line for each.
func TestResultComparesEachCheck(t *testing.T) {
	t.Parallel()
	p := prices()
	p.Changes = p.Changes[:1]
	vet := coding.Trial{Phase: coding.TrialBefore, Name: "go vet ./...", Exit: 1}
	after := vet
	after.Phase, after.Tree, after.Exit = coding.TrialGreen, "t1", 0
	p.Changes[0].Trials = append(slices.Clone(p.Changes[0].Trials), vet, after)
	text := messages.CodeDelivered(p.Project, p.Changes, "")
	for _, want := range []string{"- `go test ./...`: 41 passed, 1 failed (39 passed, 1 failed before)\n", "- `go vet ./...`: passed (failed before)\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("the result says\n%s\nwithout %q", text, want)
		}
	}
}

// Each value that was decided for a change is told with where it came from, in words.
func TestPlacementIsTold(t *testing.T) {
	facts := coding.PlaceFacts{Tier: org.T2, Tip: "0123456789abcdef", Model: true, Order: coding.CodeOrder{
		Branch: "frasier/p7-prices", Isolation: coding.NotIsolated, Repository: coding.Repository{Name: "shop", Ref: "main", Checks: []string{goTest}, Kind: coding.RepositoryPath},
	}}
	told := func() string {
		p := coding.Place(facts)
		p.Handle = "early-falcon"
		return step.Why(reports.WhyReport{Subject: "s1", Placed: &p}).More
	}
	for _, want := range []string{
		"name: early-falcon (default)", "coder: a model writes it (default)", "model's tier: T2 (the plan)", "where: in a copy of mine, and once it is merged in your folder too (",
		"starts from: 0123456789ab (", "repository's branch: main (", "branch: frasier/p7-prices (", "checks: go test ./... (", "fence: ", "network: ",
		"turns in a round: 40 (default)", "tries in a round: 3 (default)", "limit of a check: 10 min (default)",
	} {
		if text := told(); !strings.Contains(text, want) {
			t.Errorf("%q is not told:\n%s", want, text)
		}
	}
	facts.Model, facts.Order.Isolation, facts.Order.Repository.Checks = false, "", nil
	text := told()
	for _, want := range []string{"where: in a copy of mine alone (default)", "coder: applies what was given", "checks: none ("} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not told:\n%s", want, text)
		}
	}
	if strings.Contains(text, "tier") || strings.Contains(text, "turns") {
		t.Errorf("a change without a model is told with a model's bounds:\n%s", text)
	}
}

// How a plan was reviewed is told to whoever asks why.
func TestWhyTellsOfThePlansReview(t *testing.T) {
	said := step.Why(reports.WhyReport{Subject: "p1", Notes: work.PlanNotes{Review: "sent back, revised once"}}).More
	if !strings.Contains(said, "review: sent back, revised once") {
		t.Errorf("it says %q", said)
	}
}
