package outward_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
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
		{"long", http.MethodPost, news + strings.Repeat(" ", 900<<10), sign(secret, news+strings.Repeat(" ", 900<<10)), "d4", http.StatusNoContent, "d4 github.com/acme/shop"},
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

// slowBody gives so many bytes and no end.
type slowBody struct {
	left    int
	waiting *sync.WaitGroup
	end     chan struct{}
}

func (b *slowBody) Read(p []byte) (int, error) {
	if b.left == 0 {
		b.waiting.Done()
		<-b.end
		return 0, io.ErrUnexpectedEOF
	}
	n := min(len(p), b.left)
	b.left -= n
	return n, nil
}

// Whoever does not know the secret may send as much as he likes, on as many connections as the site has: the memory of the machine is not filled with it.
func TestStrangersFillNoMemory(t *testing.T) {
	home := t.TempDir()
	h := &outward.Hook{Key: func() (sealed.Key, error) { return sealed.Open(home) }, Log: slog.New(slog.DiscardHandler)}
	const connections = 256
	var before, full runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	var waiting, answered sync.WaitGroup
	end := make(chan struct{})
	waiting.Add(connections)
	for range connections {
		answered.Go(func() {
			body := &slowBody{left: 1<<20 - 1, waiting: &waiting, end: end}
			w := httptest.NewRecorder()
			h.ServeHTTP(w, httptest.NewRequest(http.MethodPost, outward.HookPath, body))
			if body.left > 0 { // it was not read to its end
				waiting.Done()
			}
			if w.Code != http.StatusUnauthorized && w.Code != http.StatusServiceUnavailable {
				t.Errorf("%d", w.Code)
			}
		})
	}
	waiting.Wait()
	runtime.GC()
	runtime.ReadMemStats(&full)
	close(end)
	answered.Wait()
	if grown := int64(full.HeapAlloc-before.HeapAlloc) >> 20; grown > 64 {
		t.Errorf("they hold %d MiB", grown)
	}
}
