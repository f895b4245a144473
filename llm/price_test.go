package llm_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm"
)

func prices(t *testing.T) *llm.Prices {
	t.Helper()
	p, err := llm.LoadPrices()
	if err != nil {
		t.Fatalf("LoadPrices: %v", err)
	}
	return p
}

func TestShippedPrices(t *testing.T) {
	p := prices(t)
	noon := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	tests := []struct {
		model string
		usage llm.Usage
		want  org.NanoUSD
		known bool
	}{
		{"minimax/minimax-m3", llm.Usage{In: 1_000_000, Out: 1_000_000}, 1_500_000_000, true},
		{"~anthropic/claude-haiku-latest", llm.Usage{In: 100_000, Out: 10}, 100_000*100 + 10*500, true},
		{"~anthropic/claude-haiku-latest", llm.Usage{In: 100_001, Out: 10}, 100_001*500 + 10*2500, true},
		{"anthropic/claude-sonnet-5.5", llm.Usage{In: 1000, Cached: 600, CacheWrite: 300, Out: 1}, 100*2000 + 600*100 + 300*2500 + 10_000, true},
		{"minimax/minimax-m3", llm.Usage{In: 100, CacheWrite: 100}, 100 * 300, true},
		{"minimax/minimax-m3:nitro", llm.Usage{In: 1, Out: 1}, 1500, true},
		{"minimax/minimax-m3:free", llm.Usage{In: 1, Out: 1}, 0, false},
		{"acme/none", llm.Usage{In: 1, Out: 1}, 0, false},
	}
	for _, tt := range tests {
		if got, ok := p.Cost(tt.model, tt.usage, noon); got != tt.want || ok != tt.known {
			t.Errorf("Cost(%s, %+v) = %d, %t; want %d, %t", tt.model, tt.usage, got, ok, tt.want, tt.known)
		}
	}
	for id, want := range map[string]string{"~anthropic/claude-opus-latest": "anthropic", "Acme/none": "acme", "local": ""} {
		if got := p.Family(id); got != want {
			t.Errorf("Family(%s) = %q; want %q", id, got, want)
		}
	}
	m := llm.DefaultModels()
	for _, d := range []llm.Model{m.T1, m.T2, m.T3, m.X} {
		if k, ok := p.Model(d.ID); !ok || k.Family != d.Family || !k.Structured || k.In == 0 || k.Out == 0 {
			t.Errorf("default model %s: %+v; want a whole entry of family %s", d.ID, k, d.Family)
		}
	}
}

func TestNoticeBeforeAModelIsWithdrawn(t *testing.T) {
	p := prices(t)
	for day, want := range map[string]bool{"2026-10-30": false, "2026-10-31": true, "2026-11-29": true, "2026-12-05": true} {
		now, err := time.Parse(time.DateOnly, day)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Notice("anthropic/claude-sonnet-4.5", now); (got != "") != want || want && !strings.Contains(got, "claude-sonnet-5.5 ($2.00") {
			t.Errorf("Notice on %s = %q; want one: %t", day, got, want)
		}
	}
}

func TestPricesByTheClock(t *testing.T) {
	p, err := llm.ReadPrices([]byte(`{"as_of":"2026-01-01","models":[{"id":"a/m","in":100,"out":10,"overrides":[
		{"from":"22:00","until":"02:00","in":50},{"from":"01:00","until":"01:30","in":20},{"min_prompt_tokens":1000,"out":99}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	for at, want := range map[string]org.NanoUSD{"21:59": 100, "22:00": 50, "23:59": 50, "00:00": 50, "01:00": 20, "01:30": 50, "01:59": 50, "02:00": 100} {
		when, err := time.Parse(time.DateTime, "2026-11-21 "+at+":00")
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := p.Cost("a/m", llm.Usage{In: 1}, when); got != want {
			t.Errorf("one token at %s costs %d; want %d", at, got, want)
		}
		east := when.In(time.FixedZone("east", 5*3600))
		if got, _ := p.Cost("a/m", llm.Usage{In: 1}, east); got != want {
			t.Errorf("one token at %s, told in another zone, costs %d; want %d", at, got, want)
		}
	}
	noon := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	for in, want := range map[int]org.NanoUSD{1000: 1000*100 + 10, 1001: 1001*100 + 99} {
		if got, _ := p.Cost("a/m", llm.Usage{In: in, Out: 1}, noon); got != want {
			t.Errorf("%d tokens cost %d; want %d", in, got, want)
		}
	}
}

func refresh(t *testing.T, p *llm.Prices, status int, body string, now time.Time) ([]string, error) {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/api/v1/models" {
			t.Errorf("asked for %s", r.URL.Path)
		}
		w.WriteHeader(status)
		if _, err := w.Write([]byte(body)); err != nil {
			t.Logf("write: %v", err)
		}
	}))
	defer s.Close()
	c := &llm.Client{Provider: &llm.Endpoint{Base: s.URL + "/api/v1/", HTTP: s.Client()}, Prices: p, Now: func() time.Time { return now }}
	return c.RefreshPrices(t.Context())
}

const m3 = "minimax/minimax-m3"

func listing(pricing string) string {
	return `{"data":[{"id":"` + m3 + `","context_length":524288,"pricing":` + pricing + `}]}`
}

func TestRefreshTakesPrices(t *testing.T) {
	now := time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)
	tests := []struct {
		name, pricing string
		in, out       int64
	}{
		{"strings", `{"prompt":"0.0000004","completion":"0.0000015"}`, 400, 1500},
		{"exponents", `{"prompt":"4e-7","completion":"1.5E-6"}`, 400, 1500},
		{"numbers", `{"prompt":4e-7,"completion":0.0000015}`, 400, 1500},
		{"unknown keys", `{"prompt":"4e-7","completion":"1.5e-6","web_search":"0.01","future":{"x":[1]}}`, 400, 1500},
		{"five times", `{"prompt":"0.0000015","completion":"0.000006"}`, 1500, 6000},
		{"more than five times", `{"prompt":"0.0000016","completion":"0.0000012"}`, 300, 1200},
		{"a fifth", `{"prompt":"0.00000006","completion":"0.00000024"}`, 60, 240},
		{"less than a fifth", `{"prompt":"0.00000005","completion":"0.0000012"}`, 300, 1200},
		{"zero", `{"prompt":"0","completion":"0"}`, 300, 1200},
		{"zero for input", `{"prompt":"0","completion":"0.0000012"}`, 300, 1200},
		{"no output price", `{"prompt":"0.0000004"}`, 300, 1200},
		{"minus one", `{"prompt":"-1","completion":"-1"}`, 300, 1200},
		{"words", `{"prompt":"free","completion":"free"}`, 300, 1200},
		{"null", `null`, 300, 1200},
	}
	for _, tt := range tests {
		p := prices(t)
		if _, err := refresh(t, p, 200, listing(tt.pricing), now); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		if m, _ := p.Model(m3); m.In != tt.in || m.Out != tt.out {
			t.Errorf("%s: %d and %d; want %d and %d", tt.name, m.In, m.Out, tt.in, tt.out)
		}
	}
}

func TestRefreshBelievesAJumpTheSecondTime(t *testing.T) {
	p := prices(t)
	start := time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)
	jump, other := listing(`{"prompt":"0.000003","completion":"0.000012"}`), listing(`{"prompt":"0.000004","completion":"0.000012"}`)
	for i, step := range []struct {
		after time.Duration
		body  string
		want  int64
	}{
		{0, jump, 300},
		{59 * time.Minute, jump, 300},
		{-2 * time.Hour, jump, 300},               // the clock went back
		{90 * time.Minute, other, 300},            // another price: the hour begins anew
		{140 * time.Minute, other, 300},           //
		{90*time.Minute + time.Hour, other, 4000}, // an hour later, the same
	} {
		if _, err := refresh(t, p, 200, step.body, start.Add(step.after)); err != nil {
			t.Fatalf("step %d: %v", i, err)
		}
		if m, _ := p.Model(m3); m.In != step.want {
			t.Errorf("step %d, after %s: %d; want %d", i, step.after, m.In, step.want)
		}
	}
}

func TestRefreshKeepsTheTableWhenTheAnswerIsNone(t *testing.T) {
	now := time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)
	for _, a := range []struct {
		status int
		body   string
	}{{404, `{}`}, {500, ``}, {200, ``}, {200, `{"data":[]}`}, {200, `{"data":[{"id":"minimax/minim`}, {200, `<html>`}} {
		p := prices(t)
		if said, err := refresh(t, p, a.status, a.body, now); err == nil {
			t.Errorf("%d %q: %q and no error", a.status, a.body, said)
		}
		if m, ok := p.Model(m3); !ok || m.In != 300 || m.Missing || p.AsOf() != "2026-11-21" {
			t.Errorf("%d %q: the table changed: %+v", a.status, a.body, m)
		}
	}
}

func TestRefreshMarksWhatIsGone(t *testing.T) {
	p := prices(t)
	said, err := refresh(t, p, 200, `{"data":[{"id":"`+m3+`","pricing":{"prompt":"3e-7","completion":"1.2e-6"},"expiration_date":"2026-12-31T00:00:00Z","supported_parameters":["structured_outputs"],
		"top_provider":{"max_completion_tokens":1000}},{"id":"acme/new","pricing":{"prompt":"1e-6","completion":"1e-6","overrides":[{"utc_start":2200,"utc_end":100,"prompt":"5e-7"}]}}]}`, time.Date(2026, 11, 22, 23, 0, 0, 0, time.UTC))
	if err != nil {
		t.Fatal(err)
	}
	if m, ok := p.Model("minimax/minimax-m2"); !ok || !m.Missing || m.In != 255 {
		t.Errorf("a model that is gone: %+v, %t; want it kept and marked", m, ok)
	}
	if m, _ := p.Model("~anthropic/claude-opus-latest"); m.Missing {
		t.Error("an alias is marked as gone; lists have none")
	}
	if m, _ := p.Model(m3); m.Missing || m.Retires != "2026-12-31" || m.MaxOut != 1000 {
		t.Errorf("%s: %+v", m3, m)
	}
	night, _ := p.Cost("acme/new", llm.Usage{In: 1}, time.Date(2026, 11, 22, 23, 0, 0, 0, time.UTC))
	day, _ := p.Cost("acme/new", llm.Usage{In: 1}, time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC))
	if night != 500 || day != 1000 {
		t.Errorf("a token costs %d by night and %d by day; want 500 and 1000", night, day)
	}
	if !strings.Contains(strings.Join(said, "\n"), "minimax/minimax-m2 is no longer offered.") {
		t.Errorf("said %q", said)
	}
}

func TestClientRefreshesItsPrices(t *testing.T) {
	lists := map[string]string{
		"priced":   `{"data":[{"id":"` + m3 + `","pricing":{"prompt":"4e-7","completion":"1.2e-6"},"expiration_date":"2026-12-01"}]}`,
		"unpriced": `{"data":[{"id":"local"}]}`,
	}
	for _, c := range []struct {
		list, model string
		changed     string // a part of what changed
		notices     string
	}{
		{"priced", m3, m3 + " now costs $0.40", m3 + " is withdrawn on 2026-12-01."},
		{"priced", "minimax/minimax-m2", "minimax/minimax-m2 is no longer offered.", "minimax/minimax-m2 is no longer offered by the endpoint."},
		{"unpriced", "minimax/minimax-m2", "", ""},
	} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/models" || r.Header.Get("Authorization") != "Bearer sk-1" {
				t.Errorf("asked %s with %q", r.URL.Path, r.Header.Get("Authorization"))
			}
			if _, err := w.Write([]byte(lists[c.list])); err != nil {
				t.Error(err)
			}
		}))
		client := llm.Client{
			Provider: &llm.Endpoint{Base: s.URL, Key: "sk-1"}, Prices: prices(t), Models: llm.Models{T1: llm.Model{ID: c.model}},
			Now: func() time.Time { return time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC) },
		}
		said, err := client.RefreshPrices(t.Context())
		s.Close()
		if err != nil || !strings.Contains(strings.Join(said, "\n"), c.changed) || c.changed == "" && len(said) > 0 {
			t.Errorf("%s, %s: changed %q, %v; want %q", c.list, c.model, said, err, c.changed)
		}
		if got := strings.Join(client.Notices(), "\n"); got != c.notices {
			t.Errorf("%s, %s: notices %q, want %q", c.list, c.model, got, c.notices)
		}
	}
	offline := llm.Client{Provider: nil}
	if said, err := offline.RefreshPrices(t.Context()); err != nil || said != nil || offline.Notices() != nil {
		t.Errorf("without an endpoint: %q, %v, %q; want nothing", said, err, offline.Notices())
	}
}
