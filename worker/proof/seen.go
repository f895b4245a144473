package proof

import (
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/safetext"
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
	now := countPieces(writePieces(patch, slices.DeleteFunc(slices.Clone(r.Findings), IsUnshown)))
	var left []coding.GuardFinding
	for _, f := range r.Findings {
		if f.Refused || IsUnshown(f) || f.Path == "" || !isKnown(writePieces(patch, []coding.GuardFinding{f}), known, now) {
			left = append(left, f)
		} else {
			r.Allowed = append(r.Allowed, f)
		}
	}
	r.Findings = left
	return r
}

// What nobody sees in a piece makes it another one, and what has no one way to be shown is never known: bytes that are no text, and
// lines of old Macs.
func isKnown(text string, known, now map[string]int) bool {
	if _, hidden := safetext.Visible(text); hidden > 0 || strings.ContainsRune(text, '\uFFFD') || strings.Contains(text, coding.OldMac) {
		return false
	}
	pieces := countPieces(text)
	for piece := range pieces {
		if known[piece] == 0 || now[piece] > known[piece] {
			return false
		}
	}
	return len(pieces) > 0 && !strings.Contains(text, noText)
}

// countPieces takes what Hunk wrote apart, without the numbers of lines. No line is left out, so that nothing new
// hides between known ones; of a text that was cut, the last piece was not seen whole. A line that goes may look like the name of a
// file, "--- x" where "-- x" stood, so a piece ends where its numbers say.
func countPieces(text string) map[string]int {
	text = safetext.Neutral(text) // as it was shown
	out, path, body := map[string]int{}, "", []string{}
	gone, come := 0, 0 // lines of the piece that are still to be read, before and after the change
	end := func() {
		if len(body) > 0 {
			out[path+"\n"+strings.Join(body, "\n")]++
		}
		body = nil
	}
	for _, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		place, is := strings.CutPrefix(line, "@@ ")
		switch {
		case strings.HasPrefix(line, "... ("):
			body, gone, come = nil, 0, 0
		case gone > 0 || come > 0 || strings.HasPrefix(line, "\\ "): // of a file that has no newline at its end
			body = append(body, line)
			if !strings.HasPrefix(line, "+") && !strings.HasPrefix(line, "\\ ") {
				gone--
			}
			if !strings.HasPrefix(line, "-") && !strings.HasPrefix(line, "\\ ") {
				come--
			}
		case is:
			end()
			_, gone, _, come = readPlace(place)
		case strings.HasPrefix(line, "--- "):
			end()
			path = line
		case isMode(line):
			path += "\n" + line
		default:
			body = append(body, line)
		}
	}
	end()
	return out
}
