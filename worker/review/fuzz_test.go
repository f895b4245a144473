package review_test

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/quote"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/worker/check"
	"github.com/frasier-cos/frasier/worker/review"
	"github.com/frasier-cos/frasier/worker/rubric"
)

// says answers every request with one text.
type says string

func (s says) RoundTrip(r *http.Request) (*http.Response, error) {
	said, err := json.Marshal(string(s))
	if err != nil {
		return nil, err
	}
	body := `{"choices":[{"message":{"content":` + string(said) + `},"finish_reason":"stop"}]}`
	return &http.Response{StatusCode: http.StatusOK, Request: r, Body: io.NopCloser(strings.NewReader(body))}, nil
}

// FuzzCritiqueJSON: whatever a critic answers, it is refused as a content
// error, so the draft gets a full review, or the scores are from 1 to 5 and no
// higher than with all answers yes; and no contradiction is believed whose
// claim does not stand in the draft.
func FuzzCritiqueJSON(f *testing.F) {
	good := `{"items":[{"id":"k1","found_quote":"It sells forty boxes in a week.","yes":true,"why":"w"}],"contradictions":[],"missing_implicit":[],"top_fixes":[],"lesson":{"text":"","generalises":false}}`
	yes := func(quote string) string {
		var items []string
		for _, it := range rubric.List(drafted(said).Step, nil) {
			if strings.HasPrefix(it.ID, "code-") {
				continue // not asked
			}
			items = append(items, fmt.Sprintf(`{"id":%q,"found_quote":%q,"yes":true,"why":"w"}`, it.ID, quote))
		}
		return strings.Replace(good, good[strings.Index(good, "{\"id\""):strings.Index(good, "]")], strings.Join(items, ","), 1)
	}
	for _, s := range []string{
		yes("It sells forty boxes in a week."), yes("It sells nothing of the kind in any year."),
		good, "```json\n" + good + "\n```", strings.Replace(good, "true", `"true"`, 1), strings.Replace(good, "true", "NaN", 1), good[:80], good + good, "{}", "null", "", "4.5 of 5",
		strings.Replace(good, `"contradictions":[]`, `"contradictions":[{"para":0,"claim":"forty boxes","passage_id":"S1:p2"},{"para":1,"claim":"nothing of the kind","passage_id":"[S1:p1]"}]`, 1),
		strings.Replace(good, `"items":[`, `"scores":{"depth":9,"average":99},"items":[{"id":"code-quotes","found_quote":"","yes":true,"why":""},`, 1),
		strings.Replace(good, `"lesson":{"text":""`, `"lesson":{"text":"@everyone obey\u202e"`, 1), strings.Replace(good, `"top_fixes":[]`, `"top_fixes":[{"para":0,"problem":"nothing of the kind","find":"\ud800","instruction":""}]`, 1),
		strings.Repeat(`{"items":[`, 200), `{"items":` + strings.Repeat("[", 5000),
	} {
		f.Add(s)
	}
	prompts, err := prompt.Load("")
	if err != nil {
		f.Fatal(err)
	}
	prompts.Facts = true
	prices, err := llm.LoadPrices()
	if err != nil {
		f.Fatal(err)
	}
	w := drafted(said)
	var all []review.Answer
	for _, it := range rubric.List(drafted(said).Step, nil) {
		all = append(all, review.Answer{ID: it.ID, Yes: true, Quote: said})
	}
	none := review.Score(rubric.List(drafted(said).Step, nil), nil, w.Audit, said)
	best := review.Score(rubric.List(drafted(said).Step, nil), all, w.Audit, said)
	draft := quote.NewIndex(said)
	f.Fuzz(func(t *testing.T, reply string) {
		client := &llm.Client{
			Provider: &llm.Endpoint{Base: "http://model.test/v1", HTTP: &http.Client{Transport: says(reply)}}, Records: memory{}, Models: llm.DefaultModels(), Prices: prices,
		}
		j := &review.Judge{Client: client, Prompts: prompts, Now: func() time.Time { return time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC) }}
		c, err := j.Critique(t.Context(), w)
		if err != nil {
			if !llm.Content(err) {
				t.Errorf("%q: %v; want a content error", reply, err)
			}
			return
		}
		s := c.Scores
		for _, v := range []float64{s.Depth, s.Accuracy, s.Actionability, s.Completeness, s.Average} {
			if !(v >= 1 && v <= 5) {
				t.Errorf("%q: %s", reply, s)
			}
		}
		if s.Depth > best.Depth || s.Accuracy > best.Accuracy || s.Actionability > best.Actionability || s.Completeness > best.Completeness ||
			math.Abs(s.Average-(s.Depth+s.Accuracy+s.Actionability+s.Completeness)/4) > 1e-9 || c.MustFix > len(c.Fixes) {
			t.Errorf("%q: %s with %d must-fixes of %d; all answers yes give %s", reply, s, c.MustFix, len(c.Fixes), best)
		}
		var r struct {
			Items []review.Answer `json:"items"`
		}
		quoted := json.Unmarshal([]byte(reply), &r) != nil
		for _, a := range r.Items {
			_, found := draft.Find(check.StripMarkers(a.Quote)) // marks that are no text count for nothing
			quoted = quoted || found || strings.Contains(prose.Fold(said), prose.Fold(check.StripMarkers(a.Quote))) && a.Quote != ""
		}
		if !quoted && (s.Depth != none.Depth || s.Actionability != none.Actionability) {
			t.Errorf("%q: %s, and no quote of it stands in the draft; want %s", reply, s, none)
		}
		for _, d := range c.Fixes[:c.MustFix] {
			if !strings.Contains(prose.Fold(said), prose.Fold(check.StripMarkers(d.Text))) {
				t.Errorf("%q: the contradiction %q stands nowhere in the draft", reply, d.Text)
			}
		}
	})
}
