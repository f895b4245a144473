package outward_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/linear"
	"github.com/frasier-cos/frasier/bot/postbox"
	"github.com/frasier-cos/frasier/internal/mirror"
	vocabulary "github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/sealed"
	"github.com/frasier-cos/frasier/internal/testing/lineartest"
	"github.com/frasier-cos/frasier/internal/testing/mailtest"
	"github.com/frasier-cos/frasier/internal/testing/notiontest"
)

// Each kind of action that has an inverse leaves, taken back, what was there before it, by the other side's own dump and but for its bin; one without
// a row here fails.
func TestUndoRestoresWhatWasThere(t *testing.T) {
	rows := map[vocabulary.Kind]func(*testing.T){
		vocabulary.PublishPage:   eachLibrary(undoPublishing),
		vocabulary.TrashPage:     eachLibrary(undoTrashing),
		vocabulary.MirrorProject: undoMirror,
		vocabulary.SaveDraft:     undoDraft,
	}
	for _, u := range listUndoings() {
		rows[u.kind] = u.restores
	}
	for _, kind := range vocabulary.Kinds() {
		effect, why := vocabulary.Action{Kind: kind}.Inverse()
		restores, ok := rows[kind]
		if ok != (effect != "") {
			t.Errorf("%s has an inverse: %q, and a row here: %v", kind, effect, ok)
		}
		if (effect == "") == (why == "") {
			t.Errorf("%s has the inverse %q, and none because %q", kind, effect, why)
		}
		if ok {
			t.Run(string(kind), restores)
		}
	}
}

func eachLibrary(restores func(*testing.T, *library)) func(*testing.T) {
	return func(t *testing.T) {
		t.Helper()
		for _, room := range []string{notiontest.Parent, notiontest.Source, inGoogle} {
			t.Run(room, func(t *testing.T) { restores(t, newLibrary(t, room, oats)) })
		}
	}
}

// outOfBin is what is there and not in the bin.
func (l *library) outOfBin() string {
	return strings.Join(slices.DeleteFunc(slices.Clone(l.there()), func(line string) bool { return strings.Contains(line, "[bin]") }), "\n")
}

func (l *library) takeBack(a vocabulary.Action) {
	l.t.Helper()
	l.now = l.now.Add(time.Minute)
	_, err := l.db.UndoAction(l.t.Context(), a.ID, "ada", fmt.Sprint(l.now.UnixNano()))
	l.ok(err)
	l.work()
	if back := l.last(); back.Undoes != a.ID || back.State != vocabulary.Done {
		l.t.Errorf("taken back: %+v", back)
	}
}

func undoPublishing(t *testing.T, l *library) {
	t.Helper()
	before := l.outOfBin()
	put := l.publish(vocabulary.PagePut)
	if put.State != vocabulary.Done || l.outOfBin() == before {
		t.Fatalf("it does nothing: %+v", put)
	}
	l.takeBack(put)
	if now := l.outOfBin(); now != before {
		t.Errorf("taken back:\n%s\nbefore:\n%s", now, before)
	}
}

func undoTrashing(t *testing.T, l *library) {
	t.Helper()
	l.publish(vocabulary.PagePut)
	before := l.outOfBin()
	gone := l.publish(vocabulary.PageRemove)
	if gone.State != vocabulary.Done || l.outOfBin() == before {
		t.Fatalf("it does nothing: %+v", gone)
	}
	l.takeBack(gone)
	if now := l.outOfBin(); now != before {
		t.Errorf("taken back:\n%s\nbefore:\n%s", now, before)
	}
}

func undoMirror(t *testing.T) {
	t.Helper()
	l := newLibrary(t, notiontest.Parent, oats)
	there := lineartest.New()
	there.NewIssue(lineartest.FounderKey, "The founder's own", "his")
	server := httptest.NewServer(there)
	t.Cleanup(server.Close)
	home := t.TempDir()
	key, err := sealed.Open(home)
	l.ok(err)
	who, err := linear.ReadAccount(t.Context(), server.URL, lineartest.FounderKey, nil)
	l.ok(err)
	l.ok(l.db.Connect(t.Context(), vocabulary.Connection{Name: "linear", Service: vocabulary.Linear, Address: server.URL, Account: who.Name, Sealed: key.Seal(lineartest.FounderKey, server.URL)}))
	l.ok(l.db.SetUpMirror(t.Context(), mirror.Setup{Sink: mirror.Linear, Connection: "linear", Office: who.Office, Team: who.Teams[0].ID, TeamName: who.Teams[0].Key, Founders: []string{who.ID}}))
	m := &linear.Mirror{Records: l.db, Work: l.db, Owner: "bot-1", Key: func() (sealed.Key, error) { return sealed.Open(home) }, Every: time.Hour, Now: func() time.Time { return l.now }, Log: slog.New(slog.DiscardHandler)}
	l.doer.Mirror, l.doer.EndMirror = m.Begin, m.End
	stand := func() {
		for range 50 {
			l.now = l.now.Add(5 * time.Second)
			if m.Next(t.Context()) != nil { // there is nothing to do
				return
			}
		}
		t.Fatal("there is no end to it")
	}
	outOfBin := func() string {
		return strings.Join(slices.DeleteFunc(strings.Split(there.Dump(), "\n"), func(line string) bool { return strings.HasSuffix(line, "(bin)") }), "\n")
	}
	before := outOfBin()
	l.ok(l.db.SetPermit(t.Context(), vocabulary.Permit{Project: l.project, Sink: vocabulary.SinkLinear, Level: vocabulary.LevelAllowed, By: "ada"}))
	stand()
	l.work()
	stand()
	all, err := l.db.Actions(t.Context(), l.project, 100)
	l.ok(err)
	i := slices.IndexFunc(all, func(a vocabulary.Action) bool { return a.Kind == vocabulary.MirrorProject })
	if i < 0 || all[i].State != vocabulary.Done || !strings.Contains(there.Dump(), "comment on Do a") {
		t.Fatalf("it does nothing: %+v\n%s", all, there.Dump())
	}
	l.takeBack(all[i])
	stand()
	if now := outOfBin(); now != before {
		t.Errorf("taken back:\n%s\nbefore:\n%s", now, before)
	}
}

func undoDraft(t *testing.T) {
	t.Helper()
	d, err := mailtest.New()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	const me = "me@example.com"
	l := newLibrary(t, notiontest.Parent, oats)
	put := func(folder, flags, from, to string) {
		l.ok(d.Put(me, folder, flags, strings.ReplaceAll("From: "+from+"\nTo: "+to+"\nSubject: x\nDate: Mon, 2 Mar 2026 09:00:00 +0000\nMessage-ID: <"+folder+"@example.com>\n\nx", "\n", "\r\n")))
	}
	put("Sent", "S", me, "anna@example.org")
	put("Drafts", "DS", me, "bo@example.org")
	put("INBOX", "", "anna@example.org", me)
	home := t.TempDir()
	key, err := sealed.Open(home)
	l.ok(err)
	c, err := postbox.Access{Host: d.Address, User: me, Password: mailtest.Password}.Connection(key)
	l.ok(err)
	l.ok(l.db.Connect(t.Context(), c))
	box := postbox.New(postbox.Options{Records: l.db, Key: func() (sealed.Key, error) { return sealed.Open(home) }, Allow: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	l.doer.Mail = box.Do
	drafts := func() string {
		all, err := d.Flags(me, "Drafts")
		l.ok(err)
		return fmt.Sprint(len(all))
	}
	before := drafts()
	letter, err := box.Letter(t.Context(), "anna")
	l.ok(err)
	id, err := box.NewID(t.Context(), "1")
	l.ok(err)
	raw, err := json.Marshal(vocabulary.DraftOrder{ID: id, Of: letter.ID, To: letter.Address, Text: "Tuesday"})
	l.ok(err)
	a, err := l.db.OrderAction(t.Context(), vocabulary.Action{Key: "draft:1", Kind: vocabulary.SaveDraft, Connection: vocabulary.MailConnection, Place: "your mailbox", Effect: "x", Order: raw, AllowedBy: "ada"}, "1")
	l.ok(err)
	l.work()
	if drafts() == before {
		t.Fatal("it does nothing")
	}
	l.takeBack(a)
	if now := drafts(); now != before {
		t.Errorf("taken back there are %s drafts, before %s", now, before)
	}
}
