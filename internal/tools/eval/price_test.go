package eval_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/llm"
)

// priceCase is one refresh, or none, and what a call costs afterwards.
type priceCase struct {
	Name    string          `json:"name"`
	Status  int             `json:"status"`
	Listing json.RawMessage `json:"listing"`
	Cut     int             `json:"cut"`                 // bytes of the listing that arrive; 0 means all
	Again   int             `json:"again_after_minutes"` // a second refresh that much later; 0 means none
	Refused bool            `json:"refused"`             // the refresh must report an error
	Missing bool            `json:"missing"`             // the model must be marked as gone
	Model   string          `json:"model"`
	In      int             `json:"in"`
	Cached  int             `json:"cached"`
	Out     int             `json:"out"`
	At      string          `json:"at"`
	Want    int64           `json:"want_nano"`
}

// priceTable is M17.
func priceTable(ctx context.Context, _ *testing.T) ([]result, error) {
	raw, err := os.ReadFile("testdata/prices.json")
	if err != nil {
		return nil, err
	}
	var cases []priceCase
	if err := json.Unmarshal(raw, &cases); err != nil {
		return nil, err
	}
	right, missed := 0, []string(nil)
	for _, c := range cases {
		fault, err := c.run(ctx)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.Name, err)
		}
		if fault != "" {
			missed = append(missed, c.Name+": "+fault)
			continue
		}
		right++
	}
	return []result{exact("price cases", right, len(cases), missed)}, nil
}

func (c priceCase) run(ctx context.Context) (fault string, err error) {
	p, err := llm.LoadPrices()
	if err != nil {
		return "", err
	}
	day := time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)
	if len(c.Listing) > 0 {
		s := httptest.NewServer(http.HandlerFunc(c.serve))
		defer s.Close()
		now := day
		client := &llm.Client{Provider: &llm.Endpoint{Base: s.URL, HTTP: s.Client()}, Prices: p, Now: func() time.Time { return now }}
		_, refused := client.RefreshPrices(ctx)
		if (refused != nil) != c.Refused {
			return fmt.Sprintf("refresh: %v, want an error: %t", refused, c.Refused), nil
		}
		if c.Again != 0 {
			now = day.Add(time.Duration(c.Again) * time.Minute)
			if _, err := client.RefreshPrices(ctx); err != nil {
				return "second refresh: " + err.Error(), nil
			}
		}
	}
	at, err := time.Parse("15:04", c.At)
	if err != nil {
		return "", err
	}
	when := day.Add(time.Duration(at.Hour())*time.Hour + time.Duration(at.Minute())*time.Minute)
	cost, known := p.Cost(c.Model, llm.Usage{In: c.In, Cached: c.Cached, Out: c.Out, Known: true}, when)
	m, there := p.Model(c.Model)
	switch {
	case !known || !there:
		return "the model has no price", nil
	case int64(cost) != c.Want:
		return fmt.Sprintf("costs %d, want %d", cost, c.Want), nil
	case m.Missing != c.Missing:
		return fmt.Sprintf("marked as gone: %t, want %t", m.Missing, c.Missing), nil
	}
	return "", nil
}

func (c priceCase) serve(w http.ResponseWriter, _ *http.Request) {
	body := []byte(c.Listing)
	if c.Cut > 0 {
		body = body[:min(c.Cut, len(body))]
	}
	if c.Status != 0 {
		w.WriteHeader(c.Status)
	}
	if _, err := w.Write(body); err != nil {
		return // the client went away
	}
}
