package proof

import (
	"math"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
)

// LetSeen returns the ruling where a person let pieces of an earlier change through, whose lines he saw as Hunk wrote them: what
// stands against the very same piece is not asked about again. A piece that now stands there more often than he saw it is a new one.
func (r Ruling) LetSeen(patch []byte, seen []string) Ruling {
	if len(seen) == 0 {
		return r
	}
	known := map[string]int{}
	for _, text := range seen {
		for piece, n := range countPieces(text) {
			known[piece] = max(known[piece], n)
		}
	}
	now := countPieces(Hunk(patch, slices.DeleteFunc(slices.Clone(r.Findings), IsUnshown), math.MaxInt))
	var left []coding.GuardFinding
	for _, f := range r.Findings {
		if f.Refused || IsUnshown(f) || f.Path == "" || !isKnown(Hunk(patch, []coding.GuardFinding{f}, math.MaxInt), known, now) {
			left = append(left, f)
		} else {
			r.Allowed = append(r.Allowed, f)
		}
	}
	r.Findings = left
	return r
}

func isKnown(text string, known, now map[string]int) bool {
	pieces := countPieces(text)
	for piece := range pieces {
		if known[piece] == 0 || now[piece] > known[piece] {
			return false
		}
	}
	return len(pieces) > 0 && !strings.Contains(text, noText)
}

// countPieces takes what Hunk wrote apart, without the numbers of lines. No line is left out, so that nothing new
// hides between known ones; of a text that was cut, the last piece was not seen whole.
func countPieces(text string) map[string]int {
	out, path, body := map[string]int{}, "", []string{}
	end := func() {
		if len(body) > 0 {
			out[path+"\n"+strings.Join(body, "\n")]++
		}
		body = nil
	}
	for _, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		switch {
		case strings.HasPrefix(line, "--- "):
			end()
			path = line
		case strings.HasPrefix(line, "@@ "):
			end()
		case strings.HasPrefix(line, "... ("):
			body = nil
		default:
			body = append(body, line)
		}
	}
	end()
	return out
}
