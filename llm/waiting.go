package llm

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// Their provider named a time before which models need not be asked, or does not have them.
type limitsOfModels struct {
	mu  sync.Mutex
	all map[string]modelLimit
}

type modelLimit struct {
	verdict verdict
	until   time.Time
	said    bool // the provider named the time
	err     error
}

func (l *limitsOfModels) setLimit(model string, m modelLimit) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.all == nil {
		l.all = map[string]modelLimit{}
	}
	l.all[model] = m
}

func (l *limitsOfModels) getLimit(model string, now time.Time) (modelLimit, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	m, ok := l.all[model]
	if ok && !now.Before(m.until) {
		delete(l.all, model)
		return modelLimit{}, false
	}
	return m, ok
}

// Somebody may end a model's limit before its time: it was kept, and is not there any more.
func (c *Client) isLifted(ctx context.Context, model string, m modelLimit) bool {
	if !m.said || c.Traits == nil {
		return false
	}
	all, err := c.Traits.ModelTraits(ctx, c.nameEndpoint())
	if err != nil || slices.ContainsFunc(all, func(t org.ModelTrait) bool { return t.Model == model && Trait(t.Trait) == TraitLimit }) {
		return false
	}
	c.state.limits.mu.Lock()
	defer c.state.limits.mu.Unlock()
	delete(c.state.limits.all, model)
	return true
}

// A model that its provider does not have is not asked for so long.
const absence = 5 * time.Minute

// Another model may stand in always for one that is not there, and for one at its limit when the
// founder allows it.
func (j *job) spareModel(ctx context.Context, f *failure, loose bool) {
	m := modelLimit{verdict: f.verdict, err: f.err}
	switch {
	case f.closed > 0:
		return
	case f.verdict.class == ClassCatalog && f.verdict.kind == "catalog", f.verdict.class == ClassPolicy && loose:
		m.until = j.c.getNow().Add(absence)
	case f.verdict.class == ClassTransport && f.fault != nil && f.fault.Waits && f.fault.RetryAfter > waitInline:
		m.until, m.said = j.c.getNow().Add(f.fault.RetryAfter), true
		if f.verdict.kind == "rate" {
			m.verdict.kind = "limit"
		}
	default:
		return
	}
	j.c.state.limits.setLimit(f.model, m)
	if m.said {
		said := ""
		if f.fault != nil {
			said = clipText(f.fault.Message, 200)
		}
		j.c.recordTrait(ctx, org.ModelTrait{Model: f.model, Trait: string(TraitLimit), Value: int(m.until.Unix()), Said: said})
	}
}

func (m modelLimit) buildError(model string) *Error {
	e := &Error{Class: m.verdict.class, Kind: m.verdict.kind, Err: m.err, Model: model}
	if m.said {
		e.Until = m.until
	}
	e.Sentence = e.buildSentence()
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
