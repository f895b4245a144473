package typeface

import (
	"slices"
	"strings"

	"golang.org/x/text/unicode/bidi"
)

// FromRight reports whether a text runs from right to left: its first letter
// says so.
func FromRight(text string) bool {
	for _, r := range text {
		if c := classify(r); c == bidi.L || c == bidi.R {
			return c == bidi.R
		}
	}
	return false
}

// HasFromRight reports whether a text has letters that run from right to left.
func HasFromRight(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return r >= 0x0590 && classify(r) == bidi.R })
}

// Visual returns one line in the order in which it is drawn from left to right.
func Visual(line string) string {
	if !HasFromRight(line) {
		return line
	}
	drawn, _ := Drawn([]rune(line), FromRight(line))
	return string(drawn)
}

// Drawn returns one line in the order in which it is drawn from left to right, in a text that runs
// from right to left or not, and where each character stood.
func Drawn(line []rune, fromRight bool) (drawn []rune, stood []int) {
	all := make([]sign, len(line))
	for i, r := range line {
		all[i] = sign{r: r, at: i, class: classify(r)}
	}
	setLevels(all, fromRight)
	reverseRuns(all)
	for _, s := range all {
		if s.level%2 == 1 {
			s.r = mirrorBracket(s.r)
		}
		drawn, stood = append(drawn, s.r), append(stood, s.at)
	}
	return drawn, stood
}

// Letters have a direction, figures and what belongs to figures their own, and all else follows
// its neighbours.
func classify(r rune) bidi.Class {
	p, _ := bidi.LookupRune(r)
	c := p.Class()
	switch {
	case slices.Contains([]bidi.Class{bidi.L, bidi.R, bidi.EN, bidi.CS, bidi.ES, bidi.ET}, c):
		return c
	case c == bidi.AL:
		return bidi.R
	case c == bidi.AN:
		return bidi.EN
	}
	return bidi.ON
}

type sign struct {
	r     rune
	at    int // in the line as it is read
	class bidi.Class
	level int
}

// Even levels run from left to right.
func setLevels(all []sign, fromRight bool) {
	base := 0
	if fromRight {
		base = 1
	}
	settleNumbers(all, fromRight)
	for i := range all {
		all[i].level = map[bidi.Class]int{bidi.R: 1, bidi.EN: 2, bidi.L: 2 * base}[all[i].class] // the others below
	}
	for i := 0; i < len(all); i++ {
		if all[i].class != bidi.ON {
			continue
		}
		to := i
		for to < len(all) && all[to].class == bidi.ON {
			to++
		}
		before, after := fromRight, fromRight
		if i > 0 {
			before = all[i-1].class != bidi.L
		}
		if to < len(all) {
			after = all[to].class != bidi.L
		}
		level := base
		if before == after {
			level = 2 * base
			if before {
				level = 1
			}
		}
		for ; i < to; i++ {
			all[i].level = level
		}
		i--
	}
}

// It settles what belongs to a number, and which numbers stand in a text from left to right.
func settleNumbers(all []sign, fromRight bool) {
	for i := range all {
		if c := all[i].class; (c == bidi.CS || c == bidi.ES) && i > 0 && i+1 < len(all) && all[i-1].class == bidi.EN && all[i+1].class == bidi.EN {
			all[i].class = bidi.EN
		}
	}
	for i := range all { // a currency or a percent sign beside it
		if all[i].class == bidi.ET && i > 0 && all[i-1].class == bidi.EN {
			all[i].class = bidi.EN
		}
	}
	for i := len(all) - 2; i >= 0; i-- {
		if all[i].class == bidi.ET && all[i+1].class == bidi.EN {
			all[i].class = bidi.EN
		}
	}
	left := !fromRight
	for i := range all {
		switch c := all[i].class; {
		case c == bidi.L, c == bidi.R:
			left = c == bidi.L
		case c == bidi.EN && left:
			all[i].class = bidi.L
		case c == bidi.CS, c == bidi.ES, c == bidi.ET:
			all[i].class = bidi.ON
		}
	}
}

// The innermost runs are turned round first.
func reverseRuns(all []sign) {
	for level := 2; level >= 1; level-- {
		for i := 0; i < len(all); i++ {
			to := i
			for to < len(all) && all[to].level >= level {
				to++
			}
			slices.Reverse(all[i:to])
			i = max(i, to-1)
		}
	}
}

func mirrorBracket(r rune) rune {
	const pairs = "()[]{}<>«»‹›"
	list := []rune(pairs)
	if i := slices.Index(list, r); i >= 0 {
		return list[i^1]
	}
	return r
}
