package extractive

import (
	"fmt"
	"slices"
	"strings"
)

// What was found with little to stand on stands apart.
func (p *page) printLacking(b *strings.Builder) {
	rows := func(heading string, list [][2]string) {
		if len(list) == 0 {
			return
		}
		fmt.Fprintf(b, "\n## %s\n\n", heading)
		n := min(len(list), max(p.shown, 1))
		for _, r := range list[:n] {
			fmt.Fprintf(b, "- %s (%s)\n", flattenText(r[0], 25), flattenText(r[1], 12))
		}
		if n < len(list) {
			fmt.Fprintf(b, "- and %d more\n", len(list)-n)
		}
	}
	rows("Not found", p.listMissing())
	rows("Thin evidence", p.listThin())
}

// Questions without a sentence are missing, and what the search says could not be established,
// where it speaks of no question of the sheet.
func (p *page) listMissing() [][2]string {
	var out [][2]string
	for _, x := range p.parts {
		if x.isEmpty() {
			out = append(out, [2]string{x.question.Text, p.describeSearch()})
		}
	}
	for _, g := range p.evidence.Gaps {
		if !slices.ContainsFunc(p.parts, func(x part) bool { return x.isNamedIn(g) }) {
			out = append(out, [2]string{g, p.describeSearch()})
		}
	}
	return out
}

// Questions with sentences of one source only are thin, and those of which the search says that
// they are not established.
func (p *page) listThin() [][2]string {
	var out [][2]string
	for _, x := range p.parts {
		if x.isEmpty() {
			continue
		}
		why := ""
		if first, single := x.findSingleSource(); single {
			why = "one source only [" + first + "]"
		}
		for _, g := range p.evidence.Gaps {
			if !x.isNamedIn(g) || strings.HasPrefix(g, "Only one source") {
				continue
			}
			why = strings.TrimPrefix(why+"; "+x.shortenGap(g), "; ")
		}
		if why != "" {
			out = append(out, [2]string{x.question.Text, why})
		}
	}
	return out
}

func (x part) isEmpty() bool { return len(x.quotes) == 0 && len(x.again) == 0 }

func (x part) isNamedIn(gap string) bool {
	return x.question.Text != "" && strings.Contains(gap, x.question.Text)
}

// The question stands beside a sentence of the search, so that leaves it out.
func (x part) shortenGap(gap string) string {
	q := x.question.Text
	return strings.NewReplacer("Not established: "+q, "not established", ": "+q, " it", q, "it").Replace(gap)
}

// It returns the first passage quoted for this question and whether all that is quoted stands in
// its source. The passage, unlike its source, is renamed when sheets are joined.
func (x part) findSingleSource() (first string, ok bool) {
	ids := make([]string, 0, len(x.quotes)+len(x.again))
	for _, q := range x.quotes {
		ids = append(ids, q.passage.ID)
	}
	ids = append(ids, x.again...)
	source := func(id string) string { s, _, _ := strings.Cut(id, ":"); return s }
	return ids[0], !slices.ContainsFunc(ids, func(id string) bool { return source(id) != source(ids[0]) })
}
