package worker

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/check"
)

// carrySources hands the sources of earlier steps on. What their results cite becomes
// evidence of this step, and each of their sentences names the passage that it
// cited itself: the step's own passage where that holds the quotation, else the
// quotation, under the number that its document has here already or gets now. A
// later step so cites the document itself and never a colleague's word, and no
// document comes twice. Carrying once more onto what came out changes nothing.
// upstream and ev are not changed.
func carrySources(upstream []work.Upstream, ev work.Evidence) ([]work.Upstream, work.Evidence) {
	h := holder{passages: slices.Clone(ev.Passages)}
	out := make([]work.Upstream, len(upstream))
	for _, c := range sortCitations(upstream) { // a quotation that holds another comes first
		h.takeCitation(c)
	}
	for i, u := range upstream {
		out[i] = u
		out[i].Sources = slices.Clone(u.Sources)
		for n, c := range u.Sources {
			out[i].Sources[n].Passage = h.takeCitation(c)
		}
		out[i].Result = h.renameMarkers(u.Result, u.Sources)
		out[i].Digest = h.renameMarkers(u.Digest, u.Sources)
	}
	ev.Passages = h.passages
	return out, ev
}

// carryEarlier adds the quotations that other projects found to a step's evidence, each
// under its original source.
func carryEarlier(ev work.Evidence, earlier []work.Citation) work.Evidence {
	h := holder{passages: slices.Clone(ev.Passages)}
	for _, c := range earlier {
		h.takeCitation(c)
	}
	ev.Passages = h.passages
	return ev
}

// sortCitations lists all citations, longer ones of a document before shorter ones.
func sortCitations(upstream []work.Upstream) []work.Citation {
	var all []work.Citation
	for _, u := range upstream {
		all = append(all, u.Sources...)
	}
	slices.SortStableFunc(all, func(a, b work.Citation) int {
		return cmp.Or(cmp.Compare(a.Document, b.Document), cmp.Compare(b.End-b.Start, a.End-a.Start))
	})
	return all
}

type holder struct{ passages []work.Passage }

// takeCitation returns the id of a passage that holds a citation's quotation, and makes
// one where there is none.
func (h *holder) takeCitation(c work.Citation) string {
	source, last, count := 0, 0, 0
	for _, p := range h.passages {
		last = max(last, p.Source)
		if p.Document != c.Document {
			continue
		}
		if p.Start <= c.Start && c.End <= p.End {
			return p.ID
		}
		source = p.Source
	}
	if source == 0 {
		source = last + 1
	}
	for _, p := range h.passages {
		if p.Source == source {
			_, n, _ := strings.Cut(p.ID, ":p")
			count = max(count, numberOf(n))
		}
	}
	p := work.Passage{
		ID: fmt.Sprintf("S%d:p%d", source, count+1), Document: c.Document, Source: source, Start: c.Start, End: c.End,
		Text: c.Quote, Title: c.Title, URL: c.URL, Site: siteOf(c.URL), FetchedAt: c.FetchedAt,
	}
	h.passages = append(h.passages, p)
	return p.ID
}

func numberOf(digits string) int {
	n := 0
	for _, d := range digits {
		n = 10*n + int(d-'0')
	}
	return n
}

// renameMarkers puts this step's ids into the markers of an earlier result. A marker
// gets the passage of the citation that was recorded for its own sentence or
// row; where none was, the first that was recorded for it anywhere.
func (h *holder) renameMarkers(text string, sources []work.Citation) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		all := prose.Fold(check.StripMarkers(line))
		before := ""
		for _, part := range strings.SplitAfter(line, "]") { // one marker in each, at its end
			before += part
			at := len(prose.Fold(check.StripMarkers(before)))
			b.WriteString(check.RenameMarkers(part, func(id string) string { return h.findCited(id, all, at, sources) }))
		}
	}
	return b.String()
}

// findCited returns the passage for a marker at a place of a folded line.
func (h *holder) findCited(id, line string, at int, sources []work.Citation) string {
	anywhere, inLine := "", ""
	for _, c := range sources {
		if c.Passage != id {
			continue
		}
		anywhere = cmp.Or(anywhere, h.takeCitation(c))
		claim := prose.Fold(c.Claim)
		start := strings.Index(line, claim)
		if claim == "" || start < 0 {
			continue
		}
		inLine = cmp.Or(inLine, h.takeCitation(c))
		if start < at && at <= start+len(claim)+1 {
			return h.takeCitation(c)
		}
	}
	return cmp.Or(inLine, anywhere)
}
