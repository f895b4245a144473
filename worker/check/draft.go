package check

import (
	"encoding/json"
	"strings"

	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/work"
)

// Draft is a model's reply taken apart: the text for readers and the evidence
// lines behind it.
type Draft struct {
	Text    string // its markers in one form: "[S1:p2, S1:p3]"
	Claims  []ClaimLine
	Broken  int            // evidence lines that cannot be read
	Markers []string       // passage ids cited in Text, in order, with doubles
	Decided []work.Figure  // that it decides for others, of those whose facts stand in Text
	LeftOut []work.LeftOut // lines of the same that are not handed on
}

// ClaimLine is one line of a draft's evidence block.
type ClaimLine struct {
	Claim    string   `json:"c"` // the first words of the sentence
	Passages []string `json:"p"`
	Quote    string   `json:"q"`
}

// ParseDraft splits a reply into its text and its evidence lines, which stand
// in fences named "evidence". A fence of another name that holds nothing but
// evidence lines is one too, so that no reader is shown them. A reply without
// evidence has no claims. Figures that it decides stand in a fence named "decided".
func ParseDraft(reply string) Draft {
	text, block := cutEvidence(reply)
	text, decided, _ := cutFence(text, "decided")
	d := Draft{Text: strings.TrimSpace(RenameMarkers(text, func(id string) string { return id }))}
	for line := range strings.Lines(block) {
		line = strings.Trim(strings.TrimSpace(line), ",")
		if line == "" || line == "[" || line == "]" {
			continue
		}
		c, ok := claimLine(line)
		if !ok {
			d.Broken++
			continue
		}
		d.Claims = append(d.Claims, c)
	}
	d.Markers = Markers(d.Text)
	list, left := work.SortFigures(decided)
	d.Decided, d.LeftOut = splitStanding(d.Text, list)
	d.LeftOut = append(d.LeftOut, left...)
	return d
}

func claimLine(line string) (ClaimLine, bool) {
	var c ClaimLine
	if err := json.Unmarshal([]byte(line), &c); err != nil || strings.TrimSpace(c.Quote) == "" {
		return c, false
	}
	var ids []string
	for _, p := range c.Passages {
		ids = append(ids, Markers("["+strings.Trim(p, "[]<> ")+"]")...)
	}
	c.Passages = ids
	return c, true
}

// A heading that only announces a fence goes with it. A fence without an end runs to the end of
// the text.
func cutEvidence(reply string) (text, block string) {
	var keep, evidence []string
	lines := strings.SplitAfter(reply, "\n")
	for i := 0; i < len(lines); i++ {
		mark, name := parseFence(lines[i])
		if mark == "" {
			keep = append(keep, lines[i])
			continue
		}
		end := i + 1
		for end < len(lines) && !strings.HasPrefix(strings.TrimSpace(lines[end]), mark) {
			end++
		}
		inside := lines[i+1 : end]
		if strings.Contains(strings.ToLower(name), "evidence") || hasOnlyClaims(inside) {
			evidence = append(evidence, inside...)
			evidence = append(evidence, "\n")
			keep = trimAnnouncement(keep)
		} else {
			keep = append(keep, lines[i:min(end+1, len(lines))]...)
		}
		i = end
	}
	return strings.Join(keep, ""), strings.Join(evidence, "")
}

func parseFence(line string) (mark, name string) {
	t := strings.TrimSpace(line)
	for _, m := range []string{"```", "~~~"} {
		if rest, ok := strings.CutPrefix(t, m); ok && !strings.Contains(rest, m) {
			return m, strings.TrimSpace(rest)
		}
	}
	return "", ""
}

func hasOnlyClaims(lines []string) bool {
	n := 0
	for _, l := range lines {
		if l = strings.Trim(strings.TrimSpace(l), ",[]"); l == "" {
			continue
		}
		c, ok := claimLine(l)
		if !ok || len(c.Passages) == 0 {
			return false
		}
		n++
	}
	return n > 0
}

// trimAnnouncement drops a last line such as "## Evidence".
func trimAnnouncement(lines []string) []string {
	n := len(lines)
	for n > 0 && strings.TrimSpace(lines[n-1]) == "" {
		n--
	}
	if n > 0 && strings.ContainsAny(lines[n-1], "#:*") && prose.Fold(lines[n-1]) == "evidence" {
		return lines[:n-1]
	}
	return lines
}
