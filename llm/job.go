package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/safetext"
)

type job struct {
	c      *Client
	req    Request
	stream bool
	notes  []string
	chars  int      // of the prompt sent last
	seers  []target // who is asked about the pictures of the request

	retried  bool // the one retry for a reply of no use is spent
	repaired bool
	appealed int
	shrunk   int
	shorter  bool            // a shorter answer was asked for
	going    bool            // a cut text is being continued
	guess    *org.ModelTrait // the form of the try under way, kept when it is taken
}

const maxShrinks = 2

func (j *job) addNote(s string) { j.notes = append(j.notes, s) }

// There is one retry for a reply of no use, and one repair for an object that is almost right.
func (j *job) run(ctx context.Context) (Reply, error) {
	first := j.c.chooseFirst(j.req.Tier, j.req.AvoidFamilies)
	p := prompt{
		purpose: j.req.Purpose, blocks: j.req.Blocks, schema: j.req.Schema, tools: j.req.Tools, asked: j.req.Tier,
		maxTokens: j.req.MaxTokens, effort: j.req.Effort, stream: j.stream, targets: j.c.listTargets(first), judge: j.judgeReply,
	}
	if j.seers != nil {
		p.targets = j.seers
	}
	for {
		a, err := j.askOnce(ctx, p)
		if err != nil {
			return Reply{}, err
		}
		if a.judged.note != "" {
			j.addNote(a.judged.note)
		}
		switch {
		case a.judged.good && a.verdict.act == actLengthen && !j.req.Verbatim:
			return j.goOn(ctx, p, a)
		case a.judged.good:
			r := j.buildReply(a)
			r.Cut = a.verdict.act == actLengthen // of source text two parts cannot be joined without a doubt
			return r, nil
		}
		if a.judged.err != nil && !errors.Is(a.judged.err, ErrNoObject) && !j.repaired {
			return j.mendByModel(ctx, p, a)
		}
		if p, err = j.prepareNext(p, a); err != nil {
			return Reply{}, err
		}
	}
}

// It gives up when no other question can help.
func (j *job) prepareNext(p prompt, a answer) (prompt, error) {
	v := a.verdict
	switch v.act {
	case actAppeal:
		return j.appealRefusal(p, a)
	case actShrink:
		return j.shrinkPrompt(p, a)
	case actLess:
		return j.askShorter(p, a.verdict)
	case actUse, actAgain, actLengthen, actQuieten, actGiveUp, actBackoff, actOnce, actPause, actPartial, actLower, actLoosen, actLearn, actBare:
	}
	if j.retried && v.act == actPartial {
		return j.askLowerTier(p, a)
	}
	if j.retried {
		return p, j.makeUselessError(a)
	}
	j.retried = true
	switch v.act {
	case actLengthen:
		p.maxTokens = p.maxTokens * 8 / 5
		p.effort = lowerEffort(p.effort)
		if u := a.raw.Usage; u.Reasoning*10 > u.Out*7 {
			// Thoughts ate the tokens: leave room for as many again.
			p.effort = org.EffortLow
			p.maxTokens += 2 * u.Reasoning
		}
		j.addNote("The reply was cut by its limit of tokens and asked for again with more.")
	case actQuieten:
		p.maxTokens *= 2
		p.effort = org.EffortLow
		j.addNote("The reply held thoughts and no answer, and was asked for again.")
	case actUse, actAgain, actAppeal, actShrink, actLess, actGiveUp, actBackoff, actOnce, actPause, actPartial, actLower, actLoosen, actLearn, actBare:
		j.addNote("The reply was of no use (" + kindOf(a) + ") and was asked for again.")
	}
	return p, nil
}

// The tiers below may be another company's.
func (j *job) askLowerTier(p prompt, a answer) (prompt, error) {
	for i, t := range p.targets {
		if t == a.target && i+1 < len(p.targets) {
			p.targets = p.targets[i+1:]
			j.addNote(fmt.Sprintf("The answers of %s broke off; %s was asked instead.", t.tier, p.targets[0].tier))
			return p, nil
		}
	}
	return p, j.makeUselessError(a)
}

func (j *job) judgeReply(raw Raw, v verdict) judgement {
	if v.act == actAppeal || v.act == actShrink || v.act == actLess {
		return judgement{}
	}
	text, open := stripThink(raw.Text)
	text = j.makeHarmless(text)
	if j.req.Schema == nil {
		text = j.trimSpace(text, v.act == actLengthen)
		blank := strings.TrimSpace(text) == "" && len(raw.Calls) == 0
		open = open && len(raw.Calls) == 0
		return judgement{good: !blank && !open && (v.act == actUse || v.act == actLengthen), text: text}
	}
	if v.act == actQuieten {
		return j.fromReasoning(raw)
	}
	if v.act != actUse {
		return judgement{}
	}
	obj, err := Object(text, j.checkObject)
	if err != nil {
		return judgement{text: text, err: err}
	}
	return judgement{good: true, text: string(obj), object: obj}
}

func (j *job) makeHarmless(text string) string {
	text = strings.ToValidUTF8(text, "\ufffd")
	if j.req.Verbatim {
		return text
	}
	return safetext.Neutral(text)
}

// White space stays where two parts of a text meet.
func (j *job) trimSpace(text string, cut bool) string {
	if !j.going {
		text = strings.TrimLeft(text, " \t\r\n")
	}
	if !cut {
		text = strings.TrimRight(text, " \t\r\n")
	}
	return text
}

// A reply may have nothing but thoughts with an object in them; prose of thoughts is never used.
func (j *job) fromReasoning(raw Raw) judgement {
	obj, err := Object(raw.Reasoning, j.checkObject)
	if err != nil {
		return judgement{}
	}
	return judgement{good: true, text: string(obj), object: obj, note: "The object stood in the model's thoughts and not in its answer."}
}

// The schema counts first, then the request's own rules.
func (j *job) checkObject(obj json.RawMessage) []string {
	bad, err := j.c.state.validators.checkSchema(j.req.Schema, obj)
	if err != nil {
		return []string{err.Error()}
	}
	if len(bad) == 0 && j.req.Check != nil {
		return j.req.Check(obj)
	}
	return bad
}

func (j *job) buildReply(a answer) Reply {
	r := Reply{
		Text: a.judged.text, Object: a.judged.object, Calls: a.raw.Calls, Offered: a.offered, Model: a.raw.Model, Target: a.target.model.ID, Asked: j.req.Tier, Served: a.target.tier,
		Downgraded: a.target.tier.Rank() < j.req.Tier.Rank(), FromMemo: a.memo,
	}
	if r.Model == "" {
		r.Model = a.target.model.ID
	}
	r.Family = j.c.Prices.Family(r.Model)
	if want := a.target.model.Family; r.Model == a.target.model.ID || r.Family == "" {
		r.Family = want
	} else if want != "" && r.Family != want {
		j.addNote(fmt.Sprintf("The endpoint answered with %s instead of %s.", r.Model, a.target.model.ID))
	}
	r.Notes = j.notes
	return r
}

// The cheapest tier corrects an object that is almost right.
func (j *job) mendByModel(ctx context.Context, p prompt, a answer) (Reply, error) {
	j.repaired = true
	if j.c.Repair == nil {
		return Reply{}, j.makeUselessError(a)
	}
	wrong := []string{a.judged.err.Error()}
	var list faults
	if errors.As(a.judged.err, &list) {
		wrong = list
	}
	blocks, err := j.c.Repair(j.req.Purpose, prose.FirstBytes(a.judged.text, 4*p.maxTokens*org.CharsPerToken), wrong)
	if err != nil {
		return Reply{}, fmt.Errorf("render repair of %s: %w", p.purpose, err)
	}
	p.purpose, p.blocks, p.tools, p.tail, p.salt, p.asked = org.StageRepair, blocks, nil, nil, 0, org.T1
	p.targets = []target{{org.T1, j.c.getModel(org.T1)}}
	fixed, err := j.askOnce(ctx, p)
	if err != nil {
		return Reply{}, err
	}
	if !fixed.judged.good {
		return Reply{}, j.makeUselessError(a)
	}
	j.addNote("The object did not match (" + clipText(strings.Join(wrong, "; "), 200) + ") and was corrected by the model.")
	// The answer is the author's, corrected; who corrected its form matters less.
	a.judged = fixed.judged
	return j.buildReply(a), nil
}

func (j *job) makeUselessError(a answer) error {
	return &Error{
		Class: ClassContent, Kind: kindOf(a), Sentence: "The model's reply to " + j.req.Purpose + " could not be used (" + spellKind(kindOf(a)) + ").",
		Reply: getSpokenText(a), Err: a.judged.err,
	}
}

// The answer was of no use; its thoughts are left out.
func getSpokenText(a answer) string {
	text := a.judged.text
	if text == "" {
		text, _ = stripThink(a.raw.Text)
	}
	return safetext.Neutral(strings.ToValidUTF8(strings.TrimSpace(text), "\ufffd"))
}

func kindOf(a answer) string {
	switch {
	case a.judged.err != nil:
		return "format"
	case a.verdict.kind != "":
		return a.verdict.kind
	}
	return "empty"
}

func spellKind(kind string) string { return strings.ReplaceAll(kind, "_", " ") }
