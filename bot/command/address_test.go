package command_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/bot/command"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/org"
)

// threads is a fixture with a finished project, two that are open, and a thread for
// the first two: 551 and 552.
func threads(t *testing.T) *fixture {
	t.Helper()
	o := oats(t)
	o.start("Barley")
	o.ok(o.db.OpenThread(t.Context(), "p1", home(), "551", ""))
	o.ok(o.db.OpenThread(t.Context(), "p2", home(), "552", ""))
	return o
}

func (o *fixture) in(thread, line string) org.Reply {
	o.t.Helper()
	o.said++
	return o.do(org.Command{Origin: fmt.Sprint("t", o.said), Channel: org.Channel{Transport: "discord", ID: thread}, Line: line})
}

// inThread is each command that takes a project, said in a project's thread without it,
// and what its reply says. What stands behind a bar needs the thread of the finished one.
var inThread = map[string][][2]string{
	"status":   {{"status", "**Oats market** (p2)"}, {"status page=1", "**Oats market** (p2)"}},
	"plan":     {{"plan", "**Oats market**"}, {"plan fewer, larger steps", "planning the rest of **Oats market** (p2) again, with your note “fewer, larger steps”"}},
	"costs":    {{"costs", "**Oats market** (p2)"}, {"costs all", "in 7 "}},
	"why":      {{"why", "Oats market"}},
	"timeline": {{"timeline", "Oats market"}, {"timeline page=2", "Oats market"}},
	"diff":     {{"diff", "p2"}},
	"checks":   {{"checks", "p2"}},
	"pause":    {{"pause", "Paused **Oats market** (p2)"}},
	"resume":   {{"resume", "Resumed **Oats market** (p2)"}},
	"cancel":   {{"cancel", "Cancel **Oats market** (p2)?"}, {"cancel sure=yes", "Cancelled **Oats market** (p2)"}},
	"gate":     {{"gate", "**Oats market** (p2)"}, {"gate after planning", "**Oats market** (p2) will stop"}, {"gate off", "stop"}},
	"schedule": {{"schedule @daily", "**Oats market** (p2)"}, {"schedule 0 8 * * 1 Europe/Berlin", "`0 8 * * 1` (Europe/Berlin)"}, {"schedule off", "Stopped t1, t2"}},
	"replan":   {{"replan Fewer steps", "planning the rest of **Oats market** (p2) again, with your note “Fewer steps”"}},
	"steer":    {{"steer Use only prices of 2026", "for **Oats market** (p2) from the next step: Use only prices of 2026"}, {"steer Barley growers are out", "**Oats market** (p2) from the next step: Barley growers"}},
	"project":  {{"project cap 5", "**Oats market** (p2)"}},
	"add":      {{"add t1", "I don't have that message"}},
	"changes":  {{"changes|Shorter, and add the market of Lisbon", "**Rye market** (p1): Shorter, and add the market of Lisbon"}},
	"share":    {{"share|", "Share **Rye market** (p1)"}, {"share|listed cost", "Share **Rye market** (p1)"}, {"share|listed sure=yes", "**Rye market** (p1)"}, {"share|off", "**Rye market** (p1) is private"}},
	"publish":  {{"publish", "connected to nothing that keeps documents"}, {"publish notion over", "connected to nothing that keeps documents"}},
	"export":   {{"export|", "Rye market"}},
	"bundle":   {{"bundle|", "**Rye market**"}},
	"read":     {{"read|", "Oats cost"}},
	"sources":  {{"sources|", "**Rye market**"}},
	"accept":   {{"accept|", "**Rye market** (p1)"}},
	"delete":   {{"delete|", "**Rye market** (p1)"}},
	"undelete": {{"undelete|", "**Rye market** (p1)"}},
	"actions":  {{"actions", "nothing outside"}},
	"dry":      {{"dry", "**Oats market** does"}},
	"outside":  {{"outside", "**Oats market** (p2) may do outside"}, {"outside pulls off", "off (ana, on"}},
	"pr":       {{"pr", "no pull request of mine"}, {"pr ready", "**Oats market** has no pull request"}},
	"linear":   {{"linear", "not connected to Linear"}, {"linear on", "not connected to Linear"}},
	"tools":    {{"tools", "I use no tools of others"}},
	"keep":     {{"keep", "the pages of p2"}, {"keep|weekly", "**Rye market** (p1) cites no page of the web"}},
	"merge":    {{"merge", "**Oats market** has no pull request"}},
	"budget":   {{"budget 5", "$5 a day"}}, // a limit for all work, whoever sets it where
}

func TestInItsThreadAProjectsCommandsNeedNoNumber(t *testing.T) {
	names := map[string]bool{}
	for _, s := range command.AllSpecs() {
		if slices.ContainsFunc(s.Options, func(o syntax.Option) bool { return o.Name == "project" || o.Name == "subject" }) && s.Name != "meant" {
			names[s.Name] = true
		}
	}
	for name := range names {
		if len(inThread[name]) == 0 {
			t.Errorf("`%s` takes a project, and no row says what it does in its thread without one", name)
		}
	}
	for name, rows := range inThread {
		if !names[name] {
			t.Errorf("`%s` takes no project", name)
		}
		o := threads(t)
		for _, row := range rows {
			thread, line := "552", row[0]
			if first, rest, done := strings.Cut(line, "|"); done {
				thread, line = "551", strings.TrimSpace(first+" "+rest)
			}
			if r := o.in(thread, line); !strings.Contains(r.Text, row[1]) {
				t.Errorf("%q in the thread: %q, want %q", line, r.Text, row[1])
			}
		}
	}
}

// What names another project wins over the thread, wherever it stands.
func TestAProjectThatIsNamedWinsOverTheThread(t *testing.T) {
	for line, want := range map[string]string{
		"pause p3":                                 "Paused **Barley** (p3)",
		"pause barley":                             "Paused **Barley** (p3)",
		"steer p3: Leave Lisbon out":               "**Barley** (p3) from the next step: Leave Lisbon out",
		`steer "barley" Leave Lisbon out`:          "**Barley** (p3) from the next step: Leave Lisbon out",
		"steer Oats market Leave Lisbon out":       "**Oats market** (p2) from the next step: Leave Lisbon out",
		"steer oats Market: leave out Lisbon":      "**Oats market** (p2) from the next step: leave out Lisbon",
		"changes p1 Name the price of oats":        "**Rye market** (p1): Name the price of oats",
		"changes RYE MARKET Name the price":        "**Rye market** (p1): Name the price",
		"share off p1":                             "**Rye market** (p1) isn't shared",
		"share p1 off":                             "**Rye market** (p1) isn't shared",
		"share listed p1 cost":                     "Share **Rye market** (p1)",
		"share sure=yes p1 listed":                 "**Rye market** (p1)",
		"share p1 listed sure=yes":                 "**Rye market** (p1)",
		"gate after planning p3":                   "**Barley** (p3) will stop",
		"gate p3 after planning":                   "**Barley** (p3) will stop",
		"schedule p1 off":                          "p1 has no schedule",
		"schedule off p1":                          "p1 has no schedule",
		"schedule stop t9":                         "I don't know a schedule t9",
		"timeline p1 page=2":                       "Rye market",
		"timeline page=2 p1":                       "Rye market",
		"cancel p3 sure=yes":                       "Cancelled **Barley** (p3)",
		"cancel sure=yes p3":                       "Cancelled **Barley** (p3)",
		"changes p99 Shorter":                      `I don't know a project "p99"`,
		"status p99":                               `I don't know a project "p99"`,
		"steer Look at p3's prices, not at Lisbon": "**Oats market** (p2) from the next step: Look at p3's prices, not at Lisbon",
	} {
		if r := threads(t).in("552", line); !strings.Contains(r.Text, want) {
			t.Errorf("%q: %q, want %q", line, r.Text, want)
		}
	}
}

// Outside of any thread the only open project gives what a line leaves out.
func TestTheOnlyOpenProjectIsMeant(t *testing.T) {
	for line, want := range map[string]string{
		"steer Use only prices of 2026":   "**Oats market** (p2) from the next step: Use only prices of 2026",
		"steer oats Use prices of 2026":   "**Oats market** (p2) from the next step: Use prices of 2026",
		"replan Fewer steps":              "**Oats market** (p2) again, with your note “Fewer steps”",
		"changes Shorter, and add Lisbon": "**Oats market** (p2) from the next step: Shorter, and add Lisbon",
		"gate after planning":             "**Oats market** (p2) will stop",
		"schedule @weekly":                "**Oats market** (p2)",
	} {
		if r := oats(t).give(line); !strings.Contains(r.Text, want) {
			t.Errorf("%q: %q, want %q", line, r.Text, want)
		}
	}
}

// A question which project is meant carries the whole line behind its button or menu.
func TestAQuestionKeepsTheWords(t *testing.T) {
	press := func(o *fixture, r org.Reply, value string) org.Reply {
		t.Helper()
		line := ""
		if m := r.Card.Menu; m != nil {
			line = m.Command + " " + value
		} else if len(r.Card.Buttons) == 1 {
			line = r.Card.Buttons[0].Command
		} else {
			t.Fatalf("%q has no way on", r.Text)
		}
		// The answer may be given in another channel than the command.
		o.said++
		return o.do(org.Command{Origin: fmt.Sprint("b", o.said), Channel: org.Channel{Transport: "discord", ID: "dm"}, Line: line})
	}
	long := "Leave out the islands and every port that has fewer than two ferries a day in winter, and say why"
	for _, c := range []struct{ line, question, value, want string }{
		{"steer " + long, "Which project?", "p3", "**Barley** (p3) from the next step: " + long},
		{"steer barlye " + long, "Did you mean **Barley** (p3)?", "", "**Barley** (p3) from the next step: " + long},
		{"steer barlye out", "Did you mean **Barley** (p3)?", "", "**Barley** (p3) from the next step: out"},
		{"changes market Shorter", `Several projects fit "market"`, "p2", "**Oats market** (p2) from the next step: Shorter"},
		{"replan Fewer steps", "Which project?", "p2", "**Oats market** (p2) again, with your note “Fewer steps”"},
		{"gate after planning", "Which project?", "p3", "**Barley** (p3) will stop"},
		{"pause", "Which project?", "p3", "Paused **Barley** (p3)"},
		{"share", "Which project?", "p1", "Share **Rye market** (p1)"},
	} {
		o := threads(t)
		r := o.give(c.line)
		if !strings.Contains(r.Text, c.question) {
			t.Errorf("%q: %q, want %q", c.line, r.Text, c.question)
			continue
		}
		if got := press(o, r, c.value); !strings.Contains(got.Text, c.want) {
			t.Errorf("%q, then %s: %q, want %q", c.line, c.value, got.Text, c.want)
		}
	}
}

// A name that is no slip is offered nothing else.
func TestNoOtherProjectIsOfferedForAnyWord(t *testing.T) {
	for _, line := range []string{"pause Shorter", "status lisbon", "pause p9", "export xyz"} {
		r := threads(t).in("552", line)
		if strings.Contains(r.Text, "Did you mean") || len(r.Card.Buttons) > 0 || r.Card.Menu != nil {
			t.Errorf("%q: %q with %+v, want no other project", line, r.Text, r.Card)
		}
	}
}
