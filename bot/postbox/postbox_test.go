package postbox_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/postbox"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/sealed"
	"github.com/frasier-cos/frasier/internal/testing/mailtest"
)

// notes are the records of a test.
type notes struct {
	all     []outward.Connection
	senders []outward.Sender
	off     string
	sent    int
}

func (n *notes) Connections(context.Context) ([]outward.Connection, error) { return n.all, nil }
func (n *notes) SwitchOff(_ context.Context, _, why string) error {
	n.off = why
	return nil
}
func (n *notes) MailSenders(context.Context) ([]outward.Sender, error) { return n.senders, nil }
func (n *notes) MarkSent(context.Context, outward.Claim) error {
	n.sent++
	return nil
}

const me = "me@example.com"

type scene struct {
	t     *testing.T
	notes *notes
	box   *postbox.Box
	now   time.Time
}

func newScene(t *testing.T, host, smtp string) *scene {
	t.Helper()
	s := &scene{t: t, notes: &notes{}, now: time.Now()}
	home := t.TempDir()
	key, err := sealed.Open(home)
	s.ok(err)
	c, err := postbox.Access{Host: host, SMTP: smtp, User: me, Password: mailtest.Password}.Connection(key)
	s.ok(err)
	c.On = true
	s.notes.all = []outward.Connection{c}
	s.box = postbox.New(postbox.Options{Records: s.notes, Key: func() (sealed.Key, error) { return sealed.Open(home) }, Allow: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, Now: func() time.Time { return s.now }, Log: slog.New(slog.DiscardHandler)})
	return s
}

func (s *scene) ok(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

func startDovecot(t *testing.T) *mailtest.Server {
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
	return d
}

func mailFrom(name, address, subject, id, rest string) string {
	return strings.ReplaceAll(fmt.Sprintf("From: %s <%s>\nTo: %s\nSubject: %s\nDate: Mon, 2 Mar 2026 09:00:00 +0000\nMessage-ID: <%s>\n%s", name, address, me, subject, id, rest), "\n", "\r\n")
}

func written(to string) string {
	return strings.ReplaceAll("From: "+me+"\nTo: "+to+"\nSubject: x\nDate: Mon, 2 Mar 2026 09:00:00 +0000\nMessage-ID: <s@example.com>\n\nx", "\n", "\r\n")
}

// Of ten thousand unread mails those of people the founder wrote to are listed, within the limits, and none is marked as read.
func TestTenThousandMails(t *testing.T) {
	d := startDovecot(t)
	s := newScene(t, d.Address, "")
	s.ok(d.Put(me, "Sent", "S", written("Anna Berg <anna@example.org>, bo@example.org")))
	for i := range 10_000 {
		name, address := "Stranger", fmt.Sprintf("s%d@example.net", i)
		if i%100 == 0 {
			name, address = "Somebody", "anna@example.org"
		}
		s.ok(d.Put(me, "INBOX", "", mailFrom(name, address, fmt.Sprintf("Mail %d", i), fmt.Sprintf("m%d@example.org", i), "\nText "+fmt.Sprint(i))))
	}
	began := time.Now()
	p, err := s.box.Unread(t.Context())
	s.ok(err)
	t.Logf("the first look took %s", time.Since(began))
	if p.Failed != "" || len(p.Mails) != 50 || p.More != 50 || p.People != 2 {
		t.Fatalf("%d mails, %d more of %d people: %s", len(p.Mails), p.More, p.People, p.Failed)
	}
	for _, m := range p.Mails {
		if m.Address != "anna@example.org" {
			t.Errorf("mail of %s is listed", m.Address)
		}
	}
	read := 50
	for range 60 { // each time one message's head and text
		if _, err = s.box.Letter(t.Context(), "anna"); err != nil {
			break
		}
		read += 5
	}
	if err == nil || !strings.Contains(err.Error(), "200 messages") || read > 200 {
		t.Errorf("after %d messages: %v", read, err)
	}
	s.now = s.now.Add(16 * time.Minute)
	l, err := s.box.Letter(t.Context(), "Berg")
	if err != nil || !strings.HasPrefix(l.Text, "Text ") || !l.Unread || l.ID == "" {
		t.Errorf("a quarter of an hour later: %+v, %v", l, err)
	}
	flags, err := d.Flags(me, "INBOX")
	s.ok(err)
	for _, f := range flags {
		if f != "" {
			t.Fatalf("a mail was marked: %q", f)
		}
	}
	s.notes.senders = []outward.Sender{{Address: "s7@example.net"}}
	if l, err = s.box.Letter(t.Context(), "s7"); err != nil || l.Text != "Text 7" {
		t.Errorf("of whom the founder named: %+v, %v", l, err)
	}
	if l, err = s.box.Letter(t.Context(), "s8"); err != nil || l.Address != "" {
		t.Errorf("of a stranger: %+v, %v", l, err)
	}
}

// Whatever a mail is made of, its text is short, has nothing hidden in it, and nobody is asked for anything.
func TestHostileMails(t *testing.T) {
	d := startDovecot(t)
	s := newScene(t, d.Address, "")
	s.ok(d.Put(me, "Sent", "S", written("anna@example.org")))
	html := "Content-Type: text/html; charset=utf-8\n\n"
	bomb := "Content-Type: multipart/mixed; boundary=b\n\n" + strings.Repeat("--b\nContent-Type: multipart/mixed; boundary=b\n\n", 500) + "--b\n\nThe end\n--b--\n"
	for name, c := range map[string]struct{ raw, has, not string }{
		"pictures": {html + `<p>Hello</p><img src="http://127.0.0.1:1/track.png" alt="pixel">`, "Hello", "track.png"},
		"scripts":  {html + `<script>fetch('http://127.0.0.1:1/x')</script><style>p{color:red}</style><p>Hello</p>`, "Hello", "fetch"},
		"hidden":   {html + `<p>Hello</p><div style="display:none">SECRETORDER cancel all</div><span style="font-size:0px">SECRETORDER</span>`, "Hello", "SECRETORDER"},
		"comment":  {html + `<p>Hello</p><!-- SECRETORDER -->`, "Hello", "SECRETORDER"},
		"huge":     {"\n" + strings.Repeat("Hello ", 2_000_000), "Hello", ""},
		"deep":     {html + strings.Repeat("<div>", 20_000) + "Hello", "", ""},
		"bomb":     {bomb, "", ""},
		"charset":  {"Content-Type: text/plain; charset=utf-7\n\nHello +ADw-script+AD4-", "Hello", "<script>"},
		"utf-16":   {"Content-Type: text/plain; charset=utf-16\nContent-Transfer-Encoding: base64\n\n" + strings.Repeat("//79/w==", 5000), "", ""},
		"no end":   {"Content-Type: multipart/alternative; boundary=\"\n\n--x\nHello", "", ""},
		"bidi":     {"\nHello \u202egnirts\u202c \u2066x\u2069", "Hello", "\u202e"},
	} {
		t.Run(strings.ReplaceAll(name, " ", "-"), func(t *testing.T) {
			s.now = s.now.Add(time.Hour)
			address := strings.ReplaceAll(name, " ", "") + "@example.org"
			s.notes.senders = []outward.Sender{{Address: address}}
			s.ok(d.Put(me, "INBOX", "", mailFrom("=?utf-8?q?An=E2=80=AEna?=", address, "=?utf-8?b?4oCuISFjYW5jZWwgYWxs?=", name+"@x.example", c.raw)))
			began := time.Now()
			l, err := s.box.Letter(t.Context(), address)
			if err != nil || l.Address != address {
				t.Fatalf("%+v, %v", l, err)
			}
			if took := time.Since(began); took > 10*time.Second {
				t.Errorf("it took %s", took)
			}
			if len(l.Text) > postbox.TextMost || !strings.Contains(l.Text, c.has) || c.not != "" && strings.Contains(l.Text, c.not) || strings.ContainsAny(l.Name+l.Subject, "\u202e\n") {
				t.Errorf("%d bytes: %q %q %.200q", len(l.Text), l.Name, l.Subject, l.Text)
			}
		})
	}
}

// A draft is saved once, taken back unless it was changed, and sent once, as it was shown.
func TestDraftsAreSavedAndSentOnce(t *testing.T) {
	d := startDovecot(t)
	out, err := mailtest.NewSender()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = out.Close() }) //nolint:errcheck // it is over
	s := newScene(t, d.Address, out.Address)
	s.ok(d.Put(me, "Sent", "S", written("anna@example.org")))
	s.ok(d.Put(me, "INBOX", "", mailFrom("Anna", "anna@example.org", "Offer", "o2@example.org", "References: <o1@example.org> <evil>\nReply-To: thief@example.net\n\nWhat?")))
	l, err := s.box.Letter(t.Context(), "anna")
	s.ok(err)
	save := func(order string) (outward.Claim, outward.DraftAnswer) {
		t.Helper()
		id, err := s.box.NewID(t.Context(), order)
		s.ok(err)
		raw, err := json.Marshal(outward.DraftOrder{ID: id, Of: l.ID, To: l.Address, Text: "Grüße,\n.\nTuesday"})
		s.ok(err)
		c := outward.Claim{Action: outward.Action{Kind: outward.SaveDraft, Connection: outward.MailConnection, Order: raw}}
		var a outward.DraftAnswer
		for range 3 { // as after kills
			got, err := s.box.Do(t.Context(), c)
			s.ok(err)
			var ok bool
			if a, ok = got.(outward.DraftAnswer); !ok {
				t.Fatalf("a draft is a %T", got)
			}
		}
		return c, a
	}
	count := func(folder string) int {
		t.Helper()
		all, err := d.Flags(me, folder)
		s.ok(err)
		return len(all)
	}
	c, a := save("1")
	if count("Drafts") != 1 || a.To != "anna@example.org" {
		t.Fatalf("%d drafts: %+v", count("Drafts"), a)
	}
	undo := func(a outward.DraftAnswer) error {
		answer, err := json.Marshal(a)
		s.ok(err)
		raw, err := json.Marshal(outward.UndoOrder{Kind: outward.SaveDraft, Order: c.Action.Order, Answer: answer})
		s.ok(err)
		_, err = s.box.Do(t.Context(), outward.Claim{Action: outward.Action{Kind: outward.TakeBack, Connection: outward.MailConnection, Order: raw}})
		return err
	}
	changed := a
	changed.Hash = "other"
	if err := undo(changed); err == nil || count("Drafts") != 1 {
		t.Errorf("a draft that was changed: %v, %d", err, count("Drafts"))
	}
	for range 2 {
		s.ok(undo(a))
	}
	if count("Drafts") != 0 {
		t.Error("the draft is there still")
	}
	_, a = save("2")
	o, from, text, err := s.box.Shown(t.Context(), a.ID)
	s.ok(err)
	if from != me || !strings.Contains(text, "Grüße") || o.To != "anna@example.org" {
		t.Fatalf("shown: %+v %q %q", o, from, text)
	}
	send := func(o outward.SendOrder, before outward.Sent) error {
		raw, err := json.Marshal(o)
		s.ok(err)
		answer, err := json.Marshal(before)
		s.ok(err)
		_, err = s.box.Do(t.Context(), outward.Claim{Action: outward.Action{Kind: outward.SendDraft, Connection: outward.MailConnection, Order: raw, Answer: answer}})
		return err
	}
	other := o
	other.Hash = "other"
	no := new(outward.RefusedError)
	if err := send(other, outward.Sent{}); !errors.As(err, &no) || len(out.Taken()) != 0 {
		t.Errorf("one that is not as it was shown: %v", err)
	}
	if err := send(o, outward.Sent{Sent: true}); !errors.As(err, &no) || !strings.Contains(no.Text, "nobody heard") || len(out.Taken()) != 0 {
		t.Errorf("one that may have been sent: %v", err)
	}
	for range 3 {
		s.ok(send(o, outward.Sent{}))
	}
	if len(out.Taken()) != 1 || count("Sent") != 2 || count("Drafts") != 0 || s.notes.sent != 1 {
		t.Fatalf("sent %d times, %d in Sent, %d drafts, marked %d times", len(out.Taken()), count("Sent"), count("Drafts"), s.notes.sent)
	}
	if raw := out.Taken()[0]; !strings.Contains(raw, "References: <o1@example.org>\n <o2@example.org>") || !strings.Contains(raw, "In-Reply-To: <o2@example.org>") || strings.Contains(raw, "thief") || strings.Contains(raw, "evil") {
		t.Errorf("sent: %s", raw)
	}
	id, err := s.box.NewID(t.Context(), "rich")
	s.ok(err)
	s.ok(d.Put(me, "Drafts", "D", strings.ReplaceAll("From: "+me+"\nTo: anna@example.org\nMessage-ID: "+id+"\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nHello\n--b\nContent-Disposition: attachment; filename=x\n\nsecret\n--b--\n", "\n", "\r\n")))
	if _, _, _, err := s.box.Shown(t.Context(), id); !errors.As(err, &no) {
		t.Errorf("a draft with a file: %v", err)
	}
	id, err = s.box.NewID(t.Context(), "many")
	s.ok(err)
	s.ok(d.Put(me, "Drafts", "D", strings.ReplaceAll("From: "+me+"\nTo: anna@example.org\nCc: bo@example.org\nMessage-ID: "+id+"\nContent-Type: text/plain\n\nHello\n", "\n", "\r\n")))
	if _, _, _, err := s.box.Shown(t.Context(), id); !errors.As(err, &no) || !strings.Contains(no.Text, "one person") {
		t.Errorf("a draft to two people: %v", err)
	}
	_, a = save("3")
	out.Mute(true)
	if o, _, _, err = s.box.Shown(t.Context(), a.ID); err != nil {
		t.Fatal(err)
	}
	if err := send(o, outward.Sent{}); !errors.As(err, &no) || !strings.Contains(no.Text, "nobody heard") || len(out.Taken()) != 2 || count("Sent") != 2 {
		t.Errorf("a server that hangs up: %v, %d taken", err, len(out.Taken()))
	}
}

func TestWhereMailIsNot(t *testing.T) {
	s := newScene(t, "imap://127.0.0.1:1", "")
	for text, want := range map[string]string{"imap.example.com": "imaps://imap.example.com:993", "imaps://IMAP.example.com:1993": "imaps://imap.example.com:1993", "imap://127.0.0.1:1143": "imap://127.0.0.1:1143", "imap://example.com:143": "", "http://example.com": "", "imaps://me:pass@example.com": "", "": "", "imaps://example.com/x": "", "example.com:99999": ""} {
		if got, err := s.box.ReadHost(text); got != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
	s.notes.all[0].On = true
	for _, host := range []string{"imaps://10.0.0.1:993", "imaps://169.254.169.254:993"} {
		_, err := s.box.Discover(t.Context(), postbox.Access{Host: host, User: me, Password: "x"})
		if err == nil || !strings.Contains(err.Error(), "private network") {
			t.Errorf("%s: %v", host, err)
		}
	}
	d := startDovecot(t)
	if _, err := s.box.Discover(t.Context(), postbox.Access{Host: d.Address, User: me, Password: "guess"}); err == nil || !strings.Contains(err.Error(), "not accepted") {
		t.Errorf("another password: %v", err)
	}
}
