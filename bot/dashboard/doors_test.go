package dashboard_test

import (
	"bufio"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/command"

	"github.com/frasier-cos/frasier/bot/dashboard"
	"github.com/frasier-cos/frasier/docs"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store"
)

// doors is a dashboard over a database whose founders change.
type doors struct {
	t      *testing.T
	db     *store.DB
	at     *httptest.Server
	barred atomic.Bool // nobody from Discord may order any more
	orders atomic.Int64
}

func openDoors(t *testing.T, uid string) *doors {
	t.Helper()
	return openDoorsOn(t, uid, filepath.Join(t.TempDir(), "frasier.db"))
}

func openDoorsOn(t *testing.T, uid, path string) *doors {
	t.Helper()
	return openDoorsIn(t, uid, path, func(*dashboard.Options) {})
}

func openDoorsAs(t *testing.T, uid string, change func(*dashboard.Options)) *doors {
	t.Helper()
	return openDoorsIn(t, uid, filepath.Join(t.TempDir(), "frasier.db"), change)
}

func openDoorsIn(t *testing.T, uid, path string, change func(*dashboard.Options)) *doors {
	t.Helper()
	d := &doors{t: t}
	var err error
	if d.db, err = store.Open(t.Context(), store.Options{Path: path}); err != nil {
		t.Fatal(err)
	}
	o := dashboard.Options{
		Records: d.db, Nouns: command.New(d.db, time.Now).Nouns(), Docs: docs.Files, Name: "Frasier", UID: uid, Now: time.Now, Log: slog.New(slog.DiscardHandler),
		MayOrder: func(s org.Session) bool { return s.Via != "discord" || !d.barred.Load() },
		Do: func(context.Context, org.Command) (org.Reply, error) {
			d.orders.Add(1)
			return org.Reply{Text: "done"}, nil
		},
		Checks: func(context.Context) []reports.CheckResult { return nil },
	}
	change(&o)
	h, err := dashboard.New(o)
	if err != nil {
		t.Fatal(err)
	}
	d.at = httptest.NewServer(h)
	t.Cleanup(func() {
		d.at.Close()
		if err := d.db.Close(); err != nil {
			t.Error(err)
		}
	})
	return d
}

// signIn opens a session of somebody and returns his browser.
func (d *doors) signIn(jar http.CookieJar, who, via string) *http.Client {
	d.t.Helper()
	code, err := d.db.NewCode(d.t.Context(), who, via)
	if err != nil {
		d.t.Fatal(err)
	}
	b := &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	if status := d.post(b, "/enter", "code", code); status != http.StatusSeeOther {
		d.t.Fatalf("sign in: %d", status)
	}
	return b
}

func (d *doors) post(b *http.Client, path string, fields ...string) int {
	d.t.Helper()
	form := url.Values{}
	for i := 0; i < len(fields); i += 2 {
		form.Set(fields[i], fields[i+1])
	}
	req, err := http.NewRequestWithContext(d.t.Context(), http.MethodPost, d.at.URL+path, strings.NewReader(form.Encode()))
	if err != nil {
		d.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	resp, err := b.Do(req)
	if err != nil {
		d.t.Fatal(err)
	}
	defer resp.Body.Close() //nolint:errcheck // only its head is looked at
	return resp.StatusCode
}

func (d *doors) get(b *http.Client, path string, headers ...string) *http.Response {
	d.t.Helper()
	req, err := http.NewRequestWithContext(d.t.Context(), http.MethodGet, d.at.URL+path, nil)
	if err != nil {
		d.t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	resp, err := b.Do(req)
	if err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(func() { resp.Body.Close() }) //nolint:errcheck // it may have ended
	return resp
}

func newJar(t *testing.T) http.CookieJar {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return jar
}

// Whoever is taken out of the founders gives no order in a browser that is signed in, and none with a link that he has
// not opened yet. The operator's own session goes on.
func TestWhoIsNoFounderIsOut(t *testing.T) {
	t.Parallel()
	d := openDoors(t, "one")
	bob, operator := d.signIn(newJar(t), "222", "discord"), d.signIn(newJar(t), "founder", "frasier dashboard")
	unopened, err := d.db.NewCode(t.Context(), "222", "discord")
	if err != nil {
		t.Fatal(err)
	}
	live := d.get(bob, "/live?after=0") //nolint:bodyclose // get ends it with the test
	d.barred.Store(true)
	if status := d.post(bob, "/do", "key", "k1", "line", "settings quiet.pings 3"); status != http.StatusSeeOther || d.orders.Load() != 0 {
		t.Errorf("his order: %d, and %d were carried out", status, d.orders.Load())
	}
	if resp := d.get(bob, "/"); resp.StatusCode != http.StatusSeeOther || !strings.HasPrefix(resp.Header.Get("Location"), "/enter") { //nolint:bodyclose // get ends it with the test
		t.Errorf("his page: %d to %s", resp.StatusCode, resp.Header.Get("Location"))
	}
	if _, err := io.Copy(io.Discard, live.Body); err != nil { // it ends by itself
		t.Errorf("his open page: %v", err)
	}
	if status := d.post(&http.Client{Jar: newJar(t)}, "/enter", "code", unopened); status != http.StatusForbidden {
		t.Errorf("a link of before: %d", status)
	}
	if status := d.post(operator, "/do", "key", "k2", "line", "status"); status != http.StatusSeeOther || d.orders.Load() != 1 {
		t.Errorf("the operator's order: %d, and %d were carried out", status, d.orders.Load())
	}
	d.barred.Store(false)
	if resp := d.get(bob, "/"); resp.StatusCode != http.StatusSeeOther { //nolint:bodyclose // get ends it with the test
		t.Errorf("his session came back with him: %d", resp.StatusCode)
	}
}

// A stream ends with the token that opened it.
func TestAStreamEndsWithItsToken(t *testing.T) {
	t.Parallel()
	d := openDoors(t, "one")
	secret, err := d.db.NewToken(t.Context(), "wall", false)
	if err != nil {
		t.Fatal(err)
	}
	stream := d.get(http.DefaultClient, "/api/v1/journal/stream", "Authorization", "Bearer "+secret) //nolint:bodyclose // get ends it with the test
	if stream.StatusCode != http.StatusOK || stream.Header.Get("X-Accel-Buffering") != "no" {
		t.Fatalf("stream: %d, buffering %q", stream.StatusCode, stream.Header.Get("X-Accel-Buffering"))
	}
	lines := bufio.NewReader(stream.Body)
	if _, err := lines.ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	if err := d.db.RemoveToken(t.Context(), "wall"); err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, lines); err != nil { // it ends by itself
		t.Errorf("the stream of a token that is gone: %v", err)
	}
}

// Wrong codes keep nobody out who has a right one.
func TestWrongCodesKeepNobodyOut(t *testing.T) {
	t.Parallel()
	d := openDoors(t, "one")
	told := 0
	for range 40 {
		if d.post(&http.Client{}, "/enter", "code", "WRONG") == http.StatusTooManyRequests {
			told++
		}
	}
	if told == 0 {
		t.Error("nobody is told to wait after 40 wrong codes")
	}
	d.signIn(newJar(t), "founder", "frasier dashboard")
}

// Two instances on one machine leave each other's browsers signed in: cookies know no ports.
func TestTwoInstancesShareABrowser(t *testing.T) {
	t.Parallel()
	a, b := openDoors(t, "one"), openDoors(t, "two")
	jar := newJar(t)
	ofA, ofB := a.signIn(jar, "founder", "frasier dashboard"), b.signIn(jar, "founder", "frasier dashboard")
	for range 2 {
		if x, y := a.get(ofA, "/projects").StatusCode, b.get(ofB, "/projects").StatusCode; x != http.StatusOK || y != http.StatusOK { //nolint:bodyclose // get ends it with the test
			t.Errorf("A answers %d, B %d", x, y)
		}
	}
}

// One token cannot take all streams, and programs never take those of pages.
func TestStreamsAreShared(t *testing.T) {
	t.Parallel()
	d := openDoors(t, "one")
	founder := d.signIn(newJar(t), "founder", "frasier dashboard")
	taken := map[string]int{}
	for _, name := range []string{"one", "two", "three"} {
		secret, err := d.db.NewToken(t.Context(), name, false)
		if err != nil {
			t.Fatal(err)
		}
		for range 6 {
			if resp := d.get(http.DefaultClient, "/api/v1/journal/stream", "Authorization", "Bearer "+secret); resp.StatusCode == http.StatusOK { //nolint:bodyclose // get ends it with the test
				taken[name]++
			}
		}
	}
	if taken["one"] != 4 || taken["two"] != 4 || taken["three"] != 0 {
		t.Errorf("streams by token: %v, want 4, 4 and none", taken)
	}
	if resp := d.get(founder, "/live?after=0"); resp.StatusCode != http.StatusOK { //nolint:bodyclose // get ends it with the test
		t.Errorf("the founder's page: %d", resp.StatusCode)
	}
}
