package llm

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/retry"
)

// The row is that of one try.
func (j *job) ledgerRow(p prompt, t target) org.ModelCall {
	now := j.c.getNow()
	who := j.req.Caller
	return org.ModelCall{
		Key: j.hashQuestion(p), Try: 1, Purpose: p.purpose,
		Project: who.Project, Mission: who.Mission, Step: who.Step, Agent: org.LedgerAgent(who.Agent), Round: who.Round,
		TierAsked: p.asked, Tier: t.tier, Model: t.model.ID,
		Deadline: now.Add(j.req.Limit), At: now, Reserve: j.computeReserve(p, t, now), Tokens: p.measureSize()/org.CharsPerToken + j.pictureTokens(t.model), Prompt: j.listShownBlocks(p, t),
	}
}

// Nothing of a conversation's prompt is kept; the page of a step shows the others.
func (j *job) listShownBlocks(p prompt, t target) []org.PromptBlock {
	if j.req.Caller.Step == "" {
		return nil
	}
	var out []org.PromptBlock
	for _, b := range p.blocksFor(j.c.state.traits.copyTraits(t.model.ID)) {
		out = append(out, org.PromptBlock{Name: b.Name, Text: b.Text})
	}
	for _, s := range p.tail {
		out = append(out, org.PromptBlock{Name: "asked again", Text: s})
	}
	return out
}

// The most that a try may cost is reserved: every character of its prompt and all the tokens that
// it may answer with.
func (j *job) computeReserve(p prompt, t target, now time.Time) org.NanoUSD {
	// Dense text has fewer characters to the token than the usual estimate.
	const dense = 2
	return j.c.Prices.Most(t.model.ID, Usage{In: p.measureSize()/dense + 1 + j.pictureTokens(t.model), Out: j.answerTokens(p, t)}, now)
}

// The stage allows so many tokens, and the model is known for so many of thoughts, within its
// bounds.
func (j *job) answerTokens(p prompt, t target) int {
	known := j.c.state.traits.copyTraits(t.model.ID)
	n := p.maxTokens + known[TraitThinks]
	if bound, ok := known[TraitMaxTokens]; ok {
		n = min(n, bound)
	}
	if p.room > 0 {
		n = min(n, p.room)
	}
	return j.c.Prices.maxTokens(t.model.ID, n)
}

func (p prompt) measureSize() int {
	n := 0
	for _, b := range p.blocks {
		n += max(len(b.Text), len(b.Untooled))
	}
	for _, s := range p.tail {
		n += len(s)
	}
	for _, t := range p.tools {
		n += len(t.Name) + len(t.Says) + len(t.Params)
	}
	return n
}

func makeBudgetError(err error) error {
	return &Error{Class: ClassBudget, Kind: "budget", Sentence: sentenceFor(ClassBudget), Err: err}
}

// The key says who asks, in which round, for what, and what is asked: Request.Question, else every
// word of the prompt but its volatile block. The same question asked again after a crash has the
// same key.
func (j *job) hashQuestion(p prompt) string {
	h := sha256.New()
	add := func(parts ...string) {
		for _, s := range parts {
			// Lengths keep "ab","c" apart from "a","bc". A hash takes any write.
			fmt.Fprintf(h, "%d:%s", len(s), s)
		}
	}
	who := j.req.Caller
	if who.Step != "" {
		add("step", string(who.Step))
	} else {
		add("key", who.Key)
	}
	add(fmt.Sprint(who.Round), p.purpose, fmt.Sprint(who.Seq), fmt.Sprint(p.salt), string(p.asked))
	if len(p.targets) > 0 {
		add(p.targets[0].model.ID)
	}
	if p.purpose == j.req.Purpose && j.req.Question != "" {
		add("question", j.req.Question)
	} else {
		everyWord(p, add)
	}
	for _, pic := range j.req.Pictures {
		add("picture", pic.hashPicture())
	}
	add(p.tail...)
	if p.schema != nil {
		add(p.schema.Name, string(p.schema.Wire))
	}
	return hex.EncodeToString(h.Sum(nil))
}

// The volatile block is left out.
func everyWord(p prompt, add func(...string)) {
	for _, b := range p.blocks {
		if b.Name != "B7" {
			add(b.Name, b.Text)
		}
	}
}

func (j *job) answerFromMemo(memo org.CallEnd, p prompt, t target) (answer, bool) {
	if memo.Tier != "" {
		t = target{memo.Tier, j.c.getModel(memo.Tier)}
	}
	said, calls := memo.Reply, []Call(nil)
	if len(p.tools) > 0 {
		said, calls, _ = ReadCalls(said)
	}
	raw := Raw{Text: said, Calls: calls, Model: memo.Model, Provider: memo.Provider, Generation: memo.Generation, Finish: memo.Finish}
	v := classifyTry(raw, nil, question{schema: p.schema != nil, maxTokens: p.maxTokens})
	if v.act != actUse && v.act != actLengthen {
		return answer{}, false
	}
	a := answer{raw: raw, verdict: v, target: t, memo: true, offered: p.offersTools(j.c.state.traits.copyTraits(t.model.ID)), judged: p.judge(raw, v)}
	return a, a.judged.good
}

// The ledger then says whether the project still has hope. It is written even when the caller has
// gone.
func (j *job) endTry(ctx context.Context, begun org.CallEnd, call org.ModelCall, a answer, callErr error) error {
	end := org.CallEnd{
		Key: call.Key, Try: max(begun.Try, 1), State: org.CallFailed, ErrorClass: a.verdict.kind,
		Model: a.raw.Model, Provider: a.raw.Provider, Generation: a.raw.Generation, Finish: a.raw.Finish, At: j.c.getNow(),
	}
	var f *Fault
	if errors.As(callErr, &f) && end.Generation == "" {
		end.Generation = f.Generation
	}
	if hasReply(a.verdict) && (callErr == nil || a.judged.good || a.verdict.act == actAppeal || a.verdict.act == actPartial) {
		end.State = org.CallUnusable
		if a.judged.good {
			end.State, end.Reply = org.CallUsable, a.judged.text
			if len(a.raw.Calls) > 0 {
				end.Reply = spellCalls(a.judged.text, a.raw.Calls)
			}
			if len(j.req.Pictures) > 0 { // what stands in them nobody has looked through yet
				end.Reply = withoutSecrets(end.Reply)
			}
		} else if a.judged.err != nil {
			end.Unparsed, end.ErrorClass = true, "format"
		}
	}
	if a.verdict.act == actLengthen && a.judged.good {
		end.Finish = "length"
	}
	end.Waits = end.State == org.CallFailed && isExcused(a.verdict)
	end.Away = end.State == org.CallFailed && a.verdict.class == ClassTransport && !j.c.Impatient
	endCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), endLimit)
	defer cancel()
	j.reconcileCost(endCtx, &a, end.Generation, callErr)
	j.priceCall(&end, call, a, callErr)
	j.c.getLog().DebugContext(ctx, "model call", "purpose", call.Purpose, "step", call.Step, "model", call.Model, "try", end.Try,
		"state", end.State, "error", end.ErrorClass, "tokens_in", end.TokensIn, "tokens_out", end.TokensOut)
	health, err := j.c.endCall(ctx, end)
	if err != nil {
		return fmt.Errorf("end call %s: %w", call.Purpose, err)
	}
	if end.State != org.CallUsable && !end.Waits && (!end.Away || !health.Answered) && Hopeless(health, j.c.getPatience()) {
		return makeHopelessError(call.Purpose, end, health, j.c.getPatience())
	}
	return nil
}

// A failed try may say nothing about the worth of the model: nobody has paid for it, a limit is
// used up, it wants to be asked in another form.
func isExcused(v verdict) bool {
	switch v.class {
	case ClassAuth, ClassMoney, ClassCatalog, ClassPolicy:
		return true
	case ClassTransport:
		return v.kind == "rate" || v.kind == "in_flight"
	case ClassContent, ClassRefusal, ClassBudget, ClassSize, ClassBug, ClassCancelled, ClassUnusable:
	}
	return v.act == actLearn || v.act == actLess
}

// The end of a call may take endLimit when its caller has gone; a ledger that takes no writes is
// given endAgain before the next try.
const endLimit, endAgain, endMost = 10 * time.Second, 100 * time.Millisecond, 5 * time.Second

func (c *Client) endCall(ctx context.Context, end org.CallEnd) (org.ModelHealth, error) {
	return EndCall(ctx, c.Records, end, retry.Clock{Now: c.Now, Sleep: c.Wait}, c.getLog())
}

// EndCall stores the outcome of a call, which costs as much to make again: a ledger that takes no
// writes is waited for as long as the caller waits.
func EndCall(ctx context.Context, to Records, end org.CallEnd, clock retry.Clock, log *slog.Logger) (org.ModelHealth, error) {
	var health org.ModelHealth
	var last error
	_ = retry.Run(ctx, retry.Policy{First: endAgain, Most: endMost}, clock, func(ctx context.Context) error { //nolint:errcheck // last is its error, also when ctx ended
		limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), endLimit)
		defer cancel()
		health, last = to.EndCall(limited, end)
		if last == nil || errors.Is(last, org.ErrDisk) || errors.Is(last, org.ErrInDoubt) {
			return last
		}
		return retry.Permanent(last)
	}, func(a retry.Attempt) {
		if a.First() && a.Verdict == retry.Again {
			log.WarnContext(ctx, "the end of a call is not stored yet", "call", end.Key, "err", a.Err, "again_in", a.Wait)
		}
	})
	return health, last
}

func makeHopelessError(stage string, end org.CallEnd, h org.ModelHealth, patience time.Duration) error {
	why := fmt.Sprintf("no reply that could be used came for %s", patience)
	if h.BadInARow >= BadRepliesInARow {
		why = fmt.Sprintf("%d replies in a row could not be used", h.BadInARow)
	}
	return &Error{
		Class: ClassUnusable, Kind: end.ErrorClass, Err: org.ErrModelUnusable,
		Sentence: fmt.Sprintf("%s (the last call, for %s, ended with %s).", why, stage, spellKind(end.ErrorClass)),
	}
}

// What the endpoint says comes first, then the price of what it counted, then an estimate; a try
// that never reached a model cost nothing, and for anything else the cost is unknown.
func (j *job) priceCall(end *org.CallEnd, call org.ModelCall, a answer, callErr error) {
	u := a.raw.Usage
	end.TokensIn, end.TokensOut, end.Cached, end.Reasoning = u.In, u.Out, u.Cached, u.Reasoning
	model := a.raw.Model
	if model == "" {
		model = call.Model
		if end.State == org.CallUsable {
			end.Model = model
		}
	}
	var f *Fault
	paid := errors.As(callErr, &f) && f.Written // the model may have answered into a broken connection
	if callErr != nil && isUnbilled(a.verdict) && !paid && !u.Known && !u.CostKnown {
		end.Cost, end.CostSource = 0, org.CostFree
		return
	}
	end.CostSource = org.CostUnknown
	switch {
	case u.CostBad:
	case u.CostKnown:
		end.Cost, end.CostSource = u.Cost, org.CostProvider
	case u.Known:
		if cost, ok := j.c.Prices.Cost(model, u, call.At); ok {
			end.Cost, end.CostSource = cost, org.CostComputed
		}
	case callErr == nil:
		u.In = j.chars/org.CharsPerToken + j.pictureTokens(Model{ID: model, Family: j.c.Prices.Family(model)})
		u.Out = (len(spellCalls(a.raw.Text, a.raw.Calls)) + len(a.raw.Reasoning)) / org.CharsPerToken
		if cost, ok := j.c.Prices.Cost(model, u, call.At); ok {
			end.Cost, end.CostSource = cost, org.CostEstimated
		}
	}
}

func isUnbilled(v verdict) bool {
	switch v.row {
	case 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 26, 28, 31, 33, 34, 35:
		return true
	}
	return false
}

func (j *job) buildWire(p prompt, t target, pc *pace) Wire {
	pc.sent = j.c.state.traits.copyTraits(t.model.ID)
	if j.guess != nil {
		pc.sent[Trait(j.guess.Trait)] = j.guess.Value
	}
	w := Wire{
		Purpose: p.purpose, Input: j.req.Input, Blocks: p.blocksFor(pc.sent), Model: t.model.ID, Tier: t.tier,
		Schema: p.schema, MaxTokens: j.answerTokens(p, t), Stream: p.stream,
		Ignore: pc.ignore, Loose: pc.loose, Traits: pc.sent,
	}
	if p.offersTools(pc.sent) {
		w.Tools = p.tools
	}
	if j.c.Prices.takesEffort(t.model.ID) {
		w.Effort = p.effort
	}
	if s := j.req.Caller.Step; s != "" {
		w.Session = "step:" + string(s) + ":" + string(t.tier)
	}
	pictured := len(j.req.Pictures) > 0 && p.purpose != org.StageRepair
	w.Messages = buildMessages(w.Blocks, p.tail, t.model.Family == "anthropic" && !pictured)
	if pictured {
		w.Messages = addPictures(w.Messages, j.req.Pictures)
	}
	j.chars = 0
	for _, m := range w.Messages {
		j.chars += len(m.joinText())
	}
	return w
}

// Anthropic takes so many cache marks.
const maxMarks = 4

// The first block is the system message, the others follow in their order in the user's. Cache
// marks are written for models that want them.
func buildMessages(blocks []Block, tail []string, mark bool) []Message {
	var system, user Message
	system.Role, user.Role = roleSystem, roleUser
	marks := 0
	for i, b := range blocks {
		p := Part{Text: b.Text, Cache: mark && b.Cache && marks < maxMarks}
		if strings.TrimSpace(b.Text) == "" {
			continue
		}
		if p.Cache {
			marks++
		}
		if i == 0 && len(blocks) > 1 {
			system.Parts = append(system.Parts, p)
			continue
		}
		user.Parts = append(user.Parts, p)
	}
	var out []Message
	for _, m := range []Message{system, user} {
		if len(m.Parts) > 0 {
			out = append(out, m)
		}
	}
	for _, t := range tail {
		out = append(out, Message{Role: roleUser, Parts: []Part{{Text: t}}})
	}
	return out
}
