package llm

import (
	_ "embed" // the table of prices is part of the program
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

//go:embed prices.json
var pricesFile []byte

// Price is the cost and the bounds of one model. Prices are nano-dollars per token.
type Price struct {
	ID         string     `json:"id"`
	Family     string     `json:"family"`
	In         int64      `json:"in"`
	Out        int64      `json:"out"`
	Read       int64      `json:"read"`  // input from a cache; 0 means as In
	Write      int64      `json:"write"` // input into a cache; 0 means as In
	Overrides  []Override `json:"overrides,omitempty"`
	Context    int        `json:"context,omitempty"`
	MaxOut     int        `json:"max_out,omitempty"`
	Structured bool       `json:"structured,omitempty"` // takes a JSON schema
	Effort     bool       `json:"effort,omitempty"`     // takes an effort of reasoning
	MinCache   int        `json:"min_cache_tokens,omitempty"`
	Tokenizer  float64    `json:"tokenizer,omitempty"` // tokens against the usual number
	Serves     string     `json:"serves,omitempty"`    // for an alias: the model behind it
	Retires    string     `json:"retires_at,omitempty"`
	Successor  string     `json:"successor,omitempty"`
	Missing    bool       `json:"missing,omitempty"` // gone from the endpoint's list
}

// Override replaces some prices: for prompts of more than MinPrompt tokens, or
// between two times of the day in UTC. Nil prices stay as they are.
type Override struct {
	MinPrompt int    `json:"min_prompt_tokens,omitempty"`
	From      string `json:"from,omitempty"` // "22:00"; with Until before From it goes over midnight
	Until     string `json:"until,omitempty"`
	In        *int64 `json:"in,omitempty"`
	Out       *int64 `json:"out,omitempty"`
	Read      *int64 `json:"read,omitempty"`
	Write     *int64 `json:"write,omitempty"`
}

// Prices is the table of models. A nil table knows nothing. It is safe for use
// by many goroutines.
type Prices struct {
	mu      sync.RWMutex
	asOf    string
	models  map[string]Price
	waiting map[string]doubt // changes that one more fetch must confirm
}

// LoadPrices returns the table that the program was built with.
func LoadPrices() (*Prices, error) { return ReadPrices(pricesFile) }

// ReadPrices reads a table.
func ReadPrices(raw []byte) (*Prices, error) {
	var file struct {
		AsOf   string  `json:"as_of"`
		Models []Price `json:"models"`
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		return nil, fmt.Errorf("read prices: %w", err)
	}
	p := &Prices{asOf: file.AsOf, models: map[string]Price{}, waiting: map[string]doubt{}}
	for _, m := range file.Models {
		if m.ID == "" || m.In < 0 || m.Out < 0 {
			return nil, fmt.Errorf("read prices: model %q is not well described", m.ID)
		}
		p.models[m.ID] = m
	}
	return p, nil
}

// AsOf returns the day of the table.
func (p *Prices) AsOf() string {
	if p == nil {
		return ""
	}
	p.mu.RLock()
	defer p.mu.RUnlock()
	return p.asOf
}

// Model returns what is known of a model.
func (p *Prices) Model(id string) (Price, bool) {
	if p == nil {
		return Price{}, false
	}
	p.mu.RLock()
	defer p.mu.RUnlock()
	m, ok := p.models[id]
	if !ok {
		// "id:variant" is the model by another route.
		base, _, found := strings.Cut(id, ":")
		if found && !strings.HasSuffix(id, ":free") {
			m, ok = p.models[base]
		}
	}
	return m, ok
}

// Family returns who made a model: by the table, or by the first part of its
// id; empty when neither tells.
func (p *Prices) Family(id string) string {
	if m, ok := p.Model(id); ok && m.Family != "" {
		return m.Family
	}
	vendor, _, ok := strings.Cut(strings.TrimPrefix(id, "~"), "/")
	if !ok {
		return ""
	}
	return strings.ToLower(vendor)
}

// Cost prices a call's tokens at the time of the call; false when the model's
// price is not known.
func (p *Prices) Cost(id string, u Usage, at time.Time) (org.NanoUSD, bool) {
	m, ok := p.Model(id)
	if !ok || m.In == 0 && m.Out == 0 && !strings.HasSuffix(id, ":free") {
		return 0, false
	}
	m = m.applyOverrides(u.In, at)
	if m.Read == 0 {
		m.Read = m.In
	}
	if m.Write == 0 {
		m.Write = m.In
	}
	fresh := max(0, u.In-u.Cached-u.CacheWrite)
	sum := int64(fresh)*m.In + int64(u.Cached)*m.Read + int64(u.CacheWrite)*m.Write + int64(u.Out)*m.Out
	return org.NanoUSD(sum), true
}

// Most prices what a call may use at the most. A model without a known price costs the dearest of the table.
func (p *Prices) Most(id string, u Usage, at time.Time) org.NanoUSD {
	if cost, ok := p.Cost(id, u, at); ok {
		return cost
	}
	var dear org.NanoUSD
	if p == nil {
		return 0
	}
	p.mu.RLock()
	ids := slices.Collect(maps.Keys(p.models))
	p.mu.RUnlock()
	for _, other := range ids {
		if cost, ok := p.Cost(other, u, at); ok {
			dear = max(dear, cost)
		}
	}
	return dear
}

func (m Price) applyOverrides(prompt int, at time.Time) Price {
	for _, o := range m.Overrides {
		if prompt <= o.MinPrompt && o.MinPrompt > 0 || !o.holdsAt(at) {
			continue
		}
		for _, c := range []struct {
			to   *int64
			from *int64
		}{{&m.In, o.In}, {&m.Out, o.Out}, {&m.Read, o.Read}, {&m.Write, o.Write}} {
			if c.from != nil {
				*c.to = *c.from
			}
		}
	}
	return m
}

// From and Until are times of the day.
func (o Override) holdsAt(at time.Time) bool {
	from, err1 := time.Parse("15:04", o.From)
	until, err2 := time.Parse("15:04", o.Until)
	if o.From == "" && o.Until == "" {
		return true
	}
	if err1 != nil || err2 != nil {
		return false
	}
	utc := at.UTC()
	now := utc.Hour()*60 + utc.Minute()
	a, b := from.Hour()*60+from.Minute(), until.Hour()*60+until.Minute()
	if a <= b {
		return now >= a && now < b
	}
	return now >= a || now < b
}

// The model gives no more.
func (p *Prices) maxTokens(id string, n int) int {
	if m, ok := p.Model(id); ok && m.MaxOut > 0 {
		return min(n, m.MaxOut)
	}
	return n
}

func (p *Prices) takesEffort(id string) bool {
	m, ok := p.Model(id)
	return ok && m.Effort
}

// Notice says that a model is withdrawn within 30 days of now, or that the
// endpoint offers it no more, in a sentence; empty when neither is known.
func (p *Prices) Notice(id string, now time.Time) string {
	const soon = 30 * 24 * time.Hour
	m, ok := p.Model(id)
	if ok && m.Missing {
		return fmt.Sprintf("%s is no longer offered by the endpoint.", id)
	}
	if !ok || m.Retires == "" {
		return ""
	}
	day, err := time.Parse(time.DateOnly, m.Retires)
	if err != nil || day.Sub(now) > soon {
		return ""
	}
	text := fmt.Sprintf("%s is withdrawn on %s.", id, m.Retires)
	if next, ok := p.Model(m.Successor); ok {
		text += fmt.Sprintf(" Its successor is %s ($%s in, $%s out per million tokens).", m.Successor, perMillion(next.In), perMillion(next.Out))
	}
	return text
}

func perMillion(nano int64) string { return fmt.Sprintf("%.2f", float64(nano)/1000) }
