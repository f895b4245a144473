package replay

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/worker/check"
	"github.com/frasier-cos/frasier/worker/review"
)

// Length counts the words of a delivered document that somebody reads, without its sources,
// citations, sums and headings.
type Length struct {
	Parts map[string]int `json:"parts"` // by title, as the last version has them
	First int            `json:"first"` // page 1
	Gaps  int            `json:"gaps"`  // the lines of what is not known that are shown
}

// All returns the words of the whole document.
func (l Length) All() int {
	n := l.First + l.Gaps
	for _, words := range l.Parts {
		n += words
	}
	return n
}

var outlineFence = regexp.MustCompile("(?ms)^```outline\\s*$.*?(?:^```\\s*$|\\z)")

// LengthOf counts the words of the document that was made of a tape's replies.
func LengthOf(calls []Call) Length {
	out := Length{Parts: map[string]int{}}
	p := player{kinds: map[string]org.StepKind{}, last: map[string]review.Work{}}
	for _, c := range calls {
		switch c.Stage {
		case org.StageSynthesize, org.StageRevise:
			p.playDraft(c, &Row{})
		case org.StageSummary:
			out.First = check.BodyWords(outlineFence.ReplaceAllString(c.Reply, ""))
		}
	}
	lines := 0
	for _, title := range slices.Sorted(maps.Keys(p.last)) {
		w := p.last[title]
		out.Parts[title] = check.BodyWords(w.Draft.Text)
		for _, line := range gapsOf(w.Draft.Text) {
			if lines++; lines <= org.GapLines {
				out.Gaps += min(len(prose.Words(line)), org.GapWords)
			}
		}
	}
	return out
}

func gapsOf(text string) []string {
	_, list, _ := strings.Cut(text, "## Not established")
	var out []string
	for _, line := range check.Paragraphs(list) {
		if strings.HasPrefix(line, "#") {
			break
		}
		out = append(out, check.StripMarkers(line))
	}
	return out
}
