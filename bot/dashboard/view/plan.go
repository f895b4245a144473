package view

import (
	"encoding/xml"
	"fmt"
	"html/template"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/dag"
	"github.com/frasier-cos/frasier/internal/org"
)

// Measures of the pictures, in CSS pixels.
const (
	boxWide, boxHigh = 228, 80
	gapWide, gapHigh = 40, 14
	margin           = 6
	lineMost         = 30 // characters of a line in a box
)

// Box is a step as its picture shows it.
type Box struct {
	org.Step
	By   string
	Took time.Duration
	Cost org.NanoUSD
}

// It stands below the state of a box.
func (b Box) foot() string {
	var parts []string
	if b.By != "" {
		parts = append(parts, b.By)
	}
	if b.Took > 0 {
		parts = append(parts, Took(b.Took))
	}
	if b.Cost > 0 {
		parts = append(parts, org.Cents(b.Cost))
	}
	return strings.Join(parts, " · ")
}

// two breaks a title into two lines of a box.
func two(title string) (first, second string) {
	words := strings.Fields(title)
	for n, w := range words {
		if first != "" && utf8.RuneCountInString(first)+1+utf8.RuneCountInString(w) > lineMost {
			return first, clip(lineMost-1, strings.Join(words[n:], " "))
		}
		first = strings.TrimSpace(first + " " + w)
	}
	return clip(lineMost-1, first), ""
}

// Plan draws steps as boxes from left to right, each after what it needs. Every
// box leads to its step. Without a need among the steps there is nothing to
// draw, and it is empty.
func Plan(boxes []Box) template.HTML { return plan(boxes, true) }

// plan draws the boxes of Plan. Without leads no box leads anywhere or says its id.
func plan(boxes []Box, leads bool) template.HTML {
	steps := make([]org.Step, 0, len(boxes))
	for _, b := range boxes {
		steps = append(steps, b.Step)
	}
	needs := needsOf(steps)
	var layers [][]int
	for n, l := range dag.Layers(needs) {
		for len(layers) <= l {
			layers = append(layers, nil)
		}
		layers[l] = append(layers[l], n)
	}
	if len(layers) < 2 {
		return ""
	}
	most := 0
	for _, l := range layers {
		most = max(most, len(l))
	}
	wide, high := len(layers)*(boxWide+gapWide)-gapWide+2*margin, most*(boxHigh+gapHigh)-gapHigh+2*margin
	var b strings.Builder
	fmt.Fprintf(&b, `<svg width="%d" height="%d" viewBox="0 0 %d %d" role="group" aria-label="The steps and what each needs">`, wide, high, wide, high)
	type point struct{ x, y int }
	place := make([]point, len(steps))
	for x, l := range layers {
		for y, n := range l {
			place[n] = point{margin + x*(boxWide+gapWide), margin + y*(boxHigh+gapHigh)}
		}
	}
	for n, list := range dag.Reduce(needs) {
		for _, need := range list {
			x1, y1, x2, y2 := place[need].x+boxWide, place[need].y+boxHigh/2, place[n].x, place[n].y+boxHigh/2
			fmt.Fprintf(&b, `<path class="edge" d="M%d %dC%d %d %d %d %d %d"/>`, x1, y1, x1+gapWide/2, y1, x2-gapWide/2, y2, x2, y2)
		}
	}
	for n, x := range boxes {
		p, m := place[n], State(x.State)
		one, more := two(x.Title)
		open, end := "<g>", "</g>"
		if leads {
			open, end = `<a href="/steps/`+esc(string(x.ID))+`">`, "</a>"
		}
		fmt.Fprintf(&b, `%s<title>%s</title><rect class="box %s" x="%d" y="%d" width="%d" height="%d" rx="8"/>`, open, esc(x.Title), esc(string(x.State)), p.x, p.y, boxWide, boxHigh)
		for row, line := range []struct{ class, text string }{{"", one}, {"", more}, {"soft", m.Icon + " " + m.Word}, {"soft", clip(lineMost+3, x.foot())}} {
			if line.text != "" {
				fmt.Fprintf(&b, `<text class="%s" x="%d" y="%d">%s</text>`, line.class, p.x+10, p.y+19+18*row, esc(line.text))
			}
		}
		b.WriteString(end)
	}
	b.WriteString("</svg>")
	b.WriteString(goesOn(wide))
	return template.HTML(b.String()) // every text in it is escaped
}

// goesOn is the line below a picture that says on screens narrower than it that it goes on:
// without script a page does not know how wide it is, so each width of pictures up to that
// of the widest page has a class, which its style shows where there is too little room.
func goesOn(wide int) string {
	class := "always"
	for _, w := range pictureWidths() {
		if wide <= w {
			class = fmt.Sprintf("below%d", w)
			break
		}
	}
	return `<p class="goeson ` + class + `">The picture goes on to the right <span aria-hidden="true">→</span></p>`
}

// pictureWidths are the widths of pictures that fit into a page: two and three columns of
// a plan, and a chart.
func pictureWidths() []int {
	columns := func(n int) int { return n*(boxWide+gapWide) - gapWide + 2*margin }
	return []int{columns(2), columns(3), nameWide + chartWide + 2*margin}
}

// needsOf are, for each step, the indices of those among them that it needs.
func needsOf(steps []org.Step) [][]int {
	at := map[org.StepID]int{}
	for n, s := range steps {
		at[s.ID] = n
	}
	out := make([][]int, len(steps))
	for n, s := range steps {
		for _, need := range s.DependsOn {
			if k, ours := at[need]; ours {
				out[n] = append(out[n], k)
			}
		}
	}
	return out
}

// What XML forbids even when it is escaped is shown as a sign that stands for it,
// so that a picture can be read by any program.
func esc(s string) string {
	var out strings.Builder
	_ = xml.EscapeText(&out, []byte(s)) //nolint:errcheck // a Builder takes everything
	return out.String()
}
