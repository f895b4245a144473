// Package classify says what one message is: casual, a simple task or a full
// project. Rules look at its structure first; a model (the cheapest tier) says
// the rest, and must quote the message for it. A classification is only an
// opinion: what becomes of the message is decided by org.Route.
//
// A model that does not answer, or whose answer cannot be read, gives
// org.ClassNone. That is no error: a reply is never held up by it.
package classify

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
)

// Classifier asks the model. All fields must be set.
type Classifier struct {
	Client  *llm.Client
	Prompts *prompt.Set
	Secret  string // of this database: marks the message in the prompt, see prompt.Nonce
	Now     func() time.Time
	Log     *slog.Logger
}

// Scene describes the surroundings of a message.
type Scene struct {
	History []org.PastTurn // oldest first
	Open    []org.Project
	Here    org.ProjectID // the project in whose thread it stands; empty for none
	Waits   bool          // it may be the answer to a decision that waits
}

func (s Scene) endsInQuestion() bool { return len(s.History) > 0 && s.History[len(s.History)-1].Asked }

type reply struct {
	Evidence   []string  `json:"evidence"`
	Class      org.Class `json:"class"`
	Confidence float64   `json:"confidence"`
	Title      string    `json:"title"`
	Question   bool      `json:"is_question"`
	Rules      []string  `json:"rules"`
	Ask        string    `json:"ask_back"`
}

// Classify returns what a message is. It returns an error only when nobody
// may go on: the context ended or the model cannot be used at all.
func (c *Classifier) Classify(ctx context.Context, m org.Message, s Scene) (org.Classification, error) {
	out := Rules(m)
	if out.Class == org.ClassCasual && (s.endsInQuestion() && saysYesOrNo(m.Text) || s.Waits && isBareYesOrNo(m.Text)) {
		out.Class, out.Confidence, out.Rules = org.ClassNone, 0, nil // a yes to what was asked is no small talk
	}
	if needNoModel(out, m) {
		return out, nil
	}
	blocks, err := c.Prompts.Blocks(prompt.Data{
		Stage: org.StageClassify, Nonce: prompt.Nonce(c.Secret, string(m.ID)), Tier: org.T1,
		Contract: prompt.ClassifyContract{Text: m.Text, Attachments: m.Attachments, History: s.History, Open: s.Open, Here: s.Here, Rules: out.Rules},
		Volatile: prompt.Volatile{Day: c.Now()},
	})
	if err != nil {
		return out, fmt.Errorf("classify message %s: %w", m.ID, err)
	}
	r, err := c.Client.Do(ctx, llm.Request{
		Purpose: org.StageClassify, Caller: llm.Caller{Key: "message:" + string(m.ID), Round: 1}, Tier: org.T1, Blocks: blocks, Question: joinAllText(m),
		Schema: c.Prompts.Schema(org.StageClassify), Input: work.StageInput{Message: &m, Class: &out},
	})
	if ctx.Err() != nil {
		return out, ctx.Err()
	}
	if err != nil {
		c.Log.WarnContext(ctx, "message not classified", "message", m.ID, "err", err)
		out.Unparsed = llm.Content(err)
		return withoutOpinion(out, m), nil
	}
	out.Model = r.Model
	var got reply
	if err := json.Unmarshal(r.Object, &got); err != nil {
		out.Unparsed = true
		return withoutOpinion(out, m), nil //nolint:nilerr // an unreadable classification counts as unparsed, never a reason to hold the reply up
	}
	return mergeOpinion(out, got, m), nil
}

// needNoModel reports whether rules alone said enough that no model is asked: a
// command, small talk, or a roadmap without a word beside it.
func needNoModel(c org.Classification, m org.Message) bool {
	return c.Command != "" || c.Class == org.ClassCasual || c.Certain && len(prose.Words(m.Text)) == 0
}

// withoutOpinion keeps what stays when the model said nothing that could be read: what is a
// question by its words starts no work, whatever the chief was talked into.
func withoutOpinion(c org.Classification, m org.Message) org.Classification {
	c.Question = c.Question || asksOnly(Own(m.Text))
	return c
}

// mergeOpinion takes the model's opinion. Evidence must occur in the message, some of it
// outside quotations, or the confidence is capped; a confidence that is no number from 0 to 1 is 0. A
// roadmap that came as a file stays an order, unless a question came with it.
func mergeOpinion(c org.Classification, r reply, m org.Message) org.Classification {
	switch r.Class {
	case org.ClassCasual, org.ClassSimpleTask, org.ClassFullProject:
	case org.ClassNone:
		c.Unparsed = true
		return withoutOpinion(c, m)
	default:
		c.Unparsed = true
		return withoutOpinion(c, m)
	}
	own := Own(m.Text)
	c.Question, c.Directives = c.Question || r.Question || asksOnly(own), findDirectives(r.Rules, own)
	if c.Certain = c.Certain && !r.Question; c.Certain {
		return c
	}
	c.Class = r.Class
	if math.IsNaN(r.Confidence) || r.Confidence < 0 || r.Confidence > 1 {
		r.Confidence = 0
	}
	c.Confidence, c.Title, c.Ask = r.Confidence, strings.TrimSpace(r.Title), strings.TrimSpace(r.Ask)
	in, his := prose.Fold(joinAllText(m)), prose.Fold(own+joinFiles(m))
	grounded := false
	for _, e := range r.Evidence {
		if f := prose.Fold(e); f != "" && strings.Contains(in, f) {
			c.Evidence = append(c.Evidence, e)
			grounded = grounded || strings.Contains(his, f)
		}
	}
	if !grounded {
		c.Confidence = min(c.Confidence, org.UngroundedConfidence)
	}
	return c
}

// findDirectives finds the rules that stand in a message word for word, to the end of
// a sentence. A model's own words are none, nor is a question, the beginning of
// a story ("Never done this before, but ...") or what is too short to be followed.
func findDirectives(rules []string, text string) []string {
	const words = 3
	var out []string
	for _, r := range rules {
		r = prose.OneLine(r)
		if len(prose.Words(r)) < words || strings.HasSuffix(r, "?") || !isOrder(r, text) || slices.Contains(out, r) {
			continue
		}
		out = append(out, r)
	}
	return out
}

// isOrder reports whether a rule stands in a text as an order: it begins where a
// sentence or a part of one begins, and ends where a sentence ends.
func isOrder(rule, text string) bool {
	rule = strings.ToLower(strings.TrimRight(rule, ".! "))
	for line := range strings.Lines(strings.ToLower(text)) {
		line = prose.OneLine(line)
		for at := 0; ; {
			i := strings.Index(line[at:], rule)
			if i < 0 {
				break
			}
			before, after := strings.TrimSpace(line[:at+i]), strings.TrimLeft(line[at+i+len(rule):], ` "'”’)*_`)
			if beginsSentence(before) && (after == "" || strings.ContainsAny(after[:1], ".!;")) {
				return true
			}
			at += i + len(rule)
		}
	}
	return false
}

// beginsSentence reports whether a new sentence, or an order in it, begins after a text:
// behind the end of a sentence, behind a word that joins two, or behind a comma
// or colon that at most two words of its sentence stand before ("One rule: ...",
// but not "he said to the new girl: ...").
func beginsSentence(before string) bool {
	if before == "" {
		return true
	}
	const opening = 2
	last, _ := utf8.DecodeLastRuneInString(before)
	words := prose.Words(before)
	joins := []string{"and", "also", "then", "please", "but", "so", "und", "auch", "bitte", "aber", "y", "también", "et"}
	switch {
	case len(words) > 0 && slices.Contains(joins, words[len(words)-1]):
		return true
	case last == ',' || last == ':':
		return len(prose.Words(before[strings.LastIndexAny(before, ".!?;")+1:])) <= opening
	}
	return !unicode.IsLetter(last) && !unicode.IsDigit(last)
}

func joinAllText(m org.Message) string { return m.Text + joinFiles(m) }

func joinFiles(m org.Message) (text string) {
	for _, a := range m.Attachments {
		text += "\n" + a.Name + "\n" + a.Text
	}
	return text
}
