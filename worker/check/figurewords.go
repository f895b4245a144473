package check

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/quote"
)

// Numbers behind "at", "if" and the like are supposed.
func listAssumed(said string) []quote.Number {
	var out []quote.Number
	for _, n := range quote.Numbers(said) {
		if slices.ContainsFunc(prose.Words(said[findClauseStart(said, n.Start):n.Start]), isSupposing) {
			out = append(out, n)
		}
	}
	return out
}

func isSupposing(w string) bool {
	switch w {
	case "at", "if", "assuming", "assume", "suppose", "say", "with", "given", "estimate", "count", "counting":
		return true
	}
	return false
}

// A cell of nothing but markers speaks for the whole row.
func hasMarkerCell(row string) bool {
	for cell := range strings.SplitSeq(strings.Trim(row, "| "), "|") {
		if t := strings.TrimSpace(cell); t != "" && strings.Trim(StripMarkers(t), " ,;") == "" {
			return true
		}
	}
	return false
}

func findCell(row string, i int) string {
	start := strings.LastIndexByte(row[:i], '|') + 1
	end := strings.IndexByte(row[i:], '|')
	if end < 0 {
		return row[start:]
	}
	return row[start : i+end]
}

func findLastMarker(text string) int {
	all := findMarkers(text)
	if len(all) == 0 {
		return 0
	}
	return all[len(all)-1].start
}

// Markers, code, addresses and the number of an item or section hold no numbers of the statement.
// Offsets stay.
func blankMarkers(text string) string {
	b := []byte(text)
	wipe := func(from, to int) {
		for i := from; i < to; i++ {
			b[i] = ' '
		}
	}
	for _, m := range findMarkers(text) {
		wipe(m.start, m.end)
	}
	for from := 0; ; {
		i := strings.IndexByte(text[from:], '`')
		if i < 0 {
			break
		}
		j := strings.IndexByte(text[from+i+1:], '`')
		if j < 0 {
			break
		}
		wipe(from+i, from+i+j+2)
		from += i + j + 2
	}
	for _, scheme := range []string{"http://", "https://", "](", "www."} {
		for from := 0; ; {
			i := strings.Index(text[from:], scheme)
			if i < 0 {
				break
			}
			j := strings.IndexAny(text[from+i+len(scheme):], " )>")
			if j < 0 {
				j = len(text) - from - i - len(scheme)
			}
			wipe(from+i, from+i+len(scheme)+j)
			from += i + len(scheme) + j
		}
	}
	wipe(0, skipNumbering(text))
	return string(b)
}

// Numberings are "3.", "2.1 Prices" or "(4)".
func skipNumbering(text string) int {
	head := len(text) - len(strings.TrimLeft(text, " -*+>#|_("))
	i, dots := head, 0
	for i < len(text) && (text[i] >= '0' && text[i] <= '9' || text[i] == '.') {
		if text[i] == '.' {
			dots++
		}
		i++
	}
	if i == head || i >= len(text) {
		return 0
	}
	rest := strings.TrimLeft(text[i:], " *_")
	c, _ := utf8.DecodeRuneInString(rest)
	switch {
	case text[i] == ')':
		return i
	case text[i-1] == '.' && text[i] == ' ':
		return i
	case dots > 0 && text[i] == ' ' && unicode.IsUpper(c):
		return i
	}
	return 0
}

// rangeStart matches the first figure of a range and what leads to the second.
var rangeStart = lazyregexp.New(`[$€£¥]?\d[\d.,]*(?: ?[%€a-z]{1,8})? ?(?:to|and|or|bis|–|-)$`)

// Hedged widens the precision of a number that its author calls rough: "about
// 11,000" stands for what is rounded to thousands.
func Hedged(text string, n quote.Number) quote.Number {
	head := strings.ToLower(strings.TrimRight(text[:n.Start], " *_"))
	if m := rangeStart.FindStringIndex(head); m != nil { // the end of "about 319,000 to 464,000"
		head = strings.TrimRight(head[:m[0]], " *_")
	}
	rough := strings.HasSuffix(head, "~") || strings.HasSuffix(head, "≈")
	for _, w := range []string{
		"about", "around", "roughly", "approximately", "nearly", "almost", "over", "under", "some", "more than", "less than",
		"fewer than", "up to", "at least", "close to", "circa", "ca.", "c.", "rund", "etwa", "über", "fast",
	} {
		rough = rough || strings.HasSuffix(head, " "+w) || head == w
	}
	if !rough || n.Step <= 0 {
		return n
	}
	for v := n.Value / n.Step; v != 0 && math.Mod(v, 10) == 0; v /= 10 {
		n.Step *= 10
	}
	return n
}

// Some numbers only point at something or order it: "step 3", "(2)", "24/7", "top 5".
func isReference(text string, n quote.Number) bool {
	tail := text[n.End:]
	head := strings.TrimRight(text[:n.Start], " *_")
	for _, w := range []string{"section", "chapter", "table", "figure", "version", "paragraph", "appendix", "§", "abschnitt"} {
		if strings.HasSuffix(strings.ToLower(head), w) && n.Unit == "" {
			return true
		}
	}
	if n.Unit != "" && n.Unit != "ordinal" || n.Step != 1 || n.Value < 0 || n.Value > 100 {
		return false
	}
	if strings.HasSuffix(head, "(") && strings.HasPrefix(tail, ")") || strings.HasSuffix(head, "#") {
		return true
	}
	for _, pair := range []string{"24/7", "80/20", "50/50"} {
		if i := strings.Index(text, pair); i >= 0 && n.Start >= i && n.End <= i+len(pair) {
			return true
		}
	}
	fields := strings.Fields(head)
	if len(fields) == 0 {
		return false
	}
	switch strings.ToLower(strings.Trim(fields[len(fields)-1], "(*_.")) {
	case "section", "step", "phase", "stage", "part", "chapter", "table", "figure", "option", "item", "point", "question", "priority",
		"tier", "level", "week", "sprint", "round", "criterion", "rank", "no", "number", "nr", "page", "appendix", "day", "month",
		"quarter", "top", "§", "schritt", "woche", "abschnitt", "seite":
		return true
	}
	return false
}

func isBareSmall(n quote.Number) bool {
	return n.Unit == "" && n.Step == 1 && n.Value >= 0 && n.Value <= 12
}

// What an author proposes, or what only builds the text, states nothing about the world.
func isProposed(s Sentence, text string, n quote.Number) bool {
	switch {
	case isBareSmall(n), s.Answer, strings.HasSuffix(text, "?"):
		return true
	case s.Row && isRating(text, n):
		return true
	}
	return Proposal(findClause(text, n.Start)) || Proposal(text) || isPlanSection(s.Section) && isTimely(n)
}

// Plans are made of times, dates and small counts.
func isTimely(n quote.Number) bool {
	switch n.Unit {
	case "":
		return n.Step == 1 && n.Value <= 100 || n.Step == 1 && n.Value >= 1990 && n.Value <= 2100
	case "second", "minute", "hour", "day", "week", "month", "quarter", "year", "date", "time", "ordinal":
		return true
	}
	return false
}

func isRating(text string, n quote.Number) bool {
	before, after := text[:n.Start], text[n.End:]
	return strings.HasPrefix(after, "/5") || strings.HasPrefix(after, "/10") ||
		strings.HasSuffix(before, "/") && (n.Value == 5 || n.Value == 10)
}

func findClause(text string, i int) string {
	end := len(text)
	if j := strings.IndexAny(text[i:], ",;"); j >= 0 {
		end = i + j
	}
	return text[findClauseStart(text, i):end]
}

func findClauseStart(text string, i int) int {
	start := 0
	for _, mark := range []string{", ", "; ", ": ", " – ", " - ", "| "} {
		if j := strings.LastIndex(text[:i], mark); j >= 0 {
			start = max(start, j+len(mark))
		}
	}
	return start
}

func isPlanSection(section string) bool {
	f := " " + prose.Fold(section) + " "
	for _, w := range []string{
		"next step", "next steps", "recommendation", "recommendations", "recommended", "action", "actions", "plan", "timeline", "roadmap",
		"schedule", "checklist", "assumptions", "open questions", "risks", "decision", "to do", "launch", "nächste schritte", "empfehlung",
	} {
		if strings.Contains(f, " "+w+" ") {
			return true
		}
	}
	return false
}

func isGap(s Sentence) bool {
	for _, t := range []string{s.Section, s.Text} {
		f := prose.Fold(t)
		for _, w := range []string{
			"not established", "could not be found", "could not be established", "no source", "not published", "is unknown", "not known", "found nothing",
			"nothing was found", "no figures", "no figure", "not found", "not say", "not publish", "neither", "nicht belegt",
		} {
			if strings.Contains(f, w) {
				return true
			}
		}
	}
	return false
}
