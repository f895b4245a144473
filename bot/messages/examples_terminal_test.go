package messages_test

import (
	"slices"
	"time"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

func terminalExamples() []example {
	const url = "https://openrouter.ai/api/v1/models"
	groups := []messages.HelpGroup{{Title: "Hand work over", Commands: [][2]string{{"chat", "talk in the terminal"}}}}
	receipt := reports.Receipt{Mode: "model", Steps: map[string]int{"completed": 12}, CostUSD: 1.234, Seconds: 1500}
	partial := org.Project{State: org.ProjectPartial, Outcome: "12 of 13 steps done; missing: “Prices”"}
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
	started := reports.Ticket{Steps: []org.Step{begun.Step}, Changes: []coding.StepChange{{Step: begun.Step, Placed: &how, Order: coding.CodeOrder{Repository: shop}}}}
	_, start, _ := messages.CodeStarted(started, "s12")
	fromElsewhere := started
	fromElsewhere.Changes = slices.Clone(started.Changes)
	fromElsewhere.Changes[0].Remote = &coding.RemoteAsk{By: "builder", Realised: coding.Realised{
		Provider: "garage", Branch: "fee-three", URL: "https://garage.example/7", Services: []coding.RemoteService{{Name: "web", State: "ready", URL: "https://garage.example:8080"}},
	}}
	_, handed, _ := messages.CodeHandedIn(fromElsewhere, "s12")
	return slices.Concat(isolationExamples(begun, shop), pushExamples(begun), []example{
		{"CodeStarted", "", start},
		{"CodeHandedIn", "", handed},
		{"WorkOpened", "", messages.WorkOpened("/srv/frasier/code/work/shop/s12-clever-otter")},
		{"WorkClosed", "", messages.WorkClosed("clever-otter")},
		{"CodeNeedsStep", "", messages.CodeNeedsStep("diff")},
		{"CodeNone", "", wording.CodeNone("s12")},
		{"CodePatchMissing", "", messages.CodePatchMissing("fee.diff", "Charge delivery once")},
		{"CodeNotOrdered", "", messages.CodeNotOrdered()},
		{"CodeWhichRepository", "", messages.CodeWhichRepository([]string{"shop", "site"})},
		{"CodeWhichRepository", "none is known", messages.CodeWhichRepository(nil)},
		{"CodeDelivered", "", messages.CodeDelivered(prices().Project, prices().Changes, "out/p7-prices")},
		{"CodeDelivered", "without a folder", messages.CodeDelivered(prices().Project, prices().Changes[:1], "")},
		{"CodeDelivered", "nothing is merged", messages.CodeDelivered(prices().Project, []coding.StepChange{{Step: changed.Step}}, "out/p7-prices")},
		{"ChatStart", "", messages.ChatStart("Frasier")},
		{"RunProgress", "a step is done", messages.RunProgress(org.Event{Kind: org.EventStepCompleted}, "Find the price of a bag")},
		{"RunProgress", "sent back", messages.RunProgress(org.Event{Kind: org.EventStepRejected, Text: "Rejected (1 of 3): Find the price of a bag"}, "Find the price of a bag")},
		{"StepNow", "at work", messages.StepNow(org.Step{State: org.StepInReview})},
		{"StepNow", "waiting", messages.StepNow(org.Step{State: org.StepPending, Held: org.HoldGate})},
		{"TerminalSure", "", messages.TerminalSure("share p1")},
		{"TerminalMore", "", messages.TerminalMore("status")},
		{"TerminalAttached", "", messages.TerminalAttached("s12")},
		{"TerminalTurn", "", messages.TerminalTurn([]string{"read fee.sh", "replace fee.sh", "check"}, false, "")},
		{"TerminalTurn", "of an agent", messages.TerminalTurn(nil, false, "Write fee.sh")},
		{"TerminalTurn", "not done", messages.TerminalTurn([]string{"replace fee.sh"}, true, "find stands there twice; take more of what is around it")},
		{"TerminalNoCommand", "", messages.TerminalNoCommand("frob", "")},
		{"TerminalNoCommand", "one nearly the same", messages.TerminalNoCommand("staus", "status")},
		{"TerminalTakesNo", "", messages.TerminalTakesNo("chat", "now", "chat")},
		{"TerminalNoFlag", "", messages.TerminalNoFlag("frasier chat", "--out", "chat")},
		{"TerminalNeedsValue", "", messages.TerminalNeedsValue("--out")},
		{"TerminalNeedsNumber", "", messages.TerminalNeedsNumber()},
		{"TerminalNeedsDecision", "", messages.TerminalNeedsDecision("approve")},
		{"TerminalUnknown", "question", messages.TerminalUnknown("question", "7", "approve")},
		{"TerminalUnknown", "project", messages.TerminalUnknown("project", "p99", "pause")},
		{"TerminalWhere", "questions", messages.TerminalWhere("approve")},
		{"TerminalWhere", "steps", messages.TerminalWhere("why")},
		{"TerminalWhere", "projects", messages.TerminalWhere("pause")},
		{"TerminalStart", "", messages.TerminalStart()},
		{"TerminalHelp", "", messages.TerminalHelp(groups)},
		{"InitBot", "", messages.InitBot("Frasier")},
		{"InitMakeBot", "", messages.InitMakeBot("")},
		{"InitMakeBot", "elsewhere", messages.InitMakeBot("https://chat.example.org")},
		{"InitPaste", "", messages.InitPaste()},
		{"InitNoToken", "", messages.InitNoToken()},
		{"InitIntent", "off", messages.InitIntent("123", false)},
		{"InitIntent", "on", messages.InitIntent("123", true)},
		{"InitIntentElsewhere", "", messages.InitIntentElsewhere("https://chat.example.org")},
		{"InitInvite", "", messages.InitInvite("https://discord.com/oauth2/authorize?client_id=123")},
		{"InitInviteElsewhere", "", messages.InitInviteElsewhere("123")},
		{"InitCode", "", messages.InitCode("amber-river-42")},
		{"InitNoCode", "", messages.InitNoCode()},
		{"InitPaired", "", messages.InitPaired("Ana")},
		{"InitStart", "", messages.InitStart()},
		{"EndpointNoAddress", "", messages.EndpointNoAddress(":x", "missing protocol scheme")},
		{"EndpointSilent", "", messages.EndpointSilent(url, "connection refused")},
		{"EndpointBrokeOff", "", messages.EndpointBrokeOff(url, "unexpected EOF")},
		{"EndpointKey", "", messages.EndpointKey()},
		{"EndpointTrouble", "", messages.EndpointTrouble(url, "503 Service Unavailable")},
		{"EndpointOdd", "", messages.EndpointOdd(url, "404 Not Found")},
		{"EndpointFine", "", messages.EndpointFine(url)},
		{"BackupRestored", "", messages.BackupRestored("frasier.db.1", "<t:1772452800:f>", "frasier.db.old")},
		{"BackupBusy", "", messages.BackupBusy("/home/ana/.frasier")},
		{"UpdateBusy", "", messages.UpdateBusy("/home/ana/.frasier")},
		{"TerminalLineLong", "", messages.TerminalLineLong(1 << 20)},
		{"TerminalShell", "", messages.TerminalShell("/srv/frasier/code/work/shop/s12-clever-otter")},
		{"TerminalAttach", "", messages.TerminalAttach()},
		{"TerminalFile", "", messages.TerminalFile("report.pdf", 1234)},
		{"TerminalFileClosed", "", messages.TerminalFileClosed("plan.md", "no such file or directory")},
		{"TerminalFileUnread", "", messages.TerminalFileUnread("plan.md", "is a directory")},
		{"TerminalFileLarge", "", messages.TerminalFileLarge("film.mp4", 25<<20)},
		{"RunEnded", "", messages.RunEnded(org.Project{State: org.ProjectCompleted}, receipt, "out/p1-oats", "frasier dashboard p1", false)},
		{"RunEnded", "with gaps", messages.RunEnded(partial, receipt, "", "", false)},
		{"RunAsks", "", messages.RunAsks([]org.Decision{{ID: "e1", Question: "\"Nightly workflow\" changes how the code is checked. Nothing is merged unless you allow it.", Options: []org.Option{{ID: "a", Label: "Allow this once"}, {ID: "b", Label: "Do it another way", Ask: "How?"}}}})},
		{"RunOther", "", messages.RunOther("p6")},
		{"TerminalIdle", "", messages.TerminalIdle()},
		{"Up", "", messages.Up("Frasier", "http://frasier.localhost:8787", false)},
		{"Up", "into a file", messages.Up("Frasier", "http://frasier.localhost:8787", true)},
		{"Up", "no dashboard", messages.Up("Frasier", "", true)},
		{"DashboardLink", "", messages.DashboardLink("http://frasier.localhost:8787/enter#ABCD")},
		{"DashboardHere", "", messages.DashboardHere("http://frasier.localhost:8787/enter?to=%2Fprojects%2Fp1#ABCD")},
		{"AuditWritten", "", messages.AuditWritten("/home/ana/audit.jsonl", 48211, 9127, audited.Seal)},
		{"AuditWhole", "", messages.AuditWhole(audited)},
		{"AuditWhole", "compared", messages.AuditWhole(messages.AuditFacts{Lines: 2, Records: 1, First: audited.First, Last: audited.Last, Seal: audited.Seal, Compared: true})},
		{"AuditWhole", "older format", messages.AuditWhole(messages.AuditFacts{Lines: 2, Records: 1, First: audited.First, Last: audited.Last, Older: true})},
		{"AuditWhole", "one project", messages.AuditWhole(messages.AuditFacts{Lines: 120, Records: 44, Project: "p1", First: audited.First, Last: audited.Last, Seal: audited.Seal})},
		{"RunHeld", "before the plan", messages.RunHeld(reports.HeldUp{Project: "p1", Title: "Oats", Planning: 1})},
		{"AuditOther", "", messages.AuditOther("5a01", audited.Seal)},
		{"AuditWrong", "", messages.AuditWrong(17, "line 16 of the log was changed, or does not follow the one before")},
		{"DoneAnew", "", messages.DoneAnew(9, 0, 1, 40_000_000, "re1")},
		{"DoneAnew", "some could not be", messages.DoneAnew(7, 2, 3, 2_000_000_000, "re2")},
		{"DoneAnew", "nothing otherwise", messages.DoneAnew(0, 0, 1, 0, "")},
		{"DoneAnew", "no project", messages.DoneAnew(0, 0, 0, 0, "")},
		{"Replayed", "", messages.Replayed(41, 41, 0)},
		{"Replayed", "other prompts", messages.Replayed(39, 41, 0)},
		{"Replayed", "nothing kept", messages.Replayed(0, 0, 0)},
		{"Replayed", "some forgotten", messages.Replayed(30, 41, 11)},
		{"Replayed", "all forgotten", messages.Replayed(0, 41, 41)},
		{"RunWaits", "", messages.RunWaits("The API key was refused: check OPENROUTER_API_KEY.")},
	})
}

// pushExamples are what is said of a repository that is known by its address, and of a branch that goes there.
func pushExamples(begun coding.StepChange) []example {
	far := coding.Repository{Name: "shop", Kind: coding.RepositoryURL, Source: "https://host.example/acme/shop.git", Ref: "main", Checks: []string{"go test ./..."}}
	pushing := far
	pushing.Policy.Push = true
	told := func(p coding.Push) string {
		c := begun
		c.Order.Repository, c.Order.Branch, c.Order.Push, c.Merged, c.Step.State = pushing, "frasier/p7-prices", &p, &coding.Commit{N: 1}, org.StepCompleted
		text, _ := messages.CodePushed(reports.Ticket{Project: org.Project{ID: "p7"}, Changes: []coding.StepChange{c}})
		return text
	}
	return []example{
		{"CodePushed", "", told(coding.Push{State: coding.PushThere})},
		{"CodePushed", "refused", told(coding.Push{State: coding.PushRefused, Why: "host.example does not take frasier/p7-prices: it is protected there (protected branch hook declined)"})},
		{"ChatRepository", "", wording.ChatRepository(far)},
		{"ChatRepository", "pushes", wording.ChatRepository(pushing)},
		{"ChatRepository", "a folder", wording.ChatRepository(coding.Repository{Name: "site", Kind: coding.RepositoryPath, Source: "/srv/site", Ref: "main"})},
		{"RepositoryAsked", "", messages.RepositoryAsked(reports.RepositoryFacts{Source: far.Source, Repository: far})},
		{"RepositoryAsked", "is tried again", messages.RepositoryAsked(reports.RepositoryFacts{Source: far.Source, Why: "host.example doesn't answer", Trying: 10 * time.Minute})},
		{"RepositoryAsked", "cannot be used", messages.RepositoryAsked(reports.RepositoryFacts{Source: far.Source, Why: "host.example has no repository https://host.example/acme/shop.git, or shows it to nobody who is not signed in"})},
	}
}

// isolationExamples are what is said of a change that comes into the founder's own folder, or stays out of it.
func isolationExamples(begun coding.StepChange, shop coding.Repository) []example {
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
	arrived := func(a coding.Arrival) string {
		c := there
		c.Arrival = &a
		text, _ := messages.CodeArrived(reports.Ticket{Project: org.Project{ID: "p7"}, Changes: []coding.StepChange{c}}, "s12")
		return text
	}
	left := func(o coding.Obstacle, path string) string {
		return arrived(coding.Arrival{State: coding.ArrivalLeft, Obstacle: o, Path: path})
	}
	return []example{
		{"CodeArrived", "", arrived(*there.Arrival)},
		{"CodeArrived", "another file", left(coding.ObstacleDiffers, "price/fee.go")},
		{"CodeArrived", "a link", left(coding.ObstacleInWay, "price")},
		{"CodeArrived", "a merge", left(coding.ObstacleMerging, "")},
		{"CodeArrived", "git at work", left(coding.ObstacleLocked, "")},
		{"CodeArrived", "behind one that was left", left(coding.ObstacleEarlier, "")},
		{"CodeArrived", "the folder is gone", left(coding.ObstacleGone, "")},
		{"CodeArrived", "may not write", left(coding.ObstacleDenied, "fee.go")},
		{"CodeArrived", "cut off before", arrived(coding.Arrival{State: coding.ArrivalLeft, Obstacle: coding.ObstacleDiffers, Path: "fee.go", Files: 1})},
		{"IsolateNoFolder", "", wording.IsolateNoFolder(shop)},
		{"CodeDelivered", "in the folder", messages.CodeDelivered(org.Project{ID: "p7"}, []coding.StepChange{there}, "")},
	}
}

// audited is a written audit that was checked.
var audited = messages.AuditFacts{
	Lines: 48211, Records: 9127, Seal: "4f1c09a27be5d1830c66e2f9a1b7d4530e98c2716f04a5bd3387c1e2094f6ab7",
	First: org.SealedLine{Seq: 1, At: 1772452800000000, Kind: "project_created"}, Last: org.SealedLine{Seq: 48211, At: 1772539200000000, Kind: "document_accepted"},
}
