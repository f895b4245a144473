package messages_test

import (
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/reports"
)

// reportFacts are the facts that the examples of reports share.
func reportFacts() (active, done reports.ProjectStatus, now time.Time) {
	now = time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	active = reports.ProjectStatus{
		Project: org.Project{ID: "p2", Title: "Oats market", State: org.ProjectActive, Phases: []org.Phase{{Label: "discovery"}, {Index: 1, Label: "design"}}},
		Steps:   map[org.StepState]int{org.StepCompleted: 1, org.StepInProgress: 1, org.StepPending: 2},
		Waiting: []string{"“Find where oats are grown” is worked on since <t:1772452800:f>", "“Sum up” waits for “Find where oats are grown”", "one more thing"},
		Spent:   org.CostLine{Calls: 3, Cost: 31 * org.Dollar / 1000},
	}
	done = reports.ProjectStatus{
		Project: org.Project{ID: "p1", Title: "Rye market", State: org.ProjectCompleted, Outcome: ""},
		Steps:   map[org.StepState]int{org.StepCompleted: 2}, Spent: org.CostLine{Calls: 2, Cost: org.Dollar / 500},
	}
	return active, done, now
}

func reportExamples() []example {
	_, done, now := reportFacts()
	return append(append(append(costExamples(), waitExamples(now)...), hookExamples()...),
		example{"ProjectButtons", "of one that is done", wording.ProjectButtons(done)},
		example{"ProjectState", "", wording.ProjectState(org.ProjectPartial)},
		example{"Searches", "", wording.Searches(reports.SearchMonth{Month: "2026-03", Asked: 3})}, example{"Searches", "limit", wording.Searches(reports.SearchMonth{Month: "2026-03", Asked: 3, Limit: 10})},
	)
}

func costExamples() []example {
	return []example{
		{"Spoken", "", wording.Spoken("asked for T2, served by T0")},
		{"StageWord", "", wording.StageWord(org.StageDecompose)},
		{"TierWord", "", strings.Join([]string{wording.TierWord(org.T0), wording.TierWord(org.T1), wording.TierWord(org.T2), wording.TierWord(org.T3), wording.TierWord(org.TX)}, ", ")},
	}
}

// waitFacts are one of each kind that waits.
func waitFacts(now time.Time) []reports.Wait {
	since, next := now.Add(-12*time.Minute), now.Add(40*time.Second)
	return []reports.Wait{
		{Kind: reports.WaitRepository, About: "https://github.com/acme/shop", For: org.ForNetwork, Why: "github.com cannot be reached now: https://github.com/acme/shop: no such host", Since: since, Next: next},
		{Kind: reports.WaitPush, About: "p7", For: org.ForNetwork, Why: "github.com cannot be reached now.", Since: since, Next: next},
		{Kind: reports.WaitArrival, About: "p7", For: org.ForDisk, Why: "the folder is not there", Since: since, Next: next},
		{Kind: reports.WaitPublishing, About: "documents", For: org.ForDisk, Why: "no space left on device", Since: since, Next: now},
		{Kind: reports.WaitStep, About: "Find the price of oats", For: org.ForDisk, Why: "the disk is full", Since: since, Next: next},
		{Kind: reports.WaitStep, About: "Sum up", For: org.ForProvider, Why: "the AI provider isn't answering", Since: since, Next: next},
		{Kind: reports.WaitStep, About: "Sum up", For: org.ForNetwork, Why: "github.com cannot be reached now", Since: since, Next: next},
		{Kind: reports.WaitStep, About: "Sum up", For: org.ForMachine, Why: "the work broke off", Since: since, Next: next},
	}
}

func hookExamples() []example {
	h := outward.Hook{Name: "bugs", Form: outward.HookGitHub, Words: "Read the new issue {{issue.title}}.", Orders: 10, Money: org.Dollar, On: true}
	o := h.Order(outward.Delivery{Fields: map[string]any{"issue": map[string]any{"title": "!cancel all"}}}, false)
	silent := h.Order(outward.Delivery{}, false)
	silent.Lead = ""
	return []example{
		{"MailNow", "somebody's", messages.MailNow(reports.MailFacts{Who: "anna", Letter: reports.Letter{MailLine: reports.MailLine{Name: "Anna Lee", Address: "anna@example.com", Subject: "Tuesday"}, Text: "Does Tuesday at ten suit you?", Unread: true}})},
		{"MailNow", "it is gone", messages.MailNow(reports.MailFacts{Who: "anna"})},
		{"MailNow", "it can't be read", messages.MailNow(reports.MailFacts{Failed: "the server says that the password is wrong."})},
		{"MeetingsToday", "", messages.MeetingsToday(reports.Agenda{Calendars: 1, Meetings: []reports.Meeting{{Start: time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC), End: time.Date(2026, 3, 2, 9, 30, 0, 0, time.UTC), Title: "Team", Place: "Kitchen"}}})},
		{"HookOrdered", "", messages.HookOrdered(h, o)},
		{"HookOrdered", "without a field", messages.HookOrdered(h, silent)},
		{"HookFull", "", messages.HookFull(h)},
		{"HookButtons", "", messages.HookButtons(h)[0].Label},
	}
}

func waitExamples(now time.Time) []example {
	var out []example
	for _, w := range waitFacts(now) {
		name := string(w.Kind) + ", " + string(w.For)
		out = append(out, example{"WaitLong", name, messages.WaitLong(w)})
	}
	out = append(out, example{"NewsUnknown", "", messages.NewsUnknown("pulse")})
	return append(out, example{"DiskFills", "", messages.DiskFills(reports.RoomFacts{Free: 1_200_000_000})}, example{"DiskFills", "soon", messages.DiskFills(reports.RoomFacts{Free: 9_000_000_000, Days: 9})})
}
