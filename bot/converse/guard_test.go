package converse_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/internal/work"
)

// classified is a classification as a model writes it.
func classified(class string, confidence float64, question bool, ask string) []llmtest.Reply {
	return []llmtest.Reply{{Text: fmt.Sprintf(`{"evidence":["Spain"],"class":%q,"confidence":%g,"title":"Spain","is_question":%t,"rules":[],"ask_back":%q}`, class, confidence, question, ask)}}
}

// acts is a reply of the chief's with one action.
func acts(do, target, choice string) []llmtest.Reply {
	w := "null"
	if do == "start" || do == "propose" {
		w = `{"title":"Spain","goal":"Enter Spain","size":"project","mode":"research","depth":"standard","phases":[]}`
	}
	return []llmtest.Reply{{Text: fmt.Sprintf(`{"message":"So be it.","actions":[{"do":%q,"target":%q,"choice":%q,"work":%s}]}`, do, target, choice, w)}}
}

// Nothing that costs money starts from a question, from what was hardly
// understood or from small talk, whatever the chief says; what is clear starts.
func TestWhatMayStart(t *testing.T) {
	const order = "Please enter Spain for us"
	for name, c := range map[string]struct {
		text   string
		class  []llmtest.Reply
		do     string
		starts bool
		asks   bool
		says   string
	}{
		"a clear order":                  {order, classified("full_project", 0.9, false, ""), "start", true, false, "So be it."},
		"at the limit":                   {order, classified("simple_task", 0.50, false, ""), "start", true, false, "So be it."},
		"below it":                       {order, classified("simple_task", 0.49, false, ""), "start", false, true, "Before I start on **Spain**"},
		"a subject, at the limit":        {"Do the pricing thing", classified("simple_task", 0.69, false, ""), "start", false, true, "Before I start"},
		"nothing it is about":            {"Make it better", classified("full_project", 0.95, false, ""), "start", false, true, "You said “Make it better”. Before I start: what"},
		"nothing in Spanish":             {"Hazlo mejor, por favor", classified("simple_task", 0.9, false, ""), "start", false, true, "You said “Hazlo mejor, por favor”."},
		"a question":                     {"Should we enter Spain?", classified("full_project", 0.95, true, ""), "start", false, true, "Shall I start on **Spain**?"},
		"two readings, unsure":           {order, classified("full_project", 0.69, false, "Shop or office?"), "start", false, true, "Before I start: Shop or office?"},
		"two readings, sure":             {order, classified("full_project", 0.70, false, "Shop or office?"), "start", true, false, "So be it."},
		"a proposal":                     {order, classified("full_project", 0.9, false, ""), "propose", false, true, "So be it."},
		"a question back":                {order, classified("full_project", 0.9, false, ""), "ask", false, true, "So be it."},
		"small talk":                     {"Good morning!", nil, "start", false, false, "I haven't started anything"},
		"no classification":              {order, []llmtest.Reply{{Text: "no idea"}}, "start", true, false, "So be it."},
		"an action that there is not":    {order, classified("full_project", 0.9, false, ""), "cancel", false, false, ""},
		"a project that there is not":    {order, classified("casual", 0.9, false, ""), "steer", false, false, "which project you mean"},
		"a decision that there is not":   {order, classified("casual", 0.9, false, ""), "answer", false, false, "!inbox"},
		"a document that there is not":   {order, classified("casual", 0.9, false, ""), "cite", false, false, "So be it."},
		"a project to pause that is not": {order, classified("casual", 0.9, false, ""), "pause", false, false, "which project you mean"},
	} {
		o := newFixture(t, &llmtest.Options{Script: llmtest.Script{"classify/*": c.class, "chief/*": acts(c.do, "", ""), "repair/*": {{Text: "no"}}}})
		a := o.say(c.text)
		if (a.project != nil) != c.starts || !strings.Contains(a.reply, c.says) || strings.Contains(a.reply, "{") {
			t.Errorf("%s: project %v, reply %q; want one: %v, and %q", name, a.project, a.reply, c.starts, c.says)
		}
		if asks := strings.Contains(fmt.Sprint(o.turn.Classification.Rules), org.RuleAsked); asks != c.asks {
			t.Errorf("%s: asks back %v, want %v", name, asks, c.asks)
		}
	}
}

// A vague order is asked about once; the answer is not asked about again.
func TestAVagueOrderIsAskedAboutOnce(t *testing.T) {
	vague := classified("full_project", 0.6, false, "Shop or office?")
	o := newFixture(t, &llmtest.Options{Script: llmtest.Script{"classify/*": vague, "chief/*": acts("start", "", "")}})
	if a := o.say("Do something in Spain"); a.project != nil || !strings.Contains(a.reply, "Shop or office?") {
		t.Errorf("the vague order: project %v, %q; want a question", a.project, a.reply)
	}
	if a := o.say("Whatever you think is right for Spain"); a.project == nil {
		t.Errorf("the answer: %q; want work", a.reply)
	}
	low := classified("full_project", 0.3, false, "Shop or office?")
	o = newFixture(t, &llmtest.Options{Script: llmtest.Script{"classify/*": low, "chief/*": acts("start", "", "")}})
	o.say("Something with Spain")
	if a := o.say("Hm, Spain"); a.project != nil || strings.Contains(a.reply, "Shop or office?") || !strings.Contains(a.reply, "!project") {
		t.Errorf("an answer that nobody understands: project %v, %q; want no work, no second question and a way out", a.project, a.reply)
	}
}

// A roadmap that comes as a file is an order, whatever the models say, unless a
// question comes with it; then the first line says that nothing was started.
func TestARoadmapFileIsAnOrder(t *testing.T) {
	const five, two = "# Spain\n- a\n- b\n- c\n- d\n- e\n", "# Spain\n- a\n- b\n"
	speaks, silent := acts("reply", "", ""), []llmtest.Reply{{Text: "no idea"}}
	for name, c := range map[string]struct {
		file, body, text string
		class, chief     []llmtest.Reply
		starts, planned  bool // planned: what it starts is the file's items
	}{
		"without a word":         {"plan.md", five, "", nil, speaks, true, true},
		"with an order":          {"plan.md", five, "Spain it is", classified("casual", 0.4, false, ""), speaks, true, true},
		"with a question":        {"plan.md", five, "Is this right for Spain?", classified("casual", 0.9, true, ""), speaks, false, false},
		"unread":                 {"plan.md", five, "Spain it is", silent, speaks, true, true},
		"chief unread":           {"plan.md", five, "Spain it is", classified("casual", 0.4, false, ""), silent, true, true},
		"two items and no word":  {"plan.md", two, "", nil, speaks, true, true},
		"two items and words":    {"plan.md", two, "Spain it is", classified("casual", 0.9, false, ""), speaks, false, false},
		"no items and no word":   {"plan.md", "# Spain\n\nIt is warm.\n", "", classified("casual", 0.9, false, ""), speaks, false, false},
		"a list in another file": {"plan.pdf", five, "Compare Spain", classified("full_project", 0.95, false, ""), acts("start", "", ""), true, false},
	} {
		o := newFixture(t, &llmtest.Options{Script: llmtest.Script{"classify/*": c.class, "chief/*": c.chief, "repair/*": {{Text: "no"}}}})
		a := o.hear(org.Message{Text: c.text, Attachments: []org.Attachment{{Name: c.file, Text: c.body}}})
		if (a.project != nil) != c.starts {
			t.Errorf("%s: project %v, %q; want one: %v", name, a.project, a.reply, c.starts)
		}
		if strings.Contains(a.reply, " items in 1 phase") != c.planned {
			t.Errorf("%s: %q, want that the file's items are what is planned: %v", name, a.reply, c.planned)
		}
		if first, _, _ := strings.Cut(a.reply, "\n"); name == "with a question" && !strings.Contains(first, "I haven't started anything") {
			t.Errorf("%s: the first line is %q, want that nothing was started", name, first)
		}
	}
}

// What costs money is decided by the name of an option alone: the chief may
// answer a question of the team's, and shows any other decision again.
func TestTheChiefDecidesQuestionsAlone(t *testing.T) {
	for strike, open := range map[bool]int{false: 0, true: 1} {
		o := newFixture(t, &llmtest.Options{Answer: func(r llmtest.Request) (llmtest.Reply, bool) {
			if r.Stage == org.StageClassify && strings.Contains(r.Prompt, "one more try") {
				return classified("casual", 0.9, false, "")[0], true
			}
			return acts("answer", "e1", "b")[0], r.Stage == org.StageChief && strings.Contains(r.Prompt, "one more try")
		}})
		p := o.say(fullText).project
		thread := org.Channel{Transport: channel().Transport, ID: "its-thread"}
		if err := o.db.OpenThread(t.Context(), p.ID, channel(), thread.ID, "1"); err != nil {
			t.Fatal(err)
		}
		o.planned(p, "Prices", "What goes on")
		claims, err := o.db.ClaimSteps(t.Context(), "worker-1", time.Hour, 10)
		if err != nil {
			t.Fatal(err)
		}
		out := work.Outcome{Next: org.StepFailed, Cause: "rejected", Question: org.EscalateAmbiguity, Escalation: "What now?", Strike: strike}
		if err := o.db.Finish(t.Context(), claims[0].Lease, out); err != nil {
			t.Fatal(err)
		}
		o.hear(org.Message{Text: "Give it one more try in Spain please", Channel: thread})
		if len(o.open()) != open || strike && (!strings.Contains(o.turn.Reply, "nothing is decided") || len(o.turn.Card.Buttons) == 0) {
			t.Errorf("a last strike: %v: open %v, %q with %d buttons", strike, o.open(), o.turn.Reply, len(o.turn.Card.Buttons))
		}
	}
}
