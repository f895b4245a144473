package messages

import (
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/prose"
)

// Sections beyond these are only counted.
const changesMost = 5

// part is one section of a document.
type part struct {
	title string
	lines []string
}

// listChanges says what a new version of a document changed, section by section,
// in five lines at most; nil when it says the same. What a document says about itself differs in every
// version and is left out, and so are its anchors and empty lines.
func listChanges(before, after string) []string {
	old, now := splitSections(before), splitSections(after)
	var out []string
	for _, p := range now {
		i := slices.IndexFunc(old, func(o part) bool { return o.title == p.title })
		if i < 0 {
			out = append(out, fmt.Sprintf("“%s” is new: %s", wording.ShortenLine(p.title, wording.TitleMost), prose.Count(len(p.lines), "line")))
			continue
		}
		if added, gone := countUnlike(p.lines, old[i].lines), countUnlike(old[i].lines, p.lines); added+gone > 0 {
			out = append(out, fmt.Sprintf("“%s”: %s", wording.ShortenLine(p.title, wording.TitleMost), changedLines(added, gone)))
		}
	}
	for _, o := range old {
		if !slices.ContainsFunc(now, func(p part) bool { return p.title == o.title }) {
			out = append(out, fmt.Sprintf("“%s” is gone: %s", wording.ShortenLine(o.title, wording.TitleMost), prose.Count(len(o.lines), "line")))
		}
	}
	if len(out) == 0 {
		return nil
	}
	if more := len(out) - changesMost + 1; more > 1 {
		out = append(out[:changesMost-1], fmt.Sprintf("and %d more sections", more))
	}
	return out
}

// changedLines says how many lines of a section differ: one that came for one that went was changed.
func changedLines(added, gone int) string {
	var all []string
	if both := min(added, gone); both > 0 {
		all = append(all, prose.Count(both, "line")+" changed")
	}
	if more := added - gone; more > 0 {
		all = append(all, prose.Count(more, "line")+" added")
	} else if more < 0 {
		all = append(all, prose.Count(-more, "line")+" taken out")
	}
	return wording.List(all)
}

// splitSections splits a document at its headings of the second level; what stands
// before the first one counts to "The beginning". Two of one title are one.
func splitSections(md string) []part {
	out := []part{{title: "The beginning"}}
	at := 0
	for line := range strings.Lines(md) {
		line = strings.TrimSpace(line)
		switch title, is := strings.CutPrefix(line, "## "); {
		case is:
			if at = slices.IndexFunc(out, func(p part) bool { return p.title == title }); at < 0 {
				at = len(out)
				out = append(out, part{title: title})
			}
		case line != "" && !strings.HasPrefix(line, "<a "):
			out[at].lines = append(out[at].lines, line)
		}
	}
	return slices.DeleteFunc(out, func(p part) bool { return p.title == "About this document" || len(p.lines) == 0 })
}

// countUnlike counts the lines of a that b has not.
func countUnlike(a, b []string) int {
	left := map[string]int{}
	for _, l := range b {
		left[l]++
	}
	n := 0
	for _, l := range a {
		if left[l]--; left[l] < 0 {
			n++
		}
	}
	return n
}
