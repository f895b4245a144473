package llm_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/llm"
)

// gallery is an endpoint whose models differ in what they do with pictures: "sees"
// reads them, "deaf" leaves them out in silence and answers all the same, and
// "refuses" says so, each in the words of a provider.
type gallery struct {
	mu    sync.Mutex
	calls []string // "model stage"
}

func (g *gallery) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	var r struct {
		Model    string `json:"model"`
		Messages []struct {
			Content json.RawMessage `json:"content"`
		} `json:"messages"`
	}
	if err := json.NewDecoder(req.Body).Decode(&r); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	body, err := json.Marshal(map[string]any{"messages": r.Messages})
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	text, pictures := string(body), llmtest.Request{Body: body}.Pictures()
	stage := "look"
	if strings.Contains(text, "six digits") {
		stage = "sight"
	}
	g.mu.Lock()
	g.calls = append(g.calls, r.Model+" "+stage)
	g.mu.Unlock()
	reply := "I see a number, perhaps 123456."
	switch {
	case strings.HasPrefix(r.Model, "refuses") && len(pictures) > 0:
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprintf(w, `{"error":{"message":"Failed to deserialize the JSON body into the target type: messages[0]: unknown variant `+"`image_url`, expected `text`"+`","type":"invalid_request_error"}}`)
		return
	case strings.HasPrefix(r.Model, "sees") && len(pictures) > 0:
		reply = "It says: " + strings.TrimSpace(llmtest.ReadPicture(pictures[0]))
	}
	fmt.Fprintf(w, `{"model":%q,"choices":[{"message":{"content":%q},"finish_reason":"stop"}],"usage":{"prompt_tokens":400,"completion_tokens":10}}`, r.Model, reply)
}

func (g *gallery) asked(call string) (n int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, c := range g.calls {
		if c == call {
			n++
		}
	}
	return n
}

func looking(t *testing.T, traits llm.TraitStore, url string, m llm.Models) *bench {
	t.Helper()
	b := newClient(t, &llm.Endpoint{Base: url})
	b.client.Models, b.client.Traits = m, traits
	b.client.Sight = func() ([]llm.Block, error) {
		return []llm.Block{{Name: "B6", Text: "A picture shows a number of six digits."}}, nil
	}
	return b
}

func pictureOf(t *testing.T, text string) llm.Picture {
	t.Helper()
	raw, err := llmtest.DrawText(text, 4)
	if err != nil {
		t.Fatal(err)
	}
	return llm.Picture{Media: "image/png", Data: raw, Width: 400, Height: 100}
}

// Pictures go to a model that has shown that it sees; what a model can do is
// asked once, and outlives the process.
func TestPicturesGoToModelsThatSee(t *testing.T) {
	t.Parallel()
	g := &gallery{}
	srv := httptest.NewServer(g)
	t.Cleanup(srv.Close)
	kept := &shelf{all: map[string]org.ModelTrait{}}
	models := llm.Models{T1: llm.Model{ID: "sees/small"}, T2: llm.Model{ID: "deaf/large"}, T3: llm.Model{ID: "refuses/best"}, X: llm.Model{ID: "refuses/other"}}
	for run := range 2 {
		c := looking(t, kept, srv.URL, models).client
		for i := range 2 {
			reply, err := c.Do(t.Context(), llm.Request{
				Purpose: "look", Tier: org.T2, Caller: llm.Caller{Key: fmt.Sprint(run, i)}, Blocks: []llm.Block{{Name: "B6", Text: "What stands there?"}},
				Pictures: []llm.Picture{pictureOf(t, fmt.Sprintf("total: 4%d", i))},
			})
			if err != nil || !strings.Contains(reply.Text, fmt.Sprintf("total: 4%d", i)) || reply.Model != "sees/small" {
				t.Fatalf("run %d: %+v, %v", run, reply, err)
			}
		}
	}
	for call, want := range map[string]int{"sees/small sight": 1, "sees/small look": 4, "deaf/large sight": 2, "deaf/large look": 0, "refuses/other sight": 1, "refuses/other look": 0, "refuses/best sight": 0} {
		if n := g.asked(call); n != want {
			t.Errorf("%s: %d calls, want %d", call, n, want)
		}
	}
	for model, want := range map[string]string{"sees/small": "sees", "deaf/large": "blind", "refuses/other": "blind"} {
		if _, ok := kept.all[model+"/"+want]; !ok {
			t.Errorf("nothing is kept of %s, want %s: %v", model, want, kept.all)
		}
	}
}

// Where no model sees, the caller is told so at once, and the model stays well.
func TestNoModelSees(t *testing.T) {
	t.Parallel()
	g := &gallery{}
	srv := httptest.NewServer(g)
	t.Cleanup(srv.Close)
	c := looking(t, nil, srv.URL, llm.Models{T1: llm.Model{ID: "deaf/one"}, T2: llm.Model{ID: "refuses/two"}}).client
	ask := llm.Request{Purpose: "look", Tier: org.T2, Caller: llm.Caller{Key: "m1"}, Blocks: []llm.Block{{Name: "B6", Text: "What?"}}, Pictures: []llm.Picture{pictureOf(t, "a")}}
	for range 2 {
		_, err := c.Do(t.Context(), ask)
		if refused := new(llm.Error); !errors.As(err, &refused) || refused.Kind != "blind" {
			t.Fatalf("%v, want that none sees", err)
		}
	}
	if len(g.calls) != 3 {
		t.Errorf("calls: %v, want each model asked once, and the silent one twice", g.calls)
	}
	ask.Pictures = nil
	if reply, err := c.Do(t.Context(), ask); err != nil || reply.Model != "refuses/two" {
		t.Errorf("without a picture: %+v, %v", reply, err)
	}
}

// A second reader is another model than the first.
func TestTheSecondReaderIsAnother(t *testing.T) {
	t.Parallel()
	g := &gallery{}
	srv := httptest.NewServer(g)
	t.Cleanup(srv.Close)
	c := looking(t, nil, srv.URL, llm.Models{T1: llm.Model{ID: "sees/small"}, T2: llm.Model{ID: "sees/large"}}).client
	ask := llm.Request{Purpose: "look", Tier: org.T2, Caller: llm.Caller{Key: "m1"}, Blocks: []llm.Block{{Name: "B6", Text: "What?"}}, Pictures: []llm.Picture{pictureOf(t, "a")}}
	first, err := c.Do(t.Context(), ask)
	if err != nil {
		t.Fatal(err)
	}
	ask.NotModel, ask.Caller.Seq = first.Target, 1
	second, err := c.Do(t.Context(), ask)
	if err != nil || first.Model != "sees/large" || second.Model != "sees/small" {
		t.Errorf("%s, then %s, %v", first.Model, second.Model, err)
	}
}

// What pictures count as, against what providers say of pictures of that size.
func TestPictureTokens(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		id, family string
		w, h, want int
	}{
		{"anthropic/claude", "anthropic", 1000, 1000, 1334}, // the provider's own example
		{"anthropic/claude", "anthropic", 200, 200, 54},
		{"openai/gpt-4o", "openai", 1024, 1024, 2520}, // 765 by tiles; by patches of its dearest kind 1024 times 2.46
		{"openai/gpt-4o-mini", "openai", 1024, 1024, 2833 + 4*5667},
		{"google/gemini", "google", 300, 200, 258},
		{"google/gemini", "google", 1000, 700, 516},
		{"qwen/qwen3-vl", "qwen", 280, 280, 102},
		{"nobody/knows", "nobody", 1000, 1000, 2520},
		{"x", "", 0, 0, 0},
	} {
		if got := llm.PictureTokens(c.id, c.family, c.w, c.h); got != c.want {
			t.Errorf("%s %dx%d: %d, want %d", c.id, c.w, c.h, got, c.want)
		}
	}
}

// A picture is paid for: it stands in what a call may cost and in its key.
func TestPicturesStandInTheLedger(t *testing.T) {
	t.Parallel()
	g := &gallery{}
	srv := httptest.NewServer(g)
	t.Cleanup(srv.Close)
	b := looking(t, nil, srv.URL, llm.Models{T1: llm.Model{ID: "sees/small"}})
	ask := llm.Request{Purpose: "look", Tier: org.T1, Caller: llm.Caller{Key: "m1"}, Blocks: []llm.Block{{Name: "B6", Text: "What?"}}}
	for _, text := range []string{"a", "b", "a"} {
		ask.Pictures = []llm.Picture{pictureOf(t, text)}
		ask.Pictures[0].Width, ask.Pictures[0].Height = 1000, 1000
		if _, err := b.client.Do(t.Context(), ask); err != nil {
			t.Fatal(err)
		}
	}
	var looks []org.ModelCall
	for _, call := range b.ledger.begun {
		if call.Purpose == "look" {
			looks = append(looks, call)
		}
	}
	if len(looks) != 2 || looks[0].Key == looks[1].Key { // the third is answered from the ledger
		t.Errorf("calls: %+v", looks)
	}
	if slices.ContainsFunc(looks, func(m org.ModelCall) bool { return m.Tokens < 2520 || m.Reserve < 2520 }) {
		t.Errorf("what the calls are reckoned to take leaves the picture out: %+v", looks)
	}
}
