package llm_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/llm"
)

// expect is what one fault of the table leads to when it comes every time.
type expect struct {
	class llm.Class // of the error; empty for a reply
	kind  string    // of the first try in the ledger; "" for a usable one
	calls int       // tries on the wire
	waits int
}

// anyCalls stands where the number of tries depends on the text.
const anyCalls = -1

// TestErrorTable asks for a text and for an object of T2 while the endpoint
// shows one fault of the table again and again.
func TestErrorTable(t *testing.T) {
	down := func(class llm.Class, kind string, calls, waits int) expect { return expect{class, kind, calls, waits} }
	text := map[string]expect{
		// What nobody can name is tried once more in the plainest form.
		"400": down(llm.ClassBug, "bug", 2, 0), "400-prompt": down(llm.ClassBug, "bug", 2, 0),
		"400-string": down(llm.ClassBug, "bug", 2, 0), "400-nocode": down(llm.ClassBug, "bug", 2, 0),
		"context": down(llm.ClassSize, "size", 1, 0), "context-local": down(llm.ClassSize, "size", 1, 0),
		"policy": down(llm.ClassRefusal, "refusal", 3, 0), "refusal-400": down(llm.ClassRefusal, "refusal", 3, 0),
		"model-unknown": down(llm.ClassCatalog, "catalog", 2, 0), "model-deprecated": down(llm.ClassCatalog, "catalog", 2, 0),
		"no-endpoints": down(llm.ClassCatalog, "catalog", 2, 0), "upstream-gone": down(llm.ClassCatalog, "catalog", 2, 0),
		"constraint": down(llm.ClassPolicy, "policy", 3, 0), "privacy": down(llm.ClassPolicy, "policy", 3, 0),
		"413": down(llm.ClassSize, "size", 1, 0), "422": down(llm.ClassBug, "bug", 2, 0),
		"401": down(llm.ClassAuth, "auth", 1, 0), "402-flight": down(llm.ClassTransport, "in_flight", 3, 2),
		"402": down(llm.ClassMoney, "money", 1, 0), "403-budget": down(llm.ClassMoney, "money", 1, 0),
		"403-moderation": down(llm.ClassRefusal, "blocked", 3, 0), "403-guardrail": down(llm.ClassRefusal, "blocked", 3, 0),
		"408": down(llm.ClassTransport, "timeout", 3, 0), "504": down(llm.ClassTransport, "timeout", 3, 0),
		"silent": down(llm.ClassTransport, "timeout", 3, 0),
		"409":    down(llm.ClassTransport, "rate", 4, 2), "425": down(llm.ClassTransport, "rate", 4, 2),
		"429": down(llm.ClassTransport, "rate", 4, 2), "429-seconds": down(llm.ClassTransport, "rate", 4, 2),
		"429-date": down(llm.ClassTransport, "rate", 4, 2), "429-absurd": down(llm.ClassTransport, "rate", 4, 2),
		"429-availability": down(llm.ClassTransport, "rate", 4, 2), "429-string": down(llm.ClassTransport, "rate", 4, 2),
		"500": down(llm.ClassTransport, "outage", 4, 2), "502": down(llm.ClassTransport, "outage", 4, 2),
		"503": down(llm.ClassTransport, "outage", 4, 2), "529": down(llm.ClassTransport, "outage", 4, 2),
		"503-half-hour": down(llm.ClassTransport, "outage", 1, 0),
		"503-seconds":   down(llm.ClassTransport, "outage", 4, 2), "html": down(llm.ClassTransport, "outage", 4, 2),
		"200-error": down(llm.ClassTransport, "rate", 4, 2), "200-error-string": down(llm.ClassTransport, "outage", 4, 2),
		"no-choices": down(llm.ClassContent, "empty", 2, 0), "null-message": down(llm.ClassContent, "empty", 2, 0),
		"empty": down(llm.ClassContent, "empty", 2, 0), "finish-error": down(llm.ClassContent, "cut", 3, 0),
		"rerouted": down("", "", 1, 0), "no-usage": down("", "", 1, 0),
		"mid-error": down(llm.ClassContent, "cut", 3, 0), "mid-error-bare": down(llm.ClassContent, "cut", 3, 0),
		"cut": down(llm.ClassContent, "cut", 3, 0), "cut-line": down(llm.ClassContent, "cut", 3, 0),
		"stall": down(llm.ClassTransport, "stall", 3, 0), "drip": down(llm.ClassTransport, "slow", 2, 0),
		"length": down("", "truncation", anyCalls, 0), "length-thought": down(llm.ClassContent, "truncation", 2, 0),
		"filtered": down(llm.ClassRefusal, "refusal", 3, 0), "refusal": down(llm.ClassRefusal, "refusal", 3, 0),
		"refusal-words":  down(llm.ClassRefusal, "refusal", 3, 0),
		"reasoning-only": down(llm.ClassContent, "reasoning_only", 2, 0), "reasoning-open": down(llm.ClassContent, "reasoning_only", 2, 0),
		"think": down("", "leak", 1, 0), "think-close": down("", "leak", 1, 0),
		"invalid-json": down("", "", 1, 0), "prose-json": down("", "", 1, 0), "two-objects": down("", "", 1, 0), "semantic": down("", "", 1, 0),
		"reset": down(llm.ClassTransport, "network", 3, 2), "huge": down(llm.ClassTransport, "protocol", 4, 2),
		"not-json": down(llm.ClassTransport, "protocol", 4, 2), "hang": down(llm.ClassTransport, "stall", 3, 0),
	}
	rows := map[int]bool{}
	for _, f := range llmtest.Faults() {
		want, ok := text[f.Name]
		if !ok {
			t.Errorf("fault %s of row %d has no expectation", f.Name, f.Row)
			continue
		}
		rows[f.Row] = true
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			o := llmtest.Options{Rules: []llmtest.Rule{{Do: "fault:" + f.Name}}}
			if !f.Open {
				newBench(t, o).expect(t, question(org.StageSynthesize, org.T2, nil), want)
				return
			}
			// What ends by a limit of ours does so by a clock of its own.
			synctest.Test(t, func(t *testing.T) {
				r := question(org.StageSynthesize, org.T2, nil)
				r.Limit = 20 * time.Second // three tries end before the model counts as unusable
				newPiped(t, o).expect(t, r, want)
			})
		})
	}
	for row := 1; row <= 32; row++ {
		if !rows[row] {
			t.Errorf("row %d of the table has no fault", row)
		}
	}
}

func (b *bench) expect(t *testing.T, r llm.Request, want expect) {
	t.Helper()
	reply, err := b.client.Do(t.Context(), r)
	var e *llm.Error
	switch {
	case want.class == "" && (err != nil || reply.Text == ""):
		t.Errorf("Do: reply %q, error %v; want a text", reply.Text, err)
	case want.class != "" && (!errors.As(err, &e) || e.Class != want.class):
		t.Errorf("Do: error %v; want class %s", err, want.class)
	case e != nil && e.Sentence == "":
		t.Errorf("Do: error %v has no sentence for the founder", err)
	case llm.Transport(err) != (want.class == llm.ClassTransport):
		t.Errorf("Transport(%v) = %t", err, llm.Transport(err))
	}
	ends := b.ledger.ends()
	if want.calls == anyCalls {
		want.calls = len(ends)
	}
	if len(ends) != want.calls || len(b.server.Requests()) != want.calls {
		t.Errorf("%d tries in the ledger, %d on the wire; want %d", len(ends), len(b.server.Requests()), want.calls)
	}
	if len(ends) > 0 && ends[0].ErrorClass != want.kind {
		t.Errorf("the ledger's first try has class %q; want %q", ends[0].ErrorClass, want.kind)
	}
	if len(b.waits.all) != want.waits {
		t.Errorf("waited %v; want %d times", b.waits.all, want.waits)
	}
	for _, end := range ends {
		if err != nil && end.State == org.CallUsable {
			t.Errorf("a try of a failed call is in the ledger as usable: %+v", end)
		}
	}
}

// TestObjectRows are the rows whose outcome depends on the reply being an
// object.
func TestObjectRows(t *testing.T) {
	tests := []struct {
		fault  string
		times  int
		class  llm.Class
		stages []string // on the wire
	}{
		{"invalid-json", 1, "", []string{"x_stage", "x_stage"}},
		{"invalid-json", 0, llm.ClassContent, []string{"x_stage", "x_stage"}},
		{"semantic", 1, "", []string{"x_stage"}},
		{"prose-json", 0, "", []string{"x_stage"}},
		{"two-objects", 0, "", []string{"x_stage"}},
		{"think", 0, "", []string{"x_stage"}},
		{"length", 1, "", []string{"x_stage", "x_stage"}},
		{"length", 0, llm.ClassContent, []string{"x_stage", "x_stage"}},
		{"reasoning-only", 0, "", []string{"x_stage"}},
		{"empty", 1, "", []string{"x_stage", "x_stage"}},
		{"finish-error", 1, "", []string{"x_stage", "x_stage"}},
		{"cut", 1, "", []string{"x_stage", "x_stage"}},
	}
	for _, tt := range tests {
		b := newBench(t, llmtest.Options{
			Rules: []llmtest.Rule{{Do: "fault:" + tt.fault, Times: tt.times, Stage: "x_stage"}},
		})
		sc := schema()
		sc.Local = sc.Wire // the author of the server leaves texts empty
		_, err := b.client.Do(t.Context(), question("x_stage", org.T1, sc))
		var e *llm.Error
		if tt.class == "" && err != nil || tt.class != "" && (!errors.As(err, &e) || e.Class != tt.class) {
			t.Errorf("%s x%d: error %v; want class %q", tt.fault, tt.times, err, tt.class)
		}
		var stages []string
		for _, r := range b.server.Requests() {
			stages = append(stages, r.Stage)
		}
		if !slices.Equal(stages, tt.stages) {
			t.Errorf("%s x%d: stages %v; want %v", tt.fault, tt.times, stages, tt.stages)
		}
	}
}

func TestCancelledCallIsNoTransportFailure(t *testing.T) {
	b := newBench(t, llmtest.Options{Rules: []llmtest.Rule{{Do: "fault:silent"}}})
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	_, err := b.client.Do(ctx, question(org.StageSynthesize, org.T2, nil))
	var e *llm.Error
	if !errors.As(err, &e) || e.Class != llm.ClassCancelled || llm.Transport(err) {
		t.Fatalf("Do after cancel: %v; want class cancelled", err)
	}
	if ends := b.ledger.ends(); len(ends) != 1 || ends[0].State != org.CallFailed {
		t.Errorf("ledger after cancel: %+v; want one failed try", ends)
	}
}

func TestRetryAfterIsHonoured(t *testing.T) {
	tests := []struct {
		wait    time.Duration
		waited  bool
		retryIn time.Duration
	}{
		{0, true, 0},
		{7 * time.Second, true, 0},
		{30 * time.Second, true, 0},
		{31 * time.Second, false, 31 * time.Second},
		{time.Hour, false, time.Hour},
	}
	for _, tt := range tests {
		b, s := scripted(t, fails(llm.Fault{Place: llm.PlaceStatus, Status: 429, Waits: true, RetryAfter: tt.wait}), says("done"))
		_, err := b.client.Do(t.Context(), question(org.StageSynthesize, org.T3, nil))
		var e *llm.Error
		if tt.waited {
			if err != nil || len(b.waits.all) != 1 || b.waits.all[0] != tt.wait {
				t.Errorf("Retry-After %v: waited %v, error %v", tt.wait, b.waits.all, err)
			}
			continue
		}
		if !llm.Transport(err) || !errors.As(err, &e) || e.RetryAfter != tt.retryIn || len(s.seen) != 1 || len(b.waits.all) != 0 {
			t.Errorf("Retry-After %v: %d tries, waited %v, error %v; want one try and an error that says when", tt.wait, len(s.seen), b.waits.all, err)
		}
	}
}

func TestTierFallbackIsShown(t *testing.T) {
	out := llm.Fault{Place: llm.PlaceStatus, Status: 503}
	b, s := scripted(t, fails(out), fails(out), fails(out), fails(out), says("A plain answer."))
	r, err := b.client.Do(t.Context(), question(org.StageSynthesize, org.T3, nil))
	if err != nil {
		t.Fatalf("Do: %v", err)
	}
	var models []string
	for _, w := range s.seen {
		models = append(models, w.Model)
	}
	m := llm.DefaultModels()
	if want := []string{m.T3.ID, m.T3.ID, m.T3.ID, m.T2.ID, m.T1.ID}; !slices.Equal(models, want) {
		t.Errorf("asked %v; want %v", models, want)
	}
	if r.Asked != org.T3 || r.Served != org.T1 || !r.Downgraded || r.Family != "minimax" || len(r.Notes) != 2 || !strings.Contains(r.Notes[0], "T3") {
		t.Errorf("reply %+v; want a downgrade from T3 to T1 with a note for each step", r)
	}
	for i, c := range b.ledger.begun {
		if c.TierAsked != org.T3 {
			t.Errorf("try %d was asked of %s in the ledger; want T3", i, c.TierAsked)
		}
	}
}
