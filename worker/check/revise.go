package check

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/prose"
)

// Answer gives an author's reason for leaving a finding, "D2", as it is.
type Answer struct {
	Finding string `json:"finding"`
	Why     string `json:"why"`
}

// Revision is the outcome of revising a draft.
type Revision struct {
	Reply   string        // the whole draft, its evidence block included
	Answers []Answer      // to findings that were left
	Made    int           // replacements that were made; 0 for a piece that was written whole
	Lost    []Replacement // whose old words stand not just once in the draft
}

// Replacement puts new words in the place of a draft's.
type Replacement struct {
	Old string `json:"old"`
	New string `json:"new"`
}

// Replacements reads the replacements and the answers of a revision's reply.
func Replacements(reply string) (changes []Replacement, answers []Answer) {
	rest, block, _ := cutFence(reply, "changes")
	_, left, _ := cutFence(rest, "kept")
	return parseReplacements(block), parseAnswers(left)
}

func parseReplacements(block string) []Replacement {
	var out []Replacement
	for line := range strings.Lines(block) {
		var c Replacement
		if json.Unmarshal([]byte(strings.Trim(strings.TrimSpace(line), ",")), &c) == nil && strings.TrimSpace(c.Old) != "" {
			out = append(out, Replacement{removeNumbers(c.Old), removeNumbers(c.New)})
		}
	}
	return out
}

func parseAnswers(block string) []Answer {
	var out []Answer
	for line := range strings.Lines(block) {
		var a Answer
		if json.Unmarshal([]byte(strings.Trim(strings.TrimSpace(line), ",")), &a) == nil && a.Finding != "" && strings.TrimSpace(a.Why) != "" {
			out = append(out, a)
		}
	}
	return out
}

// Revise reads the reply of a revision: replacements in the draft before it, or
// the whole piece. Evidence lines of what stays are kept, in the same words or in
// others, and those of the reply come to them. Quotes that stand nowhere are not
// kept for other words than they were given for.
func Revise(before, reply string, invented []string) Revision {
	rest, changes, hasChanges := cutFence(reply, "changes")
	rest, left, hasLeft := cutFence(rest, "kept")
	out := Revision{Answers: parseAnswers(left)}
	written, lines := cutEvidence(rest)
	if !hasChanges && (!hasLeft || strings.TrimSpace(written) != "") {
		out.Reply = withDecided(strings.TrimSpace(rest), before)
		return out
	}
	text, old := cutEvidence(before)
	was := text
	for _, c := range parseReplacements(changes) {
		after, ok := replaceOnce(text, c.Old, c.New)
		if !ok {
			out.Lost = append(out.Lost, c)
			continue
		}
		text = after
		out.Made++
	}
	out.Reply = strings.TrimSpace(text)
	if evidence := joinRevised(claimLines(old), lines, makeTargets(Sentences(was)), makeTargets(Sentences(text)), invented); evidence != "" {
		out.Reply += "\n\n```evidence\n" + evidence + "```\n"
	}
	return out
}

// The author of a piece that was written whole may forget the block of what is decided. What no
// longer stands in the text is found later.
func withDecided(reply, before string) string {
	_, block, had := cutFence(before, "decided")
	if _, _, has := cutFence(reply, "decided"); has || !had || strings.TrimSpace(reply) == "" {
		return reply
	}
	return reply + "\n\n```decided\n" + block + "```\n"
}

var paragraphNumber = lazyregexp.New(`\[¶\d+\] ?`)

// Prompts put numbers before paragraphs.
func removeNumbers(text string) string {
	return strings.TrimSpace(paragraphNumber.ReplaceAllString(text, ""))
}

// The words must stand once in the text; its line breaks do not matter.
func replaceOnce(text, old, now string) (string, bool) {
	at := strings.Index(text, old)
	var end int
	if strings.Count(text, old) == 1 {
		end = at + len(old)
	} else {
		words := strings.Fields(old)
		for i, w := range words {
			words[i] = regexp.QuoteMeta(w)
		}
		spans := regexp.MustCompile(strings.Join(words, `\s+`)).FindAllStringIndex(text, 2)
		if len(spans) != 1 {
			return text, false
		}
		at, end = spans[0][0], spans[0][1]
	}
	if now == "" { // no double space and no empty item is left
		head, tail := text[:at], text[end:]
		if strings.HasPrefix(tail, " ") && (head == "" || strings.HasSuffix(head, " ") || strings.HasSuffix(head, "\n")) {
			tail = tail[1:]
		}
		return strings.TrimRight(head, " ") + chooseSpace(head, tail) + tail, true
	}
	return text[:at] + now + text[end:], true
}

func chooseSpace(head, tail string) string {
	if strings.HasSuffix(head, " ") && tail != "" && !strings.ContainsRune(" .,;:!?\n", rune(tail[0])) {
		return " "
	}
	return ""
}

// An old line stays while its fact stands and cites its passage, unless the reply quotes for it
// anew.
func joinRevised(old []ClaimLine, reply string, before, after []claimTarget, invented []string) string {
	fresh := claimLines(reply)
	var b strings.Builder
	for _, c := range old {
		at := findSentence(before, c)
		now := slices.IndexFunc(after, func(t claimTarget) bool { return t.beginsWith(prose.Fold(StripMarkers(c.Claim))) && t.isBackedBy(c) })
		line := c.String()
		if now < 0 && at >= 0 && !slices.Contains(invented, c.Quote) {
			if now = findReworded(after, before[at].Sentence, c); now >= 0 {
				line = c.renameClaim(after, now).String()
			}
		}
		again := func(f ClaimLine) bool {
			return slices.Equal(f.Passages, c.Passages) && (prose.Fold(f.Claim) == prose.Fold(c.Claim) || findSentence(after, f) == now && isSameFact(f.Quote, c.Quote))
		}
		if now >= 0 && !slices.ContainsFunc(fresh, again) {
			b.WriteString(line + "\n")
		}
	}
	for line := range strings.Lines(reply) {
		if line = strings.TrimSpace(line); line != "" {
			b.WriteString(line + "\n")
		}
	}
	return b.String()
}

func isSameFact(a, b string) bool {
	x, y := prose.Fold(a), prose.Fold(b)
	if strings.Contains(x, y) || strings.Contains(y, x) {
		return true
	}
	f := findFacts(a)
	return f.countStrong() > 0 && f.filterStanding(b).countStrong() == f.countStrong()
}

// A line that names no passage needs none.
func (t claimTarget) isBackedBy(line ClaimLine) bool {
	return len(line.Passages) == 0 || t.citesPassage(line)
}

// Lines that cannot be read are left out.
func claimLines(block string) []ClaimLine {
	var out []ClaimLine
	for line := range strings.Lines(block) {
		if c, ok := claimLine(strings.Trim(strings.TrimSpace(line), ",")); ok {
			out = append(out, c)
		}
	}
	return out
}

func cutFence(text, name string) (rest, block string, found bool) {
	var keep, inside strings.Builder
	lines := strings.SplitAfter(text, "\n")
	for i := 0; i < len(lines); i++ {
		mark, is := parseFence(lines[i])
		if mark == "" || strings.ToLower(is) != name {
			keep.WriteString(lines[i])
			continue
		}
		found = true
		for i++; i < len(lines) && !strings.HasPrefix(strings.TrimSpace(lines[i]), mark); i++ {
			inside.WriteString(lines[i])
		}
	}
	return keep.String(), inside.String(), found
}
