package cmd_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	chat "github.com/frasier-cos/frasier/bot/command"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	cdpage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
	"github.com/frasier-cos/frasier/store"
)

// cockpit is a "frasier up" with one finished project, and its dashboard.
type cockpit struct {
	t    *testing.T
	env  []string
	base string      // of the dashboard
	ran  string      // what the run printed that made the project
	pid  int         // of what serves it
	log  *syncBuffer // what that says
	axe  string      // the script that looks at its pages
}

// startCockpit works the example off and starts what shows it.
func startCockpit(t *testing.T) *cockpit {
	t.Helper()
	corpus, err := filepath.Abs("../examples/corpus")
	if err != nil {
		t.Fatal(err)
	}
	return startCockpitWith(t, corpus, "../examples/roadmap.md")
}

// freeAddress is one of this machine that nothing listens on. Its port is below
// those that the system hands out, so that nobody gets it before its process does.
func freeAddress(t *testing.T) string {
	t.Helper()
	for range 100 {
		address := fmt.Sprintf("127.0.0.1:%d", 20_000+rand.IntN(10_000))
		l, err := net.Listen("tcp", address)
		if err != nil {
			continue
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		return address
	}
	t.Fatal("no port is free")
	return ""
}

// startCockpitWith is startCockpit with another roadmap and its documents, and with settings.
func startCockpitWith(t *testing.T, corpus, roadmap string, env ...string) *cockpit {
	t.Helper()
	address := freeAddress(t)
	home := t.TempDir()
	if err := os.Chmod(home, 0o700); err != nil {
		t.Fatal(err)
	}
	s := &cockpit{t: t, base: "http://" + address, env: append(os.Environ(), "FRASIER_HOME="+home, "FRASIER_LISTEN="+address, "FRASIER_CORPUS="+corpus, "FRASIER_POLL=30ms")}
	s.env = append(s.env, env...)
	s.ran = s.frasier("run", roadmap, "-out", filepath.Join(home, "out"))
	s.replayed(home)
	up := exec.CommandContext(context.WithoutCancel(t.Context()), "frasier", "up")
	var log syncBuffer
	s.log = &log
	up.Dir, up.Env, up.Stderr = home, s.env, &log
	in, err := up.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := up.Start(); err != nil {
		t.Fatal(err)
	}
	s.pid = up.Process.Pid
	t.Cleanup(func() {
		in.Close()                      //nolint:errcheck // it may have ended
		up.Process.Signal(os.Interrupt) //nolint:errcheck // what it answers is looked at
		if err := up.Wait(); err != nil {
			t.Errorf("frasier up: %v\n%s", err, log.String())
		}
	})
	for begun := time.Now(); ; <-time.After(20 * time.Millisecond) {
		if c, err := net.Dial("tcp", address); err == nil {
			c.Close() //nolint:errcheck // nothing was sent
			return s
		}
		if time.Since(begun) > patience {
			t.Fatalf("nothing listens on %s:\n%s", address, log.String())
		}
	}
}

// replayed keeps what other prompts made of the project's first step, which it takes
// a model to find.
func (s *cockpit) replayed(home string) {
	s.t.Helper()
	db, err := store.Open(s.t.Context(), store.Options{Path: filepath.Join(home, "frasier.db")})
	if err != nil {
		s.t.Fatal(err)
	}
	worth := reports.Worth{Quotes: 1, Findings: 2, Score: 3.5, Words: 400, Cost: org.Dollar / 300}
	one := reports.RenewedStep{Project: "p1", Step: "s1", From: "synthesize/0", Before: worth, Now: worth}
	not := reports.RenewedStep{Project: "p1", Step: "s2", From: "search/0", Why: "it would not have passed: the checks found a number that stands in no source"}
	_, err = db.SaveReplay(s.t.Context(), reports.Replay{Projects: 1, Spent: org.Dollar / 100, Steps: []reports.RenewedStep{one, one, not}})
	if err = errors.Join(err, db.Close()); err != nil {
		s.t.Fatal(err)
	}
}

func (s *cockpit) frasier(args ...string) string {
	s.t.Helper()
	cmd := exec.CommandContext(s.t.Context(), "frasier", args...)
	cmd.Env = s.env
	out, err := cmd.CombinedOutput()
	if err != nil {
		s.t.Fatalf("frasier %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// link is a link that signs in, by the address of this machine: a browser of a
// test knows no other name.
func (s *cockpit) link() string {
	_, code, found := strings.Cut(s.frasier("dashboard"), "/enter#")
	if !found {
		s.t.Fatal("frasier dashboard prints no link")
	}
	code, _, _ = strings.Cut(code, "\n")
	return s.base + "/enter#" + code
}

// dashboardPages are all pages of a dashboard with the example in it.
func dashboardPages() []string {
	return append(nounsOf().pages, []string{
		"/", "/projects?state=paused", "/projects/p1", "/projects/p1/plan", "/projects/p1/document", "/projects/p1/sources", "/projects/p1/timeline", "/projects/p1/costs", "/projects/p1/outside",
		"/projects/p1/document?version=2", "/projects/p1/sources?step=s1", "/steps/s1", "/steps/s1/stages/1/search/0", "/steps/s1/drafts/1/1", "/inbox", "/company", "/costs", "/replays", "/replays/re1", "/memory", "/journal", "/settings", "/docs", "/docs/trust", "/nothing-here",
	}...)
}

// nounPaths are the paths of pages and answers that nouns bring and that name nothing.
type nounPaths struct{ pages, answers []string }

func nounsOf() nounPaths {
	var out nounPaths
	for _, n := range new(chat.Handler).Nouns() {
		for _, p := range n.Pages {
			if !strings.Contains(p.Path, "{") {
				out.pages = append(out.pages, p.Path)
			}
		}
		for _, a := range n.Answers {
			out.answers = append(out.answers, a.Path)
		}
	}
	return out
}

// watched is what a browser met that it should not.
type watched struct {
	mu  sync.Mutex
	bad []string
}

func (w *watched) note(format string, args ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.bad = append(w.bad, fmt.Sprintf(format, args...))
}

func (w *watched) take() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	bad := w.bad
	w.bad = nil
	return bad
}

// open starts a browser that notes what goes wrong in it.
func (s *cockpit) open() (context.Context, *watched) {
	s.t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		s.t.Fatal("this test needs a browser: apt install chromium")
	}
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]), chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.WSURLReadTimeout(patience))
	ctx, stop := chromedp.NewExecAllocator(s.t.Context(), options...)
	s.t.Cleanup(stop)
	ctx, stop = chromedp.NewContext(ctx)
	s.t.Cleanup(stop)
	w := &watched{}
	err = chromedp.Listen(ctx, func(ev any) {
		switch e := ev.(type) {
		case *network.EventRequestWillBeSent:
			if u := e.Request.URL; !strings.HasPrefix(u, s.base) && !strings.HasPrefix(u, "data:") {
				w.note("asks %s", u)
			}
		case *cdpage.EventJavascriptDialogOpening:
			w.note("a dialog says %s", e.Message)
		case *runtime.EventExceptionThrown:
			w.note("script fails: %s", e.ExceptionDetails.Text)
		case *runtime.EventConsoleAPICalled:
			if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeWarning {
				w.note("the console says %s %s", e.Args[0].Value, e.Args[0].Description)
			}
		}
	})
	if err == nil {
		_, err = chromedp.Call(ctx, network.Enable, network.EnableParams{})
	}
	if err == nil {
		_, err = chromedp.Call(ctx, runtime.Enable, cdp.Empty{})
	}
	if err != nil {
		s.t.Fatalf("start the browser: %v", err)
	}
	return ctx, w
}

// TestDashboardInABrowser opens every page at the widths of phones, tablets and
// desks, light and dark, and without script: nothing runs over the side, asks
// elsewhere or fails, and axe finds nothing serious.
// With SCREENSHOTS each is stored in that folder. make check opens each page in
// one of the eight ways and at one width without script, make proof in all of them.
func TestDashboardInABrowser(t *testing.T) {
	testlevel.Need(t)
	t.Parallel()
	s := startCockpit(t)
	ctx, bad := s.open()
	s.axe = axeScript(t)
	if err := within(ctx, chromedp.Navigate(s.link()), chromedp.WaitVisible(`header.top`)); err != nil {
		t.Fatalf("sign in by the link: %v", err)
	}
	widths, looks := []int64{320, 390, 768, 1280}, []string{"light", "dark"}
	for _, page := range dashboardPages() {
		for way := range len(widths) * len(looks) {
			if testlevel.Proof() || testlevel.Pick(page, len(widths)*len(looks)) == way {
				s.visit(ctx, bad, page, widths[way/len(looks)], looks[way%len(looks)])
			}
		}
	}
	if _, err := chromedp.Call(ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}); err != nil {
		t.Fatal(err)
	}
	s.axe = "" // which is script
	for _, page := range dashboardPages() {
		for i, wide := range widths {
			if testlevel.Proof() || testlevel.Pick(page+" without script", len(widths)) == i {
				s.visit(ctx, bad, page, wide, "without script")
			}
		}
	}
}

// within does things in a browser, which a machine at work makes wait.
func within(ctx context.Context, actions ...chromedp.Action[chromedp.Void]) error {
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	return chromedp.Do(ctx, actions...)
}

// visit opens a page and looks for what no page may do.
func (s *cockpit) visit(ctx context.Context, bad *watched, page string, wide int64, look string) {
	s.t.Helper()
	_, err := chromedp.Call(ctx, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: wide, Height: 800, DeviceScaleFactor: 1, Mobile: wide < 700})
	if err == nil {
		_, err = chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: look}}})
	}
	if err == nil {
		err = within(ctx, chromedp.Navigate(s.base+page), chromedp.WaitVisible(`h1, .result`))
	}
	if err != nil {
		s.t.Fatalf("%s at %d px: %v", page, wide, err)
	}
	for _, c := range []struct{ script, fault string }{
		{`document.documentElement.scrollWidth - document.documentElement.clientWidth`, "pixels too wide"},
		{`[...document.querySelectorAll("button, summary, .top nav a")].filter(e => e.offsetParent && e.getBoundingClientRect().height < 24).length`, "controls too small for a finger"},
	} {
		if n, err := chromedp.Run(ctx, chromedp.Evaluate[float64](c.script)); err != nil || n > 0 {
			s.t.Errorf("%s at %d px, %s: %g %s (%v)", page, wide, look, n, c.fault, err)
		}
	}
	faults := bad.take()
	if s.axe != "" {
		faults = append(faults, s.accessible(ctx)...)
	} else if ran, err := chromedp.Run(ctx, chromedp.Evaluate[bool](`"Idiomorph" in window`)); err != nil || ran {
		faults = append(faults, fmt.Sprintf("its script ran (%v)", err))
	}
	for _, b := range faults {
		s.t.Errorf("%s at %d px, %s: %s", page, wide, look, b)
	}
	if dir := os.Getenv("SCREENSHOTS"); dir != "" {
		shot, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
		if err != nil {
			s.t.Fatal(err)
		}
		name := fmt.Sprintf("%s-%d-%s.png", strings.Trim(strings.NewReplacer("/", "_", "?", "_", "=", "_").Replace(page), "_"), wide, look)
		if err := os.WriteFile(filepath.Join(dir, name), shot, 0o600); err != nil {
			s.t.Fatal(err)
		}
	}
}

// TestDashboardWithoutScript signs in by typing the code, presses a button
// twice and reads the answer, all with plain requests.
func TestDashboardWithoutScript(t *testing.T) {
	t.Parallel()
	s := startCockpit(t)
	_, code, _ := strings.Cut(s.link(), "#")
	get := func(client *http.Client, path string) (int, string) {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.base+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		return answer(t, client, req)
	}
	stranger := browser(t)
	for _, page := range dashboardPages() {
		if status, body := get(stranger, page); status != http.StatusOK || !strings.Contains(body, `name="code"`) || strings.Contains(body, "Port Ellery") {
			t.Errorf("%s without signing in: %d, want the form for a code and nothing else", page, status)
		}
	}
	founder := browser(t)
	if status, _ := s.post(founder, "/enter", "code", "WRONGCODE"); status != http.StatusForbidden {
		t.Errorf("a wrong code: %d, want 403", status)
	}
	if status, body := s.post(founder, "/enter", "code", strings.ToLower(code)); status != http.StatusOK || !strings.Contains(body, "Nothing needs you") {
		t.Fatalf("the code: %d, want the page of today", status)
	}
	if status, _ := s.post(browser(t), "/enter", "code", code); status != http.StatusForbidden {
		t.Errorf("the code again: %d, want 403", status)
	}
	readsWell(t, func(path string) string { _, body := get(founder, path); return body })
	_, page := get(founder, "/projects/p1/plan")
	for _, want := range []string{"10 of 10 steps done", "Accept the document", "Read the document", "/steps/s1", "<svg", "The picture goes on to the right"} {
		if !strings.Contains(page, want) {
			t.Errorf("the project's page lacks %q", want)
		}
	}
	key := between(page, `value="accept p1"><input type="hidden" name="key" value="`, `"`)
	for range 2 {
		status, body := s.post(founder, "/do", "line", "accept p1", "key", key, "back", "/projects/p1")
		if status != http.StatusOK || !strings.Contains(body, `class="said"`) {
			t.Errorf("accept: %d, want the project's page with the answer", status)
		}
	}
	if n := strings.Count(s.frasier("watch", "-n", "1000"), "document_accepted"); n != 1 {
		t.Errorf("a button that was pressed twice was carried out %d times", n)
	}
	if _, sources := get(founder, "/projects/p1/sources"); strings.Count(sources, "byte for byte") < 10 || strings.Contains(sources, "is not in the source") {
		t.Error("the sources' page does not show each quote in its source")
	}
	_, step := get(founder, "/steps/s1")
	if _, call := get(founder, "/steps/s1/calls/"+between(step, `href="/steps/s1/calls/`, `"`)); !strings.Contains(call, "what to do") || !strings.Contains(call, "sub_questions") {
		t.Error("the page of a call does not show what was asked and answered")
	}
	if _, line := get(founder, "/projects/p1/timeline"); !strings.Contains(line, "Where the time went") || !strings.Contains(line, "synthesize") {
		t.Error("the timeline does not say where the time went")
	}
	if _, out := get(founder, "/projects/p1/outside"); !strings.Contains(out, "What it may do") || !strings.Contains(out, `href="/projects/p1/outside" aria-current="page"`) {
		t.Error("the page of what a project does outside is not one of the project's")
	}
	if status, _ := get(founder, "/projects/p99"); status != http.StatusNotFound {
		t.Errorf("a project that is not there: %d, want 404", status)
	}
	if status, _ := s.post(founder, "/leave"); status != http.StatusOK {
		t.Errorf("sign out: %d", status)
	}
	if _, body := get(founder, "/projects"); !strings.Contains(body, `name="code"`) {
		t.Error("after signing out pages still open")
	}
}

// TestFiveClicks goes the way of a newcomer: what a run prints last opens its
// project, and from there each claim in its source is one click away.
func TestFiveClicks(t *testing.T) {
	t.Parallel()
	s := startCockpit(t)
	if !strings.Contains(s.ran, "frasier dashboard p1\n") {
		t.Fatalf("a run does not print the line that opens its project:\n%s", s.ran)
	}
	link := between(s.frasier("dashboard", "p1"), "Dashboard: ", "\n")
	u, err := url.Parse(link)
	if err != nil {
		t.Fatal(err)
	}
	founder := browser(t)
	status, page := s.post(founder, "/enter", "code", u.Fragment, "to", u.Query().Get("to")) // 1: the link
	if status != http.StatusOK || !strings.Contains(page, `aria-current="page">Document`) {
		t.Fatalf("%s: %d, want the project", link, status)
	}
	if !strings.Contains(page, `href="/projects/p1/sources"`) {
		t.Fatal("the project's page does not lead to its sources")
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.base+"/projects/p1/sources", nil) // 2: Sources
	if err != nil {
		t.Fatal(err)
	}
	if _, body := answer(t, founder, req); strings.Count(body, "<mark>") != 20 || strings.Count(body, "byte for byte") < 20 {
		t.Error("the page does not show twenty quotes, each marked in its source")
	}
}

// TestDashboardRefusesStrangers: other host names, other sites' forms, and
// addresses that the network reaches.
func TestDashboardRefusesStrangers(t *testing.T) {
	t.Parallel()
	s := startCockpit(t)
	_, code, _ := strings.Cut(s.link(), "#")
	founder := browser(t)
	if status, _ := s.post(founder, "/enter", "code", code); status != http.StatusOK {
		t.Fatalf("sign in: %d", status)
	}
	for _, c := range []struct {
		name, host, origin, site string
		want                     int
	}{
		{"this machine", "", "", "same-origin", http.StatusOK},
		{"a name that points here", "evil.example", "", "", http.StatusMisdirectedRequest},
		{"a form of another site", "", "https://evil.example", "cross-site", http.StatusForbidden},
		{"a form of another port", "", "http://127.0.0.1:9", "same-site", http.StatusForbidden},
	} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.base+"/do", strings.NewReader("line=status&key="+strings.ReplaceAll(c.name, " ", "-")))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		if req.Host = c.host; c.origin != "" {
			req.Header.Set("Origin", c.origin)
		}
		if c.site != "" {
			req.Header.Set("Sec-Fetch-Site", c.site)
		}
		if status, _ := answer(t, founder, req); status != c.want {
			t.Errorf("%s: %d, want %d", c.name, status, c.want)
		}
	}
	tried := 0
	for range 30 {
		if status, _ := s.post(browser(t), "/enter", "code", "GUESS"); status == http.StatusForbidden {
			tried++
		}
	}
	if tried > 15 {
		t.Errorf("%d of 30 guesses at a code were looked at", tried)
	}
	cmd := exec.CommandContext(t.Context(), "frasier", "up")
	cmd.Env = append(s.env, "FRASIER_LISTEN=0.0.0.0:0", "FRASIER_HOME="+t.TempDir())
	out, err := cmd.CombinedOutput()
	if code := cmd.ProcessState.ExitCode(); code != 78 || !strings.Contains(string(out), "FRASIER_PUBLIC_URL") {
		t.Errorf("an address for the network without https: exit %d (%v), want 78 and what to set:\n%s", code, err, out)
	}
}

// browser keeps cookies and follows redirects.
func browser(t *testing.T) *http.Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &http.Client{Jar: jar, Timeout: patience}
}

func (s *cockpit) post(c *http.Client, path string, pairs ...string) (int, string) {
	s.t.Helper()
	form := make([]string, 0, len(pairs)/2)
	for i := 0; i < len(pairs); i += 2 {
		form = append(form, pairs[i]+"="+strings.ReplaceAll(strings.ReplaceAll(pairs[i+1], " ", "+"), "/", "%2F"))
	}
	req, err := http.NewRequestWithContext(s.t.Context(), http.MethodPost, s.base+path, strings.NewReader(strings.Join(form, "&")))
	if err != nil {
		s.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return answer(s.t, c, req)
}

func answer(t *testing.T, c *http.Client, req *http.Request) (int, string) {
	t.Helper()
	resp, err := c.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close() //nolint:errcheck // it was read
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(body)
}

// between is what stands in a text after one piece and before another.
func between(text, after, before string) string {
	_, rest, _ := strings.Cut(text, after)
	out, _, _ := strings.Cut(rest, before)
	return out
}
