package roadmap

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/safetext"
)

// So many sentences of a message become items.
const maxProseItems = 5

// FromProse makes items of the sentences in text that plainly ask for
// something, at most five, in one phase; false when there are none. Nothing is
// invented: a sentence becomes an item with its own words. One that begins
// with "then", "next", "finally" or "after that" needs the item before it.
func FromProse(text string) (org.Roadmap, bool) {
	opening := regexp.MustCompile(`^(?i)(?:(?:please|and|also|first|second|third|then|next|finally|lastly|after that|afterwards|` +
		`can you|could you|would you|will you|i want you to|i need you to|i'd like you to|i would like you to|we need to|let's|hi|hello|hey)\b[,:]?\s*)+`)
	follows := regexp.MustCompile(`^(?i)(?:and\s+)?(?:then|next|finally|lastly|after that|afterwards)\b`)
	mark := regexp.MustCompile(`^\s*(?:[-*+]|[0-9]{1,3}[.)])\s+(?:\[[ xX]\]\s+)?`)
	r := org.Roadmap{Source: text}
	more := 0
	line := 0
	for l := range strings.SplitSeq(text, "\n") {
		line++
		for _, sentence := range splitSentences(mark.ReplaceAllString(l, "")) {
			bare := opening.ReplaceAllString(sentence, "")
			first, _, _ := strings.Cut(strings.ToLower(bare), " ")
			if !Imperative(strings.Trim(first, ",.:;!")) || len(prose.Words(bare)) < 2 {
				continue
			}
			if len(r.Items) == maxProseItems {
				more++
				continue
			}
			it := org.Item{Key: "i" + strconv.Itoa(len(r.Items)+1), Title: strings.TrimRight(bare, " .!?"), Line: line}
			if n := len(r.Items); n > 0 && follows.MatchString(sentence) {
				it.Needs = []string{r.Items[n-1].Key}
				it.Group = r.Items[n-1].Group + 1
			}
			r.Items = append(r.Items, it)
		}
	}
	if len(r.Items) == 0 {
		return org.Roadmap{}, false
	}
	s := &scanner{patterns: getPatterns()}
	for i := range r.Items {
		r.Items[i].Entities = s.findEntities(r.Items[i].Title)
	}
	r.Title = r.Items[0].Title
	r.Phases = []string{r.Title}
	if more > 0 {
		r.Notes = append(r.Notes, fmt.Sprintf("I took the first %d requests; %d more were left out. Send them as a list.", maxProseItems, more))
	}
	return r, true
}

// A sentence ends at a full stop, question or exclamation mark that a space or the end follows,
// and at a semicolon.
func splitSentences(line string) []string {
	var out []string
	from := 0
	for i := range len(line) {
		ends := strings.IndexByte(".!?;", line[i]) >= 0 && (i+1 == len(line) || line[i+1] == ' ')
		if !ends && i+1 < len(line) {
			continue
		}
		s := prose.OneLine(strings.TrimRight(line[from:i+1], ";"))
		from = i + 1
		if s != "" {
			out = append(out, safetext.Neutral(strings.ToValidUTF8(s, "\uFFFD")))
		}
	}
	return out
}

// Imperative reports whether a word that begins a sentence asks for work. It is in
// lower case.
func Imperative(word string) bool {
	switch word {
	case "analyze", "analyse", "assess", "audit", "benchmark", "brainstorm", "build", "calculate", "check", "collect", "compare",
		"compile", "complete", "compose", "conduct", "create", "define", "deliver", "describe", "design", "determine", "develop",
		"document", "draft", "estimate", "evaluate", "examine", "explain", "explore", "find", "gather", "generate", "give", "identify",
		"implement", "improve", "investigate", "launch", "list", "make", "map", "model", "optimize", "outline", "plan", "prepare",
		"price", "produce", "propose", "rank", "recommend", "report", "research", "review", "rewrite", "run", "score", "select",
		"size", "specify", "study", "suggest", "summarise", "summarize", "survey", "test", "translate", "update", "validate",
		"verify", "write", "execute", "finish", "search", "look", "show", "tell", "figure", "work", "do", "turn", "set":
		return true
	}
	return false
}
