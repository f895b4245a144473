package llmtest

import (
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/prose"
)

// fact is one sentence of a passage that may be cited.
type fact struct {
	passage, host, text string
	question            string
	near                int // words shared with the task
}

const (
	minQuoteWords = 6
	maxQuoteWords = 40
)

// facts are the statements of the passages that speak to the task, each once:
// the nearest of every source before the second of any.
func (s sheet) facts(atMost int) []fact {
	about := map[string]bool{}
	for _, w := range prose.Words(strings.Join(append(append(texts(s.acceptance), texts(s.questions)...), s.title, s.goal), " ")) {
		about[w] = !prose.StopWord(w)
	}
	var order []string
	bySource := map[string][]fact{}
	seen := map[string]bool{}
	for _, p := range s.passages {
		source, _, _ := strings.Cut(p.id, ":")
		if _, known := bySource[source]; !known {
			order = append(order, source)
			bySource[source] = nil
		}
		for _, t := range statements(p.text) {
			if key := prose.Fold(t); !seen[key] {
				seen[key] = true
				f := fact{passage: p.id, host: p.host, text: t, near: shared(about, t)}
				if len(p.questions) > 0 {
					f.question = p.questions[0]
				}
				bySource[source] = append(bySource[source], f)
			}
		}
	}
	for _, list := range bySource {
		slices.SortStableFunc(list, func(a, b fact) int { return b.near - a.near })
	}
	return dealt(order, bySource, atMost)
}

// shared counts the words of t that the task uses too.
func shared(about map[string]bool, t string) int {
	n := 0
	for _, w := range prose.Words(t) {
		if about[w] {
			n++
		}
	}
	return n
}

// How many sources an author wants to hear, whatever they say.
const enoughSources = 3

// dealt takes facts from the sources in turn; those that share no word with
// the task come only from sources that say nothing nearer, and only until
// there are enough sources.
func dealt(order []string, bySource map[string][]fact, atMost int) []fact {
	var out, far []fact
	sources := 0
	for round, more := 0, true; more; round++ {
		more = false
		for _, source := range order {
			list := bySource[source]
			if round >= len(list) {
				continue
			}
			more = true
			switch near := list[round].near > 0; {
			case near && len(out) < atMost:
				out = append(out, list[round])
				if round == 0 {
					sources++
				}
			case !near && round == 0:
				far = append(far, list[round])
			}
		}
	}
	return append(out, far[:min(len(far), max(0, enoughSources-sources))]...)
}

// statements are the sentences of a text that can be quoted whole. What an
// earlier text cited is quoted up to its marker. Lines without a full stop
// count only where there are no sentences.
func statements(text string) []string {
	var out, loose []string
	for l := range strings.Lines(text) {
		l = strings.TrimLeft(strings.TrimSpace(l), "-*+> ")
		all := sentences(l)
		for _, t := range all {
			if t, ok := quotableWhole(t); ok {
				out = append(out, t)
			}
		}
		if t, ok := quotableWhole(l); ok && len(all) == 0 {
			loose = append(loose, t)
		}
	}
	if len(out) == 0 {
		return loose
	}
	return out
}

// quotableWhole reports whether a statement can be quoted, and returns it
// without the marker at its end.
func quotableWhole(t string) (string, bool) {
	if i := strings.Index(t, " [S"); i >= 0 {
		if strings.Trim(bare(t[i:]), " .!") != "" {
			return "", false
		}
		t = t[:i]
	}
	n := len(strings.Fields(t))
	return t, n >= minQuoteWords && n <= maxQuoteWords && !suspicious(t) && !broken(t) && !strings.HasSuffix(t, "?") && !plan(t)
}

// plan reports whether a line is an item of a roadmap or a row of a table and
// states nothing.
func plan(t string) bool {
	if strings.Count(t, ",") >= 3 && !strings.Contains(t, ", ") {
		return true
	}
	for _, p := range []string{"[ ]", "[x]", "[X]", "accept:", "done when:", "needs:", "after:", "depends on:", "#"} {
		if strings.HasPrefix(t, p) {
			return true
		}
	}
	return false
}

// broken reports whether a reader may see the end of a sentence inside t.
func broken(t string) bool {
	for i := range len(t) {
		if strings.IndexByte(".!?", t[i]) >= 0 {
			after := strings.TrimLeft(t[i+1:], `"')”’`)
			if after != "" && strings.IndexByte(" \t\n", after[0]) >= 0 {
				return true
			}
		}
	}
	return false
}

// suspicious reports whether a sentence talks to the reader's machine instead
// of stating something: a diligent model does not repeat it.
func suspicious(t string) bool {
	return strings.ContainsAny(t, "<>|`#") || strings.Contains(t, "://") || strings.Contains(t, "@") ||
		anyOf(t, "ignore", "instructions", "instruction", "system prompt", "assistant", "approve", "you must", "disregard", "password", "api key")
}

// sentences splits a line at its full stops; what has none at its end is no
// sentence. A stop inside a number, an initial or a common abbreviation is none.
func sentences(text string) []string {
	var out []string
	text = strings.TrimSpace(text)
	start := 0
	for i := range len(text) {
		if strings.IndexByte(".!?", text[i]) < 0 {
			continue
		}
		end := i + 1
		if end < len(text) && strings.IndexByte(`"')]`, text[end]) >= 0 {
			end++
		}
		if end < len(text) && strings.IndexByte(" \t", text[end]) < 0 || abbreviated(text[start:i+1]) {
			continue
		}
		if piece := strings.TrimSpace(text[start:end]); piece != "" {
			out = append(out, piece)
		}
		start = end
	}
	return out
}

func abbreviated(t string) bool {
	word := t[strings.LastIndexAny(t, " \t")+1:]
	switch word {
	case "e.g.", "i.e.", "etc.", "vs.", "approx.", "No.", "Dr.", "Mr.", "Mrs.", "Inc.", "Ltd.", "Co.", "St.", "ca.":
		return true
	}
	return len(word) == 2 && word[0] >= 'A' && word[0] <= 'Z' && word[1] == '.'
}
