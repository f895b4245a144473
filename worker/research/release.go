package research

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/extract"
	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/org"
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
		mark := g.markRelease(doc)
		at := slices.IndexFunc(out, func(same []work.Document) bool {
			return slices.ContainsFunc(same, func(d work.Document) bool { return g.markRelease(d).isSame(mark) })
		})
		if at < 0 {
			out = append(out, []work.Document{doc})
			continue
		}
		out[at] = append(out[at], doc)
	}
	return out
}

// releaseMark lets two documents be compared.
type releaseMark struct {
	online     bool
	page, from string // its address, and that which it gives as its source
	shingles   []uint64
}

// Releases are counted after each look for sources, and a document stays as it is.
func (g *gathering) markRelease(doc work.Document) releaseMark {
	if m, marked := g.marks[doc.ID]; marked {
		return m
	}
	m := releaseMark{online: doc.Origin == work.OriginWeb || doc.Origin == work.OriginLink}
	if m.online {
		m.page, m.shingles = prose.PageKey(doc.Address()), hashShingles(doc.Text)
		m.from = m.page
		if of := republishedFrom.FindStringSubmatch(doc.Text); of != nil {
			m.from = prose.PageKey(of[1])
		}
	}
	if g.marks == nil {
		g.marks = map[org.DocumentID]releaseMark{}
	}
	g.marks[doc.ID] = m
	return m
}

func (m releaseMark) isSame(as releaseMark) bool {
	if !m.online || !as.online {
		return false
	}
	if m.from == as.from && m.page != as.page {
		return true
	}
	shorter, longer := min(len(m.shingles), len(as.shingles)), max(len(m.shingles), len(as.shingles))
	return float64(shorter) >= releaseLength*float64(longer) && computeContainment(m.shingles, as.shingles) >= releaseShare
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
