package llm_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm"
)

// picky is an endpoint that answers like OpenAI's reasoning models, as their
// documentation has it: some parameters of other models are refused by name,
// unknown ones altogether, and thoughts count as tokens of the answer.
type picky struct {
	mu     sync.Mutex
	bodies []map[string]any
	json   bool // response_format json_schema is refused as well
	alone  bool // only messages of the user are taken, and no streams
	thinks int  // tokens of thought of each answer
}

func (p *picky) refusal(r map[string]any) (message, param, code string) {
	known := []string{"model", "messages", "max_completion_tokens", "stream", "stream_options", "response_format", "reasoning_effort", "max_tokens", "temperature", "top_p", "facts"}
	for name := range r {
		if !slices.Contains(known, name) {
			return "Unrecognized request argument supplied: " + name, "", "unknown_parameter"
		}
	}
	format, _ := r["response_format"].(map[string]any) //nolint:errcheck // nil for none
	list, _ := r["messages"].([]any)                   //nolint:errcheck // none is refused as well
	head, _ := list[0].(map[string]any)                //nolint:errcheck // nil is not the system
	switch {
	case p.alone && head["role"] == "system":
		return "Unsupported value: 'messages[0].role' does not support 'system' with this model.", "messages[0].role", "unsupported_value"
	case p.alone && r["stream"] == true:
		return "Unsupported value: 'stream' does not support true with this model. Supported values are: false.", "stream", "unsupported_value"
	case r["max_tokens"] != nil:
		return "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.", "max_tokens", "unsupported_parameter"
	case r["temperature"] != nil && r["temperature"] != 1.0:
		return "Unsupported value: 'temperature' does not support this with this model. Only the default (1) value is supported.", "temperature", "unsupported_value"
	case p.json && format["type"] == "json_schema":
		return "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.", "response_format", ""
	}
	return "", "", ""
}

func (p *picky) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	var r map[string]any
	if err := json.NewDecoder(req.Body).Decode(&r); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	p.mu.Lock()
	p.bodies = append(p.bodies, r)
	p.mu.Unlock()
	if message, param, code := p.refusal(r); message != "" {
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprintf(w, `{"error":{"message":%q,"type":"invalid_request_error","param":%q,"code":%q}}`, message, param, code)
		return
	}
	most, _ := r["max_completion_tokens"].(float64) //nolint:errcheck // 0 for none
	text, finish := `{"answer":"yes","n":1}`, "stop"
	if int(most) <= p.thinks {
		text, finish = "", "length"
	}
	out := min(int(most), p.thinks+10)
	if r["stream"] == true {
		fmt.Fprintf(w, "data: {\"choices\":[{\"delta\":{\"content\":%q},\"finish_reason\":%q}],\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":%d,\"completion_tokens_details\":{\"reasoning_tokens\":%d}}}\n\ndata: [DONE]\n\n", text, finish, out, p.thinks)
		return
	}
	fmt.Fprintf(w, `{"choices":[{"message":{"content":%q},"finish_reason":%q}],"usage":{"prompt_tokens":10,"completion_tokens":%d,"completion_tokens_details":{"reasoning_tokens":%d}}}`, text, finish, out, min(out, p.thinks))
}

// shelf keeps traits as the database does.
type shelf struct {
	mu  sync.Mutex
	all map[string]org.ModelTrait
}

func (s *shelf) SaveModelTrait(_ context.Context, t org.ModelTrait) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all[t.Model+"/"+t.Trait] = t
	return nil
}

func (s *shelf) ModelTraits(context.Context, string) ([]org.ModelTrait, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []org.ModelTrait
	for _, t := range s.all {
		out = append(out, t)
	}
	return out, nil
}

// TestReasoningModelsCanBeUsed: each refusal of a parameter leads to one try
// that differs, and a client that begins anew pays none of them again.
func TestReasoningModelsCanBeUsed(t *testing.T) {
	for _, model := range []string{"openai/some-model", "o3-mini", "gpt-5-mini"} {
		p := &picky{json: true, alone: model == "o3-mini", thinks: 700}
		srv := httptest.NewServer(p)
		t.Cleanup(srv.Close)
		kept := &shelf{all: map[string]org.ModelTrait{}}
		ask := func(seq int, schema *llm.Schema) (int, error) {
			b := newClient(t, &llm.Endpoint{Base: srv.URL, Key: "k"})
			b.client.Models.T1 = llm.Model{ID: model}
			b.client.Traits = kept
			before := len(p.bodies)
			q := question("x_stage", org.T1, schema)
			q.Effort, q.MaxTokens, q.Caller.Seq = "low", 400, seq
			_, err := b.client.Do(t.Context(), q)
			return len(p.bodies) - before, err
		}
		form := schema()
		first, err := ask(1, form)
		if err != nil {
			t.Fatalf("%s: %v after %d requests: %v", model, err, first, p.bodies)
		}
		again, err := ask(2, form)
		if err != nil || again != 1 {
			t.Errorf("%s: a new client made %d requests, %v; want one", model, again, err)
		}
		last := p.bodies[len(p.bodies)-1]
		if room, is := last["max_completion_tokens"].(float64); !is || room < 700 || last["max_tokens"] != nil || last["reasoning"] != nil {
			t.Errorf("%s: asked with %v; want max_completion_tokens with room for thoughts", model, last)
		}
		if first > 8 {
			t.Errorf("%s: %d requests before the first answer", model, first)
		}
		if stream, err := ask(3, nil); err != nil || stream != 1 {
			t.Errorf("%s: a text took %d requests, %v; want one", model, stream, err)
		}
	}
}

// TestUnnamedRefusalIsAskedPlainly: what an endpoint refuses without a word that
// is known is asked once more with nothing special, and that is kept when it helps.
func TestUnnamedRefusalIsAskedPlainly(t *testing.T) {
	n := 0
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		n++
		var r map[string]any
		if err := json.NewDecoder(req.Body).Decode(&r); err != nil || r["response_format"] != nil || r["provider"] != nil {
			w.WriteHeader(http.StatusBadRequest)
			fmt.Fprint(w, `{"error":{"message":"Nope: E_4711"}}`)
			return
		}
		fmt.Fprint(w, `{"choices":[{"message":{"content":"{\"answer\":\"yes\",\"n\":1}"},"finish_reason":"stop"}]}`)
	}))
	t.Cleanup(srv.Close)
	b := newClient(t, &llm.Endpoint{Base: srv.URL})
	kept := &shelf{all: map[string]org.ModelTrait{}}
	b.client.Traits = kept
	for i, want := range []int{2, 3} {
		q := question("x_stage", org.T1, schema())
		q.Caller.Seq = i
		if _, err := b.client.Do(t.Context(), q); err != nil || n != want {
			t.Errorf("call %d: %v after %d requests; want %d", i, err, n, want)
		}
	}
	if len(kept.all) != 1 {
		t.Errorf("kept %v; want one trait", kept.all)
	}
}

func limitFault(words string, d time.Duration) llm.Fault {
	return llm.Fault{Place: llm.PlaceStatus, Status: 429, Message: words, Waits: true, RetryAfter: d}
}

// TestDaysLimitHoldsUntilItsHour: one call learns it, no other is made before
// that hour, also by a client that begins anew, and the sentence names it.
func TestDaysLimitHoldsUntilItsHour(t *testing.T) {
	now := time.Date(2026, 11, 27, 16, 0, 0, 0, time.UTC)
	kept := &shelf{all: map[string]org.ModelTrait{}}
	b, s := scripted(t, fails(limitFault("Rate limit reached for requests per day", 8*time.Hour)), says("An answer."))
	for i := range 4 {
		c := b.client
		if i == 2 {
			fresh := newClient(t, s)
			c = fresh.client
		}
		c.Now, c.Traits = func() time.Time { return now }, kept
		q := question(org.StageSynthesize, org.T2, nil)
		q.Caller.Seq = i
		_, err := c.Do(t.Context(), q)
		var e *llm.Error
		if i < 3 {
			if !errors.As(err, &e) || !llm.Waits(err) || !llm.Told(err) || len(s.seen) != 1 || !strings.Contains(moment.Spell(e.Sentence, time.UTC), "28 Nov 2026 00:00 UTC") ||
				now.Add(e.RetryAfter) != time.Date(2026, 11, 28, 0, 0, 0, 0, time.UTC) {
				t.Errorf("call %d: %v (%+v) after %d calls; want the hour of the limit after one", i, err, e, len(s.seen))
			}
			now = now.Add(time.Hour)
			continue
		}
		if err == nil {
			t.Errorf("call %d before the hour was made", i)
		}
		now = time.Date(2026, 11, 28, 0, 0, 0, 0, time.UTC)
		if _, err := c.Do(t.Context(), q); err != nil || len(s.seen) != 2 {
			t.Errorf("after the hour: %v after %d calls", err, len(s.seen))
		}
	}
}

// TestStandInIsAllowed: with the founder's leave another model answers while one
// is at its limit, and the reply says so.
func TestStandInIsAllowed(t *testing.T) {
	b, s := scripted(t, fails(limitFault("Rate limit reached for requests per day", 8*time.Hour)), says("An answer."))
	b.client.StandIn = true
	r, err := b.client.Do(t.Context(), question(org.StageSynthesize, org.T1, nil))
	if err != nil || len(s.seen) != 2 || s.seen[1].Model == s.seen[0].Model || len(r.Notes) == 0 {
		t.Errorf("reply %+v, %v after %d calls; want another model's with a note", r, err, len(s.seen))
	}
}

// TestCreditForLessIsUsed: an account that affords a shorter answer is asked for
// that, once; then it waits.
func TestCreditForLessIsUsed(t *testing.T) {
	n := 0
	var asked []float64
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		n++
		var r map[string]any
		if err := json.NewDecoder(req.Body).Decode(&r); err != nil {
			t.Error(err)
		}
		most, _ := r["max_tokens"].(float64) //nolint:errcheck // 0 for none
		asked = append(asked, most)
		if most > 700 {
			w.WriteHeader(http.StatusPaymentRequired)
			fmt.Fprintf(w, `{"error":{"message":"This request requires more credits, or fewer max_tokens. You requested up to %d tokens, but can only afford 700. To increase, visit https://openrouter.ai/settings/credits and upgrade to a paid account","code":402}}`, int(most))
			return
		}
		fmt.Fprint(w, `{"choices":[{"message":{"content":"A short answer."},"finish_reason":"stop"}]}`)
	}))
	t.Cleanup(srv.Close)
	b := newClient(t, &llm.Endpoint{Base: srv.URL})
	if _, err := b.client.Do(t.Context(), question(org.StageSummary, org.T1, nil)); err != nil || n != 2 || asked[1] > 700 {
		t.Errorf("asked for %v: %v; want a second, shorter one", asked, err)
	}
}

// TestStreamThatEndsIsWhole: [DONE] is an end, with or without a reason; a
// stream that breaks off never is.
func TestStreamThatEndsIsWhole(t *testing.T) {
	for body, want := range map[string]bool{
		"data: {\"choices\":[{\"delta\":{\"content\":\"All of it.\"}}]}\n\ndata: [DONE]\n\n": true,
		"data: {\"choices\":[{\"delta\":{\"content\":\"Half of\"}}]}\n\n":                    false,
	} {
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, body) }))
		t.Cleanup(srv.Close)
		b := newClient(t, &llm.Endpoint{Base: srv.URL})
		r, err := b.client.Do(t.Context(), question(org.StageSynthesize, org.T1, nil))
		if (err == nil) != want || want && len(b.ledger.ends()) != 1 {
			t.Errorf("%q: %q, %v after %d calls; whole: %t", body, r.Text, err, len(b.ledger.ends()), want)
		}
	}
}

// TestSameSizeIsNeverSentTwice: a request over a limit by the minute is cut, and
// no call is of a size that was refused.
func TestSameSizeIsNeverSentTwice(t *testing.T) {
	b, s := scripted(t, fails(llm.Fault{Place: llm.PlaceStatus, Status: 429, Message: "Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 30601. The input or output tokens must be reduced in order to run successfully."}))
	q := question(org.StageSynthesize, org.T2, nil)
	units := []string{strings.Repeat("a", 400), strings.Repeat("b", 400), strings.Repeat("c", 400), strings.Repeat("d", 400)}
	q.Blocks = append(q.Blocks, llm.Block{Name: "B4", Text: strings.Join(units, "\n"), Units: units})
	_, err := b.client.Do(t.Context(), q)
	var sizes []int
	for _, w := range s.seen {
		n := 0
		for _, m := range w.Messages {
			for _, p := range m.Parts {
				n += len(p.Text)
			}
		}
		if slices.Contains(sizes, n) {
			t.Errorf("%d characters were sent twice: %v", n, append(sizes, n))
		}
		sizes = append(sizes, n)
	}
	var e *llm.Error
	if !errors.As(err, &e) || e.Class != llm.ClassSize || len(sizes) != 3 || len(b.waits.all) != 0 {
		t.Errorf("%v after sizes %v and %v of waiting; want three that shrink and the size as the cause", err, sizes, b.waits.all)
	}
}
