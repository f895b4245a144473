package worker

import (
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/worker/check"
)

// mostSpans bounds how many quotes of one passage stand in for its marker.
const mostSpans = 3

// carry hands the sources of earlier steps on. What their results cite becomes
// passages of this step's evidence, numbered after its own, and their text
// names those passages; a later step so cites the document itself and never a
// colleague's word. upstream and ev are not changed.
func carry(upstream []org.Upstream, ev org.Evidence) ([]org.Upstream, org.Evidence) {
	last := 0
	for _, p := range ev.Passages {
		last = max(last, p.Source)
	}
	source := map[org.DocumentID]int{}
	count := map[org.DocumentID]int{}
	known := map[string]string{} // document and span to id
	passages := ev.Passages[:len(ev.Passages):len(ev.Passages)]
	out := make([]org.Upstream, len(upstream))
	for i, u := range upstream {
		renamed := map[string][]string{}
		sources := slices.Clone(u.Sources)
		for n, c := range u.Sources {
			span := fmt.Sprintf("%s/%d/%d", c.Document, c.Start, c.End)
			id, ok := known[span]
			if !ok {
				if source[c.Document] == 0 {
					last++
					source[c.Document] = last
				}
				count[c.Document]++
				id = fmt.Sprintf("S%d:p%d", source[c.Document], count[c.Document])
				known[span] = id
				passages = append(passages, org.Passage{
					ID: id, Document: c.Document, Source: source[c.Document], Start: c.Start, End: c.End,
					Text: c.Quote, Title: c.Title, URL: c.URL, Site: site(c.URL), FetchedAt: c.FetchedAt,
				})
			}
			if now := renamed[c.Passage]; len(now) < mostSpans && !slices.Contains(now, id) {
				renamed[c.Passage] = append(now, id)
			}
			sources[n].Passage = id
		}
		out[i] = u
		out[i].Sources = sources
		rename := func(id string) string { return strings.Join(renamed[id], ", ") }
		out[i].Result = check.RenameMarkers(u.Result, rename)
		out[i].Digest = check.RenameMarkers(u.Digest, rename)
	}
	ev.Passages = passages
	return out, ev
}
