// Package remote gives programs elsewhere what is asked of them, and takes the changes that they make.
package remote

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/org"
)

// Records is all that this noun reads and changes. *store.DB is one.
type Records interface {
	OpenAsk(ctx context.Context, repository string, id org.StepID) (coding.RemoteAsk, error)
	OpenAsks(ctx context.Context, repository string) ([]coding.RemoteAsk, error)
	HandIn(ctx context.Context, by org.Token, h coding.Handed, digest string) (again bool, err error)
}

type records struct{ Records }

const (
	keyMost  = 100                      // letters
	sentMost = 2*org.PatchBytes + 1<<16 // bytes of a request: a patch as JSON spells it
)

// stepID matches ids of steps; others are not looked for.
var stepID = lazyregexp.New(`^s[0-9]{1,18}$`)

// What programs get. The names of its fields are a promise.
type (
	listAnswer struct {
		Intents []askAnswer `json:"intents"`
	}
	askAnswer struct {
		Step  org.StepID `json:"step"`
		Ask   string     `json:"ask"`
		Title string     `json:"title"`
		Until time.Time  `json:"until"`
	}
	takenAnswer struct {
		Step  org.StepID `json:"step"`
		Ask   string     `json:"ask"`
		Again bool       `json:"again"` // it came before under the same key
	}
)

// New returns the noun: what a program asks, and what it hands in.
func New(r Records) noun.Noun {
	s := records{r}
	return noun.Noun{Answers: []noun.Answer{
		{Path: "intents", Code: true, Exact: true, Give: s.list},
		{Path: "steps/{id}/intent", Code: true, Exact: true, Give: s.intent},
		{Path: "steps/{id}/patch", Method: http.MethodPost, Code: true, Exact: true, Most: sentMost, Give: s.take},
	}}
}

func (s records) list(ctx context.Context, in noun.AnswerRequest) (any, error) {
	all, err := s.OpenAsks(ctx, in.Token.Repository)
	out := listAnswer{Intents: []askAnswer{}}
	for _, a := range all {
		var i coding.Intent
		if err := json.Unmarshal(a.Intent, &i); err != nil {
			return nil, err
		}
		out.Intents = append(out.Intents, askAnswer{a.Step, a.Name, i.Title, a.Until})
	}
	return out, err
}

func (s records) intent(ctx context.Context, in noun.AnswerRequest) (any, error) {
	id := org.StepID(in.Path("id"))
	if !stepID.MatchString(string(id)) {
		return nil, org.ErrNotFound
	}
	a, err := s.OpenAsk(ctx, in.Token.Repository, id)
	if errors.Is(err, coding.ErrOver) {
		return nil, noun.RefuseProgram(http.StatusGone, Over(id))
	}
	return json.RawMessage(a.Intent), err
}

func (s records) take(ctx context.Context, in noun.AnswerRequest) (any, error) {
	id := org.StepID(in.Path("id"))
	if !stepID.MatchString(string(id)) {
		return nil, org.ErrNotFound
	}
	var sent struct {
		Ask      string          `json:"ask"`
		Key      string          `json:"key"`
		Patch    string          `json:"patch"`
		Said     string          `json:"said"`
		Realised coding.Realised `json:"realised"`
	}
	if err := in.Read(&sent); err != nil {
		return nil, err
	}
	switch {
	case sent.Ask == "" || sent.Patch == "" || sent.Key == "" || len([]rune(sent.Key)) > keyMost:
		return nil, noun.Refuse(Incomplete(keyMost))
	case len(sent.Patch) > org.PatchBytes:
		return nil, noun.RefuseProgram(http.StatusRequestEntityTooLarge, TooLong(org.PatchBytes))
	}
	raw, err := json.Marshal(sent)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(append(raw, id...))
	h := coding.Handed{Step: id, Ask: sent.Ask, Key: sent.Key, Patch: sent.Patch, Said: coding.TameSaid(sent.Said), Realised: sent.Realised.Tame()}
	again, err := s.HandIn(ctx, in.Token, h, hex.EncodeToString(sum[:]))
	switch {
	case errors.Is(err, coding.ErrOver):
		return nil, noun.RefuseProgram(http.StatusGone, Over(id))
	case errors.Is(err, org.ErrConflict):
		return nil, noun.RefuseProgram(http.StatusConflict, Other(id))
	case errors.Is(err, coding.ErrKeyUsed):
		return nil, noun.RefuseProgram(http.StatusConflict, KeyUsed(sent.Key))
	}
	return takenAnswer{id, sent.Ask, again}, err
}
