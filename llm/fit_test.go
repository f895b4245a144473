package llm

import (
	"net/http"
	"testing"
	"time"
)

// TestFitIsReadFromTheRefusal: what an endpoint says of the size decides how much
// is left out, and whether it is the answer that was too long.
func TestFitIsReadFromTheRefusal(t *testing.T) {
	const answer = 4000
	for _, c := range []struct {
		words         string
		takes         int
		counted       int
		percent, room int // of a prompt of 40 000 characters, 36 000 of which can be left out
		answerRoom    int
	}{
		{words: "input is too long", percent: 70},
		{words: "request too large on tokens per minute (tpm): limit 12000, requested 14137", takes: 12000, counted: 14137, percent: 72},
		{words: "request too large (tpm): limit 8,000, requested 8,211", takes: 8000, counted: 8211, percent: 89},
		{words: "tpm: limit 4500, requested 4211", percent: 70},
		{words: "tpm: limit 3000, requested 4211", takes: 3000, counted: 4211, percent: 70, room: 1425, answerRoom: 2789},
		{words: "tpm: limit 6000, requested 14000", takes: 6000, counted: 14000, percent: 20, room: 2850},
		{words: "the input token count (134123) exceeds the maximum number of tokens allowed (131072)", takes: 131072, counted: 134123, percent: 92},
		{words: "prompt is too long: 208310 tokens > 200000 maximum", takes: 200000, counted: 208310, percent: 90},
		{words: "exceeds the available context size n_ctx 8192 n_prompt_tokens 14429", takes: 8192, counted: 14429, percent: 48},
		{words: "this model's maximum context length is 8192 tokens. however, your messages resulted in 9846 tokens", takes: 8192, counted: 9846, percent: 76},
		{words: "request body too large for gpt-4o model. max size: 8000 tokens.", takes: 8000, percent: 31},
		{words: "prompt tokens limit exceeded: 230799 > 91442", takes: 91442, counted: 230799, percent: 30},
		{words: "input is longer than 10 > 5000 tokens", percent: 70},
	} {
		f := fitOf(c.words)
		percent, room := f.promptShare(10_000, answer, 36_000, 40_000)
		if f.takes != c.takes || f.counted != c.counted || percent != c.percent || room != c.room || f.answerRoom(answer) != c.answerRoom {
			t.Errorf("%s: %+v, %d %% and %d, answer %d; want %+v", c.words, f, percent, room, f.answerRoom(answer), c)
		}
	}
}

// TestLimitByTheDayHoldsForTheDay: without an hour it holds until the provider's
// next day, and what names an hour is believed.
func TestLimitByTheDayHoldsForTheDay(t *testing.T) {
	const utc, pacific = 8*time.Hour + afterHour, 16*time.Hour + afterHour // from 16:00 UTC, which is 8:00 in California
	for body, want := range map[string]time.Duration{
		`{"error":{"message":"Rate limit exceeded: free-models-per-day-high-balance. ","code":"429"}}`:                                                                      utc,
		`{"errors":[{"message":"you have used up your daily free allocation of 10,000 neurons","code":4006}]}`:                                                              utc,
		`{"message":"You have reached your monthly limit"}`:                                                                                                                 utc,
		`{"error":{"message":"Rate limit of 50 per 86400s exceeded for UserByModelByDay. Requests per 24 hours are limited."}}`:                                             utc,
		`{"error":{"message":"Daily limit reached, please retry in 27 minutes"}}`:                                                                                           27 * time.Minute,
		`{"error":{"message":"Rate limit reached on requests per day (RPD): Limit 200, Used 200, Requested 1. Please try again in 7m12s."}}`:                                432 * time.Second,
		`{"error":{"message":"limit_rpm: 20 requests per minute, 200 per day"}}`:                                                                                            0,
		`{"error":{"message":"Rate limit reached on tokens per minute (TPM). Upgrade to Dev Tier today"}}`:                                                                  0,
		`{"error":{"message":"Too many requests"}}`:                                                                                                                         0,
		`{"error":{"code":429,"status":"RESOURCE_EXHAUSTED","details":[{"quotaId":"GenerateRequestsPerDayPerProjectPerModel","retryDelay":"27s"},{"@type":"google.rpc"}]}}`: pacific,
		`{"error":{"code":429,"status":"RESOURCE_EXHAUSTED","details":[{"quotaId":"GenerateRequestsPerMinutePerProjectPerModel","retryDelay":"27s"}]}}`:                     27 * time.Second,
		`{"error":{"message":"You exceeded your current daily quota","code":"insufficient_quota"}}`:                                                                         0,
	} {
		r := response{status: 429, body: []byte(body), now: time.Date(2026, 11, 27, 16, 0, 0, 0, time.UTC)}
		_, f := r.readAnswer()
		if f.Waits != (want > 0) || f.RetryAfter != want {
			t.Errorf("%s\n is held for %s, want %s", body, f.RetryAfter, want)
		}
	}
}

// TestEndsInOtherWords: the reasons of other makers are those that we know.
func TestEndsInOtherWords(t *testing.T) {
	for said, want := range map[string]action{
		"stop": actUse, "eos_token": actUse, "STOP": actUse, "end_turn": actUse, "COMPLETE": actUse, "": actUse,
		"length": actLengthen, "MAX_TOKENS": actLengthen, "max_tokens": actLengthen, "model_length": actLengthen,
		"content_filter": actAppeal, "SAFETY": actAppeal, "RECITATION": actAppeal, "guardrail_intervened": actAppeal,
		"error": actPartial, "abort": actPartial, "insufficient_system_resource": actPartial,
	} {
		r := response{status: 200, body: []byte(`{"choices":[{"message":{"content":"An answer."},"finish_reason":"` + said + `"}]}`)}
		raw, f := r.readAnswer()
		if v := classifyTry(raw, nil, question{maxTokens: 1000}); f != nil || v.act != want {
			t.Errorf("%q leads to %d (%v), want %d", said, v.act, f, want)
		}
	}
}

// TestOddRetryAfter: a header that names no time in the future names none, and the body counts.
func TestOddRetryAfter(t *testing.T) {
	for header, waits := range map[string]bool{"-5": false, "-1": false, "NaN": false, "1e30": false, "soon": false, "5": true, "": false} {
		r := response{status: 429, header: http.Header{"Retry-After": {header}}, body: []byte(`{"error":{"message":"Too many requests"}}`), now: time.Date(2026, 11, 27, 16, 0, 0, 0, time.UTC)}
		_, f := r.readAnswer()
		if f.Waits != waits || f.RetryAfter < 0 {
			t.Errorf("Retry-After %q: waits %v for %s, want %v", header, f.Waits, f.RetryAfter, waits)
		}
	}
}
