package public_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/bot/publish/public"
)

// The public site answers GET and HEAD with its own files, and with nothing that a link,
// a dot or a path leads to.
func TestOnlyFilesOfTheSite(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"site/index.html": "first", "site/abc/index.html": "second", "site/abc/document.pdf": "%PDF", "site/.hidden": "secret", "site/abc/.git/config": "secret",
		"index.html": "secret", "documents/p1/receipt.json": "secret", ".site": "secret",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for from, to := range map[string]string{"site/link.html": "../index.html", "site/out": "..", "site/abc/etc": "/etc", "site/near.html": "index.html"} {
		if err := os.Symlink(to, filepath.Join(dir, from)); err != nil {
			t.Fatal(err)
		}
	}
	h := public.Handler(dir)
	ask := func(method, path string, header ...string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(method, "/", nil)
		r.URL.Path = path
		for i := 0; i+1 < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w
	}
	for path, want := range map[string]string{"/": "first", "/index.html": "first", "/abc/": "second", "/abc/document.pdf": "%PDF"} {
		w := ask(http.MethodGet, path)
		if w.Code != http.StatusOK || w.Body.String() != want || w.Header().Get("Set-Cookie") != "" {
			t.Errorf("%s: %d %q", path, w.Code, w.Body)
		}
		if again := ask(http.MethodGet, path, "If-None-Match", w.Header().Get("ETag")); again.Code != http.StatusNotModified || again.Body.Len() > 0 {
			t.Errorf("%s again: %d", path, again.Code)
		}
		if head := ask(http.MethodHead, path); head.Code != http.StatusOK || head.Body.Len() > 0 {
			t.Errorf("HEAD %s: %d %q", path, head.Code, head.Body)
		}
	}
	for _, path := range []string{
		"/link.html", "/near.html", "/out/index.html", "/out/.site", "/abc/etc/hostname", "/.hidden", "/abc/.git/config", "/../index.html", "/../.site", "/../documents/p1/receipt.json",
		"/abc", "/nothing.html", "/abc/index.html/x", "/\x00", "/" + strings.Repeat("a", 300), "/..\\index.html", "//etc/hostname", "/abc/../../index.html/..",
	} {
		if w := ask(http.MethodGet, path); w.Code == http.StatusOK && w.Body.String() != "first" || strings.Contains(w.Body.String(), "secret") || w.Code >= http.StatusInternalServerError {
			t.Errorf("%.40q: %d %q", path, w.Code, w.Body)
		}
	}
	if w := ask(http.MethodGet, "/near.html"); w.Code != http.StatusNotFound {
		t.Errorf("a link inside: %d", w.Code)
	}
	for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodOptions, "PROPFIND"} {
		if w := ask(method, "/"); w.Code != http.StatusMethodNotAllowed {
			t.Errorf("%s: %d", method, w.Code)
		}
	}
	if err := os.RemoveAll(filepath.Join(dir, "site")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(".", filepath.Join(dir, "site")); err != nil {
		t.Fatal(err)
	}
	if w := ask(http.MethodGet, "/index.html"); w.Code != http.StatusNotFound {
		t.Errorf("the folder is a link: %d %q", w.Code, w.Body)
	}
}
