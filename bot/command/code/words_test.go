package code_test

import (
	"slices"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/command/code"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/nountest"
)

func TestWords(t *testing.T) {
	all := examples()
	nountest.Golden(t, all...)
	nountest.Marked(t, all...)
}

func examples() []nountest.Example {
	shop := coding.Repository{Name: "shop", Ref: "main", Kind: coding.RepositoryPath, Source: "/srv/shop", Checks: []string{"go vet ./...", "go test ./..."}}
	changed := coding.StepChange{
		Step: org.Step{ID: "s12", Title: "Charge delivery once"}, Tree: "8a0c", Files: 2, Added: 20, Deleted: 3, Red: "failed first: shop/price.TestThreeBags",
		Trials: []coding.Trial{
			{Phase: coding.TrialBefore, Name: "go test ./...", Passed: 211, MS: 1300},
			{Phase: coding.TrialRed, Name: "go test ./...", Exit: 1, Passed: 211, Failing: []string{"shop/price.TestThreeBags"}, MS: 1210, Tail: "--- FAIL: TestThreeBags"},
			{Phase: coding.TrialGreen, Name: "go test ./...", Passed: 212, MS: 1250},
			{Phase: coding.TrialMerged, Name: "go vet ./...", Exit: 1, MS: 200, Tail: "price.go:3: unused\n"},
		},
	}
	how := coding.Place(coding.PlaceFacts{Tier: org.T2, Model: true, Tip: "3f2c1ab90817", Order: coding.CodeOrder{Repository: shop, Branch: "frasier/p7-prices"}})
	how.Handle = "clever-otter"
	begun := coding.StepChange{Step: org.Step{ID: "s12", Project: "p7", Title: "Read decimal commas", State: org.StepInProgress, Stage: org.StageTurn}, Placed: &how}
	return slices.Concat(isolationExamples(begun, shop), []nountest.Example{
		{Name: "CodeChanged", Message: code.Changed(changed)},
		{Name: "CodeChanged: not yet", Message: code.Changed(coding.StepChange{Step: changed.Step})},
		{Name: "CodeTrials", Message: code.Trials(changed, false)},
		{Name: "CodeTrials: none", Message: code.Trials(coding.StepChange{Step: changed.Step}, false)},
		{Name: "CodeRuns: none", Message: code.Runs(nil, time.Time{})},
		{Name: "CodeRuns", Message: code.Runs([]coding.CodeRun{
			{
				Change: coding.StepChange{
					Step:   org.Step{ID: "s12", Project: "p7", Title: "Read decimal commas", State: org.StepInProgress, Stage: coding.TrialRed, StartedAt: time.Unix(0, 0), Strikes: 1},
					Trials: []coding.Trial{{Phase: coding.TrialRed, Exit: 1, Round: 2}},
				},
				Repository: "shop", Turns: 4,
			},
			{Change: coding.StepChange{Step: org.Step{ID: "s13", Project: "p7", Title: "Twelve months cost eleven", State: org.StepPending}}, Repository: "shop"},
			{Change: coding.StepChange{Step: org.Step{ID: "s14", Project: "p8", Title: "Name the city", State: org.StepPending, Held: org.HoldCode}}, Repository: "site"},
		}, time.Unix(180, 0))},
		{Name: "CodeWorkspaces: none", Message: code.Workspaces(nil)},
		{Name: "CodeWorkspaces", Message: code.Workspaces([]coding.CodeRun{{Repository: "shop", Change: begun}})},
		{Name: "ChatDiff", Message: code.ChatDiff([]coding.StepChange{changed}).Text},
		{Name: "ChatDiff: not yet", Message: code.ChatDiff([]coding.StepChange{{Step: changed.Step}}).Text},
		{Name: "ChatChecks", Message: code.ChatChecks([]coding.StepChange{changed})},
	})
}

func isolationExamples(begun coding.StepChange, shop coding.Repository) []nountest.Example {
	waits, off, ended, there := begun, begun, begun, begun
	waits.Order.Repository, waits.Placed, waits.Step.State = shop, nil, org.StepPending
	off.Order.Repository, off.Order.Isolation = shop, coding.NotIsolated
	into := waits
	into.Order.Isolation = coding.NotIsolated
	ended.Order.Repository, ended.Step.State = shop, org.StepCompleted
	how := coding.Place(coding.PlaceFacts{Model: true, Tip: "3f2c1ab90817", Order: into.Order})
	how.Handle = "clever-otter"
	there.Order.Repository, there.Order.Branch, there.Step.State, there.Placed = shop, "frasier/p7-prices", org.StepCompleted, &how
	there.Merged = &coding.Commit{N: 1}
	there.Arrival = &coding.Arrival{State: coding.ArrivalThere, Files: 3}
	return []nountest.Example{
		{Name: "CodeTrials: in the folder", Message: code.Trials(there, false)},
		{Name: "CodeWorkspaces: comes into the folder", Message: code.Workspaces([]coding.CodeRun{{Repository: "shop", Change: there}})},
	}
}
