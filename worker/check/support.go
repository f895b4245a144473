package check

import (
	"encoding/json"
	"slices"
	"strings"
)

const flaggedAtMost = 10

// Unsupported lists up to ten statements whose quotation stands in no passage.
func Unsupported(s Subject) []ClaimLine {
	c := newChecker(s)
	var out []ClaimLine
	for _, line := range s.Draft.Claims {
		at := c.findSentence(line)
		if Letters(line.Quote) < LeastQuote && c.standsLiterally(line) {
			continue
		}
		if _, _, ok := c.findQuote(line, c.findClaim(line, at)); !ok && len(out) < flaggedAtMost {
			if at >= 0 {
				line.Claim = c.list[at].Text
			}
			out = append(out, line)
		}
	}
	return out
}

// Found is a passage that supports a statement.
type Found struct {
	Line    ClaimLine `json:"line"` // as Unsupported gave it
	Passage string    `json:"passage"`
	Quote   string    `json:"quote"`
}

// Supported returns a reply with the found passages in its evidence lines and in the markers of
// their sentences.
func Supported(reply string, found []Found) string {
	for _, f := range found {
		line := ClaimLine{Claim: f.Line.Claim, Passages: []string{f.Passage}, Quote: f.Quote}
		var out []string
		for l := range strings.SplitAfterSeq(reply, "\n") {
			c, ok := claimLine(strings.Trim(strings.TrimSpace(l), ","))
			switch {
			case ok && c.Quote == f.Line.Quote && slices.Equal(c.Passages, f.Line.Passages):
				line.Claim = c.Claim
				if raw, err := json.Marshal(line); err == nil {
					l = string(raw) + "\n"
				}
			case strings.Contains(l, f.Line.Claim):
				l = strings.Replace(l, f.Line.Claim, addMarker(f.Line, f.Passage), 1)
			}
			out = append(out, l)
		}
		reply = strings.Join(out, "")
	}
	return reply
}

func addMarker(line ClaimLine, id string) string {
	text := line.Claim
	if len(Markers(text)) == 0 {
		end := len(strings.TrimRight(text, ".!?"))
		return strings.TrimRight(text[:end], " ") + " [" + id + "]" + text[end:]
	}
	return RenameMarkers(text, func(old string) string {
		if slices.Contains(line.Passages, old) {
			return id
		}
		return old
	})
}
