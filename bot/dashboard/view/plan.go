package view

import (
	"fmt"
	"html/template"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// Measures of the pictures, in CSS pixels.
const (
	boxWide, boxHigh = 210, 54
	gapWide, gapHigh = 46, 14
	margin           = 6
	titleMost        = 25 // characters in a box
)

// Plan draws steps as boxes from left to right, each after what it needs. Every
// box leads to its step. Without a need among the steps there is nothing to
// draw, and it is empty.
func Plan(steps []org.Step) template.HTML {
	at, layers := layered(steps)
	if len(layers) < 2 {
		return ""
	}
	most := 0
	for _, l := range layers {
		most = max(most, len(l))
	}
	wide, high := len(layers)*(boxWide+gapWide)-gapWide+2*margin, most*(boxHigh+gapHigh)-gapHigh+2*margin
	var b strings.Builder
	fmt.Fprintf(&b, `<svg width="%d" height="%d" viewBox="0 0 %d %d" role="img" aria-label="The steps and what each needs">`, wide, high, wide, high)
	type point struct{ x, y int }
	place := map[org.StepID]point{}
	for x, l := range layers {
		for y, n := range l {
			place[steps[n].ID] = point{margin + x*(boxWide+gapWide), margin + y*(boxHigh+gapHigh)}
		}
	}
	for _, s := range steps {
		to := place[s.ID]
		for _, need := range s.DependsOn {
			from, drawn := place[need]
			if !drawn || implied(steps, at, s, need) {
				continue
			}
			x1, y1, x2, y2 := from.x+boxWide, from.y+boxHigh/2, to.x, to.y+boxHigh/2
			fmt.Fprintf(&b, `<path class="edge" d="M%d %dC%d %d %d %d %d %d"/>`, x1, y1, x1+gapWide/2, y1, x2-gapWide/2, y2, x2, y2)
		}
	}
	for _, s := range steps {
		p, m := place[s.ID], State(s.State)
		fmt.Fprintf(&b, `<a href="/steps/%s"><title>%s</title><rect class="box %s" x="%d" y="%d" width="%d" height="%d" rx="8"/><text x="%d" y="%d">%s</text><text class="soft" x="%d" y="%d">%s %s</text></a>`,
			esc(string(s.ID)), esc(s.Title), esc(string(s.State)), p.x, p.y, boxWide, boxHigh, p.x+10, p.y+22, esc(clip(titleMost, s.Title)), p.x+10, p.y+42, m.Icon, esc(m.Word))
	}
	b.WriteString("</svg>")
	return template.HTML(b.String()) //nolint:gosec // every text in it is escaped
}

// layered puts each step right of all that it needs. A step's layer is the
// length of the longest way to it.
func layered(steps []org.Step) (at map[org.StepID]int, layers [][]int) {
	known := map[org.StepID]int{}
	for n, s := range steps {
		known[s.ID] = n
	}
	at = map[org.StepID]int{}
	var layer func(n, depth int) int
	layer = func(n, depth int) int {
		s := steps[n]
		if l, done := at[s.ID]; done || depth > len(steps) { // the store lets no circle in
			return l
		}
		l := 0
		for _, need := range s.DependsOn {
			if m, ours := known[need]; ours {
				l = max(l, layer(m, depth+1)+1)
			}
		}
		at[s.ID] = l
		return l
	}
	for n := range steps {
		l := layer(n, 0)
		for len(layers) <= l {
			layers = append(layers, nil)
		}
		layers[l] = append(layers[l], n)
	}
	return at, layers
}

// implied reports whether a need follows from another one of the same step, so
// that its line says nothing.
func implied(steps []org.Step, at map[org.StepID]int, s org.Step, need org.StepID) bool {
	byID := map[org.StepID]org.Step{}
	for _, x := range steps {
		byID[x.ID] = x
	}
	var leads func(from org.StepID) bool
	leads = func(from org.StepID) bool {
		for _, n := range byID[from].DependsOn {
			if n == need || at[n] > at[need] && leads(n) {
				return true
			}
		}
		return false
	}
	for _, other := range s.DependsOn {
		if other != need && leads(other) {
			return true
		}
	}
	return false
}

// Bar is one time during which a step was worked on.
type Bar struct {
	Step       org.StepID
	Title      string
	From, Till time.Time
	Fate       string // how it ended, in a few words
}

const (
	rowHigh   = 26
	nameWide  = 220
	chartWide = 640
	barLeast  = 3 // so that no bar is too thin to see
)

// Timeline draws bars by step, one row each, from the first beginning to the
// last end.
func Timeline(bars []Bar) template.HTML {
	if len(bars) == 0 {
		return ""
	}
	from, till := bars[0].From, bars[0].Till
	row, names := map[org.StepID]int{}, []Bar{}
	for _, x := range bars {
		if x.From.Before(from) {
			from = x.From
		}
		if x.Till.After(till) {
			till = x.Till
		}
		if _, there := row[x.Step]; !there {
			row[x.Step] = len(names)
			names = append(names, x)
		}
	}
	all := max(till.Sub(from), time.Second)
	var b strings.Builder
	wide, high := nameWide+chartWide+2*margin, (len(names)+1)*rowHigh
	fmt.Fprintf(&b, `<svg width="%d" height="%d" viewBox="0 0 %d %d" role="img" aria-label="When each step was worked on">`, wide, high, wide, high)
	for n, x := range names {
		fmt.Fprintf(&b, `<a href="/steps/%s"><text x="%d" y="%d">%s</text></a>`, esc(string(x.Step)), margin, n*rowHigh+18, esc(clip(titleMost, x.Title)))
	}
	for _, x := range bars {
		left := nameWide + int(int64(chartWide)*int64(x.From.Sub(from))/int64(all))
		w := max(barLeast, int(int64(chartWide)*int64(x.Till.Sub(x.From))/int64(all)))
		fmt.Fprintf(&b, `<rect class="bar" x="%d" y="%d" width="%d" height="%d" rx="3"><title>%s: %s, %s</title></rect>`,
			left, row[x.Step]*rowHigh+6, w, rowHigh-10, esc(x.Title), Took(x.Till.Sub(x.From)), esc(x.Fate))
	}
	fmt.Fprintf(&b, `<text class="soft" x="%d" y="%d">0</text><text class="soft" x="%d" y="%d" text-anchor="end">%s</text></svg>`,
		nameWide, high-6, nameWide+chartWide, high-6, Took(all))
	return template.HTML(b.String()) //nolint:gosec // every text in it is escaped
}

func esc(s string) string { return template.HTMLEscapeString(s) }
