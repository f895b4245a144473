package research

import (
	"errors"
	"net/url"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/extract"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/research/web"
)

var errClosed = errors.New("it shows its text to others only")

func findEmptyCause(page web.Page, read extract.Result) web.Cause {
	read.Thin = true
	if cause := findClosedCause(page, read); cause != "" {
		return cause
	}
	return web.CauseEmpty
}

// A file goes by its own name, since the address of an export says nothing.
func buildPageAddress(page web.Page) string {
	if page.Name == "" {
		return page.Final
	}
	u, err := url.Parse(page.Final)
	if err != nil {
		return page.Final
	}
	u.Path, u.RawPath = "/"+page.Name, ""
	return u.String()
}

// It returns the address that the page gives as its own if that lies on the same site, else the
// one where it lay in the end. A file is found behind the link that was asked for.
func chooseCitedAddress(asked string, page web.Page, about extract.About) string {
	if page.Exported {
		return asked
	}
	own := prose.CleanAddress(page.Final)
	if about.Canonical == "" || parseSite(about.Canonical) != parseSite(page.Final) {
		return own
	}
	canonical, err := url.Parse(about.Canonical)
	final, other := url.Parse(page.Final)
	if err != nil || other != nil {
		return own
	}
	if strings.Trim(canonical.Path, "/") == "" && canonical.RawQuery == "" && strings.Trim(final.Path, "/") != "" {
		return own // every page of some sites calls the first one its own
	}
	return prose.CleanAddress(about.Canonical)
}

// Equal documents have one address and, but for what stands around it, one text: the second page
// of a list gives the first as its own address and says other things.
func (g *gathering) hasPage(doc work.Document) bool {
	key := prose.PageKey(doc.Address())
	return slices.ContainsFunc(g.docs, func(d work.Document) bool {
		return prose.PageKey(d.Address()) == key && (d.Text == doc.Text || computeContainment(hashShingles(d.Text), hashShingles(doc.Text)) >= repeatShare)
	})
}

func removeSamePages(urls []string) []string {
	var out []string
	seen := map[string]bool{}
	for _, u := range urls {
		if key := prose.PageKey(u); !seen[key] {
			seen[key] = true
			out = append(out, u)
		}
	}
	return out
}
