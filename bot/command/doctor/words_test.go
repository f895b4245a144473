package doctor_test

import (
	"slices"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/command/doctor"
	"github.com/frasier-cos/frasier/bot/command/status"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/nountest"
)

func TestWords(t *testing.T) {
	all := slices.Concat(reportExamples(), terminalExamples(), waitExamples())
	nountest.Golden(t, all...)
	nountest.Marked(t, all...)
}

func reportExamples() []nountest.Example {
	_, _, now := reportFacts()
	alive := []reports.WorkerAge{{Owner: "worker-1", Seen: now}}
	checks := []reports.CheckResult{working(status.WorkLine(alive, now)), doctor.Deliveries(reports.StatusReport{Outbox: 2}, now)}
	sick := append(checks, doctor.Deliveries(reports.StatusReport{Outbox: 3, Stuck: 1}, now), reports.CheckResult{Name: "search", Detail: "the key was refused: check BRAVE_API_KEY"})
	storage := []org.StorageLine{{Name: "files", Bytes: 12_000}, {Name: "what happened", Bytes: 4_000}}
	traffic := []reports.Traffic{{Kind: "model", Sent: 1000, Received: 9000}}
	hook := outward.Hook{Name: "bugs", Form: outward.HookGitHub, Words: "Read the new issue {{issue.title}}.", Orders: 10, Money: org.Dollar, On: true}
	return []nountest.Example{
		{Name: "Doctor", Message: doctor.Doctor(checks, storage, [3][]reports.Traffic{traffic, traffic, traffic})},
		{Name: "Doctor: two faults", Message: doctor.Doctor(sick, nil, [3][]reports.Traffic{})},
		{Name: "DoctorModel", Message: doctor.Model([3]string{"a/small", "b/mid", "c/best"}, org.T2, false).Detail},
		{Name: "DoctorLearnt", Message: doctor.Learnt("openai/gpt-5", []string{"takes max_completion_tokens", "takes reasoning_effort"})},
		{Name: "Doctor: without a model", Message: doctor.Doctor([]reports.CheckResult{doctor.Model([3]string{}, org.T2, true)}, nil, [3][]reports.Traffic{})},
		{Name: "DoctorConnected", Message: doctor.Connected(outward.Connection{Name: "github", Address: "https://github.com", Account: "bot", Rights: []string{"contents"}, On: true, Service: outward.GitHub, Ends: now.AddDate(1, 0, 0)}, now).Detail},
		{Name: "DoctorConnected: soon", Message: doctor.Connected(outward.Connection{Name: "github", Address: "https://github.com", Account: "bot", On: true, Service: outward.GitHub, Ends: now.AddDate(0, 0, 3)}, now).Detail},
		{Name: "DoctorConnected: off", Message: doctor.Connected(outward.Connection{Name: "github", Address: "https://github.com", Account: "bot", Why: "the token ended"}, now).Detail},
		{Name: "DoctorForges", Message: forges(time.Minute, true)},
		{Name: "DoctorForges: often", Message: forges(time.Second, false)},
		{Name: "DoctorCalendar", Message: doctor.Calendar(outward.Calendar{Name: "calendar", Host: "dav.example.com", On: true}).Detail},
		{Name: "DoctorCalendar: off", Message: doctor.Calendar(outward.Calendar{Name: "calendar", Host: "dav.example.com", Why: "its user or password is not accepted"}).Detail},
		{Name: "DoctorHook", Message: doctor.Hook(hook, true).Detail},
		{Name: "DoctorHook: nobody can knock", Message: doctor.Hook(hook, false).Detail},
		{Name: "DoctorHook: off", Message: doctor.Hook(outward.Hook{Name: "bugs", Why: "you stopped it"}, true).Detail},
		{Name: "DoctorTools", Message: doctor.Tools(outward.ToolServer{Name: "notes", On: true, Tools: []outward.Tool{{Name: "search", State: outward.LevelAllowed}, {Name: "add_note", State: outward.LevelAsk}}}).Detail},
		{Name: "DoctorTools: a tool changed", Message: doctor.Tools(outward.ToolServer{Name: "notes", On: true, Tools: []outward.Tool{{Name: "search", State: outward.LevelOff, Why: "what the server says of it has changed"}}}).Detail},
		{Name: "DoctorTools: off", Message: doctor.Tools(outward.ToolServer{Name: "notes", Why: "its folder has more than 100 MB"}).Detail},
		{Name: "DoctorWebhook", Message: doctor.Webhook(outward.Webhook{Name: "crm", Address: "https://crm.example.com/hooks", On: true}).Detail},
		{Name: "DoctorWebhook: missed", Message: doctor.Webhook(outward.Webhook{Name: "crm", Address: "https://crm.example.com/hooks", On: true, Dead: 2}).Detail},
		{Name: "DoctorWebhook: fails", Message: doctor.Webhook(outward.Webhook{Name: "crm", Address: "https://crm.example.com/hooks", On: true, Why: "it answered 502", Waiting: 1}).Detail},
		{Name: "DoctorWebhook: off", Message: doctor.Webhook(outward.Webhook{Name: "crm", Address: "https://crm.example.com/hooks", Why: "it answered 410 Gone"}).Detail},
		{Name: "DoctorSite", Message: doctor.Site(nil, nil).Detail},
		{Name: "DoctorSite: still public", Message: doctor.Site([]string{"p1-oats"}, nil).Detail},
		{Name: "DoctorZone", Message: doctor.Zone("UTC", false, now).Detail, Written: "he compares it with his own clock"},
		{Name: "DoctorZone: chosen", Message: doctor.Zone("Europe/Berlin", true, now).Detail, Written: "he compares it with his own clock"},
		{Name: "DoctorWork", Message: doctor.Work("steps are being worked on as they come", true, 1).Detail},
		{Name: "DoctorConnection", Message: doctor.Connection(0).Detail},
		{Name: "DoctorAbsent", Message: doctor.Absent(reports.StatusReport{Outbox: 1}).Detail},
		{Name: "DoctorConnection: lost", Message: doctor.Connection(95 * time.Second).Detail},
		{Name: "DoctorCritic", Message: doctor.Critic(org.Calibration{Model: "a/small", Kind: "writing", GoodPoints: org.Points{Met: 8, Asked: 9}, BadPoints: org.Points{Met: 8, Asked: 9}}).Detail},
		{Name: "DoctorSearch: none", Message: doctor.Search(false).Detail},
		{Name: "DoctorSearch", Message: doctor.Search(true).Detail},
		{Name: "DoctorSkills", Message: doctor.Skills(2, 2).Detail},
		{Name: "DoctorSkills: too few", Message: doctor.Skills(0, 1).Detail},
		{Name: "DoctorSpeech: none", Message: doctor.Speech("", "").Detail},
		{Name: "DoctorSpeech", Message: doctor.Speech("https://api.openai.com/v1", "whisper-1").Detail},
		{Name: "DoctorPictures", Message: doctor.Pictures("", true).Detail},
		{Name: "DoctorPictures: no tesseract", Message: doctor.Pictures("", false).Detail},
		{Name: "DoctorPictures: no walls", Message: doctor.Pictures("bubblewrap is missing here (apt install bubblewrap)", false).Detail},
		{Name: "DoctorLetters", Message: doctor.Letters(nil, nil).Detail},
		{Name: "DoctorLetters: no fonts", Message: doctor.Letters([]string{"Hebrew", "Chinese"}, []string{"fonts-dejavu-core", "fonts-noto-cjk"}).Detail},
		{Name: "DoctorRequests", Message: doctor.Requests(nil).Detail},
		{Name: "DoctorRequests: failing", Message: doctor.Requests([]string{"github.com/acme/shop"}).Detail},
		{Name: "DoctorDeliveries: refused", Message: doctor.Deliveries(reports.StatusReport{Outbox: 3, Stuck: 2, StuckIn: "100", StuckNext: now.Add(40 * time.Second)}, now).Detail},
		{Name: "DoctorSize", Message: doctor.Size(34_000_000, 28_000_000, 90).Detail},
		{Name: "DoctorSize: all is kept", Message: doctor.Size(34_000_000, 34_000_000, 0).Detail},
	}
}

func terminalExamples() []nountest.Example {
	shop := coding.Repository{Name: "shop", Ref: "main", Kind: coding.RepositoryPath, Source: "/srv/shop", Checks: []string{"go vet ./...", "go test ./..."}}
	ready := coding.Environment{
		State: coding.EnvironmentTried,
		Setup: coding.Setup{
			Key: "k", Bytes: 214e6, Recipes: []coding.Recipe{{Ecosystem: "go"}, {Ecosystem: "npm", Unlocked: true}}, Packages: make([]coding.Package, 213),
			Toolchains: []coding.Toolchain{{Name: "go", Version: "1.26.8"}, {Name: "node", Version: "20.20.2"}},
		},
		Checks: []coding.CheckState{
			{Name: "go vet ./...", Good: true, MS: 3000}, {Name: "go test ./...", Passed: 212, Failing: []string{"shop/price.TestOats"}, MS: 41000},
		},
	}
	return []nountest.Example{
		{Name: "DoctorPlace", Message: doctor.Place("/home/ana/.frasier")},
		{Name: "DoctorPrices", Message: doctor.Prices("2026-03-01", "connection refused"), Written: "the day of a list, in no zone"},
		{Name: "DoctorNoDiscord", Message: doctor.NoDiscord()},
		{Name: "DoctorDocuments", Message: doctor.Documents("/srv/documents", "")},
		{Name: "DoctorDocuments: some are left out", Message: doctor.Documents("/srv/documents", "3 files of your folder left out: larger than 32 MB (a.pdf, b.pdf, c.pdf).")},
		{Name: "DoctorCode", Message: doctor.Code("")},
		{Name: "DoctorRepository: never tried", Message: doctor.Repository(shop, nil)},
		{Name: "DoctorRepository", Message: doctor.Repository(shop, &ready)},
		{Name: "DoctorRepository: nothing passes", Message: doctor.Repository(shop, &coding.Environment{State: coding.EnvironmentTried, Checks: []coding.CheckState{{Name: "npm test", Tail: "sh: 1: mocha: not found"}}})},
		{Name: "DoctorRepository: not fetched", Message: doctor.Repository(shop, &coding.Environment{State: coding.EnvironmentTried, Why: "it wants node 22.11, and the newest here is 20.20.2; this installs it: npx n 22.11"})},
		{Name: "DoctorRepository: under way", Message: doctor.Repository(shop, &coding.Environment{State: coding.EnvironmentWorking})},
		{Name: "DoctorRepository: called off", Message: doctor.Repository(shop, &coding.Environment{State: coding.EnvironmentCancelled})},
		{Name: "DoctorLayers", Message: doctor.Layers(1.2e9, 10e9)},
		{Name: "DoctorCode: no fence", Message: doctor.Code("code waits: bubblewrap is missing here; apt install bubblewrap")},
		{Name: "DoctorUpdate", Message: doctor.Update("v0.2.0", "v0.1.0", "https://github.com/frasier-cos/frasier/releases", false)},
		{Name: "DoctorUpdate: cut short", Message: doctor.Update("v0.2.0", "v0.1.0", "https://github.com/frasier-cos/frasier/releases", true)},
		{Name: "DoctorFetch", Message: doctor.Fetch("10.0.0.0/8")},
		{Name: "DoctorServices", Message: servicesOf()},
		{Name: "DoctorSettings", Message: settingsOf(shop)},
		{Name: "DoctorSettings: read-only, with a smoke test that asks nobody and a hook", Message: settingsOf(coding.Repository{Name: "shop", Policy: coding.CodePolicy{Level: coding.LevelReadOnly, Smoke: "GET /up 200", Hooks: []coding.Hook{{Event: coding.HookBeforeChecks, Command: "make db"}}}})},
	}
}

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

func working(line string, ok bool) reports.CheckResult { return doctor.Work(line, ok, 1) }

// waitFacts are one of each kind that waits.
func waitFacts(now time.Time) []reports.Wait {
	since, next := now.Add(-12*time.Minute), now.Add(40*time.Second)
	return []reports.Wait{
		{Kind: reports.WaitRepository, About: "https://github.com/acme/shop", For: org.ForNetwork, Why: "github.com cannot be reached now: https://github.com/acme/shop: no such host", Since: since, Next: next},
		{Kind: reports.WaitPush, About: "p7", For: org.ForNetwork, Why: "github.com cannot be reached now.", Since: since, Next: next},
		{Kind: reports.WaitPush, About: "p8", For: org.ForToken, Why: "github.com does not know the token of github any more; make a new one and run: frasier connect github --rotate", Since: since, Next: next},
		{Kind: reports.WaitArrival, About: "p7", For: org.ForDisk, Why: "the folder is not there", Since: since, Next: next},
		{Kind: reports.WaitPublishing, About: "documents", For: org.ForDisk, Why: "no space left on device", Since: since, Next: now},
		{Kind: reports.WaitStep, About: "Find the price of oats", For: org.ForDisk, Why: "the disk is full", Since: since, Next: next},
		{Kind: reports.WaitStep, About: "Sum up", For: org.ForProvider, Why: "the AI provider isn't answering", Since: since, Next: next},
		{Kind: reports.WaitStep, About: "Sum up", For: org.ForNetwork, Why: "github.com cannot be reached now", Since: since, Next: next},
		{Kind: reports.WaitStep, About: "Sum up", For: org.ForMachine, Why: "the work broke off", Since: since, Next: next},
	}
}

func waitExamples() []nountest.Example {
	now := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	var out []nountest.Example
	for _, w := range waitFacts(now) {
		out = append(out, nountest.Example{Name: "Wait: " + string(w.Kind) + ", " + string(w.For), Message: doctor.Wait(w, now).Detail})
	}
	return out
}

// servicesOf says how the services of a repository are: one that runs, one that failed, one that nobody started, and one that is proposed.
func servicesOf() string {
	all := coding.KnownServices()
	web := coding.Service{Name: "web", Port: 3000, Command: "npm start"}
	docs, mail := coding.Service{Name: "docs", Port: 8000, Command: "mkdocs serve", People: true}, coding.Service{Name: "mail", Port: 25, Command: "mailer"}
	r := coding.Repository{ID: "r1", Name: "shop", Policy: coding.CodePolicy{Services: []coding.Service{all["postgres"], web, docs, mail}}}
	text, _ := doctor.Services(r, []coding.Shown{
		{ID: "v3", Of: "r1", Name: "web", State: coding.ShownReady, Reason: "started: none was running", Port: 41234, Services: []coding.Service{web}},
		{ID: "v2", Of: "r1", Name: "docs", State: coding.ShownFailed, Reason: "failed: docs ended with 1 before it was ready", Services: []coding.Service{docs}},
		{ID: "v1", Of: "r2", Name: "mail", State: coding.ShownReady},
	}, []coding.Service{web, {Name: "admin", Port: 81, Command: "admin"}})
	return text
}

func settingsOf(r coding.Repository) string {
	text, _ := doctor.Settings(r)
	return text
}

func forges(every time.Duration, heard bool) string {
	r, _ := doctor.Forges([]outward.Connection{{Name: "github", Service: outward.GitHub, On: true}, {Name: "gitea", Service: outward.Gitea}, {Name: "notion", Service: outward.Notion, On: true}}, every, heard)
	return r.Detail
}

// Where no forge is connected, nothing is said of how often one is looked at.
func TestNoForgeIsNoCheck(t *testing.T) {
	if r, ok := doctor.Forges([]outward.Connection{{Name: "github", Service: outward.GitHub}, {Name: "notion", Service: outward.Notion, On: true}}, time.Minute, true); ok {
		t.Errorf("%+v", r)
	}
}
