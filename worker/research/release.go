package research

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/extract"
	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/research/web"
)

// Rules of what is one release under many addresses.
const (
	releaseShare  = 0.8 // share of the shorter text that stands in the longer one too
	releaseLength = 0.6 // share of the longer text's length that the shorter one has
	saidChars     = 60  // of a short page that the founder pointed at, from which there is something to read
)

// republished begins the line behind a page's text that says from where the page has it. It is
// a part of what is stored, so that a step that begins again counts as before.
const republished = "The page gives another one as the source of this text: "

var republishedFrom = lazyregexp.New(`\n` + republished + `(\S+)\n*$`)

// stripOrigin returns a document without the line that only says where its text is from.
func stripOrigin(d work.Document) work.Document {
	if m := republishedFrom.FindStringIndex(d.Text); m != nil {
		d.Text = d.Text[:m[0]]
	}
	return d
}

// findOriginal returns the address on another site that a page gives as the source of its text: the one
// that it names as syndicated, or as its canonical address.
func findOriginal(page web.Page, about extract.About) string {
	for _, of := range []string{about.Original, about.Canonical} {
		if of != "" && parseSite(of) != "" && parseSite(of) != parseSite(page.Final) {
			return prose.CleanAddress(of)
		}
	}
	return ""
}

// isEnough reports whether a short page that the founder pointed at says enough to be read: he
// knows what is there, and no program writes it.
func isEnough(read extract.Result, origin work.Origin) bool {
	return origin == work.OriginLink && !read.About.Scripted && !read.About.Password && utf8.RuneCountInString(read.Text) >= saidChars
}

// groupReleases returns the sources, those together that are one text at several addresses: they say so
// themselves, or nearly all of one stands in the other.
func (g *gathering) groupReleases() [][]work.Document {
	var out [][]work.Document
	for _, doc := range g.docs {
		if doc.Thin {
			continue
		}
		at := slices.IndexFunc(out, func(same []work.Document) bool {
			return slices.ContainsFunc(same, func(d work.Document) bool { return isSameRelease(d, doc) })
		})
		if at < 0 {
			out = append(out, []work.Document{doc})
			continue
		}
		out[at] = append(out[at], doc)
	}
	return out
}

func isSameRelease(a, b work.Document) bool {
	if a.Origin != work.OriginWeb && a.Origin != work.OriginLink || b.Origin != work.OriginWeb && b.Origin != work.OriginLink {
		return false
	}
	from := func(d work.Document) string {
		if m := republishedFrom.FindStringSubmatch(d.Text); m != nil {
			return prose.PageKey(m[1])
		}
		return prose.PageKey(d.Address())
	}
	if from(a) == from(b) && prose.PageKey(a.Address()) != prose.PageKey(b.Address()) {
		return true
	}
	x, y := hashShingles(a.Text), hashShingles(b.Text)
	shorter, longer := min(len(x), len(y)), max(len(x), len(y))
	return float64(shorter) >= releaseLength*float64(longer) && computeContainment(x, y) >= releaseShare
}

// countReleases counts the sources; a text at several addresses is one.
func (g *gathering) countReleases() int { return len(g.groupReleases()) }

func describeRelease(same []work.Document) string {
	const named = 4
	var sites []string
	for _, d := range same {
		if !slices.Contains(sites, d.Site) {
			sites = append(sites, d.Site)
		}
	}
	more := ""
	if len(sites) > named {
		more = fmt.Sprintf(" and %s", prose.Count(len(sites)-named, "other site"))
		sites = sites[:named]
	}
	return fmt.Sprintf("%d pages hold one and the same text (%s%s): they count as one source.", len(same), strings.Join(sites, ", "), more)
}
