package cmd_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/discord"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/worker/research/web"
)

// canaryDiscord has the form of a bot's token.
const canaryDiscord = "MTIzNDU2Nzg5MDEyMzQ1Njc4OTA.Gcanary.a1B2a1B2a1B2a1B2a1B2a1B2a1B2"

// plainToken is a token as a door wants it.
type plainToken string

// Reveal returns the token.
func (p plainToken) Reveal() string { return string(p) }

// failures are the ways in which a provider fails and repeats the secret that
// it was sent. trap is another host.
func failures(secret, trap string) map[string]http.HandlerFunc {
	says := func(kind, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", kind)
			w.Header().Set("X-Request", secret)
			w.WriteHeader(status(r))
			repeat(w, body)
		}
	}
	return map[string]http.HandlerFunc{
		"an error object": says("application/json", `{"error":{"message":"the key `+secret+` is not known","type":"`+secret+`","code":"`+secret+`"}}`),
		"a message":       says("application/json", `{"code":0,"message":"401: `+secret+`","detail":"`+secret+`"}`),
		"plain words":     says("text/plain", "Bearer "+secret+" refused"),
		"a page":          says("text/html", "<html><body>"+secret+"</body></html>"),
		"half an object":  says("application/json", `{"error":{"message":"`+secret),
		"a stream":        says("text/event-stream", `data: {"error":{"code":502,"message":"`+secret+`"}}`+"\n\n"),
		"a broken end": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", "100000")
			w.WriteHeader(status(r))
			repeat(w, `{"error":{"message":"`+secret)
		},
		"another address": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, trap+"/"+r.URL.Path, http.StatusTemporaryRedirect)
		},
	}
}

func repeat(w io.Writer, text string) {
	if _, err := io.WriteString(w, text); err != nil {
		return // the client has gone
	}
}

// status is the status that a failure was asked for.
func status(r *http.Request) int {
	var code int
	if _, err := fmt.Sscanf(r.URL.Path, "/s%d/", &code); err != nil {
		return http.StatusTeapot
	}
	return code
}

// Model, search and Discord fail in 240 ways in which they repeat what they
// were sent: no secret is in an error or a log, and none goes to another host.
func TestFailuresTellNoSecret(t *testing.T) {
	t.Parallel()
	var strayed atomic.Int64
	trap := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { strayed.Add(1) }))
	defer trap.Close()
	var log bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&log, nil))
	asks := map[string]func(ctx context.Context, url string) error{
		canaryModel: func(ctx context.Context, url string) error {
			e := &llm.Endpoint{Base: url, Key: canaryModel, HTTP: &http.Client{}}
			_, err := e.Complete(ctx, llm.Wire{Model: "m", Stream: true, Messages: []llm.Message{{Role: "user", Parts: []llm.Part{{Text: "hello"}}}}})
			return err
		},
		canarySearch: func(ctx context.Context, url string) error {
			b := &web.Brave{Key: canarySearch, URL: url + "/res/v1", Wait: func(context.Context, time.Duration) error { return nil }}
			_, err := b.Search(ctx, work.Query{Text: "widgets"}, 3)
			return err
		},
		canaryDiscord: func(ctx context.Context, url string) error {
			d, err := discord.New(discord.Options{Token: plainToken(canaryDiscord), URL: url + "/api/v9", Rules: discord.Rules{Founders: []string{"1"}}, Now: time.Now, Log: logger})
			if err != nil {
				return err
			}
			_, err = d.Identify(ctx)
			return err
		},
	}
	n := 0
	for secret, ask := range asks {
		for form, answer := range failures(secret, trap.URL) {
			s := httptest.NewServer(answer)
			for _, code := range []int{400, 401, 402, 403, 404, 408, 429, 500, 502, 503} {
				n++
				err := ask(t.Context(), fmt.Sprintf("%s/s%d", s.URL, code))
				if err == nil {
					t.Errorf("%s with %d: no error", form, code)
					continue
				}
				logger.ErrorContext(t.Context(), "it failed", "error", err, "detail", fmt.Sprintf("%+v", err))
				if strings.Contains(err.Error(), secret) {
					t.Errorf("%s with %d: the error tells %.8s...: %v", form, code, secret, err)
				}
			}
			s.Close()
		}
		if strings.Contains(log.String(), secret) {
			t.Errorf("the log tells %.8s...", secret)
		}
	}
	if n < 200 || strayed.Load() > 0 {
		t.Errorf("%d failures, %d requests to another host; want 200 at least and none", n, strayed.Load())
	}
}
