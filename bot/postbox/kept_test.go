package postbox_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/outward"
)

// Heads are in memory for a quarter of an hour, however often somebody lists them within it.
func TestListingKeepsNoHeadsLonger(t *testing.T) {
	d := startDovecot(t)
	s := newScene(t, d.Address, "")
	s.ok(d.Put(me, "Sent", "S", written("anna@example.org")))
	s.ok(d.Put(me, "INBOX", "", mailFrom("Anna", "anna@example.org", "Offer", "o@example.org", "\nWhat?")))
	for range 8 { // each five minutes
		p, err := s.box.Unread(t.Context())
		if err != nil || len(p.Mails) != 1 {
			t.Fatalf("listed: %+v, %v", p, err)
		}
		for _, at := range s.box.HeadsReadAt() {
			if s.now.Sub(at) >= 15*time.Minute {
				t.Errorf("a head was read %s ago", s.now.Sub(at))
			}
		}
		s.now = s.now.Add(5 * time.Minute)
	}
}

// A mailbox is switched off where it refuses who logs in. What ends by itself, such as too many sessions, leaves it on, and is said.
func TestOnlyARefusedLoginSwitchesAMailboxOff(t *testing.T) {
	t.Parallel()
	for code, off := range map[string]bool{
		"": true, "[AUTHENTICATIONFAILED] ": true, "[AUTHORIZATIONFAILED] ": true, "[EXPIRED] ": true, "[PRIVACYREQUIRED] ": true,
		"[UNAVAILABLE] ": false, "[INUSE] ": false, "[LIMIT] ": false, "[SERVERBUG] ": false, "[CONTACTADMIN] ": false, "[ALERT] ": false, "[OVERQUOTA] ": false,
	} {
		t.Run(strings.Trim(code, "[] "), func(t *testing.T) {
			t.Parallel()
			l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = l.Close() }) //nolint:errcheck // it is over
			go func() {
				for c, err := l.Accept(); err == nil; c, err = l.Accept() {
					go refuseLogin(c, code)
				}
			}()
			s := newScene(t, "imap://"+l.Addr().String(), "")
			p, err := s.box.Unread(t.Context())
			if err != nil || p.Failed == "" || (s.notes.off != "") != off || !off && !strings.Contains(p.Failed, "Come again") {
				t.Errorf("%+v, %v; off: %q", p, err, s.notes.off)
			}
		})
	}
}

func refuseLogin(c net.Conn, code string) {
	defer c.Close() //nolint:errcheck // of a test
	_, err := fmt.Fprint(c, "* OK [CAPABILITY IMAP4rev1] hello\r\n")
	for in := bufio.NewScanner(c); err == nil && in.Scan(); {
		tag, rest, _ := strings.Cut(in.Text(), " ")
		said := " OK done"
		if strings.HasPrefix(rest, "LOGIN") {
			said = " NO " + code + "Come again"
		}
		_, err = fmt.Fprint(c, tag+said+"\r\n")
	}
}

// Whoever saved a draft may be killed before he says so, and the founder may send it meanwhile: then it is not written again, also where his program
// gave the mail an id of its own. An answer from before the order says nothing.
func TestADraftThatTheFounderSentIsNotWrittenAgain(t *testing.T) {
	answer := func(id, of string, at time.Time) string {
		return strings.ReplaceAll(fmt.Sprintf("From: %s\nTo: Anna <Anna@example.org>\nSubject: Re: Offer\nDate: %s\nMessage-ID: %s\nIn-Reply-To: %s\n\nTuesday", me, at.Format(time.RFC1123Z), id, of), "\n", "\r\n")
	}
	for name, c := range map[string]struct {
		again, sent bool // it was in hand before; something lies in Sent
		own         bool // under our id
		after       time.Duration
		writes      bool
	}{
		"as it was":                 {true, true, true, time.Minute, false},
		"under an id of a program":  {true, true, false, 2 * time.Minute, false},
		"answered before the order": {true, true, false, -time.Hour, true},
		"nothing was sent":          {true, false, false, 0, true},
		"the first time":            {false, true, false, 2 * time.Minute, true},
	} {
		t.Run(strings.ReplaceAll(name, " ", "-"), func(t *testing.T) {
			d := startDovecot(t)
			s := newScene(t, d.Address, "")
			s.ok(d.Put(me, "Sent", "S", written("anna@example.org")))
			s.ok(d.Put(me, "INBOX", "", mailFrom("Anna", "anna@example.org", "Offer", "o2@example.org", "\nWhat?")))
			l, err := s.box.Letter(t.Context(), "anna")
			s.ok(err)
			id, err := s.box.NewID(t.Context(), "1")
			s.ok(err)
			raw, err := json.Marshal(outward.DraftOrder{ID: id, Of: l.ID, To: l.Address, Text: "Tuesday"})
			s.ok(err)
			if c.sent {
				is := id
				if !c.own {
					is = "<p1@example.com>"
				}
				s.ok(d.Put(me, "Sent", "S", answer(is, l.ID, s.now.Add(c.after))))
			}
			_, err = s.box.Do(t.Context(), outward.Claim{Again: c.again, Action: outward.Action{Kind: outward.SaveDraft, Connection: outward.MailConnection, Order: raw, At: s.now}})
			drafts, ferr := d.Flags(me, "Drafts")
			s.ok(ferr)
			no := new(outward.RefusedError)
			if c.writes && (err != nil || len(drafts) != 1) || !c.writes && (!errors.As(err, &no) || !strings.Contains(no.Text, "you sent it yourself") || len(drafts) != 0) {
				t.Errorf("%d drafts, %v", len(drafts), err)
			}
		})
	}
}
