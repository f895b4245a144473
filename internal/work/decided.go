package work

import (
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/prose"
)

// Figure is one that an item decided, by the name under which others use it: price is
// "219 EUR a month".
type Figure struct {
	Name string // folded
	Text string
	From string // key of the item that decided it
}

// LeftOut is a line of what an item decided that is not handed to others, and why.
type LeftOut struct{ Line, Why string }

// Bounds of what one item may decide for others. Every line stands in each prompt of all later
// items: twelve of usual length are 300 tokens.
const (
	FiguresAtMost   = 12
	figureNameLimit = 60 // characters
	figureTextLimit = 240
)

var (
	figureLine = lazyregexp.New(`^[-\s]*([\p{L}\d][^=]*?)\s*=\s*(\S.*?)[\s.]*$`)
	// figureColon matches a line that sets a colon: "price: 219 EUR". No time of day has a space
	// behind its colon.
	figureColon = lazyregexp.New(`^[-\s]*([\p{L}\d][^=:]*?)\s*:\s+(\S.*?)[\s.]*$`)
	figureShown = lazyregexp.New(`(?m)^\*Decided figures: (.*)\*\s*$`)
	figureSlot  = lazyregexp.New(`\{([\p{L}\d][^={}*;\n]{0,60})\}`)
	// figureEnglish matches a number whose marks can only be those of English: 12.00, 1,200.50.
	figureEnglish = lazyregexp.New(`^(?:\d+\.\d{1,2}|\d{1,3}(?:,\d{3})+(?:\.\d+)?)$`)
	figureDigit   = lazyregexp.New(`\d[\d.,'’]*\d|\d`)
)

// ReadFigures reads lines of the form "price = 219 EUR a month". What was decided may have
// no figure in it: "model = Cargo L".
func ReadFigures(lines string) []Figure {
	list, _ := SortFigures(lines)
	return list
}

// SortFigures reads the same lines, and names those that cannot be handed to others.
func SortFigures(lines string) (list []Figure, left []LeftOut) {
	for l := range strings.Lines(lines) {
		l = strings.TrimSpace(strings.NewReplacer(";", ",", "*", "", "`", "", "{", "", "}", "").Replace(l))
		f, why := readFigure(l)
		switch {
		case why == "" && slices.ContainsFunc(list, func(o Figure) bool { return o.Name == f.Name }):
			why = "an earlier line has the same name: give each its own"
		case why == "" && len(list) == FiguresAtMost:
			why = fmt.Sprintf("at most %d lines are handed on: strike what others need least", FiguresAtMost)
		}
		switch {
		case why == "":
			list = append(list, f)
		case len(prose.Words(l)) > 1: // "None." decides nothing
			left = append(left, LeftOut{l, why})
		}
	}
	return list, left
}

// why says why the line cannot be used.
func readFigure(line string) (f Figure, why string) {
	m := figureLine.FindStringSubmatch(line)
	if m == nil {
		m = figureColon.FindStringSubmatch(line)
	}
	switch {
	case m == nil || prose.Fold(m[1]) == "":
		return f, "it has not the form: name = what was decided"
	case len([]rune(m[1])) > figureNameLimit:
		return f, fmt.Sprintf("its name has more than %d characters", figureNameLimit)
	case len([]rune(m[2])) > figureTextLimit:
		return f, fmt.Sprintf("what it decides has more than %d characters", figureTextLimit)
	}
	return Figure{Name: prose.Fold(m[1]), Text: m[2]}, ""
}

// WithFigures closes a result with the figures that it decided, so that they travel with it.
func WithFigures(result string, list []Figure) string {
	if len(list) == 0 {
		return result
	}
	var lines []string
	for _, f := range list {
		lines = append(lines, f.Name+" = "+f.Text)
	}
	return strings.TrimSpace(result) + "\n\n*Decided figures: " + strings.Join(lines, "; ") + "*"
}

// CutFigures takes the line of decided figures out of a result.
func CutFigures(result string) (rest string, list []Figure) {
	m := figureShown.FindStringSubmatch(result)
	if m == nil {
		return result, nil
	}
	return strings.TrimSpace(figureShown.ReplaceAllString(result, "")), ReadFigures(strings.ReplaceAll(m[1], "; ", "\n"))
}

// DecidedIn returns the figures that results decided. Of two of one name the later counts.
func DecidedIn(list []Upstream) []Figure {
	all := slices.Clone(list)
	slices.SortStableFunc(all, func(a, b Upstream) int { return a.EndedAt.Compare(b.EndedAt) })
	var out []Figure
	for _, u := range all {
		_, found := CutFigures(u.Result)
		for _, f := range found {
			f.From = u.Key
			out = slices.DeleteFunc(out, func(o Figure) bool { return o.Name == f.Name })
			out = append(out, f)
		}
	}
	return out
}

// FillFigures writes decided figures where a text names them: {price}. The number alone
// is written, since the text says of what in its own language, and with the marks of
// that; a day is written in the text's language, and of a range all is.
func FillFigures(text string, list []Figure) string {
	said, _, _ := strings.Cut(text, "```")
	language := prose.Language(said)
	comma := prose.CommaDecimals(language)
	return figureSlot.ReplaceAllStringFunc(text, func(slot string) string {
		i := slices.IndexFunc(list, func(f Figure) bool { return f.Name == prose.Fold(strings.Trim(slot, "{}")) })
		if i < 0 {
			return slot
		}
		if n := figureDigit.FindAllString(list[i].Text, -1); len(n) == 1 {
			if comma && figureEnglish.MatchString(n[0]) {
				return strings.NewReplacer(".", ",", ",", ".").Replace(n[0])
			}
			return n[0]
		}
		if days, rest := moment.TranslateDays(list[i].Text, language); len(days) == 1 && !figureDigit.MatchString(rest) {
			return days[0]
		}
		return list[i].Text
	})
}
