package outward_test

import (
	"context"
	"errors"
	"fmt"
	"html"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/outward"
	"github.com/frasier-cos/frasier/bot/publish/google"
	"github.com/frasier-cos/frasier/bot/publish/notion"
	"github.com/frasier-cos/frasier/internal/oauth"
	"github.com/frasier-cos/frasier/internal/org"
	vocabulary "github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/sealed"
	"github.com/frasier-cos/frasier/internal/testing/googletest"
	"github.com/frasier-cos/frasier/internal/testing/notiontest"
	"github.com/frasier-cos/frasier/internal/testing/storetest"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store"
)

// library is an office whose documents go to Notion.
type library struct {
	t       *testing.T
	db      *store.DB
	now     time.Time
	api     *notiontest.Notion
	google  *googletest.Google // nil where documents go to Notion
	sink    string             // name of the connection
	doer    *outward.Doer
	project org.ProjectID
}

// newLibrary connects with a room, has a document with this text finished, and lets its page be made.
func newLibrary(t *testing.T, room, text string) *library {
	t.Helper()
	l := &library{t: t, now: time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC), api: &notiontest.Notion{}}
	var err error
	l.db, err = store.Open(t.Context(), store.Options{Path: storetest.Path(t), Now: func() time.Time { return l.now }})
	l.ok(err)
	l.ok(l.db.SeedAgents(t.Context(), []org.Agent{{ID: "agent-research", Name: "Rhea", Role: "Head of Research", Category: "research", Persona: "You research.", Reviewer: "lead"}}))
	t.Cleanup(func() { l.ok(l.db.Close()) })
	home := t.TempDir()
	key, err := sealed.Open(home)
	l.ok(err)
	open := func() (sealed.Key, error) { return sealed.Open(home) }
	clock := func() time.Time { return l.now }
	if room == inGoogle {
		l.ok(l.db.Connect(t.Context(), l.connectGoogle(key)))
	} else {
		l.ok(l.db.Connect(t.Context(), l.connectNotion(key, room)))
	}
	l.doer = &outward.Doer{
		Records: l.db, Owner: "bot-1", Key: open, Now: clock, Log: slog.New(slog.DiscardHandler), Access: (&oauth.Keeper{Records: l.db, Owner: "bot-1", Key: open, Now: clock}).Access,
	}
	l.project = l.finish(text)
	return l
}

// inGoogle is where documents go that do not go to Notion.
const inGoogle = "google"

func (l *library) connectNotion(key sealed.Key, room string) vocabulary.Connection {
	l.t.Helper()
	server := httptest.NewServer(l.api)
	l.t.Cleanup(server.Close)
	n, err := notion.Open(server.URL, notiontest.Token, "", nil, time.Now)
	l.ok(err)
	who, err := n.Connect(l.t.Context(), room)
	l.ok(err)
	l.sink = "notion"
	return vocabulary.Connection{Name: l.sink, Service: vocabulary.Notion, Address: server.URL, Account: who.Name, Room: who.Room, RoomName: who.RoomName, Sealed: key.Seal(notiontest.Token, server.URL)}
}

func (l *library) connectGoogle(key sealed.Key) vocabulary.Connection {
	l.t.Helper()
	l.google, l.sink = &googletest.Google{Now: func() time.Time { return l.now }, Rotates: true}, inGoogle
	server := httptest.NewServer(l.google)
	l.t.Cleanup(server.Close)
	app := oauth.App{Name: "Google", ID: googletest.ClientID, Secret: googletest.ClientSecret, Auth: server.URL + "/o/oauth2/v2/auth", Token: server.URL + "/oauth2/token", Scopes: []string{google.Scope}}
	try := app.Begin("http://127.0.0.1:1/back")
	resp, err := new(http.Transport).RoundTrip(httptest.NewRequest(http.MethodGet, try.Address, nil))
	l.ok(err)
	l.ok(resp.Body.Close())
	code, err := try.Pasted(resp.Header.Get("Location"))
	l.ok(err)
	grant, err := try.Exchange(l.t.Context(), code, l.now)
	l.ok(err)
	box, err := oauth.Secret{App: app, Grant: grant}.Seal(key, server.URL)
	l.ok(err)
	return vocabulary.Connection{Name: l.sink, Service: vocabulary.Google, Address: server.URL, Account: googletest.Mail, Room: "html", RoomName: "My Drive", Sealed: box}
}

// there is what the other side has.
func (l *library) there() []string {
	if l.google != nil {
		return l.google.Dump()
	}
	return l.api.Dump()
}

// edit has a person change it there.
func (l *library) edit(text string) {
	if l.google != nil {
		l.google.Edit("Oats", text)
		return
	}
	l.api.Edit("Oats", text)
}

// finish has a project of one step finished with a document.
func (l *library) finish(text string) org.ProjectID {
	l.t.Helper()
	ctx := l.t.Context()
	m, _, err := l.db.SaveMessage(ctx, org.Message{Channel: org.Channel{Transport: "terminal", ID: "f"}, Origin: fmt.Sprint(l.now.UnixNano(), text), Author: "founder", Text: "x"})
	l.ok(err)
	p, err := l.db.SaveTurn(ctx, org.Turn{Message: m, Route: org.ActionNewProject, Reply: "On it.", Project: &org.NewProject{
		Title: "Oats", Goal: "g", Mode: org.ModeResearch, Depth: org.DepthStandard, Phases: []org.Phase{{Label: "T"}},
	}})
	l.ok(err)
	job, err := l.db.ClaimMission(ctx, "planner", time.Minute)
	l.ok(err)
	l.ok(l.db.SavePlan(ctx, job.Lease, work.Plan{Notes: work.PlanNotes{Title: "Plan", Quality: "model"}, Steps: []work.PlannedStep{{
		Key: "a", Title: "Do a", Goal: "g", Kind: org.KindResearch, Depth: org.DepthStandard, Role: "Analyst", Category: "research", Agent: "agent-research", Tier: org.T2,
	}}}))
	for {
		claims, err := l.db.ClaimSteps(ctx, "w", time.Minute, 10)
		if errors.Is(err, org.ErrNoWork) {
			return p
		}
		l.ok(err)
		for _, c := range claims {
			o := work.Outcome{Next: org.StepCompleted, Result: "# R", Digest: "d", Reviewed: "auto", Served: c.Step.Tier}
			if c.Step.Kind == org.KindAssembly {
				o.Deliverable = &work.Deliverable{Title: "Oats", Markdown: text, HTML: "<p>" + html.EscapeString(text) + "</p>", PDF: []byte("%PDF")}
			}
			l.ok(l.db.Finish(ctx, c.Lease, o))
		}
	}
}

func (l *library) ok(err error) {
	l.t.Helper()
	if err != nil {
		l.t.Fatal(err)
	}
}

// work does all that is due now.
func (l *library) work() {
	l.t.Helper()
	for range 50 {
		err := l.doer.Next(l.t.Context())
		if errors.Is(err, org.ErrNoWork) {
			return
		}
		l.ok(err)
	}
	l.t.Fatal("there is no end to it")
}

// last is the newest action.
func (l *library) last() vocabulary.Action {
	l.t.Helper()
	all, err := l.db.Actions(l.t.Context(), "", 100)
	l.ok(err)
	if len(all) == 0 {
		l.t.Fatal("there is no action")
	}
	return all[0]
}

// publish orders the page, and does it.
func (l *library) publish(how vocabulary.PageHow) vocabulary.Action {
	l.t.Helper()
	l.now = l.now.Add(time.Minute)
	_, err := l.db.OrderPage(l.t.Context(), l.project, l.sink, vocabulary.PageWish{By: "ada", How: how, As: fmt.Sprint(l.now.UnixNano())})
	l.ok(err)
	l.now = l.now.Add(time.Minute)
	l.work()
	return l.last()
}

const oats = "# Oats\n\n## Price\n\nIt was 212 euros.\n\n## Where\n\nNear the coast.\n"

// The first page waits for a yes, the next needs none, and one whose mode says so waits again. What was said twice is done once.
func TestThePagesOfDocuments(t *testing.T) {
	for _, room := range []string{notiontest.Parent, inGoogle} {
		t.Run(room, func(t *testing.T) { holdPages(t, newLibrary(t, room, oats)) })
	}
}

func holdPages(t *testing.T, l *library) {
	t.Helper()
	l.work()
	first := l.last()
	if first.State != vocabulary.Proposed || !strings.Contains(first.Effect, "It was 212 euros.") || !strings.Contains(first.Effect, "A page in ") || len(l.there()) > 0 {
		t.Fatalf("before the yes: %+v, %q", first, l.there())
	}
	_, err := l.db.AllowAction(t.Context(), first.ID, "ada")
	l.ok(err)
	l.work()
	if a := l.last(); a.State != vocabulary.Done || a.Link == "" || len(l.there()) != 1 {
		t.Fatalf("after it: %+v, %q", a, l.there())
	}
	l.now = l.now.Add(time.Hour)
	second := l.finish("# Oats\n\nAnother.\n")
	l.work()
	if a := l.last(); a.State != vocabulary.Done || a.Project != second || !strings.Contains(a.AllowedBy, "the yes to the first page in ") || len(l.there()) != 2 {
		t.Fatalf("the second: %+v, %q", a, l.there())
	}
	wish := vocabulary.PageWish{By: "ada", How: vocabulary.PagePut, As: "m1"}
	for range 2 {
		l.now = l.now.Add(time.Minute)
		_, err = l.db.OrderPage(t.Context(), second, l.sink, wish)
		l.ok(err)
		l.work()
	}
	all, err := l.db.Actions(t.Context(), second, 10)
	l.ok(err)
	if len(all) != 2 || all[0].AllowedBy != "ada" || len(l.there()) != 2 {
		t.Errorf("ordered twice: %+v, %q", all, l.there())
	}
	l.ok(l.db.SetPermit(t.Context(), vocabulary.Permit{Project: second, Sink: vocabulary.Sink(l.sink), Level: vocabulary.LevelAsk, By: "ada"}))
	if _, err := l.db.OrderPage(t.Context(), "p99", l.sink, wish); !errors.Is(err, org.ErrNotFound) {
		t.Errorf("a project that is none: %v", err)
	}
}

// rewritten are records whose document is another by now.
type rewritten struct {
	outward.Records

	text string
}

func (r rewritten) Deliverable(ctx context.Context, id org.ProjectID) (work.Deliverable, error) {
	d, err := r.Records.Deliverable(ctx, id)
	d.Markdown = r.text
	return d, err
}

// A yes is to the document that was shown: when it is another by the time that it would go there, nothing goes, and the founder reads why. What he orders
// himself is about the newest.
func TestAYesIsToTheDocumentThatWasShown(t *testing.T) {
	t.Parallel()
	l := newLibrary(t, notiontest.Parent, oats)
	l.work()
	_, err := l.db.AllowAction(t.Context(), l.last().ID, "ada")
	l.ok(err)
	l.doer.Records = rewritten{l.db, "# Oats\n\nIt was 999 euros.\n"}
	l.work()
	if a := l.last(); a.State != vocabulary.Refused || !strings.Contains(a.Why, "the document is another by now") || len(l.there()) != 0 {
		t.Errorf("the old yes: %+v, %q", a, l.there())
	}
	if a := l.publish(vocabulary.PagePut); a.State != vocabulary.Done || !strings.Contains(strings.Join(l.there(), "\n"), "999 euros") {
		t.Errorf("ordered: %+v, %q", a, l.there())
	}
}

// What is ordered of a page by people here and there: changed by hand, in the bin, removed, and back.
func TestWhatPeopleDoWithPages(t *testing.T) {
	for _, room := range []string{notiontest.Parent, notiontest.Source, inGoogle} {
		t.Run(room, func(t *testing.T) { holdHands(t, newLibrary(t, room, oats)) })
	}
}

func holdHands(t *testing.T, l *library) {
	t.Helper()
	if a := l.publish(vocabulary.PagePut); a.State != vocabulary.Done {
		t.Fatalf("made: %+v", a)
	}
	l.edit("by hand")
	if a := l.publish(vocabulary.PagePut); a.State != vocabulary.Refused || !strings.Contains(a.Why, "somebody changed the page") || !strings.Contains(a.Why, "over") || !strings.Contains(l.there()[0], "by hand") {
		t.Errorf("changed by hand: %+v, %q", a, l.there())
	}
	if a := l.publish(vocabulary.PageOver); a.State != vocabulary.Done || !strings.Contains(l.there()[0], "212 euros") {
		t.Errorf("all the same: %+v, %q", a, l.there())
	}
	if a := l.publish(vocabulary.PageRemove); a.State != vocabulary.Done || a.Kind != vocabulary.TrashPage || !strings.Contains(l.there()[0], "[bin]") {
		t.Errorf("removed: %+v, %q", a, l.there())
	}
	if a := l.publish(vocabulary.PagePut); a.State != vocabulary.Done || len(l.there()) != 1 || strings.Contains(l.there()[0], "[bin]") {
		t.Errorf("and back: %+v, %q", a, l.there())
	}
}

// What was published is taken back by the bin, and what was put there by taking it out; what somebody else changed meanwhile stays.
func TestPagesAreTakenBack(t *testing.T) {
	for _, room := range []string{notiontest.Parent, inGoogle} {
		l := newLibrary(t, room, oats)
		undo := func(a vocabulary.Action) vocabulary.Action {
			l.now = l.now.Add(time.Minute)
			_, err := l.db.UndoAction(t.Context(), a.ID, "ada", fmt.Sprint(l.now.UnixNano()))
			l.ok(err)
			l.work()
			return l.last()
		}
		put := l.publish(vocabulary.PagePut)
		l.edit("by hand")
		if a := undo(put); a.State != vocabulary.Refused || !strings.Contains(a.Why, "somebody changed it") || strings.Contains(l.there()[0], "[bin]") {
			t.Errorf("changed by hand: %+v, %q", a, l.there())
		}
		put = l.publish(vocabulary.PageOver)
		if a := undo(put); a.State != vocabulary.Done || !strings.Contains(l.there()[0], "[bin]") {
			t.Errorf("taken back: %+v, %q", a, l.there())
		}
		l.publish(vocabulary.PagePut)
		gone := l.publish(vocabulary.PageRemove)
		if a := undo(gone); a.State != vocabulary.Done || strings.Contains(l.there()[0], "[bin]") || len(l.there()) != 1 {
			t.Errorf("out of the bin: %+v, %q", a, l.there())
		}
	}
}
