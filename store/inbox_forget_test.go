package store_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
)

// What the founder has forgotten is gone: its words, its files and its answer,
// from recall and from the conversation.
func TestForgottenTurnIsGone(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	m, _, err := b.db.SaveMessage(ctx, org.Message{
		Channel: local(), Origin: "secret", Author: "founder", Text: "the salary of Vera is 4100", SaidAt: b.now,
		Attachments: []org.Attachment{{Name: "pay.txt", Data: []byte("Vera 4100"), Text: "Vera 4100", Size: 9}},
	})
	b.ok(err)
	_, err = b.db.SaveTurn(ctx, org.Turn{Message: m, Route: org.ActionResponse, Reply: "Noted: Vera, 4100.", Tags: []string{"salary"}})
	b.ok(err)
	past, err := b.db.History(ctx, local(), 5)
	b.ok(err)
	sum := past[0].Message.Attachments[0].SHA256
	if err := b.db.Forget(ctx, string(m)); !errors.Is(err, org.ErrConflict) {
		t.Fatalf("its answer is not sent yet: %v, want %v", err, org.ErrConflict)
	}
	d := b.next()
	b.ok(b.db.Delivered(ctx, d.ID, "r1"))
	b.ok(b.db.Forget(ctx, string(m)))
	b.ok(b.db.Forget(ctx, string(m)))
	if found, err := b.db.Recall(ctx, "Vera salary", 5); err != nil || len(found) != 0 {
		t.Errorf("recall finds %+v (%v)", found, err)
	}
	if past, err = b.db.History(ctx, local(), 5); err != nil || len(past) != 0 {
		t.Errorf("the conversation still has %+v (%v)", past, err)
	}
	if _, err := b.db.Blob(ctx, sum); !errors.Is(err, org.ErrNotFound) {
		t.Errorf("its file: %v, want %v", err, org.ErrNotFound)
	}
	if err := b.db.Forget(ctx, "m999"); !errors.Is(err, org.ErrNotFound) {
		t.Errorf("an unknown message: %v, want %v", err, org.ErrNotFound)
	}
}

// What an open project works from cannot be forgotten before it ends.
func TestTurnOfAnOpenProjectIsKept(t *testing.T) {
	b := newBench(t)
	p := b.project("Find a desk")
	project, err := b.db.Project(t.Context(), string(p))
	b.ok(err)
	if err := b.db.Forget(t.Context(), string(project.Message)); !errors.Is(err, org.ErrConflict) {
		t.Fatalf("%v, want %v", err, org.ErrConflict)
	}
	b.ok(b.db.Cancel(t.Context(), p))
	b.ok(b.db.Forget(t.Context(), string(project.Message)))
}

// Of a message that began a project nothing that was said or sent along stands in
// any column afterwards, nor in the copies that its schedule made.
func TestForgottenWordsStandNowhere(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	const words, file = "zebrafish ledger", "quagga appendix"
	order := org.Message{
		Channel: local(), Origin: "order", Author: "founder", Text: "Compare prices of the " + words, SaidAt: b.now,
		Attachments: []org.Attachment{{Name: "a.md", Text: "The " + file + " says so.", Data: []byte("The " + file + " says so.")}},
	}
	start := func(m org.MessageID) org.ProjectID {
		p, err := b.db.SaveTurn(ctx, org.Turn{Message: m, Route: org.ActionNewProject, Reply: "On it: " + words, Project: &org.NewProject{
			Title: "Prices", Goal: "Compare prices of the " + words, Mode: org.ModeContent, Depth: org.DepthStandard, Phases: []org.Phase{{Label: "All", Task: "List the " + words}},
			Roadmap: &org.Roadmap{Phases: []string{"All"}, Source: "- the " + words, Items: []org.Item{{Key: "i1", Title: "the " + words, Line: 1}}},
		}})
		b.ok(err)
		return p
	}
	m, _, err := b.db.SaveMessage(ctx, order)
	b.ok(err)
	p := start(m)
	s, err := b.db.SaveSchedule(ctx, reports.Schedule{Project: p, Spec: "@daily"})
	b.ok(err)
	b.plan(p, step("a"))
	c := b.claim()["a"]
	b.ok(b.db.SaveCheckpoint(ctx, c.Lease, work.Checkpoint{Step: c.Step.ID, Round: 1, Stage: org.StageDecompose, InputHash: "x", Output: `{"Q":"` + words + `"}`}))
	for n, of := range []org.ProjectID{p, ""} {
		call := modelCall(fmt.Sprint("k", n), of)
		_, _, err = b.db.BeginCall(ctx, call)
		b.ok(err)
		_, err = b.db.EndCall(ctx, org.CallEnd{Key: call.Key, Try: 1, State: org.CallUsable, Reply: "About the " + words + " and the " + file})
		b.ok(err)
	}
	o := done("a")
	o.Drafts = []work.Draft{{Round: 1, Version: 1, Body: "The " + file, AuditJSON: "{}"}}
	b.finish(c, o)
	b.pass(25 * time.Hour)
	if n := b.runs(); n != 1 {
		t.Fatalf("%d runs by the schedule, want 1", n)
	}
	again, err := b.db.ClaimMessage(ctx, "bot", time.Minute)
	b.ok(err)
	second := start(again.ID)
	for _, p := range []org.ProjectID{p, second} {
		b.ok(b.db.Cancel(ctx, p))
	}
	b.ok(b.db.Plant(ctx, `UPDATE deliveries SET state = 'sent', receipt = 'r', ended_at = 1 WHERE state = 'queued'`))
	if err := b.db.Forget(ctx, string(m)); !errors.Is(err, org.ErrConflict) {
		t.Fatalf("its schedule still runs: %v, want %v", err, org.ErrConflict)
	}
	b.ok(b.db.EndSchedule(ctx, s.ID))
	b.ok(b.db.Forget(ctx, string(m)))
	for _, w := range []string{words, file} {
		for _, place := range b.places(w) {
			t.Errorf("%q still stands in %s", w, place)
		}
	}
	if r, err := b.db.Verify(ctx); err != nil || slices.ContainsFunc(r, func(c reports.CheckResult) bool { return !c.OK }) {
		t.Errorf("verify: %+v (%v)", r, err)
	}
}

// places lists the columns of the database that hold a text.
func (b *bench) places(words string) []string {
	b.t.Helper()
	list := `SELECT m.name || '|' || c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' AND m.sql NOT LIKE '%VIRTUAL%'`
	if onServer(b.path) {
		list = `SELECT table_name || '|' || column_name FROM information_schema.columns WHERE table_schema = current_schema()`
	}
	all, err := b.db.Texts(b.t.Context(), list)
	b.ok(err)
	if len(all) < 100 {
		b.t.Fatalf("only %d columns were found", len(all))
	}
	var out []string
	for _, at := range all {
		table, column, _ := strings.Cut(at, "|")
		where := `instr(CAST("` + column + `" AS TEXT), '` + words + `') > 0`
		if onServer(b.path) {
			where = `position('` + words + `' IN CASE WHEN pg_typeof("` + column + `")::text = 'bytea' THEN encode("` + column + `"::text::bytea, 'escape') ELSE "` + column + `"::text END) > 0`
		}
		n, err := b.db.Count(b.t.Context(), `SELECT count(*) FROM "`+table+`" WHERE `+where)
		b.ok(err)
		if n > 0 {
			out = append(out, at)
		}
	}
	return out
}

// An order that was given as a command is a message, a command and the message that
// the command stands for; forgetting either message forgets all three, and the
// journal, which is sealed, never had the words.
func TestAForgottenCommandStandsNowhere(t *testing.T) {
	const words = "zebrafish ledger"
	for _, said := range []bool{false, true} {
		b := newBench(t)
		ctx := t.Context()
		line := "project Compare prices of the " + words
		typed, _, err := b.db.SaveMessage(ctx, org.Message{Channel: local(), Origin: "o1", Author: "founder", Text: "!" + line, SaidAt: b.now})
		b.ok(err)
		c := org.Command{Channel: local(), Origin: "o1", Author: "founder", Line: line, Message: "Here: " + words}
		_, err = b.db.BeginCommand(ctx, c, true)
		b.ok(err)
		order, _, err := b.db.SaveMessage(ctx, org.Message{Channel: local(), Origin: c.Origin + org.SaidMark, Author: "founder", Text: "Compare prices of the " + words, SaidAt: b.now})
		b.ok(err)
		b.ok(b.db.EndCommand(ctx, c, org.Reply{Text: "Starting: " + words}))
		_, err = b.db.SaveTurn(ctx, org.Turn{Message: typed, Route: org.ActionResponse, Reply: "Starting: " + words})
		b.ok(err)
		p, err := b.db.SaveTurn(ctx, org.Turn{Message: order, Route: org.ActionNewProject, Project: &org.NewProject{
			Title: "Prices", Goal: "Compare prices of the " + words, Mode: org.ModeContent, Depth: org.DepthStandard, Phases: []org.Phase{{Label: "All", Task: "List the " + words}},
		}})
		b.ok(err)
		other := org.Command{Channel: local(), Origin: "o2", Author: "founder", Line: "pause " + string(p)}
		_, err = b.db.BeginCommand(ctx, other, true)
		b.ok(err)
		b.ok(b.db.EndCommand(ctx, other, org.Reply{Text: "Paused."}))
		looked, _, err := b.db.SaveMessage(ctx, org.Message{Channel: local(), Origin: "o3", Author: "founder", Text: "!recall " + words, SaidAt: b.now})
		b.ok(err)
		find := org.Command{Channel: local(), Origin: "o3", Author: "founder", Line: "recall " + words}
		_, err = b.db.BeginCommand(ctx, find, false)
		b.ok(err)
		b.ok(b.db.EndCommand(ctx, find, org.Reply{Text: "Nothing about " + words}))
		_, err = b.db.SaveTurn(ctx, org.Turn{Message: looked, Route: org.ActionResponse, Reply: "Nothing about " + words})
		b.ok(err)
		b.ok(b.db.Cancel(ctx, p))
		b.ok(b.db.Plant(ctx, `UPDATE deliveries SET state = 'sent', receipt = 'r', ended_at = 1 WHERE state = 'queued'`))
		b.ok(b.db.Forget(ctx, string(looked)))
		forget := typed
		if said {
			forget = order
		}
		b.ok(b.db.Forget(ctx, string(forget)))
		for _, place := range b.places(words) {
			t.Errorf("forgotten as %s: %q still stands in %s", forget, words, place)
		}
		if len(b.places("pause "+string(p))) == 0 {
			t.Error("another command was forgotten with it")
		}
	}
}
