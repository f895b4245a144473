package messages_test

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/command"
	"github.com/frasier-cos/frasier/bot/command/alert"
	"github.com/frasier-cos/frasier/bot/command/ask"
	"github.com/frasier-cos/frasier/bot/command/browser"
	"github.com/frasier-cos/frasier/bot/command/control"
	"github.com/frasier-cos/frasier/bot/command/document"
	"github.com/frasier-cos/frasier/bot/command/given"
	"github.com/frasier-cos/frasier/bot/command/help"
	"github.com/frasier-cos/frasier/bot/command/inbox"
	"github.com/frasier-cos/frasier/bot/command/memory"
	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/command/plan"
	"github.com/frasier-cos/frasier/bot/command/project"
	"github.com/frasier-cos/frasier/bot/command/schedule"
	"github.com/frasier-cos/frasier/bot/command/setting"
	"github.com/frasier-cos/frasier/bot/command/share"
	"github.com/frasier-cos/frasier/bot/command/status"
	"github.com/frasier-cos/frasier/bot/command/step"
	"github.com/frasier-cos/frasier/bot/command/team"
	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/learning"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/policy"
	"github.com/frasier-cos/frasier/internal/question"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
)

func lisbon() org.ProjectName {
	return org.ProjectName{ID: "p1", Title: "Lisbon launch", State: org.ProjectActive}
}

func commandExamples() []example {
	p := lisbon()
	return append(append(projectCommandExamples(), memoryExamples()...),
		example{"UnknownCommand", "", messages.UnknownCommand("frobnicate", "")},
		example{"UnknownCommand", "one letter wrong", messages.UnknownCommand("satus", "status")},
		example{"UnknownCommand", "no word", messages.UnknownCommand("", "")},
		example{"CancelFirst", "nothing planned", control.CancelFirst(p, 0, 0)},
		example{"CancelFirst", "nothing finished", control.CancelFirst(p, 0, 7)},
		example{"CancelFirst", "some finished", control.CancelFirst(p, 2, 7)},
		example{"CancelAllFirst", "", control.CancelAllFirst(3, 0)}, example{"CancelAllFirst", "some stopped", control.CancelAllFirst(3, 2)}, example{"EndStoppedFirst", "", control.EndStoppedFirst(8)}, example{"EndFirst", "", control.EndFirst(p, "e4")}, example{"EndFirst", "nothing asked", control.EndFirst(p, "")}, example{"ProjectStopped", "", control.ProjectStopped(p, "e4")}, example{"ProjectStopped", "nothing asked", control.ProjectStopped(p, "")},
		example{"Cancelled", "", control.Cancelled([]org.ProjectName{p}, 0)},
		example{"Cancelled", "steps were running", control.Cancelled([]org.ProjectName{p}, 2)},
		example{"Cancelled", "several", control.Cancelled([]org.ProjectName{p, {ID: "p2"}}, 0)},
		example{"NothingOpenTo", "", control.NothingOpenTo("pause")},
		example{"Paused", "nothing running", control.Paused([]org.ProjectName{p}, 0)},
		example{"Paused", "steps running", control.Paused([]org.ProjectName{p}, 2)},
		example{"Paused", "several projects", control.Paused([]org.ProjectName{p, {ID: "p2"}}, 1)},
		example{"Dashboard", "this machine", browser.Dashboard("http://frasier.localhost:8787/enter#ABCD", false).Text},
		example{"Dashboard", "a public address", browser.Dashboard("https://frasier.example.com/enter#ABCD", true).Text},
		example{"DashboardRefused", "asked by a program", browser.DashboardRefused().Text},
		example{"Dashboard", "switched off", browser.Dashboard("", false).Text},
		example{"ShareFirst", "", share.First(p, 12, false, false)},
		example{"ShareFirst", "with its price, listed", share.First(p, 1, true, true)},
		example{"Shared", "nothing serves the folder", share.Shared(p, "ab12", "")},
		example{"Shared", "served", share.Shared(p, "ab12", "http://127.0.0.1:8788/")},
		example{"Unshared", "", share.Unshared(p)},
		example{"StillPublic", "", share.StillPublic(p)},
		example{"ShareHow", "", share.How("loudly")},
		example{"ShareNone", "", share.None(p)},
		example{"NotShared", "", share.NotShared(p)},
		example{"Resumed", "", control.Resumed([]org.ProjectName{p})},
	)
}

// commandTexts are all commands with their options, as help explains them.
func commandTexts() string {
	var lines []string
	for name, options := range map[string]string{
		"accept": "project", "add": "message project", "agents": "", "alert": "id verdict", "approve": "id text", "ask": "text file", "budget": "scope amount kind project", "confirm": "given",
		"cancel": "project sure", "checks": "subject", "diff": "subject", "repo": "", "runs": "", "workspaces": "", "isolate": "step do", "changes": "project text", "company": "do text", "costs": "project", "decide": "id answer", "delete": "project", "deny": "id text", "drop": "step text", "share": "project how sure", "undelete": "project", "dashboard": "", "doctor": "", "export": "project", "forget": "id", "gate": "project when",
		"help": "command", "inbox": "", "memory": "do id", "pause": "project", "plan": "project", "project": "goal file cap project", "projects": "state", "read": "project", "reannounce": "delivery",
		"recall": "text", "redo": "step text", "remember": "text", "replan": "project text", "resume": "project", "rules": "do id", "schedule": "project cron zone missed", "settings": "name value",
		"sources": "project", "status": "project", "steer": "subject text", "timeline": "project", "why": "subject",
	} {
		line := name + ": " + ofNoun(name, "")
		for o := range strings.FieldsSeq(options) {
			line += fmt.Sprintf("; %s: %s", o, ofNoun(name, o))
		}
		lines = append(lines, line)
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// ofNoun is what a command's noun says of it, or of one of its options; empty where it has none.
func ofNoun(name, option string) string {
	for _, c := range command.Commands() {
		if c.Name != name {
			continue
		}
		if option == "" {
			return c.Summary
		}
		for _, o := range c.Options {
			if o.Name == option {
				return o.Description
			}
		}
	}
	return ""
}

func projectCommandExamples() []example {
	p, done := lisbon(), org.ProjectName{ID: "p1", Title: "Lisbon launch", State: org.ProjectCompleted}
	fourth := org.StepName{ID: "s4", Title: "Find where oats are grown"}
	budget := noun.Command{Name: "budget", Summary: "limits on spending: list them, or set one", Example: "budget day 5", Aliases: []string{"cap"}, Options: []syntax.Option{{Name: "amount", Description: "dollars, like 5 or 0.50; off takes it away"}}}
	both := []org.ProjectName{p, {ID: "p2", Title: "Oats"}}
	return append(decisionExamples(),
		example{"CommandText", "all", commandTexts()}, example{"OptionText", "", ofNoun("redo", "step")}, example{"OpenProjects", "", messages.OpenProjects()},
		example{"Help", "", help.Help([]noun.Command{budget})}, example{"HelpOn", "", help.On(budget)},
		example{"CommandNeeds", "", messages.CommandNeeds("remember", "the rule", "remember Write prices in euros")}, example{"CommandTakesNo", "", messages.CommandTakesNo("inbox", "please", "inbox")},
		example{"LearntOf", "", team.LearntOf(org.AgentView{Skills: []org.Skill{{Name: "pricing", Used: 2}}})}, example{"ProjectNone", "", messages.ProjectNone()}, example{"ProjectNoneOpen", "", messages.ProjectNoneOpen()}, example{"ProjectNoneRead", "", messages.ProjectNoneRead(2, "pause")},
		example{"ProjectWhich", "", messages.ProjectWhich(both, "", false, "pause", "pause")}, example{"ProjectWhich", "several fit", messages.ProjectWhich(both, "li", false, "meant i4", "steer")}, example{"ProjectWhich", "all ended", messages.ProjectWhich(both, "", true, "read", "read")},
		example{"ProjectUnknown", "", messages.ProjectUnknown("lyon")}, example{"ProjectSlip", "", messages.ProjectSlip("lison", p, "steer p3 Leave the islands out")}, example{"CommandNeedsWords", "", messages.CommandNeedsWords("changes", "p3", "what should change", "changes p3 Shorter")}, example{"CommandGone", "", given.CommandGone()}, example{"ProjectEnded", "", control.ProjectEnded(done, "pause")}, example{"ProjectStateUnknown", "", status.ProjectStateUnknown("asleep")},
		example{"ProjectNeedsGoal", "", project.NeedsGoal("project Compare three tools")}, example{"RuleOrProject", "", wording.RuleOrProject("Always write prices in euros").Reply()}, example{"RuleOrProject", "of many words", wording.RuleOrProject(strings.Repeat("Always write prices in euros. ", 4)).Reply()}, example{"ProjectStarting", "", project.Starting("Compare three tools", 0)}, example{"ProjectStarting", "limited", project.Starting("Compare three tools", 5*org.Dollar)},
		example{"Asked", "", ask.Asked("What did we decide?")}, example{"Steered", "", step.Steered(p, "Leave Porto out")}, example{"SteerTooLate", "", step.SteerTooLate(done)},
		example{"SteeredStep", "", step.SteeredStep("s12", "Fix the decimal comma", "Use the parser that is there")}, example{"SteerStepTooLate", "", step.SteerStepTooLate("s12", "Use the parser that is there")},
		example{"AddHow", "", step.AddHow()}, example{"AddGone", "", step.AddGone()},
		example{"Redone", "", wording.Redone("s1", "", nil)}, example{"Redone", "with a note", wording.Redone("s1", "only 2026", []org.StepID{"s2", "s3"})},
		example{"RedoUnknown", "", wording.RedoUnknown("s99")}, example{"RedoNotNow", "", step.RedoNotNow("s1", "a newer plan took its place")},
		example{"Replanned", "", wording.Replanned(p, "fewer steps")}, example{"Replanned", "by an answer", wording.Replanned(org.ProjectName{ID: "p1"}, "")}, example{"ReplanNotNow", "", plan.ReplanNotNow(p, "it is being planned")},
		example{"ChangesBegun", "", step.ChangesBegun(p, "use euros", []step.ChangedStep{{ID: "s1", Title: "Find the price", More: 2}})}, example{"ChangesNotNow", "", step.ChangesNotNow(p, "its project was cancelled")},
		example{"ChangesWhere", "", step.ChangesWhere(p, []org.Step{{ID: "s1", Title: "Find the price"}, {ID: "s2", Title: "Sum up"}})},
		example{"CancelledByAnswer", "", inbox.CancelledByAnswer("p1")},
		example{"GateSet", "", control.GateSet(p, []string{"after planning", "before the document"})}, example{"GateSetAfterStep", "", control.GateSetAfterStep(p, "after “Find the price”")},
		example{"GateWhere", "", control.GateWhere(p, "\"later\" is no place to stop: write after planning, after each phase or before the document")},
		example{"GateWhichStep", "", control.GateWhichStep("p1", "find", "s3")}, example{"GateStepEnded", "", control.GateStepEnded(fourth)}, example{"GateProjectEnded", "", control.GateProjectEnded(done)},
		example{"GateWhich", "", control.GateWhich("p1")}, example{"GatesDropped", "", control.GatesDropped(p, 2)}, example{"GatesDropped", "none", control.GatesDropped(p, 0)},
		example{"Gates", "", control.Gates(p, []org.Gate{{Name: "after planning", Open: "e1"}, {Name: "before the document"}})}, example{"Gates", "none", control.Gates(p, nil)},
	)
}

func decisionExamples() []example {
	at := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	d := org.Decision{
		ID: "e4", Project: "p3", Kind: org.DecideStrikes, Safe: question.StrikesSafe, Question: "“Sum up” was sent back three times: the year is missing.", At: at, Blocks: []string{"Write the offer"},
		Options: question.StrikeOptions(org.Step{ID: "s2"}, question.Effort{Cost: org.Dollar / 10, Known: true, Time: 4 * time.Minute}),
	}
	open := org.Decision{ID: "e5", Project: "p3", Question: "Which year counts?", At: at}
	held := []reports.HeldUp{{Project: "p3", Title: "Oats", Planning: 1, Capped: 2, Unreviewed: 1}}
	weak := org.Decision{
		ID: "e6", Project: "p3", Safe: question.GuardSafe, At: at, Options: question.GuardOptions(org.Step{ID: "s2"}, true, "Leave the tests as they are."),
		Question: "\"Charge three\" changes how the code is checked: fee_test.go asserts less than before: 1 line instead of 2. Its checks pass. Nothing is merged unless you allow it.",
		Hunk:     "--- fee_test.go\n@@ -7,2 +7 @@\n-\tt.Error(2) // ```\n \tt.Error(1)\n",
	}
	answered := d
	answered.Answer, answered.Text, answered.By, answered.DecidedAt = "d", "ask the ministry", "Ana", at
	return []example{
		{"DecisionShown", "", inbox.DecisionShown(d)},
		{"DecisionShown", "in words", inbox.DecisionShown(open)},
		{"DecisionShown", "lines of a change", inbox.DecisionShown(weak)},
		{"Inbox", "two questions", inbox.Inbox([]org.Decision{d, open}, held, map[org.ProjectID]bool{d.Project: true}, 1)},
		{"Inbox", "on hold", inbox.Inbox(nil, held, nil, 1)},
		{"Inbox", "nothing", inbox.Inbox(nil, nil, nil, 1)},
		{"InboxPages", "", fmt.Sprint(inbox.Pages([]org.Decision{d, open}, held))},
		{"DecisionDone", "", inbox.DecisionDone(answered, wording.Redone("s2", "ask the ministry", nil))},
		{"DecisionTold", "", inbox.DecisionTold("only the coast")},
		{"DecisionBefore", "", inbox.DecisionBefore(answered)},
		{"DecisionNotNow", "", inbox.DecisionNotNow("e4", "its part of the project is being planned again")},
		{"DecisionNeedsText", "", inbox.DecisionNeedsText(d, d.Options[0])},
		{"DecisionNoAnswer", "", inbox.DecisionNoAnswer(open, "maybe")},
		{"DecisionNotYesNo", "", inbox.DecisionNotYesNo(open)},
		{"DecisionWhich", "", inbox.DecisionWhich(2, "approve", "e4")},
		{"DecisionUnknown", "", inbox.DecisionUnknown("e99")},
		{"DecisionNone", "", inbox.DecisionNone()},
	}
}

func memoryExamples() []example {
	at := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	p := lisbon()
	rule := learning.Lesson{ID: "l1", Kind: org.MemoryDirective, State: "active", Text: "Write prices in euros"}
	lesson := learning.Lesson{ID: "l2", Kind: "lesson", State: "candidate", Text: "Name the date beside each price."}
	tidied := learning.Curation{ID: "c1", At: at, Ops: []learning.Op{{Op: learning.OpEdit, IDs: []org.LessonID{"l2"}}}, Before: []learning.Item{{ID: "l2", Text: "Name dates."}}, After: []learning.Item{{ID: "l2", Text: "Name the date beside each price."}}}
	quote := reports.StepCitation{Citation: work.Citation{Claim: "Oats cost 212 euros", Quote: "The price was 212 euros", Title: "Prices", URL: "https://example.org/prices", FetchedAt: at}}
	zone := setting.Line{Name: "zone", Value: "Europe/Berlin", Otherwise: "UTC", Meaning: setting.Meaning("zone")}
	never := setting.Line{Name: policy.AutoApprove, Value: "never", WasScore: "4.5", Otherwise: "all", Meaning: setting.Meaning(policy.AutoApprove)}
	musts := setting.Line{Name: policy.QAOnly, Value: "musts", WasScore: "3", Otherwise: "musts", Meaning: setting.Meaning(policy.QAOnly)}
	plan := reports.Schedule{ID: "t1", Project: "p1", Title: "Lisbon launch", Spec: "0 8 * * 1", Zone: "Europe/Berlin", Due: at, Runs: 2}
	rosalind := team.Member{AgentView: org.AgentView{Agent: org.Agent{Name: "Rosalind", Role: "Head of Research", Version: 2}, Working: "Find the price", Skills: []org.Skill{{Name: "market-research", Used: 4}, {Name: "pricing", Used: 1}}, History: []string{"1: the first team", "2: taught after rejections"}, Completed: 2, Points: org.Points{Met: 17, Asked: 18}, Rejected: 1}, Spent: org.CostLine{Calls: 2, Cost: org.Dollar / 3}}
	quinn := team.Member{AgentView: org.AgentView{Agent: org.Agent{Name: "Quinn", Role: "Head of Quality", Reviewer: "qa"}}}
	noticed := reports.Alert{ID: "a3", Project: "p1", Text: "“Prices” has been quiet for 24 min.", Acted: true, Remedy: reports.RemedyRequeue, Evidence: []string{"no sign of research"}, Verdict: "right"}
	return []example{
		{"Rules", "", memory.Rules([]learning.Lesson{rule, lesson})},
		{"Rules", "none", memory.Rules(nil)},
		{"RulesHow", "", memory.RulesHow("burn")},
		{"Remembered", "", memory.Remembered("l1", "Write prices in euros")},
		{"RememberWhat", "", memory.RememberWhat("remember Write prices in euros")},
		{"RememberTooLong", "", memory.RememberTooLong(900, 600)},
		{"Forgot", "", memory.Forgot("l1", "Write prices in euros")},
		{"Forgot", "again", memory.Forgot("l1", "")},
		{"ForgotMessage", "", memory.ForgotMessage("m3")},
		{"ForgetWhat", "", memory.ForgetWhat()},
		{"ForgetUnknown", "rule", memory.ForgetUnknown("l9")},
		{"ForgetUnknown", "message", memory.ForgetUnknown("m9")},
		{"ForgetNotNow", "", memory.ForgetNotNow("m3", "it is being answered")},
		{"Learnt", "", memory.Learnt([]learning.Lesson{rule, lesson}, []learning.Curation{tidied})},
		{"Learnt", "none", memory.Learnt(nil, nil)},
		{"MemoryHow", "", memory.How("burn")},
		{"TidyingUndone", "", memory.TidyingUndone("c1", 2)},
		{"TidyingNone", "", memory.TidyingNone()},
		{"TidyingUnknown", "", memory.TidyingUnknown("c9")},
		{"Recalled", "", memory.Recalled("oats", []org.Memory{{Kind: "document", Ref: "n1", Project: "p1", Title: "Oats", Text: "Oats cost 212 euros.", At: at}})},
		{"Recalled", "papers that nothing rests on", memory.Recalled("oats", []org.Memory{{Kind: "document", Ref: "n1", Project: "p1", Title: "Oats", Text: "Oats cost 212 euros.", At: at, Outcome: org.ProjectCompleted, Offline: true}, {Kind: "document", Ref: "n2", Project: "p2", Title: "Oats", Text: "Oats cost 212 euros.", At: at, Outcome: org.ProjectCancelled}, {Kind: "document", Ref: "n3", Project: "p3", Title: "Oats", Text: "Oats cost 212 euros.", At: at, Outcome: org.ProjectActive}, {Kind: "document", Ref: "n4", Project: "p4", Title: "Oats", Text: "Oats cost 212 euros.", At: at, Outcome: org.ProjectCompleted}})},
		{"Recalled", "nothing", memory.Recalled("tea", nil)},
		{"DocumentNone", "", wording.DocumentNone(p)},
		{"DocumentPages", "", document.Pages("# Oats\n\nOats cost 212 euros.").Page("read p1", 1)},
		{"Sources", "", document.Sources(p, []reports.StepCitation{quote})},
		{"Sources", "none", document.Sources(p, nil)},
		{"Accepted", "", document.Accepted(p)},
		{"AcceptTooEarly", "", document.AcceptTooEarly(p)},
		{"Exported", "", document.Exported(p, at, 3)},
		{"SentAgain", "", document.SentAgain("d2")},
		{"SentAgainAll", "", document.SentAgainAll([]reports.Delivery{{ID: "d2", Kind: reports.DeliverResult, Reason: "Missing Access"}})},
		{"SentAgainAll", "none", document.SentAgainAll(nil)},
		{"SendUnknown", "", document.SendUnknown("d99")},
		{"SendUnderWay", "", document.SendUnderWay("d2")},
		{"Settings", "", setting.Settings([]setting.Line{zone}, []setting.Line{{Name: "FRASIER_WORKERS", Value: "2", Source: "default"}}, "settings zone Europe/Berlin")},
		{"Settings", "as they came", setting.Settings(nil, nil, "settings zone Europe/Berlin")},
		{"Setting", "", setting.Setting(zone)},
		{"SettingChanged", "", setting.Changed(zone, "UTC")},
		{"SettingChanged", "once more", setting.Changed(zone, "")},
		{"SettingUnknown", "", setting.Unknown("quite.hours", "quiet.hours")},
		{"SettingAtStart", "", setting.AtStart(setting.Line{Name: "FRASIER_WORKERS", Value: "2", Source: "default"})},
		{"Settings", "scores of before", setting.Settings([]setting.Line{never, musts}, nil, "settings zone Europe/Berlin")},
		{"Setting", "a score of before", setting.Setting(never)},
		{"SettingSwitch", "", setting.Switch()},
		{"Setting", "the machine's zone", setting.Setting(setting.Line{Name: "zone", Value: "machine", Note: "Europe/Berlin", Otherwise: "machine", Meaning: setting.Meaning("zone")})},
		{"SettingZone", "", setting.Zone()},
		{"SettingHour", "", setting.Hour()},
		{"SettingRefused", "", setting.Refused("write a number of pings a day")},
		{"SettingMeaning", "", setting.Meaning(policy.QuietHours)},
		{"Scheduled", "", schedule.Scheduled(p, plan)},
		{"Schedules", "", schedule.Schedules([]schedule.Facts{{Schedule: plan, First: org.CostLine{Calls: 1, Cost: org.Dollar}}}, "")},
		{"Schedules", "none", schedule.Schedules(nil, "schedule p3 @daily")},
		{"ScheduleWhen", "", schedule.When("schedule p3 @daily")},
		{"ScheduleProject", "", schedule.Project("schedule p3 @daily")},
		{"ScheduleFields", "", schedule.Fields()},
		{"ScheduleStopped", "", schedule.Stopped("t1")},
		{"ScheduleWhich", "", schedule.Which()},
		{"ScheduleNone", "", schedule.None("p3")},
		{"ScheduleUnknown", "", schedule.Unknown("t9")},
		{"Team", "", team.Team([]team.Member{rosalind, quinn})},
		{"Team", "idle", team.Team([]team.Member{quinn})},
		{"AlertsShown", "", alert.AlertsShown([]reports.Alert{noticed})},
		{"AlertsShown", "none", alert.AlertsShown(nil)},
		{"AlertVerdict", "", alert.Verdict("a3")},
		{"AlertJudged", "", alert.Judged("a3", "right")},
		{"AlertUnknown", "", alert.Unknown("a9")},
	}
}
