package messages_test

import (
	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
)

func terminalExamples() []example {
	const url = "https://openrouter.ai/api/v1/models"
	groups := []messages.HelpGroup{{Title: "Hand work over", Commands: [][2]string{{"chat", "talk in the terminal"}}}}
	receipt := org.Receipt{Mode: "model", Steps: map[string]int{"completed": 12}, CostUSD: 1.234, Seconds: 1500}
	partial := org.Project{State: org.ProjectPartial, Outcome: "12 of 13 steps done; missing: “Prices”"}
	shop := org.Repository{Name: "shop", Ref: "main", Kind: org.RepositoryPath, Source: "/srv/shop", Checks: []string{"go vet ./...", "go test ./..."}}
	changed := org.StepChange{
		Step: org.Step{ID: "s12", Title: "Charge delivery once"}, Tree: "8a0c", Files: 2, Added: 20, Deleted: 3, Red: "failed first: shop/price.TestThreeBags",
		Trials: []org.Trial{
			{Phase: org.TrialBefore, Name: "go test ./...", Passed: 211, MS: 1300},
			{Phase: org.TrialRed, Name: "go test ./...", Exit: 1, Passed: 211, Failing: []string{"shop/price.TestThreeBags"}, MS: 1210, Tail: "--- FAIL: TestThreeBags"},
			{Phase: org.TrialGreen, Name: "go test ./...", Passed: 212, MS: 1250},
			{Phase: org.TrialMerged, Name: "go vet ./...", Exit: 1, MS: 200, Tail: "price.go:3: unused\n"},
		},
	}
	return []example{
		{"CodeAdded", "", messages.CodeAdded(shop)},
		{"CodeAdded", "a folder without checks", messages.CodeAdded(org.Repository{Name: "shop", Ref: "main", Kind: org.RepositoryFolder, Source: "/srv/shop"})},
		{"CodeRepositories", "", messages.CodeRepositories([]org.Repository{shop})},
		{"CodeRepositories", "none", messages.CodeRepositories(nil)},
		{"CodeChanged", "", messages.CodeChanged(changed)},
		{"CodeChanged", "not yet", messages.CodeChanged(org.StepChange{Step: changed.Step})},
		{"CodeTrials", "", messages.CodeTrials(changed, false)},
		{"CodeTrials", "none", messages.CodeTrials(org.StepChange{Step: changed.Step}, false)},
		{"CodeNeedsStep", "", messages.CodeNeedsStep("diff")},
		{"CodeNone", "", messages.CodeNone("s12")},
		{"CodePatchMissing", "", messages.CodePatchMissing("fee.diff", "Charge delivery once")},
		{"CodeNotOrdered", "", messages.CodeNotOrdered()},
		{"CodeWhichRepository", "", messages.CodeWhichRepository([]string{"shop", "site"})},
		{"CodeWhichRepository", "none is known", messages.CodeWhichRepository(nil)},
		{"CodeDelivered", "", messages.CodeDelivered(org.CodeOrder{Branch: "frasier/p7-prices", Merged: make([]org.Commit, 3)}, "out/p7-prices")},
		{"TerminalMore", "", messages.TerminalMore("status")},
		{"TerminalNoCommand", "", messages.TerminalNoCommand("frob", "")},
		{"TerminalNoCommand", "one nearly the same", messages.TerminalNoCommand("staus", "status")},
		{"TerminalTakesNo", "", messages.TerminalTakesNo("chat", "now", "chat")},
		{"TerminalNoFlag", "", messages.TerminalNoFlag("frasier chat", "--out", "chat")},
		{"TerminalNeedsValue", "", messages.TerminalNeedsValue("--out")},
		{"TerminalNeedsNumber", "", messages.TerminalNeedsNumber()},
		{"TerminalNeedsProject", "", messages.TerminalNeedsProject("pause")},
		{"TerminalNeedsDecision", "", messages.TerminalNeedsDecision("approve")},
		{"TerminalWhere", "questions", messages.TerminalWhere("approve")},
		{"TerminalWhere", "steps", messages.TerminalWhere("redo")},
		{"TerminalWhere", "rules", messages.TerminalWhere("forget")},
		{"TerminalWhere", "lessons", messages.TerminalWhere("memory")},
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
		{"DoctorPlace", "", messages.DoctorPlace("/home/ana/.frasier")},
		{"DoctorPrices", "", messages.DoctorPrices("2026-03-01", "connection refused")},
		{"DoctorNoDiscord", "", messages.DoctorNoDiscord()},
		{"DoctorFetch", "", messages.DoctorFetch("10.0.0.0/8")},
		{"BackupRestored", "", messages.BackupRestored("frasier.db.1", "2 March 2026 at 12:00 UTC", "frasier.db.old")},
		{"BackupBusy", "", messages.BackupBusy("/home/ana/.frasier")},
		{"TerminalLineLong", "", messages.TerminalLineLong(1 << 20)},
		{"TerminalAttach", "", messages.TerminalAttach()},
		{"TerminalFile", "", messages.TerminalFile("report.pdf", 1234)},
		{"TerminalFileClosed", "", messages.TerminalFileClosed("plan.md", "no such file or directory")},
		{"TerminalFileUnread", "", messages.TerminalFileUnread("plan.md", "is a directory")},
		{"TerminalFileLarge", "", messages.TerminalFileLarge("film.mp4", 25<<20)},
		{"RunEnded", "", messages.RunEnded(org.Project{State: org.ProjectCompleted}, receipt, "out/p1-oats")},
		{"RunEnded", "with gaps", messages.RunEnded(partial, receipt, "")},
		{"RunWaits", "", messages.RunWaits("The API key was refused: check OPENROUTER_API_KEY.")},
	}
}
