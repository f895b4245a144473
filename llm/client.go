package llm

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/retry"
)

// ExtractiveModel is the model id of the provider that uses no model.
const ExtractiveModel = "extractive/1"

// Model is one configured model. Family is who made it; empty means that the
// table of prices or the id says so.
type Model struct {
	ID, Family string
}

// Models holds the models of the tiers. X gives second opinions. The zero value means that no
// model is configured and the provider works without one.
type Models struct {
	T1, T2, T3, X Model
}

// DefaultModels returns the models used when no setting names others.
func DefaultModels() Models {
	return Models{
		T1: Model{ID: "minimax/minimax-m3", Family: "minimax"},
		T2: Model{ID: "~anthropic/claude-sonnet-latest", Family: "anthropic"},
		T3: Model{ID: "~anthropic/claude-opus-latest", Family: "anthropic"},
		X:  Model{ID: "~anthropic/claude-haiku-latest", Family: "anthropic"},
	}
}

// Slots bounds the calls of each tier that run at once. The zero value means 4, 2, 1 and 4. The
// calls of a conversation count by themselves, whatever their tier, so that a founder never waits
// for a document that is being written.
type Slots struct {
	T1, T2, T3, X int
}

// SlotsFor returns the slots of a process that works on so many steps at once.
// A step makes one call at a time, so no step waits for another one's call,
// whatever their tiers; the number of steps is the one setting for how hard an
// endpoint is pressed. T1 has room for planning besides.
func SlotsFor(steps int) Slots {
	n := max(1, steps)
	return Slots{T1: n + 2, T2: n, T3: n, X: n}
}

// Client asks models. Its fields are set before the first call and not changed
// after it; it is safe for use by many goroutines.
type Client struct {
	Provider Provider
	Records  Records
	Models   Models
	Prices   *Prices
	Slots    Slots
	Log      *slog.Logger
	Now      func() time.Time
	// Rand returns a number in [0,1), for jitter.
	Rand func() float64
	// Wait pauses between two tries; nil waits on the clock.
	Wait func(ctx context.Context, d time.Duration) error
	// Patience bounds how long a project goes on without a usable reply; zero
	// means org.ModelPatience.
	Patience time.Duration
	// Unhurried bounds any call; zero means each its own limit. It
	// is for replies that people write.
	Unhurried time.Duration
	// Repair renders the prompt that asks for an object again, given the
	// stage, its reply and what is wrong with it. The reply may repeat a hostile
	// page, so it must stand there as data. Nil means that nothing is repaired.
	Repair func(stage, invalid string, faults []string) ([]Block, error)
	// Sight renders the prompt that asks for the number in a picture, by which a
	// model shows that it sees. Nil means that none is asked about pictures.
	Sight func() ([]Block, error)
	// Traits keeps what was learnt of the models; nil keeps it as long as the
	// process lives.
	Traits TraitStore
	// StandIn lets another model answer while the one that was asked for has
	// reached a limit of its provider's.
	StandIn bool
	// Impatient ends a project to which nothing answers within Patience: whoever
	// runs it waits in front of a screen. Otherwise the work waits, but for a
	// project to which nothing ever answered.
	Impatient bool

	state state
}

// Offline reports whether the provider works without a model.
func (c *Client) Offline() bool { return c.Models.T1.ID == "" || c.Models.T1.ID == ExtractiveModel }

// Do asks a model and returns a usable reply or an error: *Error, or one that
// wraps org.ErrModelUnusable, org.ErrCallCap or org.ErrNoModel.
func (c *Client) Do(ctx context.Context, r Request) (Reply, error) {
	c.ensureSlots()
	if r.Schema != nil {
		if _, err := c.state.validators.compileSchema(r.Schema); err != nil {
			return Reply{}, &Error{Class: ClassBug, Kind: "schema", Sentence: sentenceFor(ClassBug), Err: err}
		}
	}
	if c.Offline() {
		return c.answerOffline(ctx, r)
	}
	if err := c.findSparedError(); err != nil {
		return Reply{}, err
	}
	row := limitsOf(r.Purpose, r.Tier)
	if r.MaxTokens <= 0 {
		r.MaxTokens = row.Tokens
	}
	if r.Effort == "" {
		r.Effort = row.Effort
	}
	if r.Limit <= 0 {
		r.Limit = row.Limit
	}
	if c.Unhurried > 0 {
		r.Limit = c.Unhurried
	}
	if r.Tier == "" || r.Tier == org.T0 {
		r.Tier = org.T1
	}
	c.loadTraits(ctx)
	j := &job{c: c, req: r, stream: row.Stream && r.Schema == nil}
	if len(r.Pictures) > 0 {
		var err error
		if j.seers, err = c.seesWith(ctx, r); err != nil {
			return Reply{}, err
		}
	}
	reply, err := j.run(ctx)
	c.noteAccount(err, !reply.FromMemo && (err == nil || Content(err)))
	return reply, err
}

// ModelFor returns the model that is asked for a tier.
func (c *Client) ModelFor(t org.Tier) Model { return c.getModel(t) }

func (c *Client) getModel(t org.Tier) Model {
	m := c.Models.T1
	switch t {
	case org.T2:
		m = c.Models.T2
	case org.T3:
		m = c.Models.T3
	case org.TX:
		m = c.Models.X
	case org.T0, org.T1:
	}
	if m.Family == "" {
		m.Family = c.Prices.Family(m.ID)
	}
	return m
}

type target struct {
	tier  org.Tier
	model Model
}

// T1 and X stand in for each other: a second opinion of an author's own family is none.
func (c *Client) chooseFirst(t org.Tier, avoid []string) target {
	m := c.getModel(t)
	other := map[org.Tier]org.Tier{org.TX: org.T1, org.T1: org.TX}[t]
	if other == "" || isOfOthers(m, avoid) {
		return target{t, m}
	}
	if o := c.getModel(other); isOfOthers(o, avoid) {
		return target{other, o}
	}
	return target{t, m}
}

// isOfOthers reports whether there is a model, and of none of these families.
func isOfOthers(m Model, avoid []string) bool {
	return m.ID != "" && (m.Family == "" || !slices.Contains(avoid, m.Family))
}

// Second reports whether somebody of another family than these can be asked
// for a second opinion. An unknown family is nobody's.
func (c *Client) Second(avoid ...string) bool {
	if c.Offline() {
		return false
	}
	t := c.chooseFirst(org.TX, avoid)
	return t.model.Family != "" && isOfOthers(t.model, avoid)
}

// The tier's model comes first and, when it cannot be reached, the lower tiers; then, where the
// founder lets others stand in, all others. Tiers without a model of their own are left out.
func (c *Client) listTargets(first target) []target {
	out := []target{first}
	for t := first.tier.Lower(); t != ""; t = t.Lower() {
		m := c.getModel(t)
		if m.ID != "" && m.ID != out[len(out)-1].model.ID {
			out = append(out, target{t, m})
		}
	}
	if !c.StandIn {
		return out
	}
	for _, t := range []org.Tier{org.T2, org.TX, org.T1, org.T3} {
		m := c.getModel(t)
		if m.ID != "" && !slices.ContainsFunc(out, func(o target) bool { return o.model.ID == m.ID }) {
			out = append(out, target{t, m})
		}
	}
	return out
}

// The model is no dearer than the request asked for.
func (c *Client) otherFamily(t org.Tier, family string) (target, bool) {
	for _, o := range []org.Tier{org.T2, org.T1, org.TX} {
		m := c.getModel(o)
		if m.ID != "" && m.Family != family && o.Rank() <= t.Rank() {
			return target{o, m}, true
		}
	}
	return target{}, false
}

func (c *Client) getNow() time.Time {
	if c.Now == nil {
		return time.Now()
	}
	return c.Now()
}

func (c *Client) getPatience() time.Duration {
	if c.Patience <= 0 {
		return org.ModelPatience
	}
	return c.Patience
}

func (c *Client) getLog() *slog.Logger {
	if c.Log == nil {
		return slog.New(slog.DiscardHandler)
	}
	return c.Log
}

const (
	backoffBase = time.Second
	backoffCap  = 30 * time.Second
	// A longer wait is the step's, not the call's.
	waitInline = 30 * time.Second
)

// Full jitter gives anything up to a bound that doubles. How often a model is tried is bounded by
// maxRetries, and all of them by the budget of retries.
func (c *Client) computeBackoff(failed int) time.Duration {
	bound, _ := retry.Policy{First: backoffBase, Most: backoffCap}.Next(failed+1, time.Time{}, time.Time{})
	if c.Rand == nil {
		return bound / 2
	}
	return time.Duration(c.Rand() * float64(bound))
}

func (c *Client) wait(ctx context.Context, d time.Duration) error {
	if c.Wait != nil {
		return c.Wait(ctx, d)
	}
	return retry.Sleep(ctx, d)
}
