package check

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/quote"
	"github.com/frasier-cos/frasier/internal/work"
)

// Subject is the input of an audit.
type Subject struct {
	Step         org.Step
	Draft        Draft
	Evidence     work.Evidence
	Context      string   // the task and upstream text: numbers and names may come from here
	Secrets      []string // texts that must not appear: nonces, keys
	Instructions string   // Frasier's own rules, which must not be repeated; empty for none
	Proved       []Proof  // what the author answered to earlier findings, with words of a passage
}

// Defect is one thing a draft must change, with what is right where known.
type Defect struct {
	Check   string `json:"check"` // "A2"
	Para    int    `json:"para"`  // 0 when the whole draft is meant
	Text    string `json:"text"`  // the sentence
	Fix     string `json:"fix"`
	Passage string `json:"passage,omitempty"` // what the source says, with its marker
	Find    string `json:"find,omitempty"`    // what must be looked up first; empty for nothing
	Hard    bool   `json:"hard"`              // no reviewer may wave it through
	About   string `json:"about,omitempty"`   // the number or the name that stands nowhere, as the text has it
}

// Audit holds what code found in a draft. Shares are from 0 to 1, and 1 when
// there was nothing to count.
type Audit struct {
	Unknown    []string        `json:"unknown_markers"`
	Quotes     int             `json:"quotes"`
	Fabricated []string        `json:"fabricated"`
	Repaired   int             `json:"repaired"`
	Factual    int             `json:"factual"`
	Supported  int             `json:"supported"`
	Uncited    []string        `json:"uncited"`     // the factual that are not supported
	Pairs      int             `json:"pairs"`       // a sentence and a passage it cites
	GoodPairs  int             `json:"good_pairs"`  // the passage speaks for the sentence
	Numbers    int             `json:"numbers"`     // numbers that need a source
	BadNumbers []string        `json:"bad_numbers"` // those without
	Compare    []string        `json:"compare"`     // statements whose figures a reader should compare with what they cite, those most easily wrong first, at most comparedMost
	Names      int             `json:"names"`
	BadNames   []string        `json:"bad_names"`
	Weak       []string        `json:"weak"`
	Domains    int             `json:"domains"`
	Dated      int             `json:"dated"` // citations with a date on questions that ask for fresh sources
	Fresh      int             `json:"fresh"` // of them, those within the days asked for
	Warnings   []string        `json:"warnings"`
	Accept     []Acceptance    `json:"acceptance"`
	MustFix    []Defect        `json:"must_fix"`
	Citations  []work.Citation `json:"citations"`
	Effective  int             `json:"effective_citations"` // claims with a document that speaks for them
}

// Gates of the audit.
const (
	QuoteGate        = 0.95
	NumberGate       = 0.98
	researchCoverage = 0.80
	writingCoverage  = 0.50
	supportOverlap   = 0.35
	shareOfOneDomain = 0.40
	fewestDomains    = 3
	unsourcedShare   = 0.05

	fewestBare = 3 // statements without a source below which their share says nothing
	bareShown  = 6 // of them, named in the defect
)

// Clean reports whether the draft passed every gate of the audit.
func (a Audit) Clean() bool { return len(a.MustFix) == 0 }

// Recall is the share of factual sentences that carry a marker and whose
// numbers and quotes stand in what they cite.
func (a Audit) Recall() float64 { return computeShare(a.Supported, a.Factual) }

// Precision is the share of citations whose passage speaks for its sentence.
func (a Audit) Precision() float64 { return computeShare(a.GoodPairs, a.Pairs) }

// QuotePrecision is the share of evidence quotes that stand in their source.
func (a Audit) QuotePrecision() float64 { return computeShare(a.Quotes-len(a.Fabricated), a.Quotes) }

// NumberPrecision is the share of numbers that have a source.
func (a Audit) NumberPrecision() float64 { return computeShare(a.Numbers-len(a.BadNumbers), a.Numbers) }

func computeShare(part, whole int) float64 {
	if whole == 0 {
		return 1
	}
	return float64(part) / float64(whole)
}

// Run audits a draft by code alone. It is pure: equal subjects give equal
// audits.
func Run(s Subject) Audit {
	c := newChecker(s)
	c.checkMarkers()
	c.checkQuotes()
	c.checkQuotations()
	c.checkSentences()
	c.chooseComparisons()
	c.warnOfDomains()
	c.checkFreshness()
	c.checkAcceptance()
	c.checkMeta()
	c.checkLeaks()
	return c.audit
}

// recordCitations keeps what of a passage bears a sentence, beyond what its author quoted; for a
// table row, what bears each of its cells that cite the passage.
func (c *checker) recordCitations(s *checkedSentence, id string) {
	p, claim := c.pack[id], Plain(s.Text)
	for _, x := range listStatements(s.Sentence, id) {
		if s.lead != "" && !p.hasHalf(newStatement(x)) {
			x = s.lead + " " + x
		}
		there := slices.DeleteFunc(slices.Clone(c.audit.Citations), func(q work.Citation) bool { return q.Claim != claim || q.Passage != id })
		quoted := slices.DeleteFunc(slices.Clone(there), func(q work.Citation) bool { return s.Row && !speaksOf(x, q.Quote) })
		for _, at := range p.chooseExcerpts(newStatement(x), quoted, len(there) > 0) {
			q := makeCitation(claim, p.Passage, at[0], at[1])
			if !slices.ContainsFunc(c.audit.Citations, func(o work.Citation) bool {
				return o.Claim == q.Claim && o.Passage == q.Passage && o.Start <= q.Start && q.End <= o.End
			}) {
				c.audit.Citations = append(c.audit.Citations, q)
			}
		}
	}
}

// The same instruction for another place of the text only adds the place.
func (c *checker) addDefect(d Defect) {
	i := slices.IndexFunc(c.audit.MustFix, func(o Defect) bool {
		return o.Check == d.Check && o.Fix == d.Fix && (d.Check == "A4" || d.Check == "A5" || o.Text == d.Text)
	})
	if i < 0 {
		c.audit.MustFix = append(c.audit.MustFix, d)
		return
	}
	same := &c.audit.MustFix[i]
	same.Hard = same.Hard || d.Hard
	if place := fmt.Sprintf(" (also in ¶%d)", d.Para); d.Para != same.Para && d.Para > 0 && !strings.Contains(same.Text, place) {
		same.Text += place
	}
}

// checkMarkers is A1: every marker names a passage of the pack.
func (c *checker) checkMarkers() {
	for _, id := range c.Draft.Markers {
		if c.pack[id] == nil && !slices.Contains(c.audit.Unknown, id) {
			c.audit.Unknown = append(c.audit.Unknown, id)
			c.addDefect(Defect{Check: "A1", Text: "[" + id + "]", Fix: "there is no passage " + id + ": cite one that exists or remove the sentence", Hard: true})
		}
	}
}

// checkSentences is A3 to A6: numbers, names, superlatives and support of what is said, and which
// statements about the world have no source.
func (c *checker) checkSentences() {
	if c.Evidence.Unsought && len(c.pack) == 0 {
		return
	}
	gap, unsourced := false, 0
	claims, wrong := map[string]bool{}, map[string]bool{}
	var bare []*checkedSentence
	for i := range c.list {
		s := &c.list[i]
		gap = gap || isGap(s.Sentence)
		if strings.Contains(strings.ToLower(s.Text), "[unsourced]") {
			unsourced++
		}
		known := c.filterKnown(s.Markers)
		numbersStand := c.checkNumbers(s, known)
		c.checkNames(s, known)
		c.checkSuperlative(s, known)
		wrong[Plain(s.Text)] = wrong[Plain(s.Text)] || s.wrong || len(s.invented) > 0
		good := c.judgeCitations(s, known, numbersStand)
		for _, id := range good {
			if p := c.pack[id]; Plain(s.Text) != "" {
				claims[Plain(s.Text)+"\x00"+string(p.Document)] = true
			}
		}
		if c.isFactual(s, known) {
			c.audit.Factual++
			if len(known) > 0 && numbersStand && len(s.invented) == 0 {
				c.audit.Supported++
			} else {
				c.audit.Uncited = append(c.audit.Uncited, Plain(s.Text))
			}
			if len(s.Markers) == 0 && numbersStand { // what its figures lack is told already
				bare = append(bare, s)
			}
		}
	}
	c.reportUnshown()
	c.audit.Effective = len(claims)
	// What is certainly false in its figures or quotes is never recorded as cited, nor shown
	// to a reviewer as found in its source. Where code only doubts, what the author quotes
	// stays: its marker must not lead to other words.
	c.audit.Citations = slices.DeleteFunc(c.audit.Citations, func(x work.Citation) bool { return wrong[x.Claim] })
	c.checkCoverage(bare)
	if n := len(c.list); n > 0 && float64(unsourced) > max(1, unsourcedShare*float64(n)) {
		c.audit.Warnings = append(c.audit.Warnings, fmt.Sprintf("%d of %d sentences are marked as unsourced", unsourced, n))
	}
	if c.Evidence.Empty() && !gap && !c.sets {
		c.addDefect(Defect{Check: "A3", Fix: `research found nothing: say so in a section "Not established"`})
	}
}

// isFactual reports whether a sentence states something about the world that
// needs a source. What names a gap, decides, supposes or only computes states
// no such thing, unless it cites; nor does a conclusion whose names the sources
// know and that has no figure of its own and compares nothing.
func (c *checker) isFactual(s *checkedSentence, known []string) bool {
	if !Factual(s.Text) {
		return false
	}
	if len(known) > 0 {
		return true
	}
	if isGap(s.Sentence) || isAboutSilence(s.said) || s.decides || c.copy || s.Row && c.sets {
		return false
	}
	own := slices.ContainsFunc(quote.Numbers(s.said), func(n quote.Number) bool {
		return !isBareSmall(n) && !isReference(s.said, n) && !isAmongAny(n, c.chosen) && !isAmong(n, s.assumed) && !isAmong(n, c.cited) && (!isConclusion(s.said) || !c.isKnownNumber(n, c.ids)) &&
			!slices.ContainsFunc(c.results, func(r equation) bool { return r.states(n) || r.hasOperand(n) })
	})
	return own || hasComparative(prose.Words(s.said)) || slices.ContainsFunc(findProperNames(Plain(s.Text)), func(n properName) bool { return !c.hasName(n, c.ids) })
}

// judgeCitations judges each citation of a sentence, keeps those that the passage bears
// out for the record, and returns the passages that speak for the sentence. A
// sentence whose passages all share few words with it is weak (A6).
func (c *checker) judgeCitations(s *checkedSentence, known []string, numbersStand bool) []string {
	var good []string
	strong := len(known) == 0
	for _, id := range removeDuplicates(s.Markers) {
		c.audit.Pairs++
		if c.pack[id] == nil {
			continue
		}
		speaks := c.computeSupport(s.words, id) >= supportOverlap
		strong = strong || speaks || s.quoted[id]
		if !numbersStand {
			continue
		}
		if speaks || s.quoted[id] {
			c.audit.GoodPairs++
			good = append(good, id)
		}
		if len(s.invented) == 0 && Plain(s.Text) != "" && (s.quoted[id] || c.bearsOut(s, id) || c.holdsMostWords(s, id)) {
			c.recordCitations(s, id)
		}
	}
	if !strong {
		c.audit.Weak = append(c.audit.Weak, Plain(s.Text))
	}
	return good
}

func (c *checker) holdsMostWords(s *checkedSentence, id string) bool {
	const most = 0.6
	if s.lead == "" {
		return false
	}
	_, _, score := c.pack[id].findBestUnit(newStatement(s.lead+" "+s.Text), missingFacts{})
	return score >= most
}

// bearsOut reports whether a passage may stand as the source of a sentence: it
// holds one of its figures or days, or two of its words besides names, or half of them; of
// one in another language, whose words tell nothing, a full name is enough.
func (c *checker) bearsOut(s *checkedSentence, id string) bool {
	days := c.findDaysOf(id, c.pack[id].Text)
	if c.english != English(c.pack[id].Text) && SharesName(s.said, c.pack[id].Text) || slices.ContainsFunc(findDays(s.said), func(d int) bool { return slices.Contains(days, d) }) {
		return true
	}
	if slices.ContainsFunc(quote.Numbers(s.said), func(n quote.Number) bool { return !isBareSmall(n) && c.hasNumber(n, []string{id}) }) {
		return true
	}
	words, hits := 0, 0
	for _, w := range s.words {
		if c.capital[makeSingular(w)] || strings.ContainsFunc(w, unicode.IsDigit) {
			continue
		}
		words++
		if p := c.pack[id]; p.words[w] > 0 || p.words[makeSingular(w)] > 0 || p.words[w+"s"] > 0 {
			hits++
		}
	}
	const enough = 2
	return hits >= enough || words > 0 && hits*2 >= words
}

func removeDuplicates(ids []string) []string {
	var out []string
	for _, id := range ids {
		if !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	return out
}

func makeCitation(claim string, p work.Passage, start, end int) work.Citation {
	return work.Citation{
		Claim: claim, Quote: p.Text[start:end], Document: p.Document, Title: p.Title, URL: p.URL,
		Start: p.Start + start, End: p.Start + end, Passage: p.ID, FetchedAt: p.FetchedAt,
	}
}

// Plain returns a sentence without markers and the signs that Markdown begins a
// line with.
func Plain(sentence string) string {
	return strings.TrimSpace(strings.TrimLeft(StripMarkers(sentence), "-*+>| "))
}

// checkCoverage is the threshold of A3: of the statements about the world enough cite. Of very few,
// a share says nothing. The defect names the sentences. A text that is sent or pasted speaks for
// its sender: his offer, his subject line and his signature have no source.
func (c *checker) checkCoverage(bare []*checkedSentence) {
	if Pasted(c.Step.Kind, c.Step.Title) {
		return
	}
	gate := writingCoverage
	switch c.Step.Kind {
	case org.KindResearch, org.KindAnalysis:
		gate = researchCoverage
	case org.KindStrategy, org.KindWriting, org.KindEngineering, org.KindCreative, org.KindSimple, org.KindAssembly:
	}
	cited := c.audit.Factual - len(bare)
	if len(c.pack) == 0 || len(bare) < fewestBare || computeShare(cited, c.audit.Factual) >= gate {
		return
	}
	var list []string
	for _, s := range bare[:min(bareShown, len(bare))] {
		list = append(list, fmt.Sprintf("[¶%d] %q", s.Para, Plain(s.Text)))
	}
	if n := len(bare) - len(list); n > 0 {
		list = append(list, fmt.Sprintf("and %d more", n))
	}
	c.addDefect(Defect{
		Check: "A3", Text: fmt.Sprintf("%d of %d statements about the world cite nothing: %s", len(bare), c.audit.Factual, strings.Join(list, "; ")),
		Fix: "give each the marker of the passage that says it; one that is your own conclusion is worded as one and needs none",
	})
}

// warnOfDomains is A7: warnings only.
func (c *checker) warnOfDomains() {
	count := map[string]int{}
	total := 0
	for _, id := range c.Draft.Markers {
		if p := c.pack[id]; p != nil && strings.Contains(p.Site, ".") { // the founder's own files are no site
			count[p.Site]++
			total++
		}
	}
	c.audit.Domains = len(count)
	const enough = 5 // citations below which shares say nothing
	if total < enough {
		return
	}
	if len(count) < fewestDomains {
		c.audit.Warnings = append(c.audit.Warnings, fmt.Sprintf("all %d citations come from %s", total, prose.Count(len(count), "site")))
	}
	for _, site := range slices.Sorted(maps.Keys(count)) {
		if n := count[site]; float64(n) > shareOfOneDomain*float64(total) {
			c.audit.Warnings = append(c.audit.Warnings, fmt.Sprintf("%d of %d citations come from %s", n, total, site))
		}
	}
}

// Factual reports whether a sentence states something that needs a source: it
// holds a number, a date, a currency or percentage, a name of two or more
// capitalised words, or a comparison. Questions and lead-ins are not factual,
// What says itself that it has no source.
func Factual(sentence string) bool {
	s := Plain(sentence)
	if strings.HasSuffix(s, "?") || strings.HasSuffix(s, ":") || strings.Contains(strings.ToLower(s), "[unsourced]") {
		return false
	}
	words := prose.Words(s)
	const fewest = 4
	if len(words) < fewest && !strings.ContainsFunc(s, isSpaceless) {
		return false
	}
	return hasNumber(s) || strings.ContainsAny(s, "%€$£¥") || len(findProperNames(s)) > 0 || hasComparative(words)
}

func hasComparative(words []string) bool {
	for i, w := range words {
		if i+1 < len(words) && words[i+1] == "than" && (strings.HasSuffix(w, "er") && w != "rather" && w != "other" || w == "more" || w == "less" || w == "worse") {
			return true
		}
	}
	return false
}

// Lines renders the audit as facts for a prompt, the citation score first.
func (a Audit) Lines() []string {
	out := []string{
		a.describeStatements(),
		fmt.Sprintf("%d of %d quotes stand in their source", a.Quotes-len(a.Fabricated), a.Quotes),
		fmt.Sprintf("%d of %d numbers stand in a source, follow from a sum that is right, or are set here", a.Numbers-len(a.BadNumbers), a.Numbers),
	}
	for _, x := range a.Accept {
		if x.ByCode {
			out = append(out, fmt.Sprintf("acceptance %s: %s", x.ID, x.Detail))
		}
	}
	for _, d := range a.MustFix {
		out = append(out, strings.TrimSpace("found: "+strings.Trim(d.Text+": "+d.Fix, ": ")))
	}
	return append(out, a.Warnings...)
}

func (a Audit) describeStatements() string {
	line := fmt.Sprintf("%d of %d statements about the world cite a source that holds their figures", a.Supported, a.Factual)
	if len(a.Uncited) == 0 {
		return line
	}
	const atMost = 5
	list := make([]string, 0, atMost)
	for _, s := range a.Uncited[:min(atMost, len(a.Uncited))] {
		list = append(list, fmt.Sprintf("%q", s))
	}
	if n := len(a.Uncited) - len(list); n > 0 {
		list = append(list, fmt.Sprintf("%d more", n))
	}
	return line + "; not these, unless they are the author's own: " + strings.Join(list, "; ")
}
