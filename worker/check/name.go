package check

import (
	"slices"
	"strings"
	"unicode"

	"github.com/frasier-cos/frasier/internal/org"
)

// names is A5: names of several words stand in the cited passages or in the
// task and upstream text. Names of a sentence without a marker are counted and
// are nothing to fix.
func (c *checker) names(s Sentence, known []string) {
	where := known
	if len(known) == 0 {
		where = c.ids
	}
	for _, n := range properNames(Plain(s.Text)) {
		c.audit.Names++
		if c.named(n, where) {
			continue
		}
		c.audit.BadNames = append(c.audit.BadNames, n)
		if len(known) > 0 && c.english && !saysGap(s) && !Proposal(clauseAt(s.Text, max(0, strings.Index(s.Text, n)))) {
			c.must(Defect{
				Check: "A5", Para: s.Para, Text: s.Text, Passage: c.show(known, s.Text),
				Fix: "the name " + n + " stands in none of the cited passages: name it as they do or remove it",
			})
		}
	}
}

// named reports whether a name stands in one of the passages or in what stands
// around the task: as a whole, without the kind of its company, or as two names
// beside each other.
func (c *checker) named(name string, ids []string) bool {
	texts := make([]string, 0, len(ids)+1)
	for _, id := range ids {
		texts = append(texts, c.pack[id].folded)
	}
	texts = append(texts, c.folded) // the longest comes last
	stands := func(words []string) bool {
		part := " " + strings.Join(words, " ") + " "
		return len(words) > 0 && slices.ContainsFunc(texts, func(t string) bool { return strings.Contains(t, part) })
	}
	words := strings.Fields(org.Fold(name))
	if stands(words) || company(words[len(words)-1]) && stands(words[:len(words)-1]) {
		return true
	}
	for cut := 2; cut+2 <= len(words); cut++ {
		if stands(words[:cut]) && stands(words[cut:]) {
			return true
		}
	}
	return false
}

func company(w string) bool {
	switch w {
	case "inc", "ltd", "llc", "corp", "co", "company", "gmbh", "ag", "plc", "group":
		return true
	}
	return false
}

// properNames returns runs of two or more capitalised words. A run that begins
// the sentence counts without a first word that only the sentence made
// capital, when two words are left.
func properNames(s string) []string {
	var out []string
	var run []string
	began := 0
	end := func() {
		if began == 0 && len(run) > 0 && opener(run[0]) {
			run = run[1:]
		}
		if len(run) >= 2 {
			out = append(out, strings.Join(run, " "))
		}
		run = nil
	}
	for i, f := range strings.Fields(s) {
		w := strings.Trim(f, ".,;:!?()\"'“”’*_`[]|<>")
		w = strings.TrimSuffix(strings.TrimSuffix(w, "'s"), "’s")
		first := []rune(w)
		if w == "" || !unicode.IsUpper(first[0]) || org.StopWord(strings.ToLower(w)) || month(strings.ToLower(w)) || strings.Contains(w, "://") {
			end()
			continue
		}
		if len(run) == 0 {
			began = i
		}
		run = append(run, w)
		if strings.TrimRight(f, ".,;:!?)|'’") != f || strings.HasSuffix(f, "'s") || strings.HasSuffix(f, "’s") {
			end()
		}
	}
	end()
	return out
}

// opener reports whether a word begins sentences more often than names.
func opener(w string) bool {
	switch strings.ToLower(w) {
	case "according", "although", "however", "meanwhile", "since", "both", "unlike", "compared", "today", "currently", "overall", "yet", "still",
		"even", "two", "three", "four", "several", "many", "few", "despite", "during", "between", "across", "within", "without", "whereas",
		"der", "die", "das", "ein", "eine", "einen", "den", "dem", "im", "am", "bei", "mit", "diese", "dieser", "wir", "sie", "choose", "use", "compare", "consider", "neither", "either", "next", "finally", "first", "second", "once", "recently", "moreover":
		return true
	}
	return imperative(strings.ToLower(w))
}

func month(w string) bool {
	switch w {
	case "january", "february", "march", "april", "june", "july", "august", "september", "october", "november", "december",
		"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday":
		return true
	}
	return false
}
