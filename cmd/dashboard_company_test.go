package cmd_test

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
)

// The page of the company: an order is given on it, what the directors make of it is seen
// there, their question is answered there, and the project leads back to the order.
func TestDashboardCompany(t *testing.T) {
	t.Parallel()
	corpus, err := filepath.Abs("../examples/corpus")
	if err != nil {
		t.Fatal(err)
	}
	_, url := llmtest.Start(t, llmtest.Options{})
	s := startCockpitWith(t, corpus, "../examples/roadmap.md", "FRASIER_LLM_URL="+url)
	_, code, _ := strings.Cut(s.link(), "#")
	founder := browser(t)
	get := func(path string) string {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.base+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		status, body := answer(t, founder, req)
		if status != http.StatusOK {
			t.Fatalf("%s: %d", path, status)
		}
		return body
	}
	sees := func(path, want string) string {
		t.Helper()
		for begun := time.Now(); ; <-time.After(20 * time.Millisecond) {
			body := get(path)
			if strings.Contains(body, want) {
				return body
			}
			if time.Since(begun) > patience {
				t.Fatalf("%s never shows %q:\n%s", path, want, body)
			}
		}
	}
	if status, _ := s.post(founder, "/enter", "code", code); status != http.StatusOK {
		t.Fatalf("the code: %d", status)
	}
	if body := get("/company"); !strings.Contains(body, "Your company is off") || strings.Contains(body, "Departments</h2>") {
		t.Errorf("off: %s", body)
	}
	s.frasier("company", "on", "20")
	page := sees("/company", "Give an order")
	key := between(page, `value="company tell"><input type="hidden" name="key" value="`, `"`)
	for range 2 { // pressed twice, given once
		if status, body := s.post(founder, "/do", "line", "company tell", "words", "Find the price of rye bread", "key", key, "back", "/company"); status != http.StatusOK || !strings.Contains(body, "Business has it (k1)") {
			t.Errorf("tell: %d %s", status, body)
		}
	}
	sees("/company/k1", "Opened <a href=\"/projects/p2\">")
	if page = get("/company"); strings.Count(page, `class="big" href="/company/k`) != 1 || !strings.Contains(page, "R&amp;D") {
		t.Errorf("the page lists other than the one order:\n%s", page)
	}
	if page = get("/projects/p2"); !strings.Contains(page, `for <a href="/company/k2">k2</a>`) {
		t.Errorf("the project does not lead to its order")
	}
	sees("/company/k1", "R&amp;D reports to Business")
	s.frasier("company", "tell", "Look for a hall and ask me first")
	page = sees("/company", "They ask you (1)")
	s.looksAt("/company", "/inbox", "/")
	key = between(page, ` Near"><input type="hidden" name="key" value="`, `"`)
	question := between(page, `value="company answer `, ` Near"`)
	for range 2 {
		if status, body := s.post(founder, "/do", "line", "company answer "+question+" Near", "key", key, "back", "/company"); status != http.StatusOK || !strings.Contains(body, "Business has your answer") {
			t.Errorf("answer: %d %s", status, body)
		}
	}
	sees("/company/"+question, "Near")
	if strings.Contains(get("/company"), "They ask you") {
		t.Error("the question waits though it was answered")
	}
	s.looksAt("/company", "/company/k1", "/company/business", "/company/research", "/projects/p2")
	key = between(get("/company"), `value="company review"><input type="hidden" name="key" value="`, `"`)
	if status, body := s.post(founder, "/do", "line", "company review", "key", key, "back", "/company"); status != http.StatusOK || !strings.Contains(body, "All five directors") {
		t.Errorf("review: %d", status)
	}
	s.frasier("company", "off")
	if page = get("/company"); !strings.Contains(page, "Your company is off") || !strings.Contains(page, `href="/company/k1"`) {
		t.Errorf("off again, without the order that was given:\n%s", page)
	}
	s.looksAt("/company")
}

// looksAt opens pages in a browser: narrow and dark, and wide and light; make proof at all
// widths in both. With SCREENSHOTS each is stored in that folder.
func (s *cockpit) looksAt(pages ...string) {
	s.t.Helper()
	if !testlevel.Check() {
		return
	}
	if s.axe == "" {
		s.axe = axeScript(s.t)
	}
	ctx, bad := s.open()
	if err := within(ctx, chromedp.Navigate(s.link()), chromedp.WaitVisible(`header.top`)); err != nil {
		s.t.Fatalf("sign in by the link: %v", err)
	}
	for _, page := range pages {
		for _, wide := range []int64{320, 390, 768, 1280} {
			for _, look := range []string{"light", "dark"} {
				if testlevel.Proof() || wide == 320 && look == "dark" || wide == 1280 && look == "light" {
					s.visit(ctx, bad, page, wide, look)
				}
			}
		}
	}
}

// What a founder orders and directors write stands on the company's pages as text, whatever
// is in it.
func TestDashboardEscapesTheCompany(t *testing.T) {
	t.Parallel()
	corpus, err := filepath.Abs("../examples/corpus")
	if err != nil {
		t.Fatal(err)
	}
	_, url := llmtest.Start(t, llmtest.Options{})
	s := startCockpitWith(t, corpus, "../examples/roadmap.md", "FRASIER_LLM_URL="+url)
	_, code, _ := strings.Cut(s.link(), "#")
	founder := browser(t)
	if status, _ := s.post(founder, "/enter", "code", code); status != http.StatusOK {
		t.Fatalf("sign in: %d", status)
	}
	page := func(path string) string {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.base+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		_, body := answer(t, founder, req)
		return body
	}
	bad := strings.Join(hostile(), " ")
	s.frasier("company", "on", "20")
	s.frasier("company", "tell", "Find the price of rye "+bad)
	for begun := time.Now(); !strings.Contains(page("/company/k1"), "R&amp;D reports to Business"); <-time.After(20 * time.Millisecond) {
		if time.Since(begun) > patience {
			t.Fatal("the order leads to nothing")
		}
	}
	s.frasier("company", "tell", "Look for a hall and ask me first "+bad)
	shown := 0
	for _, path := range []string{"/", "/inbox", "/company", "/company/k1", "/company/k2", "/company/k4", "/company/business", "/company/research", "/projects/p2", "/company/%3Cscript%3E", "/company?before=%22%3E%3Csvg"} {
		body := page(path)
		shown += strings.Count(body, "alert(1)")
		for _, fault := range dangerous(t, body) {
			t.Errorf("%s: %s", path, fault)
		}
	}
	if shown < 30 {
		t.Errorf("the hostile texts stand on the pages %d times: are they shown at all?", shown)
	}
	s.frasier("company", "off")
}
