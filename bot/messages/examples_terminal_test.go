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
	return []example{
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
		{"RunEnded", "", messages.RunEnded(org.Project{State: org.ProjectCompleted}, receipt, "out/p1-oats", "frasier dashboard p1")},
		{"RunEnded", "with gaps", messages.RunEnded(partial, receipt, "", "")},
		{"DashboardLink", "", messages.DashboardLink("http://frasier.localhost:8787/enter#ABCD")},
		{"DashboardHere", "", messages.DashboardHere("http://frasier.localhost:8787/enter?to=%2Fprojects%2Fp1#ABCD")},
		{"AuditWritten", "", messages.AuditWritten("/home/ana/audit.jsonl", 48211)},
		{"AuditWhole", "", messages.AuditWhole(48211, "")},
		{"AuditWhole", "one project", messages.AuditWhole(120, "p1")},
		{"AuditWrong", "", messages.AuditWrong(17, "line 16 of the log was changed, or does not follow the one before")},
		{"Replayed", "", messages.Replayed(41, 41)},
		{"Replayed", "other prompts", messages.Replayed(39, 41)},
		{"Replayed", "nothing kept", messages.Replayed(0, 0)},
		{"RunWaits", "", messages.RunWaits("The API key was refused: check OPENROUTER_API_KEY.")},
	}
}
