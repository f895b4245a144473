package deliver_test

import (
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/deliver"
)

// elements lists the elements of a page.
func elements(t *testing.T, page string) []*html.Node {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	var out []*html.Node
	for n := range root.Descendants() {
		if n.Type == html.ElementNode {
			out = append(out, n)
		}
	}
	return out
}

func attribute(n *html.Node, key string) (string, bool) {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val, true
		}
	}
	return "", false
}

func TestHTMLOfAMixedProject(t *testing.T) {
	got, err := mixed().HTML()
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "mixed.html", got)
	ids := map[string]bool{}
	for _, n := range elements(t, got) {
		if id, ok := attribute(n, "id"); ok {
			if ids[id] {
				t.Errorf("id %q stands twice", id)
			}
			ids[id] = true
		}
	}
	for _, n := range elements(t, got) {
		if to, ok := attribute(n, "href"); ok && strings.HasPrefix(to, "#") && !ids[to[1:]] {
			t.Errorf("link to %s leads nowhere", to)
		}
	}
}

func TestHTMLRunsAndLoadsNothing(t *testing.T) {
	body := strings.Join([]string{
		"[a](javascript:alert(1)) [b](JaVaScRiPt:alert(1)) [c](data:text/html,x) [d](vbscript:x) [e](file:///etc/passwd) [f](//evil.example/x)",
		"[g](&#106;avascript:alert(1)) [h](java\tscript:x) [i][ref] <javascript:alert(1)> [j](https:evil) [k](#nowhere) [l](www.example.org)",
		"![p](https://evil.example/pixel.png) ![q](data:image/png;base64,AAAA) ![r](javascript:x)",
		"<script>alert(1)</script> <img src=x onerror=alert(1)> <iframe src=https://evil.example></iframe>",
		"<style>body{background:url(https://evil.example)}</style>",
		"[good](https://example.org/a?b=1&c=2) [mail](mailto:a@example.org) [own](#i1) <https://example.org/auto> <b@example.org>",
		"\n[ref]: javascript:alert(1)\n",
		"<svg onload=alert(1)>\n",
	}, "\n\n")
	p := project()
	p.Title = `</title><script>alert("t")</script>`
	d := deliver.Compose(p, []work.Upstream{
		done("i1", `A <img src=x onerror=alert(1)> title`, body, cite("S1:p1", "x", `<script>s</script>`, `javascript:alert("u")`)),
		{Key: `i"2`, Title: "<b>gone</b>", State: org.StepFailed, Cause: "<script>c</script>"},
	}, nil)

	d.Opening = "Opening <script>alert(1)</script> [x](javascript:y)"
	page, err := d.HTML()
	if err != nil {
		t.Fatal(err)
	}
	allowed := map[string]bool{
		"https://example.org/a?b=1&c=2": true, "mailto:a@example.org": true, "https://example.org/auto": true, "mailto:b@example.org": true,
		"https://evil.example/pixel.png": true, // a picture is a link, to be followed or not
	}
	found := map[string]bool{}
	for _, n := range elements(t, page) {
		switch n.Data {
		case "script", "img", "iframe", "svg", "object", "embed", "link", "form", "base":
			t.Errorf("page holds a <%s>", n.Data)
		}
		for _, a := range n.Attr {
			if strings.HasPrefix(a.Key, "on") || a.Key == "src" || a.Key == "style" {
				t.Errorf("<%s> has %s=%q", n.Data, a.Key, a.Val)
			}
		}
		if to, ok := attribute(n, "href"); ok && !strings.HasPrefix(to, "#") {
			found[to] = true
			if !allowed[to] {
				t.Errorf("link to %q", to)
			}
		}
	}
	for to := range allowed {
		if !found[to] {
			t.Errorf("no link to %q", to)
		}
	}
	for _, s := range []string{"url(", "@import", "http-equiv=\"refresh\""} {
		if strings.Contains(strings.ReplaceAll(page, "url(https://evil.example)}&lt;/style", ""), s) {
			t.Errorf("page holds %q", s)
		}
	}
	if !strings.Contains(page, "alert(1)") || !strings.Contains(page, `name="viewport"`) {
		t.Error("what a result says must stay visible as text, on phones too")
	}
}
