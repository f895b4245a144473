package messages_test

import (
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/command/code"
	"github.com/frasier-cos/frasier/bot/command/repository"
	"github.com/frasier-cos/frasier/bot/command/step"
	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/nountest"
)

// Whatever stops or bounds work on code is told with what it is, where it is, and what to do next, or that there
// is nothing to do. The sentences that this package makes stand here. Where another makes it, its test holds it:
//
//	a source: no folder, empty, no commit, no such branch      worker/workspace TestSourcesThatAreRefused
//	a source: shallow, on no branch, in a merge                worker/workspace TestSourcesOfEveryState
//	no git, an old git, no fence                               worker/fence TestWhatIsMissingIsNamed
//	user namespaces forbidden                                  worker/fence TestRemedy
//	an order for code without a fence, and doctor              cmd story tool/code-walls
//	red before, no checks, nothing changed, tests that fail
//	  or prove nothing, luck, time, guard, secret              worker/proof TestWhatIsSaidOfAChange
//	long output, odd bytes                                     worker/fence TestRunKeepsBothEndsOfLongOutput, worker/trial TestTailHoldsNoSecret
//	a patch that does not fit or did not come                  cmd story code/stopped
//	a conflict behind another change                           worker/workspace TestMergeTakesNoSide
//	a full disk                                                worker/fence TestAFullDiskIsNoFailure, worker/workspace TestAFullDiskRefusesNothing, worker/trial TestAFullDiskIsNoFailedCheck
//	an address that cannot be reached, or lets nobody in       worker/workspace TestAnswersOfHosts
//	a push that is not taken                                   worker/workspace TestAPushWritesNothingAnew
//	a damaged copy                                             worker/workspace TestADamagedCopyIsMadeAgain
//	an endpoint that refuses the key                           llm TestErrorTable
//	an opened folder that was changed                          worker/workspace TestAnOpenedFolderKeepsWhatIsWrittenIntoIt
func TestWhatFailsInCodeIsTold(t *testing.T) {
	shop := coding.Repository{Name: "shop", Ref: "main", Kind: coding.RepositoryPath, Source: "/srv/shop", Checks: []string{goTest}}
	unchecked := shop
	unchecked.Checks = nil
	read := org.Step{ID: "s12", Project: "p7", Title: "Read decimal commas", State: org.StepPending, Held: org.HoldCode}
	left := func(o coding.Obstacle, path string) string {
		c := coding.StepChange{Step: read, Merged: &coding.Commit{N: 1}, Order: coding.CodeOrder{Repository: shop, Branch: "frasier/p7-prices"}, Arrival: &coding.Arrival{State: coding.ArrivalLeft, Obstacle: o, Path: path}}
		text, _ := messages.CodeArrived(reports.Ticket{Project: org.Project{ID: "p7"}, Changes: []coding.StepChange{c}}, "s12")
		return text
	}
	guard := org.Decision{
		ID: "e1", Kind: org.DecideQuestion, Project: "p7", Step: "s12", Hunk: "-\tt.Error(2)\n",
		Question: `"Read decimal commas" changes how the code is checked: fee_test.go:41: it leaves a test out: t.Skip(). Its checks pass. Nothing is merged unless you allow it.`,
		Options:  []org.Option{{ID: "a", Label: "Allow this once"}, {ID: "b", Label: "Send it back"}, {ID: "c", Label: "Leave it out"}},
	}
	asked, ok := messages.Question(reports.Ticket{Project: org.Project{ID: "p7", Title: "Prices"}, Steps: []org.Step{read}, Decisions: []org.Decision{guard}}, "e1")
	if !ok {
		t.Fatal("nothing is asked")
	}
	for name, c := range map[string]struct {
		said              string
		what, where, next string
	}{
		"uncommitted changes": {repository.CodeAdded(shop, repository.CodeUncommitted(2, "3f2c1ab")), "2 changed files aren't committed", "/srv/shop", "I work from commit 3f2c1ab and leave the folder alone"},
		"submodules":          {repository.CodeAdded(shop, repository.CodeSubmodules(2)), "2 submodules", "shop", "stays empty here"},
		"Git LFS":             {repository.CodeAdded(shop, repository.CodeLarge()), "Git LFS", "shop", "git lfs pull"},
		"no checks":           {repository.CodeAdded(unchecked), "I know no way to check it, so I can merge nothing", "shop", `frasier repo set shop check "go test ./..."`},
		"no checks, in a chat": {
			repository.ChatRepositories([]coding.Repository{unchecked}),
			"I know no way to check it", "shop", "`!repo shop check go test ./...`",
		},
		"no repository":               {repository.CodeRepositories(nil, nil), "No repository is known", "", "frasier repo add FOLDER"},
		"no repository, in a chat":    {repository.ChatRepositories(nil), "No repository is known", "on its machine", "`!repo add github.com/you/name`"},
		"an unknown repository":       {repository.CodeUnknown("shoq", []string{"shop", "site"}), "I know no repository", "shoq", "I know shop, site"},
		"the first repository":        {repository.CodeUnknown("shoq", nil), "I know no repository", "shoq", "frasier repo add FOLDER"},
		"which repository":            {messages.CodeWhichRepository([]string{"shop", "site"}), "this order changes code", "in which repository", "--repo FOLDER, or one of shop, site"},
		"which repository, in a chat": {messages.ChatWhichRepository([]string{"shop", "site"}), "you want that changed", "In which repository", "shop or site?"},
		"no code in the order":        {messages.CodeNotOrdered(), "nothing in this order changes code", "", "mark items with !code"},
		"no patch":                    {messages.CodePatchMissing("fee.diff", "Charge a fee"), "fee.diff, which is not beside the roadmap", "Charge a fee", "put it there"},
		"no worker for code":          {messages.StepNow(read), "waits for a worker that can run code", "on its machine", "frasier doctor"},
		"no worker, of all runs":      {code.Runs([]coding.CodeRun{{Change: coding.StepChange{Step: read}, Repository: "shop"}}, time.Time{}), "waits for a machine that can run its checks", "s12 Read decimal commas (p7, shop)", "frasier doctor there"},
		"the guard asks":              {nountest.Render(t, asked), "leaves a test out", "fee_test.go:41", "[Allow this once]"},
		"the guard shows":             {nountest.Render(t, asked), "-\tt.Error(2)", "Prices", "Leave it out"},
		"a folder that differs":       {left(coding.ObstacleDiffers, "fee.go"), "fee.go there is not as the change found it", "/srv/shop", "`frasier export p7`, then `git fetch"},
		"a folder in a merge":         {left(coding.ObstacleMerging, ""), "a merge or a rebase is under way", "/srv/shop", "`frasier export p7`"},
		"a folder that is locked":     {left(coding.ObstacleLocked, ""), "git is at work there (index.lock)", "/srv/shop", "`frasier export p7`"},
		"a folder that is gone":       {left(coding.ObstacleGone, ""), "no git checkout there any more", "/srv/shop", "`frasier export p7`"},
		"no folder to come into":      {wording.IsolateNoFolder(shop), "no git checkout", "shop", "The branch has it"},
		"settled by the operator":     {step.IsolateFixed(shop), "I can't overrule that from here", "shop", "`frasier repo set shop isolated default`"},
		"too late to choose":          {step.IsolateTooLate(read), "has ended", "s12 “Read decimal commas”", "`!redo s12`"},
	} {
		for _, part := range []string{c.what, c.where, c.next} {
			if !strings.Contains(c.said, part) {
				t.Errorf("%s: nothing says %q in %q", name, part, c.said)
			}
		}
	}
}
