package llm_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm"
)

// minuteLimit is an endpoint with a limit of tokens by the minute that counts the
// answer as asked for, as Groq's does.
type minuteLimit struct {
	takes int
	asked []int // tokens of each answer
	sizes []int // characters of each prompt
}

func (m *minuteLimit) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	var r struct {
		Most     int `json:"max_tokens"`
		Messages []struct {
			Content string `json:"content"`
		} `json:"messages"`
	}
	if err := json.NewDecoder(req.Body).Decode(&r); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	size := 0
	for _, one := range r.Messages {
		size += len(one.Content)
	}
	m.asked, m.sizes = append(m.asked, r.Most), append(m.sizes, size)
	if sum := size/3 + r.Most; sum > m.takes {
		w.WriteHeader(http.StatusRequestEntityTooLarge)
		fmt.Fprintf(w, `{"error":{"message":"Request too large for model on tokens per minute (TPM): Limit %d, Requested %d, please reduce your message size and try again.","code":"rate_limit_exceeded"}}`, m.takes, sum)
		return
	}
	fmt.Fprint(w, `{"choices":[{"message":{"content":"An answer."},"finish_reason":"stop"}]}`)
}

// TestWhatIsTooLongIsCut: the answer where that takes the room, else as much of
// the prompt as has to go, in one further try.
func TestWhatIsTooLongIsCut(t *testing.T) {
	for _, c := range []struct {
		answer, units  int
		cutAnswer      bool
		least, longest int // percent of the prompt that stay
	}{
		{answer: 9000, units: 2, cutAnswer: true, least: 100, longest: 100},
		{answer: 1000, units: 40, least: 50, longest: 80},
	} {
		srv := &minuteLimit{takes: 8000}
		web := httptest.NewServer(srv)
		t.Cleanup(web.Close)
		b := newClient(t, &llm.Endpoint{Base: web.URL})
		q := question(org.StageSummary, org.T1, nil)
		q.MaxTokens = c.answer
		units := make([]string, c.units)
		for i := range units {
			units[i] = strings.Repeat(fmt.Sprint(i%10), 700) + "\n"
		}
		q.Blocks = append(q.Blocks, llm.Block{Name: "B4", Text: strings.Join(units, ""), Units: units})
		if _, err := b.client.Do(t.Context(), q); err != nil || len(srv.sizes) != 2 {
			t.Fatalf("%+v: %v after prompts of %v and answers of %v", c, err, srv.sizes, srv.asked)
		}
		stays := srv.sizes[1] * 100 / srv.sizes[0]
		if stays < c.least || stays > c.longest || (srv.asked[1] < srv.asked[0]) != c.cutAnswer {
			t.Errorf("%+v: prompts of %v, answers of %v", c, srv.sizes, srv.asked)
		}
	}
}

// TestDaysLimitWithoutAnHour: one call learns it, none is made before the
// provider's next day, the error names that hour; with the founder's leave
// another model answers.
func TestDaysLimitWithoutAnHour(t *testing.T) {
	for _, standIn := range []bool{false, true} {
		now := time.Date(2026, 11, 27, 16, 0, 0, 0, time.UTC)
		calls := map[string]int{}
		web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
			var r struct {
				Model string `json:"model"`
			}
			if err := json.NewDecoder(req.Body).Decode(&r); err != nil {
				t.Error(err)
			}
			if calls[r.Model]++; r.Model == llm.DefaultModels().T1.ID && now.Day() == 27 {
				w.WriteHeader(http.StatusTooManyRequests)
				fmt.Fprint(w, `{"error":{"message":"Rate limit exceeded: free-models-per-day-high-balance. ","type":"rate_limit_error","code":"429"}}`)
				return
			}
			fmt.Fprint(w, `{"choices":[{"message":{"content":"An answer."},"finish_reason":"stop"}]}`)
		}))
		t.Cleanup(web.Close)
		b := newClient(t, &llm.Endpoint{Base: web.URL, Now: func() time.Time { return now }})
		b.client.StandIn, b.client.Now = standIn, func() time.Time { return now }
		for i := range 4 {
			q := question(org.StageSummary, org.T1, nil)
			q.Caller.Seq = i
			_, err := b.client.Do(t.Context(), q)
			var e *llm.Error
			switch {
			case (standIn || i == 3) && err != nil:
				t.Errorf("stand-in %t, call %d: %v", standIn, i, err)
			case !standIn && i < 3 && (!errors.As(err, &e) || !llm.Waits(err) || !llm.Told(err) || !e.Until.Equal(time.Date(2026, 11, 28, 0, 5, 0, 0, time.UTC))):
				t.Errorf("call %d: %v (%+v), want it held until the next day", i, err, e)
			}
			if now = now.Add(2 * time.Hour); i == 2 {
				now = time.Date(2026, 11, 28, 0, 6, 0, 0, time.UTC)
			}
		}
		if n := calls[llm.DefaultModels().T1.ID]; n != 2 || standIn != (len(calls) > 1) {
			t.Errorf("stand-in %t: calls %v, want two of the model at its limit", standIn, calls)
		}
	}
}
