package llm

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// Trait is one way in which a model at an endpoint wants to be asked other than
// usual. It is learnt from a refusal and kept, so that it is paid for once.
type Trait string

// The traits. A value says how much, where there is one.
const (
	TraitCompletionTokens Trait = "completion-tokens" // max_completion_tokens instead of max_tokens
	TraitNoStreamOptions  Trait = "no-stream-options"
	TraitNoStream         Trait = "no-stream"
	TraitFormat           Trait = "format"      // 1: json_object instead of json_schema, 2: none
	TraitTemperature      Trait = "temperature" // only the usual one, said so
	TraitTopP             Trait = "top-p"       // only the usual one, said so
	TraitReasoning        Trait = "reasoning"   // 1: reasoning_effort instead of reasoning, 2: none
	TraitNoSystem         Trait = "no-system"   // one message of the user, in which all stands
	TraitPlain            Trait = "plain"       // nothing that only OpenRouter understands
	TraitBare             Trait = "bare"        // nothing but the model, the messages and a limit of tokens
	TraitMaxTokens        Trait = "max-tokens"  // the longest answer that may be asked for
	TraitThinks           Trait = "thinks"      // it thinks before it answers and needs so many tokens for that
	TraitBlind            Trait = "blind"       // it sees no pictures
	TraitSees             Trait = "sees"        // it sees pictures: it read a number in one
	TraitTools            Trait = "tools"       // it called a tool
	TraitNoTools          Trait = "no-tools"    // it takes none, or calls none that it is offered
	TraitLimit            Trait = "limit"       // it need not be asked before this second since 1970
)

const (
	formatObject, formatNone   = 1, 2
	effortPlain, effortNone    = 1, 2
	traitsLast                 = 30 * 24 * time.Hour // providers change: then it is learnt anew
	mostLearnt                 = 8                   // refusals of parameters that one call answers with another try
	leastThought, mostThoughts = 2048, 32_000
)

// TraitStore keeps what was learnt of models.
type TraitStore interface {
	SaveModelTrait(ctx context.Context, t org.ModelTrait) error
	ModelTraits(ctx context.Context, endpoint string) ([]org.ModelTrait, error)
}

// traits hold what is known of the models of one endpoint.
type traits struct {
	mu    sync.Mutex
	known map[string]map[Trait]org.ModelTrait
	read  bool
}

func (t *traits) copyTraits(model string) map[Trait]int {
	t.mu.Lock()
	defer t.mu.Unlock()
	out := map[Trait]int{}
	for k, v := range t.known[model] {
		out[k] = v.Value
	}
	return out
}

func (t *traits) setTrait(m org.ModelTrait) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.known == nil {
		t.known = map[string]map[Trait]org.ModelTrait{}
	}
	if t.known[m.Model] == nil {
		t.known[m.Model] = map[Trait]org.ModelTrait{}
	}
	t.known[m.Model][Trait(m.Trait)] = m
}

// What was learnt before this process began is read once.
func (c *Client) loadTraits(ctx context.Context) {
	t := &c.state.traits
	t.mu.Lock()
	read := t.read
	t.read = true
	t.mu.Unlock()
	if read || c.Traits == nil {
		return
	}
	all, err := c.Traits.ModelTraits(ctx, c.nameEndpoint())
	if err != nil {
		c.getLog().WarnContext(ctx, "what was learnt of the models is learnt anew", "err", err)
		return
	}
	for _, m := range all {
		until := time.Unix(int64(m.Value), 0)
		switch {
		case Trait(m.Trait) == TraitLimit && c.getNow().Before(until):
			c.state.limits.setLimit(m.Model, modelLimit{verdict: verdict{class: ClassTransport, kind: "limit", act: actLower}, until: until, said: true, err: errors.New(m.Said)})
		case Trait(m.Trait) != TraitLimit && c.getNow().Sub(m.At) < traitsLast:
			t.setTrait(m)
		}
	}
}

func (c *Client) recordTrait(ctx context.Context, m org.ModelTrait) {
	m.Endpoint, m.At = c.nameEndpoint(), c.getNow()
	if Trait(m.Trait) != TraitLimit {
		c.state.traits.setTrait(m)
	}
	c.getLog().InfoContext(ctx, "learnt of a model", "model", m.Model, "trait", m.Trait, "value", m.Value, "said", m.Said)
	if c.Traits == nil {
		return
	}
	kept, cancel := context.WithTimeout(context.WithoutCancel(ctx), endLimit)
	defer cancel()
	if err := c.Traits.SaveModelTrait(kept, m); err != nil {
		c.getLog().WarnContext(ctx, "what was learnt of a model is not kept", "model", m.Model, "trait", m.Trait, "err", err)
	}
}

// What is secret in its address is left out.
func (c *Client) nameEndpoint() string {
	e, ok := c.Provider.(*Endpoint)
	if !ok {
		return ""
	}
	u, err := url.Parse(e.Base)
	if err != nil {
		return ""
	}
	return strings.TrimRight(u.Scheme+"://"+u.Host+u.Path, "/")
}

// Learnt returns the traits of the models of this endpoint, in words, by model, and the sentences
// for a founder about those that are at a limit, whichever process learnt it.
func (c *Client) Learnt(ctx context.Context) (known map[string][]string, limits map[string]string, err error) {
	known, limits = map[string][]string{}, map[string]string{}
	if c.Traits == nil || c.Offline() {
		return known, limits, nil
	}
	all, err := c.Traits.ModelTraits(ctx, c.nameEndpoint())
	if err != nil {
		return nil, nil, fmt.Errorf("read what was learnt of the models: %w", err)
	}
	for _, m := range all {
		until := time.Unix(int64(m.Value), 0)
		switch {
		case Trait(m.Trait) == TraitLimit && c.getNow().Before(until):
			limits[m.Model] = modelLimit{verdict: verdict{class: ClassTransport, kind: "limit"}, until: until, said: true}.buildError(m.Model).Sentence
		case Trait(m.Trait) != TraitLimit && c.getNow().Sub(m.At) < traitsLast:
			if words := traitWords(Trait(m.Trait), m.Value); words != "" {
				known[m.Model] = append(known[m.Model], words)
			}
		}
	}
	return known, limits, nil
}

func traitWords(t Trait, value int) string {
	switch t {
	case TraitCompletionTokens:
		return "takes max_completion_tokens"
	case TraitNoStreamOptions:
		return "takes no stream_options"
	case TraitNoStream:
		return "sends no stream"
	case TraitFormat:
		if value >= formatNone {
			return "takes no response_format"
		}
		return "takes response_format json_object only"
	case TraitTemperature:
		return "takes temperature 1 only"
	case TraitTopP:
		return "takes top_p 1 only"
	case TraitLimit: // said in a sentence of its own
	case TraitReasoning:
		if value >= effortNone {
			return "takes no effort"
		}
		return "takes reasoning_effort"
	case TraitNoSystem:
		return "takes no system message"
	case TraitPlain:
		return "knows none of OpenRouter's fields"
	case TraitBare:
		return "takes nothing beyond the usual fields"
	case TraitMaxTokens:
		return "answers with at most " + strconv.Itoa(value) + " tokens"
	case TraitThinks:
		return fmt.Sprintf("thinks before it answers (%d tokens are left for that)", value)
	case TraitBlind:
		return "sees no pictures"
	case TraitSees:
		return "sees pictures"
	case TraitTools:
		return "calls tools"
	case TraitNoTools:
		return "calls no tools"
	}
	return ""
}

// A refusal teaches the next form of the request, or nothing when there is no other.
func findLesson(v verdict, known map[Trait]int, asked int, words string) (Trait, int, bool) {
	if v.act == actBare {
		_, tried := known[TraitBare]
		return TraitBare, 1, !tried
	}
	t := v.trait
	had, tried := known[t]
	switch t {
	case TraitFormat, TraitReasoning:
		next := had + 1
		if t == TraitFormat && strings.Contains(words, "must contain the word") {
			next = formatNone
		}
		return t, next, next <= 2
	case TraitMaxTokens:
		bound := boundOf(words)
		if bound <= 0 || bound >= asked {
			bound = asked / 2
		}
		return t, bound, bound >= leastRoom && (!tried || bound < had)
	case TraitCompletionTokens:
		if tried && strings.Contains(words, "max_completion_tokens") && !strings.Contains(words, "use 'max_completion_tokens'") {
			return t, 0, false
		}
		return t, 1, !tried
	case TraitNoStreamOptions, TraitNoStream, TraitTemperature, TraitTopP, TraitNoSystem, TraitPlain, TraitBare, TraitThinks, TraitBlind, TraitSees, TraitTools, TraitNoTools, TraitLimit:
	}
	return t, 1, !tried
}
