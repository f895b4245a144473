package research

import (
	"slices"
	"strings"
)

// asked is a question as passages are compared with it: all its words, and
// those of its clauses. A long question is often an item's title with its
// acceptance behind it, and no passage repeats all of that; one that has to do
// with one clause is worth reading.
type asked struct {
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

// asked reads a question. Words that say what is to be done with the answer
// count only where some text holds them.
func (x *index) asked(text string) asked {
	a := asked{words: x.topical(terms(text))}
	for _, p := range clausesOf(text) {
		if ws := x.topical(terms(p)); len(unique(ws)) >= clauseWords {
			a.clauses = append(a.clauses, ws)
		}
	}
	return a
}

// clausesOf are the clauses of a question of several, as they stand.
func clausesOf(text string) []string {
	parts := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(":;?!\n", r) })
	if len(parts) < 2 {
		return nil
	}
	return parts
}

// topical drops formal words that stand in no text, unless nothing is left.
func (x *index) topical(words []string) []string {
	out := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return x.df[w] == 0 && formal(w) })
	if len(out) == 0 {
		return words
	}
	return out
}

// touch is the part of a question, or of its best clause, that text i touches.
func (x *index) touch(i int, a asked) float64 {
	best := x.share(i, a.words)
	for _, c := range a.clauses {
		best = max(best, x.share(i, c))
	}
	return best
}

// answer is the part of a question that text i touches when it is to count as
// an answer: of a clause only when that is a good part of the question.
func (x *index) answer(i int, a asked) float64 {
	best := x.share(i, a.words)
	for _, c := range a.clauses {
		if float64(len(unique(c))) >= clauseShare*float64(len(unique(a.words))) {
			best = max(best, x.share(i, c))
		}
	}
	return best
}

// formal reports whether a stem is a word of orders and acceptance criteria
// and seldom one of their subject.
func formal(stem string) bool {
	switch stem {
	case "find", "list", "name", "state", "give", "gather", "collect", "research", "write", "compar", "describ", "explain",
		"determin", "identifi", "check", "answer", "item", "ask", "question", "least", "sourc", "tabl", "section", "cover",
		"contain", "accept", "criterion", "figur", "shown", "show", "brief", "report", "work":
		return true
	}
	return false
}
