package deliver

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/quote"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/check"
)

// Mend is a change of a few words in one part, so that it agrees with the
// others. Old and New are written as Excerpt shows the part.
type Mend struct{ Part, Old, New string }

// mendGrowth is how many characters longer a change may make a part: it puts
// words right and writes nothing new.
const mendGrowth = 300

var (
	plainMark = regexp.MustCompile(`\[(\d+[a-z]*)\]`)
	paraMark  = regexp.MustCompile(`^(?:\[¶\d+\]\s*)+`)
)

// Mend makes a change that code can answer for, and reports whether it did: the
// old words stand exactly once in the part, no citation and no number is new,
// and no two parts set a price differently because of it.
func (d *Document) Mend(m Mend) bool {
	s := d.section(strings.TrimSpace(m.Part))
	was, now := strings.TrimSpace(paraMark.ReplaceAllString(m.Old, "")), strings.TrimSpace(paraMark.ReplaceAllString(m.New, ""))
	if s == nil || !local(was, now) || !d.known(now) {
		return false
	}
	was, now = d.marked(was), d.marked(now)
	if !onceIn(s.Body, was) || !within(finalMark.FindAllString(now, -1), finalMark.FindAllString(was, -1)) {
		return false
	}
	kept, clashes := *s, len(d.conflicts())
	heading := s.heading()
	s.Body = strings.Replace(s.Body, was, now, 1)
	if s.Finding == heading {
		s.Finding = s.heading()
	} else if bare := bareText(was); bare != "" {
		s.Finding = strings.Replace(s.Finding, bare, bareText(now), 1)
	}
	if len(d.conflicts()) > clashes {
		*s = kept
		return false
	}
	d.Clashes = d.conflicts()
	return true
}

// heading is what the part's text says first, as a heading.
func (s Section) heading() string {
	h, _ := finding(work.Upstream{Kind: s.Kind, Title: s.Title}, s.Body)
	return h
}

// local reports whether a change puts a few words in the place of others and
// leaves the form of the text as it is. It brings no address and no mention: the
// checks that look for those have seen the parts and not the change.
func local(was, now string) bool {
	if slices.ContainsFunc([]string{"://", "www.", "@"}, func(s string) bool { return strings.Contains(now, s) && !strings.Contains(was, s) }) {
		return false
	}
	return was != "" && now != "" && was != now && !strings.ContainsAny(now, "\n<`") && !strings.Contains(now, "](") &&
		strings.Count(was, "|") == strings.Count(now, "|") && strings.HasPrefix(was, "#") == strings.HasPrefix(now, "#") &&
		utf8.RuneCountInString(now) <= utf8.RuneCountInString(was)+mendGrowth
}

// marked writes the citations of the document that a text names as [3a] the way
// its parts hold them.
func (d Document) marked(text string) string {
	cited := d.cited()
	return plainMark.ReplaceAllStringFunc(text, func(m string) string {
		label := m[1 : len(m)-1]
		if _, ok := cited[label]; !ok {
			return m
		}
		return `[\[` + label + `\]](#source-` + label + `)`
	})
}

// known reports whether every number of a text stands in a part, in the title
// or in what the project is for.
func (d Document) known(text string) bool {
	var b strings.Builder
	b.WriteString(d.Title + "\n\n" + d.Project.Goal + "\n\n")
	for _, s := range d.Sections() {
		b.WriteString(finalMark.ReplaceAllString(s.Body, "") + "\n\n")
	}
	have := check.Numbers(b.String())
	for _, n := range check.Numbers(plainMark.ReplaceAllString(text, "")) {
		same := func(o quote.Number) bool { return o.Value == n.Value && (o.Unit == n.Unit || o.Cell) }
		if !slices.ContainsFunc(have, same) {
			return false
		}
	}
	return true
}

// onceIn reports whether whole words stand exactly once in a text.
func onceIn(text, words string) bool {
	if strings.Count(text, words) != 1 {
		return false
	}
	at := strings.Index(text, words)
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	first, _ := utf8.DecodeRuneInString(words)
	last, _ := utf8.DecodeLastRuneInString(words)
	after, _ := utf8.DecodeRuneInString(text[at+len(words):])
	return (!inWord(before) || !inWord(first)) && (!inWord(last) || !inWord(after))
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// within reports whether each of a list stands in another.
func within(list, other []string) bool {
	return !slices.ContainsFunc(list, func(x string) bool { return !slices.Contains(other, x) })
}
