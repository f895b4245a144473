package webhook

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/sealed"
)

// ReceiverPath begins the addresses at which hooks are heard; their names follow.
const ReceiverPath = "/hooks/"

// When a sender that orders more than it may is asked to come again.
const againAfter = 10 * time.Minute

// HookRecords is the part of the store that a Receiver needs. *store.DB is one.
type HookRecords interface {
	Hooks(ctx context.Context) ([]outward.Hook, error)
	OrderByHook(ctx context.Context, o outward.HookOrder) (org.ProjectID, bool, error)
}

// Receiver hears the programs that may order one thing each. It may be used by many goroutines.
type Receiver struct {
	Records HookRecords
	Key     func() (sealed.Key, error)
	Offline bool // there is no model
	Now     func() time.Time
	Log     *slog.Logger
}

// ServeHTTP answers without a word: 200 for what was taken, came before or orders nothing, 401 for whoever does not know the secret or
// comes too late, whether there is such a hook or not, 403 for a hook that is off, 413 for what is too large, 429 for more than the hook may
// order, 503 while nothing can be taken.
func (r *Receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "no-store")
	if req.Method != http.MethodPost {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	raw, err := io.ReadAll(http.MaxBytesReader(w, req.Body, outward.HookBytes))
	if tooLarge := new(http.MaxBytesError); errors.As(err, &tooLarge) {
		w.WriteHeader(http.StatusRequestEntityTooLarge)
		return
	}
	if err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	status, challenge := r.take(req.Context(), strings.TrimPrefix(req.URL.Path, ReceiverPath), req.Header, raw)
	if status == http.StatusTooManyRequests {
		w.Header().Set("Retry-After", strconv.Itoa(int(againAfter.Seconds())))
	}
	if challenge != "" {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	}
	w.WriteHeader(status)
	if _, err := io.WriteString(w, challenge); err != nil {
		r.Log.DebugContext(req.Context(), "answer a hook", "err", err) // whoever knocked is gone
	}
}

// take does what a delivery asks for, and returns the answer to it.
func (r *Receiver) take(ctx context.Context, name string, head http.Header, raw []byte) (status int, challenge string) {
	hook, secret, known, err := r.find(ctx, name)
	if err != nil {
		r.Log.WarnContext(ctx, "a delivery cannot be looked at", "hook", name, "err", err)
		return http.StatusServiceUnavailable, ""
	}
	d, err := outward.OpenDelivery(hook.Form, secret, head, raw, r.Now())
	switch {
	case err != nil || !known:
		return http.StatusUnauthorized, ""
	case !hook.On:
		return http.StatusForbidden, ""
	case !hook.Wants(d):
		return http.StatusOK, d.Challenge
	}
	o := hook.Order(d, r.Offline)
	o.Reply, o.Full, o.Buttons = messages.HookOrdered(hook, o), messages.HookFull(hook), messages.HookButtons(hook)
	p, fresh, err := r.Records.OrderByHook(ctx, o)
	switch {
	case errors.Is(err, outward.ErrHookFull):
		return http.StatusTooManyRequests, ""
	case errors.Is(err, outward.ErrHookOff):
		return http.StatusForbidden, ""
	case err != nil:
		r.Log.WarnContext(ctx, "a delivery was not taken", "hook", name, "err", err)
		return http.StatusServiceUnavailable, ""
	}
	r.Log.InfoContext(ctx, "ordered by a hook", "hook", name, "project", p, "new", fresh)
	return http.StatusOK, ""
}

// find returns a hook and its secret. For a name that no hook has it returns one whose secret nobody knows, so that a look at its signature
// takes as long.
func (r *Receiver) find(ctx context.Context, name string) (hook outward.Hook, secret string, known bool, err error) {
	all, err := r.Records.Hooks(ctx)
	if err != nil {
		return hook, "", false, err
	}
	key, err := r.Key()
	if err != nil {
		return hook, "", false, err
	}
	i := slices.IndexFunc(all, func(h outward.Hook) bool { return h.Name == name })
	if i < 0 {
		return outward.Hook{Form: outward.HookGitHub}, key.Mark("no hook"), false, nil
	}
	secret, err = key.Open(all[i].Sealed, nameHookPlace(name))
	return all[i], secret, true, err
}

// What a hook's secret is sealed for.
func nameHookPlace(name string) string { return "hook:" + name }

// SealHookSecret encrypts the secret of a hook.
func SealHookSecret(key sealed.Key, name, secret string) []byte {
	return key.Seal(secret, nameHookPlace(name))
}
