package cmd_test

import (
	"net/http"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/testing/testlevel"
)

// TestPublicSiteInABrowser opens every page of the public site at the widths of phones,
// tablets and desks, light and dark: nothing runs over the side, asks elsewhere or fails,
// and axe finds nothing serious.
func TestPublicSiteInABrowser(t *testing.T) {
	testlevel.Need(t)
	t.Parallel()
	corpus, err := filepath.Abs("../examples/corpus")
	if err != nil {
		t.Fatal(err)
	}
	address := freeAddress(t)
	s := startCockpitWith(t, corpus, "../examples/roadmap.md", "FRASIER_PUBLIC_LISTEN="+address)
	said := s.frasier("share", "sure=yes", "p1", "cost", "listed")
	path := regexp.MustCompile(`http://[^/]+(/[^ ]+/) in a moment`).FindStringSubmatch(said)
	if path == nil {
		t.Fatalf("share says %q", said)
	}
	s.base = "http://" + address
	for begun := time.Now(); ; <-time.After(50 * time.Millisecond) {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.base+path[1], nil)
		if err != nil {
			t.Fatal(err)
		}
		if status, body := answer(t, browser(t), req); status == http.StatusOK {
			break
		} else if time.Since(begun) > patience {
			t.Fatalf("%s: %d\n%s", path[1], status, body)
		}
	}
	ctx, bad := s.open()
	s.axe = axeScript(t)
	widths, looks := []int64{320, 390, 768, 1280}, []string{"light", "dark"}
	for _, page := range []string{"/", path[1], path[1] + "sources.html", path[1] + "document.html"} {
		for way := range len(widths) * len(looks) {
			if testlevel.Proof() || testlevel.Pick(page, len(widths)*len(looks)) == way {
				s.visit(ctx, bad, page, widths[way/len(looks)], looks[way%len(looks)])
			}
		}
	}
}
