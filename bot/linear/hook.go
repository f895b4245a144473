package linear

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/frasier-cos/frasier/internal/mirror"
)

// HookPath is where Linear knocks.
const HookPath = "/hooks/linear"

const (
	hookMost     = 256 << 10 // bytes
	hookWindow   = time.Minute
	deliveryMost = 100 // letters of a delivery's id
)

// Hook hears that something happened in Linear. It takes nothing from what it is told: how things stand is read there.
type Hook struct {
	Nudge  func(ctx context.Context, sink mirror.Sink, delivery string) (fresh bool, err error)
	Secret func() string // that Linear signs with; empty refuses everybody
	Now    func() time.Time
	Log    *slog.Logger
}

// ServeHTTP answers without a word. Whoever does not know the secret is told nothing, not even what was wrong.
func (h *Hook) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, hookMost))
	if err != nil {
		w.WriteHeader(http.StatusRequestEntityTooLarge)
		return
	}
	if !h.signed(r, raw) || !h.isNew(r, raw) {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	delivery := r.Header.Get("Linear-Delivery")
	if delivery == "" || len(delivery) > deliveryMost {
		w.WriteHeader(http.StatusOK)
		return
	}
	if _, err := h.Nudge(r.Context(), mirror.Linear, "linear:"+delivery); err != nil {
		h.Log.WarnContext(r.Context(), "linear's news", "err", err)
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	w.WriteHeader(http.StatusOK)
}

// signed looks at the bytes as they came, in the same time whatever is wrong with them.
func (h *Hook) signed(r *http.Request, raw []byte) bool {
	secret := h.Secret()
	said, err := hex.DecodeString(r.Header.Get("Linear-Signature"))
	sum := hmac.New(sha256.New, []byte(secret))
	sum.Write(raw)
	return hmac.Equal(sum.Sum(nil), said) && err == nil && secret != ""
}

// isNew reports whether a delivery was signed within a minute: an old one that somebody kept is nothing.
func (h *Hook) isNew(r *http.Request, raw []byte) bool {
	var in struct {
		At int64 `json:"webhookTimestamp"` // milliseconds
	}
	if json.Unmarshal(raw, &in) != nil {
		return false
	}
	if in.At == 0 {
		ms, err := strconv.ParseInt(r.Header.Get("Linear-Timestamp"), 10, 64)
		if err != nil {
			return false
		}
		in.At = ms
	}
	return h.Now().Sub(time.UnixMilli(in.At)).Abs() <= hookWindow
}
