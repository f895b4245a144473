package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"slices"
	"strings"
	"time"
)

// doubt is a price that one fetch named and that looks wrong.
type doubt struct {
	price Price
	since time.Time
}

const (
	// A strange price must stand so long before it is believed.
	doubtAfter = time.Hour
	// A price may change by so much at once.
	doubtFactor = 5
)

// GET /models says more, which does not matter.
type modelsList struct {
	Data []listedModel `json:"data"`
}

type listedModel struct {
	ID      string `json:"id"`
	Context loose  `json:"context_length"`
	Pricing *struct {
		In        loose `json:"prompt"`
		Out       loose `json:"completion"`
		Read      loose `json:"input_cache_read"`
		Write     loose `json:"input_cache_write"`
		Overrides []struct {
			Min   loose `json:"min_prompt_tokens"`
			From  loose `json:"utc_start"`
			Until loose `json:"utc_end"`
			In    loose `json:"prompt"`
			Out   loose `json:"completion"`
			Read  loose `json:"input_cache_read"`
			Write loose `json:"input_cache_write"`
		} `json:"overrides"`
	} `json:"pricing"`
	Top *struct {
		MaxOut loose `json:"max_completion_tokens"`
	} `json:"top_provider"`
	Params  []string `json:"supported_parameters"`
	Expires string   `json:"expiration_date"`
}

// RefreshPrices reads the endpoint's list of models into Prices. A price that
// looks wrong (nothing for a model that is not free, a missing price, five
// times the old one) is believed when a second fetch an hour later says the
// same; until then the old one stays. A model that left the list is marked,
// not dropped. It returns what changed, in sentences. An answer that is no
// list changes nothing. Without an endpoint it does nothing.
func (c *Client) RefreshPrices(ctx context.Context) ([]string, error) {
	e, ok := c.Provider.(*Endpoint)
	if !ok || c.Prices == nil {
		return nil, nil
	}
	return c.Prices.refreshList(ctx, e, c.getNow())
}

// Notices says which configured models are withdrawn within a month or gone
// already, in sentences.
func (c *Client) Notices() []string {
	var out []string
	if c.Offline() {
		return nil
	}
	for _, m := range []Model{c.Models.T1, c.Models.T2, c.Models.T3, c.Models.X} {
		if s := c.Prices.Notice(m.ID, c.getNow()); s != "" && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

func (p *Prices) refreshList(ctx context.Context, e *Endpoint, now time.Time) ([]string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimRight(e.Base, "/")+"/models", nil)
	if err != nil {
		return nil, fmt.Errorf("refresh prices: %w", err)
	}
	if e.Key != "" {
		req.Header.Set("Authorization", "Bearer "+e.Key)
	}
	resp, err := e.buildClient().Do(req)
	if err != nil {
		return nil, fmt.Errorf("refresh prices: %w", err)
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, bodyLimit))
	if cerr := resp.Body.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return nil, fmt.Errorf("refresh prices: %w", err)
	}
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("refresh prices: status %d", resp.StatusCode)
	}
	var list modelsList
	if err := json.Unmarshal(body, &list); err != nil {
		return nil, fmt.Errorf("refresh prices: %w", err)
	}
	if len(list.Data) == 0 {
		return nil, errors.New("refresh prices: the list is empty")
	}
	return p.mergeList(list, now), nil
}

func (p *Prices) mergeList(list modelsList, now time.Time) []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	var said []string
	seen := map[string]bool{}
	for _, l := range list.Data {
		if l.ID == "" {
			continue
		}
		seen[l.ID] = true
		if s := p.mergeModel(l, now); s != "" {
			said = append(said, s)
		}
	}
	// A list without any price is that of another kind of endpoint, which says
	// nothing of what is gone elsewhere.
	priced := slices.ContainsFunc(list.Data, func(l listedModel) bool { return l.Pricing != nil })
	for id, m := range p.models {
		if !priced || seen[id] || m.Missing || strings.HasPrefix(id, "~") {
			continue
		}
		m.Missing = true
		p.models[id] = m
		said = append(said, id+" is no longer offered.")
	}
	if day := now.UTC().Format(time.DateOnly); day > p.asOf {
		p.asOf = day
	}
	slices.Sort(said)
	return said
}

func (p *Prices) mergeModel(l listedModel, now time.Time) string {
	old, known := p.models[l.ID]
	next := old
	next.ID, next.Missing = l.ID, false
	whole := l.readPrices(&next)
	l.readFacts(&next)
	strange := !whole || next.In == 0 && next.Out == 0 && !isFree(l.ID) ||
		known && (isFarOff(old.In, next.In) || isFarOff(old.Out, next.Out))
	if !strange {
		delete(p.waiting, l.ID)
		p.models[l.ID] = next
		return describeChange(known, old, next)
	}
	before, again := p.waiting[l.ID]
	// A clock that went back makes the wait longer, never shorter.
	if whole && again && before.price.In == next.In && before.price.Out == next.Out && now.Sub(before.since) >= doubtAfter {
		delete(p.waiting, l.ID)
		p.models[l.ID] = next
		return describeChange(known, old, next)
	}
	if !again || before.price.In != next.In || before.price.Out != next.Out {
		p.waiting[l.ID] = doubt{price: next, since: now}
	}
	if known {
		// Everything but the price is believed at once.
		old.Missing = false
		l.readFacts(&old)
		p.models[l.ID] = old
	}
	return ""
}

func describeChange(known bool, old, next Price) string {
	if !known || old.In == next.In && old.Out == next.Out {
		return ""
	}
	return fmt.Sprintf("%s now costs $%s in and $%s out per million tokens (before: $%s and $%s).",
		next.ID, perMillion(next.In), perMillion(next.Out), perMillion(old.In), perMillion(old.Out))
}

func isFree(id string) bool { return strings.HasSuffix(id, ":free") || id == "openrouter/free" }

func isFarOff(a, b int64) bool {
	if a == 0 || b == 0 {
		return a != b
	}
	return a > b*doubtFactor || b > a*doubtFactor
}

// It returns false when input or output has no price.
func (l listedModel) readPrices(m *Price) bool {
	if l.Pricing == nil {
		return false
	}
	in, okIn := perToken(l.Pricing.In)
	out, okOut := perToken(l.Pricing.Out)
	if !okIn || !okOut {
		return false
	}
	m.In, m.Out = in, out
	if v, ok := perToken(l.Pricing.Read); ok {
		m.Read = v
	}
	if v, ok := perToken(l.Pricing.Write); ok {
		m.Write = v
	}
	m.Overrides = nil
	for _, o := range l.Pricing.Overrides {
		n, _ := o.Min.readCount()
		m.Overrides = append(m.Overrides, Override{
			MinPrompt: n, From: readClock(o.From), Until: readClock(o.Until), In: readOptional(o.In), Out: readOptional(o.Out), Read: readOptional(o.Read), Write: readOptional(o.Write),
		})
	}
	return true
}

func (l listedModel) readFacts(m *Price) {
	if n, ok := l.Context.readCount(); ok {
		m.Context = n
	}
	if l.Top != nil {
		if n, ok := l.Top.MaxOut.readCount(); ok && n > 0 {
			m.MaxOut = n
		}
	}
	if len(l.Params) > 0 {
		m.Structured = slices.Contains(l.Params, "structured_outputs")
		m.Effort = m.Effort || slices.Contains(l.Params, "reasoning_effort")
	}
	if len(l.Expires) >= len(time.DateOnly) {
		m.Retires = l.Expires[:len(time.DateOnly)]
	}
}

// Dollars become nano-dollars.
func perToken(l loose) (int64, bool) {
	f, ok := l.readNumber()
	if !ok || f < 0 || f > 1 {
		return 0, false
	}
	return int64(math.Round(f * 1e9)), true
}

func readOptional(l loose) *int64 {
	if v, ok := perToken(l); ok {
		return &v
	}
	return nil
}

// 1030 is 10:30.
func readClock(l loose) string {
	n, ok := l.readCount()
	if !ok || n >= 2400 || n%100 >= 60 {
		return ""
	}
	return fmt.Sprintf("%02d:%02d", n/100, n%100)
}
