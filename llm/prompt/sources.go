package prompt

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/work"
)

// B4 holds passages under the first sub-question that each was chosen for, then findings,
// conflicts and gaps.
func renderSources(e *work.Evidence, nonce string) string {
	if e == nil {
		return ""
	}
	var s sheet
	s.add("### Documents", wrapData(nonce, "documents", listDocuments(e)))
	s.add("### In the folder and not opened: nothing is known of what they say", wrapData(nonce, "unopened", formatBullets(e.Unopened)))
	s.add("### Sub-questions", formatQuestions(e.Inquiry.Questions))
	s.add("", groupPassages(e, nonce))
	s.add("### Findings checked against their passages", formatFindings(e.Findings, nonce))
	s.add("### Sources that disagree. Give both figures", wrapData(nonce, "conflicts", formatBullets(sortTexts(e.Conflicts))))
	s.add("### What could not be established", formatBullets(sortTexts(e.Gaps)))
	s.add("### About the search", formatBullets(sortTexts(e.Notes)))
	if e.Empty() {
		s.add("", "Research found nothing that can be cited. No statement of fact can carry a marker.")
	}
	return s.renderUnder("## Sources")
}

// Each source is named once, with its date where it is known.
func listDocuments(e *work.Evidence) string {
	var lines []string
	seen := map[int]bool{}
	for _, p := range sortCopy(e.Passages, func(a, b work.Passage) int { return compareIDs(a.ID, b.ID) }) {
		if seen[p.Source] || p.Title == "" || p.Source == 0 {
			continue
		}
		seen[p.Source] = true
		l := fmt.Sprintf("S%d: %s", p.Source, prose.OneLine(p.Title))
		if about := strings.Join(slices.DeleteFunc([]string{prose.OneLine(p.Site), prose.OneLine(p.Date)}, func(t string) bool { return t == "" }), ", "); about != "" {
			l += " (" + about + ")"
		}
		lines = append(lines, l)
	}
	return strings.Join(lines, "\n")
}

func groupPassages(e *work.Evidence, nonce string) string {
	list := sortCopy(e.Passages, func(a, b work.Passage) int { return compareIDs(a.ID, b.ID) })
	qs := sortCopy(e.Inquiry.Questions, func(a, b work.SubQuestion) int { return compareIDs(a.ID, b.ID) })
	printed := map[string]bool{}
	var s sheet
	for _, q := range qs {
		var here strings.Builder
		var again []string
		for _, p := range list {
			if !slices.Contains(p.For, q.ID) {
				continue
			}
			if printed[p.ID] {
				again = append(again, p.ID)
				continue
			}
			printed[p.ID] = true
			here.WriteString(formatPassage(p))
		}
		body := wrapData(nonce, "passages", here.String())
		if len(again) > 0 {
			body += "\nSee above too: " + strings.Join(again, ", ")
		}
		s.add("### Passages for "+q.ID+": "+prose.OneLine(q.Text), body)
	}
	var rest strings.Builder
	for _, p := range list {
		if !printed[p.ID] {
			printed[p.ID] = true
			rest.WriteString(formatPassage(p))
		}
	}
	heading := "### Passages"
	if len(qs) > 0 {
		heading = "### Other passages"
	}
	s.add(heading, wrapData(nonce, "passages", rest.String()))
	return s.b.String()
}

// Units come in the order in which they can be left out of B4: the later passages of each
// sub-question first, so that every question keeps some as long as it can.
func listUnits(e *work.Evidence, nonce string) []string {
	if e == nil {
		return nil
	}
	type unit struct {
		turn int // how many passages of its question stand before it
		text string
	}
	seen := map[string]int{}
	var all []unit
	for _, p := range sortCopy(e.Passages, func(a, b work.Passage) int { return compareIDs(a.ID, b.ID) }) {
		of := append(slices.Clone(p.For), "")[0]
		all = append(all, unit{seen[of], dataLines(nonce, formatPassage(p))})
		seen[of]++
	}
	out := make([]string, 0, len(all))
	for _, u := range sortCopy(all, func(a, b unit) int { return cmp.Compare(b.turn, a.turn) }) {
		out = append(out, u.text)
	}
	return out
}

var forgery = lazyregexp.New(`<(\s*S[0-9]+:p)`)

// Angle brackets of host and date are dropped, because they stand in the marker, and a marker in
// the text is made harmless, so that a page cannot speak for another.
func formatPassage(p work.Passage) string {
	plain := func(t string) string { return strings.NewReplacer("<", "", ">", "").Replace(prose.OneLine(t)) }
	mark := strings.Join(slices.DeleteFunc([]string{plain(p.ID), plain(p.Site), plain(p.Date)}, func(t string) bool { return t == "" }), " ")
	return fmt.Sprintf("<%s> %s\n\n", mark, forgery.ReplaceAllString(strings.TrimSpace(p.Text), "‹$1"))
}

func formatFindings(list []work.Finding, nonce string) string {
	var lines []string
	for _, f := range sortCopy(list, func(a, b work.Finding) int {
		return cmp.Or(compareIDs(a.Question, b.Question), compareIDs(strings.Join(a.Passages, ","), strings.Join(b.Passages, ",")), cmp.Compare(a.Text, b.Text))
	}) {
		l := fmt.Sprintf("(%s) %s [%s]", f.Question, f.Text, strings.Join(f.Passages, "]["))
		if f.AsOf != "" {
			l += " as of " + f.AsOf
		}
		lines = append(lines, l)
	}
	return wrapData(nonce, "findings", formatBullets(lines))
}
