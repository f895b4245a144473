package cmd_test

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"golang.org/x/net/html"

	"github.com/frasier-cos/frasier/internal/testing/testlevel"
)

// hostile is what pages must show as text: each would run, load or lead
// somewhere if it came through as it is.
func hostile() []string {
	return []string{
		`<script>alert(1)</script>`, `<img src=x onerror=alert(1)>`, `"><svg onload=alert(1)>`, `</title><script>alert(1)</script>`,
		`[a](javascript:alert(1))`, `<iframe src=https://evil.example></iframe>`, `{{.Who}}`, `<base href=https://evil.example>`,
		`![i](https://evil.example/i.png)`, `<form action=https://evil.example>`, `<style>body{display:none}</style>`, `<meta http-equiv=refresh content=0>`,
	}
}

// disguised are the hostile texts in ten forms each: as they are, and as filters
// that look for one spelling let them through.
func disguised() []string {
	var out []string
	for _, text := range hostile() {
		spaced := strings.ReplaceAll(text, " ", "/")
		out = append(out, text, strings.ToUpper(text), spaced, "`"+text+"`", "'>"+text, "-->"+text, "]]>"+text, "</textarea>"+text, html.EscapeString(text), strings.ReplaceAll(text, "<", "<\x00"))
	}
	return out
}

// TestDashboardEscapes puts HTML, scripts and links into every text that a
// founder or a source can write, and looks at every page that shows them.
func TestDashboardEscapes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	corpus := filepath.Join(dir, "corpus")
	if err := os.Mkdir(corpus, 0o700); err != nil {
		t.Fatal(err)
	}
	bad := strings.Join(hostile(), " ")
	roadmap := "# Oats " + bad + "\n\n- [ ] Find the price of oats " + bad + "\n  - accept: the price of oats " + bad + "\n- [ ] Find where oats are grown\n"
	source := "# Prices of oats " + bad + "\n\nThe price of oats was 212 euros a tonne in March 2026 " + bad + ". Oats are grown in the north " + bad + ".\n"
	for name, text := range map[string]string{"roadmap.md": roadmap, "corpus/prices.md": source} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := startCockpitWith(t, corpus, filepath.Join(dir, "roadmap.md"))
	_, code, _ := strings.Cut(s.link(), "#")
	founder := browser(t)
	if status, _ := s.post(founder, "/enter", "code", code); status != http.StatusOK {
		t.Fatalf("sign in: %d", status)
	}
	if status, _ := s.post(founder, "/do", "key", "k1", "line", "remember Never "+bad, "back", "//evil.example"); status != http.StatusOK {
		t.Fatalf("a rule: %d", status)
	}
	shown := 0
	for _, page := range append(dashboardPages(), "/?said=k1", "/projects?q="+`%22%3E%3Csvg+onload%3Dalert(1)%3E`) {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.base+page, nil)
		if err != nil {
			t.Fatal(err)
		}
		_, body := answer(t, founder, req)
		shown += strings.Count(body, "alert(1)")
		for _, fault := range dangerous(t, body) {
			t.Errorf("%s: %s", page, fault)
		}
	}
	if shown < 15 {
		t.Errorf("the hostile texts stand on the pages %d times: are they shown at all?", shown)
	}
	if testlevel.Check() {
		s.opensHostile()
	}
}

// opensHostile gives a hundred and twenty hostile texts as rules, and opens the
// pages that show such texts in a browser: nothing runs, asks or fails.
func (s *cockpit) opensHostile() {
	s.t.Helper()
	_, code, _ := strings.Cut(s.link(), "#")
	founder := browser(s.t)
	if status, _ := s.post(founder, "/enter", "code", code); status != http.StatusOK {
		s.t.Fatalf("sign in: %d", status)
	}
	for n, text := range disguised() {
		form := url.Values{"key": {fmt.Sprint("h", n)}, "line": {fmt.Sprintf("remember Never %d %s", n, text)}, "back": {"/memory"}}
		req, err := http.NewRequestWithContext(s.t.Context(), http.MethodPost, s.base+"/do", strings.NewReader(form.Encode()))
		if err != nil {
			s.t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		if status, _ := answer(s.t, founder, req); status != http.StatusOK {
			s.t.Errorf("a rule with %q: %d", text, status)
		}
	}
	ctx, bad := s.open()
	if err := within(ctx, chromedp.Navigate(s.link()), chromedp.WaitVisible(`header.top`)); err != nil {
		s.t.Fatal(err)
	}
	for _, page := range []string{"/", "/projects", "/projects/p1", "/projects/p1/document", "/projects/p1/sources", "/projects/p1/timeline", "/steps/s1", "/memory", "/journal"} {
		if err := within(ctx, chromedp.Navigate(s.base+page), chromedp.WaitVisible(`h1`)); err != nil {
			s.t.Fatalf("%s: %v", page, err)
		}
		at, err := chromedp.Run(ctx, chromedp.Evaluate[string](`location.pathname`))
		if err != nil || at != page {
			s.t.Errorf("%s leads to %q (%v)", page, at, err)
		}
		if page == "/memory" {
			n, err := chromedp.Run(ctx, chromedp.Evaluate[float64](`new Set(document.body.textContent.match(/Never \d+/g)).size`))
			if err != nil || n < 100 {
				s.t.Errorf("the page of rules shows %g of 120 hostile texts (%v)", n, err)
			}
		}
		for _, b := range bad.take() {
			s.t.Errorf("%s: %s", page, b)
		}
	}
}

// dangerous lists what in a page would run, load or lead elsewhere.
func dangerous(t *testing.T, page string) []string {
	t.Helper()
	var out []string
	doc := html.NewTokenizer(strings.NewReader(page))
	for {
		kind := doc.Next()
		if kind == html.ErrorToken {
			return out
		}
		if kind != html.StartTagToken && kind != html.SelfClosingTagToken {
			continue
		}
		tag := doc.Token()
		at := map[string]string{}
		for _, a := range tag.Attr {
			at[a.Key] = a.Val
			if strings.HasPrefix(a.Key, "on") || a.Key == "style" {
				out = append(out, tag.String())
			}
		}
		link := strings.ToLower(at["href"] + at["src"] + at["action"])
		switch {
		case strings.HasPrefix(link, "/"), strings.HasPrefix(link, "#"), link == "", link == "data:,":
		case tag.Data == "a" && strings.HasPrefix(link, "https://"):
		default:
			out = append(out, tag.String())
		}
		switch tag.Data {
		case "base", "object", "embed", "style":
			out = append(out, tag.String())
		case "script":
			if !strings.HasPrefix(at["src"], "/assets/") {
				out = append(out, tag.String())
			}
		case "meta":
			if at["http-equiv"] != "" {
				out = append(out, tag.String())
			}
		}
	}
}

// TestDashboardRefreshesItself opens a page, types into its form, and has
// something happen elsewhere: the page shows it without being loaded again, and
// what was typed stays.
func TestDashboardRefreshesItself(t *testing.T) {
	testlevel.Need(t)
	t.Parallel()
	s := startCockpit(t)
	ctx, bad := s.open()
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	err := chromedp.Do(ctx, chromedp.Navigate(s.link()), chromedp.WaitVisible(`header.top`), chromedp.Navigate(s.base+"/memory"), chromedp.WaitVisible(`h1`))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Run(ctx, chromedp.Evaluate[bool](`window.here = true, document.querySelector("details").open = true, document.querySelector("textarea").value = "half a th", true`)); err != nil {
		t.Fatal(err)
	}
	_, code, _ := strings.Cut(s.link(), "#")
	other := browser(t)
	if status, _ := s.post(other, "/enter", "code", code); status != http.StatusOK {
		t.Fatalf("sign in elsewhere: %d", status)
	}
	if status, _ := s.post(other, "/do", "key", "k1", "line", "remember Prices are in euros", "back", "/"); status != http.StatusOK {
		t.Fatalf("a rule: %d", status)
	}
	for shown := false; !shown; { // a page's policy forbids chromedp to wait within it
		if shown, err = chromedp.Run(ctx, chromedp.Evaluate[bool](`document.body.textContent.includes("Prices are in euros")`)); err != nil {
			t.Fatalf("the page does not show the rule: %v, %q", err, bad.take())
		}
	}
	kept, err := chromedp.Run(ctx, chromedp.Evaluate[string](`[window.here, document.querySelector("details").open, document.querySelector("textarea").value].join()`))
	if err != nil || kept != "true,true,half a th" {
		t.Errorf("after the refresh: %q (%v), want the same page, its fold open and its words kept", kept, err)
	}
}
