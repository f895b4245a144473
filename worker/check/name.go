package check

import (
	"slices"
	"strings"
	"unicode"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/prose"
)

// checkNames is A5: names of several words stand in a cited document or in the task
// and upstream text, and what is said of a name is said of it there. A name
// that only stands nowhere in the sources is counted, and is nothing to fix in
// a sentence without a marker. The first word of a sentence has a capital
// without being part of a name.
func (c *checker) checkNames(s *checkedSentence, known []string) {
	where := c.ids
	if len(known) > 0 {
		where = c.listSameDocuments(known)
	}
	told := false
	for _, n := range findProperNames(Plain(s.Text)) {
		c.audit.Names++
		if c.hasName(n, where) || c.hasProof(s, n.text) {
			continue
		}
		c.audit.BadNames = append(c.audit.BadNames, n.text)
		if len(known) > 0 && c.english && !isGap(s.Sentence) && !Proposal(findClause(s.Text, max(0, strings.Index(s.Text, n.text)))) && !c.isNameOfOtherFact(s, n) {
			told = true
			c.addDefect(Defect{
				Check: "A5", Para: s.Para, Text: s.Text, Passage: c.showNearest(known, s.Text), About: n.text,
				Fix: "the name " + n.text + " stands in none of the cited passages: name it as they do or remove it",
			})
		}
	}
	if !told && len(known) > 0 && c.english && !s.Row && !s.decides && !isGap(s.Sentence) {
		c.checkSubject(s, known)
	}
}

// The cited documents must say of the first name what the sentence does, and not of another.
func (c *checker) checkSubject(s *checkedSentence, known []string) {
	names := c.listKnownNames(s.said)
	if len(names) == 0 {
		return
	}
	name := names[0]
	if c.hasProof(s, name) {
		return
	}
	if first := c.findKnownName(s.prose); first >= 0 && lacksMarker(s.prose, first) {
		return // what the marker is for comes later
	}
	texts := []string{c.folded}
	for _, id := range c.listSameDocuments(known) {
		texts = append(texts, c.pack[id].folded)
	}
	if !slices.ContainsFunc(texts, func(t string) bool { return strings.Contains(t, " "+name+" ") }) {
		c.addDefect(Defect{
			Check: "A5", Para: s.Para, Text: s.Text, Passage: c.showNearest(known, s.Text), About: name,
			Fix: "the cited passages do not speak of " + name + ": cite the passage that does, or name who they speak of",
		})
		return
	}
	if other := c.findOtherName(s, names, known); other != "" {
		c.addDefect(Defect{
			Check: "A5", Para: s.Para, Text: s.Text, Passage: c.showNearest(known, s.Text),
			Fix: "the passage says this of " + other + " and not of " + name + ": name who it speaks of",
		})
	}
}

// The document must say nothing like it of the sentence's own names.
func (c *checker) findOtherName(s *checkedSentence, names, known []string) string {
	own := listLabels(strings.Join(names, " "))
	about := removeWords(listLabels(s.said), own)
	const fewest, most, gap = 2, 0.6, 0.34
	if len(about) < fewest {
		return ""
	}
	best, mine := 0.0, 0.0
	other := ""
	for _, id := range c.listSameDocuments(known) {
		ours := false // the sentence before speaks of them, and this one may go on
		for _, p := range c.pack[id].sentences {
			hits := keepShared(about, p.labels)
			score := float64(len(hits)) / float64(len(about))
			before := ours
			ours = len(keepShared(own, p.labels)) > 0
			switch {
			case ours || before:
				mine = max(mine, score)
			case score > best && len(hits) >= fewest:
				best, other = score, strings.Join(c.listKnownNames(strings.Join(p.names, ", ")), ", ")
			}
		}
	}
	if best < most || mine > best-gap {
		return ""
	}
	return other
}

// The first word of a text counts only when the passages never write it small.
func (c *checker) listKnownNames(text string) []string {
	var out []string
	for _, n := range findNames(text) {
		f := prose.Fold(n)
		if slices.ContainsFunc(strings.Fields(f), func(w string) bool { return len(w) > 1 && c.capital[makeSingular(w)] && !isMonthOrDay(w) }) {
			f = strings.Join(slices.DeleteFunc(strings.Fields(f), func(w string) bool {
				return (!c.capital[makeSingular(w)] || len(w) == 1) && !strings.ContainsAny(w, "0123456789")
			}), " ")
			out = append(out, f)
		}
	}
	return out
}

func (c *checker) findKnownName(text string) int {
	for _, n := range findNames(text) {
		if len(c.listKnownNames(n)) > 0 {
			return strings.Index(text, n)
		}
	}
	return -1
}

func (c *checker) listSameDocuments(known []string) []string {
	documents := c.collectDocuments(known)
	return slices.DeleteFunc(slices.Clone(c.ids), func(id string) bool { return !documents[c.pack[id].Document] })
}

// A name may lack the kind of its company, the letter of its variant or the first word of its
// sentence, or stand as two names beside each other.
func (c *checker) hasName(name properName, ids []string) bool {
	texts := make([]string, 0, len(ids)+1)
	for _, id := range ids {
		texts = append(texts, c.pack[id].folded)
	}
	texts = append(texts, c.folded) // the longest comes last
	stands := func(words []string) bool {
		part := " " + strings.Join(words, " ") + " "
		return len(words) > 0 && slices.ContainsFunc(texts, func(t string) bool { return strings.Contains(t, part) })
	}
	words := strings.Fields(prose.Fold(name.text))
	last := words[len(words)-1]
	if stands(words) || (isCompanyKind(last) || len(last) == 1) && stands(words[:len(words)-1]) || name.first && stands(words[1:]) {
		return true
	}
	if len(words) > 1 && slices.ContainsFunc(ids, func(id string) bool { return c.pack[id].hasItem(words) }) {
		return true
	}
	for cut := 1; cut < len(words); cut++ {
		if cut > 1 && cut+1 < len(words) && stands(words[:cut]) && stands(words[cut:]) {
			return true
		}
	}
	return false
}

// A name may join a heading and an item below it: "ThrowDesk Studio" of "## ThrowDesk" and "-
// Studio: £59".
func (s *source) hasItem(words []string) bool {
	heading := ""
	for l := range strings.Lines(s.Text) {
		t := strings.TrimSpace(l)
		if strings.HasPrefix(t, "#") {
			heading = " " + prose.Fold(t) + " "
			continue
		}
		below := " " + prose.Fold(t) + " "
		for cut := 1; heading != "" && cut < len(words); cut++ {
			if strings.Contains(heading, " "+strings.Join(words[:cut], " ")+" ") && strings.Contains(below, " "+strings.Join(words[cut:], " ")+" ") {
				return true
			}
		}
	}
	return false
}

// Initials go too: John F. Kennedy is John Kennedy.
func removeNicknames(text string) string {
	return nickname.ReplaceAllString(text, "$1 $2")
}

var nickname = lazyregexp.New(`(\p{Lu}\p{L}+) +(?:["“”„«»‘’'(] ?[\p{L}. -]{1,20} ?["“”«»‘’')]|(?:\p{Lu}\. ?){1,2}) *(\p{Lu}\p{L}+)`)

func isCompanyKind(w string) bool {
	switch w {
	case "inc", "ltd", "llc", "corp", "co", "company", "gmbh", "ag", "plc", "group":
		return true
	}
	return false
}

type properName struct {
	text  string
	first bool // it begins a sentence, a cell, or what stands behind a colon
}

// findProperNames returns runs of two or more capitalised words, without a first word that only
// the sentence made capital.
func findProperNames(s string) []properName {
	var out []properName
	for _, n := range findCapitalRuns(s) {
		if words := strings.Fields(n.text); n.first && isOpener(words[0]) {
			n.text, n.first = strings.Join(words[1:], " "), false
		}
		if strings.Contains(n.text, " ") {
			out = append(out, n)
		}
	}
	return out
}

func findNames(s string) []string {
	var out []string
	for _, n := range findCapitalRuns(s) {
		out = append(out, n.text)
	}
	return out
}

// The first word of each sentence and cell has a capital anyway.
func findCapitalRuns(s string) []properName {
	var out []properName
	for cell := range strings.SplitSeq(s, "|") {
		for _, sentence := range splitParagraph(cell) {
			out = append(out, findRuns(sentence)...)
		}
	}
	return out
}

func findRuns(s string) []properName {
	var out []properName
	var run []string
	first, fresh := false, true
	end := func() {
		if len(run) > 0 {
			out = append(out, properName{strings.Join(run, " "), first})
		}
		run = nil
	}
	for i, f := range strings.Fields(s) {
		if strings.ContainsAny(f[:1], "([") { // "Hidrosul (Rui Sequeira" are two names
			end()
		}
		w := strings.Trim(f, ".,;:!?()\"'“”’*_`[]|<>")
		w = strings.TrimSuffix(strings.TrimSuffix(w, "'s"), "’s")
		letters := []rune(w)
		if w == "" || !unicode.IsUpper(letters[0]) || prose.StopWord(strings.ToLower(w)) || isMonthOrDay(strings.ToLower(w)) || strings.Contains(w, "://") {
			end()
			marks := w == "" || i == 0 && isListItem(f+" ") // of a list, or none that anybody reads
			fresh = strings.HasSuffix(f, ":") || marks && fresh
			continue
		}
		if len(run) == 0 {
			first = fresh || strings.ContainsAny(f[:1], "\"(*_") || strings.HasPrefix(f, "“")
		}
		run = append(run, w)
		fresh = false
		bare := strings.TrimRight(f, "*_`")
		if strings.TrimRight(bare, ".,;:!?)|'’") != bare || strings.HasSuffix(bare, "'s") || strings.HasSuffix(bare, "’s") {
			end()
			fresh = strings.HasSuffix(bare, ":") || bare != f // what stood in bold was a label
		}
	}
	end()
	return out
}

func isOpener(w string) bool {
	switch strings.ToLower(w) {
	case "according", "although", "however", "meanwhile", "since", "both", "unlike", "compared", "today", "currently", "overall", "yet", "still",
		"even", "two", "three", "four", "several", "many", "few", "despite", "during", "between", "across", "within", "without", "whereas",
		"der", "die", "das", "ein", "eine", "einen", "den", "dem", "im", "am", "bei", "mit", "diese", "dieser", "wir", "sie", "choose", "use", "compare", "consider", "neither", "either", "next", "finally", "first", "second", "once", "recently", "moreover":
		return true
	}
	return isImperative(strings.ToLower(w))
}

func isMonthOrDay(w string) bool {
	switch strings.TrimSuffix(w, "s") {
	case "january", "february", "march", "april", "june", "july", "august", "september", "october", "november", "december",
		"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
		// Of the other languages only German writes them with a capital.
		"januar", "februar", "märz", "juni", "juli", "oktober", "dezember",
		"montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonnabend", "sonntag":
		return true
	}
	return false
}
