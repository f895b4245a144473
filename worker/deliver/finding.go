package deliver

import (
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/check"
	"github.com/frasier-cos/frasier/worker/deliver/paper"
)

// Headings of so many characters take two lines in print.
const findingAtMost = 110

// The heading is the one of the first level that the author gave, or, of work that answers a
// question, the statement that the result begins with; empty when neither reads as a heading.
func extractFinding(s work.Upstream, body string) (heading, rest string) {
	root, src := paper.Parse(body)
	if h, ok := root.FirstChild().(*ast.Heading); ok && h.Level == 1 {
		text := paper.OneLine(stripCitations(string(h.Lines().Value(src))))
		if !repeatsTitle(text, 2, s.Title) && isUsable(text) && prose.Overlap(text, s.Title) < 0.8 {
			e := sourceEdits{src: src}
			e.addEdit(e.findStart(h), e.findEnd(h), "")
			return text, e.apply()
		}
	}
	switch s.Kind {
	case org.KindResearch, org.KindAnalysis, org.KindStrategy:
	case org.KindWriting, org.KindCreative, org.KindEngineering, org.KindSimple, org.KindAssembly:
		return "", body // a mail or a page of copy begins with its own words
	}
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		if h, ok := n.(*ast.Heading); ok && h.Level == 1 {
			continue
		}
		p, ok := n.(*ast.Paragraph)
		if !ok {
			return "", body
		}
		return extractStatement(string(p.Lines().Value(src))), body
	}
	return "", body
}

var sideNote = lazyregexp.New(`\s*\([^()]*\)`)

// It is empty when the sentence is too long or says nothing by itself.
func extractStatement(paragraph string) string {
	all := check.Sentences(paragraph)
	if len(all) == 0 || all[0].Row || all[0].Quoted {
		return ""
	}
	text := paper.OneLine(stripCitations(all[0].Text))
	if head, _, ok := strings.Cut(text, ": "); ok && len(strings.Fields(head)) > 3 {
		text = head
	}
	if utf8.RuneCountInString(text) > findingAtMost {
		text = paper.OneLine(sideNote.ReplaceAllString(text, ""))
	}
	text = strings.TrimRight(text, ".:; ")
	if !isUsable(text) {
		return ""
	}
	return text
}

func isUsable(text string) bool {
	n := utf8.RuneCountInString(text)
	return len(strings.Fields(text)) >= 3 && n <= findingAtMost && !strings.HasSuffix(text, "?") &&
		!isGaps(strings.Join(strings.Fields(text)[:2], " "))
}

func stripCitations(text string) string {
	text = provisional.ReplaceAllString(text, "")
	text = finalMark.ReplaceAllString(text, "")
	text = computed.ReplaceAllString(text, "")
	text = check.StripMarkers(text)
	text = strings.NewReplacer("**", "", "__", "", "`", "").Replace(text)
	return spaceBefore.ReplaceAllString(paper.OneLine(text), "$1")
}
