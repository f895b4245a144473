package llm

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// limitsOfModels are the models that need not be asked before a time: their
// provider named it, or does not have them.
type limitsOfModels struct {
	mu  sync.Mutex
	all map[string]limited
}

type limited struct {
	verdict verdict
	until   time.Time
	said    bool // the provider named the time
	err     error
}

func (l *limitsOfModels) set(model string, m limited) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.all == nil {
		l.all = map[string]limited{}
	}
	l.all[model] = m
}

func (l *limitsOfModels) get(model string, now time.Time) (limited, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	m, ok := l.all[model]
	if ok && !now.Before(m.until) {
		delete(l.all, model)
		return limited{}, false
	}
	return m, ok
}

// lifted reports whether somebody ended a model's limit before its time: it was kept, and is not there any more.
func (c *Client) lifted(ctx context.Context, model string, m limited) bool {
	if !m.said || c.Traits == nil {
		return false
	}
	all, err := c.Traits.ModelTraits(ctx, c.endpoint())
	if err != nil || slices.ContainsFunc(all, func(t org.ModelTrait) bool { return t.Model == model && Trait(t.Trait) == TraitLimit }) {
		return false
	}
	c.state.limits.mu.Lock()
	defer c.state.limits.mu.Unlock()
	delete(c.state.limits.all, model)
	return true
}

// absence is how long a model is not asked that its provider does not have.
const absence = 5 * time.Minute

// spare remembers that a model need not be asked for a while, and says whether
// another may stand in for it: always for one that is not there, and for one at
// its limit when the founder allows it.
func (j *job) spare(ctx context.Context, f *failure, loose bool) {
	m := limited{verdict: f.verdict, err: f.err}
	switch {
	case f.closed > 0:
		return
	case f.verdict.class == ClassCatalog && f.verdict.kind == "catalog", f.verdict.class == ClassPolicy && loose:
		m.until = j.c.now().Add(absence)
	case f.verdict.class == ClassTransport && f.fault != nil && f.fault.Waits && f.fault.RetryAfter > waitInline:
		m.until, m.said = j.c.now().Add(f.fault.RetryAfter), true
		if f.verdict.kind == "rate" {
			m.verdict.kind = "limit"
		}
	default:
		return
	}
	j.c.state.limits.set(f.model, m)
	if m.said {
		said := ""
		if f.fault != nil {
			said = clip(f.fault.Message, 200)
		}
		j.c.learn(ctx, org.ModelTrait{Model: f.model, Trait: string(TraitLimit), Value: int(m.until.Unix()), Said: said})
	}
}

// trouble is the error of a call to a model that is not asked at present.
func (m limited) trouble(model string) *Error {
	e := &Error{Class: m.verdict.class, Kind: m.verdict.kind, Err: m.err, Model: model}
	if m.said {
		e.Until = m.until
	}
	e.Sentence = e.sentence()
	return e
}

// Waits reports whether err is one that time or the owner of the account
// mends, so that the work waits and nothing is burnt: the provider cannot be
// reached, a limit or the credit of the account is used up, its key is refused,
// the model is not there or not offered.
func Waits(err error) bool {
	var e *Error
	if !errors.As(err, &e) {
		return false
	}
	switch e.Class {
	case ClassTransport, ClassAuth, ClassMoney, ClassPolicy:
		return true
	case ClassCatalog:
		return e.Kind == "catalog"
	case ClassContent, ClassRefusal, ClassBudget, ClassSize, ClassBug, ClassCancelled, ClassUnusable:
	}
	return false
}

// Told reports whether the founder is to be told that work waits for err: what
// passes within a minute is not worth a message.
func Told(err error) bool {
	var e *Error
	return Waits(err) && errors.As(err, &e) && (e.Class != ClassTransport || !e.Until.IsZero() && e.RetryAfter >= time.Minute)
}
