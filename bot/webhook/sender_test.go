package webhook_test

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/webhook"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/sealed"
	"github.com/frasier-cos/frasier/internal/testing/storetest"
	"github.com/frasier-cos/frasier/store"
)

// scene is a database with a webhook at a receiver, and a clock.
type scene struct {
	t      *testing.T
	db     *store.DB
	now    time.Time
	sender *webhook.Sender
	key    func() (sealed.Key, error)
	answer int // of the receiver
	got    []*http.Request
	bodies [][]byte
}

var loopback = netip.MustParsePrefix("127.0.0.0/8")

func newScene(t *testing.T, allow ...netip.Prefix) *scene {
	t.Helper()
	s := &scene{t: t, now: time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC), answer: http.StatusNoContent}
	home := storetest.Folder(t)
	db, err := store.Open(t.Context(), store.Options{Path: filepath.Join(home, "frasier.db"), Now: func() time.Time { return s.now }})
	s.ok(err)
	s.db = db
	t.Cleanup(func() { s.ok(db.Close()) })
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		s.ok(err)
		s.got, s.bodies = append(s.got, r), append(s.bodies, body)
		w.Header().Set("Location", "/elsewhere")
		w.WriteHeader(s.answer)
	}))
	t.Cleanup(receiver.Close)
	key := func() (sealed.Key, error) { return sealed.Open(home) }
	s.key = key
	k, err := key()
	s.ok(err)
	secret := outward.WebhookSecretPrefix + base64.StdEncoding.EncodeToString([]byte("a secret"))
	s.ok(db.AddWebhook(t.Context(), outward.Webhook{Name: "crm", Address: outward.HookAddress(receiver.URL + "/in"), Kinds: []org.EventKind{org.EventConnection}, Sealed: webhook.SealSecret(k, "crm", secret)}))
	s.sender = webhook.New(db, key, allow, func() time.Time { return s.now }, slog.New(slog.DiscardHandler))
	s.happen()
	return s
}

func (s *scene) ok(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// happen writes an event that the webhook hears of.
func (s *scene) happen() {
	s.t.Helper()
	s.ok(s.db.Connect(s.t.Context(), outward.Connection{Name: "github", Service: outward.GitHub, Address: "https://github.com", Account: "bot", Sealed: []byte{1}}))
}

func (s *scene) webhook() outward.Webhook {
	s.t.Helper()
	all, err := s.db.Webhooks(s.t.Context())
	s.ok(err)
	return all[0]
}

func TestAPostIsSigned(t *testing.T) {
	s := newScene(t, loopback)
	s.ok(s.sender.Next(t.Context()))
	if err := s.sender.Next(t.Context()); !errors.Is(err, org.ErrNoWork) || len(s.got) != 1 {
		t.Fatalf("%d posts, then %v", len(s.got), err)
	}
	r := s.got[0]
	want := http.Header{}
	outward.SignPost(want, []byte("a secret"), r.Header.Get("Webhook-Id"), s.now, s.bodies[0])
	for _, name := range []string{"Webhook-Id", "Webhook-Timestamp", "Webhook-Signature"} {
		if got := r.Header.Get(name); got == "" || got != want.Get(name) {
			t.Errorf("%s: %q, want %q", name, got, want.Get(name))
		}
	}
	var body webhook.Body
	s.ok(json.Unmarshal(s.bodies[0], &body))
	if r.Method != http.MethodPost || r.URL.Path != "/in" || body.Type != org.EventConnection || body.Data.Text == "" || body.Timestamp.IsZero() {
		t.Errorf("%s %s: %s", r.Method, r.URL, s.bodies[0])
	}
}

// The example of the standard's text, so that what others write checks what we write.
func TestTheStandardsExample(t *testing.T) {
	secret, err := base64.StdEncoding.DecodeString("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
	if err != nil {
		t.Fatal(err)
	}
	h := http.Header{}
	outward.SignPost(h, secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", time.Unix(1614265330, 0), []byte(`{"test": 2432232314}`))
	if got, want := h.Get("Webhook-Signature"), "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="; got != want {
		t.Errorf("signed as %q, want %q", got, want)
	}
}

// What is not taken is tried eight times within a day and then given up; the same event has the same id at each try.
func TestAPostIsTriedForADay(t *testing.T) {
	s := newScene(t, loopback)
	s.answer = http.StatusBadGateway
	begin := s.now
	for s.webhook().Dead == 0 && s.now.Sub(begin) < 72*time.Hour {
		err := s.sender.Next(t.Context())
		if err != nil && !errors.Is(err, org.ErrNoWork) {
			t.Fatal(err)
		}
		s.now = s.now.Add(5 * time.Minute)
	}
	ids := map[string]bool{}
	for _, r := range s.got {
		ids[r.Header.Get("Webhook-Id")] = true
	}
	took := s.now.Sub(begin)
	if len(s.got) != outward.PostTries || len(ids) != 1 || took < 12*time.Hour || took > 25*time.Hour {
		t.Errorf("%d tries of %d posts in %s", len(s.got), len(ids), took)
	}
	if w := s.webhook(); !w.On || !strings.Contains(w.Why, "502") {
		t.Errorf("then: %+v", w)
	}
	s.answer = http.StatusOK
	if n, err := s.db.ReplayPosts(t.Context(), "crm"); err != nil || n != 1 {
		t.Errorf("to be sent again: %d, %v", n, err)
	}
	s.ok(s.sender.Next(t.Context()))
	if w := s.webhook(); w.Dead != 0 || w.Why != "" {
		t.Errorf("after it was taken: %+v", w)
	}
}

func TestWhereNothingIsSent(t *testing.T) {
	for _, c := range []struct {
		name   string
		answer int
		allow  []netip.Prefix
		dead   bool
		off    bool
		why    string
		asked  int
	}{
		{"a private network", 200, nil, true, false, "private network", 0},
		{"gone", http.StatusGone, []netip.Prefix{loopback}, true, true, "410", 1},
		{"moved", http.StatusFound, []netip.Prefix{loopback}, false, false, "leads elsewhere", 1},
		{"refused", http.StatusForbidden, []netip.Prefix{loopback}, false, false, "403", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newScene(t, c.allow...)
			s.answer = c.answer
			s.ok(s.sender.Next(t.Context()))
			w := s.webhook()
			if (w.Dead == 1) != c.dead || w.On == c.off || !strings.Contains(w.Why, c.why) || len(s.got) != c.asked {
				t.Errorf("%d requests, then %+v", len(s.got), w)
			}
		})
	}
}

// Another key opens no secret: nothing is sent with one that is not the receiver's.
func TestAnotherKeySendsNothing(t *testing.T) {
	s := newScene(t, loopback)
	other := webhook.New(s.db, func() (sealed.Key, error) { return sealed.Open(t.TempDir()) }, []netip.Prefix{loopback}, func() time.Time { return s.now }, slog.New(slog.DiscardHandler))
	s.ok(other.Next(t.Context()))
	if w := s.webhook(); w.Dead != 1 || len(s.got) != 0 || !strings.Contains(w.Why, "frasier webhooks add crm") {
		t.Errorf("%d requests, then %+v", len(s.got), w)
	}
}

// Some services know who sends by the address alone, so that it is as good as a key.
func TestAnAddressIsNoWhereInWhatFails(t *testing.T) {
	const canary = "c4n4ry-in-the-path"
	s := newScene(t, loopback)
	dead := httptest.NewServer(http.NotFoundHandler())
	dead.Close()
	s.ok(s.db.RemoveWebhook(t.Context(), "crm"))
	key, err := s.key()
	s.ok(err)
	address := outward.HookAddress(dead.URL + "/" + canary + "?k=" + canary)
	s.ok(s.db.AddWebhook(t.Context(), outward.Webhook{Name: "crm", Address: address, Kinds: []org.EventKind{org.EventConnection}, Sealed: webhook.SealSecret(key, "crm", outward.WebhookSecretPrefix+"YQ==")}))
	s.happen()
	for begin := s.now; s.webhook().Dead == 0 && s.now.Sub(begin) < 72*time.Hour; s.now = s.now.Add(5 * time.Minute) {
		if err := s.sender.Next(t.Context()); err != nil && !errors.Is(err, org.ErrNoWork) {
			t.Fatal(err)
		}
	}
	w := s.webhook()
	if !strings.Contains(w.Why, "can't be reached") || w.Dead != 1 {
		t.Fatalf("after its tries: %+v", w)
	}
	said, err := json.Marshal(w)
	s.ok(err)
	events, err := s.db.Events(t.Context(), 0, 100)
	s.ok(err)
	kept, err := json.Marshal(events)
	s.ok(err)
	v, err := s.db.ClaimDelivery(t.Context(), "test", []string{"terminal"}, time.Minute)
	if err != nil && !errors.Is(err, org.ErrNoWork) {
		t.Fatal(err)
	}
	for _, text := range []string{string(said), string(kept), fmt.Sprintf("%+v", v)} {
		if strings.Contains(text, canary) {
			t.Errorf("the address stands in %s", text)
		}
	}
}
