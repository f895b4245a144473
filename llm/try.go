package llm

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// prompt is one thing to be asked: a request's own question, a continuation, a repair.
type prompt struct {
	purpose   string
	blocks    []Block
	tail      []string // further user messages
	schema    *Schema
	tools     []Tool
	maxTokens int
	effort    string
	stream    bool
	asked     org.Tier
	targets   []target
	salt      int // tells apart keys whose memo was of no use
	room      int // how long the answer may be beside this prompt; 0 when nothing is known
	// judge says whether a reply can be used.
	judge func(Raw, verdict) judgement
}

type judgement struct {
	good   bool
	text   string // as it is stored and returned
	object []byte
	err    error // what is wrong with an object
	note   string
}

type answer struct {
	raw     Raw
	verdict verdict
	judged  judgement
	target  target
	memo    bool
	offered bool // tools
}

type failure struct {
	verdict verdict
	fault   *Fault
	err     error
	closed  time.Duration // how long a breaker or a limit keeps the way shut
	model   string
	asked   int         // tokens for the answer
	limit   *modelLimit // why the model was not asked
}

type pace struct {
	retries, once  int
	ignore         []string
	loose, stopped bool
	learnt         int           // refusals that taught something
	sent           map[Trait]int // what was known of the model at the last try
}

const maxRetries = 2

// It tries, waits and goes to lower tiers. The first reply that came is returned, or an error.
func (j *job) askOnce(ctx context.Context, p prompt) (answer, error) {
	var last *failure
	pc := &pace{}
	lower := false // whether a model before this one was asked
	for i, t := range p.targets {
		pc.learnt = 0
		for {
			a, f, err := j.tryTarget(ctx, p, t, pc)
			if err != nil || f == nil {
				return a, err
			}
			last = f
			j.spareModel(ctx, f, pc.loose)
			again, err := j.decideNext(ctx, f, pc, lower)
			if err != nil {
				return answer{}, err
			}
			if !again {
				break
			}
		}
		if pc.stopped {
			break
		}
		lower = lower || last.closed == 0
		if i+1 < len(p.targets) {
			j.c.getLog().WarnContext(ctx, "lower tier", "purpose", p.purpose, "from", t.tier, "to", p.targets[i+1].tier, "why", last.verdict.kind)
			j.addNote(fmt.Sprintf("%s could not be reached (%s); %s was asked instead.", t.tier, last.verdict.kind, p.targets[i+1].tier))
		}
	}
	return answer{}, j.makeCallError(last)
}

// It returns true for another try of the same model, false for the next one, an error for the end.
func (j *job) decideNext(ctx context.Context, f *failure, pc *pace, lower bool) (bool, error) {
	if f.limit != nil && f.limit.verdict.class == ClassTransport && !j.c.StandIn {
		return false, j.makeCallError(f) // at its limit: the step waits for the model that it needs
	}
	if f.closed > 0 {
		return false, nil
	}
	switch f.verdict.act {
	case actGiveUp, actUse, actAgain, actPartial, actLengthen, actQuieten, actAppeal, actShrink, actLess:
		return false, j.makeCallError(f)
	case actLower:
		if f.verdict.kind == "blind" && len(j.req.Pictures) > 0 {
			j.c.recordTrait(ctx, org.ModelTrait{Model: f.model, Trait: string(TraitBlind), Value: 1, Said: clipText(fmt.Sprint(f.err), 200)})
		}
		return false, nil
	case actLearn, actBare:
		return j.learnFromRefusal(ctx, f, pc)
	case actLoosen:
		was := pc.loose
		pc.loose = true
		return !was, nil
	case actOnce:
		if lower || pc.once > 0 || !j.mayRetry(pc) {
			return false, nil
		}
		pc.once++
		return true, nil
	case actBackoff, actPause:
		return j.pause(ctx, f, pc, lower)
	}
	return false, j.makeCallError(f)
}

func (j *job) pause(ctx context.Context, f *failure, pc *pace, lower bool) (bool, error) {
	d := j.c.computeBackoff(pc.retries)
	if f.fault != nil && f.fault.Waits {
		d = f.fault.RetryAfter
	}
	if d > waitInline && j.c.StandIn {
		return false, nil
	}
	if d > waitInline {
		return false, j.makeCallError(f) // the step waits, not its worker
	}
	if lower || !j.mayRetry(pc) {
		// An endpoint that does not answer at all has no lower tier either.
		pc.stopped = f.verdict.kind == "network" || f.verdict.act == actPause
		return false, nil
	}
	if err := j.c.wait(ctx, d); err != nil {
		return false, makeStopError(ctx, err)
	}
	return true, nil
}

func (j *job) mayRetry(pc *pace) bool {
	if pc.retries >= maxRetries || !j.c.state.retries.takeRetry(j.c.getNow()) {
		return false
	}
	pc.retries++
	return true
}

// The order is breakers, a slot, the ledger, the provider, the ledger.
func (j *job) tryTarget(ctx context.Context, p prompt, t target, pc *pace) (answer, *failure, error) {
	done, f := j.askBreakers(ctx, t)
	if f != nil {
		return answer{}, f, nil
	}
	outcome := errExcluded
	reached := errExcluded
	defer func() { done(outcome, reached) }()
	leave, err := j.c.state.acquireSlot(ctx, p.purpose, t.tier)
	if err != nil {
		return answer{}, nil, makeStopError(ctx, err)
	}
	defer leave()

	call := j.ledgerRow(p, t)
	memo, found, err := j.c.Records.BeginCall(ctx, call)
	if errors.Is(err, org.ErrBudget) {
		return answer{}, nil, makeBudgetError(err)
	}
	if err != nil {
		return answer{}, nil, fmt.Errorf("begin call %s: %w", p.purpose, err)
	}
	if found {
		if a, ok := j.answerFromMemo(memo, p, t); ok {
			return a, nil, nil
		}
		p.salt++
		call = j.ledgerRow(p, t)
		memo, found, err = j.c.Records.BeginCall(ctx, call)
		if errors.Is(err, org.ErrBudget) {
			return answer{}, nil, makeBudgetError(err)
		}
		if err != nil || found {
			return answer{}, nil, errors.Join(err, &Error{Class: ClassContent, Kind: "memo", Sentence: sentenceFor(ClassContent)})
		}
	}
	j.c.state.retries.countCall(j.c.getNow())
	tryCtx, cancel := context.WithTimeoutCause(ctx, j.req.Limit, errTryLimit)
	defer cancel()
	wire := j.buildWire(p, t, pc)
	raw, callErr := j.c.Provider.Complete(tryCtx, wire)
	offered := len(wire.Tools) > 0
	if !offered {
		raw.Calls = nil // nobody asked
	}
	v := classifyTry(raw, callErr, question{schema: p.schema != nil, maxTokens: p.maxTokens}).noteTools(offered, raw, pc.sent)
	v = j.keepPartial(p, raw, v)
	j.confirmGuess(ctx, v)
	a := answer{raw: raw, verdict: v, target: t, offered: offered}
	if hasReply(v) {
		a.judged = p.judge(raw, v)
		j.rememberThinking(ctx, a)
		j.rememberTools(ctx, a)
	}
	outcome, reached = rateHealth(v)
	if raw.Provider != "" && v.act == actOnce && !slices.Contains(pc.ignore, raw.Provider) {
		pc.ignore = append(pc.ignore, raw.Provider)
	}
	if err := j.endTry(ctx, memo, call, a, callErr); err != nil {
		return answer{}, nil, err
	}
	if hasReply(v) {
		return a, nil, nil
	}
	var fault *Fault
	errors.As(callErr, &fault)
	return answer{}, &failure{verdict: v, fault: fault, err: callErr, model: t.model.ID, asked: j.answerTokens(p, t)}, stoppedBy(ctx, v, callErr)
}

func hasReply(v verdict) bool {
	switch v.act {
	case actUse, actAgain, actPartial, actLengthen, actQuieten:
		return true
	case actAppeal, actShrink, actLess:
		return true
	case actGiveUp, actBackoff, actOnce, actPause, actLower, actLoosen, actLearn, actBare:
		return false
	}
	return false
}

// When most of a text came, going on from there is cheaper than beginning anew.
func (j *job) keepPartial(p prompt, raw Raw, v verdict) verdict {
	target := p.maxTokens * org.CharsPerToken / 2
	if v.act != actPartial || p.schema != nil || len(raw.Text)*100 < target*60 {
		return v
	}
	v.act = actLengthen
	return v
}

// Any answer shows that the endpoint can be reached.
func rateHealth(v verdict) (model, endpoint error) {
	switch {
	case v.act == actGiveUp && v.class == ClassCancelled:
		return errExcluded, errExcluded
	case v.kind == "network":
		return errTripped, errTripped
	case v.kind == "timeout": // silence says nothing about the endpoint
		return errTripped, errExcluded
	case v.trips:
		return errTripped, nil
	case v.row == 0, v.row == 23:
		return nil, nil
	}
	return errExcluded, nil
}

// No model has this name.
const endpointBreaker = ""

// The returned function must be called with what became of the try.
func (j *job) askBreakers(ctx context.Context, t target) (func(model, endpoint error), *failure) {
	end := j.c.state.breakers.getBreaker(endpointBreaker)
	shut := func(b *breaker, kind string) *failure {
		return &failure{
			verdict: verdict{class: ClassTransport, kind: kind, act: actLower},
			err:     errors.New("too many failures lately"), closed: b.openFor(), model: t.model.ID,
		}
	}
	if m, ok := j.c.state.limits.getLimit(t.model.ID, j.c.getNow()); ok && !j.c.isLifted(ctx, t.model.ID, m) {
		return nil, &failure{verdict: m.verdict, err: m.err, closed: m.until.Sub(j.c.getNow()), model: t.model.ID, limit: &m}
	}
	doneEnd, err := end.steps.Allow()
	if err != nil {
		return nil, shut(end, "network")
	}
	own := j.c.state.breakers.getBreaker(t.model.ID)
	doneOwn, err := own.steps.Allow()
	if err != nil {
		doneEnd(errExcluded)
		return nil, shut(own, "breaker")
	}
	return func(m, e error) { doneOwn(m); doneEnd(e) }, nil
}

// It is nil for a try that the caller's context did not end.
func stoppedBy(ctx context.Context, v verdict, err error) error {
	if ctx.Err() == nil && v.class != ClassCancelled {
		return nil
	}
	if err == nil {
		err = ctx.Err()
	}
	return makeStopError(ctx, err)
}

// A deadline is a transport failure, since nobody gave up.
func makeStopError(ctx context.Context, err error) error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return &Error{Class: ClassTransport, Kind: "slow", Sentence: sentenceFor(ClassTransport), Err: err}
	}
	return &Error{Class: ClassCancelled, Kind: "cancel", Sentence: sentenceFor(ClassCancelled), Err: err}
}

// The tries of the call are used up.
func (j *job) makeCallError(f *failure) error {
	e := &Error{Class: f.verdict.class, Kind: f.verdict.kind, Model: f.model, Err: f.err, RetryAfter: f.closed, Shut: f.closed > 0}
	if f.limit != nil && f.limit.said {
		e.Until = f.limit.until
	}
	if f.fault != nil {
		e.Status = f.fault.Status
		if f.fault.Waits {
			e.RetryAfter = f.fault.RetryAfter
		}
		if f.fault.Waits && e.RetryAfter > waitInline {
			e.Until = j.c.getNow().Add(e.RetryAfter)
		}
	}
	defer func() { e.Sentence = e.buildSentence() }()
	switch {
	case Account(e), e.Class == ClassPolicy, e.Class == ClassCatalog:
		e.RetryAfter = max(accountPause, e.RetryAfter)
	case e.Class == ClassTransport && e.RetryAfter == 0:
		e.RetryAfter = j.c.computeBackoff(maxRetries + 2)
	}
	return e
}
