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

// The line that begins so is a part of the stored text, so that a step that begins again counts as
// before.
const republished = "The page gives another one as the source of this text: "

var republishedFrom = lazyregexp.New(`\n` + republished + `(\S+)\n*$`)

func stripOrigin(d work.Document) work.Document {
	if m := republishedFrom.FindStringIndex(d.Text); m != nil {
		d.Text = d.Text[:m[0]]
	}
	return d
}

// A page names such an address as syndicated, or as its canonical one.
func findOriginal(page web.Page, about extract.About) string {
	for _, of := range []string{about.Original, about.Canonical} {
		if of != "" && parseSite(of) != "" && parseSite(of) != parseSite(page.Final) {
			return prose.CleanAddress(of)
		}
	}
	return ""
}

// The founder knows what is on a page that he pointed at, so a short one is enough if no program
// writes it.
func isEnough(read extract.Result, origin work.Origin) bool {
	return origin == work.OriginLink && !read.About.Scripted && !read.About.Password && utf8.RuneCountInString(read.Text) >= saidChars
}

// A text at several addresses says so itself, or nearly all of one stands in the other.
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
