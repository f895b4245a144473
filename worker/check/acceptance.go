package check

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/quote"
)

// Acceptance tells what became of one acceptance criterion.
type Acceptance struct {
	ID     string `json:"id"`
	Text   string `json:"text"`
	ByCode bool   `json:"by_code"` // evaluated by code: reviewers may not override it
	Met    bool   `json:"met"`     // only with ByCode
	Judged bool   `json:"judged"`  // code saw the form only: a reviewer still judges what it holds
	Detail string `json:"detail"`
}

// checkAcceptance evaluates the criteria that code can (A8).
func (c *checker) checkAcceptance() {
	for _, a := range c.Step.Acceptance {
		got := evaluateCriterion(a, c.Draft, len(c.collectDocuments(c.filterKnown(c.Draft.Markers))))
		c.audit.Accept = append(c.audit.Accept, got)
		if !got.ByCode && asksForFigure(a.Text) && !c.hasFigure() {
			c.addDefect(Defect{Check: "A8", Text: a.Text, Fix: "acceptance " + a.ID + " asks for a figure or a date, and the text holds none: give it, or say that it is open"})
		}
		if got.ByCode && !got.Met {
			d := Defect{Check: "A8", Text: a.Text, Fix: "acceptance " + a.ID + " is not met: " + got.Detail}
			if a.Check == org.CheckSources && len(c.collectDocuments(c.ids)) < a.N { // there are not that many to cite
				d.Find = c.Step.Title + " " + c.Step.Goal
			}
			c.addDefect(d)
		}
	}
}

func evaluateCriterion(a org.Criterion, d Draft, sources int) Acceptance {
	out := Acceptance{ID: a.ID, Text: a.Text, ByCode: true}
	n := a.N
	if n <= 0 {
		n = 1
	}
	limit := WordLimit(a.Text)
	if limit == 0 && a.Check == org.CheckWords {
		limit = a.N
	}
	if got, counted := checkHeadLines(out, d.Text, headLimits(a.Text)); counted && (limit == 0 || !got.Met) {
		return got
	}
	if limit > 0 {
		return checkWordLimit(out, d.Text, limit)
	}
	switch a.Check {
	case org.CheckSources:
		out.Met = sources >= n
		out.Detail = fmt.Sprintf("%d of %d sources cited", sources, n)
	case org.CheckSections:
		have := len(listHeadings(d.Text))
		out.Met = have >= n
		out.Detail = fmt.Sprintf("%d of %d sections", have, n)
	case org.CheckTable:
		out.Met = slices.ContainsFunc(splitPieces(d.Text), func(p piece) bool { return p.kind == pieceHeader })
		out.Detail = "no table"
		if out.Met {
			out.Detail = "there is a table"
		}
	case org.CheckContains:
		want := findQuoted(a.Text)
		if len(want) == 0 {
			return Acceptance{ID: a.ID, Text: a.Text, Detail: "no quoted words to look for"}
		}
		missing := slices.DeleteFunc(want, func(w string) bool {
			return strings.Contains(prose.Fold(d.Text), prose.Fold(w))
		})
		out.Met = len(missing) == 0
		out.Detail = "missing: " + strings.Join(missing, ", ")
		if out.Met {
			out.Detail = "all words found"
		}
	case org.CheckCount:
		have := countItems(d.Text)
		out.Met = have >= n
		out.Detail = fmt.Sprintf("%d of %d entries", have, n)
	case org.CheckJudge, org.CheckWords: // words without a number
		return Acceptance{ID: a.ID, Text: a.Text}
	default:
		return Acceptance{ID: a.ID, Text: a.Text, Detail: "unknown check " + strconv.Quote(string(a.Check))}
	}
	out.Judged = out.Met && slices.Contains([]org.Check{org.CheckTable, org.CheckCount, org.CheckSections}, a.Check)
	return out
}

func asksForFigure(criterion string) bool {
	return slices.ContainsFunc(prose.Words(criterion), func(w string) bool {
		switch w {
		case "cost", "costs", "price", "prices", "date", "dates", "figure", "figures", "percentage":
			return true
		}
		return false
	})
}

// A month or a day of the week counts too.
func (c *checker) hasFigure() bool {
	text := c.Draft.Text
	return len(quote.Numbers(text)) > 0 || slices.ContainsFunc(parseSpelled(text), func(n quote.Number) bool { return n.Value > 1 && n.Unit != "ordinal" }) ||
		slices.ContainsFunc(prose.Words(text), isMonthOrDay)
}

func listHeadings(text string) []string {
	var out []string
	for _, p := range splitPieces(text) {
		if p.kind == pieceHeading {
			out = append(out, strings.TrimSpace(strings.Trim(p.text, "#")))
		}
	}
	return out
}

// The largest of the counts is what a reader would call entries.
func countItems(text string) int {
	count := map[pieceKind]int{}
	for _, p := range splitPieces(text) {
		count[p.kind]++
	}
	return max(count[pieceItem], count[pieceRow], count[pieceHeading])
}
