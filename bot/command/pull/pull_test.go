package pull_test

import (
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/command/pull"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/testing/nountest"
)

func TestWords(t *testing.T) {
	one := func(n int, project org.ProjectID, missing ...string) pull.Shown {
		return pull.Shown{PullRequest: outward.PullRequest{
			Place: "github.com/acme/shop", Number: n, Project: project, Link: "https://github.com/acme/shop/pull/7", Base: "main", State: outward.PullOpen, SeenAt: time.Unix(1, 0),
		}, Missing: missing}
	}
	draft, open, held, merged, closed, runs := one(1, "p1"), one(2, "p2"), one(3, "p3", "Fees: no test failed before it", "somebody asked for changes there and did not take that back"), one(4, "p4"), one(5, "p5"), one(6, "p6")
	draft.Draft, draft.Checks = true, outward.Checks{Good: 3}
	open.Review = outward.ReviewApproved
	held.Draft, held.Review = true, outward.ReviewChanges
	merged.State, merged.MergedBy = outward.PullMerged, "ada"
	closed.State = outward.PullClosed
	runs.Checks = outward.Checks{Good: 1, Running: []string{"build"}}
	second := one(7, "p1")
	say := func(text string) wording.Message { return wording.Message{Text: text} }
	a := func(k outward.Kind) outward.Action { return outward.Action{ID: "a9", Kind: k} }
	nountest.Golden(t,
		nountest.Example{Name: "none", Message: pull.List(nil)},
		nountest.Example{Name: "nothing connected", Message: say(pull.NotConnected())},
		nountest.Example{Name: "all states", Message: pull.List([]pull.Shown{draft, open, held, merged, closed, runs})},
		nountest.Example{Name: "two of a project", Message: pull.List([]pull.Shown{draft, second})},
		nountest.Example{Name: "is marked", Message: say(pull.Ordered(a(outward.MarkReady), draft.PullRequest, false))},
		nountest.Example{Name: "is merged", Message: say(pull.Ordered(a(outward.MergePull), open.PullRequest, false))},
		nountest.Example{Name: "is merged later", Message: say(pull.Ordered(a(outward.MergePull), runs.PullRequest, true))},
		nountest.Example{Name: "is closed", Message: say(pull.Ordered(a(outward.ClosePull), open.PullRequest, false))},
		nountest.Example{Name: "effect of marking", Message: say(pull.Effect(draft.PullRequest, outward.MarkReady, false))},
		nountest.Example{Name: "effect of merging", Message: say(pull.Effect(open.PullRequest, outward.MergePull, false))},
		nountest.Example{Name: "effect of merging later", Message: say(pull.Effect(runs.PullRequest, outward.MergePull, true))},
		nountest.Example{Name: "effect of closing", Message: say(pull.Effect(open.PullRequest, outward.ClosePull, false))},
		nountest.Example{Name: "not ready", Message: say(pull.Missing(held.PullRequest, outward.MarkReady, held.Missing))},
		nountest.Example{Name: "not to be merged", Message: say(pull.Missing(held.PullRequest, outward.MergePull, held.Missing))},
		nountest.Example{Name: "ready already", Message: say(pull.ReadyAlready(open.PullRequest))},
		nountest.Example{Name: "no pull request", Message: say(pull.None(org.ProjectName{ID: "p3", Title: "Fees"}))},
		nountest.Example{Name: "none open", Message: say(pull.NoneOpen([]outward.PullRequest{merged.PullRequest}, ""))},
		nountest.Example{Name: "none of the number", Message: say(pull.NoneOpen([]outward.PullRequest{open.PullRequest}, "34"))},
		nountest.Example{Name: "several", Message: say(pull.Several([]outward.PullRequest{draft.PullRequest, second.PullRequest}))},
		nountest.Example{Name: "no word", Message: say(pull.How("maybe"))},
	)
}
