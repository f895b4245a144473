package check

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/prose"
)

// Answer is what an author says of a finding that he leaves as it is: "D2", with
// the reason.
type Answer struct {
	Finding string `json:"finding"`
	Why     string `json:"why"`
}

// Revision is what became of a draft.
type Revision struct {
	Reply   string        // the whole draft, its evidence block included
	Answers []Answer      // to findings that were left
	Made    int           // replacements that were made; 0 for a piece that was written whole
	Lost    []Replacement // whose old words stand not just once in the draft
}

// Replacement is words of a draft with those that take their place.
type Replacement struct {
	Old string `json:"old"`
	New string `json:"new"`
}

// Replacements reads what a revision puts in the place of what, and what its author
// answers.
func Replacements(reply string) (changes []Replacement, answers []Answer) {
	rest, block, _ := cutFence(reply, "changes")
	_, left, _ := cutFence(rest, "kept")
	return replacements(block), answersIn(left)
}

func replacements(block string) []Replacement {
	var out []Replacement
	for line := range strings.Lines(block) {
		var c Replacement
		if json.Unmarshal([]byte(strings.Trim(strings.TrimSpace(line), ",")), &c) == nil && strings.TrimSpace(c.Old) != "" {
			out = append(out, Replacement{unnumbered(c.Old), unnumbered(c.New)})
		}
	}
	return out
}

func answersIn(block string) []Answer {
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
// the whole piece. Evidence lines of sentences that stay are kept, those of the
// reply come to them.
func Revise(before, reply string) Revision {
	rest, changes, hasChanges := cutFence(reply, "changes")
	rest, left, hasLeft := cutFence(rest, "kept")
	out := Revision{Answers: answersIn(left)}
	written, lines := cutEvidence(rest)
	if !hasChanges && (!hasLeft || strings.TrimSpace(written) != "") {
		out.Reply = withDecided(strings.TrimSpace(rest), before)
		return out
	}
	text, old := cutEvidence(before)
	for _, c := range replacements(changes) {
		after, ok := replace(text, c.Old, c.New)
		if !ok {
			out.Lost = append(out.Lost, c)
			continue
		}
		text = after
		out.Made++
	}
	out.Reply = strings.TrimSpace(text)
	if evidence := join(old, lines, text); evidence != "" {
		out.Reply += "\n\n```evidence\n" + evidence + "```\n"
	}
	return out
}

// withDecided is a piece that was written whole, with the block of what the draft before it
// decided when it has none: its author forgot it. What no longer stands in the text is found then.
func withDecided(reply, before string) string {
	_, block, had := cutFence(before, "decided")
	if _, _, has := cutFence(reply, "decided"); has || !had || strings.TrimSpace(reply) == "" {
		return reply
	}
	return reply + "\n\n```decided\n" + block + "```\n"
}

var paragraphNumber = lazyregexp.New(`\[¶\d+\] ?`)

// unnumbered takes off the numbers that prompts put before paragraphs.
func unnumbered(text string) string {
	return strings.TrimSpace(paragraphNumber.ReplaceAllString(text, ""))
}

// replace puts words in the place of others that stand once in a text, however
// its lines are broken there.
func replace(text, old, now string) (string, bool) {
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
		return strings.TrimRight(head, " ") + spaceFor(head, tail) + tail, true
	}
	return text[:at] + now + text[end:], true
}

// spaceFor is the space between two stretches whose middle was taken out.
func spaceFor(head, tail string) string {
	if strings.HasSuffix(head, " ") && tail != "" && !strings.ContainsRune(" .,;:!?\n", rune(tail[0])) {
		return " "
	}
	return ""
}

// join returns the evidence lines of a revised text: the old ones whose sentence
// still stands and cites their passage, unless the reply has one for the same
// sentence, and those of the reply.
func join(old, lines, text string) string {
	var fresh []ClaimLine
	var b strings.Builder
	for line := range strings.Lines(lines) {
		if c, ok := claimLine(strings.Trim(strings.TrimSpace(line), ",")); ok {
			fresh = append(fresh, c)
		}
	}
	list := Sentences(text)
	for line := range strings.Lines(old) {
		c, ok := claimLine(strings.Trim(strings.TrimSpace(line), ","))
		again := func(f ClaimLine) bool {
			return prose.Fold(f.Claim) == prose.Fold(c.Claim) && slices.Equal(f.Passages, c.Passages)
		}
		if ok && !slices.ContainsFunc(fresh, again) && slices.ContainsFunc(list, func(s Sentence) bool { return c.backs(s) }) {
			b.WriteString(strings.TrimSpace(line) + "\n")
		}
	}
	for line := range strings.Lines(lines) {
		if line = strings.TrimSpace(line); line != "" {
			b.WriteString(line + "\n")
		}
	}
	return b.String()
}

// backs reports whether an evidence line belongs to a sentence, which cites one
// of its passages.
func (c ClaimLine) backs(s Sentence) bool {
	claim := prose.Fold(StripMarkers(c.Claim))
	begins := strings.HasPrefix(prose.Fold(Plain(s.Text)), claim) || s.Row && strings.Contains(prose.Fold(StripMarkers(s.Text)), claim)
	return claim != "" && begins && (len(c.Passages) == 0 || slices.ContainsFunc(c.Passages, func(id string) bool { return slices.Contains(s.Markers, id) }))
}

// cutFence takes the fences of a name out of a text.
func cutFence(text, name string) (rest, block string, found bool) {
	var keep, inside strings.Builder
	lines := strings.SplitAfter(text, "\n")
	for i := 0; i < len(lines); i++ {
		mark, is := fence(lines[i])
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
