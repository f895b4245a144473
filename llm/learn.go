package llm

import (
	"context"
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// A refused parameter is tried in another form, and the form remembered for this model. A refusal
// that teaches nothing new ends the call.
func (j *job) learnFromRefusal(ctx context.Context, f *failure, pc *pace) (bool, error) {
	words, said := "", ""
	if f.fault != nil {
		words, said = f.fault.Words, f.fault.Message
	}
	t, value, ok := findLesson(f.verdict, pc.sent, f.asked, words)
	if pc.learnt++; !ok || pc.learnt > mostLearnt {
		return false, j.makeCallError(f)
	}
	if f.verdict.act == actBare {
		// Whether it was a parameter at all shows when the plainest form is taken.
		j.guess = &org.ModelTrait{Model: f.model, Trait: string(t), Value: value, Said: clipText(said, 200)}
		return true, nil
	}
	j.c.recordTrait(ctx, org.ModelTrait{Model: f.model, Trait: string(t), Value: value, Said: clipText(said, 200)})
	j.addNote(fmt.Sprintf("%s %s; it was asked in that form.", f.model, traitWords(t, value)))
	return true, nil
}

// A guess is kept once a reply shows that it was right.
func (j *job) confirmGuess(ctx context.Context, v verdict) {
	if j.guess == nil {
		return
	}
	if hasReply(v) && v.class != ClassSize && v.class != ClassRefusal {
		j.c.recordTrait(ctx, *j.guess)
	}
	j.guess = nil
}

// A model thinks before it answers when thoughts ate the tokens that its answer was to have.
func (j *job) rememberThinking(ctx context.Context, a answer) {
	u := a.raw.Usage
	if u.Reasoning == 0 || a.verdict.act != actLengthen && a.verdict.act != actQuieten || u.Reasoning*10 <= u.Out*7 {
		return
	}
	need := min(max(2*u.Reasoning, leastThought), mostThoughts)
	if need <= j.c.state.traits.copyTraits(a.target.model.ID)[TraitThinks] {
		return
	}
	j.c.recordTrait(ctx, org.ModelTrait{
		Model: a.target.model.ID, Trait: string(TraitThinks), Value: need, Said: fmt.Sprintf("%d of %d tokens were thoughts", u.Reasoning, u.Out),
	})
}

// One call shows that the model is one that calls tools.
func (j *job) rememberTools(ctx context.Context, a answer) {
	if _, known := j.c.state.traits.copyTraits(a.target.model.ID)[TraitTools]; len(a.raw.Calls) > 0 && !known {
		j.c.recordTrait(ctx, org.ModelTrait{Model: a.target.model.ID, Trait: string(TraitTools), Value: 1, Said: "called " + clipText(a.raw.Calls[0].Name, 100)})
	}
}

// The answer must have room beside the prompt; it is asked for once.
func (j *job) askShorter(p prompt, v verdict) (prompt, error) {
	if j.shorter || v.room <= 0 || p.room > 0 && v.room >= p.room {
		return p, &Error{Class: v.class, Kind: v.kind, Sentence: sentenceFor(v.class), RetryAfter: accountPauseOf(v.class)}
	}
	j.shorter = true
	p.room = v.room * 95 / 100
	if v.room < leastRoom*2 {
		p.room = v.room
	}
	j.addNote(fmt.Sprintf("The answer may have %d tokens at the most, as the endpoint says.", p.room))
	return p, nil
}

// Trying again makes sense after so long.
func accountPauseOf(c Class) time.Duration {
	if c == ClassMoney {
		return accountPause
	}
	return 0
}
