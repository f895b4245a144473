package cmd_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
)

// readsWell looks at the pages of a finished project as a founder does: it opens on its
// document, and no page has a name of the code's in it.
func readsWell(t *testing.T, get func(path string) string) {
	t.Helper()
	first := get("/projects/p1")
	for _, want := range []string{`<iframe class="document"`, `aria-current="page">Document`, "10 of 10 steps done"} {
		if !strings.Contains(first, want) {
			t.Errorf("a project that is done does not open on its document: no %q", want)
		}
	}
	tier := lazyregexp.New(`\bT[0-3X]\b`)
	for _, path := range dashboardPages() {
		if path == "/settings" || strings.HasPrefix(path, "/docs") {
			continue // settings have names of their own
		}
		if found := tier.FindString(get(path)); found != "" {
			t.Errorf("%s says %q, which is no word of founders", path, found)
		}
	}
}
