package llm_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jmoiron/sqlx"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/store"
)

// meter is a provider with its own log of what it charges. It answers in
// every way that concerns money: with the cost, late with the cost, without
// usage, with an error before or after the model was paid for.
type meter struct {
	mu    sync.Mutex
	draw  *rand.Rand
	bills map[string]int64 // by generation, nano-dollars
	deny  map[string]int   // how often /generation does not know one yet
	dark  int              // answers that cost money and never said what or who they are
}

func (m *meter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if id := r.URL.Query().Get("id"); id != "" {
		m.deny[id]--
		cost, ok := m.bills[id]
		if !ok || m.deny[id] >= 0 {
			http.Error(w, "not found", http.StatusNotFound)
			return
		}
		m.write(w, http.StatusOK, map[string]any{"data": map[string]any{"total_cost": float64(cost) / 1e9}})
		return
	}
	id, cost := fmt.Sprintf("gen-%d", len(m.bills)), m.draw.Int64N(50_000_000)
	kind := m.draw.IntN(100)
	if kind < 4 { // refused before the model: free
		m.write(w, http.StatusServiceUnavailable, map[string]any{"error": map[string]any{"code": 503, "message": "overloaded"}})
		return
	}
	if kind < 6 { // paid for, then the connection breaks without a word
		m.dark++
		panic(http.ErrAbortHandler)
	}
	m.bills[id] = cost
	usage := map[string]any{"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15, "cost": float64(cost) / 1e9}
	if kind < 12 { // no usage: known by its id only, and at once or a little later
		usage = nil
		m.deny[id] = m.draw.IntN(3)
	}
	text := "an answer"
	if kind < 15 {
		text = "" // an empty answer costs as much as any
	}
	w.Header().Set("X-Generation-Id", id)
	m.write(w, http.StatusOK, map[string]any{
		"id": id, "model": "test/one", "object": "chat.completion", "created": 1, "usage": usage,
		"choices": []any{map[string]any{"index": 0, "finish_reason": "stop", "message": map[string]any{"role": "assistant", "content": text}}},
	})
}

func (m *meter) write(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if err := json.NewEncoder(w).Encode(body); err != nil {
		panic(http.ErrAbortHandler)
	}
}

// errKilled is what a process says that was killed: nothing, to anyone.
var errKilled = errors.New("killed")

// TestTheLedgerIsTheProvidersLog makes thousands of calls with faults, and
// kills between an answer and its row. Afterwards every bill of the provider
// is in the ledger to the nano-dollar, and what nobody can know is listed.
func TestTheLedgerIsTheProvidersLog(t *testing.T) {
	t.Parallel()
	calls := testlevel.Count(1000, 5000, 50_000)
	t.Attr("figure", fmt.Sprintf("%d calls", calls))
	m := &meter{draw: rand.New(rand.NewPCG(16, 1)), bills: map[string]int64{}, deny: map[string]int{}}
	server := httptest.NewServer(m)
	defer server.Close()
	var kill sync.Mutex
	draw := rand.New(rand.NewPCG(16, 2))
	var killed atomic.Int64
	path := filepath.Join(t.TempDir(), "frasier.db")
	db, err := store.Open(t.Context(), store.Options{Path: path, Crash: func(point string) {
		kill.Lock()
		die := point == "end-call" && draw.IntN(50) == 0
		kill.Unlock()
		if die {
			panic(errKilled)
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}()
	client := &llm.Client{
		Provider: &llm.Endpoint{Base: server.URL, HTTP: server.Client()}, Records: db, Slots: llm.SlotsFor(8),
		Models: llm.Models{T1: llm.Model{ID: "test/one"}}, Wait: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
	}
	var wait sync.WaitGroup
	for w := range 8 {
		wait.Go(func() {
			for i := w; i < calls; i += 8 {
				for !asked(t, client, i) { // the process that comes after a kill asks again
					killed.Add(1)
				}
			}
		})
	}
	wait.Wait()
	for range 4 {
		if _, err := client.Settle(t.Context(), everything{db}); err != nil {
			t.Fatal(err)
		}
	}
	reconcile(t, db, path, m, int(killed.Load()))
}

// asked makes one call and reports whether the process lived.
func asked(t *testing.T, c *llm.Client, i int) (lived bool) {
	t.Helper()
	defer func() {
		if r := recover(); r != nil {
			if err, ok := r.(error); !ok || !errors.Is(err, errKilled) {
				panic(r)
			}
		}
	}()
	_, err := c.Do(t.Context(), llm.Request{
		Purpose: org.StageSummary, Caller: llm.Caller{Key: fmt.Sprint("call ", i)}, Tier: org.T1,
		Blocks: []llm.Block{{Name: "B0", Text: fmt.Sprint("question ", i)}},
	})
	var e *llm.Error
	if err != nil && !errors.As(err, &e) {
		t.Errorf("call %d: %v", i, err)
	}
	return true
}

// everything asks about all debts at once instead of a hundred.
type everything struct{ *store.DB }

func (e everything) UnknownCosts(ctx context.Context, _ time.Time, _ int) ([]org.UnknownCost, error) {
	return e.DB.UnknownCosts(ctx, time.Unix(0, 0), 1_000_000)
}

// row is one call as the database has it.
type row struct {
	Generation string        `db:"generation"`
	Error      string        `db:"error"`
	Cost       sql.NullInt64 `db:"cost"`
}

// rows reads the ledger past the store.
func rows(t *testing.T, path string) []row {
	t.Helper()
	db, err := sqlx.Open("sqlite3", "file:"+path+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}()
	var out []row
	if err := db.SelectContext(t.Context(), &out, `SELECT generation, error, cost FROM llm_calls`); err != nil {
		t.Fatal(err)
	}
	return out
}

// reconcile compares the ledger with the provider's own log.
func reconcile(t *testing.T, db *store.DB, path string, m *meter, killed int) {
	t.Helper()
	all, err := db.Costs(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	total := all[0].Total
	debts, err := db.UnknownCosts(t.Context(), time.Unix(0, 0), 1_000_000)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d calls, %s by the ledger; the provider has %d bills; %d kills, %d dark", total.Calls, total.Cost, len(m.bills), killed, m.dark)
	known, crashed := int64(0), 0
	found := map[string]bool{}
	for _, r := range rows(t, path) {
		if r.Error == "crashed" {
			crashed++
		}
		if r.Generation == "" {
			continue
		}
		found[r.Generation] = true
		known += r.Cost.Int64
		if bill, ok := m.bills[r.Generation]; !ok || !r.Cost.Valid || bill != r.Cost.Int64 {
			t.Errorf("%s: the ledger says %v, the provider %d", r.Generation, r.Cost, bill)
		}
	}
	hidden := 0
	for id := range m.bills {
		if !found[id] {
			hidden++ // its id died with the process
		}
	}
	if diff := known - int64(total.Cost); diff != 0 {
		t.Errorf("the ledger's total differs from the provider's log by %d nano-dollars", diff)
	}
	// A kill strikes all who share a commit, and one of them may not have come to its call yet.
	if crashed > killed || crashed <= killed/2 || hidden > crashed || len(debts) != total.Unknown || len(debts) < crashed || len(debts) > crashed+m.dark {
		t.Errorf("%d kills and %d lost answers: %d calls crashed, %d bills hidden, %d unknown costs listed, %d counted", killed, m.dark, crashed, hidden, len(debts), total.Unknown)
	}
	lines, err := db.Verify(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range lines {
		if !l.OK {
			t.Errorf("verify: %s: %s", l.Name, l.Detail)
		}
	}
}
