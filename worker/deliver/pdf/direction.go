package pdf

import (
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/typeface"
)

func isRightToLeft(runs []textRun) bool {
	var b strings.Builder
	for _, r := range runs {
		b.WriteString(r.text)
	}
	return typeface.FromRight(b.String())
}

func startsRightToLeft(line []runPiece) bool {
	runs := make([]textRun, 0, len(line))
	for _, p := range line {
		runs = append(runs, p.textRun)
	}
	return isRightToLeft(runs)
}

// A line without letters that run from right to left stays as it is.
func sortVisually(line []runPiece, fromRight bool) []runPiece {
	if !slices.ContainsFunc(line, func(p runPiece) bool { return typeface.HasFromRight(p.text) }) {
		return line
	}
	var all []rune
	var of []int // the piece of each character
	for i, p := range line {
		text := p.text
		if i > 0 && p.space {
			text = " " + text
		}
		for _, r := range text {
			all, of = append(all, r), append(of, i)
		}
	}
	drawn, stood := typeface.Drawn(all, fromRight)
	var out []runPiece
	last := -1
	for i, r := range drawn {
		p := line[of[stood[i]]]
		if at := of[stood[i]]; at == last {
			out[len(out)-1].text += string(r)
			continue
		}
		last = of[stood[i]]
		p.text, p.space = string(r), false
		out = append(out, p)
	}
	return out
}
