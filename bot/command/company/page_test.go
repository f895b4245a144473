package company_test

import (
	"bufio"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	companynoun "github.com/frasier-cos/frasier/bot/command/company"
	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/dashboard"
	"github.com/frasier-cos/frasier/internal/company"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// rested is an office whose company is off. What is asked beside these methods is a question
// too many, and ends the test.
type rested struct {
	dashboard.Records
	companynoun.State
	companynoun.Orders
	companynoun.Books
	asked atomic.Int32 // about the company
	last  atomic.Int64 // line of the journal
	lines []org.Event
}

func (*rested) Session(context.Context, string) (org.Session, error) {
	return org.Session{ID: "1", Who: "Ana"}, nil
}
func (*rested) Decisions(context.Context) ([]org.Decision, error) { return nil, nil }
func (*rested) FounderClock(context.Context) (reports.FounderClock, error) {
	return reports.FounderClock{Zone: "UTC"}, nil
}

func (r *rested) CompanyBook(context.Context, org.MemoID, int) (company.Book, error) {
	r.asked.Add(1)
	return company.Book{}, nil
}

// LastEvent has the first five lines at once, and all a moment later.
func (r *rested) LastEvent(context.Context) (int64, error) {
	if r.last.Add(1) == 1 {
		return 5, nil
	}
	return int64(len(r.lines)), nil
}

func (r *rested) Events(_ context.Context, after int64, n int) ([]org.Event, error) {
	lines := r.lines[min(int(after), len(r.lines)):]
	return lines[:min(n, len(lines))], nil
}

// serve shows an office to who is signed in.
func serve(t *testing.T, r *rested) (get func(path string) io.Reader) {
	t.Helper()
	h, err := dashboard.New(dashboard.Options{
		Records: r, Nouns: []noun.Noun{companynoun.New(r, false)}, MayOrder: func(org.Session) bool { return true }, Name: "Frasier", Now: time.Now, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return func(path string) io.Reader {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		req.AddCookie(&http.Cookie{Name: "frasier", Value: "x"})
		resp, err := s.Client().Do(req)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { resp.Body.Close() }) //nolint:errcheck // it was read
		return resp.Body
	}
}

// While the company is off its page asks one question about it, says in two sentences what
// it is, and has the control that opens it.
func TestCompanyOffAsksOnce(t *testing.T) {
	t.Parallel()
	r := &rested{}
	raw, err := io.ReadAll(serve(t, r)("/company"))
	if err != nil {
		t.Fatal(err)
	}
	page := string(raw)
	_, said, _ := strings.Cut(page, "<h1>Company</h1>")
	_, said, _ = strings.Cut(said, "<p>")
	said, _, _ = strings.Cut(said, "</p>")
	if strings.Count(said, ".") != 2 || !strings.Contains(said, "Your company is off") {
		t.Errorf("it says %q, want two sentences", said)
	}
	if !strings.Contains(page, `value="company on"`) || strings.Contains(page, `value="company tell"`) {
		t.Error("the page does not have the one control that opens the company")
	}
	if n := r.asked.Load(); n != 1 {
		t.Errorf("%d questions about the company", n)
	}
}

// An open page of the company is told of lines of the journal that are about it, and of no
// others; other pages are told of all.
func TestWhatRefreshesTheCompany(t *testing.T) {
	t.Parallel()
	for about, want := range map[string]string{"/company": "id: 6", "/company/{id}": "id: 6", "": "id: 5", "company": "id: 5"} {
		r := &rested{}
		for i, kind := range []org.EventKind{org.EventStageDone, org.EventStepReady, org.EventDeliverySent, org.EventStepStarted, org.EventStageDone, org.EventMemoSettled} {
			r.lines = append(r.lines, org.Event{Seq: int64(i + 1), Kind: kind})
		}
		lines := bufio.NewScanner(serve(t, r)("/live?after=0&about=" + about))
		for lines.Scan() && !strings.HasPrefix(lines.Text(), "id: ") {
		}
		if got := lines.Text(); got != want {
			t.Errorf("a page about %q is told first of %q (%v), want %q", about, got, lines.Err(), want)
		}
	}
}
