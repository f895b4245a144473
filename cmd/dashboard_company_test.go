package cmd_test

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/frasier-cos/frasier/internal/testlevel"
	"github.com/frasier-cos/frasier/llm/llmtest"
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
	if testlevel.Check() {
		ctx, bad := s.open()
		s.axe = axeScript(t)
		if err := within(ctx, chromedp.Navigate(s.link()), chromedp.WaitVisible(`header.top`)); err != nil {
			t.Fatalf("sign in by the link: %v", err)
		}
		for _, path := range []string{"/company", "/company/k1", "/company/business", "/company/research", "/projects/p2"} {
			for _, wide := range []int64{320, 390, 768, 1280} {
				for _, look := range []string{"light", "dark"} {
					if testlevel.Proof() || wide == 320 && look == "dark" || wide == 1280 && look == "light" {
						s.visit(ctx, bad, path, wide, look)
					}
				}
			}
		}
	}
	key = between(get("/company"), `value="company review"><input type="hidden" name="key" value="`, `"`)
	if status, body := s.post(founder, "/do", "line", "company review", "key", key, "back", "/company"); status != http.StatusOK || !strings.Contains(body, "All five directors") {
		t.Errorf("review: %d", status)
	}
	s.frasier("company", "off")
	if page = get("/company"); !strings.Contains(page, "Your company is off") || !strings.Contains(page, `href="/company/k1"`) {
		t.Errorf("off again, without the order that was given:\n%s", page)
	}
}
