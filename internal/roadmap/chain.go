package roadmap

import (
	"fmt"
	"strings"

	"github.com/yuin/goldmark/ast"

	"github.com/frasier-cos/frasier/internal/prose"
)

// Lines such as "1 → 2 → 4" are settled later; other prose is no item.
func (s *scanner) readChains(p *ast.Paragraph) {
	for _, l := range readPassage(s.src, p).lines {
		if parts := s.splitChain(l); len(parts) > 1 {
			s.chains = append(s.chains, parts)
		}
	}
}

// The paragraph says what the roadmap is for; lines that set something ("gates: after planning")
// are left out.
func (s *scanner) addIntroduction(p *ast.Paragraph) {
	for _, l := range readPassage(s.src, p).lines {
		if name, _, sets := strings.Cut(l, ":"); sets && len(strings.Fields(name)) == 1 {
			continue
		}
		s.intro = append(s.intro, strings.TrimSpace(l))
	}
}

// A line with arrows is an item with edges, a line of edges, or words that happen to hold an
// arrow.
func (s *scanner) settleChains() {
	known := map[string]int{} // folded titles and how many drafts have them
	numbers := map[string]bool{}
	for _, d := range s.drafts {
		title := d.Title
		if d.chain != nil {
			title = d.chain[0]
		}
		known[prose.Fold(title)]++
		if d.Number != "" {
			numbers[d.Number] = true
		}
	}
	isItem := func(part string) bool {
		m := s.number.FindStringSubmatch(part)
		return known[prose.Fold(part)] > 0 || (m != nil && numbers[m[1]])
	}
	for _, d := range s.drafts {
		if d.chain == nil {
			continue
		}
		parts := d.chain
		d.chain = nil
		later := 0
		for _, part := range parts[1:] {
			own := prose.Fold(part) == prose.Fold(parts[0]) && known[prose.Fold(part)] == 1
			if isItem(part) && !own {
				later++
			}
		}
		if later == 0 {
			continue // words with an arrow
		}
		m := s.number.FindStringSubmatch(parts[0])
		declared := known[prose.Fold(parts[0])] > 1 || (m != nil && numbers[m[1]])
		if declared && !d.hasBox {
			d.gone = true
		} else {
			d.Title = parts[0]
		}
		d.chain = parts
	}
	var kept [][]string
	for _, parts := range s.chains {
		found := 0
		for _, part := range parts {
			if isItem(strings.TrimRight(part, ".")) {
				found++
			}
		}
		switch {
		case found == len(parts):
			kept = append(kept, parts)
		case found > 1:
			s.notes = append(s.notes, fmt.Sprintf("The line %q names something that is no item, so it was read as text.", strings.Join(parts, " → ")))
		}
	}
	s.chains = kept
}
