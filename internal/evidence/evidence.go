// Package evidence says what bears a sentence about a change: a test that failed before and passes now, a line, a check.
// It is pure: it reads what was kept of a change and of how it was tried, and believes nobody's words.
package evidence

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/prose"
)

// Proof is one thing that bears a sentence.
type Proof struct {
	Test  string // failed before and passes now; empty for none that has a name
	Check string // passed on what was merged
	Path  string // of a line, or of the test's
	Line  int    // after the change; 0 for the whole file
}

// Verdict judges one sentence.
type Verdict struct {
	Sentence string
	Proofs   []Proof // none: nothing bears it
	Why      string  // nothing does
}

// Borne reports whether something bears the sentence.
func (v Verdict) Borne() bool { return len(v.Proofs) > 0 }

// Change is a change with all of it that can bear a sentence.
type Change struct{ index }

// Read takes a change as it is kept.
func Read(c coding.StepChange) Change { return Change{newIndex(c)} }

// Judge takes a text about the change sentence by sentence.
func (c Change) Judge(text string) []Verdict {
	var out []Verdict
	for _, s := range splitSentences(text) {
		out = append(out, c.judgeSentence(s))
	}
	return out
}

var (
	sentenceEnd = lazyregexp.New(`[.!?]["')\x60]*\s+(?:["'(\x60]*[\p{Lu}\d\x60])`)
	clauseEnd   = lazyregexp.New(`;\s+|:\s+|,\s+(?:and|so|but|also|which|while|before|after|then)\s+|\.\s+`)
	codeSpan    = lazyregexp.New("`([^`]+)`")
	codeName    = lazyregexp.New(`\b(?:[a-z]+[A-Z]\w*|[A-Z][a-z0-9]+[A-Z]\w*|\w+_\w+|\w+\(\))|(?:^|[\s(])(--?[a-z][\w-]+)|\b[\w./-]+\.(?:go|py|js|ts|c|h|rs|rb|pl|sh|java|md|json|toml|ya?ml)\b`)
	number      = lazyregexp.New(`\d+(?:[.:,]\d+)*`)
	counted     = lazyregexp.New(`(?i)\b(\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|no|only one|a single)\s+(?:new\s+|more\s+|changed\s+)?(tests?|files?|lines?|checks?|test files?)\b`)
	allPass     = lazyregexp.New(`(?i)\b(?:all|every|each|the|existing|other|old)\s+(?:[\w-]+\s+){0,2}?(?:tests?|checks?|suite)\b[^.;]{0,40}\b(?:pass|passes|passed|green|succeeds?|ok)\b|\bcheck is green\b`)
	redClaim    = lazyregexp.New(`(?i)\b(?:fail(?:s|ed)?|red)\b[^.;]{0,30}\b(?:before|old code|without|first|at first)\b`)
	ofTests     = lazyregexp.New(`(?i)^(?:an?|the|new|and)?\s*(?:new |golden )?(?:tests?|checks?|list|file)\b`)
	wide        = lazyregexp.New(`(?i)\b(?:nothing (?:else|but)|no other|only (?:one|the|this|these)? ?(?:file|files|function|place)|all callers|every caller|everywhere|across the|whole (?:code|repository|project)|backwards?[- ]compatib\w*|no (?:behaviou?r|api|breaking)\b|fully|completely|any (?:input|case|platform)|in all cases|\d+ ?(?:%|per cent|percent|x|times) (?:faster|slower|smaller|less|more)|untouched|unchanged|was touched|were touched|as before)\b`)
)

func splitSentences(text string) []string {
	text = prose.OneLine(text)
	var out []string
	for {
		at := sentenceEnd.FindStringIndex(text)
		if at == nil {
			break
		}
		end := at[0] + strings.IndexFunc(text[at[0]:], func(r rune) bool { return r == ' ' })
		out = append(out, strings.TrimSpace(text[:end]))
		text = strings.TrimSpace(text[end:])
	}
	if text != "" {
		out = append(out, text)
	}
	return out
}

// judgeSentence holds a sentence against a change: what it counts and names must be there, what it claims of all must be shown by
// what looked at all, and its words must be those of lines that change or of tests that failed before.
func (x index) judgeSentence(sentence string) Verdict {
	v := Verdict{Sentence: sentence}
	var proofs []Proof
	for _, rule := range []func(string) ([]Proof, string){x.countsRight, x.namesRight, x.numbersRight, x.opposesNothing, x.weighsRight, x.showsRight} {
		p, why := rule(sentence)
		if why != "" {
			v.Why = why
			return v
		}
		proofs = append(proofs, p...)
	}
	rest := counted.ReplaceAllString(sentence, " ")
	switch {
	case allPass.MatchString(sentence):
		if !x.settled {
			v.Why = "not every check passed on what was merged"
			return v
		}
		rest = allPass.ReplaceAllString(rest, " ")
		proofs = append(proofs, x.checksPassed()...)
	case redClaim.MatchString(sentence):
		if !x.red {
			v.Why = "nothing failed on the code before it"
			return v
		}
		rest = redClaim.ReplaceAllString(rest, " ")
		proofs = append(proofs, x.redProofs()...)
	case wide.MatchString(sentence):
		v.Why = "it speaks of all that there is, and only what changed was looked at"
		return v
	}
	rest = codeName.ReplaceAllString(codeSpan.ReplaceAllString(rest, " "), " ") // all of them are there
	more, why := x.wordsBear(rest, len(proofs) > 0)
	if why != "" {
		v.Why = why
		return v
	}
	proofs = append(proofs, more...)
	v.Proofs = trim(proofs)
	return v
}

func trim(all []Proof) []Proof {
	const most = 3
	var out []Proof
	for _, p := range all {
		if len(out) < most && !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	return out
}

// countsRight holds what a sentence counts against what there is.
func (x index) countsRight(sentence string) ([]Proof, string) {
	var out []Proof
	for _, m := range counted.FindAllStringSubmatch(sentence, -1) {
		n, err := strconv.Atoi(m[1])
		if err != nil {
			n = countWord(strings.ToLower(m[1])) // 0 for "no"
			if n == 0 && strings.ToLower(m[1]) != "no" {
				n = 1
			}
		}
		added, testFiles := 0, 0
		for path := range x.files {
			if slices.ContainsFunc(x.lines, func(l line) bool { return l.path == path && l.test }) {
				testFiles++
			}
		}
		for _, l := range x.lines {
			if l.n > 0 {
				added++
			}
		}
		may := map[string][]int{"test": {len(x.tests), x.passed}, "file": {len(x.files)}, "line": {added, len(x.lines) - added, len(x.lines)}, "check": {len(x.trials)}, "test file": {testFiles}}[strings.TrimSuffix(strings.ToLower(m[2]), "s")]
		if !slices.Contains(may, n) {
			return nil, "it counts " + m[0] + ", and there are others"
		}
		for path := range x.files {
			out = append(out, Proof{Path: path})
		}
	}
	slices.SortFunc(out, func(a, b Proof) int { return cmp.Compare(a.Path, b.Path) })
	return out, ""
}

// namesRight finds each name of the code that a sentence has in what changes.
func (x index) namesRight(sentence string) ([]Proof, string) {
	var out []Proof
	var names []string
	for _, m := range codeSpan.FindAllStringSubmatch(sentence, -1) {
		names = append(names, m[1])
	}
	names = append(names, codeName.FindAllString(codeSpan.ReplaceAllString(sentence, " "), -1)...)
	for _, name := range names {
		name = strings.TrimSuffix(strings.TrimSpace(strings.Trim(name, "(`")), "()")
		if name == "" {
			continue
		}
		p, ok := x.findProof(name)
		if !ok {
			return nil, "nothing that changes has the name " + name
		}
		out = append(out, p)
	}
	return out, ""
}

// findProof returns the place of a name: of a test, a file, a line that is there, or one that went.
func (x index) findProof(name string) (Proof, bool) {
	for _, t := range x.tests {
		if t == name || strings.HasSuffix(t, "."+name) || strings.HasSuffix(t, "::"+name) {
			return x.testProof(t), true
		}
	}
	for path := range x.files {
		if path == name || strings.HasSuffix(path, "/"+name) {
			return Proof{Path: path}, true
		}
	}
	gone := -1
	for i, l := range x.lines {
		if !holdsWord(l.text, name) {
			continue
		}
		if l.n > 0 {
			return Proof{Path: l.path, Line: l.n}, true
		}
		gone = i
	}
	if gone >= 0 {
		return Proof{Path: x.lines[gone].path}, true
	}
	for _, t := range x.trials {
		if strings.Contains(t.Name, name) {
			return Proof{Check: t.Name}, true
		}
	}
	return Proof{}, false
}

// holdsWord reports whether a text has a name that is not part of a longer one.
func holdsWord(text, name string) bool {
	part := func(b byte) bool {
		return b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
	}
	for from := 0; ; {
		at := strings.Index(text[from:], name)
		if at < 0 {
			return false
		}
		at += from
		end := at + len(name)
		if (at == 0 || !part(text[at-1]) || !part(name[0])) && (end == len(text) || !part(text[end]) || !part(name[len(name)-1])) {
			return true
		}
		from = at + 1
	}
}

// testProof is a test with the line where it begins.
func (x index) testProof(name string) Proof {
	p := Proof{Test: name}
	last := name[strings.LastIndexAny(name, "./: ")+1:]
	for _, l := range x.lines {
		if l.test && l.n > 0 && (strings.Contains(l.text, name) || last != "" && holdsWord(l.text, last)) {
			p.Path, p.Line = l.path, l.n
			break
		}
	}
	return p
}

// numbersRight finds each number of a sentence in what changes, unless it was counted.
func (x index) numbersRight(sentence string) ([]Proof, string) {
	rest := counted.ReplaceAllString(codeSpan.ReplaceAllString(sentence, " "), " ")
	for _, m := range number.FindAllString(rest, -1) {
		if !holdsWord(x.text, m) && !holdsWord(strings.ReplaceAll(x.text, "_", ""), m) {
			return nil, "no line that changes has the number " + m
		}
	}
	return nil, ""
}

// opposesNothing refuses a sentence with one of two opposites where the change has the other alone.
func (x index) opposesNothing(sentence string) ([]Proof, string) {
	said := map[string]bool{}
	for _, w := range readWords(sentence) {
		said[w] = true
	}
	code := map[string]bool{}
	for _, l := range x.lines {
		if l.n > 0 {
			for w := range l.words {
				code[w] = true
			}
		}
	}
	some := func(of, in map[string]bool) bool {
		for w := range of {
			if in[w] {
				return true
			}
		}
		return false
	}
	for _, pair := range listOpposites() {
		for i := range pair {
			one, other := stems(pair[i]), stems(pair[1-i])
			if some(one, said) && !some(other, said) && !some(one, code) && some(other, code) {
				return nil, "the change speaks of the contrary"
			}
		}
	}
	return nil, ""
}

// weighsRight finds each word that claims much in what changes.
func (x index) weighsRight(sentence string) ([]Proof, string) {
	weighty := kinds().weighty
	for _, w := range prose.Words(sentence) {
		if s := stem(w); weighty[s] && !x.words[s] && !allPass.MatchString(sentence) {
			return nil, "no line that changes and no test speaks of " + w
		}
	}
	return nil, ""
}

// showsRight holds claims that only certain words of the code can bear.
func (x index) showsRight(sentence string) ([]Proof, string) {
	for _, c := range claimsShown {
		said := c.claim.FindString(sentence)
		if said != "" && !slices.ContainsFunc(x.lines, func(l line) bool { return l.n > 0 && !l.test && c.code.MatchString(l.text) }) {
			return nil, "no line of the code that comes does that: " + said
		}
	}
	return nil, ""
}

func (x index) checksPassed() []Proof {
	var out []Proof
	for _, t := range x.trials {
		out = append(out, Proof{Check: t.Name})
	}
	return out
}

func (x index) redProofs() []Proof {
	var out []Proof
	for _, t := range x.tests {
		out = append(out, x.testProof(t))
	}
	if len(out) == 0 { // a check whose tests have no names failed as a whole
		out = x.checksPassed()
	}
	return out
}

// wordsBear looks for the words of each part of a sentence in the lines that change and in the tests that failed before. What
// of it is proven by other means counts for that part alone.
func (x index) wordsBear(sentence string, proven bool) ([]Proof, string) {
	const enough, enoughOfPart, few = 0.5, 0.25, 3
	plain := kinds().plain
	found := x.countNumbers(sentence)
	all := found
	var last []string
	for _, part := range clauseEnd.Split(sentence, -1) {
		var words []string
		of, n := 0.0, 0.0
		for _, w := range prose.Words(part) {
			s := stem(w)
			if prose.StopWord(w) || plain[s] || number.MatchString(w) || slices.Contains(words, s) {
				continue
			}
			words = append(words, s)
			of += weigh(s)
			if x.hasWord(s) {
				n += weigh(s)
			}
		}
		last = append(last, words...)
		if ofTests.MatchString(part) {
			all, found = all+(of+n)/2, found+n // what tests are about is often not written in words
			continue
		}
		if len(words) > few && n < enoughOfPart*of {
			return nil, "nothing that changes speaks of it: " + strings.TrimSpace(part)
		}
		all, found = all+of, found+n
	}
	if proven && (all == 0 || found >= enough*all) {
		return nil, ""
	}
	if found < 1 || found < enough*all {
		return nil, "too little of it stands in what changes"
	}
	return x.place(last), ""
}

// countNumbers weighs the numbers of a sentence, all of which stand in what changes.
func (x index) countNumbers(sentence string) float64 {
	n := 0.0
	for _, m := range number.FindAllString(sentence, -1) {
		if len(m) > 1 {
			n++
		}
	}
	return n
}

func weigh(stemmed string) float64 {
	const faint = 0.3
	if kinds().faint[stemmed] {
		return faint
	}
	return 1
}

// hasWord reports whether a word stands in what changes, be it as a part of a longer one.
func (x index) hasWord(w string) bool {
	if x.words[w] || x.around[w] {
		return true
	}
	if n := countWord(w); n > 0 && x.words[strconv.Itoa(n)] || w == "zero" && x.words["0"] {
		return true
	}
	const least = 4
	for other := range x.words {
		if len(w) >= least && len(other) >= least && (strings.HasPrefix(other, w) || strings.HasPrefix(w, other)) {
			return true
		}
	}
	return false
}

// place returns the lines that have most of some words: of tests that failed before, then of the rest.
func (x index) place(words []string) []Proof {
	score := func(l line) int {
		n := 0
		for _, w := range words {
			if l.words[w] {
				n++
			}
		}
		return n
	}
	best := map[bool]line{}
	for _, l := range x.lines {
		if old, ok := best[l.test]; l.n > 0 && (!ok || score(l) > score(old)) {
			best[l.test] = l
		}
	}
	var out []Proof
	if l, ok := best[true]; ok && x.red && score(l) > 0 {
		p := Proof{Path: l.path, Line: l.n}
		for _, t := range x.tests {
			if at := x.testProof(t); at.Path == l.path && at.Line <= l.n && (p.Test == "" || at.Line > x.testProof(p.Test).Line) {
				p.Test = t
			}
		}
		out = append(out, p)
	}
	if l, ok := best[false]; ok && (score(l) > 0 || len(out) == 0) {
		out = append(out, Proof{Path: l.path, Line: l.n})
	}
	return out
}
