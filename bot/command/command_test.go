package command_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/bot/command"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/storetest"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store"
)

// oats is a fixture with one project in the middle of its work and one that
// has ended.
func oats(t *testing.T) *fixture {
	t.Helper()
	return oatsIn(t, storetest.Path(t))
}

func oatsIn(t *testing.T, path string) *fixture {
	t.Helper()
	o := fixtureIn(t, path)
	o.start("Rye market")
	o.plan(step("rye", "Find the price of rye"))
	o.finish()
	o.now = o.now.Add(time.Hour)
	p := o.start("Oats market", "discovery", "design")
	o.plan(step("prices", "Find the price of oats"), step("fields", "Find where oats are grown"), step("sum", "Sum up", "prices", "fields"))
	claims := o.claim(10)
	o.work(claims["prices"], 40*time.Second, 31_200_000)
	o.now = o.now.Add(20 * time.Second)
	o.ok(o.db.Seen(t.Context(), "worker-1", "worker"))
	if p != "p2" {
		t.Fatalf("the project is %s, want p2", p)
	}
	return o
}

func TestRepliesAsAFounderReadsThem(t *testing.T) {
	o := oats(t)
	for _, c := range []struct{ name, line string }{
		{"status", "status"},
		{"status-one", "status p2"},
		{"projects", "projects"},
		{"plan", "plan oats"},
		{"costs", "costs"},
		{"costs-one", "costs p2"},
		{"why-step", "why s3"},
		{"agents", "agents"},
		{"settings", "settings"},
		{"doctor", "doctor"},
		{"help", "help"},
		{"help-one", "help budget"},
		{"read", "read p1"},
		{"read-2", "read page=2 p1"},
		{"export", "export p1"},
		{"inbox", "inbox"},
		{"none", "schedule"},
		{"budget", "budget"},
	} {
		o.golden(c.name, o.give(c.line))
	}
}

func TestACommandOfOneOriginActsOnce(t *testing.T) {
	o := oats(t)
	first := o.again("x", "pause p2")
	o.give("resume p2")
	second := o.again("x", "pause p2")
	if d := cmp.Diff(first, second); d != "" {
		t.Errorf("the same command again (-first +second):\n%s", d)
	}
	if p, err := o.db.Project(t.Context(), "p2"); err != nil || p.State != org.ProjectActive {
		t.Errorf("the project is %s, %v; want active: the pause came before the resume", p.State, err)
	}
	if n := o.events(org.EventProjectPaused); n != 1 {
		t.Errorf("paused %d times, want once", n)
	}
	o.again("y", "project Compare tea shops")
	o.again("y", "project Compare tea shops")
	n := 0
	for {
		_, err := o.db.ClaimMessage(t.Context(), "bot", time.Hour)
		if errors.Is(err, org.ErrNoWork) {
			break
		}
		o.ok(err)
		n++
	}
	if n != 1 {
		t.Errorf("%d messages were heard, want one", n)
	}
}

// A process that dies after the effect and before the reply is stored does it
// again, and nothing changes by that.
func TestACommandThatDiedInTheMiddleIsDoneAgain(t *testing.T) {
	for _, line := range []string{"pause p2", "cancel all", "remember No tables", "forget l1", "steer p2 Leave Lisbon out", "accept p1", "budget day 5", "schedule p1 @daily", "schedule stop t1"} {
		o := oats(t)
		_, err := o.db.Remember(t.Context(), "Cite two sources")
		o.ok(err)
		_, err = o.db.SaveSchedule(t.Context(), reports.Schedule{Project: "p1", Spec: "@weekly"})
		o.ok(err)
		first := o.again("x", line)
		dead := &fixture{t: t, db: o.db, now: o.now}
		dead.handler = forgetful(o.db, func() time.Time { return dead.now })
		second := dead.again("x", line)
		if strings.HasPrefix(second.Text, "I don't know") || first.Text == "" {
			t.Errorf("%s: first %q, then %q", line, first.Text, second.Text)
		}
		rules, err := o.db.Directives(t.Context())
		o.ok(err)
		caps, err := o.db.Caps(t.Context())
		o.ok(err)
		times, err := o.db.Schedules(t.Context())
		o.ok(err)
		if o.events(org.EventSteering) > 1 || o.events(org.EventProjectPaused) > 1 || o.events(org.EventAccepted) > 1 || len(rules) > 2 || len(caps) > 1 || len(times) > 2 {
			t.Errorf("%s acted twice: %d steering, rules %v, caps %v, schedules %v", line, o.events(org.EventSteering), rules, caps, times)
		}
	}
}

// What a process did before it died is not done again by the next one, which
// says the same.
func TestACommandThatDiedSaysTheSame(t *testing.T) {
	for line, kind := range map[string]org.EventKind{
		"redo s1 Only prices of 2026": org.EventStepReopened, "changes p1 Name the price of oats": org.EventStepReopened, "replan p2 Fewer steps": org.EventMissionReplanned,
		"gate p2 after planning": org.EventGateSet, "gate p2 off": org.EventGateSet, "project cap p2 5": org.EventCapSet, "budget day 5": org.EventCapSet,
	} {
		o := oats(t)
		_, err := o.db.SetGate(t.Context(), org.Gate{Project: "p2", Point: org.GatePhase})
		o.ok(err)
		was := o.events(kind)
		first := o.again("x", line)
		did := o.events(kind) - was
		dead := &fixture{t: t, db: o.db, now: o.now}
		dead.handler = forgetful(o.db, func() time.Time { return dead.now })
		if d := cmp.Diff(first, dead.again("x", line)); d != "" {
			t.Errorf("%s, after its process died (-first +second):\n%s", line, d)
		}
		if n := o.events(kind) - was; did == 0 || n != did {
			t.Errorf("%s: %d times %s in the journal after it was given, %d after it was carried out again; want as many, and some", line, did, kind, n)
		}
	}
}

// forgets is a record of commands that lost the replies.
type forgets struct{ command.Log }

// forgetful is a handler whose record of commands lost the replies.
func forgetful(db *store.DB, now func() time.Time) *command.Handler {
	h := command.New(db, now)
	h.Log = forgets{db}
	return h
}

// BeginCommand finds no reply.
func (f forgets) BeginCommand(ctx context.Context, c org.Command, acts bool) (org.Begun, error) {
	b, err := f.Log.BeginCommand(ctx, c, acts)
	return org.Begun{Since: b.Since}, err
}

func TestMisspeltCommandsAndProjects(t *testing.T) {
	o := oats(t)
	for line, want := range map[string]string{
		"stauts":                          "Did you mean `!status`?",
		"projetc x":                       "Did you mean `!project`?",
		"xqzv":                            "`!help` shows what I can do",
		"pause p9":                        "I don't know a project \"p9\". `!projects` lists them all.",
		"steer p2":                        "`steer` needs what the team should know",
		"pause otas":                      "Did you mean **Oats market** (p2)?",
		"status market":                   "Several projects fit \"market\". Which one?",
		"redo s99":                        "I don't know a step \"s99\"",
		"forget l9":                       "I don't know a rule l9",
		"rules burn":                      "I don't know `rules burn`",
		"approve e9":                      "There's no question e9",
		"projects sleeping":               "I don't know the state",
		"budget":                          "No limit is set",
		"budget day":                      "How much?",
		"budget day -5":                   "How much?",
		"budget day 99999999":             "How much?",
		"schedule p1":                     "When?",
		"schedule p1 0 8":                 "A time has five parts",
		"schedule p1 @never":              "cannot be read",
		"schedule p1 @daily Nowhere/Land": "There is no time zone",
		"settings autonomy maybe":         "on or off",
		"settings zone Moon":              "a time zone, like",
		"settings FRASIER_WORKERS 9":      "read when I start",
		"settings quite.hours off":        "Did you mean `quiet.hours`?",
		"settings quiet 22:00-07:00":      "Did you mean `quiet.hours`?",
		"settings autonomy.q":             "Did you mean `autonomy.qa_only`?",
		"reannounce d99":                  "I don't know a message d99",
		"status p1 p2":                    "I don't know a project \"p1 p2\"",
		"remember":                        "`remember` needs the rule",
		"changes p1":                      "`changes` needs what should change",
		"accept p2":                       "is still being worked on",
		"read p2":                         "has no document yet",
		"pause p1":                        "is done, so there's nothing to pause",
		"add":                             "press and hold",
		"":                                "Which command?",
	} {
		o.sees(o.give(line), want)
	}
	if n := o.events(org.EventProjectPaused); n != 0 {
		t.Errorf("paused %d times by lines with mistakes", n)
	}
}

func TestCommandsChangeWhatTheyName(t *testing.T) {
	o := oats(t)
	ctx := t.Context()
	o.sees(o.give("pause"), "Paused **Oats market** (p2). 1 step already running will finish")
	o.sees(o.give("go oats"), "Resumed **Oats market** (p2).")
	o.sees(o.give("remember Write prices in euros"), "(l1): Write prices in euros")
	o.sees(o.give("rules"), "l1: Write prices in euros", "!forget l1")
	o.sees(o.give("rules forget l1"), "Forgotten (l1): Write prices in euros")
	o.sees(o.give("budget p2 mission $2.50 warn"), "$2.50 for each plan for p2")
	o.sees(o.give("budget month 50"), "Your limit is $50 a month")
	o.sees(o.give("budget"), "I tell you at $2.50 for each plan for p2.", "Limit: $50 a month, under 1 % used.")
	o.sees(o.give("budget month off"), "Monthly limit removed")
	o.sees(o.give(`schedule p1 "0 8 * * 1" Europe/Berlin`), "**Rye market** (p1)", "`0 8 * * 1` (Europe/Berlin)", "first on <t:1773039600:f>")
	o.sees(o.give("schedule p1 0 9 * * 1-5 skip"), "`0 9 * * 1-5` (UTC)")
	o.sees(o.give("schedule"), "missed runs are skipped", "t1: **Rye market** (p1)")
	o.sees(o.give("schedule stop t1"), "Stopped t1")
	o.sees(o.give("settings zone Europe/Berlin"), "`zone` (your time zone) is now Europe/Berlin; it was machine (UTC)")
	o.sees(o.give("settings zone default"), "is now machine (UTC); it was Europe/Berlin")
	o.sees(o.give("settings autonomy.auto_approve 80%"), "is now 80%; it was all")
	o.sees(o.give(`settings company.review "0 6 * * *"`), "is now `0 6 * * *`; it was `0 8 * * 1`")
	if p, err := o.db.Autonomy(ctx); err != nil || p.AutoApprove != "80%" {
		t.Errorf("the policy is %+v, %v", p, err)
	}
	o.sees(o.give("accept rye"), "Glad you like **Rye market** (p1)")
	o.sees(o.give("projects completed"), "done, accepted by ana on <t:1772445680:D>")
	o.sees(o.give("steer p2: Leave Lisbon out"), "for **Oats market** (p2) from the next step: Leave Lisbon out")
	o.sees(o.give("recall rye"), "What I know about rye")
	o.sees(o.give("replan p2 fewer steps"), "planning the rest of **Oats market** (p2) again, with your note “fewer steps”")
	o.sees(o.give("redo s1 with taxes"), "s1 is done again, with your note “with taxes”")
	o.sees(o.give("cancel p2"), "Cancel **Oats market** (p2)? 1 of 1 step finished")
	o.sees(o.give("cancel all"), "Cancel all your open projects (2)?")
	if n := o.events(org.EventProjectCancelled); n != 0 {
		t.Errorf("%d projects were cancelled by the question", n)
	}
	o.sees(o.give("cancel sure=yes all"), "Cancelled 2 projects")
	o.sees(o.give("cancel all"), "No project is open")
	checks, err := o.db.Verify(ctx)
	o.ok(err)
	for _, c := range checks {
		if !c.OK {
			t.Errorf("verify: %s: %s", c.Name, c.Detail)
		}
	}
}

func TestChangesReachTheStepsTheyAreAbout(t *testing.T) {
	o := oats(t)
	o.sees(o.give("changes p2 use euros"), "team for **Oats market** (p2)") // it still goes on
	r := o.give("changes p1 Add the price with tax")
	o.sees(r, "(p1): Add the price with tax", "s1 Find the price of rye, and 1 step that builds on it")
	if p, err := o.db.Project(t.Context(), "p1"); err != nil || p.State != org.ProjectActive {
		t.Errorf("the project is %s, %v; want active again", p.State, err)
	}
}

func TestDecisionsAreAnswered(t *testing.T) {
	o := newFixture(t)
	o.start("Oats market")
	o.plan(step("prices", "Find the price of oats"), step("sum", "Sum up", "prices"))
	for range org.StrikeCap {
		c := o.claim(1)["prices"]
		o.now = o.now.Add(time.Minute)
		o.ok(o.db.Finish(t.Context(), c.Lease, work.Outcome{Next: org.StepPending, Strike: true, Feedback: []string{"no source for the price"}}))
	}
	in := o.give("inbox")
	o.sees(in, "Question for you (e1, project p1)", "I'd suggest d) **Give a hint**", "a) Ask for something else", "Without an answer it stays out")
	b, m := in.Card.Buttons, in.Card.Menu
	if len(b) != 3 || b[0].Command != "decide e1 d" || b[0].Ask == "" || b[1].Command != "decide e1 e" || m == nil || len(m.Choices) != 3 {
		t.Errorf("the inbox has the buttons %+v and the menu %+v, want the suggested and the safe answer, details, and a menu of the other three", b, m)
	}
	o.sees(o.give("decide e1 page=2"), "a) **Ask for something else**: one more try", "Waiting for this")
	o.sees(o.give("decide e1 a"), "What should this step do instead?") // a menu carries no words
	o.sees(o.give("status"), "❗ **Oats market** (p1)")
	o.sees(o.give("approve"), "A yes or no isn't enough", "a) Ask for something else")
	o.sees(o.give("decide e1"), "(e1, ")
	o.sees(o.give("decide e1 z"), "I'm not sure which answer")
	o.sees(o.give("approve e1 look at the ministry's page"), "Got it (e1): give a hint", "s1 is done again, with your note “look at the ministry's page”")
	o.sees(o.give("deny e1"), "Decided: Give a hint", "By ana")
	if s, err := o.db.Steps(t.Context(), "p1"); err != nil || s[0].State != org.StepPending {
		t.Errorf("the step is %s, %v; want pending again", s[0].State, err)
	}
	o.sees(o.give("inbox"), "Nothing waits for you")
}

// What is held until its founder does something is in the inbox too, though no
// decision asks for it.
func TestInboxNamesWhatIsHeldUp(t *testing.T) {
	o := newFixture(t)
	o.start("Oats market")
	o.plan(step("prices", "Find the price of oats"), step("fields", "Find the fields"))
	if got := o.give("inbox").Text; strings.Contains(got, "On hold") {
		t.Errorf("while all goes on: %s", got)
	}
	all := o.claim(2)
	o.ok(o.db.Finish(t.Context(), all["prices"].Lease, work.Outcome{Next: org.StepPending, Hold: org.HoldBudget}))
	o.ok(o.db.Finish(t.Context(), all["fields"].Lease, work.Outcome{Next: org.StepPending, Hold: org.HoldUnreviewed}))
	o.sees(o.give("inbox"), "No question for you. On hold until you do something",
		"**Oats market** (p1): 1 step is on hold, your spending limit is reached", "`!budget`", "no reviewer could be reached", "`!resume p1`")
	o.ok(o.db.Pause(t.Context(), "p1"))
	if got := o.give("inbox").Text; strings.Contains(got, "On hold") {
		t.Errorf("while it is paused: %s", got)
	}
}

func TestThreadMeansItsProject(t *testing.T) {
	o := oats(t)
	o.start("Barley")
	o.ok(o.db.OpenThread(t.Context(), "p2", home(), "555", ""))
	r := o.do(org.Command{Origin: "t1", Channel: org.Channel{Transport: "discord", ID: "555"}, Line: "pause"})
	o.sees(r, "Paused **Oats market** (p2)")
	o.sees(o.give("resume"), "Which project?")
}

func TestSuggestions(t *testing.T) {
	o := oats(t)
	for i := range 30 {
		o.start(fmt.Sprintf("Oat study %02d", i))
	}
	ask := func(command, option, prefix string) (out []string) {
		t.Helper()
		all, err := o.handler.Complete(t.Context(), command, option, prefix)
		o.ok(err)
		for _, c := range all {
			out = append(out, c.Value)
			if c.Label == "" || len([]rune(c.Label)) > 100 || len(c.Value) > 100 {
				t.Errorf("a suggestion that no chat takes: %+v", c)
			}
		}
		return out
	}
	if got := ask("status", "project", ""); len(got) != 25 {
		t.Errorf("%d suggestions, want 25", len(got))
	}
	for _, c := range []struct {
		command, option, prefix string
		want                    []string
	}{
		{"status", "project", "oats m", []string{"p2"}},
		{"pause", "project", "rye", nil},
		{"pause", "project", "al", []string{"all"}},
		{"status", "project", "p1", []string{"p1"}},
		{"redo", "step", "find where", []string{"s4"}},
		{"why", "subject", "s3", []string{"s3"}},
		{"help", "command", "bud", []string{"budget"}},
		{"settings", "name", "quiet.h", []string{"quiet.hours"}},
		{"schedule", "cron", "@d", []string{"@daily"}},
		{"status", "nothing", "", nil},
		{"nothing", "project", "", nil},
	} {
		got := ask(c.command, c.option, c.prefix)
		if c.prefix == "p1" && len(got) > 0 {
			got = got[:1] // then p10 and so on
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("Complete(%s, %s, %q) (-want +got):\n%s", c.command, c.option, c.prefix, d)
		}
	}
}

func TestManyProjectsStandOnPages(t *testing.T) {
	o := newFixture(t)
	for i := range 14 {
		o.start(fmt.Sprintf("%s %d %s", strings.Repeat("é**`@everyone` 😀", 9), i, strings.Repeat("w", 300)))
		o.now = o.now.Add(time.Second)
	}
	r := o.give("status")
	o.sees(r, "And 10 more projects", "Page 1 of 4", "`!status page=2`")
	seen := map[string]bool{}
	for page := 1; page <= 4; page++ {
		r := o.give(fmt.Sprintf("status page=%d", page))
		for i := range 14 {
			if id := fmt.Sprintf("(p%d)", i+1); strings.Contains(r.Text, id) {
				seen[id] = true
			}
		}
	}
	if len(seen) != 14 {
		t.Errorf("the pages show %d projects, want all 14", len(seen))
	}
}

// A second page that says what the first one says is none.
func TestAShortStatusIsOnePage(t *testing.T) {
	o := newFixture(t)
	o.start("Oats market")
	first := o.give("status").Text
	list := o.give("status page=2").Text
	if says := strings.Contains(first, "Page 1 of 2"); says != (strings.TrimSuffix(first, "\n\nPage 1 of 2. More: `!status page=2`") != strings.TrimSuffix(list, "\n\nPage 2 of 2.")) {
		t.Errorf("first page:\n%s\nsecond:\n%s", first, list)
	}
	o.give("cancel sure=yes p1")
	if r := o.give("status"); strings.Contains(r.Text, "Page") {
		t.Errorf("of a project that has ended: %s", r.Text)
	}
}

// A line that was typed is a command or a message, and never both.
func TestTypedLines(t *testing.T) {
	file := []org.Attachment{{Name: "plan.md"}}
	for _, c := range []struct {
		text  string
		files []org.Attachment
		line  string // empty: it is heard
	}{
		{"!status p1", nil, "status p1"},
		{"/status", nil, "status"},
		{"\uFF01status", nil, "status"},
		{"!statsu", nil, "statsu"},
		{"!project", nil, "project"},
		{"!project Compare tea", nil, ""},
		{"!project", file, ""},
		{"!ask why?", nil, ""},
		{"!ask", nil, "ask"},
		{"!!! wow", nil, ""},
		{"!wow, nice", nil, ""},
		{"/etc/hosts is broken", nil, ""},
		{"status", nil, ""},
	} {
		line, ok := command.Typed(org.Message{Text: c.text, Attachments: c.files})
		if line != c.line || ok != (c.line != "") {
			t.Errorf("Typed(%q with %d files) = %q, %v, want %q", c.text, len(c.files), line, ok, c.line)
		}
	}
}

// Whoever is faster than Frasier is told so.
func TestACommandBeforeItsProjectIsThere(t *testing.T) {
	o := newFixture(t)
	o.sees(o.give("pause"), "There's no project yet")
	o.give("project Compare tea shops")
	o.sees(o.give("pause"), "No project is open yet: I'm still reading 1 message of yours. Try `!pause` again in a moment.")
}
