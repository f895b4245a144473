package messages_test

import (
	"strconv"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/command/costs"
	"github.com/frasier-cos/frasier/bot/command/doctor"
	"github.com/frasier-cos/frasier/bot/command/plan"
	"github.com/frasier-cos/frasier/bot/command/project"
	"github.com/frasier-cos/frasier/bot/command/status"
	"github.com/frasier-cos/frasier/bot/command/step"
	"github.com/frasier-cos/frasier/bot/command/timeline"
	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/forecast"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/tiers"
	"github.com/frasier-cos/frasier/internal/work"
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

// reportSteps are the steps of the active one.
func reportSteps(now time.Time) []org.Step {
	judged := []org.Criterion{{ID: "a1", Text: "each price has a source"}}
	return []org.Step{
		{ID: "s3", Title: "Find the price of oats", Agent: "a", State: org.StepCompleted, StartedAt: now.Add(-time.Minute), EndedAt: now, Acceptance: judged},
		{ID: "s4", Title: "Find where oats are grown", Agent: "a", State: org.StepInProgress, StartedAt: now.Add(-time.Minute), Strikes: 1, Acceptance: judged},
		{ID: "s5", Title: "Sum up", Agent: "a", State: org.StepPending, OpenDeps: 1, DependsOn: []org.StepID{"s3", "s4"}},
		{ID: "s6", Title: "Assemble: Oats market", Kind: org.KindAssembly, State: org.StepPending, OpenDeps: 1, DependsOn: []org.StepID{"s5"}},
	}
}

func reportExamples() []example {
	active, done, now := reportFacts()
	steps := reportSteps(now)
	left := forecast.Forecast{Cost: org.Dollar / 100, CostHigh: 6 * org.Dollar / 100, Time: 3 * time.Minute, TimeHigh: 8 * time.Minute}
	alive := []reports.WorkerAge{{Owner: "worker-1", Seen: now}}
	asked := active
	asked.Decisions, asked.Project.State, asked.Cap = []string{"Which year counts?", "Which town?"}, org.ProjectPaused, 5*org.Dollar
	failed := done
	failed.Project.State, failed.Project.Outcome, failed.Project.ID, failed.Project.Title = org.ProjectFailed, "no source could be read", "p4", "Tea"
	board := status.BoardFacts{
		Report: reports.StatusReport{Projects: []reports.ProjectStatus{active, done}, Queue: 1, Working: 1, Outbox: 2, Workers: alive}, Total: 2,
		Lefts: map[org.ProjectID]forecast.Forecast{"p2": left}, Accepted: map[org.ProjectID]reports.Acceptance{"p1": {By: "157568110000000001", At: now}}, Now: now,
	}
	trouble := status.BoardFacts{
		Report: reports.StatusReport{
			Projects: []reports.ProjectStatus{asked, failed}, Stuck: 2, Unanswered: 1, Waits: waitFacts(now), Workers: []reports.WorkerAge{{Owner: "worker-1", Seen: now.Add(-time.Hour)}},
			Searches: reports.SearchMonth{Month: "2026-03", Asked: 90, Limit: 100}, Unparsed: []org.CostLine{{Name: org.StagePlan, Unparsed: 2, Calls: 40}},
		}, Total: 9, Now: now,
	}
	one := status.ProjectFacts{
		Status: active, Steps: steps, Names: map[org.AgentID]string{"a": "Rosalind"}, Left: &left, Now: now,
		Costs: map[org.StepID]org.CostLine{"s3": {Calls: 1, Cost: 31 * org.Dollar / 1000}, "s4": {Calls: 1, Unknown: 1}},
	}
	two := one
	two.Status, two.Left, two.Steps = asked, nil, nil
	gone, _ := status.WorkLine(nil, now)
	stopped, _ := status.WorkLine([]reports.WorkerAge{{Owner: "worker-1", Seen: now.Add(-time.Hour)}}, now)
	checks := []reports.CheckResult{working(status.WorkLine(alive, now)), doctor.Deliveries(reports.StatusReport{Outbox: 2}, now)}
	sick := append(checks, doctor.Deliveries(reports.StatusReport{Outbox: 3, Stuck: 1}, now), reports.CheckResult{Name: "search", Detail: "the key was refused: check BRAVE_API_KEY"})
	storage := []org.StorageLine{{Name: "files", Bytes: 12_000}, {Name: "what happened", Bytes: 4_000}}
	traffic := []reports.Traffic{{Kind: "model", Sent: 1000, Received: 9000}}
	return append(append(costExamples(), waitExamples(now)...),
		example{"Board", "", status.Board(board)}, example{"Board", "trouble", status.Board(trouble)}, example{"Board", "first start", status.Board(status.BoardFacts{Now: now})},
		example{"BoardList", "", status.BoardList(board)}, example{"BoardList", "trouble", status.BoardList(trouble)}, example{"BoardList", "none", status.BoardList(status.BoardFacts{Now: now})},
		example{"BoardShown", "", strconv.Itoa(status.BoardShown)}, example{"BoardPage", "", strconv.Itoa(status.BoardPage)},
		example{"Project", "", status.Project(one)}, example{"Project", "paused, with questions", status.Project(two)},
		example{"Project", "failed", status.Project(status.ProjectFacts{Status: failed})},
		example{"ProjectButtons", "of one that is done", wording.ProjectButtons(done)},
		example{"PlanShown", "", plan.Shown(active.Project, steps, []work.PlanNotes{{Assumptions: []string{"prices are those of Europe"}}}, one.Names)},
		example{"PlanShown", "not planned", plan.Shown(active.Project, nil, nil, nil)},
		example{"ProjectState", "", wording.ProjectState(org.ProjectPartial)},
		example{"WorkLine", "never started", gone}, example{"WorkLine", "stopped", stopped},
		example{"Searches", "", wording.Searches(reports.SearchMonth{Month: "2026-03", Asked: 3})}, example{"Searches", "limit", wording.Searches(reports.SearchMonth{Month: "2026-03", Asked: 3, Limit: 10})},
		example{"Doctor", "", doctor.Doctor(checks, storage, [3][]reports.Traffic{traffic, traffic, traffic})}, example{"Doctor", "two faults", doctor.Doctor(sick, nil, [3][]reports.Traffic{})},
		example{"DoctorModel", "", doctor.Model([3]string{"a/small", "b/mid", "c/best"}, org.T2, false).Detail},
		example{"DoctorLearnt", "", doctor.Learnt("openai/gpt-5", []string{"takes max_completion_tokens", "takes reasoning_effort"})},
		example{"Doctor", "without a model", doctor.Doctor([]reports.CheckResult{doctor.Model([3]string{}, org.T2, true)}, nil, [3][]reports.Traffic{})},
		example{"DoctorConnected", "", doctor.Connected(outward.Connection{Name: "github", Address: "https://github.com", Account: "bot", Rights: []string{"contents"}, On: true, Service: outward.GitHub, Ends: now.AddDate(1, 0, 0)}, now).Detail},
		example{"DoctorConnected", "soon", doctor.Connected(outward.Connection{Name: "github", Address: "https://github.com", Account: "bot", On: true, Service: outward.GitHub, Ends: now.AddDate(0, 0, 3)}, now).Detail},
		example{"DoctorConnected", "off", doctor.Connected(outward.Connection{Name: "github", Address: "https://github.com", Account: "bot", Why: "the token ended"}, now).Detail},
		example{"DoctorWebhook", "", doctor.Webhook(outward.Webhook{Name: "crm", Address: "https://crm.example.com/hooks", On: true}).Detail},
		example{"DoctorWebhook", "missed", doctor.Webhook(outward.Webhook{Name: "crm", Address: "https://crm.example.com/hooks", On: true, Dead: 2}).Detail},
		example{"DoctorWebhook", "fails", doctor.Webhook(outward.Webhook{Name: "crm", Address: "https://crm.example.com/hooks", On: true, Why: "it answered 502", Waiting: 1}).Detail},
		example{"DoctorWebhook", "off", doctor.Webhook(outward.Webhook{Name: "crm", Address: "https://crm.example.com/hooks", Why: "it answered 410 Gone"}).Detail},
		example{"DoctorSite", "", doctor.Site(nil, nil).Detail}, example{"DoctorSite", "still public", doctor.Site([]string{"p1-oats"}, nil).Detail},
		example{"DoctorZone", "", doctor.Zone("UTC", false, now).Detail}, example{"DoctorZone", "chosen", doctor.Zone("Europe/Berlin", true, now).Detail}, example{"DoctorWork", "", doctor.Work("steps are being worked on as they come", true, 1).Detail}, example{"DoctorConnection", "", doctor.Connection(0).Detail}, example{"DoctorAbsent", "", doctor.Absent(reports.StatusReport{Outbox: 1}).Detail}, example{"DoctorConnection", "lost", doctor.Connection(95 * time.Second).Detail}, example{"DoctorCritic", "", doctor.Critic(org.Calibration{Model: "a/small", Kind: "writing", GoodPoints: org.Points{Met: 8, Asked: 9}, BadPoints: org.Points{Met: 8, Asked: 9}}).Detail}, example{"DoctorSearch", "none", doctor.Search(false).Detail}, example{"DoctorSearch", "", doctor.Search(true).Detail}, example{"DoctorSkills", "", doctor.Skills(2, 2).Detail}, example{"DoctorSkills", "too few", doctor.Skills(0, 1).Detail}, example{"DoctorSpeech", "none", doctor.Speech("", "").Detail}, example{"DoctorSpeech", "", doctor.Speech("https://api.openai.com/v1", "whisper-1").Detail}, example{"DoctorPictures", "", doctor.Pictures("", true).Detail}, example{"DoctorPictures", "no tesseract", doctor.Pictures("", false).Detail}, example{"DoctorPictures", "no walls", doctor.Pictures("bubblewrap is missing here (apt install bubblewrap)", false).Detail}, example{"DoctorLetters", "", doctor.Letters(nil, nil).Detail}, example{"DoctorLetters", "no fonts", doctor.Letters([]string{"Hebrew", "Chinese"}, []string{"fonts-dejavu-core", "fonts-noto-cjk"}).Detail}, example{"DoctorRequests", "", doctor.Requests(nil).Detail}, example{"DoctorRequests", "failing", doctor.Requests([]string{"github.com/acme/shop"}).Detail}, example{"DoctorDeliveries", "refused", doctor.Deliveries(reports.StatusReport{Outbox: 3, Stuck: 2, StuckIn: "100", StuckNext: now.Add(40 * time.Second)}, now).Detail},
		example{"DoctorSize", "", doctor.Size(34_000_000, 28_000_000, 90).Detail}, example{"DoctorSize", "all is kept", doctor.Size(34_000_000, 34_000_000, 0).Detail},
		example{"Turn", "the second of three", turned(status.Board(status.BoardFacts{Now: now}).Reply())},
		example{"Why", "", step.Why(reports.WhyReport{
			Subject: "s3 “Find the price of oats” of p2", State: "in_progress", Reasons: []string{"approved: auto", "its draft got 8 of 9 points", "planned for tier T2 because its kind is research"},
			Reviews:   []work.Review{{Reviewer: "Quinn", Model: "some/model", Findings: []string{"the year is missing"}}, {Reviewer: "Lena", Model: "some/model", Pass: true}},
			Calls:     []reports.CallLine{{Purpose: org.StageSynthesize, Asked: org.T3, Served: org.T2, Model: "some/model", State: org.CallUsable, Cost: org.Dollar / 30}},
			Decisions: []org.Event{{At: now, Text: "Completed: Find the price of oats"}},
		})},
		example{"Timeline", "", timeline.Timeline(org.ProjectName{ID: "p2", Title: "Oats market"}, []org.Event{
			{At: now, Kind: org.EventMissionPlanned, Text: "Planned: 4 steps"},
			{At: now, Kind: org.EventDecided, Text: "Decided: go on", Data: map[string]string{"by": "Ana"}},
			{At: now, Kind: org.EventMessageHandled, Text: "Handled as NEW_PROJECT (full_project, confidence 1.00)"},
			{At: now, Kind: org.EventStepRejected, Text: "Rejected (1 of 3): Sum up", Data: map[string]string{"reviewer": "agent-plumb"}},
		}, org.CostLine{Calls: 40, Unparsed: 1})},
	)
}

func turned(r org.Reply) org.Reply {
	wording.Turn(&r, "status", 2, 3)
	return r
}

func costExamples() []example {
	active, _, _ := reportFacts()
	line := func(name string, cents int64, calls int) org.CostLine {
		return org.CostLine{Name: name, Calls: calls, Cost: org.NanoUSD(cents) * org.Dollar / 100}
	}
	month := reports.CostReport{
		Total: line("", 43, 50), ByProject: []org.CostLine{line("p2 Oats market", 40, 40), line("conversation", 3, 10)}, ByModel: []org.CostLine{line("some/model", 43, 50)},
		ByTier: []org.CostLine{line("T2", 43, 50)}, ByPurpose: []org.CostLine{line(org.StageSynthesize, 40, 40), line(org.StageChief, 3, 10)}, ByAgent: []org.CostLine{line("Rosalind", 43, 50)},
	}
	day := org.Cap{Scope: org.ScopeDay, Kind: org.KindCap, Amount: 5 * org.Dollar, Spent: org.Dollar}
	warn := org.Cap{Scope: org.ScopeMission, Project: "p2", Kind: org.KindWarn, Amount: 5 * org.Dollar / 2}
	facts := costs.CostFacts{
		Spans: [3]reports.CostReport{{Total: line("", 3, 3), ByProject: month.ByProject[1:]}, month, month}, Caps: []org.Cap{day, warn}, Best: 4 * org.Dollar,
		Learnt: []tiers.Record{{Kind: org.KindResearch, Tier: org.T2, Ended: 4, First: 3, Cost: org.Dollar}},
	}
	limited := active
	limited.Cap, limited.Spent.Unknown = org.Dollar, 2
	spent := active
	spent.Cap = org.Dollar / 100
	return []example{
		{"Costs", "", costs.Costs(facts)},
		{"Costs", "nothing spent", costs.Costs(costs.CostFacts{})},
		{"ProjectCosts", "", costs.ProjectCosts(limited, reportSteps(time.Time{}), map[org.StepID]org.CostLine{"s3": line("", 3, 1)}, org.Dollar, []reports.Traffic{{Kind: "model", Sent: 1000, Received: 9000}})},
		{"Spoken", "", wording.Spoken("asked for T2, served by T0")},
		{"StageWord", "", wording.StageWord(org.StageDecompose)},
		{"TierWord", "", strings.Join([]string{wording.TierWord(org.T0), wording.TierWord(org.T1), wording.TierWord(org.T2), wording.TierWord(org.T3), wording.TierWord(org.TX)}, ", ")},
		{"CapLine", "", costs.CapLine(day)},
		{"Caps", "", costs.Caps([]org.Cap{day, warn})},
		{"Caps", "none", costs.Caps(nil)},
		{"CapSet", "", costs.CapSet(day)},
		{"CapSet", "warning", costs.CapSet(warn)},
		{"CapSet", "gone", costs.CapSet(org.Cap{Scope: org.ScopeDay, Project: "p2"})},
		{"CapUnclear", "", costs.CapUnclear()},
		{"CapOrGoal", "", project.CapOrGoal()},
		{"CapTooLate", "", project.CapTooLate(org.ProjectName{ID: "p1", Title: "Rye", State: org.ProjectCompleted})},
		{"ProjectCap", "", project.Cap(limited)},
		{"ProjectCapSet", "", project.CapSet(limited)},
		{"ProjectCapSet", "reached", project.CapSet(spent)},
		{"ProjectCapSet", "gone", project.CapSet(active)},
		{"NoAmount", "", project.NoAmount("lots", true, "")},
		{"NoAmount", "of a project", project.NoAmount("lots", false, "p2")},
	}
}

func working(line string, ok bool) reports.CheckResult { return doctor.Work(line, ok, 1) }

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

func webhookExamples() []example {
	f := reports.WebhookFacts{Name: "crm", Address: "https://crm.example.com/hooks", Why: "it answered 502"}
	off := f
	off.Off, off.Why = true, "it answered 410 Gone"
	return []example{{"WebhookFails", "", messages.WebhookFails(f)}, {"WebhookFails", "off", messages.WebhookFails(off)}}
}

func waitExamples(now time.Time) []example {
	var out []example
	for _, w := range waitFacts(now) {
		name := string(w.Kind) + ", " + string(w.For)
		out = append(out, example{"WaitLong", name, messages.WaitLong(w)}, example{"DoctorWait", name, doctor.Wait(w, now).Detail})
	}
	out = append(out, webhookExamples()...)
	return append(out, example{"DiskFills", "", messages.DiskFills(reports.RoomFacts{Free: 1_200_000_000})}, example{"DiskFills", "soon", messages.DiskFills(reports.RoomFacts{Free: 9_000_000_000, Days: 9})})
}
