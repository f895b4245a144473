package outward_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/bot/outward"
	"github.com/frasier-cos/frasier/internal/sealed"
)

// A forge that knows the secret has its repository looked at; all others are refused without a word.
func TestOnlyAForgeIsHeard(t *testing.T) {
	home := t.TempDir()
	key, err := sealed.Open(home)
	if err != nil {
		t.Fatal(err)
	}
	var heard []string
	h := &outward.Hook{
		Key: func() (sealed.Key, error) { return sealed.Open(home) }, Log: slog.New(slog.DiscardHandler),
		Nudge: func(_ context.Context, delivery, place string) (bool, error) {
			heard = append(heard, delivery+" "+place)
			return true, nil
		},
	}
	const news = `{"action":"completed","repository":{"full_name":"acme/shop","html_url":"https://GitHub.com/acme/shop"}}`
	sign := func(secret, body string) string {
		sum := hmac.New(sha256.New, []byte(secret))
		sum.Write([]byte(body))
		return "sha256=" + hex.EncodeToString(sum.Sum(nil))
	}
	secret := key.HookSecret()
	for _, c := range []struct {
		name, method, body, signature, delivery string
		want                                    int
		heard                                   string
	}{
		{"a forge", http.MethodPost, news, sign(secret, news), "d1", http.StatusNoContent, "d1 github.com/acme/shop"},
		{"another secret", http.MethodPost, news, sign("guess", news), "d2", http.StatusUnauthorized, ""},
		{"none", http.MethodPost, news, "", "d2", http.StatusUnauthorized, ""},
		{"no signature", http.MethodPost, news, "sha256=xyz", "d2", http.StatusUnauthorized, ""},
		{"another byte", http.MethodPost, news + " ", sign(secret, news), "d2", http.StatusUnauthorized, ""},
		{"another method", http.MethodGet, news, sign(secret, news), "d2", http.StatusUnauthorized, ""},
		{"too long", http.MethodPost, news + strings.Repeat(" ", 1<<20), sign(secret, news+strings.Repeat(" ", 1<<20)), "d2", http.StatusUnauthorized, ""},
		{"about nothing", http.MethodPost, `{"zen":"x"}`, sign(secret, `{"zen":"x"}`), "d3", http.StatusNoContent, ""},
		{"no JSON", http.MethodPost, "x", sign(secret, "x"), "d3", http.StatusNoContent, ""},
	} {
		heard = nil
		r := httptest.NewRequestWithContext(t.Context(), c.method, outward.HookPath, strings.NewReader(c.body))
		r.Header.Set("X-Hub-Signature-256", c.signature)
		r.Header.Set("X-GitHub-Delivery", c.delivery)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != c.want || w.Body.Len() > 0 || strings.Join(heard, "") != c.heard {
			t.Errorf("%s: %d %q, heard %q", c.name, w.Code, w.Body, heard)
		}
	}
}
