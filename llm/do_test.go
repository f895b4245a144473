package llm_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm"
)

// A question with a name of its own is the same though the prompt around it
// changed, and another one when the name did.
func TestANamedQuestionIsAskedOnce(t *testing.T) {
	b, s := scripted(t, says("An answer."))
	q := question(org.StageSummary, org.T2, nil)
	for n, c := range []struct {
		question, around string
		calls            int
	}{{"m1", "nothing is open", 1}, {"m1", "p1 is open", 1}, {"m1, edited", "p1 is open", 2}} {
		q.Question, q.Blocks[2].Text = c.question, c.around
		if _, err := b.client.Do(t.Context(), q); err != nil || len(s.seen) != c.calls {
			t.Errorf("%d, %q: %d calls, %v; want %d", n, c.question, len(s.seen), err, c.calls)
		}
	}
}

func TestTheSameQuestionIsAskedOnce(t *testing.T) {
	b, s := scripted(t, says("An answer."))
	q := question(org.StageSummary, org.T2, nil)
	first, err := b.client.Do(t.Context(), q)
	if err != nil {
		t.Fatalf("Do: %v", err)
	}
	q.Blocks[3].Text = "another day" // B7 does not count
	again, err := b.client.Do(t.Context(), q)
	if err != nil || len(s.seen) != 1 || !again.FromMemo || again.Text != first.Text || again.Served != org.T2 {
		t.Errorf("second Do: %+v, %v after %d calls; want the memo", again, err, len(s.seen))
	}
	for name, change := range map[string]func(*llm.Request){
		"round": func(r *llm.Request) { r.Caller.Round++ }, "seq": func(r *llm.Request) { r.Caller.Seq++ },
		"step": func(r *llm.Request) { r.Caller.Step = "s2" }, "stage": func(r *llm.Request) { r.Purpose = org.StageLead },
		"words": func(r *llm.Request) { r.Blocks[2].Text += "." }, "tier": func(r *llm.Request) { r.Tier = org.T3 },
	} {
		n := len(s.seen)
		r := q
		r.Blocks = slices.Clone(q.Blocks)
		change(&r)
		if _, err := b.client.Do(t.Context(), r); err != nil || len(s.seen) != n+1 {
			t.Errorf("another %s: %d calls, %v; want one", name, len(s.seen)-n, err)
		}
	}
}

// A reply that was paid for is kept until the ledger takes it.
func TestAReplyWaitsForTheLedger(t *testing.T) {
	b, s := scripted(t, says("An answer."))
	b.ledger.broken = 50
	r, err := b.client.Do(t.Context(), question(org.StageSummary, org.T2, nil))
	if err != nil || r.Text != "An answer." || len(s.seen) != 1 {
		t.Errorf("Do: %q, %v after %d calls; want the answer of one call", r.Text, err, len(s.seen))
	}
	if ends := b.ledger.ends(); len(ends) != 1 || ends[0].State != org.CallUsable {
		t.Errorf("the ledger has %+v, want one usable reply", ends)
	}
}

func TestMemoOfAContinuedText(t *testing.T) {
	b, s := scripted(t, turn{raw: llm.Raw{Text: "The first part ", Finish: "length"}}, says("and the second."))
	q := question(org.StageSynthesize, org.T2, nil)
	for range 2 {
		r, err := b.client.Do(t.Context(), q)
		if err != nil || r.Text != "The first part and the second." || len(s.seen) != 2 {
			t.Errorf("Do: %q, %v after %d calls; want the whole text and two calls", r.Text, err, len(s.seen))
		}
	}
}

func TestHopelessModelEndsTheRun(t *testing.T) {
	b, s := scripted(t, says(""))
	var err error
	for i := 0; err == nil || llm.Content(err); i++ {
		q := question(org.StageSummary, org.T1, nil)
		q.Caller.Seq = i
		_, err = b.client.Do(t.Context(), q)
	}
	if !errors.Is(err, org.ErrModelUnusable) || len(s.seen) != llm.BadRepliesInARow {
		t.Fatalf("after %d empty replies: %v; want ErrModelUnusable after %d", len(s.seen), err, llm.BadRepliesInARow)
	}

	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	b, _ = scripted(t, fails(llm.Fault{Place: llm.PlaceStatus, Status: 418}))
	b.client.Now = func() time.Time { now = now.Add(70 * time.Second); return now }
	if _, err = b.client.Do(t.Context(), question(org.StageSummary, org.T1, nil)); errors.Is(err, org.ErrModelUnusable) {
		t.Errorf("first failure: %v; want no end of the run yet", err)
	}
	q := question(org.StageSummary, org.T1, nil)
	q.Caller.Seq = 1
	if _, err = b.client.Do(t.Context(), q); !errors.Is(err, org.ErrModelUnusable) {
		t.Errorf("after %s without a reply: %v; want ErrModelUnusable", org.ModelPatience, err)
	}
}

func TestTwentyUnusableRepliesInARow(t *testing.T) {
	half := llm.Raw{Text: `{"answer":"in the mi`}
	ended := half
	ended.Finish = "error"
	for name, said := range map[string]turn{
		"no object": says("no object here"), "empty": says(""), "reply that breaks off": {raw: half, err: &llm.Fault{Place: llm.PlaceCut}},
		"error in the middle": {raw: half, err: &llm.Fault{Place: llm.PlaceStream, Status: 502}}, "finish error": {raw: ended},
	} {
		b, s := scripted(t, said)
		var err error
		for i := 0; (err == nil || llm.Content(err)) && i < 2*llm.BadRepliesInARow; i++ {
			q := question("x_stage", org.T1, schema())
			q.Caller.Seq = i
			_, err = b.client.Do(t.Context(), q)
		}
		if !errors.Is(err, org.ErrModelUnusable) || len(s.seen) != llm.BadRepliesInARow || len(b.waits.all) != 0 {
			t.Errorf("%s: %d replies and %v of waiting, then %v; want ErrModelUnusable after %d and no wait",
				name, len(s.seen), b.waits.all, err, llm.BadRepliesInARow)
		}
		if llm.Content(err) || llm.Transport(err) {
			t.Errorf("%s: %v is content or transport; want neither, or somebody goes on", name, err)
		}
	}
}

func TestBrokenSchemaIsABugAndAsksNobody(t *testing.T) {
	b, s := scripted(t, says("{}"))
	_, err := b.client.Do(t.Context(), question("x_stage", org.T1, &llm.Schema{Name: "x_stage", Local: []byte(`{"type":7}`)}))
	var e *llm.Error
	if !errors.As(err, &e) || e.Class != llm.ClassBug || len(s.seen) != 0 {
		t.Errorf("Do: %v after %d calls; want a bug and none", err, len(s.seen))
	}
}

func TestCallCapComesThrough(t *testing.T) {
	b, s := scripted(t, says("An answer."))
	b.ledger.refuse = fmt.Errorf("begin: %w", org.ErrCallCap)
	if _, err := b.client.Do(t.Context(), question(org.StageSummary, org.T1, nil)); !errors.Is(err, org.ErrCallCap) || len(s.seen) != 0 {
		t.Errorf("Do: %v after %d calls; want ErrCallCap and none", err, len(s.seen))
	}
}

func TestSecondOpinionsAreOfAnotherFamily(t *testing.T) {
	m := llm.DefaultModels()
	tests := []struct {
		tier  org.Tier
		avoid []string
		model string
	}{
		{org.TX, []string{"minimax"}, m.X.ID},
		{org.TX, []string{"anthropic"}, m.T1.ID},
		{org.TX, []string{""}, m.X.ID},
		{org.TX, nil, m.X.ID},
		{org.TX, []string{"anthropic", "google"}, m.T1.ID},
		{org.TX, []string{"google", "anthropic"}, m.T1.ID},
		{org.T1, []string{"minimax"}, m.X.ID},
		{org.T1, []string{"anthropic"}, m.T1.ID},
		{org.T2, []string{"anthropic"}, m.T2.ID},
	}
	for _, tt := range tests {
		b, s := scripted(t, says("An answer."))
		q := question(org.StageSummary, tt.tier, nil)
		q.AvoidFamilies = tt.avoid
		r, err := b.client.Do(t.Context(), q)
		if err != nil || s.seen[0].Model != tt.model || r.Downgraded {
			t.Errorf("%s avoiding %q: asked %s, downgraded %t, %v; want %s", tt.tier, tt.avoid, s.seen[0].Model, r.Downgraded, err, tt.model)
		}
	}
}

func TestRefusalGoesToAnotherFamily(t *testing.T) {
	no := turn{raw: llm.Raw{Refusal: "I can't help with that.", Finish: "stop"}}
	b, s := scripted(t, no, no, says("An answer."))
	r, err := b.client.Do(t.Context(), question(org.StageSynthesize, org.T2, nil))
	if err != nil || len(s.seen) != 3 || s.seen[1].Model != s.seen[0].Model || r.Family != "minimax" || !r.Downgraded {
		t.Errorf("Do: %+v, %v after %d calls; want an answer of the other family at the third", r, err, len(s.seen))
	}
	b, _ = scripted(t, no)
	_, err = b.client.Do(t.Context(), question(org.StageSynthesize, org.T2, nil))
	var e *llm.Error
	if !errors.As(err, &e) || e.Class != llm.ClassRefusal || !llm.Content(err) || !strings.Contains(e.Sentence, "can't help") {
		t.Errorf("refused by all: %v; want a refusal with the model's words", err)
	}
}

func TestThoughtsWithoutAnAnswer(t *testing.T) {
	b, s := scripted(t, turn{raw: llm.Raw{Reasoning: "hm", Finish: "stop"}}, says("An answer."))
	q := question(org.StageSynthesize, org.T2, nil)
	if r, err := b.client.Do(t.Context(), q); err != nil || r.Text != "An answer." || s.seen[1].MaxTokens != 2*s.seen[0].MaxTokens || s.seen[1].Effort != "low" {
		t.Errorf("Do: %+v, %v; want a second try with twice the tokens and low effort", r, err)
	}
	b, s = scripted(t, turn{raw: llm.Raw{Reasoning: `so {"answer":"x","n":3}`, Finish: "stop"}})
	r, err := b.client.Do(t.Context(), question("x_stage", org.T1, schema()))
	if err != nil || len(s.seen) != 1 || string(r.Object) != `{"answer":"x","n":3}` || len(r.Notes) != 1 {
		t.Errorf("object in thoughts: %+v, %v; want it used, with a note", r, err)
	}
}

func TestRepliesAreHarmless(t *testing.T) {
	b, _ := scripted(t, says("Hello @everyone and <@123>."))
	r, err := b.client.Do(t.Context(), question(org.StageSummary, org.T1, nil))
	if want := "Hello @\u200beveryone and <\u200b@123>."; err != nil || r.Text != want {
		t.Errorf("Do: %q, %v; want %q", r.Text, err, want)
	}
}

func TestBreakerOpensAndCloses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, s := scripted(t, fails(llm.Fault{Place: llm.PlaceStatus, Status: 503}))
		ask := func(i int) error {
			q := question(org.StageSummary, org.T1, nil)
			q.Caller = llm.Caller{Key: "m1", Seq: i}
			b.ledger.health = org.ModelHealth{}
			_, err := b.client.Do(t.Context(), q)
			return err
		}
		for i := range 3 {
			if err := ask(i); !llm.Transport(err) {
				t.Fatalf("call %d: %v; want a transport error", i, err)
			}
		}
		if n := len(s.seen); n != 5 {
			t.Errorf("%d tries reached the endpoint; want 5, then an open breaker", n)
		}
		var e *llm.Error
		if err := ask(3); !errors.As(err, &e) || e.RetryAfter <= 0 || e.RetryAfter > time.Minute || len(s.seen) != 5 {
			t.Errorf("open breaker: %v after %d tries; want an error that says when, and no try", err, len(s.seen))
		}
		<-time.After(61 * time.Second)
		if err := ask(4); !llm.Transport(err) || len(s.seen) != 6 {
			t.Errorf("half open: %v after %d tries; want one probe", err, len(s.seen))
		}
		<-time.After(61 * time.Second)
		s.mu.Lock()
		s.turns = append(slices.Repeat(s.turns, 6), says("An answer."))
		s.mu.Unlock()
		if err := ask(5); err != nil {
			t.Errorf("probe that is answered: %v", err)
		}
		if err := ask(6); err != nil {
			t.Errorf("closed again: %v", err)
		}
	})
}

// While a tier is shut, the one below it is the first that is asked, so it gets
// the first one's tries.
func TestTierBelowAShutOneIsTriedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		down := fails(llm.Fault{Place: llm.PlaceStatus, Status: 503})
		b, s := scripted(t, down, down, down, says("An answer."), down, down, says("An answer."), down, says("An answer."))
		for i := range 3 {
			q := question(org.StageSynthesize, org.T2, nil)
			q.Caller = llm.Caller{Key: "m1", Seq: i}
			if r, err := b.client.Do(t.Context(), q); err != nil || r.Served != org.T1 {
				t.Fatalf("call %d: served by %s, %v; want by T1", i, r.Served, err)
			}
		}
		if n := len(s.seen); n != 9 {
			t.Errorf("%d tries, want 9: T2 three times and twice, then T1 alone, again after a failure", n)
		}
	})
}

func TestRetriesHaveACommonBudget(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	s := &byModel{}
	b := newClient(t, s)
	b.client.Now = func() time.Time { return now }
	ask := func(i int) {
		b.client.Models.T1.ID = fmt.Sprintf("acme/m%d", i) // a breaker of its own
		q := question(org.StageSummary, org.T1, nil)
		q.Caller = llm.Caller{Key: "m1", Seq: i}
		b.ledger.health = org.ModelHealth{}
		if _, err := b.client.Do(t.Context(), q); !llm.Transport(err) {
			t.Fatalf("call %d: %v; want a transport error", i, err)
		}
	}
	for i := range 30 {
		ask(i)
	}
	if want := 30 + 20; s.n != want {
		t.Errorf("30 calls made %d tries; want %d: 20 retries in ten minutes", s.n, want)
	}
	now = now.Add(11 * time.Minute)
	ask(30)
	if want := 30 + 20 + 3; s.n != want {
		t.Errorf("after eleven minutes: %d tries; want %d", s.n, want)
	}
}

// byModel fails always and counts.
type byModel struct{ n int }

func (b *byModel) Complete(context.Context, llm.Wire) (llm.Raw, error) {
	b.n++
	return llm.Raw{}, &llm.Fault{Place: llm.PlaceStatus, Status: 503}
}

func TestDearTiersWorkOneAfterTheOther(t *testing.T) {
	p := &crowd{}
	b := newClient(t, p)
	var wg sync.WaitGroup
	for i := range 12 {
		wg.Go(func() {
			q := question(org.StageSummary, org.T3, nil)
			q.Caller.Seq = i
			if _, err := b.client.Do(t.Context(), q); err != nil {
				t.Errorf("Do: %v", err)
			}
		})
	}
	wg.Wait()
	if p.most != 1 {
		t.Errorf("%d calls of T3 at once; want 1", p.most)
	}
}

// crowd notes how many calls run at once.
type crowd struct {
	mu        sync.Mutex
	now, most int
}

func (c *crowd) Complete(context.Context, llm.Wire) (llm.Raw, error) {
	c.mu.Lock()
	c.now++
	c.most = max(c.most, c.now)
	c.mu.Unlock()
	<-time.After(time.Millisecond)
	c.mu.Lock()
	c.now--
	c.mu.Unlock()
	return llm.Raw{Text: "An answer.", Finish: "stop"}, nil
}

func TestOfflineCallsCostNothing(t *testing.T) {
	b, _ := scripted(t, says("Sentences."))
	b.client.Models = llm.Models{}
	r, err := b.client.Do(t.Context(), question(org.StageSynthesize, org.T2, nil))
	if err != nil || !b.client.Offline() || r.Served != org.T0 || r.Model != llm.ExtractiveModel || r.Downgraded {
		t.Errorf("Do: %+v, %v; want T0", r, err)
	}
	if e := b.ledger.ends()[0]; e.CostSource != org.CostFree || e.Cost != 0 || e.TokensIn+e.TokensOut != 0 || e.Model != llm.ExtractiveModel {
		t.Errorf("ledger %+v; want a free call without tokens", e)
	}
	b, s := scripted(t, turn{err: fmt.Errorf("qa: %w", org.ErrNoModel)})
	b.client.Models = llm.Models{}
	if _, err := b.client.Do(t.Context(), question(org.StageQA, org.T1, nil)); !errors.Is(err, org.ErrNoModel) || len(s.seen) != 1 || len(b.ledger.ends()) != 0 {
		t.Errorf("a stage that needs a model: %v, %d rows; want ErrNoModel and no row", err, len(b.ledger.ends()))
	}
}

func BenchmarkDo(b *testing.B) {
	c, _ := scripted(b, says(`{"answer":"x","n":3}`))
	q := question("x_stage", org.T1, schema())
	b.ReportAllocs()
	for i := range b.N {
		q.Caller.Seq = i
		if _, err := c.client.Do(b.Context(), q); err != nil {
			b.Fatal(err)
		}
	}
}

// TestRefusedAccount: after one refusal of the key nobody asks for half a
// minute, the project keeps its hope, and a usable answer ends the refusal.
func TestRefusedAccount(t *testing.T) {
	for status, class := range map[int]llm.Class{401: llm.ClassAuth, 402: llm.ClassMoney} {
		b, s := scripted(t, fails(llm.Fault{Place: llm.PlaceStatus, Status: status}), fails(llm.Fault{Place: llm.PlaceStatus, Status: status}), says("done"))
		now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
		b.client.Now = func() time.Time { return now }
		ask := func(seq int) error {
			q := question(org.StageSummary, org.T1, nil)
			q.Caller.Seq = seq
			_, err := b.client.Do(t.Context(), q)
			return err
		}
		if b.client.Refused() != nil {
			t.Errorf("%d: refused before any call", status)
		}
		for i, after := range []time.Duration{0, time.Second, 28 * time.Second} {
			now = now.Add(after)
			var e *llm.Error
			if err := ask(i); !llm.Account(err) || !errors.As(err, &e) || e.Class != class || e.RetryAfter != 5*time.Minute || len(s.seen) != 1 {
				t.Errorf("%d: call %d: %v after %d calls; want one call and class %s", status, i, err, len(s.seen), class)
			}
		}
		if e := b.client.Refused(); e == nil || e.Class != class {
			t.Errorf("%d: Refused() = %v; want class %s", status, e, class)
		}
		now = now.Add(org.ModelPatience)
		if err := ask(3); !llm.Account(err) || errors.Is(err, org.ErrModelUnusable) || len(s.seen) != 2 {
			t.Errorf("%d: after the patience %v, %d calls; want the account again", status, err, len(s.seen))
		}
		now = now.Add(30 * time.Second)
		if err := ask(4); err != nil || b.client.Refused() != nil {
			t.Errorf("%d: with credit: %v, still refused: %v", status, err, b.client.Refused())
		}
	}
}

// meeting is a provider that lets nobody go until so many have come.
type meeting struct {
	want int64
	come atomic.Int64
	full chan struct{}
}

func (m *meeting) Complete(ctx context.Context, _ llm.Wire) (llm.Raw, error) {
	if m.come.Add(1) == m.want {
		close(m.full)
	}
	select {
	case <-m.full:
		return llm.Raw{Text: "An answer.", Finish: "stop"}, nil
	case <-ctx.Done():
		return llm.Raw{}, ctx.Err()
	}
}

// TestEveryStepHasASlot: as many calls of any one tier run at once as steps
// are at work.
func TestEveryStepHasASlot(t *testing.T) {
	for _, c := range []struct {
		steps int
		tier  org.Tier
		calls int
	}{{6, org.T1, 8}, {6, org.T2, 6}, {6, org.T3, 6}, {6, org.TX, 6}, {0, org.T2, 1}} {
		p := &meeting{want: int64(c.calls), full: make(chan struct{})}
		b := newClient(t, p)
		b.client.Slots = llm.SlotsFor(c.steps)
		var group sync.WaitGroup
		for i := range c.calls {
			group.Go(func() {
				q := question(org.StageSummary, c.tier, nil)
				q.Caller.Seq = i
				if _, err := b.client.Do(t.Context(), q); err != nil {
					t.Errorf("%d steps, call %d of %d of %s: %v", c.steps, i, c.calls, c.tier, err)
				}
			})
		}
		group.Wait()
		if len(b.ledger.ends()) != c.calls {
			t.Errorf("%d steps: %d tries of %s, want %d at once", c.steps, len(b.ledger.ends()), c.tier, c.calls)
		}
	}
}
