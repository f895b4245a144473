package messages_test

import (
	"fmt"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/question"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
)

// oats is a finished project whose document quotes a source.
func oats() reports.Ticket {
	at := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	return reports.Ticket{
		Now: at,
		Project: org.Project{
			ID: "p3", Title: "Oats", Goal: "oats", State: org.ProjectCompleted, CreatedAt: at.Add(-20 * time.Minute), EndedAt: at,
			Phases: []org.Phase{{Label: "discovery"}, {Index: 1, Label: "writing"}},
		},
		Missions: []org.Mission{{ID: "n1", Project: "p3", Label: "discovery", State: org.MissionCompleted}},
		Steps: []org.Step{
			{ID: "s1", Mission: "n1", Title: "Find the price", Kind: org.KindResearch, Tier: org.T2, Agent: "agent-scout", State: org.StepCompleted, Reviewed: "not done: no reviewer could be reached"},
			{ID: "s2", Mission: "n1", Title: "Sum up on one page", Kind: org.KindWriting, Tier: org.T2, Agent: "agent-scout", State: org.StepCompleted, DependsOn: []org.StepID{"s1"}},
		},
		Names: map[org.AgentID]string{"agent-scout": "Scout"}, Sources: 2, Checked: 1, Spent: org.CostLine{Calls: 12, Cost: 9 * org.Dollar / 100},
		Notes: map[org.MissionID]work.PlanNotes{"n1": {Foreseen: &work.Foreseen{Calls: 6, Most: 18, Cost: 8 * org.Dollar / 100, CostMost: 29 * org.Dollar / 100}}},
		Deliverable: work.Deliverable{Markdown: "# Oats\n\n## Summary\n\nOats cost **212 euros** a tonne [\\[2\\]](#source-2).\n\n## Sources\n\n" +
			"- <a id=\"source-1\"></a>[1] Fields, file:fields.md, read 2026-03-04\n- <a id=\"source-2\"></a>[2] Prices, https://example.org/prices, read 2026-03-04\n"},
	}
}

// projectExamples are the messages about a project that are made of facts; those
// of its thread are seen in package ticket too.
func projectExamples() []example {
	day, step := org.Cap{Scope: org.ScopeDay, Amount: 5 * org.Dollar}, org.Cap{Scope: org.ScopeProject, Project: "p3", Amount: 2 * org.Dollar}
	failed := oats()
	failed.Project.State, failed.Project.Outcome = org.ProjectFailed, "the model's provider is unusable"
	cancelled := org.Project{ID: "p3", Title: "Oats"}
	made := []reports.ProjectLine{{ID: "p1", Title: "One"}}
	var out []example
	show := func(function, when string, f reports.Facts, tk reports.Ticket) {
		v := messages.Render(reports.Delivery{Project: "p3", Facts: f}, tk)
		out = append(out, example{function, when, org.Reply{Text: v.Body, Card: v.Card}})
	}
	show("Plan", "", reports.Facts{Mission: "n1"}, oats())
	bare, shelf := oats(), oats()
	bare.Notes = map[org.MissionID]work.PlanNotes{"n1": {Shelf: &work.Shelf{NoWeb: true}}}
	shelf.Notes = map[org.MissionID]work.PlanNotes{"n1": {Shelf: &work.Shelf{NoWeb: true, Documents: []string{"Cost sheet (40 words)"}}}}
	show("Plan", "without a web search or documents", reports.Facts{Mission: "n1"}, bare)
	show("Plan", "without a web search", reports.Facts{Mission: "n1"}, shelf)
	misread := oats()
	misread.Project.State = org.ProjectActive
	misread.Reading = []string{"\"Week 2\" waits for nothing: I found no item that \"the survey\" names.", "What stands under \"Out of scope\" is no work, so no steps are made of it."}
	show("Plan", "of a roadmap that was not used whole", reports.Facts{Mission: "n1"}, misread)
	online := shelf
	online.Project.Offline, online.Project.State = false, org.ProjectActive
	show("Plan", "without a web search, of a later project", reports.Facts{Mission: "n1"}, online)
	online.First = true
	show("Plan", "without a web search, of the first project", reports.Facts{Mission: "n1"}, online)
	show("Phase", "", reports.Facts{Phase: 1}, oats())
	show("Result", "", reports.Facts{Ended: true}, oats())
	named := oats()
	named.Unread = []work.Unread{{Name: "https://acme.example/prices", Cause: "asks for a sign-in"}, {Name: "photo.heic", Cause: "is a HEIC picture"}, {Name: "p3", Cause: "it has no document"}}
	show("Result", "without sources that were named", reports.Facts{Ended: true}, named)
	bare.Sources, bare.Checked, shelf.Checked = 0, 0, 0
	bare.Deliverable.Markdown = "# Oats\n\n## Summary\n\nThe price of oats is not known.\n"
	shelf.Deliverable.Markdown = bare.Deliverable.Markdown
	show("Result", "without a web search or documents", reports.Facts{Ended: true}, bare)
	show("Result", "without a web search, of documents that say nothing of it", reports.Facts{Ended: true}, shelf)
	show("Result", "of a change of code", reports.Facts{Ended: true}, prices())
	attached, both, halted := prices(), prices(), prices()
	attached.Steps, attached.Changes, attached.Files = attached.Steps[:1], attached.Changes[:1], []org.File{{Name: coding.PatchFile}, {Name: coding.BundleFile}}
	show("Result", "of a change of code whose branch is attached", reports.Facts{Ended: true}, attached)
	attached.Files = attached.Files[:1]
	show("Result", "of a change of code whose patch is attached", reports.Facts{Ended: true}, attached)
	both.Steps, both.Deliverable = append(both.Steps, org.Step{ID: "s9", Title: "What others charge", Kind: org.KindResearch, State: org.StepCompleted}), oats().Deliverable
	show("Result", "of a document and a change of code", reports.Facts{Ended: true}, both)
	halted.Project.State, halted.Project.Outcome, halted.Changes[1].Merged, halted.Steps[1].State = org.ProjectFailed, "a step failed", nil, org.StepFailed
	halted.Steps[1].Cause = "go test ./... fails: shop/price.TestYear"
	show("Failure", "with one change merged", reports.Facts{Ended: true}, halted)
	show("Failure", "", reports.Facts{Ended: true}, failed)
	waiting := failed
	waiting.Decisions = []org.Decision{{ID: "e4", Kind: org.DecideQuestion}, {ID: "e3", Kind: org.DecideQuestion, Answer: "a", DecidedAt: failed.Now}}
	show("Failure", "that waits for an answer", reports.Facts{Ended: true}, waiting)
	out = append(out, example{"Tag", "of one that waits for an answer", messages.Tag(waiting)}, example{"Card", "of one that waits for an answer", messages.Card(waiting)})
	late := messages.Render(reports.Delivery{Kind: reports.DeliverFailure, Project: "p3", Facts: reports.Facts{Ended: true}}, oats())
	out = append(out, example{"Render", "a failure that is sent late", late.Body})
	show("Reminder", "one", reports.Facts{Questions: []string{"Which year counts?"}}, oats())
	show("Reminder", "two", reports.Facts{Questions: []string{"Which year counts?", "Which town?"}}, oats())
	show("Notice", "", reports.Facts{Notice: "The AI provider isn't answering. I'll continue when it's back."}, oats())
	show("BrokenSchedule", "", reports.Facts{Schedule: &reports.Schedule{ID: "t2", Title: "Oats", Spec: "0 9 * * mondays", Zone: "Europe/Berlin"}}, oats())
	show("Alert", "advice", reports.Facts{Alert: &reports.Alert{Project: "p3", Text: "“Prices” has been quiet for 12 min.", Advice: "If it stays stuck I'll restart it."}}, oats())
	show("Alert", "restarted", reports.Facts{Alert: &reports.Alert{Project: "p3", Text: "“Prices” has been quiet for 24 min.", Acted: true, Remedy: reports.RemedyRequeue}}, oats())
	show("Alert", "paused", reports.Facts{Alert: &reports.Alert{Project: "p3", Text: "The same step failed five times.", Acted: true, Remedy: reports.RemedyPause, Evidence: []string{"failed"}}}, oats())
	show("Alert", "passed on", reports.Facts{Alert: &reports.Alert{Project: "p3", Text: "It reads the same pages again.", Acted: true, Remedy: reports.RemedyAdvise}}, oats())
	changed := reports.KeptChange{Step: "s1", URL: "https://oats.example/prices", Claim: "Oats cost 4 euros.", Quote: "Oats cost 4 euros a kilo.", Now: "Oats cost 5 euros a kilo."}
	lost := reports.KeptChange{Step: "s2", URL: "https://oats.example/fields", Claim: "They grow in the north.", Quote: "Oats are grown in the north."}
	others := []reports.KeptPage{
		{URL: "https://oats.example/gone", State: reports.PageGone},
		{URL: "https://oats.example/moved", State: reports.PageMoved},
		{URL: "https://oats.example/paid", State: reports.PageWalled},
		{URL: "https://oats.example/other", State: reports.PageOther},
		{URL: "https://oats.example/slow", State: reports.PageUnread},
	}
	show("KeepNews", "one claim", reports.Facts{Keep: &reports.KeepFacts{Pages: 12, Changes: []reports.KeptChange{changed}, Steps: 2, Effort: "about $0.40 and 6 min"}}, oats())
	show("KeepNews", "several, of a shared project", reports.Facts{Keep: &reports.KeepFacts{Pages: 12, Changes: []reports.KeptChange{changed, lost}, More: 3, Others: others[:1], Shared: true, Steps: 4, Effort: "about $0.80 and 9 min"}}, oats())
	show("KeepNews", "pages that can't be compared", reports.Facts{Keep: &reports.KeepFacts{Pages: 40, Others: others}}, oats())
	show("MoneyNews", "cap of a day", reports.Facts{Money: &reports.MoneyFacts{What: reports.MoneyCap, Cap: day, Spent: 49 * org.Dollar / 10, Mark: org.Dollar / 4}}, oats())
	show("MoneyNews", "cap of a project", reports.Facts{Money: &reports.MoneyFacts{What: reports.MoneyCap, Cap: step, Spent: 2 * org.Dollar}}, oats())
	show("MoneyNews", "cap of a plan", reports.Facts{Money: &reports.MoneyFacts{What: reports.MoneyCap, Cap: org.Cap{Scope: org.ScopeMission, Amount: org.Dollar}, Spent: org.Dollar}}, oats())
	show("MoneyNews", "most of a day's", reports.Facts{Money: &reports.MoneyFacts{What: reports.MoneyNear, Cap: day, Spent: 41 * org.Dollar / 10}}, oats())
	show("MoneyNews", "most of a project's", reports.Facts{Money: &reports.MoneyFacts{What: reports.MoneyNear, Cap: org.Cap{Scope: org.ScopeProject, Project: "p7", Amount: 5 * org.Dollar}, Spent: 4 * org.Dollar}}, oats())
	show("MoneyNews", "warning", reports.Facts{Money: &reports.MoneyFacts{What: reports.MoneyWarn, Cap: day, Spent: 51 * org.Dollar / 10, Mark: 5 * org.Dollar}}, oats())
	show("MoneyNews", "far beyond the plan", reports.Facts{Money: &reports.MoneyFacts{What: reports.MoneyBeyond, Project: "p3", Spent: 21 * org.Dollar / 10, Mark: 6 * org.Dollar / 10}}, oats())
	show("MoneyNews", "fast", reports.Facts{Money: &reports.MoneyFacts{What: reports.MoneyFast, Spent: 3 * org.Dollar, Mark: org.Dollar / 10}}, oats())
	show("MoneyNews", "searches nearly used", reports.Facts{Money: &reports.MoneyFacts{What: reports.MoneySearchesNear, Searches: reports.SearchMonth{Month: "2026-03", Asked: 80, Limit: 100}}}, oats())
	show("MoneyNews", "searches used", reports.Facts{Money: &reports.MoneyFacts{What: reports.MoneySearchesSpent, Searches: reports.SearchMonth{Month: "2026-03", Asked: 100, Limit: 100}}}, oats())
	show("Lost", "", reports.Facts{Lost: &reports.LostFacts{Delivery: "d6", Kind: reports.DeliverResult, Project: "p1", Title: "Oat prices"}}, oats())
	show("Lost", "an answer", reports.Facts{Lost: &reports.LostFacts{Delivery: "d7", Kind: reports.DeliverReply}}, oats())
	show("Parked", "", reports.Facts{Parked: &reports.ParkedFacts{Text: "Look at\nthis", Crashes: 3}}, oats())
	quiet := []reports.QuietItem{{Kind: reports.DeliverResult, Title: "Oats", Project: "p3"}, {Kind: reports.DeliverMoney}, {Kind: reports.DeliverNotice, Title: "Rye", Project: "p4"}}
	show("Quiet", "budget used", reports.Facts{Quiet: &reports.QuietFacts{Pings: 6, Items: quiet}}, oats())
	show("Quiet", "pings off", reports.Facts{Quiet: &reports.QuietFacts{Items: []reports.QuietItem{{Kind: reports.DeliverEscalation, Title: "Oats", Project: "p3"}, {Kind: reports.DeliverFailure, Title: "Rye", Project: "p4"}}}}, oats())
	show("Daily", "", reports.Facts{Day: &reports.Daily{
		Ended: []reports.ProjectLine{{ID: "p1", Title: "One", State: org.ProjectPartial}}, Open: []reports.ProjectLine{{ID: "p2", Title: "Two", State: org.ProjectPaused}},
		Questions: []string{"e4 Two"}, Held: []org.Hold{org.HoldBudget, org.HoldBudget | org.HoldUnreviewed}, Noticed: []string{"p2: slower than usual"},
		Cost:    org.CostLine{Cost: 123 * org.Dollar / 100, Calls: 40, Unknown: 1},
		Planned: []reports.PlannedLine{{At: time.Date(2026, 12, 4, 8, 0, 0, 0, time.UTC), Text: "Call the bank"}, {At: time.Date(2026, 12, 4, 9, 0, 0, 0, time.UTC), Text: "Oats", Runs: true}},
	}}, oats())
	show("Late", "changed", reports.Facts{Late: &reports.LateFacts{Begun: true, Made: made, Told: made}}, oats())
	show("Late", "deleted", reports.Facts{Late: &reports.LateFacts{Deleted: true, Begun: true, Made: made, Told: made}}, oats())
	for _, kind := range []org.EventKind{org.EventProjectPaused, org.EventProjectResumed, org.EventProjectCancelled} {
		out = append(out, example{"Changed", string(kind), messages.Changed(cancelled, kind)})
	}
	asked := oats()
	asked.Steps[1].State, asked.Steps[1].Cause = org.StepFailed, "no source says it"
	asked.Rejections = map[org.StepID][]work.Rejection{"s2": {{Round: 1, Reviewer: "code", Feedback: []string{"[S3:p12]: there is no such passage"}}, {Round: 2, Reviewer: "agent-scout", Feedback: []string{"a1: the year is missing (¶3)"}}}}
	_, gaveUp, _ := messages.Failed(asked, "s2")
	choice := org.Decision{
		ID: "e4", Project: "p3", Step: "s2", Kind: org.DecideStrikes, Safe: question.StrikesSafe,
		Options: question.StrikeOptions(asked.Steps[1], question.Effort{Cost: org.Dollar / 10, Known: true, Time: 4 * time.Minute}),
	}
	asked.Decisions = []org.Decision{choice}
	question, _ := messages.Question(asked, "e4")
	choice.Answer, choice.Text, choice.By, choice.DecidedAt = "d", "ask the ministry", "Ana", asked.Now
	asked.Decisions = []org.Decision{choice}
	decided, _ := messages.Decided(asked, "e4")
	several, mixed, partly, most := together()
	raw := asks(2, "Find the price of town %d")
	for i, s := range raw.Steps { // as the worker words it
		raw.Decisions[i].Question = fmt.Sprintf("%q was sent back 3 times. The last reason: the reviewer quoted nothing of the text, so nothing counts as passed.", s.Title)
	}
	plain := oats()
	plain.Project.Phases = nil
	working := oats()
	working.Steps[1].State = org.StepInProgress
	slow, _ := messages.Slowest(working)
	return append(out,
		example{"Failed", "", gaveUp},
		example{"Question", "", question}, example{"Question", "several in one message", several}, example{"Question", "several of different kinds", mixed}, example{"Decided", "one of several", partly}, example{"Question", "as many as one message has", most},
		example{"ChatWhichDecision", "", messages.ChatWhichDecision(raw.Decisions, map[string]string{"e4": "e"})}, example{"Reminder", "of a step that was rejected", messages.Reminder(raw.Project, []string{raw.Decisions[0].Question})},
		example{"Decided", "", decided}, example{"DecidedBy", "", wording.DecidedBy(choice)},
		example{"Card", "", messages.Card(plain)}, example{"Slowest", "its title", slow.Title}, example{"PlanSlot", "", messages.PlanSlot}, example{"CardMoved", "", messages.CardMoved(cancelled)}, example{"Reopened", "", messages.Reopened(cancelled)},
		example{"Tag", "", messages.Tag(oats())}, example{"ForFounder", "", strings.Join(wording.ForFounder([]string{"one item moved [LIM-STEPS]"}), "")},
	)
}
