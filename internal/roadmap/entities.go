package roadmap

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

// Entities are the parts that an item's words say it is to be done over, when they are more than
// one step may cover: the names of a list ("compare Alpha, Beta, Gamma, Delta and Epsilon") or a
// numbered stand-in for each of a quantity ("analyze 15 niches": "niche 1" to "niche 15"). A later
// split cuts them into runs of org.EntitiesPerStep and merges the runs in one step that keeps the
// item's title.
func (s *scanner) findEntities(title string) []string {
	if !isOverEach(title) {
		return nil
	}
	if names := splitNames(title); len(names) > org.EntitiesPerStep {
		return names
	}
	return s.listCounted(title)
}

// Finding or inventing things is one search and is not split.
func isOverEach(title string) bool {
	const leading = 4 // words among which the verb stands
	words := prose.Words(title)
	return slices.ContainsFunc(words[:min(leading, len(words))], func(w string) bool {
		switch w {
		case "analyze", "analyse", "compare", "research", "review", "evaluate", "profile", "study", "survey", "benchmark",
			"assess", "investigate", "audit", "examine", "score", "rate", "describe", "summarize", "summarise", "document",
			"explore", "cover", "check", "validate", "analysis", "comparison", "contrast", "inspect", "map", "price":
			return true
		}
		return false
	})
}

func splitNames(title string) []string {
	text := title
	if _, after, found := strings.Cut(title, ":"); found && strings.Count(after, ",") > 1 {
		text = after
	}
	parts := strings.Split(strings.ReplaceAll(text, ";", ","), ",")
	if len(parts) < 3 {
		return nil
	}
	last := parts[len(parts)-1]
	parts = parts[:len(parts)-1]
	for _, and := range []string{" and ", " & ", " or ", " und "} {
		if before, after, found := strings.Cut(" "+last, and); found {
			parts = append(parts, before)
			last = after
			break
		}
	}
	parts = append(parts, last)
	var out []string
	for i, p := range parts {
		p = strings.TrimSpace(p)
		if i == 0 {
			p = findLastName(p)
		}
		if i == len(parts)-1 {
			p = findFirstName(p)
		}
		if p == "" {
			continue
		}
		if len(strings.Fields(p)) > 5 {
			return nil // clauses, not names
		}
		out = append(out, p)
	}
	return out
}

// It is "Alpha" of "compare the prices of Alpha": the capitalised words, else the last word.
func findLastName(text string) string {
	words := strings.Fields(text)
	at := len(words)
	for at > 1 && isName(words[at-1]) {
		at--
	}
	if at == len(words) && at > 0 {
		at--
	}
	return strings.Join(words[at:], " ")
}

// It is "Epsilon" of "Epsilon by price".
func findFirstName(text string) string {
	words := strings.Fields(strings.TrimRight(text, "."))
	if len(words) == 0 {
		return ""
	}
	end := 1
	for end < len(words) && isName(words[end]) == isName(words[0]) && !prose.StopWord(strings.ToLower(words[end])) {
		end++
	}
	return strings.Join(words[:end], " ")
}

func isName(word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	return unicode.IsUpper(r) || unicode.IsDigit(r)
}

// Each of a quantity of things gets a stand-in.
func (s *scanner) listCounted(title string) []string {
	const most = 96 // as many parts of org.EntitiesPerStep as a mission has steps
	m := s.quantity.FindStringSubmatch(title)
	if m == nil || isMeasure(m[3]) {
		return nil
	}
	n, err := strconv.Atoi(m[1])
	if err != nil {
		n = parseNumeral(m[1])
	}
	if n <= org.EntitiesPerStep || n > most {
		return nil
	}
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf("%s %d", makeSingular(m[3]), i+1)
	}
	return out
}

// No step is split over time, size or money.
func isMeasure(noun string) bool {
	switch strings.ToLower(noun) {
	case "days", "weeks", "months", "years", "hours", "minutes", "seconds", "words", "pages", "characters", "dollars", "euros",
		"percents", "points", "lines", "sentences", "paragraphs", "slides", "times", "users", "customers", "people", "reasons",
		"quarters", "less", "business", "process", "stars", "columns", "rows", "bullets", "cents", "pounds", "miles", "mins", "hrs":
		return true
	}
	return false
}

func parseNumeral(word string) int {
	switch strings.ToLower(word) {
	case "five":
		return 5
	case "six":
		return 6
	case "seven":
		return 7
	case "eight":
		return 8
	case "nine":
		return 9
	case "ten":
		return 10
	case "twelve":
		return 12
	case "fifteen":
		return 15
	case "twenty":
		return 20
	case "thirty":
		return 30
	}
	return 0
}

func makeSingular(noun string) string {
	for _, e := range [][2]string{{"iches", "iche"}, {"ies", "y"}, {"sses", "ss"}, {"ches", "ch"}, {"shes", "sh"}, {"xes", "x"}, {"s", ""}} {
		if stem, found := strings.CutSuffix(noun, e[0]); found {
			return stem + e[1]
		}
	}
	return noun
}
