package outward

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"

	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/sealed"
)

// HookPath is where forges knock.
const HookPath = "/hooks/forge"

const (
	hookMost  = 1 << 20
	hookSmall = 64 << 10 // of a delivery that anybody may have read here
	hookLarge = 8        // larger ones are read at once: nobody fills the memory of the machine who does not know the secret
	nameMost  = 100      // letters of a delivery's id
)

// Hook hears that something happened at a forge. It takes nothing from what it is told but where: what is so is read there, at once.
type Hook struct {
	Nudge func(ctx context.Context, delivery, place string) (fresh bool, err error)
	Key   func() (sealed.Key, error)
	Log   *slog.Logger

	large atomic.Int32 // deliveries that are read now and are no small ones
}

// ServeHTTP answers without a word. Whoever does not know the secret is told nothing, not even what was wrong.
func (h *Hook) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	raw, err := h.read(http.MaxBytesReader(w, r.Body, hookMost))
	if errors.Is(err, errBusy) {
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	if err != nil || !h.signed(r, raw) {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	delivery := r.Header.Get("X-GitHub-Delivery")
	if delivery == "" {
		delivery = r.Header.Get("X-Gitea-Delivery")
	}
	place, ok := placeOf(raw)
	if !ok || delivery == "" || len(delivery) > nameMost { // such as the first of all, which only tries the way
		w.WriteHeader(http.StatusNoContent)
		return
	}
	if _, err := h.Nudge(r.Context(), delivery, place); err != nil {
		h.Log.WarnContext(r.Context(), "a forge's news", "place", place, "err", err)
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

var errBusy = errors.New("many large deliveries are read now")

// read reads a delivery. It returns errBusy for a large one while many are read: what it tells of is seen at the next look.
func (h *Hook) read(body io.Reader) ([]byte, error) {
	raw, err := io.ReadAll(io.LimitReader(body, hookSmall))
	if err != nil || len(raw) < hookSmall {
		return raw, err
	}
	defer h.large.Add(-1)
	if h.large.Add(1) > hookLarge {
		return nil, errBusy
	}
	rest, err := io.ReadAll(body)
	return append(raw, rest...), err
}

// signed looks at the bytes as they came, in the same time whatever is wrong with them.
func (h *Hook) signed(r *http.Request, raw []byte) bool {
	key, err := h.Key()
	if err != nil {
		h.Log.WarnContext(r.Context(), "a forge's news cannot be told from others'", "err", err)
		return false
	}
	said, err := hex.DecodeString(strings.TrimPrefix(r.Header.Get("X-Hub-Signature-256"), "sha256="))
	sum := hmac.New(sha256.New, []byte(key.HookSecret()))
	sum.Write(raw)
	return hmac.Equal(sum.Sum(nil), said) && err == nil
}

// placeOf reads which repository a delivery is about.
func placeOf(raw []byte) (string, bool) {
	var in struct {
		Repository struct {
			Name string `json:"full_name"`
			Page string `json:"html_url"`
		} `json:"repository"`
	}
	if json.Unmarshal(raw, &in) != nil {
		return "", false
	}
	u, err := url.Parse(in.Repository.Page)
	owner, name, ok := strings.Cut(in.Repository.Name, "/")
	if err != nil || !ok || u.Host == "" {
		return "", false
	}
	return outward.Place{Host: strings.ToLower(u.Host), Owner: owner, Name: name}.String(), true
}
