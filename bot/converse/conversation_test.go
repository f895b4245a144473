package converse_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/internal/work"
)

// conversation is one file of testdata/conversations; README.md there says what
// each field means.
type conversation struct {
	About string      `json:"about"`
	Given given       `json:"given"`
	Turns []exchanged `json:"turns"`
}

// given is what there is before the first turn.
type given struct {
	Project  string   `json:"project"`  // words that start a project, p1, whose thread is "thread"
	Document string   `json:"document"` // Markdown that p1 delivered
	Steps    []string `json:"steps"`    // titles of its steps, none of which has begun
	Question string   `json:"question"` // a question of the team's in p1, e1, with the options a) words and b) leave it out
}

// exchanged is one message with what the models say to it and what must come
// of it.
type exchanged struct {
	Say      string            `json:"say"`
	In       string            `json:"in"`    // "channel" (the default) or "thread"
	Files    map[string]string `json:"files"` // text by name
	Replies  bool              `json:"replies_to_question"`
	Classify json.RawMessage   `json:"classify"` // an object, or a string for a reply that is none; none: the model must not be asked
	Chief    json.RawMessage   `json:"chief"`    // the same
	Want     wanted            `json:"want"`
}

type wanted struct {
	Starts  string   `json:"starts"` // "nothing", "task" or "project"
	Rules   []string `json:"rules"`
	Steers  string   `json:"steers"`  // a project
	Decides string   `json:"decides"` // a decision
	State   string   `json:"state"`   // of p1 after it: active, paused
	Asks    bool     `json:"asks"`    // the reply asks something back
	Says    []string `json:"says"`    // all of them stand in the reply
	Never   []string `json:"never"`   // none of them does
	Prompt  []string `json:"prompt"`  // all of them stand in the chief's prompt
	Calls   *int     `json:"calls"`   // model calls; not looked at when it is left out
}

// TestConversations plays whole conversations with scripted models. In none does
// a question start work, a story become a rule or an order get lost.
func TestConversations(t *testing.T) {
	files, err := filepath.Glob("testdata/conversations/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d conversations, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) {
			t.Parallel()
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var c conversation
			d := json.NewDecoder(strings.NewReader(string(raw)))
			d.DisallowUnknownFields()
			if err := d.Decode(&c); err != nil || c.About == "" || len(c.Turns) == 0 {
				t.Fatalf("%d turns, %v; want a conversation that says what it is about", len(c.Turns), err)
			}
			play(t, c)
		})
	}
}

// play says the turns of a conversation one after the other.
func play(t *testing.T, c conversation) {
	t.Helper()
	var turn exchanged
	setting := c.Given.Project != ""
	o := newFixture(t, &llmtest.Options{Answer: func(r llmtest.Request) (llmtest.Reply, bool) {
		said := turn.Chief
		switch {
		case setting:
			return llmtest.Reply{}, false
		case r.Stage == org.StageClassify:
			said = turn.Classify
		case r.Stage == org.StageRepair:
			return llmtest.Reply{Text: "no"}, true
		case r.Stage != org.StageChief:
			return llmtest.Reply{}, false
		}
		if said == nil {
			t.Errorf("%q: %s is asked, and the conversation has no reply of it", turn.Say, r.Stage)
			return llmtest.Reply{Text: "no"}, true
		}
		var text string
		if json.Unmarshal(said, &text) != nil {
			text = string(said)
		}
		return llmtest.Reply{Text: text}, true
	}})
	thread := o.set(c.Given)
	setting = false
	for n, next := range c.Turns {
		turn = next
		m := org.Message{Text: turn.Say}
		if turn.In == "thread" {
			m.Channel = thread
		}
		if turn.Replies {
			m.RepliesTo = "q1"
		}
		for name, text := range turn.Files {
			m.Attachments = append(m.Attachments, org.Attachment{Name: name, Text: text, Data: []byte(text)})
		}
		before := o.open()
		o.turn = org.Turn{}
		got := o.hear(m)
		o.wants(n+1, turn, got, before)
	}
}

// set makes what is given, and returns the thread of its project.
func (o *fixture) set(g given) org.Channel {
	o.t.Helper()
	if g.Project == "" {
		return channel()
	}
	p := o.say(g.Project).project
	if p == nil {
		o.t.Fatalf("%q starts no project", g.Project)
	}
	thread := org.Channel{Transport: channel().Transport, ID: "its-thread"}
	if err := o.db.OpenThread(o.t.Context(), p.ID, channel(), thread.ID, "1"); err != nil {
		o.t.Fatal(err)
	}
	if len(g.Steps) > 0 {
		o.planned(p, g.Steps...)
	}
	if g.Question != "" {
		o.stopped(p, g.Question)
		o.sent(thread)
	}
	if g.Document != "" {
		o.delivered(p, g.Document)
	}
	return thread
}

// wants compares what came of a turn with what must.
func (o *fixture) wants(n int, turn exchanged, got answer, before []string) {
	o.t.Helper()
	w := turn.Want
	started := "nothing"
	if got.project != nil && got.project.Single {
		started = "task"
	} else if got.project != nil {
		started = "project"
	}
	if want := w.Starts; started != want && (want != "" || started != "nothing") {
		o.t.Errorf("turn %d, %q: starts %s, want %s; the reply is %q", n, turn.Say, started, want, got.reply)
	}
	if !slices.Equal(o.turn.Directives, w.Rules) {
		o.t.Errorf("turn %d, %q: rules %q, want %q", n, turn.Say, o.turn.Directives, w.Rules)
	}
	if string(o.turn.Steering) != w.Steers {
		o.t.Errorf("turn %d, %q: steers %q, want %q; the reply is %q", n, turn.Say, o.turn.Steering, w.Steers, got.reply)
	}
	decided := slices.DeleteFunc(before, func(id string) bool { return slices.Contains(o.open(), id) })
	if strings.Join(decided, " ") != w.Decides {
		o.t.Errorf("turn %d, %q: decides %q, want %q; the reply is %q", n, turn.Say, decided, w.Decides, got.reply)
	}
	if w.State != "" {
		if p, err := o.db.Project(o.t.Context(), "p1"); err != nil || string(p.State) != w.State {
			o.t.Errorf("turn %d, %q: p1 is %s, %v; want %s", n, turn.Say, p.State, err, w.State)
		}
	}
	if asks := slices.Contains(o.turn.Classification.Rules, org.RuleAsked); asks != w.Asks {
		o.t.Errorf("turn %d, %q: asks back %v, want %v; the reply is %q", n, turn.Say, asks, w.Asks, got.reply)
	}
	for _, s := range w.Says {
		if !strings.Contains(got.reply, s) {
			o.t.Errorf("turn %d, %q: the reply is %q, want %q in it", n, turn.Say, got.reply, s)
		}
	}
	for _, s := range append([]string{`"message"`, `"actions"`}, w.Never...) {
		if strings.Contains(got.reply, s) {
			o.t.Errorf("turn %d, %q: the reply is %q, want no %q in it", n, turn.Say, got.reply, s)
		}
	}
	prompt := ""
	for _, c := range o.calls()[len(o.calls())-got.calls:] {
		if c.Stage == org.StageChief {
			prompt = c.Prompt
		}
	}
	for _, s := range w.Prompt {
		if !strings.Contains(prompt, s) {
			o.t.Errorf("turn %d, %q: the chief is not shown %q", n, turn.Say, s)
		}
	}
	if w.Calls != nil && got.calls != *w.Calls {
		o.t.Errorf("turn %d, %q: %d model calls, want %d", n, turn.Say, got.calls, *w.Calls)
	}
}

// planned plans p1 with steps of these titles.
func (o *fixture) planned(p *org.Project, titles ...string) {
	o.t.Helper()
	var steps []work.PlannedStep
	for _, title := range titles {
		steps = append(steps, work.PlannedStep{
			Key: title, Title: title, Goal: title, Kind: org.KindResearch, Depth: org.DepthStandard, Role: "Researcher", Category: "research", Agent: o.handler.Team[0].ID,
			Tier: org.T2, Acceptance: []org.Criterion{{ID: "a1", Text: "it is done", Check: org.CheckJudge}},
		})
	}
	plan := work.Plan{Notes: work.PlanNotes{Title: p.Title, Quality: "model"}, Steps: steps}
	if err := o.db.SavePlan(o.t.Context(), o.job().Lease, plan); err != nil {
		o.t.Fatal(err)
	}
}

// finished ends each step that can be worked on now.
func (o *fixture) finished(how func(org.Step) work.Outcome) (n int) {
	o.t.Helper()
	claims, err := o.db.ClaimSteps(o.t.Context(), "worker-1", time.Minute, 10)
	if err != nil && !errors.Is(err, org.ErrNoWork) {
		o.t.Fatal(err)
	}
	for _, c := range claims {
		if err := o.db.Finish(o.t.Context(), c.Lease, how(c.Step)); err != nil {
			o.t.Fatal(err)
		}
	}
	return len(claims)
}

// stopped has a step of the project stop with a question, while another goes on.
func (o *fixture) stopped(p *org.Project, question string) {
	o.t.Helper()
	o.planned(p, "What is asked", "What goes on")
	claims, err := o.db.ClaimSteps(o.t.Context(), "worker-1", time.Hour, 10)
	if err != nil {
		o.t.Fatal(err)
	}
	for _, c := range claims {
		if c.Step.Title != "What is asked" {
			continue
		}
		out := work.Outcome{Next: org.StepFailed, Cause: "it is missing", Question: org.EscalateAmbiguity, Escalation: question}
		if err := o.db.Finish(o.t.Context(), c.Lease, out); err != nil {
			o.t.Fatal(err)
		}
	}
}

// sent sends what waits to be said; the card of e1 becomes q1 in the thread.
func (o *fixture) sent(thread org.Channel) {
	o.t.Helper()
	for {
		v, err := o.db.ClaimDelivery(o.t.Context(), "bot-1", []string{channel().Transport}, time.Minute)
		if err != nil {
			return
		}
		o.shown(v, thread)
	}
}

// delivered ends the project, phase by phase, with a document.
func (o *fixture) delivered(p *org.Project, markdown string) {
	o.t.Helper()
	for _, phase := range p.Phases {
		o.planned(p, phase.Label+" first", phase.Label+" second")
		for o.finished(func(s org.Step) work.Outcome {
			out := work.Outcome{Next: org.StepCompleted, Result: "done", Digest: "done", Reviewed: "auto", Served: s.Tier}
			if s.Kind == org.KindAssembly {
				out.Deliverable = &work.Deliverable{Title: p.Title, Markdown: markdown, HTML: "<p>", PDF: []byte("%PDF-")}
			}
			return out
		}) > 0 {
		}
	}
	if ended, err := o.db.Project(o.t.Context(), string(p.ID)); err != nil || ended.State != org.ProjectCompleted {
		o.t.Fatalf("%s is %s, %v; want it completed", p.ID, ended.State, err)
	}
}
