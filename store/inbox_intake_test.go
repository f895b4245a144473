package store_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
)

func TestHearingTwiceIsHarmless(t *testing.T) {
	o := newInstance(t)
	m := org.Message{Channel: channel, Origin: "77", Author: "founder", Attachments: []org.Attachment{
		{Name: "plan.md", ContentType: "text/markdown", Data: []byte("# Plan"), Text: "# Plan"},
		{Name: "logo.png", Data: []byte{0x89, 'P'}, Note: "logo.png is a picture; I kept it but cannot read it yet."},
	}}
	id, fresh, err := o.db.SaveMessage(t.Context(), m)
	o.ok(err)
	again, twice, err := o.db.SaveMessage(t.Context(), m)
	o.ok(err)
	if !fresh || twice || again != id {
		t.Fatalf("SaveMessage twice: got %s fresh %v, then %s fresh %v; want one id, fresh once", id, fresh, again, twice)
	}
	m.Channel.ID = "other"
	if other, fresh, err := o.db.SaveMessage(t.Context(), m); err != nil || !fresh || other == id {
		t.Errorf("the same origin in another channel: got %s, %v, %v; want another message", other, fresh, err)
	}
	got, err := o.db.ClaimMessage(t.Context(), "bot", term) // attachments only: not dropped
	o.ok(err)
	if len(got.Attachments) != 2 || got.Attachments[0].Text != "# Plan" || got.Attachments[0].Size != 6 || got.Attachments[1].Note == "" {
		t.Errorf("attachments of the claimed message: got %+v", got.Attachments)
	}
	raw, err := o.db.Blob(t.Context(), got.Attachments[1].SHA256)
	o.ok(err)
	if diff := cmp.Diff(m.Attachments[1].Data, raw); diff != "" {
		t.Errorf("bytes of the picture (-want +got):\n%s", diff)
	}
	o.sound()
}

// Never a message whose channel has an older one unhandled.
func TestMessagesKeepTheirOrder(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	first, second := o.hear("one"), o.hear("two")
	elsewhere, _, err := o.db.SaveMessage(ctx, org.Message{Channel: org.Channel{Transport: "terminal", ID: "b"}, Origin: "1", Author: "f", Text: "x"})
	o.ok(err)
	claim := func(want org.MessageID) {
		t.Helper()
		m, err := o.db.ClaimMessage(ctx, "bot", term)
		if want == "" {
			o.want(err, org.ErrNoWork)
			return
		}
		o.ok(err)
		if m.ID != want {
			t.Fatalf("ClaimMessage: got %s, want %s", m.ID, want)
		}
	}
	claim(first)
	claim(elsewhere)
	claim("")
	o.clock.forward(term) // the bot died
	claim(first)
	claim(elsewhere)
	o.ok(o.db.IgnoreMessage(ctx, first, "not from a founder"))
	o.ok(o.db.IgnoreMessage(ctx, first, "again"))
	claim(second)
	claim("")
	o.ok(o.db.Release(ctx, "bot"))
	claim(second)
	o.sound()
}

// A message handled twice is answered once and starts one project.
func TestTurnIsSavedOnce(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	m := o.hear("Launch the shop. Always cite prices.", org.Attachment{Name: "notes.md", Data: []byte("# N"), Text: "# N"})
	turn := org.Turn{
		Message: m, Route: org.ActionNewProject, Tag: org.ActionNewProject, Reply: "On it.", Tags: []string{"launch", "shop", "launch"},
		Classification: org.Classification{Class: org.ClassFullProject, Confidence: 0.9, Title: "Launch"},
		Directives:     []string{"Always cite prices.", "Always cite prices."},
		Project: &org.NewProject{
			Title: "Launch", Goal: "Launch the shop", Mode: org.ModeResearch, Depth: org.DepthStandard, Phases: phases("one"),
			URLs: []string{"https://a.example", "https://a.example", "https://b.example"}, Offline: true,
		},
	}
	p, err := o.db.SaveTurn(ctx, turn)
	o.ok(err)
	turn.Reply, turn.Project = "Something else.", nil
	again, err := o.db.SaveTurn(ctx, turn)
	o.ok(err)
	if p == "" || again != p {
		t.Fatalf("SaveTurn twice: got %q, then %q; want the same project", p, again)
	}
	o.wantSaid(reports.DeliverReply, "reply:"+string(m)+" On it.")
	rules, err := o.db.Directives(ctx)
	o.ok(err)
	if want := []string{"Always cite prices."}; !slices.Equal(rules, want) {
		t.Errorf("Directives: got %q, want %q", rules, want)
	}
	open, err := o.db.Status(ctx, o.db.Now())
	o.ok(err)
	if len(open.Projects) != 1 || open.Projects[0].Project.ID != p || !open.Projects[0].Project.Offline || len(open.Projects[0].Project.Phases) != 1 {
		t.Errorf("Status: got %+v, want the one project", open.Projects)
	}
	past, err := o.db.History(ctx, channel, 5)
	o.ok(err)
	if len(past) != 1 || past[0].Reply != "On it." || past[0].Message.ID != m {
		t.Errorf("History: got %+v, want the first turn alone", past)
	}
	o.ok(o.db.IgnoreMessage(ctx, m, "too late"))
	o.sound()

	o.plan(piece("a"))
	if got := o.step(p, "assembly").Tier; got != org.T0 {
		t.Errorf("tier of an offline project's assembly: got %s, want T0", got)
	}
	steer := o.hear("Only European prices, please.")
	if _, err := o.db.SaveTurn(ctx, org.Turn{Message: steer, Route: org.ActionResponse, Reply: "Noted.", Steering: p}); err != nil {
		t.Fatal(err)
	}
	c, err := o.db.Context(ctx, o.step(p, "a").ID)
	o.ok(err)
	if want := "Launch the shop. Always cite prices.\n\nAttached: notes.md\n\n# N"; c.Request != want {
		t.Errorf("request of a step: got %q, want %q", c.Request, want)
	}
	if want := "Launch the shop. Always cite prices."; c.Typed != want {
		t.Errorf("what the founder typed of it: got %q, want %q", c.Typed, want)
	}
	if want := []string{"Only European prices, please."}; !slices.Equal(c.Steering, want) {
		t.Errorf("steering of a step: got %q, want %q", c.Steering, want)
	}
	if want := []string{"https://a.example", "https://b.example"}; !slices.Equal(c.URLs, want) {
		t.Errorf("links of a step: got %q, want %q", c.URLs, want)
	}
	if len(c.Given) != 1 || c.Given[0].Text != "# N" || c.Given[0].URL != "file:notes.md" || len(c.Given[0].ID) != 64 {
		t.Errorf("documents of a step: got %+v, want notes.md", c.Given)
	}
	if !slices.Equal(c.Directives, rules) || c.Agent.ID != "agent-research" || c.Plan.Quality != "model" {
		t.Errorf("context of a step: got rules %q, agent %s, plan %q", c.Directives, c.Agent.ID, c.Plan.Quality)
	}
	o.sound()
}

// History is cut from its end and reads forward.
func TestHistory(t *testing.T) {
	o := newInstance(t)
	for i := range 5 {
		_, err := o.db.SaveTurn(t.Context(), org.Turn{Message: o.hear(fmt.Sprint("say ", i)), Route: org.ActionResponse, Reply: fmt.Sprint("r", i)})
		o.ok(err)
	}
	past, err := o.db.History(t.Context(), channel, 2)
	o.ok(err)
	var got []string
	for _, p := range past {
		got = append(got, p.Message.Text+"/"+p.Reply)
	}
	if want := "say 3/r3 say 4/r4"; strings.Join(got, " ") != want {
		t.Errorf("History of 2: got %q, want %q", got, want)
	}
}

func TestCheckpoints(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{})
	o.plan(piece("a"))
	c := o.claim(1)["a"]
	save := func(seq int, hash, output string) {
		t.Helper()
		o.ok(o.db.SaveCheckpoint(t.Context(), c.Lease, work.Checkpoint{Round: 1, Stage: "claims", Seq: seq, InputHash: hash, Output: output}))
	}
	save(0, "h1", "first")
	save(0, "h1", "the same input again")
	save(1, "h1", "another")
	save(1, "h2", "another input")
	got, err := o.db.Checkpoints(t.Context(), c.Step.ID, 1)
	o.ok(err)
	var outputs []string
	for _, k := range got {
		outputs = append(outputs, k.Output)
	}
	if want := []string{"first", "another input"}; !slices.Equal(outputs, want) {
		t.Errorf("Checkpoints: got %q, want %q", outputs, want)
	}
	if got := o.step(p, "a").Stage; got != "claims" {
		t.Errorf("stage of the step: got %q, want claims", got)
	}
	if other, err := o.db.Checkpoints(t.Context(), c.Step.ID, 2); err != nil || len(other) > 0 {
		t.Errorf("Checkpoints of round 2: got %v, %v, want none", other, err)
	}
	events, err := o.db.Events(t.Context(), 0, 1000)
	o.ok(err)
	done := 0
	for _, e := range events {
		if e.Kind == org.EventStageDone {
			done++
		}
	}
	if done != 3 {
		t.Errorf("stage_done events: got %d, want 3 (one input came twice)", done)
	}
}
