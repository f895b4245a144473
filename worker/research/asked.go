package research

import (
	"slices"
	"strings"
)

// questionTerms holds the words of a question and of its clauses. A long question is often an
// item's title with its acceptance behind it, and no passage repeats all of that; one that has to
// do with one clause is worth reading.
type questionTerms struct {
	words   []string
	clauses [][]string
}

const (
	// clauseWords is the least number of different words of a clause that says
	// what to read.
	clauseWords = 2
	// clauseShare is the least part of a question's words in a clause whose
	// answer is the question's.
	clauseShare = 0.4
)

// Words that say what is to be done with the answer count only where some text holds them.
func (x *index) readQuestion(text string) questionTerms {
	a := questionTerms{words: x.removeFormalWords(extractTerms(text))}
	for _, p := range splitClauses(text) {
		if ws := x.removeFormalWords(extractTerms(p)); len(removeDuplicates(ws)) >= clauseWords {
			a.clauses = append(a.clauses, ws)
		}
	}
	return a
}

func splitClauses(text string) []string {
	parts := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(":;?!\n", r) })
	if len(parts) < 2 {
		return nil
	}
	return parts
}

func (x *index) removeFormalWords(words []string) []string {
	out := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return x.df[w] == 0 && isFormalWord(w) })
	if len(out) == 0 {
		return words
	}
	return out
}

func (x *index) computeBestShare(i int, a questionTerms) float64 {
	best := x.computeShare(i, a.words)
	for _, c := range a.clauses {
		best = max(best, x.computeShare(i, c))
	}
	return best
}

// Only a clause that is a good part of the question counts as its answer.
func (x *index) computeAnswerShare(i int, a questionTerms) float64 {
	best := x.computeShare(i, a.words)
	for _, c := range a.clauses {
		if float64(len(removeDuplicates(c))) >= clauseShare*float64(len(removeDuplicates(a.words))) {
			best = max(best, x.computeShare(i, c))
		}
	}
	return best
}

// Formal words stand in orders and acceptance criteria and are seldom their subject.
func isFormalWord(stem string) bool {
	switch stem {
	case "find", "list", "name", "state", "give", "gather", "collect", "research", "write", "compar", "describ", "explain",
		"determin", "identifi", "check", "answer", "item", "ask", "question", "least", "sourc", "tabl", "section", "cover",
		"contain", "accept", "criterion", "figur", "shown", "show", "brief", "report", "work":
		return true
	}
	return false
}
