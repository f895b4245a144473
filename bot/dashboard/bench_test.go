package dashboard_test

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/dashboard"
	"github.com/frasier-cos/frasier/docs"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/storetest"
	"github.com/frasier-cos/frasier/store"
)

// crowd is an office with 10 000 projects, 300 of them open, 100 000 calls of the
// last 30 days and a million lines of the journal, a hundred of each project. The
// first step of p3300 has 60 calls, with what each was asked.
func crowd(b *testing.B) (*store.DB, http.Handler) {
	b.Helper()
	path, driver := filepath.Join(b.TempDir(), "frasier.db"), "sqlite3"
	if server := storetest.Server(); server != "" {
		address, drop, err := storetest.Schema(b.Context(), server)
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() {
			if err := drop(); err != nil {
				b.Error(err)
			}
		})
		path, driver = address, "pgx"
	}
	db, err := store.Open(b.Context(), store.Options{Path: path})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := db.Close(); err != nil {
			b.Error(err)
		}
	})
	if err := db.SeedAgents(b.Context(), []org.Agent{{ID: "agent-research", Name: "Rosalind", Role: "Head", Category: "research", Persona: "You."}}); err != nil {
		b.Fatal(err)
	}
	fill(b, driver, path)
	for n := range 60 {
		c := org.ModelCall{
			Key: fmt.Sprint("own", n), Try: 1, Purpose: "synthesize", Project: "p3300", Mission: "mi3300", Step: "s3300-0", Agent: "agent-research", Round: n/20 + 1,
			TierAsked: org.T2, Tier: org.T2, Model: "a model",
		}
		for block := range 7 {
			c.Prompt = append(c.Prompt, org.PromptBlock{Name: fmt.Sprint("B", block), Text: strings.Repeat(fmt.Sprint("what call ", n/10, " was asked, "), 80)})
		}
		e, _, err := db.BeginCall(b.Context(), c)
		if err != nil {
			b.Fatal(err)
		}
		e.State, e.Model, e.Reply, e.TokensIn, e.TokensOut, e.Cost, e.CostSource = org.CallUsable, "a model, dated", strings.Repeat("A reply of some length. ", 40), 3000, 400, org.Dollar/500, org.CostProvider
		if _, err := db.EndCall(b.Context(), e); err != nil {
			b.Fatal(err)
		}
	}
	h, err := dashboard.New(dashboard.Options{
		Records: db, Docs: docs.Files, Name: "Frasier", Now: time.Now, Log: slog.New(slog.DiscardHandler),
		Do:       func(context.Context, org.Command) (org.Reply, error) { return org.Reply{}, nil },
		MayOrder: func(org.Session) bool { return true },
		Checks:   func(context.Context) []reports.CheckResult { return nil },
	})
	if err != nil {
		b.Fatal(err)
	}
	return db, h
}

// fill makes the rows of a crowd.
func fill(b *testing.B, driver, path string) {
	b.Helper()
	raw, err := sql.Open(driver, path)
	if err != nil {
		b.Fatal(err)
	}
	defer func() {
		if err := raw.Close(); err != nil {
			b.Error(err)
		}
	}()
	raw.SetMaxOpenConns(1)
	day, chars := `date(at / 1000000, 'unixepoch')`, `hex(zeroblob(600))`
	if driver == "pgx" {
		day, chars = `to_char(to_timestamp(at / 1000000), 'YYYY-MM-DD')`, `repeat('0', 1200)`
	}
	now := time.Now().UnixMicro()
	count := func(n int) string {
		return fmt.Sprintf(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) `, n)
	}
	each, ended := count(10000), `CASE WHEN i % 33 = 0 THEN 'active' ELSE 'completed' END`
	at := fmt.Sprintf(`(%d - (10001 - i) * CAST(100000000 AS BIGINT))`, now)
	over := fmt.Sprintf(`CASE WHEN i %% 33 <> 0 THEN %s + 60000000 END`, at)
	for _, statement := range []string{
		each + `INSERT INTO messages (id, transport, channel, origin, author, body, state, said_at, received_at)
			SELECT 'm' || i, 'discord', '1', 'o' || i, 'ana', 'go', 'handled', ` + at + `, ` + at + ` FROM n`,
		each + `INSERT INTO projects (id, message_id, transport, channel, title, goal, state, mode, depth, created_at, ended_at)
			SELECT 'p' || i, 'm' || i, 'discord', '1', 'Market of ' || i, 'g', ` + ended + `, 'research', 'standard', ` + at + `, ` + over + ` FROM n`,
		each + `INSERT INTO phases (project_id, idx, label) SELECT 'p' || i, 0, 'work' FROM n`,
		each + `INSERT INTO missions (id, project_id, seq, phase, label, state, planned, open_steps, created_at, ended_at)
			SELECT 'mi' || i, 'p' || i, 0, 0, 'work', CASE WHEN i % 33 = 0 THEN 'in_progress' ELSE 'completed' END, 1, CASE WHEN i % 33 = 0 THEN 3 ELSE 0 END, ` + at + `, ` + over + ` FROM n`,
		each + `INSERT INTO steps (id, mission_id, project_id, key, title, goal, kind, depth, role, category, agent_id, tier, phase, grp, final, critical, entities, acceptance, state, result, reviewed, created_at, started_at, ended_at)
			SELECT 's' || i || '-' || k, 'mi' || i, 'p' || i, 'k' || k, 'Find ' || k, 'g', 'research', 'standard', 'r', 'c', 'agent-research', 'T2', 0, k, 0, 0, '[]', '[]',
			       CASE WHEN k = 0 OR i % 33 <> 0 THEN 'completed' ELSE 'pending' END, CASE WHEN k = 0 OR i % 33 <> 0 THEN 'r' ELSE '' END, CASE WHEN k = 0 OR i % 33 <> 0 THEN 'auto' ELSE '' END,
			       ` + at + `, CASE WHEN k = 0 OR i % 33 <> 0 THEN ` + at + ` END, CASE WHEN k = 0 OR i % 33 <> 0 THEN ` + at + ` + 1000000 END
			  FROM n, (SELECT 0 AS k UNION SELECT 1 UNION SELECT 2) AS three`,
		count(100000) + fmt.Sprintf(`, c(i, at) AS (SELECT i, %d - i * CAST(25920000 AS BIGINT) FROM n)
			INSERT INTO llm_calls (call_key, try_no, purpose, project_id, mission_id, step_id, agent_id, round, tier_asked, tier, model, served, state, reply, tokens_in, tokens_out, cost, cost_source, ghost, deadline, started_at, ended_at, day)
			SELECT 'c' || i, 1, 'purpose ' || (i %% 12), 'p' || (i %% 10000 + 1), 'mi' || (i %% 10000 + 1), 's' || (i %% 10000 + 1) || '-0', 'agent-research', 1, 'T' || (i %% 3 + 1), 'T' || (i %% 3 + 1), 'a model', 'a model, dated',
			       'usable', %s, 3000, 400, CASE WHEN i %% 50 > 0 THEN i * 1000 END, CASE WHEN i %% 50 > 0 THEN 'provider' ELSE 'unknown' END, CASE WHEN i %% 40 = 0 THEN 1 ELSE 0 END, at, at, at, %s FROM c`, now, chars, day),
		count(1000000) + fmt.Sprintf(`INSERT INTO events (seq, at, kind, project_id, mission_id, step_id, agent_id, body)
			SELECT i + 1000, %d - (1000001 - i) * CAST(1000000 AS BIGINT), CASE i %% 5 WHEN 0 THEN 'step_started' WHEN 1 THEN 'stage_done' WHEN 2 THEN 'stage_done' WHEN 3 THEN 'step_completed' ELSE 'step_ready' END,
			       'p' || (i %% 10000 + 1), 'mi' || (i %% 10000 + 1), 's' || (i %% 10000 + 1) || '-' || (i %% 3), 'agent-research', 'Find 1: something was done' FROM n`, now),
		`INSERT INTO spending (scope, subject, project_id, known, changes) SELECT 'day', day, project_id, coalesce(sum(cost), 0), count(*) FROM llm_calls GROUP BY day, project_id`,
		`INSERT INTO spending (scope, subject, project_id, known, changes) SELECT 'day', day, '', coalesce(sum(cost), 0), count(*) FROM llm_calls GROUP BY day`,
		`INSERT INTO counters (name, n) VALUES ('event', 1001000) ON CONFLICT (name) DO UPDATE SET n = excluded.n`,
	} {
		if _, err := raw.ExecContext(b.Context(), statement); err != nil {
			b.Fatal(err, statement)
		}
	}
	if driver == "pgx" {
		if _, err := raw.ExecContext(b.Context(), `ANALYZE`); err != nil {
			b.Fatal(err)
		}
	}
}

// visitor is a browser that is signed in.
type visitor struct {
	h      http.Handler
	cookie *http.Cookie
}

func enter(b *testing.B, db *store.DB, h http.Handler) visitor {
	b.Helper()
	code, err := db.NewCode(b.Context(), "ana", "test")
	if err != nil {
		b.Fatal(err)
	}
	token, _, err := db.Enter(b.Context(), code)
	if err != nil {
		b.Fatal(err)
	}
	return visitor{h, &http.Cookie{Name: "frasier", Value: token}}
}

func (v visitor) get(b *testing.B, path string) []byte {
	b.Helper()
	r := httptest.NewRequestWithContext(b.Context(), http.MethodGet, "http://127.0.0.1:8787"+path, nil)
	r.AddCookie(v.cookie)
	w := httptest.NewRecorder()
	v.h.ServeHTTP(w, r)
	if w.Code != http.StatusOK {
		b.Fatalf("%s: %d\n%s", path, w.Code, w.Body)
	}
	return w.Body.Bytes()
}

// BenchmarkPages is the time that the server needs for each page, the middle and the
// slowest of a hundred, beside a crowd. The first page of each kind is left out.
func BenchmarkPages(b *testing.B) {
	db, h := crowd(b)
	v := enter(b, db, h)
	for _, path := range []string{
		"/", "/projects", "/projects?from=9000", "/projects?q=market+of+777", "/projects?state=active", "/projects/p5000", "/projects/p3300", "/projects/p5000/document", "/projects/p5000/sources", "/projects/p5000/timeline",
		"/projects/p5000/costs", "/steps/s3300-0", "/steps/s5000-1", "/inbox", "/company", "/costs", "/costs?days=0", "/memory", "/journal", "/journal?before=500000", "/settings", "/docs", "/docs/dashboard",
	} {
		b.Run(strings.TrimPrefix(strings.ReplaceAll(path, "/", " "), " "), func(b *testing.B) {
			v.get(b, path)
			var all []time.Duration
			for b.Loop() {
				begun := time.Now()
				v.get(b, path)
				all = append(all, time.Since(begun))
			}
			slices.SortFunc(all, cmp.Compare[time.Duration])
			b.ReportMetric(float64(all[len(all)/2].Microseconds())/1000, "ms-p50")
			b.ReportMetric(float64(all[len(all)*99/100].Microseconds())/1000, "ms-p99")
			b.ReportMetric(float64(len(v.get(b, path)))/1000, "kB")
			b.ReportMetric(float64(packed(b, v.get(b, path)))/1000, "kB-gzip")
		})
	}
	b.Run("costs after a call", func(b *testing.B) {
		v.get(b, "/costs")
		var all []time.Duration
		for b.Loop() {
			e, _, err := db.BeginCall(b.Context(), org.ModelCall{Key: fmt.Sprint("now", b.Name(), len(all)), Try: 1, Purpose: "say", TierAsked: org.T1, Tier: org.T1, Model: "a model"})
			if err != nil {
				b.Fatal(err)
			}
			e.State, e.Model, e.Cost, e.CostSource = org.CallUsable, "a model, dated", org.Dollar/500, org.CostProvider
			if _, err := db.EndCall(b.Context(), e); err != nil {
				b.Fatal(err)
			}
			begun := time.Now()
			v.get(b, "/costs")
			all = append(all, time.Since(begun))
		}
		slices.SortFunc(all, cmp.Compare[time.Duration])
		b.ReportMetric(float64(all[len(all)/2].Microseconds())/1000, "ms-p50")
		b.ReportMetric(float64(all[len(all)*99/100].Microseconds())/1000, "ms-p99")
	})
	b.Run("first visit", func(b *testing.B) {
		for b.Loop() {
			page := v.get(b, "/")
			bytes := len(page)
			for _, m := range regexp.MustCompile(`(?:href|src)="(/assets/[^"]+)"`).FindAllStringSubmatch(string(page), -1) {
				bytes += len(v.get(b, m[1]))
			}
			b.ReportMetric(float64(bytes)/1000, "kB")
		}
	})
}

// packed is how many bytes a page has on a wire that compresses.
func packed(b *testing.B, page []byte) int {
	b.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write(page); err != nil {
		b.Fatal(err)
	}
	if err := w.Close(); err != nil {
		b.Fatal(err)
	}
	return out.Len()
}

// BenchmarkEventToPage is the time from the commit of an event until a page that is open
// has what it is to show, beside a crowd: the middle and the slowest of twenty.
func BenchmarkEventToPage(b *testing.B) {
	db, h := crowd(b)
	v := enter(b, db, h)
	s := httptest.NewServer(h)
	defer s.Close()
	last, err := db.LastEvent(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	req, err := http.NewRequestWithContext(b.Context(), http.MethodGet, fmt.Sprint(s.URL, "/live?after=", last), nil)
	if err != nil {
		b.Fatal(err)
	}
	req.AddCookie(v.cookie)
	stream, err := s.Client().Do(req)
	if err != nil {
		b.Fatal(err)
	}
	defer stream.Body.Close() //nolint:errcheck // it was read
	lines := bufio.NewScanner(stream.Body)
	var all []time.Duration
	for b.Loop() {
		time.Sleep(350*time.Millisecond + time.Duration(len(all)%5)*11*time.Millisecond) //nolint:forbidigo // somebody reads the page
		begun := time.Now()
		if _, err := db.Remember(b.Context(), fmt.Sprintf("Write price %d in euros", len(all))); err != nil {
			b.Fatal(err)
		}
		for lines.Scan() && !strings.HasPrefix(lines.Text(), "event: changed") {
		}
		v.get(b, "/")
		all = append(all, time.Since(begun))
	}
	slices.SortFunc(all, cmp.Compare[time.Duration])
	b.ReportMetric(float64(all[len(all)/2].Microseconds())/1000, "ms-p50")
	b.ReportMetric(float64(all[len(all)*95/100].Microseconds())/1000, "ms-p95")
}
