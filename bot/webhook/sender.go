// Package webhook sends events to the addresses that are to hear of them, each signed with its own secret, and hears the programs that may
// order something.
package webhook

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/netguard"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/retry"
	"github.com/frasier-cos/frasier/internal/sealed"
)

const (
	postMost  = 15 * time.Second // of one try: longer than any receiver needs that works later
	claimTerm = time.Minute      // longer than one try and what is written down of it
	replyMost = 64 << 10         // bytes of a reply, which nobody reads
	recordMax = 10 * time.Second
)

// pace spaces the tries of one post.
func pace() retry.Policy {
	return retry.Policy{First: 10 * time.Minute, Most: 8 * time.Hour, Tries: outward.PostTries, For: outward.PostsFor}
}

// Records is the part of the store that a Sender needs. *store.DB is one.
type Records interface {
	NextPost(ctx context.Context, term time.Duration) (outward.Post, error)
	EndPost(ctx context.Context, p outward.Post, e outward.PostEnding) error
}

// Sender sends posts. Its methods may be called at once.
type Sender struct {
	records Records
	key     func() (sealed.Key, error)
	client  *http.Client
	now     func() time.Time
	log     *slog.Logger
}

// New returns a sender. Key opens the secrets; allow are private networks that may be reached all the same.
func New(r Records, key func() (sealed.Key, error), allow []netip.Prefix, now func() time.Time, log *slog.Logger) *Sender {
	dial := &net.Dialer{Timeout: postMost, Control: netguard.New(allow).CheckDial}
	return &Sender{records: r, key: key, now: now, log: log, client: &http.Client{
		Timeout:       postMost,
		Transport:     &http.Transport{DialContext: dial.DialContext, TLSHandshakeTimeout: postMost, MaxIdleConnsPerHost: 1, IdleConnTimeout: time.Minute, ForceAttemptHTTP2: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Next sends one post. It returns org.ErrNoWork when none is due.
func (s *Sender) Next(ctx context.Context) error {
	p, err := s.records.NextPost(ctx, claimTerm)
	if err != nil {
		return err
	}
	e := s.judgeTry(p, s.sendPost(ctx, p))
	if ctx.Err() != nil && !e.Sent {
		return ctx.Err() // whoever comes next tries it again
	}
	record, stop := context.WithTimeout(context.WithoutCancel(ctx), recordMax) // what was sent is written down though the process stops
	defer stop()
	err = retry.WhileDisk(record, func(ctx context.Context) error { return s.records.EndPost(ctx, p, e) }, func(a retry.Attempt) {
		s.log.WarnContext(ctx, "post not recorded", "post", p.ID(), "err", a.Err, "again_in", a.Wait)
	})
	if errors.Is(err, org.ErrLeaseLost) {
		return nil // it was replaced meanwhile
	}
	return err
}

// judgeTry says what becomes of a post after a try.
func (s *Sender) judgeTry(p outward.Post, err error) outward.PostEnding {
	if err == nil {
		return outward.PostEnding{Sent: true}
	}
	wait, verdict := pace().Judge(err, p.Tries, p.Since, s.now())
	e := outward.PostEnding{Why: prose.Clip(err.Error(), whyMost, "…"), Dead: verdict.Over()}
	if !e.Dead {
		e.Due = s.now().Add(wait)
	}
	var gone *goneError
	e.Off = errors.As(err, &gone)
	return e
}

const whyMost = 300 // letters

// goneError says that an address wants no more posts.
type goneError struct{}

// Error says so.
func (*goneError) Error() string { return "it answered 410 Gone" }

// Body is what a webhook gets.
type Body struct {
	Type      org.EventKind `json:"type"`
	Timestamp time.Time     `json:"timestamp"`
	Data      org.Event     `json:"data"`
}

// sendPost tries once.
func (s *Sender) sendPost(ctx context.Context, p outward.Post) error {
	key, err := s.key()
	if err != nil {
		return err
	}
	secret, err := OpenSecret(key, p.Webhook)
	if err != nil {
		return retry.Permanent(err)
	}
	body, err := json.Marshal(Body{p.Event.Kind, p.Event.At, p.Event})
	if err != nil {
		return retry.Permanent(err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.Webhook.Address.Reveal(), bytes.NewReader(body))
	if err != nil {
		return retry.Permanent(errors.New("its address can't be read; add it again")) // the error has the address whole
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "Frasier")
	outward.SignPost(req.Header, secret, p.ID(), s.now(), body)
	resp, err := s.client.Do(req)
	if err != nil {
		if errors.Is(err, netguard.ErrRefused) {
			return retry.Permanent(errors.New("its address leads to a private network, where I send nothing"))
		}
		if whole := new(url.Error); errors.As(err, &whole) {
			err = whole.Err // without the address
		}
		return fmt.Errorf("it can't be reached: %w", err)
	}
	_, readErr := io.Copy(io.Discard, io.LimitReader(resp.Body, replyMost))
	if err := errors.Join(readErr, resp.Body.Close()); err != nil {
		s.log.DebugContext(ctx, "reply of a webhook", "post", p.ID(), "err", err) // its status has come
	}
	switch {
	case resp.StatusCode/100 == 2:
		return nil
	case resp.StatusCode == http.StatusGone:
		return retry.Permanent(&goneError{})
	case resp.StatusCode/100 == 3:
		return fmt.Errorf("it answered %d and leads elsewhere, where I don't follow", resp.StatusCode)
	}
	return fmt.Errorf("it answered %d", resp.StatusCode)
}

// What a webhook's secret is sealed for.
func nameSecretPlace(name string) string { return "webhook:" + name }

// SealSecret encrypts the secret of a webhook, as it is written: "whsec_...".
func SealSecret(key sealed.Key, name, secret string) []byte {
	return key.Seal(secret, nameSecretPlace(name))
}

// OpenSecret returns the bytes that a webhook's posts are signed with.
func OpenSecret(key sealed.Key, w outward.Webhook) ([]byte, error) {
	text, err := key.Open(w.Sealed, nameSecretPlace(w.Name))
	if err != nil {
		return nil, fmt.Errorf("its secret cannot be read here (%w); add it again: frasier webhooks add %s", err, w.Name)
	}
	return base64.StdEncoding.DecodeString(strings.TrimPrefix(text, outward.WebhookSecretPrefix))
}
