package linear_test

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/linear"
	"github.com/frasier-cos/frasier/internal/mirror"
)

const hookSecret = "lin_wh_canary"

func sign(body []byte, secret string) string {
	sum := hmac.New(sha256.New, []byte(secret))
	sum.Write(body)
	return hex.EncodeToString(sum.Sum(nil))
}

// What Linear signed is one nudge, within a minute and once; all else is nothing, and nobody is told why.
func TestTheHook(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	nudged := map[string]int{}
	h := &linear.Hook{
		Nudge: func(_ context.Context, sink mirror.Sink, delivery string) (bool, error) {
			nudged[string(sink)+" "+delivery]++
			return nudged[string(sink)+" "+delivery] == 1, nil
		},
		Secret: func() string { return hookSecret }, Now: func() time.Time { return now }, Log: slog.New(slog.DiscardHandler),
	}
	body := func(at time.Time) []byte {
		return fmt.Appendf(nil, `{"action":"update","type":"Issue","data":{"id":"x"},"webhookTimestamp":%d}`, at.UnixMilli())
	}
	post := func(method string, body []byte, signature, delivery string) int {
		r := httptest.NewRequest(method, linear.HookPath, bytes.NewReader(body))
		if signature != "" {
			r.Header.Set("Linear-Signature", signature)
		}
		r.Header.Set("Linear-Delivery", delivery)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Body.Len() > 0 {
			t.Errorf("it says %q", w.Body)
		}
		return w.Code
	}
	good := body(now)
	huge := bytes.Repeat([]byte("x"), 257<<10)
	for name, c := range map[string]struct {
		method, signature string
		body              []byte
		want              int
	}{
		"a look":            {http.MethodGet, sign(good, hookSecret), good, http.StatusMethodNotAllowed},
		"no signature":      {http.MethodPost, "", good, http.StatusUnauthorized},
		"63 hex":            {http.MethodPost, sign(good, hookSecret)[:63], good, http.StatusUnauthorized},
		"62 hex":            {http.MethodPost, sign(good, hookSecret)[:62], good, http.StatusUnauthorized},
		"other secret":      {http.MethodPost, sign(good, "other"), good, http.StatusUnauthorized},
		"no hex":            {http.MethodPost, "zz", good, http.StatusUnauthorized},
		"61 s old":          {http.MethodPost, sign(body(now.Add(-61*time.Second)), hookSecret), body(now.Add(-61 * time.Second)), http.StatusUnauthorized},
		"61 s ahead":        {http.MethodPost, sign(body(now.Add(61*time.Second)), hookSecret), body(now.Add(61 * time.Second)), http.StatusUnauthorized},
		"no time":           {http.MethodPost, sign([]byte(`{}`), hookSecret), []byte(`{}`), http.StatusUnauthorized},
		"no JSON":           {http.MethodPost, sign([]byte(`x`), hookSecret), []byte(`x`), http.StatusUnauthorized},
		"257 kB":            {http.MethodPost, sign(huge, hookSecret), huge, http.StatusRequestEntityTooLarge},
		"signed, of others": {http.MethodPost, sign(good, hookSecret), append([]byte(" "), good...), http.StatusUnauthorized},
	} {
		if got := post(c.method, c.body, c.signature, "d1"); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
	if len(nudged) > 0 {
		t.Fatalf("nudged by %v", nudged)
	}
	for bit := range len(good) * 8 {
		flipped := bytes.Clone(good)
		flipped[bit/8] ^= 1 << (bit % 8)
		if got := post(http.MethodPost, flipped, sign(good, hookSecret), "d1"); got != http.StatusUnauthorized {
			t.Fatalf("with bit %d flipped: %d", bit, got)
		}
	}
	edge := body(now.Add(-59 * time.Second))
	for range 3 {
		if got := post(http.MethodPost, edge, sign(edge, hookSecret), "d1"); got != http.StatusOK {
			t.Errorf("59 s old: %d", got)
		}
	}
	if len(nudged) != 1 || nudged["linear linear:d1"] != 3 {
		t.Errorf("nudged: %v", nudged)
	}
	h.Secret = func() string { return "" }
	if got := post(http.MethodPost, good, sign(good, ""), "d2"); got != http.StatusUnauthorized {
		t.Errorf("without a secret: %d", got)
	}
}

// A signed delivery of the workspace has it looked at in a second; the same a thousand times is once.
func TestADeliveryIsALook(t *testing.T) {
	s := newScene(t)
	s.start("Oats", "a", "b")
	s.allow()
	h := &linear.Hook{Nudge: s.db.NudgeMirror, Secret: func() string { return hookSecret }, Now: time.Now, Log: slog.New(slog.DiscardHandler)}
	server := httptest.NewServer(h)
	defer server.Close()
	s.there.HookURL, s.there.HookSecret = server.URL+linear.HookPath, hookSecret
	s.there.SetState("lin_test_admin", "Do a", "Canceled")
	s.there.Wait()
	before := len(s.there.Requests())
	s.turn()
	if x, err := s.db.Step(t.Context(), "s1"); err != nil || x.State != "cancelled" {
		t.Errorf("it is %s, %v; asked %q", x.State, err, s.there.Requests()[before:])
	}
}
