package roadmap

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"

	"github.com/frasier-cos/frasier/internal/org"
)

// Parse reads a roadmap. name is the file's name, which gives the title when
// the text has none. The error is a *Fault: no items, an unknown target or a
// cycle. Items come back in the order of their phases and, within a phase, of
// the text; their keys count in the order of the text.
func Parse(name, src string) (org.Roadmap, error) {
	if n := countLinesOver(src); n > 0 {
		return org.Roadmap{}, newLongFault(n)
	}
	s := scanRoadmap(src)
	switch n := len(s.listItems()); {
	case n == 0:
		return org.Roadmap{}, newEmptyFault()
	case n > ItemsAtMost:
		return org.Roadmap{}, newManyFault(n)
	}
	targets := newResolver(s)
	needs, unknowns := targets.resolveEdges()
	if len(unknowns) > 0 {
		return org.Roadmap{}, newUnknownFault(unknowns)
	}
	if _, loop := sortDrafts(s.drafts, needs); loop != nil {
		return org.Roadmap{}, newCycleFault(loop)
	}
	needs = targets.addHints(needs)
	order, loop := sortDrafts(s.drafts, needs)
	if loop != nil {
		return org.Roadmap{}, newCycleFault(loop)
	}
	r := org.Roadmap{Title: s.title, Intro: joinIntro(s.intro), Phases: s.phases, Source: src}
	if r.Title == "" {
		base := path.Base(strings.ReplaceAll(name, `\`, "/"))
		r.Title = strings.TrimSuffix(base, path.Ext(base))
	}
	if len(r.Phases) == 0 {
		r.Phases = []string{r.Title}
	}
	s.movePhases(order, needs, r.Phases)
	s.setLevels(order, needs)
	for i, d := range s.drafts {
		if d.gone {
			continue
		}
		for _, n := range needs[i] {
			d.Needs = append(d.Needs, s.drafts[n].Key)
		}
		d.Entities = s.findEntities(d.Title)
		r.Items = append(r.Items, d.Item)
	}
	slices.SortStableFunc(r.Items, func(a, b org.Item) int { return a.Phase - b.Phase })
	if beside := s.makeBesideNote(); beside != "" {
		s.notes = append(s.notes, beside)
	}
	r.Notes = s.notes
	dropEmptyPhases(&r)
	return r, nil
}

// A long introduction is cut at a word.
func joinIntro(lines []string) string {
	const most = 600 // of a prompt's characters; the whole text stands there too
	t := []rune(strings.Join(lines, " "))
	if len(t) <= most {
		return string(t)
	}
	cut := string(t[:most])
	return cut[:max(strings.LastIndex(cut, " "), 0)] + " ..."
}

// Counts returns how many headings a text has, and how many list items and
// rows of item tables, code and quotes left out; of a text with more lines than
// a roadmap has, those of its first lines.
func Counts(src string) (headings, items int) {
	s := &scanner{patterns: getPatterns(), src: []byte(cutFirstLines(src))}
	s.hideFrontMatter()
	s.src = respellLists(s.src).text
	var count func(n ast.Node)
	count = func(n ast.Node) {
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			switch c := c.(type) {
			case *ast.Heading:
				headings++
			case *ast.List:
				items += c.ChildCount()
				for li := c.FirstChild(); li != nil; li = li.NextSibling() {
					count(li)
				}
			case *extast.Table:
				items += len(s.readTable(c, "").first)
			}
		}
	}
	count(parseDocument(s.src))
	return headings, items
}

// Boxes reports whether a text has a list item with a box to tick.
func Boxes(src string) bool {
	return regexp.MustCompile(`(?m)^[ \t]*(?:[-*+]|[0-9]{1,3}[.)])[ \t]+\[[ xX]\][ \t]`).MatchString(src)
}

// No open item stands in a phase before those it needs.
func (s *scanner) movePhases(order []int, needs [][]int, phases []string) {
	for _, i := range order {
		d := s.drafts[i]
		d.Phase = max(d.Phase, 0)
		from := d.Phase
		cause := ""
		for _, n := range needs[i] {
			if before := s.drafts[n]; !before.Done && !d.Done && before.Phase > d.Phase {
				d.Phase, cause = before.Phase, before.Title
			}
		}
		if cause != "" {
			s.notes = append(s.notes, fmt.Sprintf("%q moved from %q to %q, because it needs %q.",
				d.Title, phases[from], phases[d.Phase], cause))
		}
	}
}

// Group is the length of the longest chain of open items before an item in its phase.
func (s *scanner) setLevels(order []int, needs [][]int) {
	for _, i := range order {
		d := s.drafts[i]
		for _, n := range needs[i] {
			if before := s.drafts[n]; !before.Done && before.Phase == d.Phase {
				d.Group = max(d.Group, before.Group+1)
			}
		}
	}
}

// A note says so.
func dropEmptyPhases(r *org.Roadmap) {
	used := make([]bool, len(r.Phases))
	for _, it := range r.Items {
		used[it.Phase] = true
	}
	at := make([]int, len(r.Phases))
	var kept []string
	for i, label := range r.Phases {
		at[i] = len(kept)
		if used[i] {
			kept = append(kept, label)
			continue
		}
		r.Notes = append(r.Notes, fmt.Sprintf("The phase %q has no items, so it was left out.", label))
	}
	for i := range r.Items {
		r.Items[i].Phase = at[r.Items[i].Phase]
	}
	r.Phases = kept
}
