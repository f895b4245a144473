package roadmap

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
)

var (
	orderedMark = lazyregexp.New(`^ {0,3}([0-9]{1,9})[.)][ \t]`)
	firstMark   = lazyregexp.New(`^ {0,3}0*1[.)][ \t]`)
)

// A line that names a phase has so many bytes at most.
const nameMost = 120

// phaseLine may name a phase: it stands at the margin and over a list.
type phaseLine struct {
	at, end int
	glued   bool // to the list above it: Markdown reads it as more words of the last item
	tight   bool // a list below that begins with another number than 1 would be more words of it
	turn    sequenceTurn
}

// Lines that name a phase may stand directly below a list ("- b", "Week 2:", "- c"): an empty line
// ends that list. It returns false when there are none.
func (s *speller) setApart() bool {
	stems := map[string][]phaseLine{}
	glued := false
	for _, p := range s.listPhaseLines() {
		glued = glued || p.glued || p.tight
		stems[p.turn.stem] = append(stems[p.turn.stem], p)
	}
	if !glued {
		return false
	}
	for _, all := range stems {
		rising := false
		for i := 1; i < len(all); i++ {
			rising = rising || all[i].turn.isAfter(all[i-1].turn)
		}
		for _, p := range all {
			s.apart[p.at] = s.apart[p.at] || rising && p.glued
			s.apart[p.end] = s.apart[p.end] || rising && p.tight
		}
	}
	return true
}

func (s *speller) listPhaseLines() []phaseLine {
	var out []phaseLine
	var c *counters
	inList, fenced, at := false, false, 0
	for line := range bytes.Lines(s.src) {
		end := at + len(line)
		bare := bytes.TrimSpace(line)
		fenced = fenced != bytes.HasPrefix(bare, []byte("```"))
		switch {
		case fenced || len(bare) == 0 || bare[0] == '#' || bare[0] == '|':
			inList = false
		case s.isItem(line):
			inList = true
		case countIndent(line) > 0 || len(bare) > nameMost || !s.isItem(s.readLineFrom(end)) || !utf8.Valid(bare):
		default:
			if c == nil {
				c = newCounters()
			}
			if t, counts := c.parseTurn(strings.Trim(string(bare), "*_ ")); counts && !isBesideStem(t.stem) {
				next := s.readLineFrom(end)
				out = append(out, phaseLine{at, end, inList, orderedMark.Match(next) && !firstMark.Match(next), t})
				inList = false
			}
		}
		at = end
	}
	return out
}

func (s *speller) isItem(line []byte) bool {
	head := line[:min(len(line), 200)]
	if m := s.matchBullet(head); m != nil && !m.sign || orderedMark.Match(head) {
		return true
	}
	blanks := countIndent(head)
	if m := s.boxed.Find(head[blanks:]); len(m) > 0 {
		return true
	}
	kind, _, _ := s.readNumber(head) // "一、调研" and "Week 1: ..." name what stands below them as often
	return kind != "" && !strings.HasPrefix(kind, "word") && !strings.HasPrefix(kind, "east han")
}

func (s *speller) readLineFrom(at int) []byte {
	rest := s.src[at:]
	if i := bytes.IndexByte(rest, '\n'); i >= 0 {
		return rest[:i+1]
	}
	return rest
}
